"""The watchdog is fed by completed work only: it bites whichever part of the loop stops.

On virtual time, with the whole firmware; a part of it stops some time after the start.
"""

import shutil
from pathlib import Path
from typing import Final

import pytest

from hardware.scanner import words
from hardware.scanner.coprocessor import SILENCE_S
from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.scanner.whole import RED, WholeBoard

STOPS_S: Final = 4.0
BITTEN_S: Final = SILENCE_S + words.WATCHDOG_MS / 1000 + 1.0
"""The longest time until then: its last work is as old as it may be, and a feed is fresh."""
WHOLE_S: Final = 3.0
OP_S: Final = 200e-6
HANGS: Final = "while True: time.sleep_ms(10)"
DOES_NOTHING: Final = "return"


def firmware_in_which(folder: Path, file: str, method: str, does: str) -> Path:
    """The firmware's files, of which a method ends after a while to do its work."""
    files = folder / "firmware"
    shutil.copytree(FIRMWARE, files)
    lines = (files / file).read_text("utf-8").splitlines(keepends=True)
    (at,) = [at for at, line in enumerate(lines) if line.startswith(f"    def {method}(")]
    late = f"time.ticks_diff(time.ticks_us(), _began_us) > {1e6 * STOPS_S:.0f}"
    lines[at + 1 : at + 1] = [f"        if {late}:\n            {does}\n"]
    began = "import time\n_began_us = time.ticks_us()\n"
    (files / file).write_text(began + "".join(lines), "utf-8")
    return files


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "method", "does"),
    [
        ("link.py", "poll", DOES_NOTHING),
        ("readers.py", "turn", DOES_NOTHING),
        ("steps.py", "answer", DOES_NOTHING),
        ("readers.py", "begin", DOES_NOTHING),
        ("link.py", "poll", HANGS),
        ("readers.py", "turn", HANGS),
        ("lights.py", "turn", HANGS),
        ("buttons.py", "turn", HANGS),
    ],
)
def test_the_watchdog_bites_if_a_part_of_the_loop_stops(
    tmp_path: Path, file: str, method: str, does: str
) -> None:
    board = WholeBoard(op_s=OP_S, files=firmware_in_which(tmp_path, file, method, does))
    board.run_until(lambda: board.is_whole, 2.0)
    began_s = board.clock.now_s()
    board.run_until(lambda: board.device.resets == 1, STOPS_S + BITTEN_S)
    assert board.clock.now_s() > began_s + words.WATCHDOG_MS / 1000
    board.world.put("red", 3)
    board.run_until(lambda: board.last_seen(RED) == 3, SILENCE_S + WHOLE_S)
    assert board.host.welcome is not None
    assert board.host.welcome.by_watchdog
