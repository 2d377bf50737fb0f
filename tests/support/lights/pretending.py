"""The lights helper as a process, with a pretended Raspberry Pi and strip behind it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Self

from hardware.clock import MonotonicClock
from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from hardware.lights.settings import ColourOrder, HelperDriver, LightSettings
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S, until

PRETEND_PI = Path(__file__).with_name("pretend_pi")

Mischief = Literal["", "refuse", "fail", "hang", "die"]


class Helper:
    """A helper process, and the strip it drives.

    Args:
        folder: where its socket and its strip are.
        words: further words for its command line.
        library: where it finds `rpi_ws281x`.
        by: a command that is added before its own.
        handed: the numbers of open files that it gets.

    Attributes:
        process: the one that was started; with `--keep` the keeper.
        said: what it has said, once it has ended.
    """

    def __init__(
        self,
        folder: Path,
        *words: str,
        library: Path = PRETEND_PI,
        by: Sequence[str] = (),
        handed: Sequence[int] = (),
    ) -> None:
        self.folder = folder
        self.socket = folder / "socket"
        self.words = words
        self.library = library
        self.by = by
        self.handed = handed
        self.said = ""
        self.process = self._started()

    def _started(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "hardware.lights.helper"]
        process = subprocess.Popen(
            [*self.by, *command, "--socket", self.socket, *self.words],
            pass_fds=self.handed,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(self.library), str(ROOT)]),
                "PRETEND_PI": str(self.folder),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        until(lambda: self.socket.exists() or process.poll() is not None, "the helper listens")
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end()
        assert self.is_dark()

    def start_again(self) -> None:
        self.process = self._started()

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Its exit status."""
        self.process.send_signal(how)
        self.said, _ = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode

    def child(self) -> int:
        """The process that drives the strip, where a keeper keeps it."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        until(lambda: children.read_text() != "", "there is a child")
        return int(children.read_text())

    def mischief(self, what: Mischief) -> None:
        (self.folder / "mischief").write_text(what)

    @property
    def log(self) -> list[str]:
        """Everything that was done with the strip."""
        try:
            return (self.folder / "strip").read_text().splitlines()
        except FileNotFoundError:
            return []

    @property
    def shown(self) -> list[str]:
        """Every frame the strip has shown, in the order of the wire."""
        return [line.removeprefix("show ") for line in self.log if line.startswith("show ")]

    def is_dark(self) -> bool:
        """Whether the strip is: it holds what it was told last, whoever is gone."""
        return not self.shown or not any(bytes.fromhex(self.shown[-1]))

    def until_dark(self) -> None:
        until(self.is_dark, "the strip goes dark")

    def settings(
        self,
        lights: int = 3,
        order: ColourOrder = "RGB",
        budget_ma: int = 1000,
        driver: HelperDriver | None = None,
    ) -> LightSettings:
        return LightSettings(
            {},
            lights,
            driver or HelperDriver(socket=str(self.socket)),
            order=order,
            budget_ma=budget_ma,
        )

    def strip(self, settings: LightSettings | None = None) -> HelperStrip:
        """The game's end; it waits for answers as long as a busy machine needs."""
        return HelperStrip(settings or self.settings(), MonotonicClock(), answer_s=PATIENCE_S)


def shows(strip: HelperStrip, frame: Sequence[tuple[int, int, int]]) -> Callable[[], bool]:
    """Whether the strip takes this frame by now."""

    def taken() -> bool:
        try:
            strip.show(frame)
        except NotConnected:
            return False
        return True

    return taken
