"""The firmware in the real MicroPython for the RP2040, run instruction by instruction.

npm's rp2040js emulates the processor; `rp2040/` beside this has what it lacks. Pins, SPI and the
strip lead to the same wires as those of `hardware.simulated.rp2040`, and the world's clock goes
with the device's. Trust: cycles of instructions are counted; the cache of the flash is a model.
Integer Python is right to about 10 % of a real Pico's published scores.
"""

import json
import os
import subprocess
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, Self

from hardware.clock import ManualClock
from hardware.simulated.rp2040.firmware import FIRMWARE
from hardware.simulated.rp2040.wires import Wires
from tests.support.checkout import ROOT
from tests.support.needs import missing, not_ours_to_ship

SCRIPT: Final = Path(__file__).with_name("rp2040") / "lockstep.mjs"
FETCHED: Final = ROOT / ".venv" / "micropython"
UNIQUE: Final = "e66118604b723a21"
FILES: Final = {"RP2040_UF2": "UF2", "RP2040_BOOTROM": "boot ROM"}
NOT_THERE: Final = (
    "The emulated RP2040 needs two official files: set RP2040_UF2 to an RPI_PICO UF2 of MicroPython"
    " 1.28 (micropython.org/download/RPI_PICO) and RP2040_BOOTROM to the RP2040's boot ROM as a"
    " binary (github.com/raspberrypi/pico-bootrom)"
)
STEP_US: Final = 500
BOOT_S: Final = 8.0
"""Longest time until a device that has started is on USB."""
BITS: Final = 8
PINS: Final = 29
SECTOR: Final = 4096
SECTORS: Final = 352


def official_files() -> tuple[str, str]:
    """The UF2 and the boot ROM that are named; skips the test if they are not."""
    paths = [os.environ.get(name, "") for name in FILES]
    if not all(path and Path(path).is_file() for path in paths):
        not_ours_to_ship(NOT_THERE)
    if not (FETCHED / "node_modules" / "rp2040js").is_dir():
        missing("rp2040js is missing: run tools/micropython")
    uf2, bootrom = paths
    return uf2, bootrom


def flash_image(folder: Path, files: dict[str, bytes]) -> Path:
    """Write a file system of the RP2040's MicroPython with these files."""
    from littlefs import LittleFS  # noqa: PLC0415 - only for those who have the official files

    system = LittleFS(
        block_size=SECTOR,
        block_count=SECTORS,
        read_size=32,
        prog_size=256,
        cache_size=1024,
        lookahead_size=32,
        disk_version=0x00020000,
    )
    for name, content in files.items():
        with system.open(name, "wb") as file:
            file.write(content)
    image = folder / "files.littlefs"
    image.write_bytes(system.context.buffer)
    return image


def firmware_on_flash(hz: int | None = None) -> dict[str, bytes]:
    """The firmware's own files, for a processor of the usual clock or another one."""
    paths = [path for path in FIRMWARE.glob("*.py") if path.stem != "__init__"]
    files = {path.name: path.read_bytes() for path in paths}
    if hz is not None:
        files["main.py"] = f"import machine\nmachine.freq({hz})\n".encode() + files["main.py"]
    return files


@dataclass(frozen=True)
class SpiByte:
    """A byte on an SPI bus: when it began and ended, in microseconds; the clock and its mode."""

    began_us: float
    ended_us: float
    hz: float
    mode: int


class EmulatedPico:
    """One Pico at the end of a cable, on virtual time; has the methods that a cable needs.

    Args:
        wires: the parts on its pins.
        clock: of the world; it goes on with the device.
        folder: for the image of its flash.
        files: in its flash.
        recording: whether changes of pins and bytes on an SPI are kept.
        untold: pins of which changes are not told: those of lights change most.

    Attributes:
        last: what the emulator said of it after the last step.
        edges: changes of pins: number, level and microseconds.
        spi: bytes on an SPI.
    """

    def __init__(
        self,
        wires: Wires,
        clock: ManualClock,
        folder: Path,
        files: dict[str, bytes],
        *,
        recording: bool = True,
        untold: Collection[int] = (),
    ) -> None:
        uf2, bootrom = official_files()
        self.wires = wires
        self.last: dict[str, Any] = {}
        self.edges: list[tuple[int, int, float]] = []
        self.spi: list[SpiByte] = []
        self._recording = recording
        self._clock = clock
        self._began_s = clock.now_s()
        self._inward = b""
        self._pins: dict[int, int] = {}
        self._outward: Callable[[bytes], None] = lambda _: None
        told = json.dumps(sorted(set(range(PINS)).difference(untold)))
        self._process = subprocess.Popen(
            ["node", SCRIPT, uf2, bootrom, flash_image(folder, files), UNIQUE, told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"RP2040JS": str(FETCHED)},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to: IO[bytes] = self._process.stdin
        self._from: IO[bytes] = self._process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._to.close()
        self._from.close()

    @property
    def resets(self) -> int:
        """How often it has restarted."""
        return int(self.last["resets"])

    def boot(self) -> None:
        """Run until it is on USB."""
        until_s = self._clock.now_s() + BOOT_S
        while not self.last.get("connected"):
            assert self._clock.now_s() < until_s, "it does not come on USB"
            self.turn()

    def join(self) -> None:
        """Go on from the present of the clock, which others have led meanwhile."""
        self._began_s = self._clock.now_s() - self.last["us"] / 1e6

    def turn(self) -> None:
        """Run for half a millisecond."""
        self.run(STEP_US)

    def run(self, us: int) -> None:
        """Run for a while."""
        self._send({"us": us, "in": self._inward.hex(), "pins": self._pins})
        self._inward, self._pins = b"", {}
        while True:
            line = self._from.readline()
            assert line, "the emulator has ended"
            said: dict[str, Any] = json.loads(line)
            ahead_s = self._began_s + said["us"] / 1e6 - self._clock.now_s()
            self._clock.sleep(max(ahead_s, 0.0))  # another device may have gone on already
            if "pin" in said:
                self._move(said["pin"], said["level"], said["us"])
            elif "spi" in said:
                if self._recording:
                    ended_us = said["us"] + BITS * 1e6 / said["hz"]
                    self.spi.append(SpiByte(said["us"], ended_us, said["hz"], said["mode"]))
                self._send({"byte": self._exchange(said["spi"], said["byte"])})
            else:
                self.last = said
                self._outward(bytes.fromhex(said["out"]))
                return

    def take(self, data: bytes) -> int:
        """Send bytes over USB."""
        self._inward += data
        return len(data)

    def plug(self, outward: Callable[[bytes], None]) -> None:
        """Deliver its output to a host from now on."""
        self._inward, self._outward = b"", outward

    def pull(self, number: int, *, low: bool) -> None:
        """Close or open the contact at a pin."""
        self._pins[number] = 0 if low else 1

    def stop(self) -> None:
        """Nothing waits for it."""

    def _move(self, number: int, level: int, us: float) -> None:
        if self._recording:
            self.edges.append((number, level, us))
        pin = self.wires.pins.get(number)
        if pin is not None:
            pin.switch_to_output(value=bool(level))

    def _exchange(self, number: int, byte: int) -> int:
        bus = self.wires.spi.get(number)
        if bus is None:
            return 0xFF
        into = bytearray(1)
        bus.write_readinto(bytes((byte,)), into)
        return into[0]

    def _send(self, message: dict[str, Any]) -> None:
        self._to.write(json.dumps(message).encode() + b"\n")
        self._to.flush()
