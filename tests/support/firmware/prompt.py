"""MicroPython's prompt, imitated. Source: MicroPython, shared/runtime/pyexec.c."""

import errno
import re
from collections.abc import Callable, Iterator
from typing import Final

from tests.support.interpreter import FirmwareFailed, Interpreter

WINDOW: Final = 128
"""Bytes that the raw prompt takes at a time in its paste mode."""
RAW: Final = "raw REPL; CTRL-B to exit\r\n"
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"


class Prompt:
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
