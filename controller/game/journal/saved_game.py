"""The saved game: every action on disk before it takes effect."""

from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.history import Game
from controller.game.journal.journal import Entry, Journal, JournalDamaged, JournalError, KeptGame
from controller.game.rules import BadSetup, IllegalAction, RulesError, State
from controller.game.rules.text.check import BadState, problems
from controller.game.rules.text.position import BadPosition, read_position, write_position
from controller.game.setup import Setup, start_game


class NoSuchGame(LookupError):
    """No game of that number can be continued; the message says why."""


class SavedGame:
    """At most one game at a time, kept in a journal. Not thread-safe.

    A method that raises has changed nothing.

    Args:
        journal: where actions are kept; a game found there is continued.

    Raises:
        JournalDamaged: the game in the journal does not follow the rules.

    Attributes:
        game: the game; None if there is none, or if it was abandoned.
        setup: its set-up; that of the last game once it has been abandoned.
        number: its number in the journal; 0 before the first game.
        paused: True if it is paused.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.game: Game | None = None
        self.setup: Setup | None = None
        self.number = 0
        self.paused = False
        self._resume()

    @property
    def state(self) -> State | None:
        """Current position; None without a game."""
        return self.game.state if self.game else None

    @property
    def version(self) -> int:
        """Number of the journal's last entry."""
        return self._journal.version

    def taken_back_by(self) -> int | None:
        """Return the seat that may still take the last action back, or None."""
        return self.game.taken_back_by() if self.game else None

    def begin(self, setup: Setup) -> State:
        """Begin a game; returns the position it starts from.

        Raises:
            BadSetup: the set-up is not valid.
            JournalUnwritable: it is not on the disk.
        """
        game = start_game(setup)
        number = self._journal.append("begin", msgspec.json.encode(setup).decode())
        self._now(number, setup, game)
        return game.state

    def play(self, text: str) -> None:
        """Play an action.

        Raises:
            IllegalAction: it is not legal now.
            JournalUnwritable: it is not on the disk.
        """
        assert self.game is not None
        ply = self.game.next(text)
        self._journal.append("play", text)
        self.game.add(ply)

    def undo(self) -> None:
        """Take the last action back.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        assert self.game is not None
        self._journal.append("undo")
        self.game.pop()

    def mend(self, state: State) -> None:
        """Continue from another position; actions before it cannot be taken back.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        assert self.game is not None
        self._journal.append("mend", write_position(state))
        self.game.mend(state)

    def pause(self, *, paused: bool) -> None:
        """Pause the game, or resume it.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        self._journal.append("pause" if paused else "resume")
        self.paused = paused

    def abandon(self) -> None:
        """Abandon the game.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        self._journal.append("abandon")
        self._no_more()

    def set_aside(self) -> None:
        """Set the game aside; `load` continues it later.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        self._journal.append("aside")
        self._no_more()

    def load(self, number: int) -> State:
        """Continue an earlier game; returns the position it continues from.

        Raises:
            NoSuchGame: no game has that number, it is over, or it cannot be replayed.
            JournalUnwritable: it is not on the disk.
        """
        try:
            kept = self._journal.game(number)
            if kept is None:
                raise NoSuchGame("There is no such game.")
            setup, game = replayed(kept.entries)
        except (JournalError, UnicodeError, RulesError, IndexError) as error:
            raise NoSuchGame("This game cannot be replayed, so it cannot go on.") from error
        if game.state.prompt == "over":
            raise NoSuchGame("This game is over. Choose one that is not.")
        self._journal.append("load", str(number))
        self._now(number, setup, game)
        return game.state

    # Games in the journal

    def kept(self, number: int) -> KeptGame | None:
        """Return a game of the journal by its number; None if no game has that number."""
        return self._journal.game(number)

    def newest(self, most: int) -> tuple[tuple[int, int], ...]:
        """List the newest games in the journal, each as its number and that of its last entry."""
        return self._journal.newest(most)

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def _resume(self) -> None:
        """Resume the game in the journal, if one is under way."""
        entries = self._journal.current_game()
        if not entries:
            return
        try:
            setup, game = replayed(entries)
        except (UnicodeError, RulesError, IndexError) as error:
            # Without the position: it would show every hand on the terminal.
            cause = error.refusal if isinstance(error, IllegalAction) else error
            raise JournalDamaged(
                f"{self._journal.path}: the game under way cannot be replayed ({cause})"
            ) from error
        self._now(entries[0].version, setup, game)
        if entries[-1].kind in ENDS:
            self._no_more()
        else:
            self.paused = is_paused(entries)

    def _now(self, number: int, setup: Setup, game: Game) -> None:
        self.number, self.setup, self.game = number, setup, game
        self.paused = False

    def _no_more(self) -> None:
        self.game = None
        self.paused = False


ENDS: Final = ("abandon", "aside")
"""Kinds of entries that end a game at any position, until it is loaded."""


def is_paused(entries: Sequence[Entry]) -> bool:
    """Check whether a game under way is paused."""
    for entry in reversed(entries):
        if entry.kind in ("pause", "resume", "begin", "load"):
            return entry.kind == "pause"
    return False


def replayed(entries: Sequence[Entry]) -> tuple[Setup, Game]:
    """Replay a game from its entries; return its set-up and the game.

    Raises:
        BadSetup: the entries have no valid set-up.
        IllegalAction: they have an action that is not legal.
        BadState: they have an impossible position.
        IndexError: they take back more actions than were played.
    """
    try:
        setup = msgspec.json.decode(entries[0].text, type=Setup)
    except msgspec.DecodeError as error:
        raise BadSetup("bad-request", f"The set-up cannot be read: {error}.") from error
    game = start_game(setup)
    for entry in entries:
        match entry.kind:
            case "play":
                game.push(entry.text)
            case "undo":
                game.pop()
            case "mend":
                game.mend(_mended(entry.text, game.state))
    return setup, game


def _mended(text: str, before: State) -> State:
    # The error does not name the mistake: that would show the hands on the terminal.
    impossible = BadState(("It was mended to a position that no game has.",))
    try:
        state = read_position(text, before.rules)
    except BadPosition as error:
        raise impossible from error
    if problems(state) or len(state.seats) != len(before.seats):
        raise impossible
    return state
