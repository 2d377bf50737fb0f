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
    """Owns a board in order to calibrate it.

    Everything the board reports goes to `emit`, its readings as well: give it to the board both
    as what it emits to and as what hears its readings.

    Args:
        board: what the board file says.
        path: the board file.
        sensing: the board's readers.
        clock: the board's time.
        memory: where progress is kept.
        look: how people want the lights.

    Attributes:
        board: what the board file said when this began.
        file: what the board file is called.
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
            "workshop",
            lambda: CalibrationSession(board, path, memory, clock, look),
            clock,
            sensing.attend,
        )
