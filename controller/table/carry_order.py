"""Orders errands so that each target square is free when its turn comes."""

from collections.abc import Sequence
from typing import Protocol, TypeVar


class ToCarry(Protocol):
    """Something that stands on one square and belongs on another."""

    @property
    def square(self) -> int | None:
        """Where it stands; None if nowhere."""
        ...

    @property
    def belongs(self) -> int | None:
        """Where it belongs; None if it is only to be taken away."""
        ...


C = TypeVar("C", bound=ToCarry)


def in_order(carries: Sequence[C]) -> tuple[C, ...]:
    """The same, so that each one's square is free when its turn comes, if that can be.

    Where some stand in each other's places all around, the first is held until the last.
    """
    left = list(carries)
    ordered: list[C] = []
    while left:
        taken = {each.square for each in left if each.square and each.square != each.belongs}
        ordered.append(next((each for each in left if each.belongs not in taken), left[0]))
        left.remove(ordered[-1])
    return tuple(ordered)
