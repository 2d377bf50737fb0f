"""Invitations to races of two boards, for the link and for the host."""

from dataclasses import dataclass

from controller.game.setup import Setup


@dataclass(frozen=True)
class RaceInvitation:
    """An invitation to a race.

    Attributes:
        race: the race.
        pair: the pair of boards.
        setup: who plays, by which rules.
        heard_s: when it was heard last.
    """

    race: str
    pair: str
    setup: Setup
    heard_s: float

    def is_of(self, pair: str, race: str) -> bool:
        """Check whether it is a pair's invitation to a race."""
        return (self.pair, self.race) == (pair, race)
