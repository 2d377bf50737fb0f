"""The shell around the table's steps: journal, chance, clock and snapshots.

Here an action becomes real: a step says what follows, it is written to the journal, then it
counts, then it is shown. The session owns no thread and no clock; `controller.table.actor` gives
it both.
"""

import contextlib
import random
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller.config import Settings
from controller.game.chance import draw_chance
from controller.game.journal.damage import DamageNote
from controller.game.journal.entries import KeptGame
from controller.game.journal.files.background_check import BackgroundCheck
from controller.game.journal.journal import Journal, JournalError, JournalUnwritable
from controller.game.journal.race_log import head_of, log_records
from controller.game.journal.repair import open_journal
from controller.game.journal.saved_game import (
    Change,
    NoSuchGame,
    earlier_game,
    save,
    saved_game,
)
from controller.game.pieces import Seating, Tags
from controller.game.setup import Setup
from controller.game.statistics import Book
from controller.game.statistics.results import result_of
from controller.json_data import from_json
from controller.light.digits import Canvas, Spot
from controller.light.look import Look
from controller.light.preferences import Preferences
from controller.refusal import Refusal
from controller.table.commands import DeletePerson, FollowLog, TableOrder
from controller.table.deleting import PeopleFiles
from controller.table.kept_times import KeptTimes, TimesFile
from controller.table.past_games import summary_at_end
from controller.table.remote.kept_races import KeptRaces, RacesFile
from controller.table.remote.race_logs import RaceLogs
from controller.table.remote.races import RaceSoFar, TableRaces
from controller.table.snapshot import Snapshot, snapshot_of
from controller.table.stages.effects import (
    DrawChance,
    FindGame,
    FindRace,
    ForgetDamage,
    KeepLook,
    KeepTimes,
    TryToWrite,
)
from controller.table.stages.errands import looked_over
from controller.table.stages.shared_race import together_of
from controller.table.stages.shared_turns import Followed
from controller.table.state import LONG_AGO_S, Moment, TableState
from controller.table.step import (
    ChanceDrawn,
    GameFound,
    NotWritten,
    TableEvent,
    Tick,
    due_s,
    step,
)
from controller.table.summaries import At, Summaries
from controller.table.tracker import Tracker
from hardware.clock import Clock
from hardware.ports import BoardEvent

FOLD_AFTER_S: Final = 30.0
"""Time without an entry after which the journal's log is folded."""
FOLD_AFTER_END_S: Final = 1.0
"""The same once a game has ended: its end is shown first."""
LOOK_AGAIN_S: Final = 0.5
"""Time until the next look at a check of the journal that goes on in the background."""


class Session:
    """A table with at most one game at a time. Not thread-safe.

    Args:
        journal: stores the actions; a game found there is resumed.
        tags: the runner of each tag.
        clock: the table's time.
        chance: draws cards and dice.
        settings: the times the table waits.
        last_read_s: returns the time a square was last read successfully; see `Moment`.
        preferences: stores the look of the lights; None to forget it.
        places: row and column of every square with a light, from the upper left; empty for a
            board without lights.
        damage: reports the repair of a damaged journal; None for no report.
        times: stores the times that the journal does not have; None to forget them.
        summaries: stores the list rows of past games; None to forget them at the end.
        races: stores what is kept of races of two boards; None to forget it.
        book: has the results of races, which name people too.

    Raises:
        JournalDamaged: the game in the journal does not follow the rules.
    """

    def __init__(
        self,
        journal: Journal,
        tags: Tags,
        clock: Clock,
        chance: random.Random,
        settings: Settings | None = None,
        last_read_s: Callable[[int], float | None] | None = None,
        preferences: Preferences | None = None,
        places: Mapping[int, Spot] | None = None,
        damage: DamageNote | None = None,
        times: TimesFile | None = None,
        summaries: Summaries | None = None,
        races: RacesFile | None = None,
        book: Book | None = None,
    ) -> None:
        self._journal = journal
        self._race_logs = RaceLogs(journal)
        self._clock = clock
        self._chance = chance
        self._last_read_s = last_read_s
        self._preferences = preferences
        self._damage = damage
        self._times = times
        self._races = races
        self.summaries = summaries or Summaries()
        """List rows of past games."""
        self._people = PeopleFiles(journal.path, book or Book(), self.summaries)
        self._fold_at_s: float | None = None
        settings = settings or Settings()
        now_s = clock.now_s()
        crowned = frozenset(tag.colour for tag in tags.values() if tag.end == "crown")
        table = TableState(
            settings=settings,
            canvas=Canvas(places or {}),
            saved=saved_game(journal),
            seating=Seating((), crowned),
            tracker=Tracker(tags, settings.departure_misses),
            waits_since_s=now_s,
            look=preferences.look() if preferences is not None else Look(),
            rescued=damage.read() if damage is not None else None,
            noted_phase="setup",
            phase_since_s=now_s,
            times=times.read() if times is not None else KeptTimes(),
            races=TableRaces(races.read() if races is not None else KeptRaces()),
        )
        if table.game is not None:
            table = looked_over(table, table.game, now_s + settings.first_look_s)
        if table.phase == "over":  # it was celebrated before
            table = table.change(noted_phase="over", phase_since_s=LONG_AGO_S)
        self._table = table.change(begun_at=self._begun_at(table.saved.number))
        self._snapshot = snapshot_of(self._table, now_s, 0)
        self.tick()

    @property
    def table(self) -> TableState:
        """The table as it is now."""
        return self._table

    @property
    def snapshot(self) -> Snapshot:
        """Newest snapshot."""
        return self._snapshot

    @property
    def under_way(self) -> int | None:
        """Number of the game on the table, also once it is over; None without one."""
        return self._table.saved.number if self._table.game is not None else None

    def kept(self, number: int) -> KeptGame | None:
        """Return a game of the journal by its number; None if there is none."""
        return self._journal.game(number)

    def newest(self, most: int) -> tuple[At, ...]:
        """Return the number and the last entry of each of the newest games, newest first."""
        return tuple(At(*each) for each in self._journal.newest(most))

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def sense(self, event: BoardEvent) -> None:
        """Take in a board event: a sighting, a press, a change of readers or lights."""
        with contextlib.suppress(JournalUnwritable):  # told to the players as trouble
            self._take(event)
        self.tick()

    def carry_out(self, command: TableOrder) -> int:
        """Carry out a command, or follow a log.

        Returns:
            The version of the game afterwards.

        Raises:
            Refusal: it was not carried out; says why.
        """
        try:
            match command:
                case FollowLog():
                    self._follow(command)
                case DeletePerson():
                    self._delete_person(command)
                case _:
                    self._take(command)
        except JournalUnwritable as error:
            raise Refusal("not-saved", str(error)) from error
        finally:
            self.tick()
        return self._table.saved.version

    def tick(self) -> float | None:
        """Do what is due by now, and make a new snapshot if anything has changed.

        Returns:
            Latest time of the next call, in the clock's seconds; None for never.

        Raises:
            JournalDamaged: the journal, in use already, was found damaged.
        """
        with contextlib.suppress(JournalUnwritable):  # told to the players as trouble
            while self._take(Tick()):
                pass
        now = self._now()
        picture = snapshot_of(self._table, now.now_s, self._snapshot.revision)
        if picture != self._snapshot:
            self._snapshot = replace(picture, revision=self._snapshot.revision + 1)
        next_s = due_s(self._table, now)
        if self._journal.is_being_checked():
            look_s = now.now_s + LOOK_AGAIN_S
            return look_s if next_s is None else min(next_s, look_s)
        return self._folded_s(next_s, now.now_s)

    def _folded_s(self, due_s: float | None, now_s: float) -> float | None:
        """Fold the journal's log if that is due; return the time of the next call."""
        if self._fold_at_s is None:
            return due_s
        if now_s < self._fold_at_s:
            return self._fold_at_s if due_s is None else min(due_s, self._fold_at_s)
        self._fold_at_s = None
        with contextlib.suppress(JournalUnwritable):  # its entries are on the disk, and twice
            self._journal.fold()
        self._sum_up()
        return due_s

    def _sum_up(self) -> None:
        """Keep the list row of a game that has ended."""
        saved, begun_at = self._table.saved, self._table.begun_at
        if saved.game is None or saved.setup is None or begun_at is None:
            return
        if saved.game.state.prompt == "over" and not self._table.in_lesson:
            row = summary_at_end(saved.number, begun_at, saved.setup, saved.game)
            self.summaries.add({At(saved.number, saved.version, self._journal.checksum): row})

    def _take(self, event: TableEvent) -> bool:
        """Take a step with its effect; return True if there was one.

        Raises:
            Refusal: a command cannot be carried out.
            JournalUnwritable: the step is not on the disk and has not been taken.
        """
        table, effect = step(self._table, event, self._now())
        try:
            if table.races.kept != self._table.races.kept:
                self._keep_races(table.races.kept)
            if isinstance(effect, Change):
                table = self._saved(table, effect)
        except JournalUnwritable as error:
            self._take(NotWritten(str(error)))
            raise
        self._table = table
        match effect:
            case DrawChance(state):
                self._take(ChanceDrawn(str(draw_chance(state, self._chance))))
            case FindGame(number):
                self._take(self._found(number))
            case FindRace(race):
                self._resume_race(race)
            case KeepLook(look) if self._preferences is not None:
                self._preferences.keep(look)
            case KeepTimes(kept) if self._times is not None:
                self._times.keep(kept)
            case TryToWrite():
                try:
                    self._journal.try_to_write()
                except JournalUnwritable as error:
                    self._take(NotWritten(str(error)))
            case ForgetDamage() if self._damage is not None:
                self._damage.seen()
        return effect is not None

    def _follow(self, log: FollowLog) -> None:
        for number, record in enumerate(log.records, start=log.start):
            self._take(Followed(log.race, number, record))

    def _delete_person(self, order: DeletePerson) -> None:
        if self._table.phase == "playing":
            raise Refusal(
                "game-running",
                "While a race is on, nobody can be deleted. Finish it first, or set it aside.",
            )
        deletion = self._people.deletion_of(self._journal, order.name, order.called)
        order.leave_seats()
        if deletion is None:
            raise Refusal("no-such-person", "Nobody of that name has raced here.")
        self._journal.close()
        try:
            self._people.delete(deletion, order.at_work)
        finally:
            self._open_again()

    def _open_again(self) -> None:
        """Open the journal again, and take the names of the race on the table from it.

        Raises:
            JournalError: it cannot be opened, or was ruined meanwhile, so this session has come
                to its end.
        """
        try:
            self._journal = open_journal(self._journal.path, BackgroundCheck)
        except JournalUnwritable as error:  # which would only refuse the command
            raise JournalError(str(error)) from error
        self._race_logs = RaceLogs(self._journal)
        saved = self._table.saved
        table = self._table.change(rescued=self._damage.read() if self._damage else None)
        kept = self._journal.game(saved.number)
        if kept is None:
            raise JournalError(f"{self._journal.path} has lost the race on the table.")
        setup = from_json(kept.entries[0].text, Setup)
        seating = replace(table.seating, players=setup.seats if table.seating.players else ())
        saved = replace(saved, setup=setup, log=head_of(log_records(kept.entries)))
        self._table = table.change(saved=saved, seating=seating)

    def _keep_races(self, kept: KeptRaces) -> None:
        """Keep what is kept of races of two boards, before it counts."""
        if self._races is None:
            return
        try:
            self._races.keep(kept)
        except OSError as error:
            reason = f"Cannot write the file of shared races ({error.strerror})."
            raise JournalUnwritable(reason) from error

    def _resume_race(self, race: str) -> None:
        """Resume a race of two boards that is in the journal; without one nothing happens."""
        kept = self._race_logs.kept(race)
        if kept is not None:
            try:
                self._take(self._found(kept.number))
            except (Refusal, JournalUnwritable):  # its log is not to be taken a second time
                self._table = self._table.change(races=replace(self._table.races, joining=""))
                raise

    def race_so_far(self, race: str) -> RaceSoFar:
        """Return what this board has of a race of two boards, on its table or in its journal."""
        role = self._table.races.kept.role(race)
        together, state = together_of(self._table), self._table.saved.state
        if together is not None and together.race == race:
            is_over = state is not None and state.prompt == "over"
            return RaceSoFar(role, is_over, self._race_logs.on_table(self._table.saved))
        kept = self._race_logs.kept(race)
        is_over = kept is not None and result_of(kept) is not None
        log = () if kept is None else log_records(kept.entries)
        return RaceSoFar(role, is_over, log, race in self._table.races.kept.declined)

    def _now(self) -> Moment:
        return Moment(self._clock.now_s(), self._last_read_s)

    def _saved(self, table: TableState, change: Change) -> TableState:
        """Return the table once a change is on the disk."""
        saved = save(self._journal, change)
        is_over = saved.state is None or saved.state.prompt == "over"
        self._fold_at_s = self._clock.now_s() + (FOLD_AFTER_END_S if is_over else FOLD_AFTER_S)
        if saved.number != self._table.saved.number:
            table = table.change(begun_at=self._begun_at(saved.number))
        return table.change(saved=saved)

    def _begun_at(self, number: int) -> str | None:
        """Return the date and time a game was begun; None if the journal does not tell it."""
        with contextlib.suppress(JournalError):  # a game continues without it
            kept = self._journal.game(number)
            return None if kept is None else kept.begun_at
        return None

    def _found(self, number: int) -> GameFound:
        try:
            return GameFound(number, *earlier_game(self._journal, number))
        except NoSuchGame as error:
            raise Refusal("no-such-game", str(error)) from error
