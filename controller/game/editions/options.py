"""The options of a game: allowed values, and which go together.

Allowed values come from the types of `Options`; the rest is here.
Source: the table of options in the engine protocol, R2.4, R10.0, R11.1.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from controller.game.editions.files import names
from controller.game.editions.mistakes import Misfit
from controller.game.rules import Options
from controller.toml.mistakes import either, meant, shown

_TYPES: Final = get_type_hints(Options)
OPTIONS: Final = tuple(_TYPES)
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    option: get_args(type_) for option, type_ in _TYPES.items() if get_origin(type_) is Literal
}
SWITCHES: Final = frozenset(option for option, type_ in _TYPES.items() if type_ is bool)
LEAST: Final[Mapping[str, int]] = {
    "start_carrots": 0,
    "lettuces": 0,
    "restart_carrots": 15,
    "restore_carrots": 0,
}
MOST: Final = 1_000_000_000
"""Most carrots of an option; a larger number is a typing error."""
TEAMS: Final = ((4, [2, 2]), (6, [2, 2, 2]), (6, [3, 3]))
"""Number of seats, and the sizes of the teams (R11.1)."""


def fault(option: str, value: object) -> str | None:
    """Return the mistake in the value of one option by itself; None if it has none.

    The sentence begins with the name of the option.
    """
    if option in LEAST:
        return _amount(option, value, LEAST[option])
    if option == "patch_total":
        return None if value is None else _amount(option, value, 0)
    said = _fault(option, value)
    return None if said is None else f"{option}: {said}"


def _fault(option: str, value: object) -> str | None:
    if option in WORDS:
        return one_of(value, WORDS[option])
    if option in SWITCHES:
        return None if isinstance(value, bool) else f"{shown(value)} is neither true nor false."
    if option == "track":
        known = names("tracks")
        if not isinstance(value, str):
            return f"{shown(value)} is not the name of a track: {either(known)}."
        return None if value in known else f"There is no track {shown(value)}{meant(value, known)}"
    if option == "runners":
        return None if type(value) is int and value in (1, 2) else f"{shown(value)} is not 1 or 2."
    return None if value is None or _lists_of_seats(value) else _NOT_TEAMS


def one_of(value: object, words: Collection[str]) -> str | None:
    """Return the mistake in a value that should be one of some words."""
    if isinstance(value, str) and value in words:
        return None
    wrong = f"{shown(value)} is not {either(list(words))}"
    return wrong + (meant(value, words) if isinstance(value, str) else ".")


def amount(value: object) -> str | None:
    """Return the mistake in a value that should be a number of carrots or lettuces."""
    said = _amount("", value, 0)
    return None if said is None else said.removeprefix(": ")


def _amount(option: str, value: object, least: int) -> Misfit | None:
    told = shown(value)
    if type(value) is not int:
        return Misfit("{option}: {value} is not a whole number.", option=option, value=told)
    if value < least:
        return Misfit("{option}: {value} is below {least}.", option=option, value=told, least=least)
    if value > MOST:
        return Misfit("{option}: {value} is above {most}.", option=option, value=told, most=MOST)
    return None


def misfits(values: Mapping[str, Any], wrong: Collection[str], seats: int) -> list[Misfit]:
    """List options, each valid by itself, that do not fit together or the number of seats.

    Args:
        values: every option.
        wrong: options not valid by themselves; checks that depend on them are skipped.
        seats: 2 to 6.
    """
    problems: list[Misfit] = []
    runners, start, total = values["runners"], values["start_carrots"], values["patch_total"]
    if "runners" not in wrong and runners == 2 and seats > 3:
        problems.append(
            Misfit("runners: with {seats} seats only 1 each is allowed, not 2.", seats=seats)
        )
    if total is not None and not {"patch_total", "start_carrots"} & set(wrong):
        dealt = seats * start
        if total < dealt:
            problems.append(
                Misfit(
                    "patch_total: {total} is too few: {dealt} carrots are dealt to {seats} seats.",
                    total=total,
                    dealt=dealt,
                    seats=seats,
                )
            )
    if values["teams"] is not None and "teams" not in wrong:
        problems += _teams(values["teams"], seats)
    return problems


_NOT_TEAMS: Final = (
    "this is not a list of teams, each a list of seats counted from 0, like [[0, 2], [1, 3]]."
)


def _lists_of_seats(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(team, list | tuple) and all(type(seat) is int for seat in team) for team in value
    )


def _teams(teams: Collection[Collection[int]], seats: int) -> list[Misfit]:
    """List reasons why the teams do not fit the seats (R11.1)."""
    if (seats, [len(team) for team in teams]) not in TEAMS:
        return [Misfit("teams: four play as two pairs, six as three pairs or two threes.")]
    if sorted(seat for team in teams for seat in team) != list(range(seats)):
        return [
            Misfit("teams: each seat from 0 to {last} must be in exactly one team.", last=seats - 1)
        ]
    return [
        Misfit(
            "teams: seats {seat} and {other} are in the same team, so they must not sit next "
            "to each other.",
            seat=seat,
            other=(seat + 1) % seats,
        )
        for team in teams
        for seat in team
        if (seat + 1) % seats in team
    ]
