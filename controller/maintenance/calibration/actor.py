"""The calibration's actor, as the rest of the program holds it."""

from pathlib import Path

from controller.actor import Actor
from controller.board import Board
from controller.light.look import Look
from controller.maintenance.calibration.answers import Answer
from controller.maintenance.calibration.session import CalibrationSession
from controller.maintenance.calibration.snapshot import CalibrationSnapshot
from hardware.clock import Clock
from hardware.ports import BoardEvent, Reading, Sensing


class CalibrationActor(Actor[CalibrationSnapshot, Answer, BoardEvent | Reading]):
    """Runs the calibration of a board in its own thread.

    Every report of the board goes to `emit`, its readings as well: pass `emit` to the board both
    as event receiver and as reading receiver.

    Args:
        board: the parsed board file.
        path: the board file.
        sensing: the board's readers.
        clock: the board's time.
        memory: storage of the progress.
        look: the lights' settings.

    Attributes:
        board: the board file as parsed at the start.
        file: name of the board file.
    """

    def __init__(
        self,
        board: Board,
        path: Path,
        sensing: Sensing,
        clock: Clock,
        memory: Path,
        look: Look | None = None,
    ) -> None:
        self.board = board
        self.file = path.name
        super().__init__(
            "calibration",
            lambda: CalibrationSession(board, path, memory, clock, look),
            clock,
            sensing.attend,
        )
