"""A PN532 at a serial port, such as a reader on USB."""

import errno
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from serial import serial_for_url

from hardware.errors import PORT_ERRORS, BusError, port_failure
from hardware.pn532.wire import PREAMBLE, START, cut_out, missing

BAUD: Final = 115_200
"""Baud rate the chip starts with (UM0701-02, 6.2.3)."""

WRITE_S: Final = 0.2
"""Longest time a port may take no bytes: all other readers wait meanwhile, and a frame fits into
the system's buffer many times over."""

_WAKE: Final = bytes.fromhex("55 55") + bytes(14)
_MOST_HELD: Final = 600
"""More than two of the longest frames."""


def open_port(url: str) -> Any:
    """Open a serial port by its path or URL (`socket://…`), without waiting.

    Raises:
        OSError: it is missing, or in use.
    """
    port = serial_for_url(url, baudrate=BAUD, timeout=0, write_timeout=WRITE_S, do_not_open=True)
    if "://" not in url:  # two programs would take each other's answers
        port.exclusive = True
    port.open()
    return port


class SerialPort:
    """One port with one chip. For one thread.

    Args:
        name: the port's name for people.
        opener: opens it; has the effect of `open_port`.
    """

    resets_chips = False

    def __init__(self, name: str, opener: Callable[[], Any]) -> None:
        self._name = name
        self._opener = opener
        self._port: Any = None

    @property
    def port(self) -> Any:
        """The open port.

        Raises:
            BusError: it is missing.
        """
        if self._port is None:
            try:
                self._port = self._opener()
            except PORT_ERRORS as error:
                taken = getattr(error, "errno", None) == errno.EAGAIN
                why = "another program uses it" if taken else port_failure(error)
                raise BusError(f"{self._name} cannot be opened: {why}") from error
        return self._port

    def reset(self) -> None:
        """Close the port and open it again."""
        self.close()
        _ = self.port

    def close(self) -> None:
        """Release the port."""
        if self._port is not None:
            with suppress(*PORT_ERRORS):
                self._port.close()
            self._port = None


class UartWire:
    """The line to the chip.

    Received bytes are kept until they make a frame: no call waits for the rest of one.

    Args:
        bus: the port.
        late_s: longest time for which an adapter holds bytes back, such as the 16 ms of the
            latency timer of FTDI chips.
    """

    def __init__(self, bus: SerialPort, late_s: float = 0.0) -> None:
        self._bus = bus
        self.late_s = late_s
        self._held = b""

    def wake(self) -> None:
        """Send the bytes that wake a chip from its low-power mode (UM0701-02, 7.2.11)."""
        self._do(lambda port: port.write(_WAKE))

    def write(self, frame: bytes) -> None:
        """Send a frame; drop bytes received before, as they are no answer to it."""
        self._held = b""
        self._do(lambda port: port.reset_input_buffer())
        self._do(lambda port: port.write(frame))

    def ready(self) -> bool:
        """Check whether a whole frame has come in."""
        self._held += self._do(lambda port: port.read(_MOST_HELD))
        self._held = self._held[-_MOST_HELD:]
        return self._whole() is not None

    def read(self, most: int) -> bytes:
        """Take the first frame that has come in."""
        start, end = self._whole() or (0, 0)
        frame, self._held = cut_out(self._held[start:end]), self._held[end:]
        return frame

    def _whole(self) -> tuple[int, int] | None:
        """Return where the first whole frame is; a start code that begins none counts as one."""
        start = self._held.find(START)
        if start < 0 or missing(self._held):
            return None
        return start, start + len(cut_out(self._held)) - PREAMBLE

    def _do(self, use: Callable[[Any], Any]) -> Any:
        try:
            return use(self._bus.port)
        except BusError:
            raise
        except PORT_ERRORS as error:
            self._bus.close()
            raise BusError(f"the port has failed: {port_failure(error)}") from error
