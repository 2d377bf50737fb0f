"""Deletes a person from a folder, and is killed before a given step.

`python -m tests.power.delete_and_die FOLDER NAME STEP`; a step is the call of a function that
changes files, or the return from it. Exits normally if there are fewer steps.
"""

import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Final

from controller.bootstrap import JOURNAL_FILE
from controller.bootstrap.table import people_files
from controller.game.journal.repair import open_journal

STEPS: Final = {
    *("__exit__", "close", "execute", "executemany", "executescript", "fsync"),
    *("open", "rename", "replace", "unlink", "write"),
}


def die_before(step: int) -> None:
    left = step

    def look(_frame: FrameType, event: str, called: Any) -> None:
        nonlocal left
        if event in ("c_call", "c_return") and called.__name__ in STEPS:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(look)


def main(folder: Path, name: str, step: int) -> None:
    files, journal = people_files(folder), open_journal(folder / JOURNAL_FILE)
    deletion = files.deletion_of(journal, name, "A player")
    assert deletion is not None
    journal.close()
    die_before(step)
    files.delete(deletion)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
