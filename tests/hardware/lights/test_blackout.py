"""Lights on SPI are dark at the end of the game, also if nobody is left to say so."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.checkout import ROOT, SUPPORT
from tests.support.lights.bitstream import decoded
from tests.support.waiting import PATIENCE_S, until

PRETEND_SPI = SUPPORT / "lights" / "pretend_spi"
GAME = """
import sys
from hardware.clock import MonotonicClock
from hardware.lights.connect import open_strip
from hardware.lights.settings import LightSettings, SpiDriver

strip = open_strip(LightSettings({}, 2, SpiDriver(1), order="RGB"), MonotonicClock())
assert strip.lights == 2
strip.show([(255, 0, 0), (0, 9, 0)])
strip.keep()
print("lit", flush=True)
sys.stdin.readline()
strip.close()
"""
LIT = bytes.fromhex("ff0000 000900")
DARK = bytes(6)


class Game:
    """A process that has lit its lights."""

    def __init__(self, folder: Path) -> None:
        self._wire = folder / "wire"
        self.process = subprocess.Popen(
            [sys.executable, "-c", GAME],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(PRETEND_SPI), str(ROOT)]),
                "PRETEND_PI": str(folder),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "lit\n"

    @property
    def frames(self) -> list[bytes]:
        """What the lights were told, in order; all of it on GPIO20."""
        lines = [line.split() for line in self._wire.read_text().splitlines()]
        assert {pin for pin, _ in lines} == {"20"}
        return [decoded(bytes.fromhex(sent), 6_400_000) for _, sent in lines]

    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def ignores(pid: int, number: signal.Signals) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    ignored = next(line.split()[1] for line in status.splitlines() if line.startswith("SigIgn:"))
    return bool(int(ignored, 16) >> (number - 1) & 1)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    game = Game(tmp_path)
    yield game
    game.process.kill()
    game.process.communicate()


def test_a_game_that_is_killed_leaves_no_light(game: Game) -> None:
    assert game.frames == [DARK, LIT]
    game.process.kill()
    game.process.wait()
    until(lambda: game.frames[-1] == DARK, "the lights go dark")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGABRT])
def test_a_signal_to_all_of_them_leaves_the_guard_at_its_post(
    game: Game, number: signal.Signals
) -> None:
    if not Path("/proc/self/task").exists():
        pytest.skip("only Linux tells a process's children")
    (guard,) = game.children()
    until(lambda: ignores(guard, number), "the guard is at its post")
    os.kill(guard, number)
    game.process.send_signal(number)
    game.process.wait()
    until(lambda: game.frames[-1] == DARK, "the lights go dark")


def test_a_game_that_ends_as_it_should_needs_no_guard(game: Game) -> None:
    game.process.communicate("end\n", timeout=PATIENCE_S)
    assert game.process.returncode == 0
    assert game.frames == [DARK, LIT, DARK]
