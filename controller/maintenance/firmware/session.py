"""One co-processor: brought to MicroPython's prompt, given its files, started."""

import errno
from collections.abc import Callable
from typing import Final

from controller.maintenance.firmware.bench import Bench
from controller.maintenance.firmware.connection import Talk
from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.files import STARTS, Files
from controller.maintenance.firmware.messages import versioned
from controller.maintenance.firmware.ports import Port
from controller.maintenance.firmware.prompt import Found
from hardware.errors import NotConnected
from hardware.scanner.line import open_port
from hardware.scanner.protocol import Welcome

OLDEST: Final = (1, 25)
"""Older releases of MicroPython have no SPI that only sends, as shift registers need it."""
RESET_S: Final = 0.5
"""mpremote lets a device live on for a tenth of a second before it is reset."""
BACK_S: Final = 15.0
AGAIN_S: Final = 0.25
"""How long a device may take to be back after a restart, and how often it is looked for."""


class FirmwareSession:
    """What can be done with one co-processor.

    Args:
        bench: the tools.
        port: where it is.
        say: tells people what is done.
    """

    def __init__(self, bench: Bench, port: Port, say: Callable[[str], None]) -> None:
        self.port = port
        self._at = port
        self._bench = bench
        self._say = say

    @property
    def name(self) -> str:
        """Where it is."""
        return self.port.name

    # At the prompt

    def reach_prompt(self, *, greet: bool) -> Welcome | None:
        """Get to MicroPython's prompt.

        Args:
            greet: it probably has firmware, and is greeted first; otherwise it is interrupted.

        Returns:
            Who it was, if it had firmware.

        Raises:
            Trouble: neither answers, or the firmware refuses.
            NotConnected: there is nobody, or somebody else uses it.
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
                    "silent, put MicroPython on it afresh (docs/firmware.md, “Nothing helps”)."
                )
            welcome = talk.welcome
            talk.stop()
        self._wait(Talk.has_prompt).close()
        return welcome

    def look(self) -> Found:
        """What is on it; its prompt is there.

        Raises:
            Trouble: it is not to be used for this, and has been left as it was.
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
        if found.version < OLDEST:
            return (
                f"The MicroPython at {self.name} is {version}; the firmware needs "
                f"{versioned(OLDEST)} or newer. Put a newer one on it (docs/firmware.md, “A new "
                "board”); its files stay."
            )
        return ""

    def leave(self) -> None:
        """Have it start anew with what it has."""
        self._bench.mpremote.reset(self._at.name)

    def renew(self, files: Files, found: Found) -> None:
        """Copy the files that it has not, or has otherwise; its prompt is there.

        Whatever happens meanwhile, it never starts with files of which some are old or halved.

        Raises:
            Trouble: a file has not arrived as it was sent.
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
        """Have it start anew from its prompt; returns a conversation with its firmware.

        Raises:
            Trouble: its firmware does not answer.
        """
        self.leave()
        self._bench.clock.sleep(RESET_S)
        return self._wait(Talk.hello)

    def greet(self) -> Talk:
        """A conversation with its firmware, which runs already.

        Raises:
            Trouble: it does not answer.
            NotConnected: there is nobody, or somebody else uses it.
        """
        talk = self._open(self.port)
        try:
            if talk.hello():
                return talk
        except NotConnected:
            talk.close()
            raise
        talk.close()
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
        """A conversation with it, if it is back and ready."""
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
