"""Sets up logging, with priorities where systemd's journal reads it.

Everybody logs by `logging`. On a terminal there are warnings and errors, as they are said. Where
systemd reads what this process says, each line begins with its priority, `<4>` for a warning, so
that `journalctl -p warning` finds it, and what is only worth knowing is there too.

Source: sd-daemon(3), and systemd.exec(5) on `JOURNAL_STREAM`.
"""

import logging
import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

PRIORITIES: Final[Mapping[int, int]] = {
    logging.CRITICAL: 2,
    logging.ERROR: 3,
    logging.WARNING: 4,
    logging.INFO: 6,
    logging.DEBUG: 7,
}
"""Priority of each level, as in syslog(3)."""


class JournalFormatter(logging.Formatter):
    """Begins each line with its priority: the journal makes an entry of every line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as lines of the journal."""
        level = max(each for each in PRIORITIES if each <= max(record.levelno, logging.DEBUG))
        lines = super().format(record).splitlines() or [""]
        return "\n".join(f"<{PRIORITIES[level]}>{line}" for line in lines)


def read_by_journal(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Check whether the system's journal reads a stream."""
    try:
        stat = os.fstat(stream.fileno())
    except (OSError, ValueError):  # closed, or no file at all
        return False
    return environ.get("JOURNAL_STREAM") == f"{stat.st_dev}:{stat.st_ino}"


def set_up_logs(stream: TextIO | None = None, environ: Mapping[str, str] | None = None) -> None:
    """Log to a stream from now on; do nothing if logging is set up already.

    Args:
        stream: its target; standard error unless given.
        environ: the environment of the process; its own unless given.
    """
    stream = sys.stderr if stream is None else stream
    journal = read_by_journal(stream, os.environ if environ is None else environ)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JournalFormatter() if journal else logging.Formatter())
    level = logging.INFO if journal else logging.WARNING
    logging.basicConfig(handlers=[handler], level=level)
