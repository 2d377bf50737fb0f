"""The last test of an acceptance: the board is read as in a game for a while."""

from collections.abc import Callable, Iterable

import msgspec

from controller.maintenance.acceptance.measuring.tasks import SoakCount, Soaked
from hardware.bench_ports import ReaderBench
from hardware.ports import BoardEvent, ReaderChanged, Reading, Sighting


def soak(
    bench: ReaderBench,
    squares: Iterable[int],
    seconds: float,
    note_time: Callable[[float], None],
) -> Soaked:
    """Read the board, and count what each reader does.

    Args:
        bench: its readers.
        squares: their squares.
        seconds: for how long.
        note_time: called again and again with the seconds that have passed.
    """
    counts = {square: SoakCount() for square in squares}
    began_s: float | None = None

    def add(square: int, **more: int) -> None:
        count = counts[square]
        sums = {key: getattr(count, key) + value for key, value in more.items()}
        counts[square] = msgspec.structs.replace(count, **sums)

    def hear(reading: Reading) -> None:
        nonlocal began_s
        began_s = reading.at_s if began_s is None else began_s
        note_time(reading.at_s - began_s)
        if reading.failure != "disturbed":
            failed = reading.failure is not None
            add(reading.square, good=not failed, failed=failed)

    def emit(event: BoardEvent) -> None:
        match event:
            case Sighting(seen=False):
                add(event.square, missed=1)
            case ReaderChanged(state="resetting"):
                add(event.square, resets=1)

    bench.soak(seconds, hear, emit)
    return Soaked(seconds=seconds, counts=counts)
