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
        return _TappedChannel(channel, square, self)

    def serial(self, opener: Callable[[], Any], square: int) -> Callable[[], Any]:
        """Listen in on a serial port."""
        return lambda: _TappedPort(opener(), square, self)

    @contextmanager
    def transfer(self, said: "_Said") -> Iterator[None]:
        """Report what is said during one transfer, also if it fails."""
        began_s = self._clock.now_s()
        try:
            yield
        except Exception as error:
            said.fail(error)
            raise
        finally:
            said.report(began_s, self._clock.now_s(), self._hear)


class _Said:
    """What has been said in the transfer under way."""

    def __init__(self, square: int, *, sent: bytes | None = None, addressed: bool = False) -> None:
        self._square = square
        self._addressed = addressed
        self.sent = sent
        self.status: bytes | None = None
        self.got: bytes | None = None
        self._error: WireError | None = None

    def fail(self, error: Exception) -> None:
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
        self.said: _Said | None = None

    def select(self, square: int) -> None:
        self._began_s = self._clock.now_s()
        self.said = _Said(square)
        self._select.select(square)

    def release(self) -> None:
        try:
            self._select.release()
        finally:
            said, self.said = self.said, None
            if said is not None:
                said.report(self._began_s, self._clock.now_s(), self._hear)


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
        if said is not None:
            said.sent = data[1:].translate(TURNED)
        self._do(lambda: self._spi.write(data))

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        self._do(lambda: self._spi.write_readinto(out, into))
        said = self._selection.said
        if said is None:
            return
        if said.got is not None:
            said.got += bytes(into.translate(TURNED))
        elif out[:1] == STATUS:
            said.status = bytes(into[1:2].translate(TURNED))
        elif out[:1] == READ:
            said.got = bytes(into[1:].translate(TURNED))

    def _do(self, transfer: Callable[[], None]) -> None:
        try:
            transfer()
        except Exception as error:
            if self._selection.said is not None:
                self._selection.said.fail(error)
            raise


class _TappedChannel:
    """A channel of an I2C bus. What is read begins with the status byte."""

    def __init__(self, channel: Any, square: int, tap: WireTap) -> None:
        self._channel = channel
        self._square = square
        self._tap = tap

    def try_lock(self) -> Any:
        return self._channel.try_lock()

    def unlock(self) -> None:
        self._channel.unlock()

    def writeto(self, address: int, data: bytes) -> None:
        with self._tap.transfer(_Said(self._square, sent=bytes(data), addressed=True)):
            self._channel.writeto(address, data)

    def readfrom_into(self, address: int, into: bytearray) -> None:
        said = _Said(self._square, addressed=True)
        with self._tap.transfer(said):
            self._channel.readfrom_into(address, into)
            said.status = bytes(into[:1])
            if said.status == b"\x01" and len(into) > 1:
                said.got = bytes(into[1:])


class _TappedPort:
    """A serial port. Looks that bring no byte are not reported."""

    def __init__(self, port: Any, square: int, tap: WireTap) -> None:
        self._port = port
        self._square = square
        self._tap = tap

    def read(self, most: int) -> bytes:
        said = _Said(self._square)
        with self._tap.transfer(said):
            data: bytes = self._port.read(most)
            said.got = data or None
        return data

    def write(self, data: bytes) -> None:
        with self._tap.transfer(_Said(self._square, sent=bytes(data))):
            self._port.write(data)

    def reset_input_buffer(self) -> None:
        self._port.reset_input_buffer()

    def close(self) -> None:
        self._port.close()
