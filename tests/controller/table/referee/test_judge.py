"""What one placement means in one state of the game, asked of the referee itself."""

from typing import Final

import msgspec
import pytest

from controller.game.pieces import COLOURS, Colour, Player, RunnerId, Seating
from controller.game.rules import Action, State
from controller.game.rules.state import Prompt
from controller.table.referee import Errand, Expected, Mismatch, RefereeFinding, judge
from controller.table.referee.expected import ToCarry
from controller.table.tracker import Placement, Spot
from tests.support.rules.positions import HOME, position

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


def found(
    state: State,
    strangers: frozenset[int] = frozenset(),
    to_carry: ToCarry | None = None,
    back: tuple[RunnerId, Expected] | None = None,
    **spots: Spot,
) -> RefereeFinding:
    """The verdict on a board where runners stand on these spots, and all others as they should."""
    seating = seated(state)
    there: dict[Colour, Spot] = {
        seating.colour(seat, index): Spot(runner.at or None, bool(runner.obligation))
        for seat, holder in enumerate(state.seats)
        for index, runner in enumerate(holder.runners)
    }
    placement = Placement({**there, **spots}, strangers)  # type: ignore[dict-item]  # colours
    return judge(state, seating, placement, to_carry or {}, back)


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


def test_nothing_on_the_board_matters_once_the_race_is_over() -> None:
    over = msgspec.structs.replace(position([5, 4, 8]), prompt="over")
    assert found(over, frozenset({22}), red=Spot(9), blue=Spot(5)) == RefereeFinding()


@pytest.mark.parametrize("prompt", ["gift", "deal", "roll"])
def test_only_who_is_to_move_may_lift_a_runner(prompt: Prompt) -> None:
    state = position([5, 4, 8])
    assert found(state, red=Spot()) == RefereeFinding(in_hand=("red",))
    asked = msgspec.structs.replace(state, prompt=prompt)
    missing = (Mismatch("missing", None, "red", 5),)
    assert found(asked, red=Spot()) == RefereeFinding(mismatches=missing)


def test_what_takes_no_part_in_the_game_is_a_stranger() -> None:
    finding = found(position([5, 4, 8]), frozenset({22}), blue=Spot(30))
    assert finding.mismatches == (
        Mismatch("stranger", 30, "blue"),
        Mismatch("stranger", 22),
    )


def test_two_runners_on_one_square_are_crowded_unless_it_is_home() -> None:
    crowded = found(position([5, 4, 8]), yellow=Spot(8))
    assert crowded.mismatches == (Mismatch("crowded", 8, "yellow", 4),)
    home = found(position([5, 4, HOME]), yellow=Spot(HOME))
    assert home.mismatches == (Mismatch("misplaced", HOME, "yellow", 4),)


def test_a_move_waits_for_the_errand_that_frees_its_square() -> None:
    state = position([5, 4, 8])
    left = found(state, to_carry={"yellow": Spot(7)}, yellow=Spot(7), red=Spot(7, since_s=3.0))
    assert left.candidate is not None
    assert (left.held, left.errands) == (True, (Errand("yellow", 7, 4, face_down=False),))
    elsewhere = found(state, to_carry={"yellow": Spot(2)}, yellow=Spot(2), red=Spot(7, since_s=3.0))
    assert elsewhere.candidate is not None
    assert not elsewhere.held


def test_a_move_waits_until_a_take_back_is_settled() -> None:
    back: tuple[RunnerId, Expected] = ((1, 0), Expected(2, face_down=False))
    finding = found(position([5, 4, 8]), back=back, yellow=Spot(2), red=Spot(7, since_s=3.0))
    assert finding.candidate is not None
    assert (finding.put_back, finding.held, finding.mismatches) == (True, True, ())
