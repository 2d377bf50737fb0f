"""A workbench: a folder as the computer, Picos plugged into it, and the command's words."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.maintenance.firmware.bench import Bench
from controller.maintenance.firmware.command import firmware_command
from controller.maintenance.firmware.micropython.drives import BootDrives
from controller.maintenance.firmware.ports import CoprocessorPorts
from tests.support.firmware.bootrom import BootRom
from tests.support.firmware.picos import Pico
from tests.support.interpreter import micropython_path


@dataclass
class Clock:
    """The machine's clock, on which a rest takes no time.

    Attributes:
        pace: how fast it runs, for those who wait for somebody who never answers.
        rested: is told of every rest.
    """

    pace: float = 1.0
    rested: Callable[[], None] = lambda: None
    _skipped_s: float = 0.0

    def now_s(self) -> float:
        return time.monotonic() * self.pace + self._skipped_s

    def sleep(self, seconds: float) -> None:
        self._skipped_s += seconds
        self.rested()

    def hurry(self, pace: float) -> None:
        """Run faster from now on."""
        now_s = self.now_s()
        self.pace = pace
        self._skipped_s += now_s - self.now_s()


@dataclass
class Workbench:
    """What is on it.

    Attributes:
        root: the computer's files.
        clock: its time.
        picos: plugged into it.
        bench: what the command works with.
    """

    root: Path
    stack: ExitStack
    clock: Clock = field(default_factory=Clock)
    picos: list[Pico] = field(default_factory=list)

    def __post_init__(self) -> None:
        (self.root / "dev").mkdir()
        site = CoprocessorPorts(
            self.root, lambda: [each.info for each in self.picos if each.path.exists()]
        )
        self.bench = Bench(site, BootDrives(self.root), clock=self.clock)

    def pico(self, files: dict[str, bytes] | None = None, device: Any = None, **how: Any) -> Pico:
        """Plug one in. Raises as `missing` without MicroPython."""
        micropython_path()
        path = self.root / "dev" / f"ttyACM{len(self.picos)}"
        made = self.stack.enter_context(Pico(path, files, device, **how))
        self.picos.append(made)
        return made

    def boot_rom(self, drive: str = "media/ann/RPI-RP2", **how: Any) -> BootRom:
        """Plug one in that waits for MicroPython, and restarts with it. Raises as `pico`."""
        micropython_path()
        restarts = partial(self.pico, version=(1, 28, 0))
        rom = self.stack.enter_context(BootRom(self.root / drive, restarts, **how))
        self.clock.rested = rom.settle
        return rom

    def link(self, pico: Pico, name: str) -> str:
        """The name that udev gives it."""
        path = self.root / "dev" / name
        path.symlink_to(pico.path)
        return str(path)

    def change(self, **parts: Any) -> None:
        """Work with other tools."""
        self.bench = replace(self.bench, **parts)

    def run(self, *words: str | Path | Pico) -> Result:
        """The command, as it is typed."""
        typed = [str(each.path) if isinstance(each, Pico) else str(each) for each in words]
        result = CliRunner().invoke(firmware_command(lambda: self.bench), typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result
        return result


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    with ExitStack() as stack:
        yield Workbench(tmp_path, stack)
