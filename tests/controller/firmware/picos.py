"""Co-processors on the workbench: a pty each, and behind it the firmware or MicroPython's prompt.

The firmware is what is in the device's flash, run by the emulated RP2040. At the prompt code runs
in the real MicroPython; only the prompt itself is imitated here. Source: MicroPython,
shared/runtime/pyexec.c and ports/rp2/main.c.
"""

import errno
import json
import os
import re
import select
import shutil
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from serial.tools.list_ports_common import ListPortInfo

from controller.firmware.site import USB_ID
from hardware.clock import MonotonicClock
from hardware.simulated.rp2040.firmware import FIRMWARE, Firmware
from hardware.simulated.rp2040.machine import Rp2040, Wires
from tests.interpreter import FirmwareFailed, Interpreter
from tests.support.waiting import PATIENCE_S

WINDOW: Final = 128
"""Bytes that the raw prompt takes at a time in its paste mode."""
UNIQUE: Final = "e66118604b723a21"
"""Of an emulated RP2040, unless it is given another one."""
AT_ONCE: Final = 256
REST_S: Final = 0.05
BANNER: Final = (
    "MicroPython v{version} on 2025-04-15; Raspberry Pi Pico with RP2040\r\n"
    'Type "help()" for more information.\r\n'
)
RAW: Final = "raw REPL; CTRL-B to exit\r\n"
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"

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
    name, version, _machine = "micropython", {version}, "Raspberry Pi Pico with RP2040"
class Sys:
    platform, implementation = "{platform}", Made
sys.modules["sys"] = Sys
del sys
"""
"""This MicroPython says of itself that it was made for a Pico."""


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
        self._version, self._platform = version, platform
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
            made = AS_RP2.format(version=(*self._version, ""), platform=self._platform)
            interpreter.run(made)
            self._awake.set()
            banner = BANNER.format(version=".".join(map(str, self._version)))
            _Prompt(interpreter, self._bytes(), self._say, banner).run()

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


class _Prompt:
    """MicroPython's prompt.

    Args:
        interpreter: runs what is sent to it.
        bytes_in: comes over the cable.
        say: goes back.
        banner: what it says of itself.
    """

    def __init__(
        self,
        interpreter: Interpreter,
        bytes_in: Iterator[bytes],
        say: Callable[[bytes], None],
        banner: str,
    ) -> None:
        self._interpreter = interpreter
        self._bytes = bytes_in
        self._say_bytes = say
        self._banner = banner
        self._line = b""

    def run(self) -> None:
        """Ends with a reset only."""
        self._say(f"\r\n{self._banner}>>> ")
        raw = False
        for byte in self._bytes:
            raw = self._raw(byte) if raw else self._friendly(byte)

    def _friendly(self, byte: bytes) -> bool:
        """Take a byte; returns whether the raw prompt is there then."""
        if byte == CTRL_C:
            self._line = b""
            self._say("\r\n>>> ")
        elif self._line:
            self._line = b"" if byte == b"\r" else self._line + byte
            self._say(byte.decode("latin1") if self._line else "\r\n>>> ")
        elif byte == CTRL_A:
            self._say(f"\r\n{RAW}>")
            return True
        elif byte == CTRL_B:
            self._say(f"\r\n{self._banner}>>> ")
        elif byte == CTRL_D:
            self._say("\r\nMPY: soft reboot\r\n")
            self._run("import machine\nmachine.reset()")
        elif byte != b"\r":
            self._line = byte
            self._say(byte.decode("latin1"))
        return False

    def _raw(self, byte: bytes) -> bool:
        line, self._line = self._line, b""
        if byte == CTRL_A and line == CTRL_E + b"A":
            self._say_bytes(b"R\x01" + WINDOW.to_bytes(2, "little") + b"\x01")
            self._answer(self._paste())
            self._say(">")
        elif byte == CTRL_A:
            self._say(f"{RAW}>")
        elif byte == CTRL_B:
            self._say(f"\r\n{self._banner}>>> ")
            return False
        elif byte == CTRL_D and line:
            self._say("OK")
            self._answer(line)
            self._say(">")
        elif byte == CTRL_D:
            # main.py is not run: only the friendly prompt does that. Names stay, unlike there.
            self._say(f"OK\r\nMPY: soft reboot\r\n{RAW}>")
        elif byte != CTRL_C:
            self._line = line + byte
        return True

    def _paste(self) -> bytes:
        code, left = b"", WINDOW
        for byte in self._bytes:
            if byte == CTRL_D:
                self._say_bytes(CTRL_D)
                return code
            code += byte
            left -= 1
            if not left:
                self._say_bytes(b"\x01")
                left = WINDOW
        raise AssertionError("bytes never end")

    def _answer(self, code: bytes) -> None:
        """Run code, and tell what it printed and how it failed."""
        printed, failure = self._run(code.decode("utf-8", "replace"))
        self._say(printed.replace("\n", "\r\n"))
        self._say_bytes(CTRL_D)
        self._say(failure.replace("\n", "\r\n"))
        self._say_bytes(CTRL_D)

    def _run(self, code: str) -> tuple[str, str]:
        try:
            return self._interpreter.run(code), ""
        except FirmwareFailed as failed:
            return self._interpreter.printed, _as_on_rp2(str(failed))

    def _say(self, text: str) -> None:
        self._say_bytes(text.encode("latin1", "replace"))


ENOENT_HERE: Final = 44
"""Emscripten has numbers of its own for what goes wrong with files."""


def _as_on_rp2(traceback: str) -> str:
    told = f"OSError: [Errno {errno.ENOENT}] ENOENT"
    return re.sub(rf"^OSError: {ENOENT_HERE}$", told, traceback, flags=re.MULTILINE)
