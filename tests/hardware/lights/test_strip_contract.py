"""What every strip does, whatever drives it: simulated, on an SPI bus, on the lights helper."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import pytest

from hardware.lights.settings import ColourOrder
from hardware.lights.spi import SpiStrip
from hardware.ports import RGB, LightStrip
from hardware.simulated.strip import SimulatedStrip
from tests.hardware.lights.bitstream import RecordingBus, decoded
from tests.hardware.lights.pretending import Helper

LIGHTS: Final = 3
DARK: Final = bytes(3 * LIGHTS)
FRAME: Final[list[RGB]] = [(1, 2, 3), (0, 128, 255), (77, 88, 99)]


class Bench(Protocol):
    """A strip, and a look at its wire."""

    order: ColourOrder
    strip: LightStrip

    def wire(self) -> list[bytes]:
        """All frames so far, in the order of the wire."""
        ...


class SimulatedBench:
    order: ColourOrder = "RGB"

    def __init__(self) -> None:
        simulated = SimulatedStrip(LIGHTS)
        self._frames: list[bytes] = []
        simulated.watch(
            lambda: self._frames.append(bytes(c for light in simulated.duties for c in light))
        )
        self.strip: LightStrip = simulated

    def wire(self) -> list[bytes]:
        return self._frames


class SpiBench:
    order: ColourOrder = "GRB"

    def __init__(self) -> None:
        self._bus = RecordingBus()
        self.strip: LightStrip = SpiStrip(self._bus, LIGHTS, self.order)

    def wire(self) -> list[bytes]:
        return [decoded(sent, self._bus.hz) for sent in self._bus.sent]


class HelperBench:
    order: ColourOrder = "BRG"

    def __init__(self, helper: Helper) -> None:
        self._helper = helper
        self.strip: LightStrip = helper.strip(helper.settings(LIGHTS, self.order))

    def wire(self) -> list[bytes]:
        return [bytes.fromhex(frame) for frame in self._helper.shown]

    def until_dark(self) -> None:
        self._helper.until_dark()


@pytest.fixture(
    params=[
        "simulated",
        "spi",
        pytest.param(
            "helper",
            marks=pytest.mark.skipif(
                sys.platform == "darwin", reason="macOS has no sockets of packets"
            ),
        ),
    ]
)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    bench: Bench
    if request.param == "helper":
        with Helper(tmp_path) as helper:
            bench = HelperBench(helper)
            yield bench
            bench.strip.close()
    else:
        bench = SimulatedBench() if request.param == "simulated" else SpiBench()
        yield bench
        bench.strip.close()


def on_wire(frame: list[RGB], order: ColourOrder) -> bytes:
    return bytes(light["RGB".index(colour)] for light in frame for colour in order)


def test_a_strip_shows_what_it_is_told_in_the_order_of_its_wire(bench: Bench) -> None:
    bench.strip.show(FRAME)
    assert bench.wire()[-1] == on_wire(FRAME, bench.order)
    bench.strip.show(FRAME[::-1])
    assert bench.wire()[-1] == on_wire(FRAME[::-1], bench.order)


def test_a_strip_knows_its_length(bench: Bench) -> None:
    assert bench.strip.lights == LIGHTS


def test_a_strip_is_dark_until_it_is_told_otherwise(bench: Bench) -> None:
    bench.strip.show(FRAME)
    assert set(bench.wire()[:-1]) <= {DARK}


def test_keeping_sends_nothing_new(bench: Bench) -> None:
    bench.strip.show(FRAME)
    before = len(bench.wire())
    bench.strip.keep()
    bench.strip.keep()
    assert len(bench.wire()) == before


def test_a_strip_may_be_kept_before_it_shows_anything(bench: Bench) -> None:
    bench.strip.keep()
    assert set(bench.wire()) <= {DARK}


@pytest.mark.parametrize(
    "frame",
    [
        [],
        FRAME[:2],
        [*FRAME, (0, 0, 0)],
        [(0, 0, 256), *FRAME[1:]],
        [(0, -1, 0), *FRAME[1:]],
        [(0, 0), *FRAME[1:]],
    ],
)
def test_a_frame_that_does_not_fit_is_refused_and_changes_nothing(
    bench: Bench, frame: list[RGB]
) -> None:
    bench.strip.show(FRAME)
    before = bench.wire()[:]
    with pytest.raises(ValueError, match="light"):
        bench.strip.show(frame)
    assert bench.wire() == before


def test_a_strip_is_dark_when_it_is_closed(bench: Bench) -> None:
    bench.strip.show(FRAME)
    bench.strip.close()
    if isinstance(bench, HelperBench):
        bench.until_dark()
    assert bench.wire()[-1] == DARK
    bench.strip.close()
    assert bench.wire()[-1] == DARK
