"""Whose tag is whose: each runner is put down, turned over and known."""

from controller.game.pieces import Tag
from controller.maintenance.calibration.answers import (
    NoCrown,
    Save,
    Skip,
)
from controller.maintenance.calibration.learned import Learned, RunnerFound
from tests.support.calibration.desk import BLUE, BOARD, RED, RED_CROWN, STRANGER, Desk

GOOD = 20


def test_the_owner_of_a_tag_is_found_by_either_end() -> None:
    learned = Learned(runners={"red": RunnerFound(RED, RED_CROWN), "blue": RunnerFound(BLUE)})
    assert learned.owner(RED) == Tag("red", "base")
    assert learned.owner(RED_CROWN) == Tag("red", "crown")
    assert learned.owner(STRANGER) is None


def at_runners(desk: Desk) -> None:
    for square in range(1, 5):
        desk.check(square)
    desk.until("runner")
    desk.lift(RED)
    desk.sweep(10)


def test_a_runner_is_put_down_turned_over_and_known(desk: Desk) -> None:
    at_runners(desk)
    assert (desk.state.square, desk.colour()) == (1, "red")
    assert desk.visit.snapshot.lights == {1: "put-here"}
    desk.put(RED, 1)
    desk.until("crown")
    desk.put(RED_CROWN, 1)
    desk.lift(RED)
    desk.until("runner")
    assert desk.colour() == "yellow"
    desk.put(BLUE, 1)
    desk.until("crown")
    desk.say(NoCrown)
    assert desk.colour() == "green"
    tags = desk.visit.snapshot.changes.tags
    assert tags is not None
    assert {uid: tag for uid, tag in tags.items() if tag.colour != "black"} == {
        RED: Tag("red", "base"),
        RED_CROWN: Tag("red", "crown"),
        BLUE: Tag("yellow", "base"),
    }


def test_what_does_not_fit_a_runner_is_said_and_changes_nothing(desk: Desk) -> None:
    at_runners(desk)
    desk.put(RED, 3)
    desk.sweep(5)
    assert desk.note() == "elsewhere"
    desk.put(RED, 1)
    desk.until("crown")
    desk.lift(RED)
    desk.sweep(10)
    desk.put(RED, 1)
    desk.sweep(5)
    assert desk.note() == "still-base"
    desk.lift(RED)
    desk.sweep(10)
    assert desk.note() is None
    desk.say(NoCrown)
    desk.put(RED, 1)
    desk.sweep(5)
    assert (desk.state.stage, desk.colour()) == ("runner", "yellow")
    assert (desk.note(), desk.state.taken) == ("taken", Tag("red", "base"))


def test_runners_left_out_keep_their_tags(desk: Desk) -> None:
    at_runners(desk)
    desk.put(STRANGER, 1)
    desk.until("crown")
    desk.say(NoCrown)
    for _ in range(5):
        desk.say(Skip)
    assert desk.at() == ("sum", None)
    assert desk.visit.snapshot.lights == dict.fromkeys(range(1, 5), "checked")
    desk.say(Save)
    assert desk.at() == ("saved", None)
    text = desk.path.read_text("utf-8")
    assert text.startswith(BOARD.partition("[tags]")[0])
    assert f'red = {{ base = "{STRANGER}" }}' in text
    assert 'black = { base = "04000000000001", crown = "04000000000002" }' in text
