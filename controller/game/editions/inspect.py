"""Checking one data file for the person who wrote it."""

import difflib
from pathlib import Path
from typing import Final

import msgspec

from controller.game.editions import catalogue, rulesets
from controller.game.editions.explain import describe_track
from controller.game.editions.files import (
    KINDS,
    REPLACEABLE,
    SHIPPED,
    SINGULAR,
    Kind,
    own_folder,
    shipped_files,
    why_unused,
)
from controller.game.editions.forms import CARD_RULES, Deck, Edition
from controller.game.editions.mistakes import BadRules
from controller.game.rules import Track
from controller.game.rules.ruleset.track import LETTUCE
from controller.plural import counted
from controller.toml import BadFile, Problem, TomlSection
from controller.toml.mistakes import shown

MARKS: Final[dict[str, Kind]] = {
    "squares": "tracks",
    "cards": "decks",
    "rows": "tables",
    "options": "editions",
    "start_carrots": "editions",
    "two_runners": "editions",
}
"""Keys that tell the kind of a file."""


class EditionFinding(msgspec.Struct, frozen=True):
    """Kind of a file, its mistakes and remarks on it.

    Attributes:
        what: the kind of file, in a few words.
        problems: every mistake, a sentence each; empty without any.
        remarks: sentences on the file that are no mistakes.
    """

    what: str
    problems: tuple[str, ...]
    remarks: tuple[str, ...]


def inspect(path: Path, kind: Kind | None = None) -> EditionFinding:
    """Check a file as far as it can be checked without playing; its keys tell its kind if none."""
    try:
        kind = kind or _kind(path)
        form = catalogue.read(kind, path)
    except BadFile as error:
        return EditionFinding("", tuple(map(str, error.problems)), ())
    shipped = path.resolve().is_relative_to(SHIPPED.resolve())
    clash = None if shipped else why_unused(path, kind)
    problems = [clash] if clash else []
    remarks: list[str] = []
    match form:
        case Edition():
            what = f"an edition, {shown(form.name)}"
            more, remarks = _edition(path.name, form)
            problems += more
        case Track():
            what = f"a track of {describe_track(form)}"
            if LETTUCE not in form.kinds:
                remarks.append("There is no lettuce square: play on it with “lettuces” at 0.")
        case Deck():
            what = f"a deck of {counted(len(form.cards), 'card')} for {form.rule}"
            if path.stem in CARD_RULES and path.stem != form.rule:
                problems.append(
                    f"{path.name}: its cards are for {form.rule}, so it cannot take the place of "
                    f"the shipped {path.stem}."
                )
        case _:
            what = f"a table for rolls of 1 to {len(form.rows)}"
    if not problems and not shipped:
        remarks += _use(path, kind)
    return EditionFinding(what, tuple(problems), tuple(remarks))


def _kind(path: Path) -> Kind:
    """Find the kind of a file by its keys, by similar keys, or by its folder."""
    table = TomlSection.of(path)
    folder: Kind | None = next((kind for kind in KINDS if kind == path.parent.name), None)
    found = {MARKS[key] for key in table if key in MARKS}
    if not found:
        near = [difflib.get_close_matches(key, MARKS, n=1, cutoff=0.75) for key in table]
        found = {MARKS[each[0]] for each in near if each}
    if folder and (folder in found or not found):
        return folder
    if found:
        return min(found)
    reason = (
        "this is none of ours: an edition has [options], a track “squares”, a deck “cards”, a "
        "table “rows”."
    )
    raise BadFile([Problem(path.name, None, "", reason)])


def _edition(file: str, edition: Edition) -> tuple[list[str], list[str]]:
    """List mistakes in the files an edition refers to, and numbers of players it excludes."""
    problems = []
    hare = edition.options["hare"]
    for look in (
        lambda: rulesets.load_track(edition.options["track"]),
        lambda: rulesets.cards(edition, hare),
        lambda: rulesets.table(edition, hare),
    ):
        try:
            look()
        except BadRules as error:
            problems += [f"{file}: {problem}" for problem in error.problems]
    remarks = []
    for seats in range(2, 7):
        try:
            rulesets.resolve(edition, seats, {})
        except BadRules as error:
            remarks += [f"Not for {seats} players: {problem}" for problem in error.problems]
    return problems, remarks


def _use(path: Path, kind: Kind) -> list[str]:
    """List how the file can be used in a game."""
    place = own_folder() / kind
    remarks = []
    if path.resolve().parent != place.resolve():
        remarks.append(f"To play with it, put it into {place}.")
    if kind in REPLACEABLE:
        if path.stem in shipped_files(kind):
            remarks.append(f"There it takes the place of the shipped {SINGULAR[kind]}.")
        else:
            remarks.append(
                f'An edition takes it with {SINGULAR[kind]} = "{path.stem}" above its sections.'
            )
    return remarks
