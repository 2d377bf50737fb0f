"""The one thread that owns the game: events and commands in, snapshots out.

Requests about past games are looked up in that thread, which alone uses the journal, and
worked out in the thread that asks.
"""

import contextlib
import logging
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from controller.actor import A, Actor
from controller.game.advice.fading import hints_offered
from controller.game.advice.process import HintsProcess
from controller.game.history import Game
from controller.game.journal.entries import KeptGame
from controller.game.journal.journal import JournalError
from controller.game.rules import RulesError, State, legal
from controller.game.statistics import Book, RaceAt, result_of
from controller.refusal import Refusal
from controller.table.analyses import Analyses
from controller.table.commands import DeletePerson, TableOrder
from controller.table.past_games import (
    LISTED,
    REPLAYED,
    GameList,
    Story,
    record_for_all,
    story_of,
    summary_of,
)
from controller.table.remote.races import RaceSoFar
from controller.table.session import Session
from controller.table.snapshot import Snapshot
from controller.table.summaries import At
from hardware.clock import Clock
from hardware.ports import BoardEvent

if TYPE_CHECKING:
    from controller.game.advice.analysis import Analysis
    from controller.game.advice.hints import Hint

MOST_RACES: Final = 1_000_000
"""More than any board has seen."""
DELETED_WITHIN_S: Final = 300.0
"""A slow card writes a hundred megabytes meanwhile."""
_LOG: Final = logging.getLogger(__name__)

G = TypeVar("G", At, RaceAt)
"""A game as a list or the statistics know it."""


class GameActor(Actor[Snapshot, TableOrder, BoardEvent]):
    """Runs a session in a thread of its own.

    Args:
        open_session: makes the session; called in the actor's thread, which alone uses it.
        clock: the table's time, the same as the session's.
        attend: called with the squares to read more often, at every change: `Sensing.attend`
            of the board.
        book: keeps the results of races for the statistics; in memory unless given.
    """

    def __init__(
        self,
        open_session: Callable[[], Session],
        clock: Clock,
        attend: Callable[[Collection[int]], None] | None = None,
        book: Book | None = None,
    ) -> None:
        self._open_session = open_session
        self._book = book or Book()
        self._projecting = threading.Lock()
        """Held while names are carried from the journal into lists and statistics."""
        self._deleting = False
        self._listed: GameList | None = None
        """The last list of games: the answer while a person is deleted."""
        self._unread = 0
        """Races that the book did not have after the last question."""
        self._damage: set[str] = set()
        """What could not be read, once it is in the log."""
        self._session: Session | None = None
        self._analyses = Analyses()
        self._hints = HintsProcess()
        super().__init__("game", self._opened_session, clock, attend)

    def turn_s(self) -> float | None:
        """Return how long the seat to act has been thinking, in seconds; None if no seat is."""
        return self.snapshot.turn_s(self.clock.now_s())

    def under_way(self) -> tuple[int, Game | None]:
        """Return the version and the game on the table; None without one.

        Raises:
            Refusal: there is no answer.
        """
        return self._look_up_in(lambda session: (session.table.saved.version, session.table.game))

    def race_so_far(self, race: str) -> RaceSoFar:
        """Return what there is of a race, for another board; see `Session.race_so_far`.

        Raises:
            Refusal: there is no answer.
        """
        return self._look_up_in(lambda session: session.race_so_far(race))

    def games(self) -> GameList:
        """Return the last games begun, newest first; a hundred at most.

        Games whose rows are missing, as in a journal of an earlier version, are replayed, at
        least one of them: those that would take too long are left to the next lists. Games that
        cannot be read are left out.

        Raises:
            Refusal: there is no answer; says why.
        """
        listed = self._listed
        if self._deleting and listed is not None:
            return listed
        with self._projecting:
            self._listed = self._games()
            return self._listed

    def _games(self) -> GameList:
        newest, known, under_way = self._look_up_in(
            lambda session: (
                session.newest(LISTED),
                dict(session.summaries.known()),
                session.under_way,
            )
        )
        # The list row of a game changes only with a new entry of that game, or with its rules.
        read, unread = self._read([at for at in newest if at not in known])
        lacking = [at for at in newest if (row := known.get(at)) and row.lacks_rules]
        again, _ = self._read(lacking)
        made = {at: summary_of(kept, under_way) for at, kept in (*read, *again)}
        if made:
            self._look_up_in(lambda session: session.summaries.add(made))
        rows = map({**known, **made}.get, newest)
        return GameList(tuple(filter(None, rows)), unread)

    def statistics(self) -> tuple[Book, int]:
        """Return the results of all races, and how many races the next questions will add.

        Races that the book does not have yet are replayed, those that ended first before others,
        at least one of them. Races that cannot be read are left out.

        Raises:
            Refusal: there is no answer; says why.
        """
        if not self._deleting:
            with self._projecting:
                self._unread = self._projected()
        return self._book, self._unread

    def _projected(self) -> int:
        """Take races into the book; return how many it does not have yet."""
        races = self._look_up_in(
            lambda session: tuple(RaceAt(*at) for at in session.newest(MOST_RACES))
        )
        read, unread = self._read(self._book.missing(races))
        self._book.keep({at: result_of(kept) for at, kept in read}, races)
        return unread

    def _read(self, games: Sequence[G]) -> tuple[list[tuple[G, KeptGame]], int]:
        """Read the first of some games, at least one; those that cannot be read are left out.

        Returns:
            The games read, and how many are left to the next time.
        """
        read: list[tuple[G, KeptGame]] = []
        left, entries = list(reversed(games)), 0
        while left and entries < REPLAYED:
            at = left.pop()
            try:
                kept = self._kept(at.game)
            except Refusal as refused:
                if refused.code != "not-readable":
                    raise  # untested: it is stopped between two questions
                continue
            read.append((at, kept))
            entries += len(kept.entries)
        return read, len(left)

    def delete_person(self, name: str, called: str, leave_seats: Callable[[], None]) -> None:
        """Delete a person from all races and lists; see `DeletePerson`.

        Meanwhile `games` and `statistics` answer as they last did.

        Raises:
            Refusal: `game-running`, `no-such-person`, `not-deleted`, `partly-deleted`; or there
                is no answer.
        """
        order = DeletePerson(name, called, leave_seats, self._at_work)
        with self._projecting:
            self._deleting = True
            try:
                self.submit(order, DELETED_WITHIN_S)
            except Refusal as refused:
                if refused.code != "not-saved":
                    raise
                raise Refusal(
                    "not-deleted",
                    "Nobody was deleted: the board cannot write its files. Is the disk full or "
                    "read-only?",
                ) from refused
            finally:
                self._deleting, self._listed = False, None
        leave_seats()  # until the new snapshot, a phone could take them again

    def record(self, game: int) -> str:
        """Return the record of a game, as text.

        Raises:
            Refusal: `game-running` while the game is not over, because the record shows
                every hand; `no-such-game`, `not-readable`; or there is no answer.
        """
        kept = self._kept(game)
        with _refusing_what_cannot_be_replayed():
            return record_for_all(kept)

    def story(self, game: int) -> Story:
        """Return the story of a game.

        Raises:
            Refusal: `no-such-game`, `not-readable`; or there is no answer.
        """
        kept = self._kept(game)
        with _refusing_what_cannot_be_replayed():
            return story_of(kept)

    def analysis(self, game: int) -> "Analysis | None":
        """Return the analysis of a game that is over; None while it is being made.

        Raises:
            Refusal: `game-running` while the game is not over, because it would tell of every
                hand; `no-analysis` if it cannot be made; `no-such-game`, `not-readable`; or there
                is no answer.
        """
        kept = self._kept(game)
        with _refusing_what_cannot_be_replayed():
            return self._analyses.of(kept)

    def hints(self, seat: int) -> "tuple[int, State, tuple[Hint, ...]]":
        """Return hints for a seat, with the version and the position that they are for.

        Raises:
            Refusal: `no-game`; `not-offered` in a game without hints; `not-your-turn`; or there is
                no answer.
        """
        from controller.game.opponents.memory import (  # noqa: PLC0415 - few games have hints
            remember,
        )
        from controller.game.opponents.sight import sight_of  # noqa: PLC0415 - few games have hints

        version, game = self.under_way()
        setup = self.snapshot.setup
        if game is None or setup is None:
            raise Refusal("no-game", "No game is under way. Set one up first.")
        if setup.hints is msgspec.UNSET:
            raise Refusal("not-offered", "This game was set up without hints.")
        state = game.state
        if state.to_act != seat or state.prompt in ("deal", "roll"):
            raise Refusal("not-your-turn", "Hints are for the player whose turn it is.")
        if setup.lesson is not msgspec.UNSET:
            raise Refusal("not-offered", "The lesson says what to do; hints come in the race.")
        most = hints_offered(setup, game)
        if not most:
            raise Refusal("not-offered", "The hints of this race have ended: you know the game.")
        try:
            found = self._hints.hints(sight_of(state, remember(game), seat), legal(state))
        except (EOFError, OSError) as error:
            raise Refusal(
                "service-stopped", "The board isn't answering. Wait a moment, then check again."
            ) from error
        return version, state, found[:most]

    def stop(self) -> None:
        """Stop as `Actor.stop`, and end an analysis that is being made and the hints' process."""
        self._analyses.close()
        self._hints.close()
        super().stop()
        self._book.close()

    def _at_work(self) -> None:
        """Show that the actor's thread is alive."""
        self.turns += 1

    def _kept(self, number: int) -> KeptGame:
        kept = self._look_up_in(lambda session: session.kept(number))
        if kept is None:
            raise Refusal("no-such-game", "There is no such game.")
        return kept

    def _look_up_in(self, look_up: Callable[[Session], A]) -> A:
        def asked() -> A:
            assert self._session is not None  # only the actor's thread asks, once it is open
            try:
                return look_up(self._session)
            except JournalError as error:
                if str(error) not in self._damage:
                    self._damage.add(str(error))
                    _LOG.warning("%s", error)
                raise Refusal(
                    "not-readable",
                    "This board's saved games cannot all be read: the log says why. Start the "
                    "board again: it recovers what it can.",
                ) from error

        return self.ask(asked)

    def _opened_session(self) -> Session:
        self._session = self._open_session()
        return self._session


@contextlib.contextmanager
def _refusing_what_cannot_be_replayed() -> Iterator[None]:
    try:
        yield
    except (RulesError, IndexError) as error:
        raise Refusal("no-such-game", "This game can no longer be replayed.") from error
