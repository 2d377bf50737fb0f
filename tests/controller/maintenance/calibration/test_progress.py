"""What the workshop keeps on disk: progress, and in the end the board file."""

from pathlib import Path

import msgspec
import pytest

from controller.board import read_board
from controller.game.pieces import Tag
from controller.maintenance.calibration.answers import (
    Anew,
    Dark,
    GoSquare,
    Here,
    NoCrown,
    Save,
    Skip,
)
from controller.maintenance.calibration.learned import Learned
from controller.refusal import Refusal
from hardware.ports import Uid
from tests.support.calibration.desk import RED, Desk
from tests.support.disk import no_room_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def done(folder: Path) -> Desk:
    """A visit whose readers of squares 1 and 2 are swapped, at its sum."""
    desk = Desk(folder)
    for _ in range(4):
        desk.until("square")
        desk.say(Skip)
    learned = msgspec.convert(
        {"squares": {1: {"reader": 2, "good": 20, "of": 20}, 2: {"reader": 1}}}, Learned
    )
    desk.memory.write_bytes(
        desk.memory.read_bytes().replace(
            b'"squares":{}', b'"squares":' + msgspec.json.encode(learned.squares)
        )
    )
    desk = Desk(folder)
    desk.until("runner")
    for _ in range(6):
        desk.say(Skip)
    assert desk.at() == ("sum", None)
    assert desk.visit.snapshot.changes.readers == {1: 2, 2: 1}
    return desk


def not_kept(desk: Desk) -> bool:
    return desk.visit.snapshot.not_kept is not None


def rewired(desk: Desk) -> str:
    """What the board file says once somebody has put two other squares on the bus."""
    return desk.path.read_text("utf-8").replace('"1-4"', '["3-4", "1-2"]')


def refusal(desk: Desk) -> Refusal:
    with pytest.raises(Refusal) as refused:
        desk.say(Save)
    return refused.value


def test_what_was_learned_goes_on_where_it_was(folder: Path) -> None:
    desk = Desk(folder)
    desk.check(1)
    desk.until("square", 2)
    desk.say(Dark)
    again = Desk(folder)
    assert again.visit.snapshot.news == "resumed"
    assert again.state.learned == desk.state.learned
    again.until("square", 2)


def test_a_change_that_leaves_the_wiring_alone_costs_nothing(folder: Path) -> None:
    desk = Desk(folder)
    desk.check(1)
    desk.path.write_text(desk.path.read_text("utf-8").replace("= 300", "= 250"), "utf-8")
    again = Desk(folder)
    assert again.visit.snapshot.news == "resumed"
    assert again.state.learned == desk.state.learned
    again.check(2)
    assert again.visit.snapshot.news is None, "nobody wants to read it all the time"


def test_another_wiring_begins_anew_and_says_why(folder: Path) -> None:
    desk = Desk(folder)
    desk.check(1)
    desk.path.write_text(rewired(desk), "utf-8")
    again = Desk(folder)
    assert again.visit.snapshot.news == "file-changed"
    assert again.state.learned == Learned()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"board": 1}',
        b'{"board": "x", "learned": {"squares": {"one": {}}}}',
        b'{"board": "DIGEST", "learned": {"squares": {"99": {"reader": 1}}}}',
        b'{"board": "DIGEST", "learned": {"lights": {"1": 77}}}',
    ],
)
def test_a_damaged_memory_begins_anew_and_says_so(folder: Path, content: bytes) -> None:
    desk = Desk(folder)
    desk.check(1)
    digest = msgspec.json.decode(desk.memory.read_bytes())["board"]
    desk.memory.write_bytes(content.replace(b"DIGEST", digest.encode()))
    again = Desk(folder)
    assert again.visit.snapshot.news == "not-understood"
    assert again.state.learned == Learned()
    again.check(1)


def test_progress_that_cannot_be_kept_is_said_and_does_not_stop_anybody(folder: Path) -> None:
    desk = Desk(folder)
    desk.until("square", 1)
    desk.memory.with_name("workshop.json.new").mkdir()
    desk.check(1)
    assert not_kept(desk)
    desk.memory.with_name("workshop.json.new").rmdir()
    desk.check(2)
    assert not not_kept(desk)
    assert Desk(folder).state.learned == desk.state.learned


def test_saving_writes_the_board_file_and_forgets(folder: Path) -> None:
    desk = done(folder)
    before = desk.path.read_text("utf-8")
    desk.say(Save)
    assert desk.at() == ("saved", None)
    assert desk.path.read_text("utf-8") == before.replace('"1-4"', "[2, 1, 3, 4]")
    assert (folder / "board.toml.before").read_text("utf-8") == before
    assert not desk.memory.exists()
    assert Desk(folder).visit.snapshot.news is None


def answer_again(desk: Desk, asked: int, put: int) -> None:
    """Go back to a square, and answer with the runner on another one."""
    desk.say(lambda version: GoSquare(version, asked))
    desk.until("square", asked)
    desk.put(RED, put)
    desk.until("where", asked)
    desk.say(Here)


def test_what_is_checked_again_once_it_was_saved_is_saved_too(folder: Path) -> None:
    desk = done(folder)
    desk.say(Save)
    saved = desk.path.read_text("utf-8")
    answer_again(desk, 4, 3)
    desk.until("sum")
    desk.say(Save)
    assert desk.at() == ("saved", None)
    assert desk.path.read_text("utf-8") == saved.replace("[2, 1, 3, 4]", "[2, 1, 4, 3]")
    desk.path.write_text(saved, "utf-8")
    desk.say(lambda version: GoSquare(version, 4))
    desk.until("square", 4)
    desk.say(Skip)
    assert "Somebody has changed the wiring in board.toml" in refusal(desk).message


def test_wires_that_are_put_right_once_it_was_saved_are_saved_too(folder: Path) -> None:
    desk = done(folder)
    before = desk.path.read_text("utf-8")
    desk.say(Save)
    answer_again(desk, 1, 1)
    desk.until("sum")
    desk.say(lambda version: GoSquare(version, 2))
    desk.check(2)
    desk.until("sum")
    desk.say(Save)
    assert desk.path.read_text("utf-8") == before


def test_saving_when_nothing_changes_writes_nothing(folder: Path) -> None:
    desk = done(folder)
    desk.say(Anew)
    for square in range(1, 5):
        desk.check(square)
    desk.until("runner")
    desk.lift(RED)
    for _ in range(6):
        desk.say(Skip)
    desk.say(Save)
    assert desk.at() == ("saved", None)
    assert not (folder / "board.toml.before").exists()


def test_a_board_file_that_somebody_else_has_rewired_is_left_alone(folder: Path) -> None:
    desk = done(folder)
    changed = rewired(desk)
    desk.path.write_text(changed, "utf-8")
    refused = refusal(desk)
    assert refused.code == "file-not-saved"
    assert "Somebody has changed the wiring in board.toml" in refused.message
    assert desk.path.read_text("utf-8") == changed
    assert desk.at() == ("sum", None)


def test_a_board_file_that_somebody_else_has_spoilt_is_left_alone(folder: Path) -> None:
    desk = done(folder)
    desk.path.write_text("squares = ?", "utf-8")
    refused = refusal(desk)
    assert refused.code == "file-not-saved"
    assert "is no longer a valid board file" in refused.message
    assert desk.path.read_text("utf-8") == "squares = ?"


def test_what_was_learned_and_makes_no_board_is_not_written(folder: Path) -> None:
    desk = done(folder)
    before = desk.path.read_text("utf-8")
    spoilt = b'"runners":{"red":{"base":"carrot"}}'
    desk.memory.write_bytes(desk.memory.read_bytes().replace(b'"runners":{}', spoilt))
    desk = Desk(folder)
    desk.until("sum")
    refused = refusal(desk)
    assert refused.code == "file-not-saved"
    assert (
        "doesn't make a valid board file, so nothing was written. board.toml, line"
        in refused.message
    )
    assert desk.path.read_text("utf-8") == before
    assert desk.at() == ("sum", None)


def test_what_somebody_else_has_changed_besides_is_kept(folder: Path) -> None:
    desk = done(folder)
    desk.path.write_text(desk.path.read_text("utf-8").replace("= 300", "= 250"), "utf-8")
    desk.say(Save)
    board = read_board(desk.path)
    assert board.lights is not None
    assert board.lights.budget_ma == 250


def test_a_board_file_that_cannot_be_written_stays_as_it_was(folder: Path) -> None:
    desk = done(folder)
    before = desk.path.read_text("utf-8")
    desk.memory.unlink()
    desk.path.with_name("small").write_bytes(b"x")
    desk.path.rename(folder.parent / "board.toml")
    (folder / "board.toml").symlink_to(folder.parent / "board.toml")
    with no_room_in(folder):
        refused = refusal(desk)
    assert refused.code == "file-not-saved"
    assert "It hasn't changed." in refused.message
    assert read_board(desk.path).name == "On the desk"
    assert desk.path.read_text("utf-8") == before
    desk.say(Save)
    assert desk.at() == ("saved", None)


def test_what_cannot_be_forgotten_is_logged_and_the_board_is_saved(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk = done(folder)
    desk.memory.unlink()
    desk.memory.mkdir()
    desk.say(Save)
    assert desk.at() == ("saved", None)
    assert "could not be deleted" in caplog.text
    assert (folder / "board.toml.before").exists()


def test_a_tag_taken_from_another_runner_leaves_no_crown_without_its_base(folder: Path) -> None:
    desk = Desk(folder)
    desk.check(1)
    for _ in range(3):
        desk.until("square")
        desk.say(Skip)
    desk.until("runner")
    desk.lift(RED)
    desk.sweep(10)
    desk.put(Uid("04000000000001"), 1)
    desk.until("crown")
    desk.say(NoCrown)
    for _ in range(5):
        desk.say(Skip)
    desk.say(Save)
    assert read_board(desk.path).tags == {Uid("04000000000001"): Tag("red", "base")}
