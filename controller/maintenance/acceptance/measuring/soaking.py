"""The last test of an acceptance: the board is read as in a game for a while."""

from collections.abc import Iterable

import msgspec

from controller.maintenance.acceptance.measuring.tasks import SoakCount, Soaked
from hardware.bench_ports import ReaderBench
from hardware.ports import BoardEvent, ReaderChanged, Reading, Sighting


def soak(bench: ReaderBench, squares: Iterable[int], seconds: float) -> Soaked:
    """Read the board, and count what each reader does."""
    counts = {square: SoakCount() for square in squares}

    def add(square: int, **more: int) -> None:
        count = counts[square]
        sums = {key: getattr(count, key) + value for key, value in more.items()}
        counts[square] = msgspec.structs.replace(count, **sums)

    def hear(reading: Reading) -> None:
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
