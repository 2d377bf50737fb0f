"""Times of games that the journal does not have, kept on disk so that a restart changes none.

A small file beside the journal. It never stops a game: if it cannot be read, the reserves of the
clock are whole again and opponents take the time of their set-up; if it cannot be written, that is
so after the next start. Both are logged.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.game.setup import SLOWEST_PACE_S
from controller.json_data import BadJson, from_json

MOST_GAMES: Final = 50
_LOG: Final = logging.getLogger(__name__)


Pace = Annotated[float, msgspec.Meta(ge=0, le=SLOWEST_PACE_S)]


class KeptTimes(msgspec.Struct, frozen=True):
    """Times by game, those changed last at the end.

    Attributes:
        used_s: the reserve that each seat has used, in seconds.
        paces_s: the seconds that an opponent takes for an action, at least, if that was changed
            during the race.
    """

    used_s: Mapping[str, tuple[float, ...]] = {}
    paces_s: Mapping[str, Pace] = {}

    def with_used(self, game: str, used_s: tuple[float, ...]) -> "KeptTimes":
        """Return the times with the reserve that each seat of a game has used."""
        return msgspec.structs.replace(self, used_s=_with(self.used_s, game, used_s))

    def with_pace(self, game: str, pace_s: float) -> "KeptTimes":
        """Return the times with the pace of the opponents of a game."""
        return msgspec.structs.replace(self, paces_s=_with(self.paces_s, game, pace_s))


class TimesFile:
    """Times of games in a file. Used by one thread only.

    Args:
        path: the file; created when there is something to keep.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> KeptTimes:
        """Return what was kept last; nothing if unreadable."""
        try:
            return from_json(read_small(self._path), KeptTimes)
        except FileNotFoundError:
            return KeptTimes()
        except (OSError, BadJson) as error:
            _LOG.warning(
                "%s cannot be read (%s): the reserves of the clock are whole again.",
                self._path,
                error,
            )
            return KeptTimes()

    def keep(self, times: KeptTimes) -> None:
        """Save the times of the games whose times were changed last."""
        newest = KeptTimes(_newest(times.used_s), _newest(times.paces_s))
        try:
            keep_whole(self._path, msgspec.json.encode(newest) + b"\n")
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): after the next start the reserves of the clock are "
                "whole again. Is the folder there, writable, and the disk not full?",
                self._path,
                error,
            )


def _with(games: Mapping[str, Any], game: str, times: Any) -> dict[str, Any]:
    return {**{key: each for key, each in games.items() if key != game}, game: times}


def _newest(games: Mapping[str, Any]) -> dict[str, Any]:
    return dict(list(games.items())[-MOST_GAMES:])
