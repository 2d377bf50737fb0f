"""The mind of a table's opponents: it chooses by what their seats see, and says when to act."""

import logging
import random
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from controller.game.history import Game
from controller.game.opponents.character import Character
from controller.game.opponents.characters import (
    Opponent,
    Restless,
    UnknownOpponent,
    find_opponent,
)
from controller.game.opponents.memory import remember
from controller.game.opponents.programs.player import ProgramSilent
from controller.game.opponents.sight import PlayedActions, Sight, sight_of
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import Action, Ruleset, legal
from controller.table.commands import Play
from controller.table.snapshot import Snapshot

PLAIN: Final = Restless(Temperament("near"))
"""Plays for an opponent that fails; two of these alone with many carrots would never end."""
PATIENCE_S: Final = 60.0
"""Longest wait for hands: a runner whose tag is broken never stands where it should."""
MOST_FAULTS: Final = 5
"""After so many faults in a game a character is asked no more: each may take its whole time."""
RETRY_S: Final = 1.0
"""Time until an action that was refused is tried again."""

_LOG: Final = logging.getLogger(__name__)


class Thought(msgspec.Struct, frozen=True):
    """The action that an opponent has chosen, as the game stood at a version.

    `plain` is True if it did not answer, and the board chose.
    """

    seat: int
    action: Action
    version: int
    plain: bool


class OpponentMind:
    """Decides for all opponents of a table. Not thread-safe.

    Args:
        chance: their only source of chance.
        find: finds a character by its name; raises `UnknownOpponent`.
        close: ends what the characters think with.
    """

    def __init__(
        self,
        chance: random.Random,
        find: Callable[[str], Opponent] = find_opponent,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        self._chance = chance
        self._find = find
        self._close = close
        self._closed = False
        self._rules: tuple[Ruleset, int] | None = None
        self._characters: dict[str, Character | None] = {}
        """None for one that is not known, or that cannot be made ready."""
        self._faults: dict[str, int] = {}
        self._played: PlayedActions = ()
        self._thought: Thought | None = None
        self._asked: tuple[int, float] | None = None
        self._again_s = 0.0

    def close(self) -> None:
        """End what the characters think with, from any thread."""
        self._closed = True
        self._close()

    def prepare(self, snapshot: Snapshot) -> bool:
        """Make one more opponent ready for the game; return False if all are.

        A character computes its tables, which may take some tenths of a second.
        """
        state, players = snapshot.state, snapshot.seating.players
        if state is None:
            return False
        if (state.rules, len(players)) != self._rules:
            self._rules = (state.rules, len(players))
            self._characters.clear()
            self._faults.clear()
        for player in players:
            name = player.opponent
            if name is not msgspec.UNSET and name not in self._characters:
                self._characters[name] = self._prepared(name, state.rules, len(players))
                return True
        return False

    def knows(self, snapshot: Snapshot) -> bool:
        """Check whether the action of the opponent to act is chosen."""
        return self._thought is not None and self._thought.version == snapshot.version

    def think(self, snapshot: Snapshot, game: Game) -> None:
        """Choose the action of the opponent to act.

        Args:
            snapshot: the table, with an opponent to act.
            game: the game of that snapshot.
        """
        seat = snapshot.opponent
        assert seat is not None
        name = snapshot.seating.players[seat].opponent
        assert name is not msgspec.UNSET
        sight = sight_of(game.state, remember(game), seat)
        if not sight.goes_on_after(self._played):
            self._faults.clear()
        self._played = sight.played
        actions = legal(game.state)
        action = actions[0] if len(actions) == 1 else self._chosen(name, sight, actions)
        plain = action is None
        if action is None:
            action = PLAIN.choose(sight, actions, self._chance)
        self._thought = Thought(seat, action, snapshot.version, plain)

    def left_s(self, snapshot: Snapshot, now_s: float) -> float:
        """Return the time until the opponent acts, unless hands are done earlier; 0 for now."""
        if self._asked is None or self._asked[0] != snapshot.version:
            self._asked = (snapshot.version, now_s)
        assert snapshot.setup is not None
        wait_s = PATIENCE_S if snapshot.opponent_waits else snapshot.setup.pace_of_opponents_s
        return max(0.0, self._asked[1] + wait_s - now_s, self._again_s - now_s)

    def command(self) -> Play:
        """Return the command of the action that was chosen."""
        assert self._thought is not None
        thought = self._thought
        action = str(thought.action)
        return Play(thought.seat, action, thought.version, thought=True, plain=thought.plain)

    def refused(self, now_s: float) -> None:
        """Note that the command was refused: think again, a little later."""
        self._thought = None
        self._again_s = now_s + RETRY_S

    def _prepared(self, name: str, rules: Ruleset, seats: int) -> Character | None:
        try:
            return self._find(name).prepare(rules, seats)
        except UnknownOpponent as error:
            _LOG.error("%s Plain moves are played for it.", error)
        except Exception:  # noqa: BLE001 - the game never suffers from an opponent
            _LOG.exception("Opponent “%s” is never ready: plain moves are played for it.", name)
        return None

    def _chosen(self, name: str, sight: Sight, actions: Sequence[Action]) -> Action | None:
        """Return the action that a character chooses; None if it does not answer."""
        character = self._characters[name]
        if character is None or self._faults.get(name, 0) >= MOST_FAULTS:
            return None
        try:
            action = character.choose(sight, actions, self._chance)
        except ProgramSilent as error:
            self._warn("Opponent “%s” %s; a plain move is played for it.", name, error)
            return None
        except EOFError as error:
            self._warn("Opponent “%s”: %s A plain move is played for it.", name, error)
        except Exception:  # noqa: BLE001 - the game never suffers from an opponent
            _LOG.exception("Opponent “%s” failed; a plain move is played for it.", name)
        else:
            if action in actions:
                return action
            _LOG.error("Opponent “%s” chose %s; a plain move is played for it.", name, action)
        self._faults[name] = self._faults.get(name, 0) + 1
        if self._faults[name] == MOST_FAULTS:
            _LOG.error("Opponent “%s” is asked no more in this game.", name)
        return None

    def _warn(self, message: str, name: str, error: Exception) -> None:
        if not self._closed:  # else it was ended, and nothing is played for it
            _LOG.warning(message, name, error)
