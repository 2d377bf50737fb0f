"""Analyses one game in a process of its own: `python -m controller.game.advice.worker`.

The game (`KeptGame`) comes as JSON on standard input, the analysis goes as JSON to standard
output. The process is polite, so that a board with one processor keeps its pace.
"""

import contextlib
import os
import sys
from typing import Final

import msgspec

from controller.game.advice.analysis import analyse
from controller.game.journal.entries import KeptGame
from controller.game.journal.saved_game import replayed

POLITE: Final = 19
"""Niceness. Where the service may not set it, as in its sandbox, it is left out."""


def main() -> None:
    """Read a game, and write its analysis."""
    with contextlib.suppress(OSError):
        os.nice(POLITE)
    kept = msgspec.json.decode(sys.stdin.buffer.read(), type=KeptGame)
    _, game = replayed(kept.entries)
    sys.stdout.buffer.write(msgspec.json.encode(analyse(game)))


if __name__ == "__main__":
    main()
