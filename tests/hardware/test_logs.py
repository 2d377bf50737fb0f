"""What is logged: plain on a terminal, with priorities where the system's journal reads it."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.logs import JournalFormatter, read_by_journal
from tests.support.checkout import ROOT

SCRIPT = """
import logging, os, sys
from hardware.logs import set_up_logs
if sys.argv[1] == "journal":
    stat = os.fstat(2)
    os.environ["JOURNAL_STREAM"] = f"{stat.st_dev}:{stat.st_ino}"
set_up_logs()
set_up_logs()
logging.getLogger("readers").info("All readers answer.")
logging.getLogger("readers").warning("Square 3 is out.")
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("watch").exception("The watchdog failed.")
"""


def said(reader: str) -> list[str]:
    words = [sys.executable, "-c", SCRIPT, reader]
    root = ROOT
    return subprocess.run(
        words, capture_output=True, text=True, check=True, cwd=root
    ).stderr.splitlines()


def test_the_journal_is_told_how_bad_each_line_is() -> None:
    lines = said("journal")
    assert lines[:3] == [
        "<6>All readers answer.",
        "<4>Square 3 is out.",
        "<3>The watchdog failed.",
    ]
    assert lines[3] == "<3>Traceback (most recent call last):"
    assert all(line.startswith("<3>") for line in lines[3:])


def test_a_terminal_is_told_what_matters_as_it_is_said() -> None:
    lines = said("terminal")
    assert lines[:2] == ["Square 3 is out.", "The watchdog failed."]
    assert lines[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.CRITICAL, 2), (logging.ERROR, 3), (35, 4), (logging.INFO, 6), (logging.DEBUG, 7)],
)
def test_every_level_has_its_priority(level: int, priority: int) -> None:
    record = logging.LogRecord("x", level, "x.py", 1, "Once.\nTwice.", None, None)
    assert JournalFormatter().format(record) == f"<{priority}>Once.\n<{priority}>Twice."


def test_whether_the_journal_reads_is_a_matter_of_the_very_stream(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as stream:
        stat = os.fstat(stream.fileno())
        named = {"JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino}"}
        assert read_by_journal(stream, named)
        assert not read_by_journal(stream, {})
        assert not read_by_journal(stream, {"JOURNAL_STREAM": f"{stat.st_dev}:1"})
    assert not read_by_journal(stream, named), "it is closed"
