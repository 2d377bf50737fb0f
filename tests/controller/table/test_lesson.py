"""The lesson at the table: with runners on the wood, to the race after it."""

from pathlib import Path

import msgspec
import pytest

from controller.game.editions.rulesets import edition_ids
from controller.game.lesson.progress import lesson_at
from controller.game.setup import Together
from controller.refusal import Refusal
from controller.table.commands import Abandon, Begin, Confirm, Mend, Pause, Play
from controller.table.past_games import summary_of
from tests.support.table.learner import LESSON_S, do, do_step, go, lesson_of, name_of, tidy
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop
from tests.support.tiers import sample

BY_EDITION = [(edition, players) for edition in edition_ids() for players in (2, 3, 6)]


@pytest.mark.parametrize(("edition", "players"), sample(len(BY_EDITION), BY_EDITION))
def test_the_lesson_is_done_on_the_wood_and_the_race_begins(
    tmp_path: Path, edition: str, players: int
) -> None:
    top = Tabletop(tmp_path, players, edition=edition, lesson=True)
    steps = []
    while not (lesson_of(top).is_last and lesson_of(top).done):
        if lesson_of(top).done:
            top.wait(LESSON_S + SCAN_S)  # the next step begins by itself
        steps.append(do_step(top))
    assert steps == [part.step.id for part in lesson_of(top).parts]
    top.wait(3 * LESSON_S)
    assert lesson_of(top).done  # the race waits for somebody to start it
    top.press("confirm")
    top.wait(SCAN_S)
    assert top.snapshot.lesson is None
    assert top.snapshot.setup is not None
    assert top.snapshot.setup.hints == "fading"
    assert all(runner.at == 0 for seat in top.state.seats for runner in seat.runners)
    assert top.state.prompt == "move"


def test_without_tags_in_their_crowns_runners_chew_by_themselves(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True, crowned=False)
    while lesson_of(top).part.step.id != "hare":
        do_step(top)
        go(top, "next")
    assert lesson_of(top).index == 7


def test_two_seats_with_a_runner_each_come_home_without_ending_the_lesson(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, 2, options={"runners": 1}, lesson=True)
    while lesson_of(top).part.step.id != "home":
        go(top, "next")
    do_step(top)
    assert top.snapshot.phase == "playing"
    top.wait(LESSON_S)
    go(top, "back")
    assert lesson_of(top).part.step.id == "spare"
    go(top, "race")
    assert top.snapshot.phase == "playing"
    assert top.session.newest(10)[0].game != 1


def test_people_take_turns_and_opponents_only_watch(tmp_path: Path) -> None:
    opponents = {"Ben": "sprinter", "Dot": "alternator"}
    top = Tabletop(tmp_path, 4, opponents=opponents, lesson=True)
    learners = []
    while not lesson_of(top).is_last:
        learners.append(name_of(top))
        do_step(top)
        top.wait(3.0)
        go(top, "next")
    assert set(learners) == {"Ann", "Cem"}
    assert learners[:3] == ["Ann", "Cem", "Ann"]


def test_a_legal_move_that_is_not_asked_for_stays_a_question(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    assert str(lesson_of(top).asked[0]) == "f2"
    top.move("Ann", 4)
    assert [fault.kind for fault in top.finding.mismatches] == ["misplaced"]
    assert top.light(2) == "may-go-earns"
    assert not lesson_of(top).done
    with pytest.raises(Refusal, match="this step of the lesson"):
        top.phone("Ann", "f4")
    top.move("Ann", 2)
    assert lesson_of(top).done


def test_a_step_that_is_done_accepts_no_further_action(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    do_step(top)
    with pytest.raises(Refusal, match="Go on to the next one"):
        top.command(Play(1, "f4", top.snapshot.version))
    top.command(Confirm(top.snapshot.version))
    assert lesson_of(top).index == 1


def test_steps_are_skipped_repeated_and_gone_back_to(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    go(top, "next")
    go(top, "next")
    assert lesson_of(top).part.step.id == "carrots"
    do_step(top)
    go(top, "again")
    assert lesson_of(top).part.step.id == "carrots"
    assert not lesson_of(top).done
    go(top, "back")
    assert lesson_of(top).part.step.id == "choose"
    go(top, "back")
    go(top, "back")
    assert lesson_of(top).index == 0
    do_step(top)


def test_taking_a_move_back_brings_the_step_back(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    do_step(top)
    top.lift("Ann")
    assert top.finding.put_back
    top.wait(2 * LESSON_S)
    assert lesson_of(top).index == 0  # nothing goes on while a hand decides
    top.press("take-back")
    top.wait(SCAN_S)
    assert not lesson_of(top).done
    do_step(top)


@pytest.mark.parametrize("step", range(10))
def test_after_a_power_cut_the_lesson_goes_on_at_its_step(tmp_path: Path, step: int) -> None:
    top = Tabletop(tmp_path, lesson=True)
    for _ in range(step):
        go(top, "next")
    tidy(top)
    top.pull_the_plug()
    top.wait(1.2)  # until then a runner that is first sighted counts as having stood there
    assert lesson_of(top).index == step
    assert not lesson_of(top).done
    do_step(top)
    top.pull_the_plug()
    assert lesson_of(top).index == step
    assert lesson_of(top).done


def test_a_paused_lesson_stands_still(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    do_step(top)
    top.command(Pause(paused=True))
    top.wait(3 * LESSON_S)
    assert lesson_of(top).index == 0
    top.command(Pause(paused=False))
    top.wait(LESSON_S + SCAN_S)
    assert lesson_of(top).index == 1


def test_the_board_cannot_take_the_lesson_elsewhere(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    top.move("Ben", 9)
    assert not top.snapshot.can_mend
    with pytest.raises(Refusal, match="where the step has them"):
        top.command(Mend("board", top.snapshot.version))
    top.command(Mend("game", top.snapshot.version))
    tidy(top)
    do_step(top)


def test_a_race_has_no_lesson(tmp_path: Path) -> None:
    top = Tabletop(tmp_path)
    with pytest.raises(Refusal, match="no lesson now"):
        go(top, "next")


def test_a_lesson_needs_a_person(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, opponents=dict.fromkeys(("Ann", "Ben"), "sprinter"))
    setup = top.snapshot.setup
    assert setup is not None
    only = tuple(msgspec.structs.replace(each, opponent="sprinter") for each in setup.seats)
    go_on = msgspec.structs.replace(setup, seats=only, lesson=True)
    top.session.carry_out(_abandoned(top))
    with pytest.raises(Refusal, match="let a person play"):
        top.command(Begin(go_on))
    boards = Together("a pair", (1,), "a race", ("Here", "There"))
    with pytest.raises(Refusal, match="for one board"):
        top.command(Begin(msgspec.structs.replace(setup, lesson=True, together=boards)))
    none = msgspec.structs.replace(setup, options={"track": "B", "start_carrots": 0}, lesson=True)
    assert lesson_at(none, None) is None


def test_a_lesson_is_no_race_of_the_list_once_it_has_ended(tmp_path: Path) -> None:
    top = Tabletop(tmp_path, lesson=True)
    do(top, lesson_of(top).asked[0])
    go(top, "race")
    top.wait(SETTLE_S)
    kept = top.session.kept(1)
    assert kept is not None
    assert summary_of(kept, top.session.under_way) is None


def _abandoned(top: Tabletop) -> Abandon:
    return Abandon(top.snapshot.version)
