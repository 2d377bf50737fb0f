"""The state of a calibration: the current question, and the next one.

A frozen state. `answered` returns the state after an answer of the builder, `observed` after a
board event; both are plain functions. First every square is asked for, then every runner.
"""

from typing import Final, Literal

import msgspec

from controller.game.pieces import COLOURS, Colour, Tag
from controller.light.meanings import Meaning
from controller.maintenance.calibration.learned import (
    Learned,
    Plan,
    SquareFound,
    light_of,
)
from hardware.ports import Uid

LOOKING_S: Final = 15.0
"""Seconds the board is read at the start before the calibration continues regardless."""

Stage = Literal[
    "looking", "square", "look", "reading", "where", "done", "runner", "crown", "sum", "saved"
]
"""Stages of a calibration.

- `looking`: the board reads the tags that lie on it.
- `square`: a square waits for a runner.
- `look`: a tag came, and every reader is read to find those that see it.
- `reading`: the reader of a square is judged by its readings.
- `where`: another reader than the right one saw it; the builder names its square.
- `done`: a square has been checked.
- `runner`, `crown`: a runner is to be put down, on its base, on its crown.
- `sum`: all squares and runners are done; the summary is shown.
- `saved`: the board file has been written.
"""

SQUARE_STAGES: Final = frozenset({"square", "look", "reading", "where", "done"})

Note = Literal["lifted", "unsteady", "not-there", "still-base", "taken", "light-noted", "elsewhere"]


class CalibrationState(msgspec.Struct, frozen=True, kw_only=True):
    """State of the calibration.

    Attributes:
        plan: squares, readers, lights and tags of the board file.
        learned: the learned maps.
        stage: the current stage.
        square: square asked for.
        colour: runner asked for.
        uid: the tag that is being read.
        reader: the reader that sees it, by its square in the board file.
        others: further readers that may see it.
        insisted: the builder has said that the runner is on the square.
        note: extra information for the builder.
        taken: runner that already has the tag, if the note says so.
        until_s: time of the next automatic step.
        version: grows with every answer and every new question.
        asked: grows when tags already on the board must be ignored from now on.
        counted: grows when the counts of readings are reset.
    """

    plan: Plan
    learned: Learned
    stage: Stage = "looking"
    square: int | None = None
    colour: Colour | None = None
    uid: Uid | None = None
    reader: int | None = None
    others: tuple[int, ...] = ()
    insisted: bool = False
    note: Note | None = None
    taken: Tag | None = None
    until_s: float | None = None
    version: int = 0
    asked: int = 0
    counted: int = 0

    # Steps

    def look_first(self, now_s: float) -> "CalibrationState":
        """Start or restart: read the tags that lie on the board."""
        return self.change(
            stage="looking",
            square=None,
            colour=None,
            until_s=now_s + LOOKING_S,
            counted=self.counted + 1,
        )

    def ask_square(self, square: int) -> "CalibrationState":
        """Ask for a square."""
        return self.change(stage="square", square=square, colour=None, asked=self.asked + 1)

    def ask_runner(self, colour: Colour) -> "CalibrationState":
        """Ask for a runner; go to the summary instead if no reader could see it."""
        home = self.home()
        if home is None:
            return self.change(stage="sum", square=None, colour=None)
        return self.change(stage="runner", square=home, colour=colour, asked=self.asked + 1)

    def ask_next(self) -> "CalibrationState":
        """Ask for the next open square or runner after this one."""
        squares = self.learned.open_squares(self.plan)
        if squares:
            return self.ask_square(_after(squares, self.square or 0))
        runners = self.learned.open_runners()
        if runners:
            return self.ask_runner(runners[0])
        return self.change(stage="sum", square=None, colour=None)

    def change(self, **changes: object) -> "CalibrationState":
        """Return the state with changed fields; fields of one question only are reset."""
        fresh: dict[str, object] = {
            "uid": None,
            "reader": None,
            "others": (),
            "insisted": False,
            "note": None,
            "taken": None,
            "until_s": None,
        }
        after = msgspec.structs.replace(self, **(fresh | changes))
        if after.question == self.question:
            return after
        return msgspec.structs.replace(after, version=after.version + 1)

    # Derived values

    @property
    def question(self) -> tuple[object, ...]:
        """Identity of the current question: an answer to another one is out of date."""
        stage = "square" if self.stage in SQUARE_STAGES - {"where"} else self.stage
        return stage, self.square, self.colour, self.reader if stage == "where" else None

    @property
    def found(self) -> SquareFound | None:
        """Result of the current square so far."""
        return None if self.square is None else self.learned.squares.get(self.square)

    def home(self) -> int | None:
        """Square where runners are put down: the first that is read well, preferably a lit one."""
        read = [
            square
            for square in self.plan.squares
            if (found := self.learned.squares.get(square)) is not None and found.reader is not None
        ]
        lit = [each for each in read if light_of(self.learned, self.plan, each) is not None]
        good = [each for each in lit or read if not self.learned.squares[each].weak]
        return next(iter(good or lit or read), None)

    def readers_of(self, square: int) -> frozenset[int]:
        """Return the readers found under a square."""
        found = self.learned.squares.get(square)
        if found is None or found.reader is None:
            return frozenset()
        return frozenset((found.reader, *found.others))

    def lights(self) -> dict[int, Meaning]:
        """Return each light's meaning, by its square in the board file."""
        if self.stage in ("square", "look", "reading", "where"):
            return self._lit(self.square, "put-here")
        if self.stage == "done":
            return self._lit(
                self.square, "doubtful" if self._is_doubtful(self.square) else "checked"
            )
        if self.stage in ("runner", "crown") and self.square is not None:
            return self._lit(light_of(self.learned, self.plan, self.square), "put-here")
        lights: dict[int, Meaning] = {}
        if self.stage in ("sum", "saved"):
            for square in self.plan.squares:
                light = light_of(self.learned, self.plan, square)
                if light is not None:
                    lights[light] = "doubtful" if self._is_doubtful(square) else "checked"
        return lights

    def attention(self) -> frozenset[int]:
        """Readers that should be read more often."""
        if self.stage == "look" and self.insisted:
            return self.plan.readers - self.learned.readers_elsewhere(self.square)
        if self.stage in ("looking", "square", "look"):
            return self.plan.readers
        if self.stage in ("reading", "where") and self.reader is not None:
            return frozenset((self.reader, *self.others))
        if self.stage in ("runner", "crown") and self.square is not None:
            return self.readers_of(self.square)
        return frozenset()

    def _lit(self, light: int | None, meaning: Meaning) -> dict[int, Meaning]:
        return {light: meaning} if light in self.plan.lights and light is not None else {}

    def _is_doubtful(self, square: int | None) -> bool:
        found = None if square is None else self.learned.squares.get(square)
        if found is None:
            return True
        if found.reader is None:
            return square in self.plan.readers
        return found.weak or bool(found.others)


def _after(squares: tuple[int, ...], square: int) -> int:
    """Return the first of some squares after a square, else the first of all."""
    return next((each for each in squares if each > square), squares[0])


def before(state: CalibrationState) -> CalibrationState:
    """Return to the previous question."""
    squares = state.plan.squares
    if state.colour is not None:
        number = COLOURS.index(state.colour)
        if number:
            return state.ask_runner(COLOURS[number - 1])
        return state.ask_square(squares[-1])
    if state.stage in ("sum", "saved"):
        return state.ask_runner(COLOURS[-1]) if state.home() else state.ask_square(squares[-1])
    number = squares.index(state.square) if state.square in squares else 0
    return state.ask_square(squares[max(number - 1, 0)])
