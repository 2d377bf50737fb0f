"""What one placement means in one state of the game, asked of the referee itself."""

from typing import Final

import pytest

from controller.game.pieces import COLOURS, Colour, Player, Seating
from controller.game.rules import Action, State
from controller.table.referee import Mismatch, RefereeFinding, judge
from controller.table.tracker import Placement, Spot
from tests.support.rules.positions import position

NAMES: Final = ("Ann", "Ben", "Cem")


def seated(state: State) -> Seating:
    """Ann has red, then comes yellow; with two runners each the seats have every second colour."""
    seats = len(state.seats)
    each = state.rules.options.runners
    players = tuple(
        Player(name, COLOURS[seat::seats][:each])
        for seat, name in zip(range(seats), NAMES, strict=False)
    )
    return Seating(players, frozenset(COLOURS))


def found(state: State, **spots: Spot) -> RefereeFinding:
    """The verdict on a board where runners stand on these spots, and all others as they should."""
    seating = seated(state)
    there: dict[Colour, Spot] = {
        seating.colour(seat, index): Spot(runner.at or None, bool(runner.obligation))
        for seat, holder in enumerate(state.seats)
        for index, runner in enumerate(holder.runners)
    }
    return judge(state, seating, Placement({**there, **spots}), {})  # type: ignore[dict-item]


def test_wood_that_agrees_with_the_game_means_nothing() -> None:
    assert found(position([(10, 21), (13, 14)], owes={0: "chew"})) == RefereeFinding()


def test_a_runner_turned_upright_chews_r6_3() -> None:
    candidate = found(position([10, 13, 0], owes={0: "chew"}), red=Spot(10, since_s=3.0)).candidate
    assert candidate is not None
    assert (candidate.action, candidate.seat, candidate.colour) == (Action("chew"), 0, "red")
    assert (candidate.square, candidate.since_s) == (10, 3.0)


def test_a_runner_of_somebody_else_turned_upright_chews_nothing() -> None:
    state = position([10, 22, 0], owes={0: "chew", 1: "chew"})
    finding = found(state, yellow=Spot(22))
    assert finding == RefereeFinding(mismatches=(Mismatch("wrong-way-up", 22, "yellow", 22),))


def test_the_other_runner_laid_face_down_chews_nothing() -> None:
    state = position([(10, 14), (0, 0)], owes={0: "chew"})
    finding = found(state, green=Spot(14, face_down=True))
    assert finding == RefereeFinding(mismatches=(Mismatch("wrong-way-up", 14, "green", 14),))


def test_of_two_runners_set_down_both_are_told_with_their_squares() -> None:
    state = position([(4, 6), (0, 0)])
    finding = found(state, red=Spot(5), green=Spot(7))
    assert finding.candidate is None
    assert finding.mismatches == (
        Mismatch("misplaced", 5, "red", 4),
        Mismatch("misplaced", 7, "green", 6),
    )


@pytest.mark.parametrize("since_s", [2.0, 3.0])
def test_a_next_player_who_has_not_begun_after_a_move_holds_it(since_s: float) -> None:
    finding = found(position([5, 4, 8]), red=Spot(7, since_s=3.0), yellow=Spot(9, since_s=since_s))
    assert (finding.overtaken, finding.held) == (False, True)
    assert finding.mismatches == (Mismatch("misplaced", 9, "yellow", 4),)


def test_a_next_player_who_begins_after_a_move_confirms_it() -> None:
    finding = found(position([5, 4, 8]), red=Spot(7, since_s=3.0), yellow=Spot(9, since_s=3.1))
    assert finding.candidate is not None
    assert finding.candidate.action == Action("forward", None, 7)
    assert (finding.overtaken, finding.held, finding.mismatches) == (True, False, ())
