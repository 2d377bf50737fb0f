"""Co-processors on the workbench: a pty each, and behind it the firmware or MicroPython's prompt.

The firmware is what is in the device's flash, run by the emulated RP2040. At the prompt code runs
in the real MicroPython; only the prompt itself is imitated here. Source: MicroPython,
shared/runtime/pyexec.c and ports/rp2/main.c.
"""

import errno
import json
import os
import select
import shutil
import threading
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from serial.tools.list_ports_common import ListPortInfo

from controller.maintenance.firmware.ports import USB_ID
from hardware.clock import MonotonicClock
from hardware.simulated.rp2040.firmware import FIRMWARE, Firmware
from hardware.simulated.rp2040.machine import Rp2040
from hardware.simulated.rp2040.wires import Wires
from tests.support.firmware.prompt import Prompt
from tests.support.interpreter import Interpreter
from tests.support.waiting import PATIENCE_S

UNIQUE: Final = "e66118604b723a21"
"""Of an emulated RP2040, unless it is given another one."""
AT_ONCE: Final = 256
REST_S: Final = 0.05
BANNER: Final = (
    'MicroPython v{version} on 2025-04-15; {machine}\r\nType "help()" for more information.\r\n'
)

MACHINE: Final = """
import _board, json, os

def files():
    found = {}
    for each in os.ilistdir("/"):
        if each[1] == 0x8000:
            with open("/" + each[0]) as file:
                found[each[0]] = file.read()
    return found

def reset():
    _board.call(json.dumps(files()))
"""
"""`machine` at the prompt; a reset hands the flash on."""
AS_RP2: Final = """
import sys
class Named(tuple):
    pass
class Made:
    name, version, _machine = "micropython", {version}, "{machine}"
class Sys:
    platform, implementation = "{platform}", Made
sys.modules["sys"] = Sys
del sys
"""
"""This MicroPython says of itself that it was made for a Pico."""
PICO: Final = "Raspberry Pi Pico with RP2040"
PICO_2: Final = "Raspberry Pi Pico2 with RP2350"


class _Restarts(Exception):
    """The device starts anew, with these files."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files


class _Off(Exception):
    """Its power is taken away."""


class _Flash(dict[str, bytes]):
    """Files; says whether main.py was told not to start the firmware."""

    def __init__(self, files: dict[str, bytes], *, full: bool = False) -> None:
        super().__init__(files)
        self.stays = False
        self._full = full

    def __setitem__(self, name: str, content: bytes) -> None:
        if self._full:
            raise OSError(errno.ENOSPC, "no space left")
        super().__setitem__(name, content)

    def __delitem__(self, name: str) -> None:
        self.stays |= name == "stay"
        super().__delitem__(name)


def firmware_files(folder: Path = FIRMWARE) -> dict[str, bytes]:
    """What a device has in its flash that was given this firmware."""
    return {path.name: path.read_bytes() for path in folder.glob("*.py") if path.stem != "__init__"}


def of_version_99(name: str = "MAJOR") -> bytes:
    """What `words.py` has in firmware of another version, or of another one of the protocol."""
    return firmware_files()["words.py"] + f"\n{name} = 99\nMINOR = PATCH = 0\n".encode()


class Pico:
    """One RP2040 board with MicroPython on it, plugged in.

    Args:
        path: a symbolic link that leads to its port while it is plugged in.
        files: in its flash.
        device: what the firmware runs on; without one it has no wires.
        version: of MicroPython.
        platform: for which chips that was made.
        machine: what it says of the board.
        deaf: nothing on it answers.
        full: nothing more fits into its flash.
        vanishes: after a restart its port is gone until it is plugged in.

    Attributes:
        serial_number: as USB has it.
        boots: how often it has started.
        taken: how many bytes came over the cable.
        changed: is told when it has started.
        failure: why it has ended, if it was not to.
    """

    def __init__(
        self,
        path: Path,
        files: dict[str, bytes] | None = None,
        device: Rp2040 | None = None,
        *,
        version: tuple[int, ...] = (1, 25, 0),
        platform: str = "rp2",
        machine: str = PICO,
        deaf: bool = False,
        full: bool = False,
        vanishes: bool = False,
    ) -> None:
        self.path = path
        self.serial_number = UNIQUE if device else f"{UNIQUE[:-2]}{ord(path.name[-1]):02x}"
        self.boots = self.taken = 0
        self.changed = threading.Condition()
        self.failure: BaseException | None = None
        self._device = device or Rp2040(
            Wires(), MonotonicClock(), bytes.fromhex(self.serial_number)
        )
        self._device.flash = _Flash(files or {}, full=full)
        self._version, self._platform, self._machine = version, platform, machine
        self._deaf, self._full, self._vanishes = deaf, full, vanishes
        self._folder = path.with_name(f"{path.name} flash")
        self._master, self._slave = os.openpty()
        os.set_blocking(self._master, False)
        tty.setraw(self._slave)
        self.plug()
        self._off, self._awake = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"pico {path.name}", daemon=True)
        self._thread.start()
        assert self._awake.wait(PATIENCE_S), "it does not start"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._off.set()
        self._device.stop()
        self._thread.join()
        self.unplug()
        os.close(self._master)
        os.close(self._slave)
        assert self.failure is None

    @property
    def info(self) -> ListPortInfo:
        """As pyserial lists it."""
        info = ListPortInfo(str(self.path))
        info.vid, info.pid = USB_ID
        info.serial_number = self.serial_number
        return info

    @property
    def flash(self) -> dict[str, bytes]:
        """What is in its flash; while its prompt is there, what was when that came."""
        return dict(self._device.flash)

    def plug(self, path: Path | None = None) -> None:
        """Its port is there, perhaps another one."""
        self.path = path or self.path
        self.path.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        """Its port is gone."""
        self.path.unlink(missing_ok=True)

    # Its life

    def _run(self) -> None:
        with suppress(_Off):
            try:
                while True:
                    with self.changed:
                        self.boots += 1
                        self.changed.notify_all()
                    self._boot()
                    if self._vanishes:
                        self.unplug()
            except _Off:
                raise
            except BaseException as error:
                self.failure = error
                raise

    def _boot(self) -> None:
        """Start, and live until the next reset."""
        if self._deaf:
            self._awake.set()
            for _ in self._bytes():
                pass
        flash = self._device.flash
        assert isinstance(flash, _Flash)
        flash.stays = False
        if "main.py" in flash:
            self._run_firmware(flash)
        try:
            self._prompt(flash)
        except _Restarts as restarts:
            self._device.flash = _Flash(restarts.files, full=self._full)

    def _run_firmware(self, flash: _Flash) -> None:
        """Run the files in the flash, until they end or are told to."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        for name, content in flash.items():
            (self._folder / name).write_bytes(content)
        firmware = Firmware(self._device, self._folder)
        self._device.plug(self._say)
        try:
            firmware.boot()
            self._awake.set()
            while not flash.stays:
                self._check()
                with suppress(BlockingIOError):
                    self._device.take(self._read())
                firmware.turn()
            if self._vanishes:
                self.unplug()
        except (SyntaxError, ImportError) as error:
            self._say(f"{error!r}\r\n".encode())

    def _prompt(self, flash: _Flash) -> None:
        """MicroPython's prompt, until it is reset."""

        def answer(told: str) -> str:
            files = {name: text.encode() for name, text in json.loads(told).items()}
            raise _Restarts(files)

        files = {name: content.decode() for name, content in flash.items()}
        with Interpreter({**files, "lib/machine.py": MACHINE}, answer) as interpreter:
            version = (*self._version, "")
            made = AS_RP2.format(version=version, platform=self._platform, machine=self._machine)
            interpreter.run(made)
            self._awake.set()
            said = ".".join(map(str, self._version))
            banner = BANNER.format(version=said, machine=self._machine)
            Prompt(interpreter, self._bytes(), self._say, banner).run()

    def _bytes(self) -> Iterator[bytes]:
        """What comes over the cable, byte by byte."""
        while True:
            self._check()
            if select.select([self._master], [], [], REST_S)[0]:
                for byte in self._read():
                    yield bytes((byte,))

    def _read(self) -> bytes:
        data = os.read(self._master, AT_ONCE)
        self.taken += len(data)
        return data

    def _say(self, data: bytes) -> None:
        """What nobody takes is lost, as on USB."""
        with suppress(BlockingIOError):
            os.write(self._master, data)

    def _check(self) -> None:
        if self._off.is_set():
            raise _Off


class DeadPort:
    """A port behind which nobody answers.

    Args:
        path: a symbolic link that leads to it.
        loose: it goes as soon as somebody says something.
    """

    def __init__(self, path: Path, *, loose: bool = False) -> None:
        self._path = path
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        path.symlink_to(os.ttyname(self._slave))
        self._thread = threading.Thread(target=self._listen, name=f"dead {path.name}", daemon=True)
        self._loose = loose
        if loose:
            self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._loose:
            self._thread.join(PATIENCE_S)
            assert not self._thread.is_alive(), "nobody has said anything"
        else:
            self._close()
        self._path.unlink()

    def _listen(self) -> None:
        os.read(self._master, AT_ONCE)
        self._close()

    def _close(self) -> None:
        os.close(self._master)
        os.close(self._slave)
