"""A made-up language of wide letters: any other letter in it was said past the catalogues."""

import functools
import re
from typing import Final

from babel.messages.catalog import Catalog

from tools.messages import ids_of, template
from web.languages.language import Speech

WIDER: Final = 0xFEE0
"""From a character of ASCII to its wide form in Unicode."""


def foreign(text: str) -> str:
    """Return a message in wide letters; what it names in braces stays."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(
        part
        if part.startswith("{")
        else "".join(chr(ord(c) + WIDER) if "!" < c <= "~" else c for c in part)
        for part in parts
    )


def wide(text: str) -> str:
    """Return a message as it is said abroad: in wide letters and brackets."""
    return f"⟦{foreign(text)}⟧"


@functools.cache
def abroad() -> Speech:
    """Return the speech of the made-up language, which passes for German."""
    catalogue = Catalog("de", fuzzy=False)
    for message in template():
        if message.id:
            said = tuple(map(wide, ids_of(message)))
            catalogue.add(
                message.id,
                said if len(said) > 1 else said[0],
                locations=message.locations,
                context=message.context,
            )
    return Speech("de", catalogue)
