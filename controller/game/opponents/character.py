"""The interface of a computer opponent: it chooses a legal action from what its seat sees."""

import random
from collections.abc import Sequence
from typing import Protocol

from controller.game.opponents.sight import Sight
from controller.game.rules import Action


class Character(Protocol):
    """An opponent of one game. The same sight, actions and chance give the same choice."""

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose one of the legal actions.

        Args:
            sight: what the seat sees; it is the seat to act.
            actions: the legal actions, at least one.
            chance: the only source of chance.
        """
        ...
