"""The workshop as others hold it: what the board says goes in, pictures come out."""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from controller.board import read_board
from controller.maintenance.calibration.actor import CalibrationActor
from controller.maintenance.calibration.answers import Dark, Skip
from controller.maintenance.calibration.snapshot import CalibrationSnapshot
from controller.refusal import Refusal
from hardware.clock import MonotonicClock
from hardware.ports import BoardEvent, LightsChanged, ReaderHealth, Reading
from tests.support.calibration.desk import BOARD
from tests.support.waiting import PATIENCE_S


class Readers:
    """Readers under which nothing lies, read when the test says so."""

    def __init__(self) -> None:
        self.attended: list[frozenset[int]] = []
        self.scans = 0
        self.failure: BaseException | None = None

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Nothing is reported by itself."""

    def stop(self) -> None:
        """Nothing was."""

    def attend(self, squares: Collection[int]) -> None:
        self.attended.append(frozenset(squares))

    def last_read_s(self, _square: int) -> float | None:
        return None

    def readers(self) -> tuple[ReaderHealth, ...]:
        return ()


@pytest.fixture
def readers() -> Readers:
    return Readers()


@pytest.fixture
def workshop(tmp_path: Path, readers: Readers) -> Iterator[CalibrationActor]:
    path = tmp_path / "board.toml"
    path.write_text(BOARD, "utf-8")
    workshop = CalibrationActor(
        read_board(path), path, readers, MonotonicClock(), tmp_path / "workshop.json"
    )
    workshop.start()
    yield workshop
    workshop.stop()


def until(
    workshop: CalibrationActor, true: Callable[[CalibrationSnapshot], bool]
) -> CalibrationSnapshot:
    snapshot = workshop.snapshot
    while not true(snapshot):
        after = snapshot.revision
        snapshot = workshop.wait_for(after, PATIENCE_S)
        assert snapshot.revision > after, "nothing has happened"
    return snapshot


def test_the_board_is_looked_at_and_then_a_square_is_asked_for(
    workshop: CalibrationActor, readers: Readers
) -> None:
    for _ in range(2):
        for square in range(1, 5):
            workshop.emit(Reading(square, 0.0, alone=True))
    snapshot = until(workshop, lambda seen: seen.state.stage == "square")
    assert snapshot.lights == {1: "put-here"}
    assert readers.attended == [frozenset(range(1, 5))]
    version = workshop.submit(Dark(snapshot.version))
    assert workshop.snapshot.version == version
    with pytest.raises(Refusal, match="moved on in the meantime"):
        workshop.submit(Skip(snapshot.version))


def test_lights_that_are_out_are_said(workshop: CalibrationActor) -> None:
    workshop.emit(LightsChanged("The strip is away.", 0.0))
    until(workshop, lambda seen: seen.lights_trouble is not None)
    workshop.emit(LightsChanged(None, 0.0))
    until(workshop, lambda seen: seen.lights_trouble is None)


def test_a_workshop_that_has_been_left_refuses(workshop: CalibrationActor) -> None:
    version = workshop.snapshot.version
    workshop.stop()
    assert not workshop.alive
    with pytest.raises(Refusal) as refused:
        workshop.submit(Skip(version))
    assert refused.value.code == "service-stopped"
