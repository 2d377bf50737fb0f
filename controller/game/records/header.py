"""The header of a record: each value made out of the text of its line."""

import datetime
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from controller.game.editions.mistakes import BadRules
from controller.game.editions.options import OPTIONS, fault
from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.pieces import COLOURS, Colour
from controller.game.records.form import RecordError, RecordHeader, RecordSeat, TextPlace
from controller.game.rules import Ruleset
from controller.game.rules.setup import FEWEST_SEATS, MOST_SEATS
from controller.json_data import BadJson, any_json, from_json
from controller.toml.mistakes import meant

Values = Mapping[str, tuple[str, TextPlace]]
"""The text of each header line and where it begins, by its key."""

TOP: Final = TextPlace(1, 1)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def make_header(values: Values) -> tuple[RecordHeader, Ruleset]:
    """Make the header of these lines, and its rules.

    Raises:
        RecordError: a line is missing or wrong; a missing one is reported at the top.
    """
    if "edition" not in values:
        wanted = "a header line “edition: …” before the actions"
        raise RecordError(*TOP, f"found no edition, expected {wanted}.")
    edition, place = values["edition"]
    if edition not in edition_ids():
        near = meant(edition, edition_ids())
        raise RecordError(*place, f"found “{edition}”, expected an edition{near}")
    seats = _seats(values)
    options = _options(values)
    try:
        rules = make_ruleset(edition, len(seats), options)
    except BadRules as error:
        raise _misfit(error, values) from error
    runners = rules.options.runners
    for number, seat in enumerate(seats):
        if len(seat.colours) != runners:
            wanted = "a colour" if runners == 1 else "two, with a comma between"
            problem = f"found {' and '.join(seat.colours)}, expected {wanted}: one for each runner."
            raise RecordError(*values[f"seat {number}"][1], problem)
    header = RecordHeader(
        edition=edition,
        seats=seats,
        first=_order(values["first"], len(seats), "a seat")[0] if "first" in values else 0,
        date=_date(*values["date"]) if "date" in values else None,
        options=options,
        start=values["start"][0] if "start" in values else "",
        result=_order(values["result"], len(seats)) if "result" in values else (),
    )
    return header, rules


def _seats(values: Values) -> tuple[RecordSeat, ...]:
    seats: list[RecordSeat] = []
    for key, (value, place) in values.items():
        if not key.startswith("seat "):
            continue
        word, _, name = value.partition(" ")
        colours: list[Colour] = []
        taken = {colour for seat in seats for colour in seat.colours}
        column = place.column
        for text in word.split(","):
            colours.append(_colour(text, TextPlace(place.line, column), taken | {*colours}))
            column += len(text) + 1
        shown = _name(name.strip(), TextPlace(place.line, column))
        opponent = _name(*values.get(f"opponent {len(seats)}", ("", TOP)))
        seats.append(RecordSeat(tuple(colours), shown, opponent))
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        wanted = f"{FEWEST_SEATS} to {MOST_SEATS} seats, a line like “seat 0: red Ann” for each"
        raise RecordError(*TOP, f"expected {wanted}; found {len(seats)}.")
    for key, (_, place) in values.items():
        if key.startswith("opponent ") and int(key.removeprefix("opponent ")) >= len(seats):
            raise RecordError(*place, f"found “{key}”, expected a seat from 0 to {len(seats) - 1}.")
    return tuple(seats)


def _colour(text: str, place: TextPlace, taken: Collection[Colour]) -> Colour:
    colour = next((each for each in COLOURS if each == text), None)
    if colour is None:
        near = meant(text, COLOURS)
        raise RecordError(*place, f"found “{text}”, expected one of {', '.join(COLOURS)}{near}")
    if colour in taken:
        raise RecordError(*place, f"found {colour} again, expected a colour of its own.")
    return colour


def _options(values: Values) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for key, (text, place) in values.items():
        if key not in OPTIONS:
            continue
        try:
            options[key] = any_json(text)
        except BadJson:
            options[key] = text
        if problem := fault(key, options[key]):
            raise RecordError(*place, problem)
    return {option: options[option] for option in OPTIONS if option in options}


def _misfit(error: BadRules, values: Values) -> RecordError:
    """Make the error for options that do not fit together, at the place of the first one."""
    problem = error.problems[0]
    key = problem.partition(":")[0]
    return RecordError(*values[key if key in values else "edition"][1], problem)


def _order(given: tuple[str, TextPlace], seats: int, what: str = "") -> tuple[int, ...]:
    """Read seats in some order: each of them once, or only one."""
    text, place = given
    words = text.split()
    wanted = what or "each seat once, as “2 0 1”"
    fine = all(word in map(str, range(seats)) for word in words) and len(set(words)) == len(words)
    if not fine or len(words) != (1 if what else seats):
        raise RecordError(*place, f"found “{text}”, expected {wanted}; seats: 0 to {seats - 1}.")
    return tuple(map(int, words))


def _date(text: str, place: TextPlace) -> datetime.date:
    try:
        if _DATE.fullmatch(text):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise RecordError(*place, f"found “{text}”, expected a date like 1978-11-30.")


def _name(text: str, place: TextPlace) -> str:
    if not text.startswith('"'):
        return text
    try:
        return from_json(text, str)
    except BadJson:
        wanted = "a closing quotation mark, or a name without any"
        raise RecordError(*place, f"found “{text}”, expected {wanted}.") from None
