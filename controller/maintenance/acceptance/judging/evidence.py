"""Looks measurements up: by kind, by square, as shares."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from controller.maintenance.acceptance.measuring.next_task import answering
from controller.maintenance.acceptance.measuring.tasks import (
    Examined,
    FoundChip,
    Hits,
    Log,
    Rated,
    Swept,
    Walked,
    WasReset,
)
from hardware.bench_ports import TimedAnswer

_M = TypeVar("_M")


@dataclass(frozen=True)
class Evidence:
    """A log, looked up."""

    log: Log

    def of(self, kind: type[_M]) -> tuple[_M, ...]:
        """Return the measurements of a kind."""
        return tuple(each for each in self.log if isinstance(each, kind))

    @property
    def answering(self) -> frozenset[int]:
        """Squares whose chips answer."""
        return answering(self.log)

    def found(self, square: int) -> FoundChip:
        """Return what the chip of a square said at last."""
        return [each for each in self.of(FoundChip) if each.square == square][-1]

    def swept(self, square: int) -> Swept | None:
        """Return the echoes of a square; None if none were asked for."""
        return next((each for each in self.of(Swept) if each.square == square), None)

    def is_noisy(self, square: int) -> bool:
        """Check whether a reader loses frames even at the slowest clock, or starts afresh."""
        swept = self.swept(square)
        return swept is not None and swept.again is not None and swept.again.failed > 0

    def walked(self, square: int) -> Walked | None:
        """Return which readers saw a runner on a square."""
        return next((each for each in self.of(Walked) if each.square == square), None)

    def examined(self, square: int) -> Examined | None:
        """Return a chip's own tests."""
        return next((each for each in self.of(Examined) if each.square == square), None)

    def resets(self, bus: str) -> tuple[WasReset, ...]:
        """Return the resets of a bus, the shortest pulse first."""
        return tuple(each for each in self.of(WasReset) if each.bus == bus and not each.revives)

    def rated(self, square: int) -> tuple[Rated, ...]:
        """Return the readings of a square at its places, where it was seen at all."""
        return tuple(each for each in self.of(Rated) if each.square == square and each.hits)

    def answers(self, square: int) -> Iterator[TimedAnswer]:
        """Return the times of everything a reader was asked."""
        yield from (each.chip.answer for each in self.of(FoundChip) if each.square == square)
        if (swept := self.swept(square)) is not None:
            yield from (answer for echoes in swept.echoes for answer in echoes.answers)
        for rated in self.rated(square):
            for hits in rated.hits:
                yield from hits.answers


def share(hits: Hits, end: str = "base") -> float:
    """Return the share of readings that saw one end of a runner."""
    return (hits.base if end == "base" else hits.crown) / hits.readings


def percent(value: float) -> str:
    """Return a share as text."""
    return f"{value:.0%}"


def clock_text(clock_hz: int | None) -> str:
    """Return a clock as text."""
    if clock_hz is None:
        return "-"
    return f"{clock_hz / 1e6:g} MHz" if clock_hz >= 1_000_000 else f"{clock_hz / 1000:g} kHz"
