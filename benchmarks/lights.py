"""Processor time of the lights: one frame from snapshot to strip, and a minute of them."""

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.figures import Figure, Figures, median_and_p99, milliseconds
from controller.light.display import LightDisplay
from controller.light.frames import frame
from controller.light.look import Look
from controller.light.meanings import MEANINGS, Meaning
from hardware.clock import ManualClock, MonotonicClock
from hardware.lights.settings import HelperDriver, LightSettings
from hardware.lights.wired import WiredLights
from hardware.ports import RGB

SQUARES: Final = 64
FRAMES: Final = 3000
FRAME_S: Final = 1 / 30
WATCHED_S: Final = 5.0
MINUTE_S: Final = 60.0
BYTES_A_LIGHT: Final = 3

SETTINGS: Final = LightSettings(
    squares={square: (square - 1,) for square in range(1, SQUARES + 1)},
    count=SQUARES,
    driver=HelperDriver(),
)
EVERYTHING: Final[dict[int, Meaning]] = {
    square: MEANINGS[square % len(MEANINGS)] for square in range(1, SQUARES + 1)
}
TURN: Final[dict[int, Meaning]] = {
    **dict.fromkeys(range(6, 18), "may-go"),
    4: "may-go-earns",
    5: "turn",
}
SCENES: Final[dict[str, dict[int, Meaning]]] = {
    "idle, steady lights": dict.fromkeys(range(6, 18), "may-go"),
    "idle, waiting for a game": {1: "waiting"},
    "animated, a turn": TURN,
    "animated, all squares lit": EVERYTHING,
}


@dataclass
class CountingStrip:
    """A strip that takes every frame at once and counts."""

    lights: int = SQUARES
    frames: int = 0

    def show(self, duties: Sequence[RGB]) -> None:
        """Count a frame."""
        assert len(duties) == self.lights
        self.frames += 1

    def keep(self) -> None:
        """Nothing goes over the wire."""

    def close(self) -> None:
        """Nothing to be done."""


@dataclass
class Still:
    """A table on which nothing happens."""

    lights: Mapping[int, Meaning]
    look: Look = field(default_factory=Look)
    revision: int = 0
    alive: bool = True
    news: threading.Event = field(default_factory=threading.Event)

    @property
    def snapshot(self) -> "Still":
        """Always the same."""
        return self

    def wait_for(self, after: int, timeout_s: float) -> "Still":
        """Wait in vain, or for the end."""
        assert after == self.revision
        self.news.wait(timeout_s)
        return self

    def end(self) -> None:
        """Wake whoever waits: there will be no more."""
        self.alive = False
        self.news.set()


def measure() -> Figures:
    """How long a frame takes, and what a minute of lights costs."""
    note = f"{SQUARES} lights, snapshot to duties, within the budget; {FRAMES} frames"
    for name, lights in (("a turn", TURN), ("all squares lit", EVERYTHING)):
        yield from median_and_p99(f"frame, {name}", list(_frames(lights)), note)
        note = ""
    for name, lights in SCENES.items():
        yield from _minute(name, lights)


def _frames(lights: Mapping[int, Meaning]) -> Iterator[float]:
    clock = ManualClock()
    wired = WiredLights(CountingStrip(), SETTINGS, SQUARES, clock, lambda: False)
    look = Look()
    for _ in range(FRAMES):
        now_s = clock.advance(FRAME_S)
        started_s = time.perf_counter()
        wired.show(frame(lights, look, SQUARES, now_s))
        yield time.perf_counter() - started_s


def _minute(name: str, lights: Mapping[int, Meaning]) -> Figures:
    """A few seconds of the real thread, as a minute of it."""
    clock = MonotonicClock()
    strip, source = CountingStrip(), Still(lights)
    wired = WiredLights(strip, SETTINGS, SQUARES, clock, lambda: False)
    drawing = LightDisplay(source, wired, SQUARES, clock, lambda _event: None)
    before_s = time.process_time()
    drawing.start()
    time.sleep(WATCHED_S)
    source.end()
    drawing.stop()
    spent_s = time.process_time() - before_s
    share = MINUTE_S / WATCHED_S
    # The first frame comes once, however long it is watched.
    frames = 1 + round((strip.frames - 1) * share)
    wire = frames * SQUARES * BYTES_A_LIGHT
    yield Figure(
        f"a minute, {name}",
        f"{milliseconds(spent_s * share)}",
        f"processor time; {frames} frames, {wire / 1000:.1f} kB on the wire",
    )
