"""What set-up offers: every option of a game, in words."""

from typing import Any, Final

import msgspec

from controller.editions import DEFAULT_EDITION, edition_ids, load_edition, resolve
from controller.library.explain import facts
from controller.library.forms import Edition
from controller.library.shelf import names
from controller.rules import BadSetup

FEWEST_WITH_ONE_RUNNER: Final = 3
WAYS_TO_PLAY: Final = ((2, 2), (2, 1), (3, 1), (3, 2), (4, 1), (5, 1), (6, 1))
"""How many players, with how many runners each (R10)."""
SUMMARY: Final = ("carrots", "hare squares", "HOME", "patch")
"""What set-up tells of an edition, of all that `hareboard editions show` tells."""
YES_NO: Final = {True: "Yes", False: "No"}


class Choice(msgspec.Struct, frozen=True):
    """One option as set-up offers it.

    Attributes:
        option: its name in a game's options.
        group: what it is listed under.
        title: what it decides.
        values: the values to choose from, with their words; empty for a number.
        least: for a number, the smallest one.
        may_be_none: what leaving a number empty means; None if it may not be left empty.
    """

    option: str
    group: str
    title: str
    values: dict[Any, str] = {}
    least: int | None = None
    may_be_none: str | None = None


CHOICES: Final = (
    Choice(
        "hare",
        "Hare squares",
        "What a hare square does",
        {
            "text-cards": "Cards with text",
            "number-cards": "Cards with numbers",
            "deck-1978": "The twelve cards of 1978",
            "table-1974": "Six numbers and the table of 1974",
            "die-table": "A die and a table",
            "tournament": "Wait, and pay whoever passes (tournament)",
            "flat-cost": "Leave it for 5 carrots a square",
            "nap": "Sleep a turn, unless passed",
            "off": "Nothing: nobody may stop there",
        },
    ),
    Choice(
        "equal",
        "Hare squares",
        "As many players behind as in front: the card says",
        {"nothing": "Nothing happens", "again": "Play again"},
    ),
    Choice(
        "give_ten",
        "Hare squares",
        "A gift of 10 that is too much",
        {"cascade": "5 each, or 1 each", "all-or-nothing": "No gift at all"},
    ),
    Choice("restore_carrots", "Hare squares", "“A fresh bundle” is so many carrots", least=0),
    Choice("skip_occupied_carrots", "Hare squares", "“To the carrots” skips taken squares", YES_NO),
    Choice("ten_may_be_declined", "Hare squares", "Drawing or paying ten may be declined", YES_NO),
    Choice("track", "The race", "Track"),
    Choice("runners", "The race", "Runners each (two or three players)", {1: "One", 2: "Two"}),
    Choice("start_carrots", "The race", "Carrots at the start", least=0),
    Choice("lettuces", "The race", "Lettuces at the start", least=0),
    Choice("restart_carrots", "The race", "Carrots after starting again", least=15),
    Choice("open_hands", "The race", "Everybody's carrots are shown to all", YES_NO),
    Choice(
        "home_limit",
        "HOME",
        "Carrots allowed at HOME",
        {"place": "10 for each place of arrival", "flat-20": "20 for everybody"},
    ),
    Choice(
        "first_runner_lettuces",
        "HOME",
        "The first of two runners may arrive with lettuces",
        YES_NO,
    ),
    Choice(
        "finish",
        "HOME",
        "The race is over",
        {"play-on": "When all but one are HOME", "first-home": "When the first is HOME"},
    ),
    Choice(
        "patch_total",
        "The carrot patch",
        "Carrots in the box, hands included",
        least=0,
        may_be_none="Never runs out",
    ),
    Choice("baulk", "The carrot patch", "Others pay half when the patch runs short", YES_NO),
)


def editions() -> dict[str, Any]:
    """All editions, and every option a game may differ in from its edition."""
    return {
        "default": DEFAULT_EDITION,
        "editions": [entry for name in edition_ids() if (entry := _edition(name)) is not None],
        "options": [_offered(choice) for choice in CHOICES],
    }


def _edition(name: str) -> dict[str, Any] | None:
    """One edition as set-up shows it; None for somebody's own file that has mistakes."""
    try:
        edition = load_edition(name)
        options = msgspec.to_builtins(resolve(edition, FEWEST_WITH_ONE_RUNNER, {}))
    except BadSetup:
        return None
    by_players = [
        {"players": players, "runners": runners, "options": own}
        for players, runners in WAYS_TO_PLAY
        if (own := _own(edition, players, runners, options)) is not None
    ]
    told = facts(edition)
    summary = [f"{title[0].upper()}{title[1:]}: {told[title]}" for title in SUMMARY]
    return {
        "id": name,
        "name": edition.name,
        "summary": summary,
        "options": options,
        "by_players": by_players,
    }


def _own(
    edition: Edition, players: int, runners: int, usual: dict[str, Any]
) -> dict[str, Any] | None:
    """The options of so many players that are not as usual; None if they cannot play by it."""
    try:
        options = msgspec.to_builtins(resolve(edition, players, {"runners": runners}))
    except BadSetup:
        return None
    return {option: value for option, value in options.items() if value != usual[option]}


def _offered(choice: Choice) -> dict[str, Any]:
    """An option as set-up reads it; `teams` is offered by the page itself."""
    values = choice.values
    if choice.option == "track":
        values = {name: name for name in names("tracks")}
    return {
        "option": choice.option,
        "group": choice.group,
        "title": choice.title,
        "values": [{"value": value, "title": title} for value, title in values.items()],
        "least": choice.least,
        "may_be_none": choice.may_be_none,
    }
