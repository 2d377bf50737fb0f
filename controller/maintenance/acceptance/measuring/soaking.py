"""The long test of an acceptance: the board is read as in a game for a while.

The time in which hands carry the runner counts, for up to half of it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import msgspec

from controller.maintenance.acceptance.measuring.questions import Put
from controller.maintenance.acceptance.measuring.tasks import SoakCount, Soaked
from hardware.bench_ports import ReaderBench
from hardware.clock import Clock
from hardware.ports import BoardEvent, ReaderChanged, Reading, Sighting

LOOK_S: Final = 0.05
"""Time for which the board is read between two looks whether the runner has come."""
LOOKS: Final = 6
"""Looks between two for an answer of the person."""
LEAST_SHARE: Final = 0.5
"""Share of a soak in which nobody touches the board: a resting tag must not be missed."""


class Soaking:
    """Counts what each reader does while the board is read as in a game.

    Args:
        bench: the readers.
        squares: their squares.
        clock: the board's time.
    """

    def __init__(self, bench: ReaderBench, squares: Iterable[int], clock: Clock) -> None:
        self._bench = bench
        self._clock = clock
        self._counts = {square: SoakCount() for square in squares}
        self._early_s = 0.0

    def until_put(
        self,
        put: Put,
        ask: Callable[[Put, Callable[[], bool]], object],
        there: frozenset[int] = frozenset(),
        has_come: Callable[[int], bool] | None = None,
    ) -> None:
        """Soak until the runner has been put somewhere.

        Args:
            put: where.
            ask: asks, and calls what it is given until that is True or there is an answer.
            there: squares whose readers saw it before.
            has_come: looks whether it is there, once a reader may have seen it on another square;
                None if only the person knows.
        """
        with ExitStack() as reading:
            watch = reading.enter_context(self._while_carried())

            def ready() -> bool:
                nonlocal watch
                if watch is not None:
                    for _ in range(LOOKS):
                        watch.read(LOOK_S)
                        if has_come is not None and watch.may_have_come(put.square, there):
                            break
                    else:
                        return False
                    reading.close()
                    watch = None
                return has_come is not None and has_come(put.square)

            ask(put, ready)

    @contextmanager
    def _while_carried(self) -> Iterator["_Watch | None"]:
        """Soak while a hand carries the runner; None if the readers cannot."""
        seen = _Watch()

        def hear(reading: Reading) -> None:
            seen.hear(reading)
            self._count(reading)

        def emit(event: BoardEvent) -> None:
            if not isinstance(event, Sighting):  # a tag that is carried away is no miss
                self._note(event)

        with self._bench.reading(hear, emit) as read:
            if read is None:
                yield None
                return
            seen.read = self._timed(read)
            yield seen

    def soak(self, seconds: float, note_time: Callable[[float], None]) -> Soaked:
        """Soak for the time that is left.

        Args:
            seconds: for how long in all.
            note_time: called again and again with the seconds that have passed.
        """
        early_s = min(self._early_s, seconds * (1 - LEAST_SHARE))
        self._bench.soak(
            seconds - early_s,
            self._count,
            self._note,
            lambda passed_s: note_time(early_s + passed_s),
        )
        return Soaked(seconds=seconds - early_s + self._early_s, counts=dict(self._counts))

    def _timed(self, read: Callable[[float], None]) -> Callable[[float], None]:
        def timed(seconds: float) -> None:
            began_s = self._clock.now_s()
            read(seconds)
            self._early_s += self._clock.now_s() - began_s

        return timed

    def _count(self, reading: Reading) -> None:
        if reading.failure != "disturbed":
            failed = reading.failure is not None
            self._add(reading.square, good=not failed, failed=failed)

    def _note(self, event: BoardEvent) -> None:
        match event:
            case Sighting(seen=False):
                self._add(event.square, missed=1)
            case ReaderChanged(state="resetting"):
                self._add(event.square, resets=1)

    def _add(self, square: int, **more: int) -> None:
        count = self._counts[square]
        sums = {key: getattr(count, key) + value for key, value in more.items()}
        self._counts[square] = msgspec.structs.replace(count, **sums)


class _Watch:
    """Looks where a tag is read, and which readers fail, while the board is read as in a game.

    Attributes:
        read: reads for so many seconds.
    """

    def __init__(self) -> None:
        self.read: Callable[[float], None] = lambda _: None
        self._tags: dict[int, bool] = {}
        self._failed: set[int] = set()

    def hear(self, reading: Reading) -> None:
        """Take in a reading."""
        if reading.failure is None:
            self._tags[reading.square] = bool(reading.uids)
        elif reading.failure != "disturbed":
            self._failed.add(reading.square)

    def may_have_come(self, square: int, there: frozenset[int]) -> bool:
        """Check whether a runner may have been put on a square since it was on others.

        Args:
            square: where it should be.
            there: squares whose readers saw it before.
        """
        seen = {each for each, has_tag in self._tags.items() if has_tag}
        return square in self._failed or bool(seen - there)
