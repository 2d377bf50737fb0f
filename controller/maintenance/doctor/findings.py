"""Findings: a verdict, the observation, its effect, the remedy."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from hardware.ports import ReaderHealth, ReaderState

Voltage = Literal["good", "has-been-low", "low"]
"""Supply voltage: never too low since the start, too low at least for a moment, or too low just
now."""
Verdict = Literal["bad", "advice", "unknown", "good"]
"""Verdict of a finding, worst first.

- `bad`: something does not work, or will not.
- `advice`: it works, and something about it often goes wrong.
- `unknown`: it could not be checked; the finding says why.
- `good`: it was checked and is fine.
"""

VERDICTS: Final[Mapping[Verdict, str]] = MappingProxyType(
    {
        "bad": "Needs fixing",
        "advice": "Advice",
        "unknown": "Could not be checked",
        "good": "Fine",
    }
)
"""Display names of the verdicts, in display order."""


class Sentence(msgspec.Struct, frozen=True):
    """A sentence in English, with all that another language needs to say it.

    Made by `sentence` and `counted_sentence`, whose templates `tools/messages.py` finds.

    Attributes:
        template: its text with facts in braces; about one thing if there is a `plural`.
        facts: values for the braces. A tuple is listed, a `datetime` formatted, a `colour` or
            `colours` translated, and so is a `Sentence`; anything else is a quote.
        plural: its text about several things; empty if it counts none.
        count: the things counted.
        then: what follows it.
    """

    template: str
    facts: Mapping[str, object] = {}
    plural: str = ""
    count: int = 0
    then: "tuple[Sentence | str, ...]" = ()

    def __str__(self) -> str:
        """Return it in English."""
        text = self.plural if self.plural and self.count != 1 else self.template
        facts = {name: _in_english(fact) for name, fact in self.facts.items()}
        return " ".join((text.format_map(facts) if facts else text, *map(str, self.then)))

    def __add__(self, other: "Sentence | str") -> "Sentence":
        """Return it with another one after it, or a quote; an empty quote adds nothing."""
        return msgspec.structs.replace(self, then=(*self.then, other)) if other else self

    def about(self, **facts: object) -> "Sentence":
        """Return it with these facts."""
        return msgspec.structs.replace(self, facts=facts)


def sentence(template: str, /, **facts: object) -> Sentence:
    """Make a sentence that names its facts in braces."""
    return Sentence(template, facts)


def counted_sentence(one: str, many: str, count: int, /, **facts: object) -> Sentence:
    """Make a sentence in the singular or plural for a count, which it names `{count}`."""
    return Sentence(one, {"count": count, **facts}, many, count)


def _in_english(fact: object) -> object:
    if isinstance(fact, datetime):
        return f"{fact:%d %B %Y, %H:%M}"
    if isinstance(fact, tuple):
        *others, last = map(str, fact)
        return f"{', '.join(others)} and {last}" if others else last
    return fact


class DoctorFinding(msgspec.Struct, frozen=True):
    """One finding of the doctor. A plain text in it is a quote.

    Attributes:
        check: the key of the check.
        verdict: its verdict.
        found: observation, a sentence or two.
        why: its effect; empty if it is good.
        do: exact remedy; empty if there is none.
    """

    check: str
    verdict: Verdict
    found: Sentence | str
    why: Sentence | str = ""
    do: Sentence | str = ""

    def in_english(self) -> "DoctorFinding":
        """Return it with its sentences as English text, as in JSON."""
        return msgspec.structs.replace(
            self, found=str(self.found), why=str(self.why), do=str(self.do)
        )


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
