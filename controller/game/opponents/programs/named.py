"""Programs as opponents of a table, by name: found like characters, and ended together."""

import random
import shlex
from collections.abc import Callable, Mapping, Sequence

from controller.game.opponents.characters import OPPONENTS, Opponent
from controller.game.opponents.programs.player import ProgramPlayer
from controller.game.opponents.sight import Sight
from controller.game.rules import Action
from controller.game.setup import LONGEST_NAME
from controller.plain_text import is_plain

Commands = Mapping[str, tuple[str, ...]]
"""The words of each program's command, by the opponent's name."""


class BadCommand(ValueError):
    """A name or command that makes no opponent; the message says why."""


def words_of(name: str, command: str) -> tuple[str, ...]:
    """Split the command of an opponent into words, as a shell would.

    Raises:
        BadCommand: there is no word, a quotation mark is not closed, or the name is too long, has
            letters that do not show, or is a character's.
    """
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadCommand(f"“{command}”: {error}.") from error
    if not name or not words:
        raise BadCommand(f"“{name}={command}” is not a name, “=” and a command.")
    if len(name) > LONGEST_NAME or not is_plain(name):
        raise BadCommand(f"A program's name has at most {LONGEST_NAME} letters, and they all show.")
    if name in OPPONENTS:
        raise BadCommand(f"“{name}” is the name of an opponent that there is.")
    return words


class ProgramOpponents:
    """The programs of a table. One thread asks them, any may close them.

    Args:
        commands: what may be asked for.
        find: finds every other opponent.
    """

    def __init__(self, commands: Commands, find: Callable[[str], Opponent]) -> None:
        self._commands = commands
        self._find = find
        self._players: dict[str, ProgramPlayer] = {}

    def find(self, name: str) -> Opponent:
        """Return the opponent of this name.

        Raises:
            UnknownOpponent: there is none.
        """
        if name not in self._commands:
            return self._find(name)
        return Opponent(
            "A program of your own.", lambda _rules, _seats: self._begun(name), restless=False
        )

    def close(self) -> None:
        """End them all."""
        for player in [*self._players.values()]:
            player.close()

    def _begun(self, name: str) -> "_AskedProgram":
        if name in self._players:  # of a game by other rules
            self._players[name].close()
        player = self._players[name] = ProgramPlayer(self._commands[name])
        return _AskedProgram(player)


class _AskedProgram:
    """A program as a character that raises `ProgramSilent` where it does not answer."""

    def __init__(self, player: ProgramPlayer) -> None:
        self._player = player

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Ask the program; see `Character`."""
        return self._player.ask(sight, actions)
