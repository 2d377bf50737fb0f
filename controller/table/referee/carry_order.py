"""Orders errands so that each target square is free when its turn comes."""

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Carry(Protocol):
    """A runner or tag that stands on one square and belongs on another."""

    @property
    def square(self) -> int | None:
        """Square where it stands; None if on no square."""
        ...

    @property
    def belongs(self) -> int | None:
        """Square where it belongs; None if it is only to be taken away."""
        ...


C = TypeVar("C", bound=Carry)


def in_order(carries: Sequence[C]) -> tuple[C, ...]:
    """Sort carries so that each target square is free when its turn comes, if possible.

    In a cycle of runners on each other's squares, the first is held in the hand until the last.
    """
    left = list(carries)
    ordered: list[C] = []
    while left:
        taken = {each.square for each in left if each.square and each.square != each.belongs}
        ordered.append(next((each for each in left if each.belongs not in taken), left[0]))
        left.remove(ordered[-1])
    return tuple(ordered)
