"""The referee: a placement against the game. Imports `table.tracker`, `game` and below.

`expected` says where the game has every runner, `judge` what differs, `carry_order` in which
order to mend it, `swapped_runners` and `mending` when the game follows the board instead.
"""

from controller.table.referee.expected import (
    FACE_DOWN,
    Expected,
    ToCarry,
    agrees,
    errands_added,
    errands_left,
    expected,
    fits,
    lying_down,
    stood_before,
)
from controller.table.referee.judge import (
    Candidate,
    Errand,
    Mismatch,
    MismatchKind,
    RefereeFinding,
    judge,
)

__all__ = [
    "FACE_DOWN",
    "Candidate",
    "Errand",
    "Expected",
    "Mismatch",
    "MismatchKind",
    "RefereeFinding",
    "ToCarry",
    "agrees",
    "errands_added",
    "errands_left",
    "expected",
    "fits",
    "judge",
    "lying_down",
    "stood_before",
]
