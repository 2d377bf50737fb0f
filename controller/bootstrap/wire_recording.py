"""Records the wires while a board is accepted."""

import io
from typing import Final

from hardware.clock import Clock
from hardware.trace import TraceWriter
from hardware.transfers import Transfer

MOST_CHARACTERS: Final = 32_000_000


class WireRecording:
    """A trace of all transfers, in memory. Follows `WireLog`.

    Args:
        clock: the board's time.
    """

    def __init__(self, clock: Clock) -> None:
        self._file = io.StringIO()
        self._writer = TraceWriter(self._file, clock.now_s(), wire=True)
        self._ended = False

    @property
    def text(self) -> str:
        """The trace so far."""
        return self._file.getvalue()

    def hear(self, transfer: Transfer) -> None:
        """Add a transfer, unless the recording has ended or is full."""
        if not self._ended and self._writer.characters < MOST_CHARACTERS:
            self._writer.write(transfer)

    def end(self) -> None:
        """Record no more."""
        self._ended = True
