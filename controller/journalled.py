"""The game at the table, every action of it on disk before it takes effect."""

import msgspec

from controller.game import Game
from controller.journal import Journal, JournalDamaged, played
from controller.rules import IllegalAction, RulesError, State, why
from controller.setup import Setup, start_game


class JournalledGame:
    """At most one game at a time, kept in a journal. Not thread-safe.

    What raises has changed nothing.

    Args:
        journal: where actions are kept; a game found there goes on.

    Raises:
        JournalDamaged: the game in the journal does not follow the rules.

    Attributes:
        game: the game; None if there is none, or if it was abandoned.
        setup: how it was set up; that of the last game once it has been abandoned.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.game: Game | None = None
        self.setup: Setup | None = None
        self._resume()

    @property
    def state(self) -> State | None:
        """The position now; None without a game."""
        return self.game.state if self.game else None

    @property
    def version(self) -> int:
        """The number of the journal's last entry."""
        return self._journal.version

    def taken_back_by(self) -> int | None:
        """The seat that may still take the last action back, or None."""
        return self.game.taken_back_by() if self.game else None

    def begin(self, setup: Setup) -> State:
        """Begin a game; returns the position it starts from.

        Raises:
            BadSetup: it makes no game.
            JournalUnwritable: it is not on the disk.
        """
        game = start_game(setup)
        self._journal.append("begin", msgspec.json.encode(setup).decode())
        self.setup, self.game = setup, game
        return game.state

    def play(self, text: str) -> None:
        """Play an action.

        Raises:
            IllegalAction: it is not legal now.
            JournalUnwritable: it is not on the disk.
        """
        assert self.game is not None
        reasons = why(self.game.state, text)
        if reasons:
            raise IllegalAction(text, reasons)
        self._journal.append("play", text)
        self.game.push(text)

    def undo(self) -> None:
        """Take the last action back.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        assert self.game is not None
        self._journal.append("undo")
        self.game.pop()

    def abandon(self) -> None:
        """End the game as it stands.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        self._journal.append("abandon")
        self.game = None

    def close(self) -> None:
        """Let go of the journal."""
        self._journal.close()

    def _resume(self) -> None:
        """Go on with the game in the journal, if one is under way."""
        entries = self._journal.current_game()
        if not entries:
            return
        try:
            setup = msgspec.json.decode(entries[0].text, type=Setup)
            game = start_game(setup)
            game.replay(played(entries))
        except (msgspec.DecodeError, UnicodeError, RulesError, IndexError) as error:
            # Without the position: it would show every hand to whoever reads the terminal.
            cause = error.refusal if isinstance(error, IllegalAction) else error
            raise JournalDamaged(
                f"{self._journal.path}: the game under way cannot be replayed ({cause})"
            ) from error
        self.setup = setup
        self.game = None if entries[-1].kind == "abandon" else game
