"""Records the wires while a board is accepted."""

import io
from typing import Final

from hardware.clock import Clock
from hardware.trace import TraceWriter
from hardware.transfers import Transfer

MOST_CHARACTERS: Final = 32_000_000
LISTED: Final = bytes.fromhex("d54b")
"""The beginning of an answer that lists tags, with their UIDs (UM0701-02, 7.3.5)."""


class WireRecording:
    """A trace of all transfers, in memory, without lists of tags. Follows `WireLog`.

    A chip may still hold such a list for a program that ran before.

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
        lists = transfer.got is not None and LISTED in transfer.got
        if not (self._ended or lists) and self._writer.characters < MOST_CHARACTERS:
            self._writer.write(transfer)

    def end(self) -> None:
        """Record no more."""
        self._ended = True
