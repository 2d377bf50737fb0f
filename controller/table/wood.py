"""The wood on the table: where it is, what has still to be carried, what it means."""

from collections.abc import Sequence

from controller.game import Game
from controller.rules import State
from controller.table.pieces import Colour, Player, RunnerId, Seating, Tags
from controller.table.referee import (
    Carried,
    Expected,
    Finding,
    errands_added,
    errands_left,
    expected,
    fits,
    judge,
)
from controller.table.tracker import Tracker
from hardware.ports import Sighting


class Wood:
    """Follows the runners and the errands. Not thread-safe.

    Args:
        tags: which tag is in which runner.
        departure_misses: how many readings in a row must miss a tag before it is gone.
    """

    def __init__(self, tags: Tags, departure_misses: int) -> None:
        self._tracker = Tracker(tags, departure_misses)
        crowned = frozenset(tag.colour for tag in tags.values() if tag.end == "crown")
        self.seating = Seating((), crowned)
        self._carried: Carried = {}
        self._stood: Carried = {}
        self._first_look_until_s = float("-inf")

    def seat(self, players: Sequence[Player]) -> None:
        """Say who plays with which runner."""
        self.seating = Seating(tuple(players), self.seating.crowned)

    def look_over_until(self, moment_s: float) -> None:
        """Take every runner first sighted before a moment as one that stood there all along."""
        self._first_look_until_s = moment_s

    def is_crowned(self, seat: int, runner: int) -> bool:
        """Whether turning a seat's runner over can be sensed."""
        return self.seating.colour(seat, runner) in self.seating.crowned

    # What changes

    def see(self, sighting: Sighting, state: State | None) -> None:
        """Take in a sighting."""
        placement = self._tracker.see(sighting)
        if sighting.at_s < self._first_look_until_s:
            self._stood = {**placement.spots, **self._stood}
        if state is not None:
            self._carried = errands_left(state, self.seating, placement, self._carried)

    def begun(self, state: State) -> None:
        """A game has begun: every runner that is not where it starts is an errand."""
        placement = self._tracker.placement
        self._carried = {
            colour: placement.spot(colour)
            for colour, want in expected(state, self.seating).items()
            if not fits(state, self.seating, colour, want, placement.spot(colour))
        }

    def played(self, before: State, after: State) -> None:
        """The game has gone on: runners it moved, and no hand has, are errands."""
        placement = self._tracker.placement
        self._carried = errands_added(before, after, self.seating, placement, self._carried)

    def left_alone(self) -> None:
        """There is no game any more, so nothing is to be carried."""
        self._carried = {}

    # What it means

    def judge(self, game: Game) -> Finding:
        """What the referee says of the wood."""
        untouched = {**self._not_moved_now(game.state), **self._carried}
        placement = self._tracker.placement
        return judge(game.state, self.seating, placement, untouched, self._came_from(game))

    def _not_moved_now(self, state: State) -> Carried:
        """The mover's runner as the start found it: to stand there is not to move there.

        It may stand where it was before a move was taken back, or where an older game ended.
        """
        return {
            colour: spot
            for colour, spot in self._stood.items()
            if (runner := self.seating.runner(colour)) is not None and runner[0] == state.to_act
        }

    def _came_from(self, game: Game) -> tuple[RunnerId, Expected] | None:
        """The runner of a move that may be taken back, and where it stood before."""
        ply = game.last
        if ply is None or ply.action.kind not in ("forward", "back"):
            return None
        if game.taken_back_by() is None:
            return None
        runner = (ply.seat, ply.action.runner or 0)
        colour: Colour = self.seating.colour(*runner)
        return runner, expected(ply.before, self.seating)[colour]
