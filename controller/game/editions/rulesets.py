"""The rules of one game: an edition, the number of seats, and what this game does differently.

The data files themselves are the subject of `controller.game.editions`.
Source: R1.3, R10, R13.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from controller.game.editions import catalogue
from controller.game.editions.files import names
from controller.game.editions.forms import (
    CARD_RULES,
    SEATS,
    START_CARROTS,
    TABLE_RULES,
    WITH_PATCH_TOTAL,
    Edition,
)
from controller.game.editions.mistakes import BadRules
from controller.game.editions.options import LEAST, OPTIONS, fault, misfits
from controller.game.rules import Options, Ruleset, Track, build_ruleset
from controller.toml.mistakes import meant

DEFAULT_EDITION: Final = "parlett-2018"


def edition_ids() -> tuple[str, ...]:
    """List the ids of all editions, shipped and the user's own."""
    return names("editions")


def load_edition(edition: str) -> Edition:
    """Load an edition from its data file.

    Raises:
        BadRules: there is no such edition (`unknown-edition`), or its file is wrong.
    """
    return catalogue.edition(edition)


def load_track(name: str) -> Track:
    """Load a track from its data file.

    Raises:
        BadRules: there is no such track, or its file is wrong.
    """
    return catalogue.track(name)


def make_ruleset(
    edition: str = DEFAULT_EDITION, seats: int = 3, options: Mapping[str, Any] | None = None
) -> Ruleset:
    """Make the rules of an edition for a number of seats, with the house rules of one game.

    Args:
        edition: an edition's id.
        seats: how many seats; the starting carrots depend on it.
        options: options that differ from the edition's, by name.

    Raises:
        BadRules: an unknown edition, or invalid options, with every reason.
    """
    loaded = load_edition(edition)
    resolved = resolve(loaded, seats, options or {})
    return build_ruleset(
        edition,
        resolved,
        load_track(resolved.track),
        cards(loaded, resolved.hare),
        table(loaded, resolved.hare),
    )


def resolve(edition: Edition, seats: int, given: Mapping[str, Any]) -> Options:
    """Return every option of one game: those given, and the edition's for all others.

    Raises:
        BadRules: unknown options, impossible values, or options that do not fit together.
    """
    problems = [
        f"There is no option “{key}”{meant(key, OPTIONS)}" for key in given if key not in OPTIONS
    ]
    values = _values(edition, seats, given)
    faults = {option: said for option in OPTIONS if (said := fault(option, values[option]))}
    problems += faults.values()
    problems += misfits(values, faults, seats)
    if problems:
        raise BadRules("bad-option", problems)
    return msgspec.convert(values, Options)


def cards(edition: Edition, hare: str) -> tuple[str, ...]:
    """Return the pile for a hare rule, in the order of its file; empty if the rule has none.

    An edition's own deck is for its own hare rule: a game with another hare rule takes the
    usual cards of that rule.

    Raises:
        BadRules: there is no such deck, or it is for another hare rule.
    """
    if hare not in CARD_RULES:
        return ()
    name = edition.deck if edition.deck and hare == edition.options["hare"] else hare
    found = catalogue.deck(name)
    if found.rule != hare:
        raise BadRules(
            "bad-option", [f"deck: the cards of “{name}” are for {found.rule}, not for {hare}."]
        )
    return found.cards


def table(edition: Edition, hare: str) -> tuple[tuple[str, ...], ...]:
    """Return the table for a hare rule; empty if the rule has none.

    Raises:
        BadRules: there is no such table.
    """
    if hare not in TABLE_RULES:
        return ()
    own = edition.table if hare == edition.options["hare"] else None
    return catalogue.table(own or hare).rows


def _values(edition: Edition, seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every option, not yet checked."""
    two = given.get("runners", 2 if seats == 2 else 1) == 2
    # Two seats with one runner each start like three (R10.0).
    one_each = edition.start_carrots[min(max(seats, SEATS[0]), SEATS[-1])]
    hare = given.get("hare", edition.options["hare"])
    values: dict[str, Any] = {
        **edition.options,
        "runners": 2 if seats == 2 else 1,
        "start_carrots": edition.two_runners.start_carrots if two else one_each,
        "teams": None,
    }
    if two:
        values["lettuces"] = edition.two_runners.lettuces
    values.setdefault("skip_occupied_carrots", hare != "deck-1978")
    values.setdefault("ten_may_be_declined", hare == "deck-1978")
    values.update((key, value) for key, value in given.items() if key in OPTIONS)
    if "restart_carrots" not in given and values["restart_carrots"] == START_CARROTS:
        start, least = values["start_carrots"], LEAST["restart_carrots"]
        values["restart_carrots"] = max(start, least) if type(start) is int else least
    if "baulk" not in given and values["baulk"] == WITH_PATCH_TOTAL:
        values["baulk"] = values["patch_total"] is not None
    return values
