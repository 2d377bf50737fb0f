"""What every strip does: simulated, on an SPI bus, on the lights helper, on a co-processor."""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

import pytest

from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import ManualClock
from hardware.lights.settings import ColourOrder
from hardware.lights.spi import SpiStrip
from hardware.ports import RGB, LightStrip
from hardware.scanner.connect import StripWire
from hardware.scanner.strip import ScannerStrip
from hardware.sensing.settings import ArraySettings, Place, ScannerPort, usual_select
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World
from tests.support.lights.bitstream import RecordingBus, decoded
from tests.support.lights.pretending import Helper
from tests.support.scanner.devices import EmulatedScanner
from tests.support.tiers import sample

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


class ScannerStripOnBench(ScannerStrip):
    """A strip on a co-processor whose threads are turned by hand after every call."""

    def __init__(self, bench: "ScannerBench") -> None:
        super().__init__(bench.device.host)
        self._bench = bench

    def show(self, duties: Sequence[RGB]) -> None:
        super().show(duties)
        self._bench.pass_time()

    def keep(self) -> None:
        super().keep()
        self._bench.pass_time()

    def close(self) -> None:
        super().close()
        self._bench.pass_time()


class ScannerBench:
    """A strip on an emulated co-processor that runs the firmware: what the PIO sends is decoded."""

    order: ColourOrder = "BGR"

    def __init__(self) -> None:
        lit = SimulatedStrip(LIGHTS)
        self._frames: list[bytes] = []
        places = ["RGB".index(colour) for colour in self.order]
        lit.watch(
            lambda: self._frames.append(bytes(light[p] for light in lit.duties for p in places))
        )
        port = ScannerPort("one", "/dev/one", usual_select([1]))
        self._clock = ManualClock()
        array = ArraySettings({1: Place(0, 0)})
        chips = emulate(World(1, ()), array.places, self._clock, random.Random(1)).chips
        self.device = EmulatedScanner(
            port,
            array,
            chips,
            self._clock,
            50e-6,
            strip=StripWire("GP22", LIGHTS, self.order),
            lights=lit,
        )
        self.device.host.start(lambda: None)
        self.pass_time()
        self.strip: LightStrip = ScannerStripOnBench(self)

    def pass_time(self) -> None:
        until_s = self._clock.now_s() + 0.2
        while self._clock.now_s() < until_s:
            self.device.host.turn()
            self.device.firmware.turn()

    def wire(self) -> list[bytes]:
        return self._frames


@pytest.fixture(
    params=[
        "scanner",
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
        kinds: dict[str, Callable[[], Bench]] = {
            "simulated": SimulatedBench,
            "spi": SpiBench,
            "scanner": ScannerBench,
        }
        bench = kinds[request.param]()
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
    sample(
        2,
        [
            [],
            FRAME[:2],
            [*FRAME, (0, 0, 0)],
            [(0, 0, 256), *FRAME[1:]],
            [(0, -1, 0), *FRAME[1:]],
            [(0, 0), *FRAME[1:]],
        ],
    ),
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
