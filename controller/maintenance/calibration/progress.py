"""Keeps the progress of a calibration on disk."""

import hashlib
from pathlib import Path
from typing import Literal

import msgspec

from controller.atomic_files import keep_whole
from controller.board import Board
from controller.maintenance.calibration.learned import Learned, Plan

News = Literal["resumed", "file-changed", "not-understood"]
"""What became of what was learned before: it goes on; the board file is another one now; what
was kept makes no sense."""


class _KeptProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file."""

    board: str
    learned: Learned


def digest(board: Board) -> str:
    """What tells one wiring from another, whatever else their files say."""
    lights = None if board.lights is None else sorted(board.lights.squares.items())
    wiring = (sorted(board.squares), board.buses, lights)
    return hashlib.sha256(repr(wiring).encode()).hexdigest()


class CalibrationProgress:
    """Keeps what has been learned in a file.

    Args:
        path: the file.
        board: the digest of the board file it belongs to.
    """

    def __init__(self, path: Path, board: str) -> None:
        self._path = path
        self._board = board

    def recall(self, plan: Plan) -> tuple[Learned, News | None]:
        """What has been learned of this board file before, and what is to be said of it."""
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_KeptProgress)
        except FileNotFoundError:
            return Learned(), None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return Learned(), "not-understood"
        if kept.board != self._board:
            return Learned(), "file-changed"
        if not kept.learned.fits(plan):
            return Learned(), "not-understood"
        return kept.learned, "resumed" if kept.learned != Learned() else None

    def keep(self, learned: Learned) -> None:
        """Keep it; a power cut leaves either this or what was there before.

        Raises:
            OSError: it cannot be written.
        """
        keep_whole(self._path, msgspec.json.encode(_KeptProgress(self._board, learned)))

    def forget(self) -> None:
        """Keep nothing any more.

        Raises:
            OSError: it cannot be taken away.
        """
        self._path.unlink(missing_ok=True)
