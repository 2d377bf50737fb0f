"""Schedules which readers are read next.

Phases go round the whole board, one after the other, so that no square is ever starved; while
some squares are attended to, all phases but one of every `attention` are for those. A phase
for attention takes along whatever else may be read with it, first others attended to, longest
unread first: it costs no time. Squares where it is not yet decided whether a tag comes or goes
have every second of them.

Nothing near a field that may still be on can be read. So a reader that has not said that its field
is off is asked again in every second phase, until it has, or counts as dead.

An idle board reads evenly: watched squares once in `idle_pause_s`, all squares once in
`idle_sweep_s`, and nothing between.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import inf
from typing import Final

from hardware.sensing.plan import Phase, apart, colouring, unread_bound_s
from hardware.sensing.settings import ArraySettings

_ON_TIME: Final = 0.85
"""A phase takes a while after it has been chosen."""
_ROUNDS: Final = 4
"""Squares attended to have their turn in one of so many rounds, too."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Squares to be read together.

    Attributes:
        squares: the squares, most important first.
        alone: True if its one square must be read alone.
        lit: those of them that are attended to, and read again soon.
        last: True if all phases have had their turn now.
    """

    squares: Phase
    alone: bool = False
    lit: frozenset[int] = frozenset()
    last: bool = False


class _Round:
    """Phases in turn, evenly spread over a period."""

    def __init__(self, phases: tuple[Phase, ...], period_s: float) -> None:
        self._phases = phases
        self._gap_s = period_s / max(len(phases), 1)
        self._next = 0
        self.due_s = -inf if phases else inf

    def take(self, now_s: float) -> tuple[Phase, bool]:
        """Return the phase that is due, and whether all have had their turn with it."""
        phase = self._phases[self._next]
        self._next = (self._next + 1) % len(self._phases)
        self.due_s = max(self.due_s + self._gap_s, now_s)
        return phase, not self._next


class Schedule:
    """Chooses phase after phase. Not thread-safe.

    Args:
        settings: geometry, stride and so on.
    """

    def __init__(self, settings: ArraySettings) -> None:
        self._settings = settings
        places = settings.places
        self.phases = colouring(places, places, settings.stride, settings.max_fields)
        self._apart = {
            square: frozenset(
                other for other in places if apart(places[square], places[other], settings.stride)
            )
            for square in places
        }
        self._turn = dict.fromkeys(places, 0)
        self._attended: frozenset[int] = frozenset()
        self._attention: tuple[Phase, ...] = ()
        self._hurried = self._asked_again = False
        self._round = 0
        self._rounds = 0
        self._round_count = 0
        self._went_on_s = inf
        bound_s = unread_bound_s(self.phases, settings)
        self._pace_s = _ON_TIME * bound_s / max(len(self.phases), 1)
        self._count = 0
        self._watched: frozenset[int] = frozenset()
        self._watching = _Round((), settings.idle_pause_s)
        self._sweeping = _Round(self.phases, settings.idle_sweep_s)

    def next(
        self,
        attended: Collection[int],
        doubted: Collection[int],
        blind: Collection[int],
        now_s: float = 0.0,
        busy: Collection[int] = (),
        undecided: Collection[int] = (),
        lost: Collection[int] = (),
    ) -> Slot:
        """Return the phase to read now; no squares if none can be read.

        Its squares count as read: the next phase may be chosen meanwhile.

        Args:
            attended: squares where something may happen.
            doubted: squares to be read alone: they go first.
            blind: squares that cannot be read.
            now_s: the board's time.
            busy: squares that are still being read.
            undecided: squares attended to where a tag comes or goes: they have every second phase.
            lost: squares whose fields may be on though they were told to go off; none is blind.
        """
        self._count += 1
        slot = self._choose(attended, doubted, blind, now_s, busy, undecided, lost)
        for square in slot.squares:
            self._turn[square] = self._count
        return slot

    @property
    def idle_until_s(self) -> float:
        """Time when the next phase of an idle board is due."""
        return min(self._watching.due_s, self._sweeping.due_s)

    def next_idle(
        self,
        watched: Collection[int],
        doubted: Collection[int],
        blind: Collection[int],
        now_s: float,
        lost: Collection[int] = (),
    ) -> Slot:
        """Return the phase to read now on an idle board; squares and time as for `next`.

        Args:
            watched: squares to read once in `idle_pause_s`.
            doubted: squares to be read alone: they go first.
            blind: squares that cannot be read.
            now_s: the board's time.
            lost: squares whose fields may be on, as for `next`.
        """
        self._count += 1
        watched = frozenset(watched) & self._turn.keys()
        slot = self._choose_idle(watched, doubted, blind, now_s, lost)
        for square in slot.squares:
            self._turn[square] = self._count
        return slot

    def _choose_idle(
        self,
        watched: frozenset[int],
        doubted: Collection[int],
        blind: Collection[int],
        now_s: float,
        lost: Collection[int],
    ) -> Slot:
        if watched != self._watched:
            settings = self._settings
            self._watched = watched
            phases = colouring(watched, settings.places, settings.stride, settings.max_fields)
            self._watching = _Round(phases, settings.idle_pause_s)
        if now_s <= self._sweeping.due_s and (
            first := self._before_all_else(doubted, blind, (), lost)
        ):
            return first
        if not self.phases:
            return Slot(())
        if self._watching.due_s < self._sweeping.due_s:
            phase, _ = self._watching.take(now_s)
            return Slot(self._without(phase, blind))
        phase, last = self._sweeping.take(now_s)
        return Slot(self._without(phase, blind), last=last)

    def _choose(
        self,
        attended: Collection[int],
        doubted: Collection[int],
        blind: Collection[int],
        now_s: float,
        busy: Collection[int],
        undecided: Collection[int],
        lost: Collection[int],
    ) -> Slot:
        # The round continues in time, also while other squares are urgent.
        attention = self._settings.attention
        late = now_s > self._went_on_s + self._pace_s
        due = self._count >= self._round_count + attention or late
        if (not due or (attention == 1 and not late and self._count % 2)) and (
            first := self._before_all_else(doubted, blind, busy, lost)
        ):
            return first
        # A blind square would be the longest unread for ever.
        self._attend((frozenset(attended) & self._turn.keys()).difference(blind))
        if self._attention and not due:
            # Only where lit squares crowd has each to wait for its own phase.
            urgent = self._most_urgent(undecided)
            squares = (*urgent, *self._along(urgent, self._attended, busy, busy))
            return Slot((*squares, *self._fill(squares, blind, busy)), lit=frozenset(squares))
        return self._go_round(blind, now_s)

    def _before_all_else(
        self,
        doubted: Collection[int],
        blind: Collection[int],
        busy: Collection[int],
        lost: Collection[int],
    ) -> Slot | None:
        """Return a lost field's square, every second time, or a doubted one; None if there is none.

        A doubted square near a lost field waits until that is off.
        """
        lost = frozenset(lost)
        self._asked_again = bool(lost) and not self._asked_again
        if self._asked_again:
            square = min(lost, key=self._turn.__getitem__)
            return Slot((square, *self._fill((square,), blind, busy)))
        readable = [
            square
            for square in doubted
            if square not in blind and lost - {square} <= self._apart[square]
        ]
        return Slot((min(readable),), alone=True) if readable else None

    def _go_round(self, blind: Collection[int], now_s: float) -> Slot:
        """Return the next phase of the round, mostly without what is attended to.

        Those squares are read often, and while they are searched for longer here, they hold up
        each other.
        """
        last = False
        for _ in range(_ROUNDS * len(self.phases)):
            left_out = self._attended if self._rounds % _ROUNDS else frozenset[int]()
            squares = self._without(self.phases[self._round], left_out.union(blind))
            self._round = (self._round + 1) % len(self.phases)
            if not self._round:
                self._rounds += 1
                last = True
            if squares:
                self._went_on_s = now_s
                self._round_count = self._count
                return Slot(squares, last=last)
        return Slot(())

    def _attend(self, attended: frozenset[int]) -> None:
        if attended == self._attended:
            return
        settings = self._settings
        self._attended = attended
        self._attention = colouring(attended, settings.places, settings.stride, settings.max_fields)

    def _most_urgent(self, undecided: Collection[int]) -> Phase:
        """Return the longest unread phase for attention; every second time an undecided one.

        Until it is known that a tag has gone, its square is searched longer than others, and the
        tag is doubted elsewhere: that should be over when the hand puts it down.
        """
        first = frozenset(() if self._hurried else undecided)
        phase = min(
            self._attention,
            key=lambda phase: (first.isdisjoint(phase), min(self._turn[each] for each in phase)),
        )
        self._hurried = not first.isdisjoint(phase)
        return phase

    def _fill(self, squares: Phase, blind: Collection[int], busy: Collection[int]) -> Iterable[int]:
        """Return other squares to read together with these.

        They hold up nothing: fields near them are off, and no square attended to is near them.
        """
        readable = set(self._turn).difference(blind)
        return self._along(squares, readable, (*self._attended, *busy), busy)

    def _along(
        self,
        squares: Phase,
        others: Collection[int],
        clear_of: Collection[int],
        busy: Collection[int],
    ) -> Iterable[int]:
        """Return which others can be read together with these, longest unread first.

        Args:
            squares: the squares to be read.
            others: those that may be taken along.
            clear_of: squares that none of them is near.
            busy: squares that are still being read.
        """
        room = self._settings.max_fields - len({*squares, *busy})
        free = set(others)
        for square in (*squares, *clear_of):
            free &= self._apart[square]
        for square in sorted(free, key=self._turn.__getitem__):
            if room > 0 and square in free:
                free &= self._apart[square]
                room -= 1
                yield square

    @staticmethod
    def _without(phase: Phase, blind: Collection[int]) -> Phase:
        return tuple(square for square in phase if square not in blind)
