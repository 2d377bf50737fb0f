"""Findings: a verdict, what was seen, why it matters, what to do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from hardware.ports import ReaderHealth, ReaderState

Verdict = Literal["bad", "advice", "unknown", "good"]
"""How a finding is meant, worst first.

- `bad`: something does not work, or will not.
- `advice`: it works, and something about it often goes wrong.
- `unknown`: it could not be checked; the finding says why.
- `good`: it was checked and is fine.
"""

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        "bad": "To be mended",
        "advice": "Advice",
        "unknown": "Could not be checked",
        "good": "Fine",
    }
)
"""What the verdicts are called, in the order in which they are told."""


class DoctorFinding(msgspec.Struct, frozen=True):
    """One thing the doctor found.

    Attributes:
        check: the key of the check.
        verdict: how it is meant.
        found: what was seen, a sentence or two.
        why: why it matters; empty if it is good.
        do: the exact thing to do; empty if there is nothing.
    """

    check: str
    verdict: Verdict
    found: str
    why: str = ""
    do: str = ""


class ReaderReport(msgspec.Struct, frozen=True):
    """How one reader has been doing, as `/api/readers` tells it.

    Attributes:
        square: its square.
        state: how it is now.
        good: readings that succeeded.
        failed: readings that failed.
        resets: how many times it was reset.
        age_s: how long ago it last answered; None if it never did.
        trouble: what went wrong last; empty if nothing ever did.
    """

    square: int
    state: ReaderState
    good: int
    failed: int
    resets: int
    age_s: float | None
    trouble: str

    @classmethod
    def of(cls, health: ReaderHealth, now_s: float | None = None) -> "ReaderReport":
        """What a board says of a reader.

        Args:
            health: what it says.
            now_s: the board's time; None if the board is no longer there to tell, and then all
                readers that answered count as having done so just now.
        """
        last_s = health.last_good_s
        age_s = None if last_s is None else 0.0 if now_s is None else max(0.0, now_s - last_s)
        return cls(
            square=health.square,
            state=health.state,
            good=health.good,
            failed=health.failed,
            resets=health.resets,
            age_s=age_s if age_s is None else round(age_s, 2),
            trouble=health.trouble,
        )
