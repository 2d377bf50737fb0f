"""An acceptance that a page shows: its thread, its answers, what it keeps."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.board import parse_board, read_board
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.maintenance.acceptance.bundle import readable
from controller.maintenance.acceptance.kept import KeptMeasurements
from controller.maintenance.acceptance.measuring.questions import Ask, PressButton, Put
from controller.maintenance.acceptance.measuring.tasks import (
    Edges,
    FoundChip,
    Rated,
    RunSeen,
    Soak,
    Soaked,
    Walked,
)
from controller.maintenance.acceptance.run import (
    MeasureAgain,
    MeasureOn,
    Told,
    WriteSettings,
)
from controller.refusal import Refusal
from tests.support.acceptance.boards import SPI_TEXT, spi_board
from tests.support.acceptance.desk import AcceptanceDesk, short_facts
from tests.support.tiers import sample
from tests.support.waiting import until


def is_measuring() -> bool:
    return any(each.name == "acceptance" for each in threading.enumerate())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[AcceptanceDesk]:
    desk = AcceptanceDesk(tmp_path)
    yield desk
    desk.stop()


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(Refusal) as caught:
        yield
    assert caught.value.code == code


def test_a_sound_board_is_measured_to_the_end_and_packed(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(PressButton)
    with refused("out-of-place"):
        desk.run.bundle()
    snapshot = desk.finish()
    assert snapshot.verdict is not None
    assert snapshot.verdict.findings == ()
    assert (snapshot.walked, snapshot.silent, snapshot.task) == (4, frozenset(), None)
    assert {"report.txt", "acceptance.json", "wires.trace"} <= readable(desk.run.bundle()).keys()


def test_measured_settings_are_written_once(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.finish()
    desk.answer(WriteSettings)
    assert desk.snapshot.written
    assert read_board(desk.file) != parse_board(SPI_TEXT, "board.toml")
    assert "# Anna's board, upstairs." in desk.file.read_text("utf-8")
    with refused("out-of-place"):
        desk.answer(WriteSettings)


@pytest.mark.long
def test_settings_that_are_measured_again_are_written_again(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.finish()
    desk.answer(WriteSettings)
    written = desk.file.read_text("utf-8")
    desk.answer(MeasureAgain)
    desk.finish()
    desk.answer(WriteSettings)
    assert desk.snapshot.written
    assert desk.file.read_text("utf-8") == written


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SPI_TEXT.replace("stride = 2", "stride = 3"), "has changed since the measuring began"),
        ("name = 5", "has been changed and is no longer a valid board file"),
    ],
)
def test_a_board_file_that_has_changed_is_not_written(
    desk: AcceptanceDesk, text: str, told: str
) -> None:
    desk.open()
    desk.finish()
    desk.file.write_text(text, "utf-8")
    with pytest.raises(Refusal, match=told) as caught:
        desk.answer(WriteSettings)
    assert caught.value.code == "file-not-saved"
    assert desk.file.read_text("utf-8") == text
    assert not desk.snapshot.written


@pytest.mark.long
def test_a_board_file_that_cannot_be_written_is_told(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.finish()
    desk.file.with_name("board.toml.new").mkdir()
    with refused("file-not-saved"):
        desk.answer(WriteSettings)


def test_an_answer_to_another_question_is_stale(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    version = desk.snapshot.version
    assert desk.answer(lambda version: Told(version, "yes")) == version + 1
    with refused("stale"):
        desk.run.submit(Told(version, "no"))


def test_what_answers_no_question_is_out_of_place(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    for answer in (WriteSettings, MeasureOn):
        with refused("out-of-place"):
            desk.answer(answer)
    desk.finish()
    with refused("out-of-place"):
        desk.answer(Told)


def test_after_a_restart_it_goes_on_at_the_square_where_it_was(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Put, 3)
    desk.run.stop()
    assert not desk.run.alive
    desk.seen.clear()
    desk.open()
    assert desk.snapshot.news == "resumed"
    snapshot = desk.finish()
    # Square 2 had been left when 3 was asked for: it is measured once more, nothing before it.
    assert [each.square for each in desk.seen if isinstance(each, Put)] == [2, 3, 4]
    assert not any(isinstance(each, Ask | PressButton) for each in desk.seen)
    assert snapshot.verdict is not None
    assert snapshot.verdict.findings == ()
    assert snapshot.news is None


@pytest.mark.long
def test_a_verdict_is_there_again_after_a_restart(desk: AcceptanceDesk) -> None:
    desk.open()
    verdict = desk.finish().verdict
    desk.run.stop()
    desk.open()
    until(lambda: desk.snapshot.verdict is not None, "it is judged again")
    assert (desk.snapshot.verdict, desk.snapshot.news) == (verdict, None)


@pytest.mark.long
def test_a_changed_board_file_starts_it_again(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    desk.run.stop()
    desk.file.write_text(SPI_TEXT.replace("stride = 2", "stride = 3"), "utf-8")
    desk.open()
    assert desk.snapshot.news == "file-changed"
    until(lambda: desk.snapshot.task is not None, "it measures")


@pytest.mark.long
def test_it_can_start_again_in_the_middle(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Put, 2)
    desk.rehearsal.world.knock(desk.rehearsal.world.pieces()[0].name)
    desk.answer(MeasureAgain)
    assert (desk.snapshot.walked, desk.snapshot.question) == (0, None)
    desk.seen.clear()
    desk.finish()
    assert [each.square for each in desk.seen if isinstance(each, Put)] == [1, 2, 3, 4]


@pytest.mark.long
def test_a_soak_ends_when_it_is_stopped_and_is_made_again(desk: AcceptanceDesk) -> None:
    desk.open(soak_s=1e9)
    while desk.snapshot.soaked_s == 0:
        until(
            lambda: desk.snapshot.question is not None or desk.snapshot.soaked_s > 0,
            "something is asked, or the soak is told",
        )
        if desk.snapshot.question is not None:
            desk.tell(desk.snapshot.question, desk.snapshot.version)
    assert isinstance(desk.snapshot.task, Soak)
    desk.run.stop()
    assert not is_measuring()
    log, _ = kept(desk).recall(desk.run.facts)
    assert log
    assert not any(isinstance(each, Soaked) for each in log)


@pytest.mark.long
def test_an_error_of_the_board_is_told_and_it_can_go_on(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    desk.rehearsal.contacts.taken = True
    while desk.snapshot.trouble is None:
        until(
            lambda: desk.snapshot.question is not None or desk.snapshot.trouble is not None,
            "something is asked, or goes wrong",
        )
        if desk.snapshot.question is not None:
            desk.tell(desk.snapshot.question, desk.snapshot.version)
    assert desk.snapshot.trouble == "Another program uses the pins of the buttons."
    desk.rehearsal.contacts.taken = False
    desk.answer(MeasureOn)
    assert desk.finish().trouble is None


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_of_the_program_ends_it(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)

    def fail() -> None:
        raise RuntimeError("The strip is gone.")

    desk.rehearsal.strip.watch(fail)
    desk.answer(lambda version: Told(version, "yes"))
    until(lambda: not desk.run.alive, "it ends")
    assert repr(desk.run.failure) == "RuntimeError('The strip is gone.')"


def test_one_that_hangs_is_not_waited_for(
    desk: AcceptanceDesk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.open(stop_s=0.0)
    desk.until_asked(Ask)
    desk.stop()
    assert "The acceptance hung at shutdown; not waited for." in caplog.text
    until(lambda: not is_measuring(), "it ends all the same")


def test_measurements_that_cannot_be_kept_are_told(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    desk.memory.unlink()
    desk.memory.mkdir()
    desk.until_asked(PressButton)
    assert desk.snapshot.not_kept == "Is a directory"


def test_what_could_not_be_kept_is_kept_with_the_next_measurement(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    desk.memory.unlink()
    desk.memory.mkdir()
    desk.until_asked(PressButton)
    desk.memory.rmdir()
    desk.until_asked(Put, 3)
    assert desk.snapshot.not_kept is None
    desk.run.stop()
    log, news = kept(desk).recall(desk.run.facts)
    assert news == "resumed"
    assert {type(each) for each in log} >= {FoundChip, RunSeen, Edges, Walked}


@pytest.mark.parametrize("idle", sample(2, [False, True]))
def test_it_shows_that_it_does_not_hang(desk: AcceptanceDesk, idle: bool) -> None:
    desk.open()
    if idle:
        desk.finish()
        until(lambda: not is_measuring(), "the thread has ended")
    else:
        desk.until_asked(Ask)
    before = desk.run.turns
    until(lambda: desk.run.turns > before, "it counts on")


# What is kept


def kept(desk: AcceptanceDesk) -> KeptMeasurements:
    return KeptMeasurements(desk.memory)


def test_a_torn_last_line_is_dropped(desk: AcceptanceDesk) -> None:
    desk.open()
    desk.until_asked(Ask)
    desk.run.stop()
    facts = desk.run.facts
    log, news = kept(desk).recall(facts)
    assert news == "resumed"
    data = desk.memory.read_bytes()
    desk.memory.write_bytes(data[:-20])
    assert kept(desk).recall(facts)[0] == log[:-1]


@pytest.mark.parametrize("data", [b"", b"nonsense", b"{}\n"])
def test_what_cannot_be_read_is_not_understood(desk: AcceptanceDesk, data: bytes) -> None:
    board = spi_board()
    facts = short_facts(board, rehearse(board))
    assert kept(desk).recall(facts) == ((), None)
    desk.memory.write_bytes(data)
    assert kept(desk).recall(facts) == ((), "not-understood")
    kept(desk).begin(facts, ())
    with desk.memory.open("ab") as file:
        file.write(b"nonsense\n")
    assert kept(desk).recall(facts) == ((), "not-understood")


def test_places_that_were_measured_are_not_measured_again(desk: AcceptanceDesk) -> None:
    walked = Walked(square=1, seen={1: 4}, failed={}, looks=4)
    middle = Rated(square=1, spot="centre", height_mm=0, hits=())
    corner = Rated(square=1, spot="far left", height_mm=0, hits=())
    board = spi_board()
    facts = short_facts(board, rehearse(board))
    kept(desk).begin(facts, (walked, middle))
    assert kept(desk).recall(facts) == ((), "resumed")
    kept(desk).begin(facts, (walked, middle, corner))
    assert kept(desk).recall(facts) == ((walked, middle, corner), "resumed")


def test_measurements_of_another_board_file_do_not_hold(desk: AcceptanceDesk) -> None:
    board = spi_board()
    facts = short_facts(board, rehearse(board))
    kept(desk).begin(facts, (Walked(square=1, seen={1: 4}, failed={}, looks=4),))
    other = short_facts(board, rehearse(board), soak_s=1.0)
    assert kept(desk).recall(other) == ((), "file-changed")
