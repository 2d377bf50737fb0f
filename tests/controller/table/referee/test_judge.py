"""What one placement means in one state of the game, asked of the referee itself."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from controller.game.pieces import COLOURS, Colour, Player, RunnerId, Seating
from controller.game.rules import Action, State, why
from controller.game.rules.errors import reason
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
    unread: frozenset[int] = frozenset(),
    unseen: frozenset[Colour] = frozenset(),
    to_carry: ToCarry | None = None,
    back: tuple[RunnerId, Expected] | None = None,
    actions: Sequence[Action] | None = None,
    **spots: Spot,
) -> RefereeFinding:
    """The verdict on a board where runners stand on these spots, and all others as they should."""
    seating = seated(state)
    there: dict[Colour, Spot] = {
        seating.colour(seat, index): Spot(runner.at or None, bool(runner.obligation))
        for seat, holder in enumerate(state.seats)
        for index, runner in enumerate(holder.runners)
    }
    placement = Placement({**there, **spots}, strangers, unread, unseen)  # type: ignore[dict-item]
    return judge(state, seating, placement, to_carry or {}, back, actions)


def test_wood_that_agrees_with_the_game_means_nothing() -> None:
    assert found(position([(10, 21), (13, 14)], owes={0: "chew"})) == RefereeFinding()


def test_a_runner_turned_upright_chews_r6_3() -> None:
    candidate = found(position([10, 13, 0], owes={0: "chew"}), red=Spot(10, since_s=3.0)).candidate
    assert candidate is not None
    assert (candidate.action, candidate.seat, candidate.colour) == (Action("chew"), 0, "red")
    assert (candidate.square, candidate.since_s) == (10, 3.0)


def test_whoever_is_to_move_chews_with_a_runner_turned_upright() -> None:
    candidate = found(position([13, 10], owes={1: "chew"}, to_act=1), yellow=Spot(10)).candidate
    assert candidate is not None
    assert (candidate.action, candidate.seat, candidate.colour) == (Action("chew"), 1, "yellow")


def test_a_runner_turned_upright_ends_its_nap_r8_6() -> None:
    state = position([3, 13, 0], owes={0: "rest"}, hare="nap")
    candidate = found(state, red=Spot(3)).candidate
    assert candidate is not None
    assert candidate.action == Action("rest")


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


def test_a_runner_on_the_way_is_an_errand_wherever_it_is_put_meanwhile() -> None:
    finding = found(position([5, 4, 8]), to_carry={"yellow": Spot(2)}, yellow=Spot(6))
    assert finding == RefereeFinding(errands=(Errand("yellow", 6, 4, face_down=False),))


def test_the_movers_own_errand_is_a_move_once_it_is_touched() -> None:
    state = position([5, 4, 8])
    left = found(state, to_carry={"red": Spot(3)}, red=Spot(3))
    assert left == RefereeFinding(errands=(Errand("red", 3, 5, face_down=False),))
    moved = found(state, to_carry={"red": Spot(3)}, red=Spot(7))
    assert (moved.errands, moved.candidate is not None) == ((), True)


def test_a_square_that_the_mover_cannot_reach_is_told_with_the_reasons() -> None:
    state = position([5, 4, 8])
    (mismatch,) = found(state, red=Spot(40)).mismatches
    assert mismatch == Mismatch("misplaced", 40, "red", 5, why(state, "f40"))
    assert mismatch.reasons


def test_a_legal_move_that_is_not_offered_is_told_so() -> None:
    state = position([5, 4, 8])
    only = Action("forward", None, 9)
    finding = found(state, actions=[only], red=Spot(7))
    not_due = (reason("not-due", action="f7"),)
    assert finding == RefereeFinding(mismatches=(Mismatch("misplaced", 7, "red", 5, not_due),))
    candidate = found(state, actions=[only], red=Spot(9)).candidate
    assert candidate is not None
    assert candidate.action == only


@pytest.mark.parametrize(("at", "runner"), [((13, 4), None), (((13, 5), (4, 0)), 0)])
def test_a_runner_set_down_on_the_tortoise_behind_goes_back(at: Any, runner: int | None) -> None:
    candidate = found(position(at), red=Spot(11)).candidate
    assert candidate is not None
    assert candidate.action == Action("back", runner)


def test_a_runner_that_no_reader_sees_any_more_is_lifted_or_missing() -> None:
    unseen: frozenset[Colour] = frozenset({"red", "yellow"})
    finding = found(position([5, 4, 8]), unseen=unseen, red=Spot(7), yellow=Spot(9))
    assert finding == RefereeFinding(
        mismatches=(Mismatch("missing", None, "yellow", 4),), in_hand=("red",)
    )


@pytest.mark.parametrize(
    ("came_from", "spot", "is_back"),
    [
        (0, Spot(since_s=5.0), True),
        (0, Spot(), False),
        (2, Spot(since_s=5.0), False),
        (1, Spot(since_s=5.0), False),
        (31, Spot(since_s=5.0), True),
        (31, Spot(), False),
    ],
)
def test_a_runner_that_left_is_put_back_where_no_reader_could_see_it(
    came_from: int, spot: Spot, *, is_back: bool
) -> None:
    back: tuple[RunnerId, Expected] = ((1, 0), Expected(came_from, face_down=False))
    finding = found(position([5, 4, 8]), unread=frozenset({31}), back=back, yellow=spot)
    assert finding.put_back is is_back
    assert bool(finding.mismatches) is not is_back


def test_a_runner_believed_on_a_square_that_is_out_is_not_put_back() -> None:
    back: tuple[RunnerId, Expected] = ((1, 0), Expected(0, face_down=False))
    unseen: frozenset[Colour] = frozenset({"yellow"})
    assert not found(position([5, 4, 8]), unseen=unseen, back=back, yellow=Spot(6)).put_back


MOVED: Final = Spot(7, since_s=3.0)
NEXT: Final = Spot(9, since_s=3.1)
"""Where the mover stands, and the next player after it."""


def test_a_next_player_who_begins_confirms_no_move_before_a_take_back_is_settled() -> None:
    back: tuple[RunnerId, Expected] = ((2, 0), Expected(2, face_down=False))
    finding = found(position([5, 4, 8]), back=back, green=Spot(2), red=MOVED, yellow=NEXT)
    assert (finding.put_back, finding.overtaken, finding.held) == (True, False, True)


def test_a_next_player_who_begins_confirms_no_move_onto_the_square_of_an_errand() -> None:
    finding = found(
        position([5, 4, 8]), to_carry={"green": Spot(7)}, green=Spot(7), red=MOVED, yellow=NEXT
    )
    assert (finding.overtaken, finding.held) == (False, True)


def test_a_next_player_who_begins_confirms_no_move_that_asks_for_cards_first() -> None:
    state = position([13, 20, 0], cards="shuffle")
    finding = found(state, red=Spot(14, since_s=3.0), yellow=Spot(22, since_s=3.1))
    assert finding.candidate is not None
    assert (finding.overtaken, finding.held) == (False, True)


def test_a_next_player_who_has_a_gift_to_answer_first_confirms_no_move() -> None:
    state = position([0, 0, 0], cards="give-ten")
    finding = found(state, red=Spot(1, since_s=3.0), yellow=Spot(5, since_s=3.1))
    assert finding.candidate is not None
    assert (finding.overtaken, finding.held) == (False, True)


def test_an_opponents_runner_that_is_touched_confirms_no_move() -> None:
    ben = Player("Ben", ("yellow",), "walker")
    seating = Seating((Player("Ann", ("red",)), ben, Player("Cem", ("green",))))
    placement = Placement({"red": MOVED, "yellow": NEXT, "green": Spot(8)})
    finding = judge(position([5, 4, 8]), seating, placement, {})
    assert (finding.overtaken, finding.held) == (False, True)
