"""Keeps the progress of a calibration on disk."""

import hashlib
from pathlib import Path
from typing import Literal

import msgspec

from controller.atomic_files import keep_whole
from controller.board import Board
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json
from controller.maintenance.calibration.learned import Learned, Plan

News = Literal["resumed", "file-changed", "not-understood"]
"""Result of loading progress: it was resumed; it was dropped, as the board file has changed; or
the file could not be decoded."""


class _KeptProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the progress file."""

    board: str
    learned: Learned


def digest(board: Board) -> str:
    """Return the digest of a board's wiring, regardless of the rest of its file."""
    lights = None if board.lights is None else sorted(board.lights.squares.items())
    wiring = (sorted(board.squares), board.buses, lights)
    return hashlib.sha256(repr(wiring).encode()).hexdigest()


class CalibrationProgress:
    """Saves learned maps to a file.

    Args:
        path: the file.
        board: the digest of the board file it belongs to.
    """

    def __init__(self, path: Path, board: str) -> None:
        self._path = path
        self._board = board

    def recall(self, plan: Plan) -> tuple[Learned, News | None]:
        """Load the maps saved for this board file, and the news to show about them."""
        try:
            kept = from_json(read_small(self._path), _KeptProgress)
        except FileNotFoundError:
            return Learned(), None
        except (OSError, BadJson):
            return Learned(), "not-understood"
        if kept.board != self._board:
            return Learned(), "file-changed"
        if not kept.learned.fits(plan):
            return Learned(), "not-understood"
        return kept.learned, "resumed" if kept.learned != Learned() else None

    def keep(self, learned: Learned) -> None:
        """Save the maps; a power cut leaves either the new file or the old one.

        Raises:
            OSError: the file cannot be written.
        """
        keep_whole(self._path, msgspec.json.encode(_KeptProgress(self._board, learned)))

    def forget(self) -> None:
        """Delete the progress file.

        Raises:
            OSError: the file cannot be deleted.
        """
        self._path.unlink(missing_ok=True)
