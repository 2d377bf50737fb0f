"""The tap to join that is going on, and the runners moved for it."""

import msgspec

from controller.config import Settings
from controller.game.history import Game
from controller.game.pieces import Colour
from controller.light.meanings import Meaning
from controller.refusal import Refusal
from controller.table.physical_board import PhysicalBoard
from controller.table.referee import RefereeFinding, expected
from controller.table.tap import (
    BACK,
    Tap,
    awaited,
    free_square,
    held_on,
    is_back,
    under_way,
)
from hardware.clock import Clock
from hardware.ports import BLIND


class TapToJoin:
    """Follows at most one tap, and every runner until it is put back. Not thread-safe.

    Args:
        wood: the physical board; told which runners to ignore.
        clock: the table's time.
        settings: the times the table waits.

    Attributes:
        tap: the tap in progress; None without one.
    """

    def __init__(self, wood: PhysicalBoard, clock: Clock, settings: Settings) -> None:
        self._wood = wood
        self._clock = clock
        self._settings = settings
        self._asked = 0
        self._asked_s = 0.0
        self._back_by_s: dict[Colour, float] = {}
        self.tap: Tap | None = None

    @property
    def waits(self) -> bool:
        """True if a square is lit for a runner that has not come yet."""
        return self.tap is not None and self.tap.colour is None

    # Changes

    def ask(self, game: Game | None, finding: RefereeFinding) -> None:
        """Light a square for a runner.

        Raises:
            Refusal: there is no game, another tap is in progress, or no square is free.
        """
        if game is None:
            raise Refusal("no-game", "No game is under way. Set one up first.")
        if self.tap is not None:
            raise Refusal(
                "tap-busy",
                "The board is waiting for somebody else's runner. Try again in a moment.",
            )
        square = self._free_square(game, finding)
        if square is None:
            raise Refusal("no-free-square", "No square of the board is free for that just now.")
        self._asked += 1
        self._asked_s = self._clock.now_s()
        self.tap = Tap(self._asked, square, self._asked_s + self._settings.tap_s)

    def end(self, number: int) -> None:
        """End a tap; nothing happens if it is over. A runner that was held is still put back."""
        if self.tap is not None and self.tap.number == number:
            self.tap = None

    def observe(self, game: Game | None) -> None:
        """Take in the newest placement; to be called before the referee judges it."""
        if game is None:
            self.tap = None
            self._back_by_s.clear()
            self._wood.excuse(frozenset())
            return
        now_s = self._clock.now_s()
        if self.tap is not None and now_s >= self.tap.until_s:
            self.tap = None
        self._take(now_s)
        placement, seating = self._wood.placement, self._wood.seating
        self._back_by_s = {
            colour: by_s
            for colour, by_s in self._back_by_s.items()
            if now_s < by_s and not is_back(game.state, seating, placement, colour)
        }
        self._wood.excuse(frozenset(self._back_by_s) | self._on_the_way(game, now_s))

    def make_room(self, game: Game | None, finding: RefereeFinding) -> None:
        """Light another square if the game now needs this one; to be called after the turns."""
        if game is None or self.tap is None or self.tap.colour is not None:
            return
        square = self.tap.square
        wanted = awaited(game.state, self._wood.seating, finding)
        if square not in wanted and self._wood.readers.get(square) not in BLIND:
            return
        other = self._free_square(game, finding)
        self.tap = None if other is None else msgspec.structs.replace(self.tap, square=other)

    def _take(self, now_s: float) -> None:
        """Identify the player by the runner that has rested on the lit square."""
        if self.tap is None or self.tap.colour is not None:
            return
        colour = held_on(self._wood.seating, self._wood.placement, self.tap.square)
        runner = self._wood.seating.runner(colour) if colour is not None else None
        if colour is None or runner is None or now_s < self._held_until_s(colour):
            return
        by_s = now_s + self._settings.tap_back_s
        self._back_by_s[colour] = by_s
        self._wood.leave(colour)
        self.tap = msgspec.structs.replace(
            self.tap, colour=colour, seat=runner[0], until_s=max(self.tap.until_s, by_s)
        )

    def _held_until_s(self, colour: Colour) -> float:
        """Return the time until which a runner has to be held on its square."""
        return self._wood.placement.spot(colour).since_s + self._settings.settle_s

    def _on_the_way(self, game: Game, now_s: float) -> frozenset[Colour]:
        if self.tap is None or self.tap.colour is not None:
            return frozenset()
        return under_way(
            game.state,
            self._wood.seating,
            self._wood.placement,
            self._wood.carried,
            self._asked_s,
            self.tap.square,
            now_s - self._settings.settle_s,
        )

    def _free_square(self, game: Game, finding: RefereeFinding) -> int | None:
        readers = self._wood.readers
        blind = [square for square, state in readers.items() if state in BLIND]
        back = self._wood.attention(game, finding)
        return free_square(
            game.state, self._wood.seating, self._wood.placement, finding, {*blind, *back}
        )

    # Outputs

    def due_s(self) -> float | None:
        """Return the time when `observe` is due; None for never."""
        moments = list(self._back_by_s.values())
        if self.tap is not None:
            moments.append(self.tap.until_s)
        if self.waits:
            moments += map(self._held_until_s, self._wood.placement.spots)
        now_s = self._clock.now_s()
        return min((moment for moment in moments if moment > now_s), default=None)

    def lit(self, game: Game | None, lights: dict[int, Meaning]) -> dict[int, Meaning]:
        """Return the lit squares of the game with those of the tap."""
        lit = {**lights, **dict.fromkeys(self._places(game), BACK)}
        if self.tap is not None and self.tap.colour is None:
            lit[self.tap.square] = "tap"
        return lit

    def attention(self, game: Game | None) -> frozenset[int]:
        """Return the squares where a tag may come or go now for the tap."""
        if self.tap is None:
            return self._places(game)
        return self._places(game) | {self.tap.square}

    def _places(self, game: Game | None) -> frozenset[int]:
        """Return the squares where the tapped runners belong."""
        if game is None:
            return frozenset()
        wanted = expected(game.state, self._wood.seating)
        return frozenset(wanted[colour].square for colour in self._back_by_s) - {0}
