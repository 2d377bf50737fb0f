"""Findings: a verdict, the observation, its effect, the remedy."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from hardware.ports import ReaderHealth, ReaderState

Verdict = Literal["bad", "advice", "unknown", "good"]
"""Verdict of a finding, worst first.

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
"""Display names of the verdicts, in display order."""


class DoctorFinding(msgspec.Struct, frozen=True):
    """One finding of the doctor.

    Attributes:
        check: the key of the check.
        verdict: its verdict.
        found: observation, a sentence or two.
        why: its effect; empty if it is good.
        do: exact remedy; empty if there is none.
    """

    check: str
    verdict: Verdict
    found: str
    why: str = ""
    do: str = ""


class ReaderReport(msgspec.Struct, frozen=True):
    """Health of one reader, as in `/api/readers`.

    Attributes:
        square: its square.
        state: its current state.
        good: readings that succeeded.
        failed: readings that failed.
        resets: how many times it was reset.
        age_s: seconds since its last answer; None if it never answered.
        trouble: its last error; empty if there was none.
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
        """Convert the health that a board reports of a reader.

        Args:
            health: the reported health.
            now_s: the board's time; None if the board is closed already: then all readers that
                answered count as having done so just now.
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
