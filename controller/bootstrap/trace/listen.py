"""Opens a board by its address and yields its readings and events."""

import queue
import random
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from controller.bootstrap.address import BadAddress, RealAddress, parse_address
from controller.bootstrap.devices import SQUARES
from controller.bootstrap.readers import (
    SimulatedHardware,
    open_real_board,
    open_simulated_board,
)
from controller.bootstrap.simulated.hands import RandomHands
from controller.bootstrap.simulated.runners import simulated_pieces, tags_of
from controller.game.pieces import Tags
from hardware.clock import MonotonicClock
from hardware.ports import BoardEvent, ReaderHealth, Reading
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.world import World
from hardware.trace import TraceBoard
from hardware.transfers import Transfer

MOST_HEARD: Final = 10_000
"""Largest number of unread readings and events; beyond it the board waits."""
LOOK_S: Final = 0.1
"""Time to wait for a reading or event before doing other work."""

Heard = Reading | BoardEvent | Transfer


class Listening:
    """An open board; use it as a context manager, so that it is closed.

    A board of emulated chips has six runners on it, and hands that move them at random.

    Args:
        address: the address of the board.
        seed: decides the moves of such hands and the flicker of chips; None for random.
        wire: True to hear the transfers over its wires, too.

    Raises:
        BadAddress, BadFile, BadTrace, NotConnected: as from `open_real_board` and
            `open_simulated_board`.
    """

    def __init__(self, address: str, seed: int | None = None, *, wire: bool = False) -> None:
        self._heard: queue.Queue[Heard] = queue.Queue(MOST_HEARD)
        self._stopping = self._ending = False
        self._clock = MonotonicClock()
        self._buttons: SimulatedButtons | None = None
        self._hands: RandomHands | None = None
        self.tags: Tags
        on_transfer = self._hear if wire else None
        parsed = parse_address(address)
        if isinstance(parsed, RealAddress):
            board = parsed.board()
            self.tags = board.tags
            opened = open_real_board(board, self._clock, self._hear, on_transfer=on_transfer)
        else:
            file = parsed.board()
            if wire and file is None:
                raise BadAddress(f"{address} has no wires to record.")
            pieces = simulated_pieces(None if file is None else file.tags)
            self.tags = tags_of(pieces)
            world = World(SQUARES, pieces)
            hardware = SimulatedHardware(world, random.Random(seed))
            opened = open_simulated_board(
                parsed, hardware, self._clock, self._hear, on_transfer=on_transfer
            )
            if parsed.trace is None:
                self._buttons = SimulatedButtons(world, self._clock)
                self._hands = RandomHands(world, opened.squares, random.Random(seed))
        self._sensing = opened.sensing
        self.squares = opened.squares
        self.began_s = self._clock.now_s()

    def __enter__(self) -> Self:
        self.began_s = self._clock.now_s()
        if self._hands is not None and self._buttons is not None:
            self._hands.lay_out()
            self._buttons.start(self._hear)
        self._sensing.start(self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Close the board; queued readings remain readable. May be called twice."""
        self._stopping = True
        if self._buttons is not None:
            self._buttons.stop()
        self._sensing.stop()

    def end(self) -> None:
        """Let `heard` yield what is queued, and end. May be called by a signal handler."""
        self._ending = True

    def _hear(self, said: Heard) -> None:
        """Queue a reading or event; waits while the queue is full, drops it after closing."""
        while not self._stopping:
            with suppress(queue.Full):
                self._heard.put(said, timeout=LOOK_S)
                return

    @property
    def passed_s(self) -> float:
        """Seconds since the start."""
        return self._clock.now_s() - self.began_s

    def readers(self) -> tuple[ReaderHealth, ...]:
        """Return the health of every reader."""
        return self._sensing.readers()

    def heard(self, seconds: float | None = None) -> Iterator[Heard | None]:
        """Yield readings and events until so many seconds have passed, a trace ends, or `end`.

        Yields None when nothing came for a moment, so that the caller can do other work. Raises
        the error that made the board fail for good.
        """
        hands_s = 0.0
        while not self._is_over() and (seconds is None or self.passed_s < seconds):
            if self._hands is not None and self.passed_s >= hands_s:
                hands_s = self.passed_s + self._hands.pause_s()
                self._hands.move()
            try:
                yield self._heard.get(timeout=LOOK_S)
            except queue.Empty:
                if self._sensing.failure is not None:
                    raise self._sensing.failure from None
                yield None
        self.stop()
        while not self._heard.empty():
            yield self._heard.get()

    def _is_over(self) -> bool:
        return self._ending or (isinstance(self._sensing, TraceBoard) and self._sensing.over)
