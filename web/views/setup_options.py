"""Options that set-up offers, in words."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

import msgspec

from controller.game.editions.explain import HARES
from controller.game.editions.files import names
from controller.game.editions.forms import SEATS, Edition
from controller.game.editions.rulesets import DEFAULT_EDITION, edition_ids, load_edition, resolve
from controller.game.rules import BadSetup, Options
from web.languages.language import Speech, mark
from web.views.opponents import opponents
from web.views.shapes.game import (
    ByPlayers,
    EditionOffered,
    EditionsAnswer,
    OptionOffered,
    OptionValue,
    ValueOffered,
)

WAYS_TO_PLAY: Final = ((3, 1), (2, 2), (2, 1), (3, 2), (4, 1), (5, 1), (6, 1))
"""Numbers of players, and of runners each (R10), the most usual first."""
YES_NO: Final[Mapping[OptionValue, str]] = {True: mark("Yes"), False: mark("No")}


def _option(
    option: str,
    group: str,
    title: str,
    values: Mapping[OptionValue, str] | None = None,
    least: int | None = None,
    may_be_none: str | None = None,
) -> OptionOffered:
    offered = tuple(ValueOffered(value, words) for value, words in (values or {}).items())
    return OptionOffered(option, group, title, offered, least, may_be_none)


CHOICES: Final = (
    _option(
        "hare",
        mark("Hare squares"),
        mark("What a hare square does"),
        {
            "text-cards": mark("Cards with text"),
            "number-cards": mark("Cards with numbers"),
            "deck-1978": mark("The twelve cards of 1978"),
            "table-1974": mark("Six numbers and the table of 1974"),
            "die-table": mark("A die and a table"),
            "tournament": mark("Wait, and pay if passed (tournament)"),
            "flat-cost": mark("Leave it for 5 carrots a square"),
            "nap": mark("Sleep a turn, unless passed"),
            "off": mark("Nothing: nobody may stop there"),
        },
    ),
    _option(
        "equal",
        mark("Hare squares"),
        mark("If as many players are behind as in front"),
        {"nothing": mark("Nothing happens"), "again": mark("Another turn")},
    ),
    _option(
        "give_ten",
        mark("Hare squares"),
        mark("If a gift of 10 is too much"),
        {"cascade": mark("5 each, or 1 each"), "all-or-nothing": mark("No gift at all")},
    ),
    _option(
        "restore_carrots",
        mark("Hare squares"),
        mark("Carrots in “A fresh bundle”"),
        least=0,
    ),
    _option(
        "skip_occupied_carrots",
        mark("Hare squares"),
        mark("“To the carrots” skips taken squares"),
        YES_NO,
    ),
    _option(
        "ten_may_be_declined",
        mark("Hare squares"),
        mark("Drawing or paying ten may be declined"),
        YES_NO,
    ),
    _option("track", mark("The race"), mark("Track")),
    _option(
        "runners",
        mark("The race"),
        mark("Runners each (two or three players)"),
        {1: mark("One"), 2: mark("Two")},
    ),
    _option("start_carrots", mark("The race"), mark("Carrots at the start"), least=0),
    _option("lettuces", mark("The race"), mark("Lettuces at the start"), least=0),
    _option("restart_carrots", mark("The race"), mark("Carrots after starting again"), least=15),
    _option("open_hands", mark("The race"), mark("Everybody's carrots are shown to all"), YES_NO),
    _option(
        "home_limit",
        mark("HOME"),
        mark("Carrots allowed at HOME"),
        {"place": mark("10 times the place of arrival"), "flat-20": mark("20 for everybody")},
    ),
    _option(
        "first_runner_lettuces",
        mark("HOME"),
        mark("The first of two runners may arrive with lettuces"),
        YES_NO,
    ),
    _option(
        "finish",
        mark("HOME"),
        mark("The race is over"),
        {
            "play-on": mark("When all but one are HOME"),
            "first-home": mark("When the first is HOME"),
        },
    ),
    _option(
        "patch_total",
        mark("The carrot patch"),
        mark("Carrots in the box, hands included"),
        least=0,
        may_be_none=mark("Never runs out"),
    ),
    _option(
        "baulk", mark("The carrot patch"), mark("Others pay half when the patch runs short"), YES_NO
    ),
)


def editions(say: Speech, programs: Sequence[str] = ()) -> EditionsAnswer:
    """List editions, every option in which a game may differ from its edition, and opponents.

    `programs` names the programs that may be opponents.
    """
    entries = (_edition(name, say) for name in edition_ids())
    return EditionsAnswer(
        default=DEFAULT_EDITION,
        editions=tuple(entry for entry in entries if entry is not None),
        options=tuple(_offered(choice, say) for choice in CHOICES),
        opponents=opponents(say, programs),
    )


def _edition(name: str, say: Speech) -> EditionOffered | None:
    """Describe one edition for set-up; None for a user's own that has mistakes or suits nobody."""
    try:
        edition = load_edition(name)
    except BadSetup:
        return None
    resolved = ((way, _options(edition, *way)) for way in WAYS_TO_PLAY)
    ways = {way: options for way, options in resolved if options is not None}
    if not ways:
        return None
    usual = next(iter(ways.values()))
    return EditionOffered(
        id=name,
        name=edition.name,
        summary=(
            _about_carrots(edition, say),
            _about_hares(edition, say),
            _about_home(edition, say),
            _about_patch(edition, say),
        ),
        options=usual,
        by_players=tuple(
            ByPlayers(*way, _differing(options, usual)) for way, options in ways.items()
        ),
    )


def _about_carrots(edition: Edition, say: Speech) -> str:
    """Describe the carrots at the start, by the number of players."""
    spans = [
        (amount, list(seats)) for amount, seats in groupby(SEATS, edition.start_carrots.__getitem__)
    ]
    two = edition.two_runners.start_carrots
    if len(spans) == 1:
        return say._(
            "Carrots at the start: {amount} each; {two} with two runners each.",
            amount=spans[0][0],
            two=two,
        )
    amounts = (
        say.p_("carrots", "{amount} with {players} players", amount=amount, players=_span(seats))
        for amount, seats in spans
    )
    return say._(
        "Carrots at the start: {amounts}; {two} with two runners each.",
        amounts=", ".join(amounts),
        two=two,
    )


def _span(seats: Sequence[int]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}–{seats[-1]}"  # noqa: RUF001 - a dash


def _about_hares(edition: Edition, say: Speech) -> str:
    hares = HARES[edition.options["hare"]]
    return say._("Hare squares: {what}", what=say._(hares))


def _about_home(edition: Edition, say: Speech) -> str:
    place, first = (
        edition.options["home_limit"] == "place",
        edition.options["finish"] == "first-home",
    )
    if place and first:
        return say._(
            "HOME: with 10 carrots at most for the first, 20 for the second, and so on. The first "
            "arrival ends the game."
        )
    if place:
        return say._(
            "HOME: with 10 carrots at most for the first, 20 for the second, and so on. The "
            "others play on for places."
        )
    if first:
        return say._(
            "HOME: with 20 carrots at most, whatever the place. The first arrival ends the game."
        )
    return say._(
        "HOME: with 20 carrots at most, whatever the place. The others play on for places."
    )


def _about_patch(edition: Edition, say: Speech) -> str:
    total = edition.options["patch_total"]
    if total is None:
        return say._("The carrot patch never runs out.")
    return say._(
        "The carrot patch can run out: there are {total} carrots in all, including the "
        "players' own.",
        total=total,
    )


def _options(edition: Edition, players: int, runners: int) -> Options | None:
    """Return the options with this number of players; None if it is not allowed."""
    try:
        return resolve(edition, players, {"runners": runners})
    except BadSetup:
        return None


def _differing(options: Options, usual: Options) -> Mapping[str, OptionValue | None]:
    return {
        option: value
        for option, value in msgspec.structs.asdict(options).items()
        if value != getattr(usual, option)
    }


def _offered(choice: OptionOffered, say: Speech) -> OptionOffered:
    """Translate an option; `teams` is offered by the page itself."""
    values = tuple(ValueOffered(each.value, say._(each.title)) for each in choice.values)
    if choice.option == "track":
        values = tuple(ValueOffered(name, name) for name in names("tracks"))
    return msgspec.structs.replace(
        choice,
        group=say._(choice.group),
        title=say._(choice.title),
        values=values,
        may_be_none=None if choice.may_be_none is None else say._(choice.may_be_none),
    )
