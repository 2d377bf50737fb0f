"""An acceptance in real time: a chip behind a real serial port, answers typed on standard input."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.board import read_board
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.maintenance.acceptance.bundle import read_acceptance_bundle
from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.tasks import Walked
from hardware.clock import MonotonicClock
from hardware.sensing.settings import Place
from hardware.simulated.pn532.plugs import PtyChip
from hardware.simulated.world import Piece, World
from tests.support.end_to_end.program import HAREBOARD
from tests.support.hardware.benches import RED

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

TEXT: Final = """\
name = "Desk"

[squares]
count = 1
columns = 1

[readers]
retries = 2             # measured with another program

[[readers.bus]]
transport = "uart"
port = "{port}"
square = 1
latency_ms = 0

[tags]
red = {{ base = "{uid}" }}
"""
PUT: Final = "Put the runner in the middle of square 1"
CORNERS_AND_HEIGHTS: Final = 6
"""Questions that Enter answers, after the one that the reader answers."""


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[tuple[PtyChip, World]]:
    """A chip behind a port, and its world."""
    clock, world = MonotonicClock(), World(1, [Piece("red", RED, None)])
    emulation = emulate(world, {1: Place(0, 0)}, clock, random.Random(1))
    port = PtyChip(emulation.chips[1], tmp_path / "port")
    yield port, world
    port.close()


@pytest.mark.long
def test_one_reader_at_a_real_port_is_accepted_by_what_is_typed(
    chip: tuple[PtyChip, World], tmp_path: Path
) -> None:
    port, world = chip
    file, bundle = tmp_path / "desk.toml", tmp_path / "desk.tar.gz"
    file.write_text(TEXT.format(port=port.path, uid=RED), "utf-8")
    command = [HAREBOARD, "board", "accept", file]
    with subprocess.Popen(
        [*map(str, command), "--soak", "0.05", "--bundle", str(bundle)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        said = []
        for line in program.stdout:
            said.append(line)
            if line.startswith(PUT):
                world.put("red", 1)  # nothing is typed: the reader sees it
            elif "[Enter" in line:
                program.stdin.write("\n")
                program.stdin.flush()
        program.wait()
    text = "".join(said)
    assert text.count("[Enter]") == 1 + CORNERS_AND_HEIGHTS, text
    kept = read_acceptance_bundle(bundle)
    # How fast this machine answers is not judged here: only that it is told.
    assert program.returncode == bool(kept.verdict.findings), text
    assert judge(kept.facts, tuple(kept.log)) == kept.verdict
    (walked,) = (each for each in kept.log if isinstance(each, Walked))
    assert walked.seen[1] > 0
    retries = kept.verdict.advised.retries
    written = f"Write these settings into {file}? [Enter or no]\n{file}: written; the old" in text
    assert written == kept.verdict.advised.any
    assert read_board(file).settings.retries == (2 if retries is None else retries)
    assert "# measured with another program" in file.read_text("utf-8")
