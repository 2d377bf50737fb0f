"""The drawing thread, on virtual time: only what changes is sent, and trouble ends nothing."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from controller.light import display as lights_module
from controller.light.display import FAILED, LightDisplay
from controller.light.frames import frame
from controller.light.look import Look
from controller.light.meanings import Meaning
from hardware.clock import ManualClock
from hardware.errors import HardwareError, NotConnected
from hardware.ports import RGB, BoardEvent, LightsChanged
from tests.support.waiting import PATIENCE_S

SQUARES = 4
AWAY = "The lights do not answer. Look whether their helper runs."
DARK = ((0, 0, 0),) * SQUARES
GARDEN = Look()


@dataclass(frozen=True)
class Picture:
    """A snapshot, as far as lights are concerned."""

    revision: int
    lights: Mapping[int, Meaning]
    look: Look = GARDEN


@dataclass
class Story:
    """Snapshots that come at their times; whoever waits for the next one lets time pass."""

    clock: ManualClock
    pictures: Sequence[tuple[float, Picture]]
    until_s: float
    waits: int = 0

    @property
    def alive(self) -> bool:
        return self.clock.now_s() < self.until_s

    @property
    def snapshot(self) -> Picture:
        return [each for at_s, each in self.pictures if at_s <= self.clock.now_s()][-1]

    def wait_for(self, after: int, timeout_s: float) -> Picture:
        self.waits += 1
        assert self.waits < 20_000, "nobody sleeps"
        if self.snapshot.revision > after:
            return self.snapshot
        now_s = self.clock.now_s()
        coming = [at_s for at_s, _ in self.pictures if at_s > now_s]
        self.clock.advance(min([now_s + timeout_s, self.until_s, *coming]) - now_s)
        return self.snapshot


@dataclass
class Recorder:
    """Lights that note what they are told and when, take their time, and may be away."""

    clock: ManualClock
    takes_s: float = 0.0
    trouble: Callable[[float], Exception | None] = lambda _now_s: None
    frames: list[tuple[float, tuple[RGB, ...]]] = field(default_factory=list)
    kept_s: list[float] = field(default_factory=list)
    asked_s: list[float] = field(default_factory=list)
    closed: int = 0

    def show(self, colours: Sequence[RGB]) -> None:
        self._ask()
        self.frames.append((self.clock.now_s(), tuple(colours)))

    def keep(self) -> None:
        self._ask()
        self.kept_s.append(self.clock.now_s())

    def close(self) -> None:
        self.closed += 1
        if (error := self.trouble(self.clock.now_s())) is not None:
            raise error

    def _ask(self) -> None:
        self.asked_s.append(self.clock.now_s())
        if (error := self.trouble(self.clock.now_s())) is not None:
            raise error
        self.clock.advance(self.takes_s)


@dataclass
class Scene:
    """What is drawn of a story, and what is said about it."""

    lights: Recorder
    story: Story
    drawing: LightDisplay
    events: list[BoardEvent]

    def play(self) -> None:
        self.drawing.start()
        self.drawing.stop()

    def told(self) -> list[tuple[str | None, float]]:
        """What was said of the lights, and when, to the millisecond."""
        return [
            (event.trouble, round(event.at_s, 3))
            for event in self.events
            if isinstance(event, LightsChanged)
        ]


class Patient(LightDisplay):
    """Draws until the story is over, however early it is told to stop."""

    def stop(self) -> None:
        assert self._thread is not None
        self._thread.join()


def scene(
    pictures: Sequence[tuple[float, Picture]],
    until_s: float,
    takes_s: float = 0.0,
    trouble: Callable[[float], Exception | None] = lambda _now_s: None,
) -> Scene:
    clock = ManualClock()
    events: list[BoardEvent] = []
    lights = Recorder(clock, takes_s, trouble)
    story = Story(clock, pictures, until_s)
    return Scene(lights, story, Patient(story, lights, SQUARES, clock, events.append), events)


def away_until(moment_s: float) -> Callable[[float], Exception | None]:
    return lambda now_s: NotConnected(AWAY) if now_s < moment_s else None


STILL = Picture(1, {2: "may-go"})
MOVING = Picture(2, {2: "may-go", 3: "turn"})


def test_what_stands_still_is_sent_once_and_kept_every_second() -> None:
    drawn = scene([(0.0, STILL)], 10.0)
    drawn.play()
    assert drawn.lights.frames == [(0.0, frame(STILL.lights, GARDEN, SQUARES, 0.0))]
    assert drawn.lights.kept_s == pytest.approx([1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert drawn.story.waits < 15, "in between it sleeps"


def test_what_is_new_is_sent_at_once() -> None:
    dark = Picture(2, {})
    drawn = scene([(0.0, STILL), (0.4567, dark)], 2.0)
    drawn.play()
    assert drawn.lights.frames[1:] == [(0.4567, DARK)]


def test_a_new_snapshot_with_the_same_lights_is_not_sent_again() -> None:
    drawn = scene([(0.1 * n, Picture(n, {2: "may-go"})) for n in range(9)], 0.9)
    drawn.play()
    assert len(drawn.lights.frames) == 1


def test_what_moves_is_sent_thirty_times_a_second() -> None:
    drawn = scene([(0.0, MOVING)], 2.0)
    drawn.play()
    assert on_time(drawn.lights.asked_s)
    # At the turning points of the breath it does not change from one frame to the next.
    assert 55 <= len(drawn.lights.frames) <= 60
    shown = [colours for _, colours in drawn.lights.frames]
    assert all(before != after for before, after in pairwise(shown)), "no frame twice in a row"


def test_a_board_that_waits_is_drawn_ten_times_a_second() -> None:
    """Its light is dim and breathes slowly: more frames would hardly differ."""
    drawn = scene([(0.0, Picture(1, {1: "waiting"}))], 6.0)
    drawn.play()
    assert on_time(drawn.lights.asked_s)
    assert 40 <= len(drawn.lights.frames) <= 60
    brightest = [max(colours[0]) for _, colours in drawn.lights.frames]
    assert max(abs(after - before) for before, after in pairwise(brightest)) <= 8


def test_a_light_of_a_game_beside_it_is_drawn_as_often_as_ever() -> None:
    drawn = scene([(0.0, Picture(1, {1: "waiting", **MOVING.lights}))], 2.0)
    drawn.play()
    assert len(drawn.lights.frames) >= 55


def test_slow_lights_miss_frames_and_are_never_late() -> None:
    drawn = scene([(0.0, MOVING)], 2.0, takes_s=0.05)
    drawn.play()
    assert on_time(drawn.lights.asked_s)
    assert 25 <= len(drawn.lights.frames) <= 30
    for at_s, (_, colours) in zip(drawn.lights.asked_s, drawn.lights.frames, strict=True):
        assert colours == frame(MOVING.lights, GARDEN, SQUARES, at_s)


def on_time(moments_s: Sequence[float]) -> bool:
    """Whether all of them are thirtieths of a second."""
    return all(abs(at_s * 30 - round(at_s * 30)) < 0.01 for at_s in moments_s)


def test_a_light_that_moves_but_looks_the_same_for_a_while_is_kept() -> None:
    drawn = scene([(0.0, Picture(1, {1: "reader-fault"}))], 8.0)
    drawn.play()
    spoken = sorted([at_s for at_s, _ in drawn.lights.frames] + drawn.lights.kept_s)
    gaps = [after - before for before, after in pairwise(spoken)]
    assert max(gaps) <= 1.04
    assert drawn.lights.kept_s != []


def test_lights_that_are_away_are_tried_again_at_growing_intervals() -> None:
    drawn = scene([(0.0, STILL)], 25.0, trouble=away_until(21.0))
    drawn.play()
    tried = drawn.lights.asked_s[:8]
    assert tried == pytest.approx([0.0, 0.5, 1.5, 3.5, 7.5, 12.5, 17.5, 22.5])
    assert drawn.lights.frames == [(22.5, frame(STILL.lights, GARDEN, SQUARES, 22.5))]


def test_trouble_is_told_once_and_so_is_its_end() -> None:
    drawn = scene([(0.0, MOVING)], 6.0, trouble=away_until(3.0))
    drawn.play()
    assert drawn.told() == [(AWAY, 0.0), (None, 3.5)]
    assert drawn.drawing.failure is None


def test_another_trouble_is_told_too() -> None:
    def trouble(now_s: float) -> Exception | None:
        return NotConnected(AWAY) if now_s < 1.0 else HardwareError("too hot")

    drawn = scene([(0.0, STILL)], 8.0, trouble=trouble)
    drawn.play()
    assert [trouble for trouble, _ in drawn.told()] == [AWAY, "too hot"]


def test_trouble_in_between_is_found_by_keeping_and_the_whole_frame_is_sent_afterwards() -> None:
    def trouble(now_s: float) -> Exception | None:
        return NotConnected(AWAY) if 2.5 < now_s < 3.2 else None

    drawn = scene([(0.0, STILL)], 6.0, trouble=trouble)
    drawn.play()
    whole = frame(STILL.lights, GARDEN, SQUARES, 0.0)
    assert drawn.lights.frames == [(0.0, whole), (pytest.approx(3.5), whole)]
    assert drawn.told() == [(AWAY, 3.0), (None, 3.5)]


def test_while_lights_are_away_news_does_not_hurry_the_next_try() -> None:
    pictures = [(0.01 * n, Picture(n, {2: "may-go"})) for n in range(40)]
    drawn = scene(pictures, 0.4, trouble=away_until(10.0))
    drawn.play()
    assert drawn.lights.asked_s == [0.0]


def test_it_is_dark_at_the_end() -> None:
    drawn = scene([(0.0, MOVING)], 1.0)
    drawn.play()
    assert drawn.lights.closed == 1


def test_lights_that_are_away_at_the_end_are_no_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawn = scene([(0.0, STILL)], 1.0, trouble=away_until(9.0))
    drawn.play()
    assert drawn.lights.closed == 1
    assert drawn.drawing.failure is None
    assert f"could not be switched off: {AWAY}" in caplog.text


def test_a_mistake_of_ours_is_kept_logged_and_told_and_it_goes_dark(
    caplog: pytest.LogCaptureFixture,
) -> None:
    no_theme = Picture(2, {2: "turn"}, Look("no such theme"))
    drawn = scene([(0.0, STILL), (0.5, no_theme)], 5.0)
    with caplog.at_level(logging.ERROR):
        drawn.play()
    assert "no such theme" in str(drawn.drawing.failure)
    assert "no such theme" in caplog.text
    assert drawn.told() == [(FAILED, 0.5)]
    assert drawn.lights.closed == 1
    assert drawn.story.alive, "whoever plays goes on"


@pytest.mark.parametrize("when_s", [0.0, 0.5, 1.0])
def test_a_mistake_of_the_driver_is_not_silent_either(when_s: float) -> None:
    def trouble(now_s: float) -> Exception | None:
        return ValueError("3 colours for 4 lights") if now_s >= when_s else None

    drawn = scene([(0.0, MOVING)], 1.0, trouble=trouble)
    drawn.play()
    assert str(drawn.drawing.failure) == "3 colours for 4 lights"
    [(said, at_s)] = drawn.told()
    assert said == FAILED
    assert at_s == pytest.approx(when_s, abs=0.04)
    assert drawn.lights.closed == 1


def test_it_stops_when_it_is_told_to() -> None:
    clock = ManualClock()
    lights = Recorder(clock)
    story = Story(clock, [(0.0, MOVING)], 1e9)
    drawing = LightDisplay(story, lights, SQUARES, clock, lambda _event: None)
    drawing.start()
    drawing.stop()
    assert lights.closed == 1
    drawing.stop()


def test_lights_that_hang_are_left_behind(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lights_module, "STOP_S", 0.01)
    hangs, go_on = threading.Event(), threading.Event()

    def trouble(_now_s: float) -> Exception | None:
        hangs.set()
        assert go_on.wait(PATIENCE_S)
        return None

    clock = ManualClock()
    story = Story(clock, [(0.0, STILL)], 1e9)
    lights = Recorder(clock, trouble=trouble)
    drawing = LightDisplay(story, lights, SQUARES, clock, lambda _event: None)
    drawing.start()
    assert hangs.wait(PATIENCE_S)
    drawing.stop()
    assert "The lights thread hung at shutdown" in caplog.text
    go_on.set()
    monkeypatch.setattr(lights_module, "STOP_S", PATIENCE_S)
    drawing.stop()
    assert lights.closed == 1
