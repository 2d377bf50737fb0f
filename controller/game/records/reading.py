"""Reading a record, and saying where it is wrong."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from controller.game.editions.options import OPTIONS
from controller.game.records.form import KEYS, Record, RecordError, RecordHeader, TextPlace
from controller.game.records.header import make_header
from controller.game.rules import Ruleset, State, new_game, parse
from controller.game.rules.text.check import problems
from controller.game.rules.text.notation import PLAIN
from controller.game.rules.text.position import BadPosition, read_position
from controller.toml.mistakes import meant

_ACTION_LINE: Final = re.compile(r"\s*([0-9]+)\s*\.\s*([^#]*?)\s*(?:#.*)?", re.ASCII)
_HEADER_LINE: Final = re.compile(r"\s*([^:]*?)\s*:\s*(.*?)\s*")
_SEAT_KEY: Final = re.compile(r"seat ([0-9]+)", re.ASCII)
_OPPONENT_KEY: Final = re.compile(r"opponent (0|[1-9][0-9]?)", re.ASCII)


class ReadRecord(msgspec.Struct, frozen=True):
    """Record with its starting position, and the places of its parts in the text.

    Attributes:
        record: the record.
        start: the position before the first action.
        header: the place where the value of each header line begins, by its key.
        actions: the place where each action begins.
    """

    record: Record
    start: State
    header: Mapping[str, TextPlace]
    actions: tuple[TextPlace, ...]


def read(text: str) -> Record:
    """Read a record from text. `replay` checks whether its actions are legal.

    Raises:
        RecordError: it is no record; with the place, the text found and the text expected.
    """
    return read_closely(text).record


def read_closely(text: str) -> ReadRecord:
    """Read a record like `read`, with the places of its parts in the text.

    Raises:
        RecordError: like `read`.
    """
    values: dict[str, tuple[str, TextPlace]] = {}
    actions: list[tuple[str, TextPlace]] = []
    lines = text.removeprefix("\ufeff").split("\n")
    for number, line in enumerate(lines, start=1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if found := _ACTION_LINE.fullmatch(line):
            actions.append(_action(found, number, len(actions) + 1))
        else:
            key, value = _header_line(line, number, values, after=len(actions))
            values[key] = value
    header, rules = make_header(values)
    places = {key: place for key, (_, place) in values.items()}
    start = _start(header, rules, places)
    for action, place in actions:
        _check_cards(action, place, rules)
    return ReadRecord(
        Record(header, tuple(action for action, _ in actions)),
        start,
        places,
        tuple(place for _, place in actions),
    )


def _action(found: re.Match[str], line: int, due: int) -> tuple[str, TextPlace]:
    if found[1] != str(due):
        problem = f"found action number {found[1]}, expected {due}."
        raise RecordError(line, found.start(1) + 1, problem)
    text, place = found[2], TextPlace(line, found.start(2) + 1)
    if parse(text) is None:
        neat = " ".join(text.lower().split())
        known = (neat,) if parse(neat) else (*PLAIN, "restart")
        what = f"“{text}”" if text else "nothing"
        raise RecordError(
            *place,
            f"action {due}: found {what}, expected an action like f12, 1:f12, b or chew"
            f"{meant(text, known)}",
        )
    return text, place


def _header_line(
    line: str, number: int, known: Mapping[str, object], *, after: int
) -> tuple[str, tuple[str, TextPlace]]:
    found = _HEADER_LINE.fullmatch(line)
    column = len(line) - len(line.lstrip()) + 1
    words = line.strip()
    if after or found is None:
        numbered = parse(words.partition("#")[0].strip()) is not None
        wanted = (
            f"an action with its number: “{after + 1}. {words}”"
            if numbered
            else f"action {after + 1}, or the end of the record"
            if after
            else "a header line like “edition: parlett-2018”, or “1.” and an action"
        )
        raise RecordError(number, column, f"found “{words}”, expected {wanted}.")
    key = found[1]
    seat = _SEAT_KEY.fullmatch(key)
    known_key = key in (*KEYS, *OPTIONS) or _OPPONENT_KEY.fullmatch(key) is not None
    if seat is None and (key == "seat" or not known_key):
        if key.casefold().startswith("seat"):
            raise RecordError(number, column, f"found “{key}”, expected “seat 0”, “seat 1”, ….")
        near = meant(key, (*KEYS, *OPTIONS))
        raise RecordError(
            number, column, f"found “{key}”, expected one of {', '.join(KEYS)} or an option{near}"
        )
    if seat is not None:
        due = sum(each.startswith("seat ") for each in known)
        if seat[1] != str(due):
            raise RecordError(number, column, f"found “{key}”, expected “seat {due}”.")
    if key in known:
        raise RecordError(number, column, f"found a second line “{key}”, expected one only.")
    place = TextPlace(number, found.start(2) + 1)
    if not found[2]:
        raise RecordError(*place, f"found nothing, expected a value for “{key}”.")
    return key, (found[2], place)


def _start(header: RecordHeader, rules: Ruleset, places: Mapping[str, TextPlace]) -> State:
    if not header.start:
        return new_game(rules, len(header.seats), header.first)
    line, column = places["start"]
    try:
        state = read_position(header.start, rules)
    except BadPosition as error:
        raise RecordError(line, column + error.column - 1, error.problem) from error
    if against := problems(state):
        problem = f"no game has this position: {' '.join(against)} Position: {header.start}"
        raise RecordError(line, column, problem)
    if len(state.seats) != len(header.seats):
        problem = f"found {len(state.seats)} seats, expected {len(header.seats)} as above."
        raise RecordError(line, column, problem)
    if state.first != header.first:
        problem = f"seat {state.first} began here, but “first” is {header.first}."
        raise RecordError(line, column, problem)
    return state


def _check_cards(action: str, place: TextPlace, rules: Ruleset) -> None:
    """Refuse a misspelt card of a deal."""
    column = place.column
    for number, word in enumerate(action.split(" ")):
        if number == 0 and word != "deal":
            return
        if number and rules.deck and word not in rules.deck:
            near = meant(word, rules.deck)
            raise RecordError(place.line, column, f"found “{word}”, expected a card{near}")
        column += len(word) + 1
