"""The physical board: where runners are, what has to be carried, what it means.

A runner counts as touched when it was gone, or seen on another square or its other side, since
the last look; flicker does not count. A tag that a reader sees first after a start, or after it
was out, is taken to have stood there all along.
"""

from collections.abc import Collection, Mapping, Sequence

from controller.game.history import Game
from controller.game.pieces import Colour, Player, RunnerId, Seating, Tags
from controller.game.rules import State, legal
from controller.table.guidance import attention
from controller.table.mending import as_the_wood_shows
from controller.table.referee import (
    Carried,
    Expected,
    RefereeFinding,
    errands_added,
    errands_left,
    expected,
    fits,
    judge,
    stood_before,
)
from controller.table.swapped_runners import as_they_stand
from controller.table.tap import as_if_back
from controller.table.tracker import Placement, Tracker
from hardware.ports import BLIND, ReaderChanged, ReaderState, Sighting


def proposing(finding: RefereeFinding) -> tuple[Colour, ...]:
    """Return the runner that proposes a move, if there is one."""
    return (finding.candidate.colour,) if finding.candidate is not None else ()


class _FirstLook:
    """Time in which a reader that is back first sees runners that stood there all along."""

    def __init__(self, until_s: float, unseen: set[Colour]) -> None:
        self.until_s = until_s
        self.unseen = unseen


class PhysicalBoard:
    """Follows the runners and the errands. Not thread-safe.

    Args:
        tags: the runner of each tag.
        departure_misses: number of readings in a row that must miss a tag before it is gone.
        first_look_s: time a reader that is back takes to see its square.
        settle_s: time a runner must rest.
    """

    def __init__(
        self, tags: Tags, departure_misses: int, first_look_s: float, settle_s: float
    ) -> None:
        self._tags = tags
        self._tracker = Tracker(tags, departure_misses)
        self._first_look_s = first_look_s
        crowned = frozenset(tag.colour for tag in tags.values() if tag.end == "crown")
        self.seating = Seating((), crowned)
        self._carried: Carried = {}
        self._stood: Carried = {}
        self._first_look_until_s = float("-inf")
        self._stood_before: dict[Colour, int] = {}
        self._readers: dict[int, ReaderState] = {}
        self._looking: dict[int, _FirstLook] = {}
        self._excused: frozenset[Colour] = frozenset()
        self._settle_s = settle_s
        self._rested_s: float | None = None

    def seat(self, players: Sequence[Player]) -> None:
        """Set the players and their runners."""
        self.seating = Seating(tuple(players), self.seating.crowned)

    def take_as_they_stand(self, state: State, now_s: float) -> None:
        """Exchange the roles of a player's two runners that have changed places and rest."""
        self._rested_s = None
        placement = self._meant_placement(state)

        def rests(colour: Colour) -> bool:
            rested_s = placement.spot(colour).since_s + self._settle_s
            if rested_s > now_s:
                self._rested_s = rested_s
            return rested_s <= now_s and not self.wavers(colour)

        busy = {*self._carried, *self._excused}
        self.seating = as_they_stand(state, self.seating, placement, busy, rests)

    def look_over(self, game: Game, until_s: float) -> None:
        """Take over a game that was under way before the start.

        Args:
            game: the game. A runner that is first sighted where it stood before its last move
                is still to be carried: no player puts a runner back while nothing is read.
            until_s: a runner first sighted before this time stood there all along.
        """
        self._first_look_until_s = until_s
        self._stood_before = stood_before(game, self.seating)

    def senses_turning(self, state: State, seat: int, runner: int) -> bool:
        """Check whether the readers can sense a seat's runner turned over where the game has it."""
        square = state.seats[seat].runners[runner].at
        crowned = self.seating.colour(seat, runner) in self.seating.crowned
        return crowned and square not in self._tracker.placement.unread

    def wavers(self, colour: Colour) -> bool:
        """Check whether it is in doubt that a runner is still on its square.

        It is if the newest reading missed it, another square saw it, or its reader failed lately.
        """
        square = self._tracker.placement.spot(colour).square
        failing = square is not None and self._readers.get(square) == "suspect"
        return failing or self._tracker.wavers(colour)

    def is_between(self, colour: Colour) -> bool:
        """Check whether more than one square sees a runner."""
        return self._tracker.is_between(colour)

    @property
    def placement(self) -> Placement:
        """Placement that the readers sense, before the referee judges it."""
        return self._tracker.placement

    @property
    def carried(self) -> Carried:
        """Errands not carried out yet, with the spots where their runners stood."""
        return self._carried

    @property
    def readers(self) -> Mapping[int, ReaderState]:
        """The readers that are not healthy, by square."""
        return dict(self._readers)

    @property
    def due_s(self) -> float | None:
        """Time when `pass_time` is due; None for never."""
        moments = [look.until_s for look in self._looking.values()]
        return min([*moments, *([] if self._rested_s is None else [self._rested_s])], default=None)

    # Changes

    def see(self, sighting: Sighting, state: State | None) -> None:
        """Take in a sighting."""
        known = self._tracker.placement.spots
        placement = self._tracker.see(sighting)
        if sighting.at_s < self._first_look_until_s:
            self._stood = {**placement.spots, **self._stood}
        elif state is not None:
            self._stood = {**self._stood, **self._late(known, state)}
        if state is not None:
            self._carried = {**self._not_yet_carried(known), **self._carried}
        if sighting.seen and sighting.uid in self._tags:
            self._seen_at_last(self._tags[sighting.uid].colour)
        self._keep_errands(state)

    def reader_changed(self, event: ReaderChanged) -> bool:
        """Take in a reader's state; return True if its square begins or ceases to be read."""
        was_blind = self._readers.get(event.square, "healthy") in BLIND
        self._readers.pop(event.square, None)
        if event.state != "healthy":
            self._readers[event.square] = event.state
        is_blind = event.state in BLIND
        if is_blind and not was_blind:
            self._looking.pop(event.square, None)
            self._tracker.read_no_more(event.square, event.at_s)
        elif was_blind and not is_blind:
            placement = self._tracker.placement
            unseen = {tag.colour for tag in self._tags.values() if not placement.sees(tag.colour)}
            self._looking[event.square] = _FirstLook(event.at_s + self._first_look_s, unseen)
        return is_blind != was_blind

    def pass_time(self, now_s: float, state: State | None) -> None:
        """Trust a reader that is back once its first look is over."""
        over = [square for square, look in self._looking.items() if look.until_s <= now_s]
        for square in over:
            del self._looking[square]
            self._tracker.read_again(square, now_s)
        if over:
            self._keep_errands(state)

    def _late(self, known: Collection[Colour], state: State) -> Carried:
        """Return runners seen for the first time only now, on the square where the game has them.

        A slow start can outlast the first look: a runner not seen before was not seen to be
        turned over either.
        """
        wanted = expected(state, self.seating)
        return {
            colour: spot
            for colour, spot in self._tracker.placement.spots.items()
            if colour not in known and colour in wanted and wanted[colour].square == spot.square
        }

    def _not_yet_carried(self, known: Collection[Colour]) -> Carried:
        """Return runners seen for the first time, where they stood before their last move."""
        return {
            colour: spot
            for colour, spot in self._tracker.placement.spots.items()
            if colour not in known and self._stood_before.get(colour) == spot.square
        }

    def _seen_at_last(self, colour: Colour) -> None:
        """Note that a runner that no reader saw stood where a reader that is back finds it."""
        placement = self._tracker.placement
        if not placement.sees(colour):
            return
        spot = placement.spot(colour)
        for square, look in self._looking.items():
            if square == spot.square and colour in look.unseen:
                self._stood = {**self._stood, colour: spot}
                if colour in self._carried:
                    self._carried = {**self._carried, colour: spot}
            look.unseen.discard(colour)

    def _keep_errands(self, state: State | None) -> None:
        """Forget the errands that have been carried out."""
        if state is not None:
            placement = self._tracker.placement
            self._carried = errands_left(state, self.seating, placement, self._carried)

    def carry_all(self, state: State, leave: Collection[Colour] = ()) -> None:
        """Make an errand of every runner that is not where the game has it: the game is right.

        Args:
            state: the game.
            leave: runners in a move, which may continue.
        """
        placement = self._tracker.placement
        if not leave:
            self.seating = as_they_stand(
                state, self.seating, placement, self._excused, lambda _: True
            )
        self._carried = {
            colour: placement.spot(colour)
            for colour, want in expected(state, self.seating).items()
            if colour not in leave
            and colour not in self._excused
            and not fits(state, self.seating, colour, want, placement.spot(colour))
        }

    def found_as_it_is(self, leave: Collection[Colour] = ()) -> None:
        """Treat all runners but some as not moved from where they stand now."""
        placement = self._tracker.placement
        self._stood = {
            colour: spot for colour, spot in placement.spots.items() if colour not in leave
        }
        self._carried = {colour: placement.spot(colour) for colour in self._carried}

    def mended(self, state: State, finding: RefereeFinding) -> tuple[State, Collection[Colour]]:
        """Return the position with runners where they are sensed, and runners still to move.

        The latter propose a move that is still legal in that position.

        Raises:
            CannotMend: the placement cannot be taken over.
        """
        placement, leave = self._meant_placement(state), proposing(finding)
        mended = as_the_wood_shows(state, self.seating, placement, leave)
        if finding.candidate is None or finding.candidate.action in legal(mended):
            return mended, leave
        return as_the_wood_shows(state, self.seating, placement), ()

    def unrest(self) -> Colour | None:
        """Return a seen runner that is in doubt to stay on its square; None if there is none."""
        placement = self._tracker.placement
        for colour in placement.spots:
            plays = self.seating.runner(colour) is not None and colour not in self._excused
            if plays and placement.sees(colour) and self.wavers(colour):
                return colour
        return None

    def played(self, before: State, after: State) -> None:
        """Make errands of the runners that the game moved and no player has carried."""
        placement = self._tracker.placement
        self._carried = errands_added(before, after, self.seating, placement, self._carried)

    def excuse(self, colours: frozenset[Colour]) -> None:
        """Ignore these runners wherever they are, until the next call: see `as_if_back`."""
        self._excused = colours

    def leave(self, colour: Colour) -> None:
        """Take a runner's current square as where it started, not as a move."""
        self._stood = {**self._stood, colour: self._tracker.placement.spot(colour)}

    def left_alone(self) -> None:
        """Forget all errands: the game is gone."""
        self._carried = {}

    # Meaning

    def judge(self, game: Game) -> RefereeFinding:
        """Return the referee's finding on the board."""
        untouched = {**self._not_moved_now(game.state), **self._carried}
        placement = self._meant_placement(game.state)
        return judge(game.state, self.seating, placement, untouched, self._came_from(game))

    def _meant_placement(self, state: State) -> Placement:
        """Return the placement with ignored runners as if they were back."""
        placement = self._tracker.placement
        return as_if_back(state, self.seating, placement, self._carried, self._excused)

    def attention(self, game: Game, finding: RefereeFinding) -> frozenset[int]:
        """Return the squares where a tag may come or go now."""
        placement = self._tracker.placement
        back = self._came_from(game)
        return attention(game.state, self.seating, finding, placement, back)

    def _not_moved_now(self, state: State) -> Carried:
        """Return the spots where the mover's runners were found: standing there is no move.

        It may stand where it was before a move was taken back, or where an older game ended.
        """
        return {
            colour: spot
            for colour, spot in self._stood.items()
            if (runner := self.seating.runner(colour)) is not None and runner[0] == state.to_act
        }

    def _came_from(self, game: Game) -> tuple[RunnerId, Expected] | None:
        """Return the runner of a move that may be taken back, and its spot before the move."""
        ply = game.last
        if ply is None or ply.action.kind not in ("forward", "back"):
            return None
        if game.taken_back_by() is None:
            return None
        runner = (ply.seat, ply.action.runner or 0)
        colour: Colour = self.seating.colour(*runner)
        return runner, expected(ply.before, self.seating)[colour]
