"""The process that keeps the lights helper alive."""

import os
import signal
import sys

import pytest

from hardware.clock import MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from tests.hardware.lights.helper.helping import RED, StripOf, comes_back, said
from tests.hardware.lights.pretending import Helper, shows
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no such helper"
)


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


def test_when_the_driving_process_hangs_it_is_replaced(kept: Helper) -> None:
    strip = HelperStrip(kept.settings(), MonotonicClock())
    until(shows(strip, RED), "a busy machine answers in time")
    kept.mischief("hang")
    with pytest.raises(NotConnected, match="does not answer"):
        strip.show(RED)
    kept.mischief("")
    kept.until_dark()
    comes_back(kept, strip)
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
