"""Reserves of thinking time, kept on disk so that a restart gives nobody a new one.

A small file beside the journal. It never stops a game: if it cannot be read, the reserves are
whole again; if it cannot be written, they are whole after the next start. Both are logged.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json

MOST_GAMES: Final = 50
_LOG: Final = logging.getLogger(__name__)


class _Kept(msgspec.Struct, frozen=True):
    """Content of the file."""

    used_s: dict[str, tuple[float, ...]]


class KeptReserves:
    """The reserve that each seat has used, by game, in a file. Used by one thread only.

    Args:
        path: the file; created when somebody first uses a reserve.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def used_s(self) -> Mapping[str, tuple[float, ...]]:
        """Return the seconds used by each seat, by game; none if unreadable."""
        try:
            return from_json(read_small(self._path), _Kept).used_s
        except FileNotFoundError:
            return {}
        except (OSError, BadJson) as error:
            _LOG.warning(
                "%s cannot be read (%s): the reserves of the clock are whole again.",
                self._path,
                error,
            )
            return {}

    def keep(self, used_s: Mapping[str, tuple[float, ...]]) -> None:
        """Save the seconds used, of the newest games."""
        newest = dict(list(used_s.items())[-MOST_GAMES:])
        try:
            keep_whole(self._path, msgspec.json.encode(_Kept(newest)) + b"\n")
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): after the next start the reserves of the clock are "
                "whole again. Is the folder there, writable, and the disk not full?",
                self._path,
                error,
            )
