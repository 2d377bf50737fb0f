"""The analysis of a game in words, for everybody: it is over."""

from typing import Final

from controller.game.advice.analysis import Alternative, Analysis, TurningPoint
from controller.game.advice.sources import CarrotSource
from controller.game.history import Ply
from controller.game.rules import parse
from controller.table.past_games import Story
from web.languages.language import Speech, mark
from web.views.reasons import action_named, reason_told
from web.views.shapes.game import AnalysisTold, BetterTold, SourceTold, TurningPointTold
from web.views.story import story_teller, turn_told
from web.views.words import Teller

SOURCES: Final[dict[CarrotSource, str]] = {
    "moves": mark("Moves"),
    "numbers": mark("Number squares"),
    "lettuces": mark("Lettuces"),
    "tortoises": mark("Tortoises"),
    "carrots": mark("Carrot squares"),
    "hares": mark("Hares"),
    "gifts": mark("Gifts"),
    "restarts": mark("Starting again"),
    "baulks": mark("Filling the patch"),
}
"""Sources of carrots, in the order in which they are shown."""
SOONER: Final = 0.75
"""Turns sooner HOME from which on they are told."""


def analysis_told(told: Story, analysis: Analysis, say: Speech) -> AnalysisTold:
    """Return the analysis of a game in words."""
    table = story_teller(told, say)
    return AnalysisTold(
        ready=True,
        chances=tuple(tuple(map(percent, each)) for each in analysis.chances),
        turning_points=tuple(_point(each, told, table) for each in analysis.turning_points),
        sources=tuple(
            SourceTold(
                source_name(source, table),
                tuple(account.earned.get(source, 0) for account in analysis.accounts),
                tuple(account.spent.get(source, 0) for account in analysis.accounts),
            )
            for source in SOURCES
            if any(source in {**each.earned, **each.spent} for each in analysis.accounts)
        ),
    )


def source_name(source: CarrotSource, table: Teller) -> str:
    """Return the name of a source of carrots."""
    if source == "tortoises" and table.hedgehog:
        return table.say._("Hedgehogs")
    return table.say._(SOURCES[source])


def percent(chance: float) -> int:
    """Return a chance or a change of one in whole percent."""
    return round(100 * chance)


def _point(point: TurningPoint, told: Story, table: Teller) -> TurningPointTold:
    turn = told.turns[point.number - 1]
    assert turn.ply is not None, "a correction of the board turns no race"
    return TurningPointTold(
        number=point.number,
        seat=point.seat,
        sentence=turn_told(turn, table),
        changes=tuple(map(percent, point.changes)),
        better=None if point.better is None else better_told(point.better, turn.ply, table),
    )


def better_told(better: Alternative, ply: Ply, table: Teller) -> BetterTold:
    """Tell what would have been better than what was played."""
    say, options = table.say, ply.before.rules.options
    action = parse(better.action)
    assert action is not None, "it was legal"
    reasons = [reason_told(each, options, table) for each in better.reasons]
    if better.turns_sooner >= SOONER:
        turns = round(better.turns_sooner)
        reasons.append(
            say.n_(
                "About {count} turn sooner HOME, by the board's estimate.",
                "About {count} turns sooner HOME, by the board's estimate.",
                turns,
            )
        )
    return BetterTold(
        sentence=say._("Better: {what}.", what=action_named(action, ply.before, table)),
        chance=percent(better.chance),
        chance_as_played=percent(better.chance_as_played),
        reasons=tuple(reasons),
        reasons_as_played=tuple(
            reason_told(each, options, table) for each in better.reasons_as_played
        ),
    )
