"""One co-processor: put at MicroPython's prompt, given its files, started."""

import errno
from collections.abc import Callable
from typing import Final

from controller.maintenance.firmware.bench import Bench
from controller.maintenance.firmware.connection import Talk
from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.files import STARTS, Files
from controller.maintenance.firmware.messages import OLDEST, RP2350_REFUSED, versioned
from controller.maintenance.firmware.ports import Port
from controller.maintenance.firmware.prompt import Found
from hardware.errors import NotConnected
from hardware.scanner.line import open_port
from hardware.scanner.messages import (
    Welcome,
)

RESET_S: Final = 0.5
"""Seconds to wait for a reset: mpremote resets a device only after a tenth of a second."""
BACK_S: Final = 15.0
AGAIN_S: Final = 0.25
"""Time limit for a device to return after a restart, and interval between attempts."""


class FirmwareSession:
    """Operations on one co-processor.

    Args:
        bench: the tools.
        port: its serial port.
        say: prints progress.
    """

    def __init__(self, bench: Bench, port: Port, say: Callable[[str], None]) -> None:
        self.port = port
        self._at = port
        self._bench = bench
        self._say = say

    @property
    def name(self) -> str:
        """Name of its port."""
        return self.port.name

    # At the prompt

    def reach_prompt(self, *, greet: bool) -> Welcome | None:
        """Put the device at MicroPython's prompt.

        Args:
            greet: greet it first, as it probably has firmware; otherwise interrupt it.

        Returns:
            Identity of its firmware, if it had one.

        Raises:
            FirmwareError: neither answers, or the firmware refuses.
            NotConnected: there is no device, or another program uses the port.
        """
        with self._open(self.port) as talk:
            if not greet and talk.has_prompt():
                return None
            if not talk.hello():
                if greet and talk.has_prompt():
                    return None
                raise FirmwareError(
                    f"Nobody answers at {self.name}: neither the firmware of a co-processor nor "
                    "MicroPython. Pull its plug, put it in again, and try again. If it stays "
                    "silent, put MicroPython on it again (docs/firmware.md, “Recover a board”)."
                )
            welcome = talk.welcome
            talk.stop()
        self._wait(Talk.has_prompt).close()
        return welcome

    def look(self) -> Found:
        """Return its Python and files; its prompt is there.

        Raises:
            FirmwareError: it is not suitable, and was left unchanged.
        """
        found = self._bench.mpremote.look(self._at.name)
        trouble = self._unfit(found)
        if trouble:
            self.leave()
            raise FirmwareError(trouble)
        return found

    def _unfit(self, found: Found) -> str:
        version = versioned(found.version)
        if (found.name, found.platform) != ("micropython", "rp2"):
            return (
                f"At {self.name} there is {found.name} {version} for “{found.platform}”. The "
                "firmware needs MicroPython for the RP2040: see docs/firmware.md, “A new board”."
            )
        if _is_rp2350(found.machine):
            return f"The board at {self.name} is a {found.machine}. {RP2350_REFUSED}"
        if found.version < OLDEST:
            return (
                f"The MicroPython at {self.name} is {version}; the firmware needs "
                f"{versioned(OLDEST)} or newer. Put a newer one on it (docs/firmware.md, “A new "
                "board”); its files stay."
            )
        return ""

    def leave(self) -> None:
        """Restart it with its present files."""
        self._bench.mpremote.reset(self._at.name)

    def renew(self, files: Files, found: Found) -> None:
        """Copy the files that it lacks, or has in another version; its prompt is there.

        Even if interrupted, it never starts with a mix of old, new or incomplete files.

        Raises:
            FirmwareError: a file differs after copying.
        """
        names = files.differing(found.files)
        stale = files.stale(found.files)
        if not names and not stale:
            self._say(f"{self.name}: its files are up to date.")
            return
        self._say(f"{self.name}: copying {len(names)} of {len(files.digests)} files …")
        gone = (*((STARTS,) if STARTS in found.files else ()), *stale)
        others = [name for name in names if name != STARTS]
        self._put(files, others, gone)
        self._put(files, [STARTS])

    def _put(self, files: Files, names: list[str], gone: tuple[str, ...] = ()) -> None:
        found = self._bench.mpremote.put(self._at.name, files, names, gone)
        if bad := set(names) & set(files.differing(found.files)):
            raise FirmwareError(
                f"Of what was copied to the co-processor at {self.name}, {', '.join(sorted(bad))} "
                "arrived otherwise than it was sent. Try again; if it happens again, try another "
                "cable, then another board."
            )

    # With its firmware

    def start(self) -> Talk:
        """Restart it from its prompt; return a connection to its firmware.

        Raises:
            FirmwareError: its firmware does not answer.
        """
        self.leave()
        self._bench.clock.sleep(RESET_S)
        return self._wait(Talk.hello)

    def greet(self) -> Talk:
        """Return a connection to its firmware, which runs already.

        Raises:
            FirmwareError: it does not answer.
            NotConnected: there is no device, or another program uses the port.
        """
        talk = self._open(self.port)
        try:
            if talk.hello():
                return talk
            banner = talk.banner()
        except NotConnected:
            talk.close()
            raise
        talk.close()
        if _is_rp2350(banner):
            raise FirmwareError(f"The board at {self.name} has an RP2350. {RP2350_REFUSED}")
        raise FirmwareError(
            f"At {self.name} nobody answers as a co-processor does. If it has no firmware yet: "
            f"“hareboard firmware flash --port {self.name}”. If it has, pull its plug, put it in "
            "again, and try again."
        )

    def _wait(self, ready: Callable[[Talk], bool]) -> Talk:
        """Wait until it is back after a restart."""
        clock = self._bench.clock
        until_s = clock.now_s() + BACK_S
        while True:
            why = "it does not answer"
            try:
                talk = self._back(ready)
                if talk is not None:
                    return talk
            except NotConnected as error:
                why = str(error)
            if clock.now_s() >= until_s:
                raise FirmwareError(
                    f"The co-processor at {self.name} was restarted and has not come back as it "
                    f"should: {why.rstrip('.')}. Pull its plug, put it in again, and try again."
                )
            clock.sleep(AGAIN_S)

    def _back(self, ready: Callable[[Talk], bool]) -> Talk | None:
        """Return a connection to it, if it is back and ready."""
        at = self._bench.site.again(self.port)
        if at is None:
            return None
        talk = self._open(at)
        try:
            if ready(talk):
                self._at = at
                return talk
        except NotConnected:
            talk.close()
            raise
        talk.close()
        return None

    def _open(self, port: Port) -> Talk:
        try:
            opened = open_port(port.name)
        except NotConnected as error:
            cause = error.__cause__
            if isinstance(cause, OSError) and cause.errno == errno.EAGAIN:
                raise NotConnected(
                    f"Another program uses the co-processor at {port.name}. If hareboard is "
                    "running on this board, stop it first."
                ) from error
            raise
        return Talk(port.name, opened, self._bench.clock, self._bench.sessions())


def _is_rp2350(machine: str) -> bool:
    """Check the board's name, such as `Raspberry Pi Pico2 with RP2350`."""
    return "RP2350" in machine
