"""Keeps the newest of every board that a broker tells of, and the evening's results."""

import logging
import re
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import msgspec

from controller.game.editions.mistakes import BadRules
from controller.game.editions.rulesets import DEFAULT_EDITION, load_edition, load_track
from controller.game.rules.finish import side_of
from controller.json_data import BadJson, from_json
from controller.watchers import Watchers
from web.club.messages import ReadSeat, ReadSetup, ReadStatus, ReadTable, ReadView
from web.club.pairings import pairings
from web.club.results import RacePlace, RaceResult, Results, evening_of
from web.club.seen import (
    ClubBoard,
    ClubRace,
    ClubRunner,
    ClubSeat,
    ClubStanding,
    ClubTable,
    ClubTables,
)
from web.club.standings import shared_places, standings
from web.mqtt.topics import PREFIX

LONGEST: Final = 256 * 1024
"""Longest message that is read, in bytes."""
MOST_BOARDS: Final = 200
LONGEST_ID: Final = 64
SHORT_ID: Final = 4
"""Characters of its id that tell a board from another one of its name."""
TOPICS: Final = (f"{PREFIX}/+/status", f"{PREFIX}/+/table")

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class BoardHeard:
    """A board, as it was heard last.

    Attributes:
        online: True if it says that it is there.
        table: its newest table; None before the first.
        seen: what the page shows of it; None before the first table.
        running: when the race was begun that it was last heard to run; None before the first.
        revision: the club's revision when `seen` last changed.
    """

    online: bool = False
    table: ReadTable | None = None
    seen: ClubBoard | None = None
    running: str | None = None
    revision: int = 0


class Club:
    """The boards of a broker. Safe to use from any thread.

    Args:
        results: the evening's races.
        most: most players of a table in the next round.
        now: returns the local time.

    Attributes:
        watchers: called at every change.
    """

    def __init__(self, results: Results, most: int, now: Callable[[], datetime]) -> None:
        self._results = results
        self._most = most
        self._now = now
        self._lock = threading.Lock()
        self._boards: dict[str, BoardHeard] = {}
        self._unkept: dict[tuple[str, str], tuple[RaceResult, datetime]] = {}
        self._revision = 0
        self.watchers = Watchers()

    def hear(self, topic: str, payload: bytes) -> None:
        """Take a message. What cannot be read is left out; an empty one removes the board."""
        board, _, what = topic.removeprefix(f"{PREFIX}/").partition("/")
        if what not in ("status", "table") or len(board) > LONGEST_ID or len(payload) > LONGEST:
            return
        with self._lock:
            if not payload:
                gone = self._boards.pop(board, None)
                changed = gone is not None
                self._revision += changed
                self._show(named=_names_of(gone))
            elif board not in self._boards and len(self._boards) >= MOST_BOARDS:
                return
            else:
                changed = self._heard(board, what, payload)
        if changed:
            self.watchers.call()

    @property
    def revision(self) -> int:
        """The number of changes so far."""
        return self._revision

    @property
    def evening(self) -> str:
        """The evening that it is now; its tables begin empty."""
        return evening_of(self._now())

    def boards(self, after: int = -1) -> tuple[ClubBoard, ...]:
        """Return the boards that have changed after a revision, by name."""
        with self._lock:
            found = [
                each.seen
                for each in self._boards.values()
                if each.seen is not None and each.revision > after
            ]
        return tuple(sorted(found, key=lambda each: (_natural(each.name), each.id)))

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all boards, in the order of the page."""
        return tuple(each.id for each in self.boards())

    def tables(self) -> ClubTables:
        """Return results, standings and the next round."""
        boards = self.boards()
        with self._lock:
            races, trouble = self._races()
            running = [
                each.table
                for each in self._boards.values()
                if each.table is not None
                and each.table.view.phase == "playing"
                and not _is_guest(each.table)
                and (each.online or not _is_older(each.table.begun_at or "", self._now()))
            ]
        table = standings(races)
        named = {each.player: each.name for each in table}
        for at in running:  # who is at a board now plays the next round too
            for seat in at.view.seats:
                if (player := player_of(seat, names=at.names)) is not None:
                    named.setdefault(player, seat.name)
        rounds = pairings(tuple(named), races, self._most)
        there = [each.name for each in boards if each.online]
        return ClubTables(
            races=tuple(
                ClubRace(each.board_name, each.over_at, tuple(at.name for at in each.places))
                for each in reversed(races)
            ),
            standings=tuple(
                ClubStanding(place, each.name, each.points, each.wins, each.rounds)
                for place, each in zip(shared_places(table), table, strict=True)
            ),
            next_round=tuple(
                ClubTable(
                    there[at] if at < len(there) else None,
                    tuple(named[player] for player in players),
                )
                for at, players in enumerate(rounds)
            ),
            running=len(running),
            trouble=trouble,
        )

    def _races(self) -> tuple[tuple[RaceResult, ...], bool]:
        """Return the races of the evening, and whether the file makes trouble."""
        try:
            return self._results.races(self._now()), bool(self._unkept)
        except sqlite3.Error as error:
            _LOG.error("The races of the evening cannot be read: %s.", error)
            return (), True

    def track(self, name: str) -> tuple[str, ...]:
        """Return the kinds of the squares of a track, from 1 to HOME."""
        return (*load_track(name).kinds, "HOME")

    def close(self) -> None:
        """Close the file of the results."""
        with self._lock:
            self._results.close()

    def _heard(self, board: str, what: str, payload: bytes) -> bool:
        """Take a message in; return True if the page changes."""
        before, revision = self._boards.get(board, BoardHeard()), self._revision
        try:
            if what == "status":
                after = replace(before, online=from_json(payload, ReadStatus).state == "online")
            else:
                table = from_json(payload, ReadTable)
                running = table.begun_at if table.view.phase == "playing" else before.running
                after = replace(before, table=table, running=running)
                self._count(board, table, running)
            self._keep()
        except BadJson as error:
            _LOG.warning("A message of the board %s was not understood: %.200s.", board, error)
            return False
        self._boards[board] = after
        self._show(board, named=_names_of(before) ^ _names_of(after))
        return self._revision != revision

    def _show(self, board: str | None = None, *, named: frozenset[str]) -> None:
        """Show the newest of a board, and of boards of these names: there may be more or fewer."""
        names = Counter(name for each in self._boards.values() for name in _names_of(each))
        for at, each in self._boards.items():
            table = each.table
            if table is None or not (at == board or table.board_name in named):
                continue
            name = table.board_name
            name = name if names[name] == 1 else f"{name} ({at[:SHORT_ID]})"
            seen = _seen(at, table, name, online=each.online)
            if seen != each.seen:
                self._revision += 1
                self._boards[at] = replace(each, seen=seen, revision=self._revision)

    def _count(self, board: str, table: ReadTable, running: str | None) -> None:
        """Note the race of a table if it is over, unless it was over before this evening."""
        if table.view.phase != "over" or table.begun_at is None or _is_guest(table):
            return
        now = self._now()
        if table.begun_at != running and _is_older(table.begun_at, now):
            return
        order = in_order(table.view)
        places = tuple(RacePlace(each.name, player_of(each, names=table.names)) for each in order)
        over_at = now.isoformat(timespec="minutes")
        winners = len(side_of(order[0].seat, _teams_of(table.view.setup))) if order else 0
        race = RaceResult(board, table.begun_at, table.board_name, over_at, places, winners)
        self._unkept[board, table.begun_at] = race, now

    def _keep(self) -> None:
        """Write the races that are not kept yet, also if their boards have gone on since."""
        for key, (race, over) in tuple(self._unkept.items()):
            try:
                self._revision += self._results.add(race, over)
            except sqlite3.Error as error:
                _LOG.error("A race was not kept: %s. It is tried again at the next message.", error)
                return
            del self._unkept[key]


def _is_guest(table: ReadTable) -> bool:
    """Check whether the other board of the race tells it as well."""
    other = table.view.other_board
    return other is not None and other.role == "guest"


def _is_older(begun_at: str, now: datetime) -> bool:
    """Check whether a race was begun on an earlier evening, by its board's clock."""
    try:
        begun = datetime.fromisoformat(begun_at).astimezone(now.tzinfo)
        return evening_of(begun) < evening_of(now)
    except (ValueError, OverflowError):  # no date, or one at the end of the calendar
        return False


def player_of(seat: ReadSeat, *, names: bool) -> str | None:
    """Return a person's name in one spelling; None for an opponent, and for a colour."""
    named = " ".join(seat.name.split()).casefold()
    return named if names and seat.opponent is None and named else None


def in_order(view: ReadView) -> tuple[ReadSeat, ...]:
    """Return the seats as they stand: those that are HOME, then the foremost runner first."""
    home = {each.seat: place for place, each in enumerate(view.ranking)}
    return tuple(
        sorted(
            view.seats,
            key=lambda each: (
                home.get(each.seat, len(home)),
                min(runner.position for runner in each.runners),
            ),
        )
    )


def _teams_of(setup: ReadSetup | None) -> tuple[tuple[int, ...], ...]:
    """Return the teams of a game; none where they are not understood."""
    try:
        told = None if setup is None else setup.options.get("teams")
        return msgspec.convert(told or (), tuple[tuple[int, ...], ...])
    except msgspec.ValidationError:
        return ()


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """Return a key that sorts “Table 10” after “Table 2”."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(each), "") if each.isdecimal() else (-1, each) for each in parts)


def _names_of(heard: BoardHeard | None) -> frozenset[str]:
    """Return the name of a board; none before its first table."""
    table = None if heard is None else heard.table
    return frozenset() if table is None else frozenset({table.board_name})


def _seen(board: str, table: ReadTable, name: str, *, online: bool) -> ClubBoard:
    view = table.view
    return ClubBoard(
        id=board,
        name=name,
        online=online,
        phase=view.phase,
        paused=view.paused,
        track=_track_of(view.setup),
        to_act=view.to_act,
        seats=tuple(
            ClubSeat(
                seat=each.seat,
                name=each.name,
                place=place,
                home=all(at.arrived is not None for at in each.runners),
                runners=tuple(ClubRunner(at.colour, at.square) for at in each.runners),
            )
            for place, each in enumerate(in_order(view), start=1)
        ),
    )


def _track_of(setup: ReadSetup | None) -> str:
    """Return the track of a game; the usual one for an edition that is not known here."""
    usual = str(load_edition(DEFAULT_EDITION).options["track"])
    if setup is None:
        return usual
    try:
        named = setup.options.get("track") or load_edition(setup.edition).options["track"]
        load_track(str(named))
    except BadRules:
        return usual
    return str(named)
