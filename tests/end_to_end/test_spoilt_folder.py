"""Small files of the folder that are no small files: the program starts, and reads none of them."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.support.end_to_end.program import simulation

pytestmark = pytest.mark.long

FILES: Final = (
    "phones.json",
    "preferences.json",
    "reserves.json",
    "summaries.json",
    "races.json",
    "workshop.json",
    "simulated-wiring.json",
    "journal.sqlite-checked",
    "journal.sqlite.damaged.json",
)
GIGABYTE: Final = 1 << 30
MOST_KIB: Final = 200_000


def make_huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(GIGABYTE)


@pytest.mark.parametrize("make", [make_huge, os.mkfifo])
def test_a_file_of_a_gigabyte_or_a_fifo_stops_no_start(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    for name in FILES:
        make(tmp_path / name)
    program = simulation(tmp_path)
    try:
        program.wait_until_ready()
        assert program.get("/api/watch")["phase"] == "setup"
        status = Path(f"/proc/{program.pid}/status").read_text()
    finally:
        program.close()
    peak = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    assert peak is not None
    assert int(peak[1]) < MOST_KIB
