"""The messages of the pages, and their catalogues: `python -m tools.messages`.

`extract` prints every message there is, `update` brings the catalogues up to date with them, and
`check` says what is wrong with the catalogues. Places are noted without line numbers, so that a
catalogue changes only with its messages.
"""

import contextlib
import functools
import io
import re
import string
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract as calls_in
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from controller.actor import STOPPED
from controller.game.editions.explain import HARES
from controller.game.lesson.script import lesson_script
from controller.game.rules.errors import TEMPLATES
from controller.light.display import FAILED
from controller.light.meanings import meanings
from controller.light.themes import load_theme, theme_ids
from controller.maintenance.calibration.answering import OUT_OF_PLACE, STALE
from controller.maintenance.doctor.bundle import TAKEN_OUT
from controller.maintenance.doctor.checks import TITLES
from controller.maintenance.doctor.findings import VERDICTS
from hardware.lights.client import GONE, SILENT
from hardware.simulated.pn532.faults import EVERY_FAULT
from web.languages.catalogue import FOLDER
from web.languages.language import ENGLISH, LANGUAGES, PLURALS
from web.views.refusals import COUNTED

ROOT: Final = Path(__file__).parent.parent
_HEADER_TALK: Final = re.compile(
    rb'^"(Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date'
    rb"|Last-Translator|Language-Team|Generated-By): .*\n",
    re.MULTILINE,
)
"""What a catalogue says of itself that changes without its messages, or says nothing."""
WIDTH: Final = 98

WORDS: Final[dict[str, Any]] = {"_": None, "mark": None, "n_": (1, 2), "p_": ((1, "c"), 2)}
"""How a message is said, and which of the arguments it is."""
IN_SCRIPTS: Final = {name: how for name, how in WORDS.items() if name != "mark"}
"""The same in scripts, where `mark` draws a sign."""
REFUSALS: Final[dict[str, Any]] = {
    "Refusal": (2,),
    "BadSetup": (2,),
    "CannotMend": None,
    "Misfit": None,
    "NoSuchGame": None,
}
"""The same in what the controller refuses."""
SENTENCES: Final[dict[str, Any]] = {"counted_sentence": (1, 2), "sentence": None}
"""The same in what the doctor finds."""

ENGLISH_ONLY: Final = (
    "controller/appliance/install/",
    "controller/maintenance/firmware/",
    "web/commands/run.py",
    "web/commands/serving.py",
    "web/commands/simulate.py",
)
"""What only builders and terminals read."""

_Place = tuple[str, str | tuple[str, ...], str | None]
"""A file, a message as Babel has it, and its context."""


@functools.cache
def template() -> Catalog:
    """Every message there is, without a word of any other language; nobody changes it."""
    found = Catalog(header_comment="# Every message of the pages.", charset="utf-8", fuzzy=False)
    for file, message, context in sorted(_everything(), key=str):
        found.add(message, locations=[(file, 0)], context=context)
    return found


def problems(catalogue: Catalog, wanted: Catalog) -> list[str]:
    """What is wrong with a catalogue, a line each, beginning with the message.

    Args:
        catalogue: the catalogue of a language.
        wanted: every message there is.
    """
    found = []
    if catalogue.plural_expr not in PLURALS:
        found.append(f"its plurals are {catalogue.plural_expr}: only {PLURALS} are known")
    for message in _messages(wanted):
        said = catalogue.get(message.id, message.context)
        if said is None or not all(_forms(said)):
            found.append(f"{_name(message)}: missing")
        elif said.fuzzy:
            found.append(f"{_name(message)}: fuzzy, so look at it and take the mark away")
        else:
            found += [f"{_name(message)}: {wrong}" for wrong in _faults(said, catalogue)]
            if _in_script(said) != _in_script(message):
                found.append(f"{_name(message)}: its places have changed, so run update")
    for said in _messages(catalogue):
        if wanted.get(said.id, said.context) is None:
            found.append(f"{_name(said)}: stale, nothing says it any more")
    return found


def _faults(said: Message, catalogue: Catalog) -> list[str]:
    """What is wrong with a translation: its number of forms, the facts that it names."""
    forms, ids = _forms(said), ids_of(said)
    if len(ids) > 1 and len(forms) != catalogue.num_plurals:
        return [f"{len(forms)} forms, and {catalogue.num_plurals} are needed"]
    found = []
    for number, form in enumerate(forms):
        wanted = _facts(ids[min(number, len(ids) - 1)])
        try:
            named = _facts(form)
        except ValueError as error:
            found.append(f"“{form}” has odd braces: {error}")
            continue
        if named != wanted:
            found.append(f"“{form}” names {sorted(named)}, not {sorted(wanted)}")
    return found


def _facts(text: str) -> set[str]:
    """What a message names in braces.

    Raises:
        ValueError: its braces do not match.
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def ids_of(message: Message) -> tuple[str, ...]:
    """A message in English: of one thing, and of many if there may be many."""
    return _several(message.id)


def _forms(message: Message) -> tuple[str, ...]:
    """A translation in all its forms."""
    return _several(message.string)


def _several(text: object) -> tuple[str, ...]:
    """Babel has a text, or a sequence of them."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text or ""),)


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _name(message: Message) -> str:
    text = ids_of(message)[0]
    return f"{message.context}: “{text}”" if message.context else f"“{text}”"


def _in_script(message: Message) -> bool:
    return any(file.endswith(".js") for file, _ in message.locations)


# Where messages are


def _everything() -> Iterator[_Place]:
    for path in _python("web"):
        yield from _said_in(path, "python", {**WORDS, **REFUSALS})
    for path in _python("controller"):
        yield from _said_in(path, "python", {**REFUSALS, **SENTENCES})
    for path in sorted((ROOT / "web/templates").glob("*.html")):
        yield from _said_in(path, babel_extract, WORDS)
    for path in sorted((ROOT / "web/static/js").rglob("*.js")):
        yield from _said_in(path, "javascript", IN_SCRIPTS)
    yield from _data()


def _python(folder: str) -> list[Path]:
    return sorted(
        path for path in (ROOT / folder).rglob("*.py") if not _file(path).startswith(ENGLISH_ONLY)
    )


def _file(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _said_in(
    path: Path, method: str | Callable[..., Any], keywords: dict[str, Any]
) -> Iterator[_Place]:
    """The messages that a file says."""
    options: dict[str, Any] = {"parse_template_string": True} if method == "javascript" else {}
    # babel warns of f-strings among the facts of a sentence, which nobody translates.
    with path.open("rb") as file, contextlib.redirect_stderr(io.StringIO()):
        found = list(calls_in(method, file, keywords, (), options))
    for _, message, _, context in found:
        yield _file(path), message, context


def _data() -> Iterator[_Place]:
    """The messages that are data, or constants."""
    for code, reason in TEMPLATES:
        if code not in COUNTED:
            yield "controller/game/rules/errors.py", reason, None
    for light in meanings().values():
        for text in (light.title, light.text, light.moves):
            yield "controller/light/meanings.toml", text, None
    for theme in theme_ids():
        loaded = load_theme(theme)
        for text in (loaded.name, loaded.about):
            yield f"controller/light/themes/{theme}.toml", text, None
    for sentence in lesson_script().sentences():
        yield "controller/game/lesson/lesson.toml", sentence.text, None
    for hares in HARES.values():
        yield "controller/game/editions/explain.py", hares, None
    for trouble in (SILENT, GONE):
        yield "hardware/lights/client.py", trouble, None
    for fault in EVERY_FAULT.values():
        for text in fault:
            yield "hardware/simulated/pn532/faults.py", text, None
    for title in TITLES.values():
        yield "controller/maintenance/doctor/checks/__init__.py", title, None
    for verdict in VERDICTS.values():
        yield "controller/maintenance/doctor/findings.py", verdict, None
    for what in TAKEN_OUT:
        yield "controller/maintenance/doctor/bundle.py", what, None
    yield "controller/light/display.py", FAILED, None
    for refused in (STALE, OUT_OF_PLACE):
        yield "controller/maintenance/calibration/answering.py", refused, None
    yield "controller/actor.py", STOPPED, None


# Catalogues


def path_of(language: str) -> Path:
    """The file of a language's catalogue."""
    return FOLDER / f"{language}.po"


def load(language: str) -> Catalog:
    """The catalogue of a language; an empty one if it has none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(language, header_comment=_header(language), charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _header(language: str) -> str:
    return f"# {LANGUAGES[language]}: brought up to date by python -m tools.messages update"


def as_text(catalogue: Catalog) -> bytes:
    """A catalogue as its file has it."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False)
    return _HEADER_TALK.sub(b"", file.getvalue())


def updated(catalogue: Catalog, wanted: Catalog) -> Catalog:
    """A catalogue with all messages there are and no others; nearly the same ones are fuzzy."""
    catalogue.update(wanted, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


@click.group()
def messages() -> None:
    """The messages of the pages in all their languages."""


@messages.command()
def extract() -> None:
    """Print every message there is."""
    click.echo(as_text(template()).decode(), nl=False)


@messages.command()
@click.argument("languages", nargs=-1, type=click.Choice(sorted({*LANGUAGES} - {ENGLISH})))
def update(languages: tuple[str, ...]) -> None:
    """Bring catalogues up to date; without a name all of them."""
    FOLDER.mkdir(exist_ok=True)
    wanted = template()
    for language in languages or _others():
        path_of(language).write_bytes(as_text(updated(load(language), wanted)))
        click.echo(f"{language}: {len(wanted)} messages")


@messages.command()
@click.argument("languages", nargs=-1, type=click.Choice(sorted({*LANGUAGES} - {ENGLISH})))
def check(languages: tuple[str, ...]) -> None:
    """Say what is wrong with catalogues; without a name with all of them."""
    wanted = template()
    found = [
        f"{language}: {problem}"
        for language in languages or _others()
        for problem in problems(load(language), wanted)
    ]
    for line in found:
        click.echo(line)
    sys.exit(1 if found else 0)


def _others() -> list[str]:
    return [language for language in LANGUAGES if language != ENGLISH]


if __name__ == "__main__":
    messages()
