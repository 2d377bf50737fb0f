"""Editions, tracks, decks and tables as values, and the readers of their files.

Source: R1.4, R7, R8.1 to R8.3, R13.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, get_args

import msgspec

from controller.game.editions.options import OPTIONS, amount, fault
from controller.game.rules import Track
from controller.game.rules.hares.actions import ACTIONS
from controller.game.rules.hares.text_cards import CARDS
from controller.game.rules.ruleset.track import KINDS
from controller.plural import counted
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import either, meant, shown
from controller.toml.shapes import as_text

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
FACTS: Final = (
    *(option for option in OPTIONS if option not in ("runners", "teams")),
    *("two_runners", "words", "deck", "table"),
)
"""Facts of an edition that have a provenance."""
SquareWord = Literal["hare", "carrot", "lettuce", "tortoise", "number", "flag"]
"""Squares that an edition may call by another name."""
FIRST_YEAR: Final = 1973
LAST_YEAR: Final = 9999
LONGEST_TRACK: Final = 9_999
COLUMNS: Final = 6
MOST_ROWS: Final = 100
MOST_CARDS: Final = 200
NUMBER: Final = re.compile(r"0|[+-][1-9][0-9]{0,3}")
_CARDS: Final[Mapping[CardRule, frozenset[str]]] = MappingProxyType(
    {"text-cards": frozenset(CARDS), "deck-1978": ACTIONS}
)


def _amount(value: object) -> int:
    wrong = amount(value)
    if wrong is None and isinstance(value, int):
        return value
    raise ValueError(wrong)


Amount = Annotated[int, _amount]


class TwoRunners(msgspec.Struct, frozen=True):
    """Start carrots and lettuces of a seat with two runners (R10.1)."""

    start_carrots: Amount
    lettuces: Amount


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


def _cards(value: object) -> tuple[str, ...]:
    """Check the cards of a deck."""
    if not isinstance(value, list) or not value or not all(isinstance(x, str) for x in value):
        odd = [x for x in value if not isinstance(x, str)] if isinstance(value, list) else []
        such = f"; {', '.join(map(shown, odd))} lacks them." if odd else "."
        raise ValueError(f'this should be a list of texts in quotes, like ["+5", "0"]{such}')
    rule = _rule(value)
    strange = [card for card in dict.fromkeys(value) if not _is_card(card, rule)]
    wrong = []
    for card in strange:
        near = meant(card, _CARDS[rule]) if rule in _CARDS else "; write “+5”, “-5” or “0”."
        wrong.append(f"“{card}” is no card of {rule}, as the others are{near}")
    if len(value) > MOST_CARDS:
        wrong.append(f"{len(value)} are too many; {MOST_CARDS} is the most.")
    if set(value) <= {"position-forward", "position-back"}:
        wrong.append("a runner could be carried to and fro without end; add a card that stops it.")
    if wrong:
        raise ValueError(*wrong)
    return tuple(value)


def _rule(cards: Iterable[str]) -> CardRule:
    return max(CARD_RULES, key=lambda each: sum(_is_card(card, each) for card in cards))


def _is_card(card: str, rule: CardRule) -> bool:
    return card in _CARDS[rule] if rule in _CARDS else bool(NUMBER.fullmatch(card))


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """Pile of cards."""

    provenance: str = ""
    cards: Annotated[tuple[str, ...], _cards]

    @property
    def rule(self) -> CardRule:
        """Hare rule it is for: most of its cards tell."""
        return _rule(self.cards)


def _rows(value: object) -> tuple[tuple[str, ...], ...]:
    """Check the rows of a table."""
    if (
        not isinstance(value, list)
        or not 0 < len(value) <= MOST_ROWS
        or not all(isinstance(row, list) for row in value)
    ):
        raise ValueError(f"this should be a list of 1 to {MOST_ROWS} rows, each a list itself.")
    wrong = []
    for roll, row in enumerate(value, start=1):
        if len(row) != COLUMNS:
            there = counted(len(row), "action")
            wrong.append(f"row {roll} has {there}; {COLUMNS} are needed, one a position.")
        for position, action in enumerate(row, start=1):
            if not isinstance(action, str) or action not in ACTIONS:
                said = f"there is no action {shown(action)}{meant(str(action), ACTIONS)}"
                wrong.append(f"row {roll}, position {position}: {said}")
    if wrong:
        raise ValueError(*wrong)
    return tuple(map(tuple, value))


class HareTable(msgspec.Struct, frozen=True, kw_only=True):
    """Table with a row for each roll, which has an action for each position."""

    provenance: str = ""
    rows: Annotated[tuple[tuple[str, ...], ...], _rows]


def _squares(value: object) -> tuple[str, ...]:
    """Check the squares of a track: a letter or digit for each, square 1 first."""
    squares = "".join(as_text(value).split())
    wrong = [
        f"square {at}: there is no kind “{kind}”{meant(kind, KINDS)}"
        for at, kind in enumerate(squares, start=1)
        if kind not in KINDS
    ]
    if len(squares) > LONGEST_TRACK:
        wrong.append(f"{len(squares)} are too many; {LONGEST_TRACK} is the most.")
    if wrong:
        raise ValueError(*wrong)
    return tuple(squares)


class TrackKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of the file of a track."""

    name: str = ""
    provenance: str = ""
    squares: Annotated[tuple[str, ...], _squares]


def _fact(value: object) -> Provenance:
    """Read the origin of a fact: `attested: …`, `inferred: …` or `reconstructed: …`."""
    origin, _, source = as_text(value).partition(":")
    for known in ORIGINS:
        if known == origin.strip() and source.strip():
            return Provenance(known, " ".join(source.split()))
    raise ValueError(f"begin with {either([f'“{each}: ”' for each in ORIGINS])}.")


class EditionKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of the file of an edition."""

    name: str
    year: Annotated[int, Limits(FIRST_YEAR, LAST_YEAR)]
    about: str = ""
    start_carrots: dict[Literal["3", "4", "5", "6"], Amount]
    two_runners: TwoRunners
    options: TomlSection
    provenance: TomlSection | None = None
    words: dict[SquareWord, str | None] = {}
    deck: str | None = None
    table: str | None = None


def edition_form(name: str, file: TomlSection) -> Edition:
    """Read an edition.

    Raises:
        BadFile: the file is wrong; with every mistake.
    """
    keys = file.read(EditionKeys)
    inner, facts = file.inner("options"), file.inner("provenance")
    options = {} if inner is None else _edition_options(inner)
    provenance = {} if facts is None else facts.read_each(FACTS, Annotated[object, _fact])
    for key, rules in (("deck", CARD_RULES), ("table", TABLE_RULES)):
        if key in file and options.get("hare") not in rules:
            hare = shown(options.get("hare"))
            file.refuse(key, f"the hare rule {hare} has no {key}; {either(rules)} have.")
    if keys is None:
        return file.finish(None)
    return file.finish(
        Edition(
            id=name,
            name=keys.name,
            year=keys.year,
            about=keys.about,
            start_carrots=MappingProxyType({int(at): n for at, n in keys.start_carrots.items()}),
            two_runners=keys.two_runners,
            options=MappingProxyType(options),
            provenance=MappingProxyType(provenance),
            words=MappingProxyType({kind: word for kind, word in keys.words.items() if word}),
            deck=keys.deck,
            table=keys.table,
        )
    )


def track_form(name: str, file: TomlSection) -> Track:
    """Read a track: a letter or digit for each square, square 1 first.

    Raises:
        BadFile: the file is wrong; with every mistake.
    """
    keys = file.read(TrackKeys)
    return file.finish(Track(name, keys.squares, keys.provenance) if keys else None)


def _edition_options(table: TomlSection) -> dict[str, Any]:
    """Read and check the options of an edition; fill in those left out."""
    given = table.read_each(OPTIONS, object)
    for key in PER_GAME & set(given):
        where = "[start_carrots], by the number of seats" if key == "start_carrots" else "each game"
        table.refuse(key, f"this is no option of an edition: it is decided in {where}.")
    for option in OPTIONS:
        if option not in {*given, *PER_GAME, *DERIVED, *DEFAULTS}:
            table.need(option)
    special = {"restart_carrots": START_CARROTS, "baulk": WITH_PATCH_TOTAL}
    for option, value in given.items():
        said = None if value == special.get(option) else fault(option, value)
        if said is not None and option in special and isinstance(value, str):
            said = f"{said.removesuffix('.')}, nor “{special[option]}”."
        if said is not None and option not in PER_GAME:
            table.refuse(option, said.removeprefix(f"{option}: "))
    options = {**DEFAULTS, **given}
    return {option: options[option] for option in OPTIONS if option in options}
