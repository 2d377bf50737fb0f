"""Serial ports with a chip behind them: `FakeSerial` in the program itself, the others real.

`FakeSerial` has the API of `serial.Serial` and runs on any clock.
"""

from typing import Final

from hardware.clock import Clock
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.line import UartLine
from hardware.simulated.pn532.plugs import PtyChip, SocketChip

__all__ = ["FakeSerial", "PtyChip", "SocketChip"]

LOOK_S: Final = 0.0005
"""How long a port that waits for bytes sleeps before it looks again."""


class FakeSerial:
    """A serial port with a chip at its other end, on any clock, without a thread.

    Args:
        chip: who is there.
        clock: waiting for bytes sleeps on it.
        baudrate: see `UartLine`.
        timeout: how long `read` waits for bytes, in seconds; None for ever.

    Attributes:
        timeout: see above; it may be changed.
        is_open: whether the port can be used.
    """

    def __init__(
        self,
        chip: EmulatedChip,
        clock: Clock,
        *,
        baudrate: int = 115_200,
        timeout: float | None = None,
    ) -> None:
        self._line = UartLine(chip, clock, baudrate)
        self._clock = clock
        self.baudrate = baudrate
        self.timeout = timeout
        self.write_timeout: float | None = None
        self.is_open = True

    @property
    def in_waiting(self) -> int:
        """How many bytes can be read at once."""
        self._check()
        return self._line.arrived()

    def read(self, size: int = 1) -> bytes:
        """Read so many bytes, fewer if they do not come before the timeout.

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
        """Send bytes; returns how many.

        Raises:
            OSError: the port is closed, or was unplugged.
        """
        self._check()
        self._line.send(bytes(data))
        return len(data)

    def reset_input_buffer(self) -> None:
        """Forget the bytes that have arrived."""
        self._check()
        self._line.receive(self._line.arrived())

    def reset_output_buffer(self) -> None:
        """There is nothing to forget: bytes leave at once."""
        self._check()

    def flush(self) -> None:
        """There is nothing to wait for: bytes leave at once."""
        self._check()

    def close(self) -> None:
        """Use the port no more."""
        self.is_open = False

    def unplug(self) -> None:
        """Somebody pulls the plug: from now on the port raises errors."""
        self.close()

    def _nap_s(self, until_s: float | None) -> float:
        return LOOK_S if until_s is None else min(LOOK_S, until_s - self._clock.now_s())

    def _check(self) -> None:
        if not self.is_open:
            raise OSError("the port is not open")
