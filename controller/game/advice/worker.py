"""Analyses one game in a process of its own: `python -m controller.game.advice.worker`.

The game (`KeptGame`) comes as JSON on standard input, the analysis goes as JSON to standard
output. The process gives way to readers and lights, but not for ever: somebody waits for it.
"""

import contextlib
import os
import sys
from typing import Final

import msgspec

from controller.game.advice.analysis import analyse
from controller.game.journal.entries import KeptGame
from controller.game.journal.saved_game import replayed

NICENESS: Final = 10
"""As that of opponents: beside one busy process it has a tenth of a processor (sched(7))."""


def main() -> None:
    """Read a game, and write its analysis."""
    with contextlib.suppress(OSError):  # the service may not, in its sandbox
        os.nice(NICENESS)
    kept = msgspec.json.decode(sys.stdin.buffer.read(), type=KeptGame)
    _, game = replayed(kept.entries)
    sys.stdout.buffer.write(msgspec.json.encode(analyse(game)))


if __name__ == "__main__":
    main()
