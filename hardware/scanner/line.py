"""The line to a co-processor: a serial port, or what pyserial takes for one."""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, Final, Protocol

import serial

from hardware.errors import PORT_ERRORS, NotConnected, port_failure

BAUD: Final = 115_200
"""Baud rate; without effect on USB."""
READ_S: Final = 0.2
WRITE_S: Final = 0.5
AGAIN_S: Final = 0.5
"""Pause between tries to open a port that is missing."""
STOP_S: Final = 0.5
"""Longest time to stop; a port still being opened then is released later."""
MOST_WAITING: Final = 256
"""Most pieces of received bytes; the device sends no more before they are acknowledged."""

NOT_OPENED: Final[tuple[type[Exception], ...]] = (*PORT_ERRORS, ValueError)
"""Errors of a port that cannot be opened, or has no such address."""
LOST: Final[tuple[type[Exception], ...]] = (*PORT_ERRORS, TypeError, ValueError, AttributeError)
"""Errors of a port whose plug was pulled, or that is closed meanwhile."""

_LOG: Final = logging.getLogger(__name__)


class ScannerLine(Protocol):
    """Bytes to and from a co-processor."""

    @property
    def trouble(self) -> str:
        """Cause of its absence, in words; empty while it is connected."""
        ...

    @property
    def times(self) -> int:
        """Number of connections so far: another number means a new connection."""
        ...

    def start(self, news: Callable[[], None]) -> None:
        """Connect, and reconnect; call `news` at every change."""
        ...

    def take(self) -> bytes:
        """Return the bytes received since the last call."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes; bytes that cannot be sent are lost."""
        ...

    def stop(self) -> None:
        """Release it. Does nothing when stopped already."""
        ...


class SerialLine:
    """A line over pyserial, in a thread of its own; reopened whenever the port comes back.

    Args:
        port: a path, or an address that pyserial understands, like `socket://…`.
    """

    def __init__(self, port: str) -> None:
        self._name = port
        self._port: Any = None
        self._trouble = f"The co-processor at {port} has not been reached yet."
        self._times = 0
        self._come: queue.Queue[bytes] = queue.Queue(MOST_WAITING)
        self._news: Callable[[], None] = lambda: None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def trouble(self) -> str:
        """Cause of its absence; empty while it is connected."""
        return self._trouble

    @property
    def times(self) -> int:
        """Number of connections so far."""
        return self._times

    def start(self, news: Callable[[], None]) -> None:
        """Connect from now on."""
        self._news = news
        self._thread = threading.Thread(
            target=self._run, name=f"co-processor {self._name}", daemon=True
        )
        self._thread.start()

    def take(self) -> bytes:
        """Return the bytes received since the last call."""
        pieces = []
        with contextlib.suppress(queue.Empty):
            while True:
                pieces.append(self._come.get_nowait())
        return b"".join(pieces)

    def write(self, data: bytes) -> None:
        """Send bytes; a port that does not take them is closed, and opened again."""
        port = self._port
        if port is None:
            return
        try:
            port.write(data)
        except LOST as error:
            self._lose(port, error)

    def stop(self) -> None:
        """Release the port."""
        self._stopping.set()
        port = self._port
        if port is not None:
            with contextlib.suppress(*LOST):
                port.cancel_read()
        if self._thread is not None:
            self._thread.join(STOP_S)
            self._thread = None

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._connect()
            except Exception as error:  # noqa: BLE001 - a port may fail in an unknown way
                if self._trouble != str(error):
                    _LOG.exception("The line to the co-processor at %s has failed.", self._name)
                self._close()
                self._trouble = str(error) or repr(error)
                self._news()
                self._stopping.wait(AGAIN_S)
        self._close()

    def _connect(self) -> None:
        """Open the port, reopen it when lost, and receive bytes."""
        while not self._stopping.is_set():
            try:
                port = open_port(self._name)
            except NotConnected as error:
                if self._trouble != str(error):
                    self._trouble = str(error)
                    self._news()
                self._stopping.wait(AGAIN_S)
                continue
            self.take()  # bytes of the last connection do not belong to this one
            # In this order: a reader of the state sees the new count, too.
            self._port = port
            self._times += 1
            self._trouble = ""
            self._news()
            self._read(port)
            # Pause also after a port that is lost as soon as it is open.
            self._stopping.wait(AGAIN_S)

    def _read(self, port: Any) -> None:
        """Receive bytes until the port is lost, or the line is stopped."""
        while not self._stopping.is_set() and self._port is port:
            try:
                data = port.read(1)
                if data and (waiting := port.in_waiting):
                    data += port.read(waiting)
            except LOST as error:
                self._lose(port, error)
                return
            if data:
                while not self._stopping.is_set() and self._port is port:
                    with contextlib.suppress(queue.Full):
                        self._come.put(data, timeout=READ_S)
                        break
                self._news()

    def _lose(self, port: Any, error: Exception) -> None:
        if self._port is port:
            why = port_failure(error)
            self._trouble = f"The co-processor at {self._name} has gone ({why}). Is it plugged in?"
            self._close()
            self._news()

    def _close(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError):
                port.close()


def open_port(name: str) -> Any:
    """Open the port of a co-processor.

    Raises:
        NotConnected: it is missing, or may not be used; with the remedy.
    """
    try:
        port = serial.serial_for_url(
            name, baudrate=BAUD, timeout=READ_S, write_timeout=WRITE_S, do_not_open=True
        )
        if "://" not in name:
            port.exclusive = True
        port.open()
    except NOT_OPENED as error:
        if isinstance(error, PermissionError) or "Permission denied" in str(error):
            raise NotConnected(
                f"The co-processor at {name} may not be used by this user: it must belong to the "
                "group of that file (dialout). Add it, and log in again."
            ) from error
        # The system's words for it: Linux and macOS, and Windows.
        taken = ("exclusively lock", "Resource temporarily", "Access is denied", "PermissionError")
        if any(words in str(error) for words in taken):
            raise NotConnected(
                f"The co-processor at {name} is in use by another program: stop that one."
            ) from error
        raise NotConnected(
            f"There is no co-processor at {name}: is it plugged in, and is that its name? "
            f"({port_failure(error)})"
        ) from error
    return port
