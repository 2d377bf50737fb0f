"""Real ports of this machine with something emulated behind them: pseudo-terminals and TCP ports.

Each has a thread that serves the emulated device until it is unplugged.
"""

import os
import selectors
import socket
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import Final

with suppress(ImportError):  # Windows has no terminals of this kind
    import tty

LOCAL: Final = "127.0.0.1"


class ByteCarrier(ABC):
    """A thread that carries bytes between an emulated device and a file descriptor.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._thread: threading.Thread | None = None
        self._stop_read, self._stop_write = -1, -1

    @abstractmethod
    def _serve(self, descriptor: int) -> bool:
        """Serve until the other side goes or it is to stop; return True to continue."""

    @abstractmethod
    def _run(self) -> None:
        """Serve clients as they come."""

    def _start(self) -> None:
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def _stop(self) -> None:
        if self._thread is None:
            return
        os.write(self._stop_write, b"x")
        self._thread.join()
        self._thread = None
        os.close(self._stop_read)
        os.close(self._stop_write)

    def _wait(self, descriptor: int, timeout_s: float | None = None) -> bool | None:
        """Wait for bytes; return True if there are bytes to read, None if it is to stop."""
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            selector.register(self._stop_read, selectors.EVENT_READ)
            ready = {key.fd for key, _ in selector.select(timeout_s)}
        return None if self._stop_read in ready else descriptor in ready


class PtyServer(ByteCarrier):
    """A device behind a pseudo-terminal, as if it were plugged in by USB.

    Args:
        name: of the thread.
        link: a symbolic link that leads to the terminal while it is plugged in, so that its
            path stays the same; it replaces an existing link.

    Attributes:
        path: to open it by: the link if given, else `/dev/pts/...`.
    """

    def __init__(self, name: str, link: Path | None) -> None:
        super().__init__(name)
        self._link = link
        self._master = self._slave = -1
        self.path = ""

    def plug(self) -> None:
        """Plug it in, if it is not."""
        if self._master >= 0:
            return
        # The other end stays open here too, or bytes would be lost while no client has it open.
        self._master, self._slave = os.openpty()
        # Nothing is echoed before a client has opened its side.
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        if self._link is not None:
            self._unlink()
            self._link.symlink_to(self.path)
            self.path = str(self._link)
        self._start()

    def unplug(self) -> None:
        """Pull it out: clients get errors, and the path is gone."""
        self._stop()
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
            self._unlink()

    def close(self) -> None:
        """Stop serving."""
        self.unplug()

    def _run(self) -> None:
        self._serve(self._master)

    def _unlink(self) -> None:
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()


class SocketServer(ByteCarrier):
    """A device behind a TCP port of this machine, for one client at a time.

    Args:
        name: of the thread.
        port: to listen at; 0 to let the system choose.

    Attributes:
        port: it listens at, also after it was unplugged and plugged in again.
    """

    def __init__(self, name: str, port: int = 0) -> None:
        super().__init__(name)
        self._listener: socket.socket | None = None
        self.port = port

    @property
    def url(self) -> str:
        """Its URL for pyserial."""
        return f"socket://{LOCAL}:{self.port}"

    def plug(self) -> None:
        """Listen, if not listening yet."""
        if self._listener is None:
            self._listener = socket.create_server((LOCAL, self.port))
            self.port = self._listener.getsockname()[1]
            self._start()

    def unplug(self) -> None:
        """Hang up, and stop listening."""
        self._stop()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def close(self) -> None:
        """Stop serving."""
        self.unplug()

    def _run(self) -> None:
        while self._listener is not None and self._wait(self._listener.fileno()) is not None:
            with suppress(OSError):
                client, _ = self._listener.accept()
                with client:
                    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    if not self._serve(client.fileno()):
                        return


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it. Raises OSError if the other side has gone."""
    while data:
        data = data[os.write(descriptor, data) :]
