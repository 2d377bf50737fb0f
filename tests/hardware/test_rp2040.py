"""The emulated RP2040 has what a real one has, and nothing else."""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET, create_connection

import pytest

from hardware.clock import ManualClock
from hardware.simulated.plugs import LOCAL
from hardware.simulated.pn532.pins import EmulatedPin
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.machine import Crashed, Rp2040
from hardware.simulated.rp2040.pio import Program, duties_of, waveform
from hardware.simulated.rp2040.plugs import SocketDevice
from hardware.simulated.rp2040.wires import Wires
from tests.support.scanner.whole import WholeBoard
from tests.support.waiting import PATIENCE_S, until

USB = "class Usb: pass"
APP = """
class SM:
    def __init__(self, number):
        self.number = number


class App:
    def __init__(self, line):
        {}

    def turn(self):
        {}
"""
Running = Callable[..., Firmware]


@pytest.fixture
def device() -> Rp2040:
    return Rp2040(Wires(), ManualClock(), op_s=0.0)


@pytest.fixture
def running(device: Rp2040, tmp_path: Path) -> Running:
    """Firmware of a few lines, as it begins and in each turn."""

    def made(begin: str = "pass", turn: str = "pass") -> Firmware:
        (tmp_path / "usb.py").write_text(USB)
        (tmp_path / "app.py").write_text(APP.format(begin, turn))
        return Firmware(device, tmp_path)

    return made


class TestFirmware:
    """Files of ours on it."""

    def test_files_are_listed_and_deleted(self, running: Running, device: Rp2040) -> None:
        device.flash |= {"b": b"2", "a": b"1"}
        named = "import os; self.names = os.listdir(); os.remove('b')"
        running(named, "open('names', 'w').write(str(self.names).encode())").boot()
        assert device.flash == {"a": b"1"}

    def test_a_module_that_it_has_not(self, running: Running) -> None:
        with pytest.raises(ImportError, match="the device has no module socket"):
            running("import socket").boot()

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ("SPI(0).write_readinto(bytes(2), bytearray(3))", "the same length"),
            ("SPI(0).registers[2] = 0", "more than its queue takes"),
            ("WDT(timeout=9000)", "timeout too long"),
            ("from machine import Pin; Pin('A')", "no pin has this name"),
            ("from machine import pointer; pointer(0xD0000000)[0]", "nothing is known of this"),
            (
                (
                    "from rp2 import DMA; DMA().config(read=b'1234', write=SM(4), count=1, "
                    "ctrl=DMA.pack_ctrl(size=2, inc_write=False, treq_sel=4), trigger=True)"
                ),
                "does not feed the state machine",
            ),
            (
                (
                    "from rp2 import DMA; DMA().config(read=b'1234', write=SM(0), count=2, "
                    "ctrl=DMA.pack_ctrl(size=2, inc_write=False, treq_sel=0), trigger=True)"
                ),
                "beyond the memory it reads",
            ),
        ],
    )
    def test_what_micropython_refuses(self, running: Running, wrong: str, sentence: str) -> None:
        with pytest.raises(ValueError, match=sentence):
            running(f"from machine import SPI, WDT; {wrong}").boot()

    def test_one_that_is_to_stay_ends_its_thread(self, running: Running, device: Rp2040) -> None:
        firmware = running("raise AssertionError")
        device.flash["stay"] = b""
        firmware.start()
        until(lambda: "stay" not in device.flash, "it has begun")
        firmware.stop()
        assert firmware.failure is None

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_what_ends_its_thread_is_kept(self, running: Running) -> None:
        firmware = running("pass", "raise ZeroDivisionError")
        firmware.start()
        until(lambda: firmware.failure is not None, "it has failed")
        firmware.stop()
        assert isinstance(firmware.failure, ZeroDivisionError)


class TestMachine:
    """What it answers to the modules."""

    @pytest.mark.parametrize("number", [-1, 23, 24, 25, 29])
    def test_it_has_no_such_pins(self, device: Rp2040, number: int) -> None:
        with pytest.raises(Crashed, match=f"no pin {number} "):
            device.answer(f"out {number} 1")

    def test_a_pin_with_a_resistor_to_ground_is_low_until_a_button_pulls_it(
        self, device: Rp2040
    ) -> None:
        assert device.answer("in 2 2") == ""
        assert device.answer("get 2") == "0"
        assert device.answer("in 2 1") == ""
        assert device.answer("get 2") == "1"

    def test_nothing_is_known_of_another_register(self, device: Rp2040) -> None:
        with pytest.raises(Crashed, match="nothing is known of the register at 0x40000000"):
            device.answer(f"peek {0x40000000}")

    def test_a_frame_is_sent_once_the_one_before_is_over(self) -> None:
        board = WholeBoard()
        board.run(0.5)
        frame = "dma 0 " + " ".join(["0"] * 4)
        assert board.device.answer(frame) == ""
        with pytest.raises(Crashed, match="started while it still runs"):
            board.device.answer(frame)
        board.clock.advance(0.01)
        assert board.device.answer(frame) == ""

    def test_lights_are_told_the_highest_bit_first(self, device: Rp2040) -> None:
        with pytest.raises(Crashed, match="highest bit first"):
            device.answer("pio 0 8000000 22 24 1 0 4 out//0/0")

    @pytest.mark.parametrize("reversed_", [False, True])
    def test_a_chain_is_told_the_highest_bit_first(self, *, reversed_: bool) -> None:
        data, clock = EmulatedPin("data"), EmulatedPin("clock")
        bits: list[bool] = []
        clock.watch(lambda: bits.append(data.value) if clock.value else None)
        device = Rp2040(Wires(chain=(data, clock)), ManualClock(), op_s=0.0)
        byte = 0b00001011 if reversed_ else 0b11010000
        assert device.answer(f"x 1 {byte:02x}") == "00"
        expected = [True, True, False, True, False, False, False, False]
        assert bits == (expected[::-1] if reversed_ else expected)


class TestLights:
    """What lights make of levels."""

    @pytest.mark.parametrize(
        ("levels", "wrong"),
        [
            ([(1, 560.0)], "neither a zero nor a one"),
            ([(1, 100.0)], "neither a zero nor a one"),
            ([(1, 400.0), (0, 6000.0)], "ends a frame"),
        ],
    )
    def test_no_light_understands_them(self, levels: list[tuple[int, float]], wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            duties_of(levels)

    def test_a_program_that_shifts_out_one_bit_only(self) -> None:
        program = Program.read("out/x,1/0/0|nop//1/0|jmp/1/0/0", 8_000_000, 24, 0, 3)
        with pytest.raises(ValueError, match="never shifts out a bit again"):
            waveform(program, [0])


def taken_in(device: Rp2040, length: int) -> bytes:
    """The bytes that have come over USB, so many at least."""
    come = b""
    while len(come) < length:
        come += bytes.fromhex(device.answer("usb"))
    return come


class TestAPort:
    """A device at a TCP port."""

    @pytest.fixture
    def plug(self, device: Rp2040) -> Iterator[SocketDevice]:
        plug = SocketDevice(device)
        yield plug
        plug.close()

    def test_it_serves_one_client_after_another(self, device: Rp2040, plug: SocketDevice) -> None:
        for greeting in (b"hello", b"again"):
            with create_connection((LOCAL, plug.port), PATIENCE_S) as client:
                client.sendall(greeting)
                come = taken_in(device, len(greeting))
                device.answer(f"say {b'welcome'.hex()}")
                assert client.recv(100) == b"welcome"
            assert come == greeting

    def test_a_client_that_is_cut_off_leaves_it_to_the_next(
        self, device: Rp2040, plug: SocketDevice
    ) -> None:
        at_once = struct.pack("ii", 1, 0)
        for greeting in (b"hello", b"again"):
            with create_connection((LOCAL, plug.port), PATIENCE_S) as client:
                client.sendall(greeting)
                come = taken_in(device, len(greeting))
                client.setsockopt(SOL_SOCKET, SO_LINGER, at_once)
            assert come == greeting

    def test_one_without_power_hangs_up(self, device: Rp2040, plug: SocketDevice) -> None:
        with create_connection((LOCAL, plug.port), PATIENCE_S) as client:
            device.stop()
            client.sendall(b"hello")
            assert client.recv(100) == b""


def test_a_cable_that_is_pulled_carries_nothing(device: Rp2040) -> None:
    line = DirectLine(device)
    line.write(b"lost")
    line.start(lambda: None)
    line.write(b"there")
    assert (device.answer("usb"), line.sent) == (b"there".hex(), 5)
