"""The line to a device that is not there."""

import threading
from collections.abc import Callable

from hardware.simulated.rp2040.machine import Rp2040


class DirectLine:
    """A USB cable that can be pulled; follows `hardware.scanner.line.Line`.

    Args:
        device: at its other end.
        spoil: changes bytes on their way, for tests of errors.

    Attributes:
        sent: bytes that went to the device.
        come: bytes that came from it.
    """

    def __init__(self, device: Rp2040, spoil: Callable[[bytes], bytes] = bytes) -> None:
        self._device = device
        self._spoil = spoil
        self._inward = bytearray()
        self._outward = bytearray()
        self._plugged = False
        self._lock = threading.Lock()
        self._news: Callable[[], None] = lambda: None
        self.times = 0
        self.sent = self.come = 0

    @property
    def trouble(self) -> str:
        """True if it is pulled."""
        return "" if self._plugged else "The cable of the co-processor is pulled: plug it in."

    def start(self, news: Callable[[], None]) -> None:
        """Plug it in."""
        self._news = news
        self.plug(out=False)

    def plug(self, *, out: bool) -> None:
        """Pull its plug, or put it in again; bytes under way are lost."""
        self._plugged = not out
        with self._lock:
            self._inward.clear()
        self._outward.clear()
        if out:
            self._device.plug(lambda _: None)
        else:
            self.times += 1
            self._device.plug(self._take)

    def take(self) -> bytes:
        """Return the bytes received since the last call."""
        self._flow()
        with self._lock:
            data = bytes(self._inward)
            self._inward.clear()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes; they wait while the device has no room."""
        if self._plugged:
            self.sent += len(data)
            self._outward += self._spoil(data)
            self._flow()

    def stop(self) -> None:
        """Release it."""
        self.plug(out=True)

    def _take(self, data: bytes) -> None:
        self.come += len(data)
        with self._lock:
            self._inward += self._spoil(data)
        self._news()

    def _flow(self) -> None:
        if self._outward:
            del self._outward[: self._device.take(bytes(self._outward))]
