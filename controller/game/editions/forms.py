"""Editions, tracks, decks and tables as values, and the readers of their files.

Source: R1.4, R7, R8.1 to R8.3, R13.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import msgspec

from controller.game.editions.mistakes import either, meant, shown
from controller.game.editions.options import OPTIONS, amount, fault
from controller.game.editions.sheet import DataSheet
from controller.game.rules import Track
from controller.game.rules.hares.actions import ACTIONS
from controller.game.rules.hares.text_cards import CARDS
from controller.game.rules.ruleset.track import KINDS

CardRule = Literal["text-cards", "number-cards", "deck-1978"]
Origin = Literal["attested", "inferred", "reconstructed"]

CARD_RULES: Final[tuple[CardRule, ...]] = get_args(CardRule)
TABLE_RULES: Final = ("table-1974", "die-table")
ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
SEATS: Final = range(3, 7)
"""Numbers of seats for which an edition gives starting carrots; two start like three."""

START_CARROTS: Final = "start-carrots"
"""Value of an edition's `restart_carrots`: this game's start carrots, at least 15 (R13.1a)."""
WITH_PATCH_TOTAL: Final = "with-patch-total"
"""Value of an edition's `baulk`: on in every game with a limited patch (R13)."""

PER_GAME: Final = frozenset({"runners", "start_carrots", "teams"})
"""Options that are not among an edition's `options`: they depend on the seats."""
DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "restore_carrots": 65,
        "equal": "nothing",
        "give_ten": "cascade",
        "patch_total": None,
        "baulk": False,
        "finish": "play-on",
        "open_hands": False,
    }
)
"""Options that an edition may leave out."""
DERIVED: Final = frozenset({"skip_occupied_carrots", "ten_may_be_declined"})
"""Options that follow from the hare rule of the game unless an edition gives them."""
WORDS: Final = ("hare", "carrot", "lettuce", "tortoise", "number", "flag")
"""Squares that an edition may call by another name."""
FIRST_YEAR: Final = 1973
LAST_YEAR: Final = 9999
LONGEST_TRACK: Final = 9_999
COLUMNS: Final = 6
MOST_ROWS: Final = 100
MOST_CARDS: Final = 200
NUMBER: Final = re.compile(r"0|[+-][1-9][0-9]{0,3}")


class TwoRunners(msgspec.Struct, frozen=True):
    """Start carrots and lettuces of a seat with two runners (R10.1)."""

    start_carrots: int
    lettuces: int


class Provenance(msgspec.Struct, frozen=True):
    """Origin and source of a fact."""

    origin: Origin
    source: str


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition of the game, as its data file has it.

    Attributes:
        id: the name of its file, without the ending, used in commands and records.
        name: its name as shown to people.
        year: year of publication.
        about: a description of one line.
        start_carrots: for 3 to 6 seats with one runner each.
        two_runners: start carrots and lettuces of a seat with two runners.
        options: all other options; `restart_carrots` and `baulk` may be `START_CARROTS` and
            `WITH_PATCH_TOTAL`, and those of `DERIVED` may be missing.
        provenance: for each fact, its origin and source.
        words: the names of squares on its board, where they differ from the usual ones.
        deck: name of its deck, if not the usual one of its hare rule.
        table: name of its table, if not the usual one of its hare rule.
    """

    id: str
    name: str
    year: int
    about: str
    start_carrots: Mapping[int, int]
    two_runners: TwoRunners
    options: Mapping[str, Any]
    provenance: Mapping[str, Provenance]
    words: Mapping[str, str]
    deck: str | None
    table: str | None


class Deck(msgspec.Struct, frozen=True):
    """Pile of cards, and the hare rule it is for."""

    rule: CardRule
    cards: tuple[str, ...]
    provenance: str


class HareTable(msgspec.Struct, frozen=True):
    """Table with a row for each roll, which has an action for each position."""

    rows: tuple[tuple[str, ...], ...]
    provenance: str


def edition_form(name: str, sheet: DataSheet) -> Edition:
    """Read an edition.

    Raises:
        BadRules: the file is wrong; with every mistake.
    """
    sheet.allow(
        (
            *("name", "year", "about", "start_carrots", "two_runners", "options"),
            *("provenance", "words", "deck", "table"),
        )
    )
    called = sheet.text("name")
    year = sheet.value("year")
    if year is not None and (type(year) is not int or not FIRST_YEAR <= year <= LAST_YEAR):
        sheet.refuse("year", f"{shown(year)} is not a year from {FIRST_YEAR} on.")
    start = sheet.section("start_carrots")
    start.allow(str(seats) for seats in SEATS)
    start_carrots = {seats: _amount(start, str(seats)) for seats in SEATS}
    two = sheet.section("two_runners")
    two.allow(("start_carrots", "lettuces"))
    two_runners = TwoRunners(_amount(two, "start_carrots"), _amount(two, "lettuces"))
    options = _edition_options(sheet.section("options"))
    words = sheet.section("words", optional=True)
    words.allow(WORDS)
    edition = Edition(
        id=name,
        name=called,
        year=year if isinstance(year, int) else 0,
        about=sheet.text("about", ""),
        start_carrots=MappingProxyType(start_carrots),
        two_runners=two_runners,
        options=MappingProxyType(options),
        provenance=MappingProxyType(_provenance(sheet.section("provenance", optional=True))),
        words=MappingProxyType({key: words.text(key) for key in words}),
        deck=_other(sheet, "deck", options.get("hare"), CARD_RULES),
        table=_other(sheet, "table", options.get("hare"), TABLE_RULES),
    )
    sheet.finish()
    return edition


def track_form(name: str, sheet: DataSheet) -> Track:
    """Read a track: a letter or digit for each square, square 1 first.

    Raises:
        BadRules: the file is wrong; with every mistake.
    """
    sheet.allow(("name", "provenance", "squares"))
    sheet.text("name", "")
    squares = tuple("".join(sheet.text("squares").split()))
    for at, kind in enumerate(squares, start=1):
        if kind not in KINDS:
            sheet.refuse("squares", f"square {at}: there is no kind “{kind}”{meant(kind, KINDS)}")
    if len(squares) > LONGEST_TRACK:
        sheet.refuse("squares", f"{len(squares)} are too many; {LONGEST_TRACK} is the most.")
    track = Track(name, squares, sheet.text("provenance", ""))
    sheet.finish()
    return track


def deck_form(sheet: DataSheet) -> Deck:
    """Read a deck; its cards tell which hare rule it is for.

    Raises:
        BadRules: the file is wrong; with every mistake.
    """
    sheet.allow(("provenance", "cards"))
    cards = sheet.texts("cards")
    rule = max(CARD_RULES, key=lambda each: sum(_is_card(card, each) for card in cards))
    strange = [card for card in cards if not _is_card(card, rule)]
    for card in dict.fromkeys(strange):
        near = meant(card, _CARDS[rule]) if rule in _CARDS else "; write “+5”, “-5” or “0”."
        sheet.refuse("cards", f"“{card}” is no card of {rule}, as the others are{near}")
    if len(cards) > MOST_CARDS:
        sheet.refuse("cards", f"{len(cards)} are too many; {MOST_CARDS} is the most.")
    if cards and not strange and set(cards) <= {"position-forward", "position-back"}:
        sheet.refuse(
            "cards", "a runner could be carried to and fro without end; add a card that stops it."
        )
    deck = Deck(rule, cards, sheet.text("provenance", ""))
    sheet.finish()
    return deck


def table_form(sheet: DataSheet) -> HareTable:
    """Read a table.

    Raises:
        BadRules: the file is wrong; with every mistake.
    """
    sheet.allow(("provenance", "rows"))
    given = sheet.value("rows")
    rows = [row for row in given if isinstance(row, list)] if isinstance(given, list) else []
    if given is not None and (
        not isinstance(given, list) or len(rows) < len(given) or not 0 < len(rows) <= MOST_ROWS
    ):
        sheet.refuse("rows", f"this should be a list of 1 to {MOST_ROWS} rows, each a list itself.")
    for roll, row in enumerate(rows, start=1):
        if len(row) != COLUMNS:
            sheet.refuse(
                "rows", f"row {roll} has {len(row)} actions; {COLUMNS} are needed, one a position."
            )
        for position, action in enumerate(row, start=1):
            if not isinstance(action, str) or action not in ACTIONS:
                near = meant(str(action), ACTIONS)
                sheet.refuse(
                    "rows",
                    f"row {roll}, position {position}: there is no action {shown(action)}{near}",
                )
    table = HareTable(tuple(tuple(map(str, row)) for row in rows), sheet.text("provenance", ""))
    sheet.finish()
    return table


_CARDS: Final[Mapping[CardRule, frozenset[str]]] = MappingProxyType(
    {"text-cards": frozenset(CARDS), "deck-1978": ACTIONS}
)


def _is_card(card: str, rule: CardRule) -> bool:
    return card in _CARDS[rule] if rule in _CARDS else bool(NUMBER.fullmatch(card))


def _edition_options(sheet: DataSheet) -> dict[str, Any]:
    """Read and check the options of an edition; fill in those left out."""
    for key in PER_GAME & set(sheet):
        where = "[start_carrots], by the number of seats" if key == "start_carrots" else "each game"
        sheet.refuse(key, f"this is no option of an edition: it is decided in {where}.")
    sheet.allow(OPTIONS)
    options = {}
    for option in OPTIONS:
        if option in PER_GAME or (option in DERIVED and option not in sheet):
            continue
        value = sheet.value(option, DEFAULTS[option]) if option in DEFAULTS else sheet.value(option)
        special = {"restart_carrots": START_CARROTS, "baulk": WITH_PATCH_TOTAL}.get(option)
        if option in sheet and (special is None or value != special):
            said = fault(option, value)
            if said is not None and special is not None and isinstance(value, str):
                said = f"{said.removesuffix('.')}, nor “{special}”."
            if said is not None:
                sheet.refuse(option, said.removeprefix(f"{option}: "))
        options[option] = value
    return options


def _amount(sheet: DataSheet, key: str) -> int:
    value = sheet.value(key)
    said = amount(value, 0) if key in sheet else None
    if said is not None:
        sheet.refuse(key, said)
    return value if type(value) is int else 0


def _provenance(sheet: DataSheet) -> dict[str, Provenance]:
    """Read the origin of each fact: `attested: …`, `inferred: …` or `reconstructed: …`."""
    facts = tuple(option for option in OPTIONS if option not in ("runners", "teams"))
    sheet.allow((*facts, "two_runners", "words", "deck", "table"))
    found = {}
    for fact in sheet:
        text = sheet.text(fact)
        origin, _, source = text.partition(":")
        known = next((each for each in ORIGINS if each == origin.strip()), None)
        if known and source.strip():
            found[fact] = Provenance(known, " ".join(source.split()))
        elif text:
            sheet.refuse(fact, f"begin with {either([f'“{each}: ”' for each in ORIGINS])}.")
    return found


def _other(sheet: DataSheet, key: str, hare: object, rules: tuple[str, ...]) -> str | None:
    """Read the name of the edition's own deck or table, if it has one."""
    if key not in sheet:
        return None
    if hare not in rules:
        sheet.refuse(key, f"the hare rule {shown(hare)} has no {key}; {either(rules)} have.")
    return sheet.text(key) or None
