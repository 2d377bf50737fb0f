"""Actions and their notation: one line of text each.

Source: R14.1, R14.2.
"""

import re
from typing import Final, Literal

import msgspec

Kind = Literal[
    "forward",
    "back",
    "restart",
    "draw",
    "pay",
    "decline",
    "chew",
    "rest",
    "miss",
    "keep",
    "discard",
    "deal",
    "roll",
]


class Action(msgspec.Struct, frozen=True, gc=False):
    """Action of a seat or of chance. `str(action)` is its notation.

    Attributes:
        kind: the kind of action.
        runner: the runner's number, counted from 0; None where the notation names none.
        to: the square a forward move ends on.
        cards: the whole pile of a deal, top first; empty for a deal that is only due.
        value: the number rolled; 0 for a roll that is only due.
    """

    kind: Kind
    runner: int | None = None
    to: int = 0
    cards: tuple[str, ...] = ()
    value: int = 0

    def __str__(self) -> str:
        prefix = "" if self.runner is None else f"{self.runner + 1}:"
        match self.kind:
            case "forward":
                return f"{prefix}f{self.to}"
            case "back":
                return f"{prefix}b"
            case "restart":
                return f"{prefix}restart"
            case "deal":
                return " ".join(("deal", *self.cards))
            case "roll":
                return f"roll {self.value}" if self.value else "roll"
            case word:
                return word


PLAIN: Final[dict[str, Action]] = {
    "draw": Action("draw"),
    "pay": Action("pay"),
    "decline": Action("decline"),
    "chew": Action("chew"),
    "rest": Action("rest"),
    "miss": Action("miss"),
    "keep": Action("keep"),
    "discard": Action("discard"),
    "deal": Action("deal"),
    "roll": Action("roll"),
}
_MOVE: Final = re.compile(r"(?:([12]):)?(?:f(0|[1-9][0-9]{0,5})|(b)|(restart))", re.ASCII)
_ROLL: Final = re.compile(r"roll ([1-9][0-9]{0,5})", re.ASCII)
_DEAL: Final = re.compile(r"deal(?: [a-z0-9+-]+)+", re.ASCII)


def parse(text: str) -> Action | None:
    """Read the action that a text denotes, or None if it is not in the notation.

    This does not check whether the action is legal.
    """
    if plain := PLAIN.get(text):
        return plain
    if move := _MOVE.fullmatch(text):
        prefix, to, back, _ = move.groups()
        runner = int(prefix) - 1 if prefix else None
        if to is not None:
            return Action("forward", runner, int(to))
        return Action("back" if back else "restart", runner)
    if roll := _ROLL.fullmatch(text):
        return Action("roll", value=int(roll[1]))
    if _DEAL.fullmatch(text):
        return Action("deal", cards=tuple(text.split(" ")[1:]))
    return None
