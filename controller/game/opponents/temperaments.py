"""The first three players of the author: three paces, without looking at the race.

In the first trial of the game he moved four runners himself: one always as far as it could
pay for, one always a square at a time, one by turns far and a square, and one that weighed
each move. The fourth is `WEIGHER` of the strategist. The trial track had no lettuces yet; so that
these players get HOME, they eat a lettuce wherever they can, and do not pass the last lettuce
square with one in hand if they can help it.

Source: David Parlett's afterword in the rulebook of `devir-2014`.
"""

import random
from collections.abc import Sequence
from typing import Literal

import msgspec

from controller.game.opponents.sight import Sight
from controller.game.rules import Action
from controller.game.rules.moves import FLAT_HOME_LIMIT, POSITION_CARROTS, price
from controller.game.rules.ruleset.track import CARROT


class Temperament(msgspec.Struct, frozen=True):
    """A player that always keeps to its pace.

    Attributes:
        pace: "far" as far as it can pay for, "near" a square at a time, "turns" far and near by
            turns.
    """

    pace: Literal["far", "near", "turns"]

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose a move of this pace; see `Character`."""
        kinds: dict[str, Action] = {action.kind: action for action in actions}
        if sight.prompt == "gift":
            return kinds["discard" if _rich(sight) else "keep"]
        if sight.prompt == "ten":
            wanted = "pay" if _rich(sight) else "draw"
            return kinds.get(wanted) or kinds.get("decline") or actions[0]
        if _rich(sight) and "pay" in kinds and not _carrots_ahead(sight, actions):
            return kinds["pay"]
        if moves := _best(sight, [action for action in actions if action.kind == "forward"]):
            return self._paced(sight, moves)
        return kinds.get("back") or kinds.get("draw") or self._paced(sight, actions)

    def _paced(self, sight: Sight, actions: Sequence[Action]) -> Action:
        def squares(action: Action) -> int:
            return action.to - sight.seats[sight.seat].runners[action.runner or 0].at

        far = self.pace == "far" or (self.pace == "turns" and _moves_made(sight) % 2 == 0)
        return max(actions, key=squares) if far else min(actions, key=squares)


def _best(sight: Sight, moves: list[Action]) -> list[Action]:
    """Keep the moves HOME, else those to a lettuce, else those before the last lettuce."""
    rules = sight.rules
    for action in moves:
        if action.to == rules.home:
            return [action]
    if not sight.seats[sight.seat].lettuces:
        return moves
    to_lettuces = [action for action in moves if rules.lettuce >> action.to & 1]
    return to_lettuces or [action for action in moves if rules.lettuce >> action.to]


def _moves_made(sight: Sight) -> int:
    return sum(seat == sight.seat and action.kind == "forward" for seat, action in sight.played)


def _rich(sight: Sight) -> bool:
    """Check whether no lettuce is left and there are too many carrots to go HOME from here."""
    me = sight.seats[sight.seat]
    if me.lettuces or me.carrots is None:
        return False
    rules = sight.rules
    limit = FLAT_HOME_LIMIT
    if rules.options.home_limit == "place":
        limit = POSITION_CARROTS * (len(sight.home) + 1)
    last = min(runner.at for runner in me.runners)
    return me.carrots > price(rules, last, rules.home) + limit


def _carrots_ahead(sight: Sight, actions: Sequence[Action]) -> bool:
    return any(sight.rules.kinds[action.to] == CARROT for action in actions)
