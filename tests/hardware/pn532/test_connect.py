"""From the buses of a board file to lines."""

import sys
from errno import EBUSY
from math import inf
from types import SimpleNamespace

import pytest

from controller.bootstrap.simulated.emulated_pi import SimulatedParts
from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.pn532.chip import Steps
from hardware.pn532.connect import connect
from hardware.pn532.pool import Pool
from hardware.pn532.raspberry import RaspberryPi
from hardware.sensing.settings import I2cBus, ScannerPort, usual_select
from tests.support.simulated_pn532.bench import Bench


def test_readers_at_a_co_processor_have_no_lines_here() -> None:
    port = ScannerPort("row", "/dev/row", usual_select([1]))
    with pytest.raises(ValueError, match="“row” are scanned by a co-processor"):
        connect([port], RaspberryPi(), ManualClock())


def test_a_computer_without_pins_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "digitalio", None)
    with pytest.raises(NotConnected, match=r"it is no Raspberry Pi.*pip install"):
        RaspberryPi().pin("GPIO5")


class OneWire:
    """A GPIO controller whose pin 4 belongs to a driver of the kernel."""

    def __init__(self, path: str) -> None:
        assert path == "/dev/gpiochip7"

    def __enter__(self) -> "OneWire":
        return self

    def __exit__(self, *_: object) -> None: ...

    def get_line_info(self, offset: int) -> SimpleNamespace:
        return SimpleNamespace(consumer="onewire@0" if offset == 4 else None)


@pytest.mark.parametrize(
    ("pin", "said"),
    [("GPIO4", "busy. “onewire@0” has it. CE0"), ("GPIO5", "busy. Is another program using it?")],
)
def test_a_pin_that_is_taken_is_told_with_its_holder(
    monkeypatch: pytest.MonkeyPatch, pin: str, said: str
) -> None:
    def taken(_: object) -> None:
        raise OSError(EBUSY, "Device or resource busy")

    pins = {f"D{number}": SimpleNamespace(chip_index=7, id=number) for number in (4, 5)}
    monkeypatch.setitem(sys.modules, "board", SimpleNamespace(**pins))
    monkeypatch.setitem(sys.modules, "digitalio", SimpleNamespace(DigitalInOut=taken))
    monkeypatch.setitem(sys.modules, "gpiod", SimpleNamespace(Chip=OneWire))
    with pytest.raises(NotConnected, match=said):
        RaspberryPi().pin(pin)


def test_a_pin_that_the_computer_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("board", "digitalio"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    with pytest.raises(NotConnected, match="has no pin called GPIO99"):
        RaspberryPi().pin("GPIO99")


def test_a_reset_line_is_never_low_before_it_is_pulled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blinka makes an output low first, whatever level it is asked for."""
    done: list[str] = []

    class NotedPin:
        def __init__(self, _: str) -> None: ...

        def switch_to_input(self, *, pull: str) -> None:
            done.append(f"input, {pull}")

        def switch_to_output(self, *, value: bool) -> None:
            done.append(f"low, then {value}")

    pins = SimpleNamespace(DigitalInOut=NotedPin, Pull=SimpleNamespace(UP="pull-up"))
    monkeypatch.setitem(sys.modules, "digitalio", pins)
    monkeypatch.setitem(sys.modules, "board", SimpleNamespace(D25="D25"))
    line = RaspberryPi().open_drain("GPIO25")
    assert done == ["input, pull-up"]
    line.pull_low()
    line.let_go()
    assert done == ["input, pull-up", "low, then False", "input, pull-up"]


def test_a_reader_may_be_on_the_i2c_bus_itself() -> None:
    bench = Bench()
    bus = I2cBus("i2c", {1: None})
    parts = SimulatedParts(bench.chips, (bus,), bench.time)
    (line,) = connect([bus], parts, bench.time).values()
    line.wire.wake()
    bench.time.advance(0.01)
    line.wire.write(bytes.fromhex("0000ff02fed4022a00"))
    bench.time.advance(0.001)
    assert line.wire.ready()


def test_a_pool_without_work_has_nothing_to_do() -> None:
    clock = ManualClock(5.0)
    assert not Pool(clock).carry_on()
    assert clock.now_s() == 5.0


def test_work_that_waits_for_other_work_is_left_alone_until_that_wakes_it() -> None:
    clock = ManualClock(5.0)
    done: list[float] = []

    def work() -> Steps[None]:
        yield inf
        done.append(clock.now_s())

    pool = Pool(clock)
    pool.add(work())
    assert pool.carry_on()
    assert not pool.carry_on()
    pool.wake(7.0)
    assert pool.carry_on()
    assert done == [7.0]
    assert not pool.carry_on()
