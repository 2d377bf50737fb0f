"""Records the wires while a board is accepted."""

import io
from typing import Final

from hardware.clock import Clock
from hardware.pseudonyms import Pseudonyms
from hardware.trace import TraceWriter
from hardware.transfers import Transfer

MOST_CHARACTERS: Final = 16_000_000


class WireRecording:
    """A trace of all transfers, in memory, with pseudonyms for UIDs. Follows `WireLog`.

    Args:
        clock: the board's time.
    """

    def __init__(self, clock: Clock) -> None:
        self._file = io.StringIO()
        self._writer = TraceWriter(self._file, clock.now_s(), wire=True)
        self._pseudonyms = Pseudonyms()
        self._ended = False

    @property
    def text(self) -> str:
        """The trace so far; until it has ended without the last command of each wire."""
        return self._file.getvalue()

    def hear(self, transfer: Transfer) -> None:
        """Add a transfer, unless the recording has ended or is full."""
        if self._ended or self._writer.characters >= MOST_CHARACTERS:
            return
        for each in self._pseudonyms.take(transfer):
            self._writer.write(each)

    def end(self) -> None:
        """Record no more."""
        self._ended = True
        for each in self._pseudonyms.rest():
            self._writer.write(each)
