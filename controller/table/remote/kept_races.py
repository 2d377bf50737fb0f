"""What a board keeps of races with another board besides their log: its part, and what it sent.

A small file beside the journal. A race that is not in it is one of which this board has no
authority: so two boards never both have it, whatever happens to the file.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.game.journal.race_log import LogRecord
from controller.json_data import BadJson, from_json
from controller.table.remote.messages import SentAction

RaceRole = Literal["authority", "guest", "alone"]
"""This board has the authority; the other has it; or this board goes on without the other."""
KeptRole = Literal["authority", "alone"]

MOST_RACES: Final = 200
_LOG: Final = logging.getLogger(__name__)


class KeptRaces(msgspec.Struct, frozen=True):
    """What is kept of races.

    Attributes:
        roles: the part of this board in races, unless it is a guest.
        sent: the action on its way to the authority, by race.
        numbered: number of the action sent last.
        to_play_after: by race, after how many records of its log the action sent is to be
            played here, since this board goes on alone.
        declined: races to which this board was invited, and its host declined.
    """

    roles: Mapping[str, KeptRole] = {}
    sent: Mapping[str, SentAction] = {}
    numbered: int = 0
    to_play_after: Mapping[str, int] = {}
    declined: tuple[str, ...] = ()

    def role(self, race: str) -> RaceRole:
        """Return the part of this board in a race."""
        return self.roles.get(race, "guest")

    def with_role(self, race: str, role: KeptRole) -> "KeptRaces":
        """Return it with this board's part in a race; the oldest races are forgotten."""
        others = {each: kept for each, kept in self.roles.items() if each != race}
        roles = dict([*others.items(), (race, role)][-MOST_RACES:])
        return msgspec.structs.replace(self, roles=roles).without_action(race)

    def with_declined(self, race: str) -> "KeptRaces":
        """Return it with a race that the host declines; the oldest of many are forgotten."""
        if race in self.declined:
            return self
        return msgspec.structs.replace(self, declined=(*self.declined, race)[-MOST_RACES:])

    def gone_on_alone(self, race: str, count: int) -> "KeptRaces":
        """Return it with a race that goes on here alone, after so many records of its log."""
        after, action = self.with_role(race, "alone"), self.sent.get(race)
        if action is None:
            return after
        sent, to_play_after = {**after.sent, race: action}, {**after.to_play_after, race: count}
        return msgspec.structs.replace(after, sent=sent, to_play_after=to_play_after)

    def with_action(self, race: str, action: SentAction) -> "KeptRaces":
        """Return it with an action sent."""
        others = {each: sent for each, sent in self.sent.items() if each != race}
        sent = dict([*others.items(), (race, action)][-MOST_RACES:])
        return msgspec.structs.replace(self, sent=sent, numbered=action.number)

    def without_action(self, race: str) -> "KeptRaces":
        """Return it without the action sent in a race."""
        sent = {each: action for each, action in self.sent.items() if each != race}
        to_play_after = {each: count for each, count in self.to_play_after.items() if each != race}
        return msgspec.structs.replace(self, sent=sent, to_play_after=to_play_after)


def is_open(action: SentAction, record: LogRecord) -> bool:
    """Check whether an action that was sent is still undecided after a record of the log.

    A pause does not decide it: it can be played once the race goes on.
    """
    return record.kind in ("pause", "resume") and not is_played_by(action, record)


def is_played_by(action: SentAction, record: LogRecord) -> bool:
    """Check whether a record is what an action asked for."""
    return (record.kind, record.text) == (action.kind, action.text)


class RacesFile:
    """What is kept of races, in a file. Used by one thread only.

    Args:
        path: the file; created when there is something to keep.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> KeptRaces:
        """Return what was kept last; nothing if unreadable."""
        try:
            return from_json(read_small(self._path), KeptRaces)
        except FileNotFoundError:
            return KeptRaces()
        except (OSError, BadJson) as error:
            _LOG.warning(
                "%s cannot be read (%s): this board goes on with races of two boards as a guest.",
                self._path,
                error,
            )
            return KeptRaces()

    def keep(self, races: KeptRaces) -> None:
        """Keep it; when this returns, it is on the disk.

        Raises:
            OSError: it is not.
        """
        keep_whole(self._path, msgspec.json.encode(races) + b"\n")
