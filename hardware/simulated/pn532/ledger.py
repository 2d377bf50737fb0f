"""Records currents and fields of all emulated readers over time."""

import heapq
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Change = Literal["field on", "field off", "unpowered", "asleep", "idle"]
"""Power state of a reader. Without power or asleep it has no field either."""

REMEMBERED: Final = 8
"""Number of past on-times remembered of each field."""


@dataclass(frozen=True, slots=True)
class ReaderCurrents:
    """Currents of one reader, in milliamperes.

    Source: builders' reports for the first two, PN532 data sheet for the third.

    Attributes:
        field_ma: with its field on.
        idle_ma: awake, with its field off.
        asleep_ma: in soft power-down.
    """

    field_ma: float = 110.0
    idle_ma: float = 36.0
    asleep_ma: float = 0.045


class Ledger:
    """Fields and currents over time. Changes may be announced ahead; not thread-safe.

    Args:
        places: position of each reader, in millimetres.
        pitch_mm: from one square to the next.
        currents: of a reader.

    Attributes:
        current_ma: current of all readers at the time accounted for.
        peak_ma: their peak current.
        charge_mas: the charge they have drawn, in milliampere seconds.
        field_s: time fields have been on, summed over the readers.
        most_fields: most fields that were on at once.
        closest: fewest rows or columns (the larger of the two) between two fields that were on
            at once; None if no two ever were.
    """

    def __init__(
        self,
        places: Mapping[int, tuple[float, float]],
        pitch_mm: float,
        currents: ReaderCurrents,
    ) -> None:
        self._places = places
        self._pitch_mm = pitch_mm
        self._field_ma = currents.field_ma
        self._rest_ma = {
            "unpowered": 0.0,
            "asleep": currents.asleep_ma,
            "idle": currents.idle_ma,
        }
        self._now_s: float | None = None
        self._due: list[tuple[float, int, int, Change]] = []
        self._count = 0
        self._drawn_ma = dict.fromkeys(places, 0.0)
        self._awake_ma = dict.fromkeys(places, 0.0)
        self._on: dict[int, float] = {}
        self._past: dict[int, deque[tuple[float, float]]] = {
            square: deque(maxlen=REMEMBERED) for square in places
        }
        self.current_ma = self.peak_ma = 0.0
        self.charge_mas = self.field_s = 0.0
        self.most_fields = 0
        self.closest: int | None = None

    def announce(self, square: int, at_s: float, change: Change) -> None:
        """Set a reader's next state, now or soon; drop states announced for later."""
        self._due = [each for each in self._due if each[2] != square or each[0] < at_s]
        heapq.heapify(self._due)
        self._count += 1
        heapq.heappush(self._due, (at_s, self._count, square, change))

    def account(self, now_s: float) -> None:
        """Account for all changes up to a time."""
        while self._due and self._due[0][0] <= now_s:
            at_s, _, square, change = heapq.heappop(self._due)
            self._pass(at_s)
            if change == "field on":
                self._switch_on(square)
            elif change == "field off":
                self._switch_off(square)
                self._draw(square, self._awake_ma[square])
            else:
                self._switch_off(square)
                self._awake_ma[square] = self._rest_ma[change]
                self._draw(square, self._awake_ma[square])
        self._pass(now_s)

    def fields(self) -> dict[int, float]:
        """Return the fields that are on at the time accounted for, and since when."""
        return dict(self._on)

    def was_on(self, square: int, at_s: float) -> bool:
        """Check whether a field was on at a recent time."""
        since_s = self._on.get(square)
        if since_s is not None and since_s <= at_s:
            return True
        return any(start_s <= at_s < end_s for start_s, end_s in self._past[square])

    def start_anew(self) -> None:
        """Reset peaks and sums; fields that are on stay on."""
        self.peak_ma = self.current_ma
        self.charge_mas = self.field_s = 0.0
        self.most_fields = len(self._on)
        self.closest = self._closest_of(*self._on) if self._on else None

    def _pass(self, until_s: float) -> None:
        if self._now_s is None:
            self._now_s = until_s
        passed_s = until_s - self._now_s
        if passed_s > 0:
            self.charge_mas += self.current_ma * passed_s
            self.field_s += len(self._on) * passed_s
            self._now_s = until_s

    def _switch_on(self, square: int) -> None:
        if square in self._on or self._now_s is None:
            return
        closest = self._closest_of(square)
        if closest is not None and (self.closest is None or closest < self.closest):
            self.closest = closest
        self._on[square] = self._now_s
        self.most_fields = max(self.most_fields, len(self._on))
        self._draw(square, self._field_ma)

    def _switch_off(self, square: int) -> None:
        since_s = self._on.pop(square, None)
        if since_s is not None and self._now_s is not None:
            self._past[square].append((since_s, self._now_s))

    def _draw(self, square: int, drawn_ma: float) -> None:
        self.current_ma += drawn_ma - self._drawn_ma[square]
        self._drawn_ma[square] = drawn_ma
        self.peak_ma = max(self.peak_ma, self.current_ma)

    def _closest_of(self, *squares: int) -> int | None:
        """Return the distance of the nearest other field to one of some squares."""
        distances = [
            max(abs(here[0] - there[0]), abs(here[1] - there[1]))
            for square in squares
            for here in (self._places[square],)
            for other in self._on
            if other != square
            for there in (self._places[other],)
        ]
        return round(min(distances) / self._pitch_mm) if distances else None
