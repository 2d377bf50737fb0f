"""What is asked, and what comes of what lies on the readers and of what is said."""

from pathlib import Path

import pytest

from controller.maintenance.calibration.answers import (
    Anew,
    AskAgain,
    Back,
    Dark,
    GoRunner,
    GoSquare,
    Here,
    Lit,
    NoCrown,
    Save,
    Skip,
    There,
)
from controller.maintenance.calibration.learned import SquareFound
from controller.refusal import Refusal
from tests.support.calibration.desk import BLUE, BOARD, RED, Desk

GOOD = 20


def test_square_after_square_is_lit_and_goes_on_by_itself(desk: Desk) -> None:
    assert desk.visit.snapshot.lights == {}
    for square in range(1, 5):
        desk.until("square", square)
        assert desk.visit.snapshot.lights == {square: "put-here"}
        desk.put(RED, square)
        desk.until("done")
        assert desk.visit.snapshot.lights == {square: "checked"}
    desk.until("runner")
    assert desk.state.learned.squares == {
        square: SquareFound(reader=square, good=GOOD, of=GOOD) for square in range(1, 5)
    }


def test_what_lay_there_before_is_not_what_was_asked_for(desk: Desk) -> None:
    desk.put(BLUE, 3)
    desk.until("square", 1)
    desk.sweep(20)
    assert desk.at() == ("square", 1)
    desk.check(1)
    assert desk.found() == {1: 1}


def test_another_reader_than_the_right_one_is_asked_about(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 2)
    desk.until("where")
    assert desk.state.reader == 2
    desk.sweep(10)
    assert desk.at() == ("where", 1)
    desk.say(Here)
    desk.until("done", 1)
    desk.until("square", 2)
    desk.put(RED, 1)
    desk.until("where", 2)
    desk.say(Here)
    desk.until("done", 2)
    assert desk.found() == {1: 2, 2: 1}
    (swapped,) = [each for each in desk.visit.snapshot.findings if each.fault == "readers-swapped"]
    assert swapped.squares == (1, 2)


def test_a_runner_put_down_wrongly_is_moved_without_a_word(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 2)
    desk.until("where")
    desk.put(RED, 1)
    desk.until("done")
    assert desk.found() == {1: 1}


def test_a_builder_who_has_followed_a_wrong_light_says_so(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 3)
    desk.until("where")
    desk.say(lambda version: Lit(version, 3))
    assert (desk.at(), desk.note()) == (("square", 1), "light-noted")
    assert desk.state.learned.lights == {1: 3}
    desk.put(RED, 1)
    desk.until("done")
    assert desk.found() == {1: 1}


def test_two_readers_that_see_it_steadily_are_two_wires_to_one(desk: Desk) -> None:
    desk.until("square", 1)
    desk.on = {1: RED, 4: RED}
    desk.until("done")
    assert desk.state.learned.squares[1].others == (4,)
    assert desk.visit.snapshot.lights == {1: "doubtful"}
    assert desk.visit.snapshot.changes.readers == {4: None}


def test_a_reader_that_sees_a_neighbours_tag_now_and_then_is_none(desk: Desk) -> None:
    desk.until("square", 1)
    for turn in range(60):
        desk.on = {1: RED, 2: RED} if turn % 3 == 0 else {1: RED}
        desk.sweep()
        if desk.state.stage == "done":
            break
    assert desk.state.learned.squares == {1: SquareFound(reader=1, good=GOOD, of=GOOD)}


def test_it_is_there_but_nobody_reads_it(desk: Desk) -> None:
    desk.check(1)
    desk.until("square", 2)
    desk.lift(RED)
    desk.say(There)
    desk.until("done", 2)
    assert desk.state.learned.squares[2] == SquareFound()
    assert [(each.fault, each.squares) for each in desk.visit.snapshot.findings][:1] == [
        ("missing", (2,))
    ]


def test_a_reader_that_does_not_answer_is_told_from_one_that_sees_nothing(desk: Desk) -> None:
    desk.until("square", 1)
    desk.fail(1)
    desk.say(There)
    desk.until("done", 1)
    assert desk.state.learned.squares[1] == SquareFound(silent=True)


def test_something_else_is_read_and_what_was_asked_for_is_not(desk: Desk) -> None:
    desk.put(BLUE, 3)
    desk.until("square", 1)
    desk.say(There)
    desk.until("where", 1)
    desk.say(There)
    assert desk.state.learned.squares == {1: SquareFound()}


def test_a_runner_lifted_too_soon_is_asked_for_again(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 1)
    desk.until("reading")
    desk.sweep(5)
    desk.lift(RED)
    desk.until("square")
    assert (desk.at(), desk.note()) == (("square", 1), "lifted")
    assert desk.found() == {}
    desk.check(1)
    assert desk.found() == {1: 1}


def test_a_weak_reader_is_told_with_its_rate(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 1)
    desk.until("reading")
    for turn in range(30):
        desk.sweep(but=1 if turn % 3 == 0 else None)
    weak = desk.state.learned.squares[1]
    assert weak.weak
    assert (weak.of, 10 <= weak.good <= 16) == (GOOD, True)


def test_no_square_is_lit(desk: Desk) -> None:
    desk.until("square", 1)
    desk.say(Dark)
    desk.check(1)
    assert desk.state.learned.lights == {1: None}
    desk.until("square", 2)
    desk.say(Back)
    desk.say(lambda version: Lit(version, 1))
    assert desk.state.learned.lights == {}


def test_back_again_skip_and_jump(desk: Desk) -> None:
    desk.check(1)
    desk.until("square", 2)
    desk.say(Back)
    assert desk.at() == ("square", 1)
    desk.say(lambda version: GoSquare(version, 3))
    assert desk.at() == ("square", 3)
    desk.check(3)
    desk.until("square", 4)
    desk.say(Skip)
    assert desk.at() == ("square", 2)
    desk.say(Dark)
    desk.say(AskAgain)
    assert (desk.at(), desk.state.learned.lights) == (("square", 2), {})
    desk.say(lambda version: GoRunner(version, "blue"))
    assert (desk.at(), desk.colour()) == (("runner", 1), "blue")
    desk.say(Back)
    assert desk.colour() == "green"
    desk.say(Anew)
    assert (desk.at(), desk.found()) == (("looking", None), {})


def test_a_square_found_to_have_the_reader_of_another_has_that_one_asked_again(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 2)
    desk.until("where")
    desk.say(Here)  # It is not true.
    desk.until("square", 2)
    desk.put(RED, 3)
    desk.until("where")
    desk.put(RED, 2)
    desk.sweep(10)
    assert desk.at() == ("where", 2)
    desk.say(Here)
    desk.until("done", 2)
    assert desk.found() == {2: 2}
    desk.check(3)
    desk.check(4)
    desk.until("square", 1)


def test_an_answer_counts_once_and_only_for_its_question(desk: Desk) -> None:
    desk.until("square", 1)
    version = desk.visit.snapshot.version
    desk.visit.carry_out(Dark(version))
    for stale in (Dark(version), Skip(version), Save(version)):
        with pytest.raises(Refusal) as refused:
            desk.visit.carry_out(stale)
        assert refused.value.code == "stale"
    assert desk.state.learned.lights == {1: None}


@pytest.mark.parametrize("answer", [Here, NoCrown, Save])
def test_an_answer_to_nothing_that_was_asked_is_refused(desk: Desk, answer: type[Here]) -> None:
    desk.until("square", 1)
    with pytest.raises(Refusal) as refused:
        desk.say(answer)
    assert refused.value.code == "out-of-place"
    assert desk.at() == ("square", 1)


def test_while_the_board_is_looked_at_only_a_new_beginning_is_an_answer(desk: Desk) -> None:
    assert desk.at() == ("looking", None)
    with pytest.raises(Refusal) as refused:
        desk.say(Skip)
    assert refused.value.code == "out-of-place"
    desk.say(Anew)
    assert desk.at() == ("looking", None)


def test_at_the_end_there_is_nothing_to_skip_and_what_is_put_down_means_nothing(
    desk: Desk,
) -> None:
    desk.until("square")
    for _ in range(4):
        desk.say(Skip)
    assert desk.at() == ("sum", None)
    desk.put(RED, 1)
    desk.sweep(5)
    with pytest.raises(Refusal) as refused:
        desk.say(Skip)
    assert refused.value.code == "out-of-place"
    assert desk.at() == ("sum", None)


def test_what_is_said_of_a_square_is_refused_while_a_runner_is_asked_for(desk: Desk) -> None:
    desk.check(1)
    desk.until("square", 2)
    desk.say(lambda version: GoRunner(version, "blue"))
    with pytest.raises(Refusal) as refused:
        desk.say(Here)
    assert refused.value.code == "out-of-place"
    assert desk.at() == ("runner", 1)


def test_a_square_that_was_checked_already_is_not_left_out_when_it_is_skipped(desk: Desk) -> None:
    assert desk.state.readers_of(1) == frozenset()
    desk.check(1)
    desk.until("square", 2)
    desk.say(lambda version: GoSquare(version, 1))
    desk.say(Skip)
    assert desk.at() == ("square", 2)
    assert desk.found() == {1: 1}
    assert desk.state.learned.left_out == frozenset()
    assert desk.state.readers_of(1) == {1}


def test_two_lights_under_one_square_are_told(desk: Desk) -> None:
    desk.until("square", 1)
    desk.say(lambda version: Lit(version, 2))
    desk.until("square", 1)
    desk.check(1)
    desk.check(2)
    together = [each for each in desk.visit.snapshot.findings if each.fault == "lights-together"]
    assert [each.squares for each in together] == [(2,)]


def test_a_runner_lifted_before_anybody_has_looked_was_not_there(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 1)
    desk.until("look")
    desk.lift(RED)
    desk.until("square")
    desk.sweep(10)
    assert (desk.at(), desk.note(), desk.found()) == (("square", 1), None, {})


def test_a_reader_that_hardly_reads_it_is_asked_about_again(desk: Desk) -> None:
    desk.until("square", 1)
    desk.put(RED, 1)
    desk.until("reading")
    for turn in range(60):
        desk.sweep(but=None if turn % 5 == 0 else 1)
        if desk.state.stage != "reading":
            break
    assert (desk.at(), desk.note(), desk.found()) == (("square", 1), "unsteady", {})


def test_a_square_the_board_does_not_have_is_refused(desk: Desk) -> None:
    desk.until("square", 1)
    for jump in (GoSquare, Lit):
        with pytest.raises(Refusal) as refused:
            desk.visit.carry_out(jump(desk.visit.snapshot.version, 5))
        assert refused.value.message == "This board has no square 5."


def test_a_square_that_is_to_have_no_reader_is_only_looked_at(tmp_path: Path) -> None:
    text = BOARD.replace("columns = 2\n", "columns = 2\nwithout_reader = [2]\n")
    text = text.replace('squares = "1-4"', 'squares = [1, "-", 3, 4]')
    desk = Desk(tmp_path, text)
    desk.check(1)
    desk.until("square", 2)
    desk.sweep(20)
    assert desk.at() == ("square", 2)
    desk.say(lambda version: Lit(version, 2))
    desk.until("square", 3)
    assert all(each.fault not in ("missing", "dark") for each in desk.visit.snapshot.findings)
