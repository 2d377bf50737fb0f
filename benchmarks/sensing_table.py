"""A board on virtual time with six runners, and the hands that carry them in random games."""

import heapq
import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from controller.game.editions.rulesets import make_ruleset
from controller.game.pieces import COLOURS, Colour, Player, Seating
from controller.game.rules import State, apply_legal, legal, new_game
from controller.table.lit_squares import attention, destination
from controller.table.referee import RefereeFinding
from controller.table.tracker import Placement, Spot
from hardware.clock import ManualClock
from hardware.ports import Uid
from hardware.simulated.world import Piece, World

SQUARES: Final = 64
TRANSFER_S: Final = 50e-6
"""What one transfer on a bus takes besides its bits."""
CARRY_S: Final = (0.3, 1.2)
"""How long a hand carries a runner, at least and at most."""
QUICK_S: Final = (0.3, 0.5)
"""The same of quick hands."""
WAIT_S: Final = 0.2
"""How long squares are lit before a quick hand lifts a runner, at most."""
SETTLE_S: Final = 1.5
"""In this time a board that attends to nothing reads every square eight times: then it has
forgotten where all runners were before they were laid out at once, as nobody does in a game."""
SEED: Final = 2018
GAMES: Final = 5
SKIPPED: Final = 100
MOVES: Final = 40
"""Moves of each game that make 200 puts."""
RUNNERS: Final = COLOURS
UIDS: Final[Mapping[Colour, Uid]] = {
    colour: Uid(f"04b500000000{number:02x}") for number, colour in enumerate(RUNNERS)
}
_SEATING: Final = Seating(tuple(Player(colour, (colour,)) for colour in RUNNERS))
_KEPT: Final = 0.25
"""The part of all moves that is taken: positions from many games, not all moves of a few."""


class Timetable(ManualClock):
    """Virtual time on which things happen at their moments, whatever goes on meanwhile."""

    def __init__(self, now_s: float = 10.0) -> None:
        super().__init__(now_s)
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()

    def at(self, moment_s: float, happens: Callable[[], object]) -> None:
        """Have something happen at a moment."""
        heapq.heappush(self._due, (moment_s, next(self._numbers), happens))

    def sleep(self, seconds: float) -> None:
        """Let time pass, and all that is due in it happen."""
        until_s = self.now_s() + seconds
        while self._due and self._due[0][0] <= until_s:
            moment_s, _, happens = heapq.heappop(self._due)
            super().sleep(moment_s - self.now_s())
            happens()
        super().sleep(until_s - self.now_s())


class Table:
    """Six runners above the readers. Nobody moves them but the hands of this class."""

    def __init__(self) -> None:
        self.clock = Timetable()
        self.world = World(SQUARES, [Piece(name, UIDS[name], None) for name in RUNNERS])

    def lay_out(self, standing: Mapping[Colour, int]) -> bool:
        """Put every runner where it stands in a position, at once; return whether any was not."""
        elsewhere = {
            colour: square
            for colour, square in standing.items()
            if self.world.piece(colour).square != square
        }
        for colour, square in elsewhere.items():
            self.world.put(colour, square)
        return bool(elsewhere)

    @property
    def tagged(self) -> frozenset[int]:
        """The squares on which a runner stands."""
        squares = (piece.square for piece in self.world.pieces())
        return frozenset(square for square in squares if square is not None)

    def carry(
        self,
        colour: Colour,
        square: int,
        after_s: float,
        rng: random.Random,
        carry_s: tuple[float, float] = CARRY_S,
    ) -> float:
        """Have a runner lifted after a while, and put down elsewhere; returns when that is."""
        lifted_s = self.clock.now_s() + after_s
        put_s = lifted_s + rng.uniform(*carry_s)
        self.clock.at(lifted_s, lambda: self.world.lift(colour))
        self.clock.at(put_s, lambda: self.world.put(colour, square))
        return put_s


@dataclass(frozen=True)
class Turn:
    """A move of a random game, with all six runners on the board.

    Attributes:
        standing: where the runners stand.
        runner: the one that moves.
        to: where it goes; this is one of the lit squares.
        attended: the squares that the game has the board attend to.
    """

    standing: Mapping[Colour, int]
    runner: Colour
    to: int
    attended: frozenset[int]

    def elsewhere(self, rng: random.Random) -> int:
        """A square that is neither attended to nor taken."""
        taken = self.attended.union(self.standing.values())
        return rng.choice([square for square in range(1, SQUARES + 1) if square not in taken])


def turns(rng: random.Random, kept: float = _KEPT) -> Iterator[Turn]:
    """Moves of random games, without end: everybody does anything that is legal.

    Args:
        rng: chooses what is done.
        kept: the part of all moves that is taken; of 1.0 each begins where the last one ended.
    """
    rules = make_ruleset(seats=len(RUNNERS))
    while True:
        state = new_game(rules, len(RUNNERS))
        while state.prompt != "over":
            action = rng.choice(legal(state))
            to = destination(state, action)
            if to is not None and rng.random() < kept and _all_are_on_the_board(state):
                yield _turn(state, action.runner or 0, to)
            state = apply_legal(state, action).state


def games(moves: int) -> Iterator[tuple[Turn, random.Random]]:
    """Moves of five random games, so many of each: one after the other, from any early one on."""
    for game in range(GAMES):
        rng = random.Random(SEED + game)
        first = rng.randrange(SKIPPED)
        for turn in islice(turns(rng, kept=1.0), first, first + moves):
            yield turn, rng


def _all_are_on_the_board(state: State) -> bool:
    return all(0 < seat.runners[0].at < state.rules.home for seat in state.seats)


def _turn(state: State, runner: int, to: int) -> Turn:
    assert state.to_act is not None
    standing = {
        _SEATING.colour(number, 0): seat.runners[0].at for number, seat in enumerate(state.seats)
    }
    placement = Placement({colour: Spot(square) for colour, square in standing.items()})
    attended = attention(state, _SEATING, RefereeFinding(), placement)
    return Turn(standing, _SEATING.colour(state.to_act, runner), to, attended)
