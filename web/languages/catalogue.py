"""Reads the message catalogues of languages other than English."""

import gettext
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = "web/static/"


def catalogue(language: str) -> Catalog:
    """Return the catalogue of a language other than English, read from its file."""
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(messages: Catalog) -> gettext.GNUTranslations:
    """Return the messages of a catalogue, to be looked up."""
    file = io.BytesIO()
    write_mo(file, messages)
    file.seek(0)
    return gettext.GNUTranslations(file)


def in_scripts(messages: Catalog) -> Iterator[tuple[str, str | Sequence[str], frozenset[str]]]:
    """Yield key, translation and scripts of each message that scripts have."""
    for message in messages:
        scripts = frozenset(
            at.removeprefix(SCRIPTS) for at, _ in message.locations if at.startswith(SCRIPTS)
        )
        if scripts and message.id and message.string:
            yield _key(message.id, message.context), message.string, scripts


def _key(message: Any, context: str | None) -> str:
    """Return the key of a message in scripts: its singular, after its context if it has one."""
    text = message[0] if isinstance(message, tuple) else message
    return f"{context}\x04{text}" if context else text
