"""Listens in on the wires to PN532 chips, on all three transports.

The tap wraps the parts below the drivers' wires, so that it sees every byte as it was received:
preambles, status bytes, unacknowledged addresses. Without a tap nothing is wrapped.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.pn532.i2c import UNACKNOWLEDGED
from hardware.pn532.spi import READ, STATUS, TURNED, Select
from hardware.transfers import Transfer, WireError


class WireListener(Protocol):
    """Puts itself between drivers and parts."""

    def spi(self, spi: Any, select: Select) -> tuple[Any, Select]:
        """Return a bus and its chip select in the place of these."""
        ...

    def i2c(self, channel: Any, square: int) -> Any:
        """Return a channel in the place of the one that leads to a square's chip."""
        ...

    def serial(self, opener: Callable[[], Any], square: int) -> Callable[[], Any]:
        """Return an opener in the place of that of a square's port."""
        ...


class WireTap:
    """Reports every transfer with a chip when it is over.

    Args:
        clock: the board's time.
        hear: called with each transfer, in the board's thread.
    """

    def __init__(self, clock: Clock, hear: Callable[[Transfer], None]) -> None:
        self._clock = clock
        self._hear = hear

    def spi(self, spi: Any, select: Select) -> tuple[Any, Select]:
        """Listen in on an SPI bus: each selection of a chip is a transfer."""
        tapped = _Selection(select, self._clock, self._hear)
        return _TappedSpi(spi, tapped), tapped

    def i2c(self, channel: Any, square: int) -> Any:
        """Listen in on a channel of an I2C bus."""
        return _TappedChannel(channel, square, self._clock, self._hear)

    def serial(self, opener: Callable[[], Any], square: int) -> Callable[[], Any]:
        """Listen in on a serial port."""
        return lambda: _TappedPort(opener(), square, self._clock, self._hear)


class _Said:
    """What has been said in the transfer under way."""

    def __init__(self, square: int, *, sent: bytes | None = None, addressed: bool = False) -> None:
        self._square = square
        self._addressed = addressed
        self.sent = sent
        self.status: bytes | None = None
        self.got: bytes | None = None
        self._error: WireError | None = None

    @contextmanager
    def failing(self) -> Iterator[None]:
        """Note an error that is raised."""
        try:
            yield
        except Exception as error:
            self._fail(error)
            raise

    def _fail(self, error: Exception) -> None:
        number = getattr(error, "errno", None)
        unacknowledged = self._addressed and number in UNACKNOWLEDGED
        self._error = "unacknowledged" if unacknowledged else "bus-error"
        if self.sent is None:
            self.status, self.got = b"", None

    def report(self, began_s: float, ended_s: float, hear: Callable[[Transfer], None]) -> None:
        if self.sent is None and self.status is None and self.got is None:
            return
        took_s = ended_s - began_s
        hear(Transfer(self._square, began_s, took_s, self.sent, self.status, self.got, self._error))


class _Selection:
    """A chip select that knows what is said while a chip is selected."""

    def __init__(self, select: Select, clock: Clock, hear: Callable[[Transfer], None]) -> None:
        self._select = select
        self._clock = clock
        self._hear = hear
        self._began_s = 0.0
        self.said = _Said(0)

    def select(self, square: int) -> None:
        self._began_s = self._clock.now_s()
        self.said = _Said(square)
        self._select.select(square)

    def release(self) -> None:
        try:
            self._select.release()
        finally:
            self.said.report(self._began_s, self._clock.now_s(), self._hear)
            self.said = _Said(0)


class _TappedSpi:
    """An SPI bus; what is said on it is said to the chip that is selected."""

    def __init__(self, spi: Any, selection: _Selection) -> None:
        self._spi = spi
        self._selection = selection

    def __getattr__(self, name: str) -> Any:
        """Return what else a bus has: locks and its clock."""
        return getattr(self._spi, name)

    def write(self, data: bytes) -> None:
        said = self._selection.said
        said.sent = data[1:].translate(TURNED)
        with said.failing():
            self._spi.write(data)

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        said = self._selection.said
        with said.failing():
            self._spi.write_readinto(out, into)
        if said.got is not None:
            said.got += bytes(into.translate(TURNED))
        elif out[:1] == STATUS:
            said.status = bytes(into[1:2].translate(TURNED))
        elif out[:1] == READ:
            said.got = bytes(into[1:].translate(TURNED))


class _TappedChannel:
    """A channel of an I2C bus, from its lock on. What is read begins with the status byte."""

    def __init__(
        self, channel: Any, square: int, clock: Clock, hear: Callable[[Transfer], None]
    ) -> None:
        self._channel = channel
        self._square = square
        self._clock = clock
        self._hear = hear
        self._began_s = 0.0
        self._said = _Said(square)

    def try_lock(self) -> Any:
        self._began_s = self._clock.now_s()
        self._said = _Said(self._square, addressed=True)
        return self._channel.try_lock()

    def unlock(self) -> None:
        try:
            self._channel.unlock()
        finally:
            self._said.report(self._began_s, self._clock.now_s(), self._hear)

    def writeto(self, address: int, data: bytes) -> None:
        self._said.sent = bytes(data)
        with self._said.failing():
            self._channel.writeto(address, data)

    def readfrom_into(self, address: int, into: bytearray) -> None:
        with self._said.failing():
            self._channel.readfrom_into(address, into)
        self._said.status = bytes(into[:1])
        if self._said.status == b"\x01" and len(into) > 1:
            self._said.got = bytes(into[1:])


class _TappedPort:
    """A serial port; a look that brings no byte is a transfer, too."""

    def __init__(
        self, port: Any, square: int, clock: Clock, hear: Callable[[Transfer], None]
    ) -> None:
        self._port = port
        self._square = square
        self._clock = clock
        self._hear = hear

    def __getattr__(self, name: str) -> Any:
        """Return what else a port has."""
        return getattr(self._port, name)

    def read(self, most: int) -> bytes:
        data: bytes = b""

        def read(said: _Said) -> None:
            nonlocal data
            data = self._port.read(most)
            said.got = data

        self._transfer(read, _Said(self._square))
        return data

    def write(self, data: bytes) -> None:
        self._transfer(lambda _: self._port.write(data), _Said(self._square, sent=bytes(data)))

    def _transfer(self, use: Callable[[_Said], object], said: _Said) -> None:
        began_s = self._clock.now_s()
        try:
            with said.failing():
                use(said)
        finally:
            said.report(began_s, self._clock.now_s(), self._hear)
