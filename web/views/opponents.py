"""Computer opponents: those that set-up offers, in words, and what people carry for them."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.table.referee import Errand
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views.shapes.game import OpponentOffered

VERY_EASY: Final = mark("very easy")
EASY: Final = mark("easy")
MEDIUM: Final = mark("medium")
HARD: Final = mark("hard")
VERY_HARD: Final = mark("very hard")

OFFERED: Final = (
    OpponentOffered(
        "walker", mark("Snail"), VERY_EASY, mark("Always moves to the next free square.")
    ),
    OpponentOffered(
        "alternator", mark("Frog"), EASY, mark("Leaps as far as it can, then a single step.")
    ),
    OpponentOffered(
        "sprinter", mark("Squirrel"), EASY, mark("Always runs as far as it can pay for.")
    ),
    OpponentOffered(
        "strategist-1", mark("Owlet"), MEDIUM, mark("Knows one short way HOME. A child can win.")
    ),
    OpponentOffered(
        "weigher", mark("Mole"), HARD, mark("Weighs every move, but looks only at its own race.")
    ),
    OpponentOffered(
        "strategist-2", mark("Owl"), HARD, mark("Knows a short way HOME from every place.")
    ),
    OpponentOffered(
        "strategist-3",
        mark("Wise Owl"),
        VERY_HARD,
        mark("Watches everybody, and looks a round ahead."),
    ),
)
"""The calibrated characters, the weakest first. Source: docs/opponents.md, “Strength”.

`strategist-4` is left out: it is not yet shown to be stronger than `strategist-3`.
"""


def opponents(say: Speech, programs: Sequence[str] = ()) -> tuple[OpponentOffered, ...]:
    """Return the characters that set-up offers, the weakest first, and these programs."""
    characters = tuple(
        OpponentOffered(each.opponent, say._(each.name), say._(each.level), say._(each.text))
        for each in OFFERED
    )
    level, text = say._("added program"), say._("Whoever added it knows how it plays.")
    return characters + tuple(OpponentOffered(name, name, level, text) for name in programs)


def usual_name(character: str) -> str:
    """Return the English name of a character; one that set-up does not offer has its own."""
    return next((each.name for each in OFFERED if each.opponent == character), character)


def opponents_errands(snapshot: Snapshot) -> tuple[Errand, ...]:
    """Return the errands of opponents' runners, the first to be carried first."""
    seating = snapshot.seating
    theirs = {colour for seat in seating.opponents for colour in seating.players[seat].colours}
    return tuple(task for task in snapshot.finding.errands if task.colour in theirs)


def without_errands(snapshot: Snapshot) -> Snapshot:
    """Leave out opponents' errands: on a simulated board that carries them, nobody is asked to."""
    carried, finding = opponents_errands(snapshot), snapshot.finding
    if not carried:
        return snapshot
    left = tuple(task for task in finding.errands if task not in carried)
    return replace(
        snapshot,
        finding=replace(finding, errands=left),
        opponent_waits=bool(left or finding.mismatches or finding.put_back),
    )
