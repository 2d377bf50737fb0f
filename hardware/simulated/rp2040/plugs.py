"""Real ports with an emulated RP2040 behind them: a pseudo-terminal and a TCP port."""

import os
import selectors
import socket
import threading
import tty
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.simulated.rp2040.machine import RING_BYTES, Rp2040

CHUNK: Final = RING_BYTES
LOCAL: Final = "127.0.0.1"


class _Server:
    """A thread that carries bytes between a device and a file descriptor.

    Args:
        device: the device.
        name: of the thread.
    """

    def __init__(self, device: Rp2040, name: str) -> None:
        self._device = device
        self._name = name
        self._thread: threading.Thread | None = None
        self._stop_read, self._stop_write = -1, -1

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

    def _run(self) -> None:
        raise NotImplementedError

    def _serve(self, descriptor: int) -> bool:
        """Serve until the other side goes away or it is to stop; returns whether to go on."""

        def outward(data: bytes) -> None:
            with suppress(OSError):
                while data:
                    data = data[os.write(descriptor, data) :]

        self._device.plug(outward)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(descriptor, selectors.EVENT_READ)
                selector.register(self._stop_read, selectors.EVENT_READ)
                while True:
                    ready = {key.fd for key, _ in selector.select()}
                    if self._stop_read in ready:
                        return False
                    try:
                        data = os.read(descriptor, CHUNK)
                    except OSError:
                        return True
                    if not data:
                        return True
                    if not self._device.take_all(data):
                        return False
        finally:
            self._device.plug(lambda _: None)


class PtyDevice(_Server):
    """A device on a pseudo-terminal, as on USB.

    Args:
        device: the device.
        path: a symbolic link that leads to the terminal while it is plugged in.
    """

    def __init__(self, device: Rp2040, path: Path) -> None:
        super().__init__(device, f"pty {path.name}")
        self.path = path
        self._master = self._slave = -1
        self.plug()

    def plug(self) -> None:
        """Put its plug in."""
        self._master, self._slave = os.openpty()
        # Nothing is echoed to the device before the host has opened its side.
        tty.setraw(self._slave)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._slave))
        self._start()

    def unplug(self) -> None:
        """Pull its plug. Does nothing when it is pulled already."""
        self._stop()
        self.path.unlink(missing_ok=True)
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    def close(self) -> None:
        """Pull its plug for good."""
        self.unplug()

    def _run(self) -> None:
        self._serve(self._master)


class SocketDevice(_Server):
    """A device at a TCP port of this machine, for one client at a time.

    Args:
        device: the device.

    Attributes:
        port: an address that pyserial understands.
    """

    def __init__(self, device: Rp2040) -> None:
        super().__init__(device, "socket device")
        self._listener = socket.create_server((LOCAL, 0))
        self.port = f"socket://{LOCAL}:{self._listener.getsockname()[1]}"
        self._start()

    def close(self) -> None:
        """Serve nobody any more."""
        self._stop()
        self._listener.close()

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            selector.register(self._stop_read, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select()}
                if self._stop_read in ready:
                    return
                connection, _ = self._listener.accept()
                with connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    if not self._serve(connection.fileno()):
                        return
