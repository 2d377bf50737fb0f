"""The editions and options there are, as the engine lists them."""

from typing import Any

import msgspec

from controller.game.editions.files import names
from controller.game.editions.options import LEAST, MOST, OPTIONS, SWITCHES, WORDS
from controller.game.editions.rulesets import edition_ids, load_edition, make_ruleset
from controller.game.rules import BadSetup


def editions() -> dict[str, Any]:
    """List each edition with its options for three seats, and those that differ with others."""
    return {edition: _edition(edition) for edition in edition_ids()}


def _edition(edition: str) -> dict[str, Any]:
    possible: dict[int, dict[str, Any]] = {}
    problems = []
    for seats in (3, 2, 4, 5, 6):  # a user's own may have mistakes, or too few carrots for some
        try:
            possible[seats] = msgspec.to_builtins(make_ruleset(edition, seats).options)
        except BadSetup as error:
            problems.append(str(error))
    if not possible:
        return {"problem": problems[0]}
    found = load_edition(edition)
    usual = next(iter(possible.values()))
    seats_differing = {
        str(seats): {name: value for name, value in each.items() if value != usual[name]}
        for seats, each in possible.items()
        if seats != 3
    }
    named = {"name": found.name, "year": found.year, "about": found.about}
    return {**named, "options": usual, "with_seats": seats_differing}


def options() -> dict[str, Any]:
    """List every option with its values or their range."""
    return {option: _values(option) for option in OPTIONS}


def _values(option: str) -> Any:
    if option in WORDS:
        return WORDS[option]
    if option in SWITCHES:
        return (False, True)
    match option:
        case "track":
            return names("tracks")
        case "runners":
            return (1, 2)
        case "patch_total":
            return {"from": 0, "to": MOST, "or": None}
        case "teams":
            return {"lists_of": "seats", "or": None}
        case _:
            return {"from": LEAST[option], "to": MOST}
