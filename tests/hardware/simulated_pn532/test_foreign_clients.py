"""Programs that nobody here wrote take the emulated chips for real ones.

They bring their own pauses, so that these tests run on the machine's time.
"""

import os
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from adafruit_pn532.adafruit_pn532 import PN532
from adafruit_pn532.i2c import PN532_I2C
from adafruit_pn532.spi import PN532_SPI
from adafruit_pn532.uart import PN532_UART
from adafruit_tca9548a import TCA9548A

from hardware.clock import MonotonicClock
from hardware.simulated.pn532.i2c import EmulatedI2cBus
from hardware.simulated.pn532.pins import EmulatedDecoder, EmulatedPin, EmulatedSelectLines
from hardware.simulated.pn532.spi import EmulatedSpiBus
from hardware.simulated.pn532.uart import PtyChip
from tests.support.needs import missing
from tests.support.simulated_pn532.bench import BLUE, RED, Bench
from tests.support.waiting import PATIENCE_S

with warnings.catch_warnings():
    # Its plug-ins for serial numbers of its own use what Python 3.11 calls deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    import nfc
    import nfc.clf.pn532
    import nfc.clf.transport

RED_BYTES, BLUE_BYTES = bytes.fromhex(RED), bytes.fromhex(BLUE)
NOTHING_WITHIN_S = 0.05
"""How long to look at an empty square."""


@pytest.fixture
def bench() -> Bench:
    return Bench(clock=MonotonicClock())


@pytest.fixture
def pty(bench: Bench, tmp_path: Path) -> Iterator[PtyChip]:
    pty = PtyChip(bench.chip, tmp_path / "reader")
    yield pty
    pty.close()


def sees_nothing(reader: PN532) -> None:
    """The stock driver finds no tag, and stops the chip, which it leaves looking for one.

    Else a tag that comes while the next command is on its way is announced in place of its ACK.
    """
    assert reader.read_passive_target(timeout=NOTHING_WITHIN_S) is None
    assert reader.firmware_version == (0x32, 1, 6, 7)


def sees_tags_come_and_go(reader: PN532, bench: Bench, square: int = 1) -> None:
    """The stock driver, from its first question to an empty square."""
    assert reader.firmware_version == (0x32, 1, 6, 7)
    reader.SAM_configuration()
    sees_nothing(reader)
    bench.world.put("red", square)
    for _ in range(3):
        assert reader.read_passive_target(timeout=PATIENCE_S) == RED_BYTES
    assert reader.ntag2xx_read_block(0) == bytes.fromhex("04a1b29f")
    bench.world.lift("red")
    sees_nothing(reader)
    bench.world.put("blue", square)
    assert reader.read_passive_target(timeout=PATIENCE_S) == BLUE_BYTES
    key = b"\xff" * 6
    assert reader.mifare_classic_authenticate_block(BLUE_BYTES, 4, 0x60, key)
    assert reader.mifare_classic_read_block(4) == bytes(16)
    bench.world.lift("blue")
    assert reader.power_down()
    assert bench.chips[square].mode == "asleep"
    assert reader.firmware_version == (0x32, 1, 6, 7)


def test_adafruit_on_spi(bench: Bench) -> None:
    pins = {square: EmulatedPin() for square in bench.chips}
    bus = EmulatedSpiBus(bench.chips, EmulatedSelectLines(pins), bench.clock)
    sees_tags_come_and_go(PN532_SPI(bus, pins[1]), bench)
    assert bus.collisions == 0


def test_adafruit_on_spi_behind_decoders(bench: Bench) -> None:
    rows, columns, enable = [EmulatedPin()], [EmulatedPin(), EmulatedPin()], EmulatedPin()
    crossings = {(row, column): row * 4 + column + 1 for row in range(2) for column in range(4)}
    bus = EmulatedSpiBus(
        bench.chips, EmulatedDecoder(rows, columns, enable, crossings), bench.clock
    )
    for pin, level in ((rows[0], True), (columns[0], False), (columns[1], True)):
        pin.switch_to_output(value=level)
    sees_tags_come_and_go(PN532_SPI(bus, enable), bench, square=7)


def test_adafruit_on_i2c(bench: Bench) -> None:
    bus = EmulatedI2cBus({}, bench.clock, direct=bench.chip)
    sees_tags_come_and_go(PN532_I2C(bus, req=EmulatedPin()), bench)


def test_adafruit_on_i2c_behind_a_multiplexer(bench: Bench) -> None:
    channels = {(0x70 + (n - 1) // 4, (n - 1) % 4): chip for n, chip in bench.chips.items()}
    bus = EmulatedI2cBus(channels, bench.clock)
    sees_tags_come_and_go(PN532_I2C(TCA9548A(bus, 0x71)[1]), bench, square=6)
    assert bus.collisions == 0


class PatientUart(PN532_UART):  # type: ignore[misc]  # it has no types
    """The stock driver, whose own limits a busy machine may miss; a limit that is given holds."""

    def send_command(self, command: int, params: bytes = b"", timeout: float = 1) -> bool:
        sent: bool = super().send_command(command, params, max(timeout, PATIENCE_S))
        return sent

    def call_function(self, command: int, *rest: Any, timeout: float = 1, **more: Any) -> Any:
        return super().call_function(command, *rest, timeout=max(timeout, PATIENCE_S), **more)


def test_adafruit_on_a_uart(bench: Bench, pty: PtyChip) -> None:
    with serial.Serial(pty.path, 115_200, timeout=0.1) as port:
        sees_tags_come_and_go(PatientUart(port), bench)


def test_adafruit_sees_more_than_one_card_where_there_is_none(bench: Bench) -> None:
    """What hardware.md warns of: with retries that end, an empty square raises."""
    pins = {square: EmulatedPin() for square in bench.chips}
    reader = PN532_SPI(EmulatedSpiBus(bench.chips, EmulatedSelectLines(pins), bench.clock), pins[1])
    reader.call_function(0x32, params=[5, 0xFF, 1, 0])
    with pytest.raises(RuntimeError, match="More than one card detected!"):
        reader.read_passive_target(timeout=PATIENCE_S)


def test_adafruit_misses_a_chip_that_is_silent(bench: Bench) -> None:
    pins = {square: EmulatedPin() for square in bench.chips}
    bus = EmulatedSpiBus(bench.chips, EmulatedSelectLines(pins), bench.clock)
    reader = PN532_SPI(bus, pins[1])
    bench.chip.faults.set("silent", on=True)
    assert reader.read_passive_target(timeout=NOTHING_WITHIN_S) is None
    bench.chip.faults.set("silent", on=False)
    bench.world.put("red", 1)
    assert reader.read_passive_target(timeout=PATIENCE_S) == RED_BYTES


class PatientTerminal(nfc.clf.transport.TTY):  # type: ignore[misc]  # nfcpy has no types
    """nfcpy's terminal, which on a busy machine waits longer than 100 ms for an ACK."""

    def read(self, timeout: int) -> bytearray:
        frame: bytearray = super().read(max(timeout, round(1000 * PATIENCE_S)))
        return frame


def test_nfcpy_over_a_terminal(bench: Bench, pty: PtyChip) -> None:
    # Its own search for devices looks at names in /dev only; what comes after that is all its.
    device = nfc.clf.pn532.init(PatientTerminal(pty.path))
    frontend = nfc.ContactlessFrontend()
    frontend.device = device
    target = nfc.clf.RemoteTarget("106A")
    with frontend:
        assert frontend.sense(target) is None
        for piece, uid, answer, kind in (
            ("red", RED_BYTES, "4400", "00"),
            ("blue", BLUE_BYTES, "0400", "08"),
        ):
            bench.world.put(piece, 1)
            for _ in range(2):
                found = frontend.sense(target)
                assert (found.sdd_res, found.sens_res, found.sel_res) == (
                    uid,
                    bytes.fromhex(answer),
                    bytes.fromhex(kind),
                )
            bench.world.lift(piece)
            assert frontend.sense(target) is None
        bench.world.put("red", 1)
        tag = frontend.connect(rdwr={"on-connect": lambda _: False})
        assert (tag.type, tag.identifier) == ("Type2Tag", RED_BYTES)


def nfc_list(pty: PtyChip) -> list[str]:
    """What libnfc's program says about the tags it finds: their UIDs.

    Raises as `missing` if the program is not there.
    """
    program = shutil.which("nfc-list")
    if program is None:
        missing("nfc-list is missing: sudo apt install libnfc-bin")
    done = subprocess.run(
        [program, "-t", "1", "-v"],
        env={**os.environ, "LIBNFC_DEVICE": f"pn532_uart:{pty.path}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert "NFC device: user defined device opened" in done.stdout, done.stderr
    uids = [line.split(":")[1] for line in done.stdout.splitlines() if "UID (NFCID1)" in line]
    count = re.search(r"(\d+) ISO14443A passive target\(s\) found", done.stdout)
    assert count is not None, done.stdout
    assert int(count[1]) == len(uids)
    return ["".join(uid.split()) for uid in uids]


def test_libnfc_over_a_terminal(bench: Bench, pty: PtyChip) -> None:
    assert nfc_list(pty) == []
    bench.world.put("red", 1)
    assert nfc_list(pty) == [RED]
    bench.world.put("blue", 1)
    assert sorted(nfc_list(pty)) == sorted([RED, BLUE])
    bench.world.lift("red")
    bench.world.lift("blue")
    assert nfc_list(pty) == []
