"""The process that keeps the lights helper alive."""

import math
import os
import signal
import subprocess
import sys

import pytest

from hardware.clock import MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from tests.support.checkout import ROOT
from tests.support.lights.helping import RED, StripOf, comes_back, said
from tests.support.lights.pretending import Helper, shows
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no such helper"
)

KEEPER = """
import os, signal, sys
from hardware.lights import restart

class Time:
    now_s = 0.0
    pauses = []

    def monotonic(self):
        return self.now_s

    def sleep(self, seconds):
        self.now_s += seconds
        if seconds >= restart.FIRST_PAUSE_S:
            self.pauses.append(seconds)
        if len(self.pauses) == int(sys.argv[2]):
            print(*self.pauses)
            raise SystemExit

def dies(report):
    raise SystemExit

def dies_lit(report):
    report(b"lit")
    os._exit(1)

def stays(report):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.closerange(3, 100)
    signal.pause()

def hangs(left):
    signal.pause()

restart.time = Time()
restart.STEADY_S = float(sys.argv[3])
restart.keep(globals()[sys.argv[1]], hangs)
"""
"""A keeper whose clock goes only when it sleeps, until it has paused so often."""

LEFT_LIT = """
import os, time
from hardware.lights import restart

class Time:
    monotonic = time.monotonic

    def sleep(self, seconds):
        if seconds >= restart.FIRST_PAUSE_S:
            os.write(1, b"pause")
            raise SystemExit
        time.sleep(seconds)

def dies(report):
    report(b"lit")
    os._exit(1)

def darken(left):
    os.write(1, left + b" is dark, ")

restart.time = Time()
restart.keep(dies, darken)
"""
"""A keeper until its first pause, which says what was done."""

STOPPED_WHILE_IT_FORKS = """
import os, signal
from hardware.lights.restart import keep

def stop(number, frame):
    raise SystemExit(7)

def stays(report):
    while True:
        report(b"I am here")
        signal.sigtimedwait([], 0.1)

signal.signal(signal.SIGTERM, stop)
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
keep(stays, print)
"""
"""A keeper that is told to stop at the worst moment."""


def script(text: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", text, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def kept_so(work: str, pauses: int, steady_s: float) -> subprocess.CompletedProcess[str]:
    said = script(KEEPER, work, str(pauses), str(steady_s))
    assert said.returncode == 0, said.stderr
    return said


@pytest.mark.parametrize(
    ("steady_s", "pauses"),
    [(math.inf, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]), (0.0, [0.1, 0.1, 0.1])],
)
def test_pauses_grow_to_a_limit_and_begin_anew_after_a_steady_life(
    steady_s: float, pauses: list[float]
) -> None:
    said = kept_so("dies", len(pauses), steady_s)
    assert said.stdout.split() == [str(each) for each in pauses]


def test_a_process_that_will_not_end_is_killed() -> None:
    said = kept_so("stays", 1, math.inf)
    assert "The lights helper has ended (-9)" in said.stderr


def test_what_a_dead_process_has_left_lit_is_made_dark_before_the_pause() -> None:
    assert script(LEFT_LIT).stdout == "lit is dark, pause"


def test_a_process_that_cannot_make_dark_what_is_left_is_killed() -> None:
    assert "could not be made dark" in kept_so("dies_lit", 1, math.inf).stderr


def test_a_keeper_that_is_stopped_while_it_forks_ends() -> None:
    said = script(STOPPED_WHILE_IT_FORKS)
    assert (said.returncode, said.stderr) == (7, "")


@pytest.mark.parametrize("mischief", ["die", "killed"])
def test_when_the_driving_process_dies_the_strip_goes_dark_and_comes_back(
    kept: Helper, strip_of: StripOf, mischief: str
) -> None:
    strip = strip_of(kept)
    strip.show(RED)
    if mischief == "killed":
        os.kill(kept.child(), signal.SIGKILL)
    else:
        kept.mischief("die")
    with pytest.raises(NotConnected, match="The lights helper has stopped"):
        strip.show(RED)
    kept.mischief("")
    kept.until_dark()
    comes_back(kept, strip)


def hung(kept: Helper) -> HelperStrip:
    """A strip that shows red, whose driving process hangs."""
    strip = HelperStrip(kept.settings(), MonotonicClock())
    until(shows(strip, RED), "a busy machine answers in time")
    kept.mischief("hang")
    with pytest.raises(NotConnected, match="answering"):
        strip.show(RED)
    kept.mischief("")
    return strip


def test_when_the_driving_process_hangs_it_is_replaced(kept: Helper) -> None:
    strip = hung(kept)
    kept.until_dark()
    comes_back(kept, strip)
    strip.close()


def test_a_keeper_that_is_stopped_after_the_driving_process_died_leaves_the_strip_dark(
    kept: Helper, strip_of: StripOf
) -> None:
    strip_of(kept).show(RED)
    os.kill(kept.child(), signal.SIGKILL)
    assert kept.end() == 0
    assert kept.is_dark()


def test_a_keeper_that_is_stopped_before_it_has_heard_of_the_light_leaves_the_strip_dark(
    kept: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(kept)
    driving = kept.child()
    kept.process.send_signal(signal.SIGSTOP)
    strip.show(RED)
    os.kill(driving, signal.SIGKILL)
    kept.process.send_signal(signal.SIGTERM)
    assert kept.end(signal.SIGCONT) == 0
    assert kept.is_dark()


def test_a_keeper_that_is_stopped_while_the_driving_process_hangs_leaves_the_strip_dark(
    kept: Helper,
) -> None:
    strip = hung(kept)
    assert kept.end() == 0
    assert kept.is_dark()
    strip.close()


def test_the_driving_process_goes_dark_and_ends_when_its_keeper_is_killed(
    kept: Helper, strip_of: StripOf
) -> None:
    strip_of(kept).show(RED)
    kept.end(signal.SIGKILL)
    until(lambda: kept.log[-1] == "end", "the strip is let go of")
    assert kept.is_dark()


def test_a_helper_that_dies_of_making_the_strip_dark_does_not_do_so_for_ever(
    kept: Helper, strip_of: StripOf
) -> None:
    strip = strip_of(kept)
    strip.show(RED)
    first = kept.child()
    kept.mischief("die")
    os.kill(first, signal.SIGKILL)
    begun = kept.log.count("begin gpio=18 dma=10 channel=0 lights=3")
    until(lambda: begins(kept) == begun + 1, "the next one tries to make it dark, and dies")
    # What comes after that is there to be spoken to.
    until(lambda: "cannot" in said(strip) or "stopped" in said(strip), "somebody answers")
    kept.mischief("")
    comes_back(kept, strip)


def begins(helper: Helper) -> int:
    return sum(line.startswith("begin") for line in helper.log)
