"""A position of the game: frozen values, in the shape of the engine protocol's STATE."""

from functools import cached_property
from typing import Any, Literal

import msgspec

from controller.game.rules.ruleset.build import Ruleset

Prompt = Literal["move", "gift", "ten", "deal", "roll", "over"]
Obligation = Literal["chew", "leave", "rest", "back"]


class Runner(msgspec.Struct, frozen=True, gc=False):
    """One runner.

    Attributes:
        at: 0 on START, else the square, HOME's index at HOME.
        obligation: its obligation on this square, if any (R4.1).
        passed: True if another runner passed it while it waits on a hare square (R8.4).
    """

    at: int = 0
    obligation: Obligation | None = None
    passed: bool = False


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One seat: its carrots (private), lettuces, a turn to miss, its runners."""

    carrots: int
    lettuces: int
    miss: bool
    runners: tuple[Runner, ...]


class Gift(msgspec.Struct, frozen=True, gc=False):
    """Carrots being given: `waiting` seats still choose to keep or discard (R7.1)."""

    amount: int
    giver: int
    waiting: tuple[int, ...]


class Ten(msgspec.Struct, frozen=True, gc=False):
    """Choice of drawing or paying ten, for this runner (R8.2)."""

    runner: int


class Drawing(msgspec.Struct, frozen=True, gc=False):
    """A seat waits for chance after a hare square; `cost` is that of the move there."""

    seat: int
    runner: int
    cost: int


class FirstDeal(msgspec.Struct, frozen=True, gc=False):
    """The pile waits to be dealt for the first time."""


Pending = Gift | Ten | Drawing | FirstDeal


class State(msgspec.Struct, frozen=True, dict=True):
    """Whole position. Two equal states have the same future play.

    Values derived from the fields are cached beside them and are no part of the value.

    Attributes:
        rules: the rules in force.
        to_act: the seat to act, None when over.
        prompt: the kind of action that is due.
        first: the seat that began.
        seats: by seat number.
        pile: hare cards, top first.
        patch: carrots left in the patch, None when it never runs out (R2.4).
        home: (seat, runner) in order of arrival.
        pending: the data of a prompt other than move.
        ranking: seats in final order, empty until over (R9.3).
    """

    rules: Ruleset
    to_act: int | None
    prompt: Prompt
    first: int
    seats: tuple[Seat, ...]
    pile: tuple[str, ...]
    patch: int | None
    home: tuple[tuple[int, int], ...]
    pending: Pending | None
    ranking: tuple[int, ...]

    def position(self, seat: int, runner: int = 0) -> int:
        """Return a runner's position in the race, counted from 1 (R3.1, R3.2)."""
        at = self.seats[seat].runners[runner].at
        if at == self.rules.home:
            return self.home.index((seat, runner)) + 1
        # A square holds one runner (R1.2), so squares ahead count as well as runners.
        return 1 + (self.occupied >> at + 1).bit_count() + len(self.home)

    @cached_property
    def occupied(self) -> int:
        """Set of squares with a runner on them, without START and HOME."""
        squares = 0
        for seat in self.seats:
            for runner in seat.runners:
                squares |= self.rules.alone[runner.at]
        return squares

    def is_home(self, seat: int) -> bool:
        """Check whether all runners of a seat have arrived (R9.2)."""
        home = self.rules.home
        return all(runner.at == home for runner in self.seats[seat].runners)


def fields(state: State) -> dict[str, Any]:
    """Return the fields of the engine protocol's STATE in order, with unconverted values."""
    rest = {name: getattr(state, name) for name in State.__struct_fields__ if name != "rules"}
    return {"edition": state.rules.edition, "options": state.rules.options, **rest}


def to_builtins(state: State) -> dict[str, Any]:
    """Convert the state to the engine protocol's STATE of plain dicts, lists and values."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fields(state)))
    return plain
