"""The saved game: every action on disk before it takes effect."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import msgspec

from controller.game.history import Game, Undoable
from controller.game.journal.entries import Entry
from controller.game.journal.journal import EntryKind, Journal, JournalDamaged, JournalError
from controller.game.journal.race_log import NO_LOG, LogHead, head_of, log_records
from controller.game.lesson.progress import LessonAt, lesson_at
from controller.game.pieces import opponents_of
from controller.game.rules import BadSetup, RulesError, State
from controller.game.rules.text.check import BadState, problems
from controller.game.rules.text.position import BadPosition, read_position, write_position
from controller.game.setup import Setup, check_players, start_game
from controller.json_data import BadJson, from_json


class NoSuchGame(LookupError):
    """No game of that number can be continued; the message says why."""


class Change(msgspec.Struct, frozen=True):
    """A change of the saved game: the entry to write, and the game once it is on the disk."""

    kind: EntryKind
    text: str
    after: "SavedGame"


class SavedGame(msgspec.Struct, frozen=True, dict=True):
    """The game on the table as the journal has it; each method returns a change to write.

    Attributes:
        game: the game; None if there is none, or if it was abandoned.
        setup: its set-up; that of the last game once it has been abandoned.
        number: its number in the journal; 0 before the first game.
        version: number of the journal's last entry.
        paused: True if it is paused.
        loaded_with: the position in which it was last loaded; None if it was only begun.
        log: how far its log has come, which it shares with another board if that plays along.
    """

    game: Game | None = None
    setup: Setup | None = None
    number: int = 0
    version: int = 0
    paused: bool = False
    loaded_with: State | None = None
    log: LogHead = LogHead()

    @property
    def state(self) -> State | None:
        """Current position; None without a game."""
        return self.game.state if self.game else None

    @cached_property
    def lesson(self) -> LessonAt | None:
        """Where the game is in the lesson; None in a race."""
        return lesson_at(self.setup, self.game)

    @cached_property
    def undoable(self) -> Undoable | None:
        """The last action of a person if it may still be taken back, or None."""
        if self.game is None or self.setup is None:
            return None
        return self.game.take_back(opponents_of(self.setup.seats))

    def taken_back_by(self) -> int | None:
        """Return the seat that may take back, or None."""
        back = self.undoable
        return None if back is None else back.seat

    def takes_back(self) -> bool:
        """Check whether a person's action is still to be taken back: opponents' after it went."""
        if self.game is None or self.setup is None or self.game.taken_back is None:
            return False
        opponents = opponents_of(self.setup.seats)
        return self.game.taken_back.seat in opponents and self.undoable is not None

    def begin(self, setup: Setup) -> Change:
        """Begin a game.

        Raises:
            BadSetup: the set-up is not valid.
        """
        # A deleted person does not come back: a set-up that is used again has others.
        seats = tuple(msgspec.structs.replace(each, deleted=msgspec.UNSET) for each in setup.seats)
        setup = msgspec.structs.replace(setup, seats=seats)
        check_players(setup)
        after = SavedGame(start_game(setup), setup)
        return Change("begin", msgspec.json.encode(setup).decode(), after)

    def play(self, text: str) -> Change:
        """Play an action.

        Raises:
            IllegalAction: it is not legal now.
        """
        return Change("play", text, self._with(self._running.push(text)))

    def undo(self) -> Change:
        """Take the last action back."""
        return Change("undo", "", self._with(self._running.pop()))

    def mend(self, state: State) -> Change:
        """Continue from another position; actions before it cannot be taken back."""
        return Change("mend", write_position(state), self._with(self._running.mend(state)))

    def pause(self, *, paused: bool) -> Change:
        """Pause the game, or resume it."""
        after = msgspec.structs.replace(self, paused=paused)
        return Change("pause" if paused else "resume", "", after)

    def abandon(self) -> Change:
        """Abandon the game."""
        return Change("abandon", "", self._ended())

    def set_aside(self) -> Change:
        """Set the game aside; `load` continues it later."""
        return Change("aside", "", self._ended())

    def load(self, number: int, setup: Setup, game: Game, log: LogHead = NO_LOG) -> Change:
        """Continue an earlier game, found by `earlier_game`, and its log.

        It goes on at once, but with another board it stays paused if it was.
        """
        paused = log.paused and setup.together is not msgspec.UNSET
        after = SavedGame(game, setup, number, paused=paused, loaded_with=game.state, log=log)
        return Change("load", str(number), after)

    @property
    def _running(self) -> Game:
        assert self.game is not None
        return self.game

    def _with(self, game: Game) -> "SavedGame":
        return msgspec.structs.replace(self, game=game)

    def _ended(self) -> "SavedGame":
        return msgspec.structs.replace(self, game=None, paused=False, loaded_with=None)


def save(journal: Journal, change: Change) -> SavedGame:
    """Write a change; return the game after it.

    Raises:
        JournalUnwritable: it is not on the disk, and nothing has changed.
    """
    version = journal.append(change.kind, change.text)
    number = version if change.kind == "begin" else change.after.number
    log = change.after.log.after(change.kind, change.text)
    return msgspec.structs.replace(change.after, number=number, version=version, log=log)


def saved_game(journal: Journal) -> SavedGame:
    """Return the game in a journal, to be continued if one is under way.

    Raises:
        JournalDamaged: the game under way does not follow the rules.
    """
    entries = journal.current_game()
    if not entries:
        return SavedGame(version=journal.version)
    try:
        setup, game = replayed(entries)
        loaded_with = _loaded_with(entries)
    except (UnicodeError, RulesError, IndexError) as error:
        # Without the reason: pages show this to everybody, and it may tell what a hand holds.
        raise JournalDamaged(
            f"{journal.path}: the game under way breaks the rules. If a track, table, deck or "
            "edition of your own was changed since it began, put that file back as it was."
        ) from error
    number, log = entries[0].version, head_of(log_records(entries))
    if entries[-1].kind in ENDS:
        return SavedGame(None, setup, number, journal.version, log=log)
    paused = is_paused(entries) if setup.together is msgspec.UNSET else log.paused
    return SavedGame(game, setup, number, journal.version, paused, loaded_with, log)


def earlier_game(journal: Journal, number: int) -> tuple[Setup, Game, LogHead]:
    """Return a game of the journal that can be continued, and how far its log has come.

    Raises:
        NoSuchGame: no game has that number, it is over, or it cannot be replayed.
    """
    try:
        kept = journal.game(number)
        if kept is None:
            raise NoSuchGame("There is no such game.")
        setup, game = replayed(kept.entries)
    except (JournalError, UnicodeError, RulesError, IndexError) as error:
        raise NoSuchGame("This game cannot be replayed, so it can't be continued.") from error
    if game.state.prompt == "over":
        raise NoSuchGame("This game is over. Choose one that isn't finished.")
    return setup, game, head_of(log_records(kept.entries))


ENDS: Final = ("abandon", "aside")
"""Kinds of entries that end a game at any position, until it is loaded."""


def is_paused(entries: Sequence[Entry]) -> bool:
    """Check whether a game under way is paused."""
    for entry in reversed(entries):
        if entry.kind in ("pause", "resume", "begin", "load"):
            return entry.kind == "pause"
    return False


def _loaded_with(entries: Sequence[Entry]) -> State | None:
    """Return the position in which a game was last loaded; raises as `replayed`."""
    last = max((n for n, entry in enumerate(entries) if entry.kind == "load"), default=0)
    return replayed(entries[:last])[1].state if last else None


def replayed(entries: Sequence[Entry]) -> tuple[Setup, Game]:
    """Replay a game from its entries; return its set-up and the game.

    Raises:
        BadSetup: the entries have no valid set-up.
        IllegalAction: they have an action that is not legal.
        BadState: they have an impossible position.
        IndexError: they take back more actions than were played.
    """
    try:
        setup = from_json(entries[0].text, Setup)
    except BadJson as error:
        raise BadSetup("bad-request", f"The set-up cannot be read: {error}.") from error
    game = start_game(setup)
    for entry in entries:
        match entry.kind:
            case "play":
                game = game.push(entry.text)
            case "undo":
                game = game.pop()
            case "mend":
                game = game.mend(mended_position(entry.text, game.state))
    return setup, game


def mended_position(text: str, before: State) -> State:
    """Return the position that a game was mended to, from an entry's text.

    Raises:
        BadState: it is none that such a game can have.
    """
    # The error does not name the mistake: that would show the hands on the terminal.
    impossible = BadState(("It was mended to a position that no game has.",))
    try:
        state = read_position(text, before.rules)
    except BadPosition as error:
        raise impossible from error
    if problems(state) or len(state.seats) != len(before.seats):
        raise impossible
    return state
