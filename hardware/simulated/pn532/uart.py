"""Serial ports with a chip behind them: `FakeSerial` in the program itself, the others real.

`FakeSerial` has the API of `serial.Serial` and runs on any clock.
"""

from typing import Final

from hardware.clock import Clock
from hardware.simulated.pn532.answering import AnsweringChip
from hardware.simulated.pn532.line import BAUD, UartLine
from hardware.simulated.pn532.plugs import PtyChip, SocketChip

__all__ = ["FakeSerial", "PtyChip", "SocketChip"]

LOOK_S: Final = 0.0005
"""Sleep of a waiting port between two checks for bytes."""


class FakeSerial:
    """A serial port with a chip at its other end, on any clock, without a thread.

    Args:
        chip: at its other end.
        clock: waiting for bytes sleeps on it.
        instant: see `UartLine`.
        timeout: longest wait of `read` for bytes, in seconds; None for ever.
        latency_s: period of the adapter's latency timer: bytes reach the program at its ticks.

    Attributes:
        timeout: see above; it may be changed.
        is_open: True if the port can be used.
    """

    def __init__(
        self,
        chip: AnsweringChip,
        clock: Clock,
        *,
        instant: bool = False,
        timeout: float | None = None,
        latency_s: float = 0.0,
    ) -> None:
        self._line = UartLine(chip, clock, latency_s, instant=instant)
        self._clock = clock
        self.baudrate = BAUD
        self.timeout = timeout
        self.write_timeout: float | None = None
        self.is_open = True

    @property
    def in_waiting(self) -> int:
        """Number of bytes that can be read at once."""
        self._check()
        return self._line.arrived()

    def read(self, size: int = 1) -> bytes:
        """Read that many bytes, or fewer at the timeout.

        Raises:
            OSError: the port is closed, or was unplugged.
        """
        self._check()
        until_s = None if self.timeout is None else self._clock.now_s() + self.timeout
        data = bytearray(self._line.receive(size))
        while len(data) < size and (until_s is None or self._clock.now_s() < until_s):
            self._clock.sleep(self._nap_s(until_s))
            self._check()
            data += self._line.receive(size - len(data))
        return bytes(data)

    def write(self, data: bytes | bytearray) -> int:
        """Send bytes; return their number.

        Raises:
            OSError: the port is closed, or was unplugged.
        """
        self._check()
        self._line.send(bytes(data))
        return len(data)

    def reset_input_buffer(self) -> None:
        """Drop the bytes that have arrived."""
        self._check()
        self._line.receive(self._line.arrived())

    def reset_output_buffer(self) -> None:
        """Do nothing: bytes leave at once."""
        self._check()

    def flush(self) -> None:
        """Do nothing: bytes leave at once."""
        self._check()

    def close(self) -> None:
        """Close the port."""
        self.is_open = False

    def unplug(self) -> None:
        """Pull the plug: from now on the port raises errors."""
        self.close()

    def _nap_s(self, until_s: float | None) -> float:
        return LOOK_S if until_s is None else min(LOOK_S, until_s - self._clock.now_s())

    def _check(self) -> None:
        if not self.is_open:
            raise OSError("the port is not open")
