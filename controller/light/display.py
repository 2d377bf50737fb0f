"""Shows the newest snapshot on the lights: a thread that draws frames."""

import logging
import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, Protocol

from controller.light.frames import frame, frames_per_s
from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.restartable_thread import RestartableThread
from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.ports import RGB, BoardEvent, LightsChanged, SquareLights

EARLY: Final = 0.01
"""Share of a frame's time by which it may be early: a wait may end a little too soon."""
KEEP_S: Final = 1.0
STOP_S: Final = 1.0
"""Longest wait for the lights to go dark; a thread that hangs is left behind."""
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 5.0
FAILED: Final = (
    "The lights have stopped because of a bug in the program; the game continues without them. "
    "Restart the program, and report what its log says."
)

_LOG: Final = logging.getLogger(__name__)


class LightsSnapshot(Protocol):
    """Snapshot, as the lights see it."""

    @property
    def revision(self) -> int:
        """Number that grows with every snapshot."""
        ...

    @property
    def lights(self) -> Mapping[int, Meaning]:
        """Meaning of every lit square."""
        ...

    @property
    def look(self) -> Look:
        """Look of the lights that people chose."""
        ...


class SnapshotSource(Protocol):
    """Source of the snapshots."""

    @property
    def alive(self) -> bool:
        """True while more snapshots can come; when False, the lights go dark."""
        ...

    @property
    def snapshot(self) -> LightsSnapshot:
        """Newest snapshot."""
        ...

    def wait_for(self, after: int, timeout_s: float) -> LightsSnapshot:
        """Return the newest snapshot once its revision is past `after` or time is up."""
        ...


class Pace:
    """Decides which message the lights get, and when; time and errors are passed in.

    Frames are due at the clock's own thirtieths of a second, or tenths: slow lights skip frames,
    and no frame is late because of it.

    Args:
        squares: number of squares of the board.

    Attributes:
        trouble: why the lights do not work, in words; None while they do.
    """

    def __init__(self, squares: int) -> None:
        self._squares = squares
        self._shown: tuple[RGB, ...] | None = None
        self._said_s = -math.inf
        self._again_s = -math.inf
        self._pause_s = FIRST_PAUSE_S
        self.trouble: str | None = None

    def due(self, shown: LightsSnapshot, now_s: float) -> tuple[RGB, ...] | Literal["keep"] | None:
        """Return the message due now: a frame, "keep" if the last one still holds, or None."""
        if now_s < self._again_s:
            return None
        colours = frame(shown.lights, shown.look, self._squares, now_s)
        if colours != self._shown:
            return colours
        return "keep" if now_s >= self._said_s + KEEP_S else None

    def told(self, said: tuple[RGB, ...] | Literal["keep"], now_s: float) -> None:
        """Note that the lights took the message."""
        if said != "keep":
            self._shown = said
        self._said_s = now_s
        self._pause_s = FIRST_PAUSE_S
        self.trouble = None

    def failed(self, trouble: str, now_s: float) -> None:
        """Note that the lights did not take the message; retry at growing intervals."""
        self._shown = None
        self._again_s = now_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        self.trouble = trouble

    def rest_s(self, shown: LightsSnapshot, now_s: float) -> float:
        """Return the seconds until the next message is due, if no new snapshot comes."""
        if now_s < self._again_s:
            return self._again_s - now_s
        until_s = self._said_s + KEEP_S
        if rate := frames_per_s(shown.lights, shown.look):
            frames = math.floor(now_s * rate + EARLY)
            until_s = min(until_s, (frames + 1) / rate)
        return max(until_s - now_s, 0.0)


class LightDisplay(RestartableThread):
    """A thread that draws frames: at once when something changes, else as lights move.

    Args:
        source: source of the snapshots to show.
        lights: lights to show them on.
        squares: number of squares of the board.
        clock: clock of the lights' movements.
        emit: called when the lights fail, and when they work again.
    """

    def __init__(
        self,
        source: SnapshotSource,
        lights: SquareLights,
        squares: int,
        clock: Clock,
        emit: Callable[[BoardEvent], None],
    ) -> None:
        super().__init__("lights", STOP_S)
        self._source = source
        self._lights = lights
        self._squares = squares
        self._pace = Pace(squares)
        self._clock = clock
        self._emit = emit

    def start(self) -> None:
        """Start the thread; also restarts it after a failure."""
        self._pace = Pace(self._squares)
        if self.failure is not None:
            self._pace.trouble = FAILED  # until a frame is shown
        super().start()

    def stop(self) -> None:
        """Go dark and stop: at once when the source has stopped, else within a second."""
        super().stop()
        if self._thread is not None and self._thread.is_alive():
            _LOG.error("The lights thread hung at shutdown; lights may stay on.")

    def _wake(self) -> None:
        """Do nothing: the source wakes it when it stops."""

    def _run(self) -> None:
        for step in (self._work, self._go_dark):
            try:
                step()
            except Exception as error:  # noqa: BLE001 - the game goes on without lights
                self.failure = error
                _LOG.exception("The lights thread failed.")
        if self.failure is not None:
            self._emit(LightsChanged(FAILED, self._clock.now_s()))

    def _work(self) -> None:
        while self._running and self._source.alive:
            self.turns += 1
            shown = self._source.snapshot
            self._draw(shown)
            self._source.wait_for(shown.revision, self._pace.rest_s(shown, self._clock.now_s()))

    def _draw(self, shown: LightsSnapshot) -> None:
        said = self._pace.due(shown, self._clock.now_s())
        if said is None:
            return
        before = self._pace.trouble
        try:
            if said == "keep":
                self._lights.keep()
            else:
                self._lights.show(said)
        except HardwareError as error:
            self._pace.failed(str(error), self._clock.now_s())
        else:
            self._pace.told(said, self._clock.now_s())
        if self._pace.trouble != before:
            self._emit(LightsChanged(self._pace.trouble, self._clock.now_s()))

    def _go_dark(self) -> None:
        try:
            self._lights.close()
        except HardwareError as error:
            _LOG.warning("The lights could not be switched off: %s", error)
