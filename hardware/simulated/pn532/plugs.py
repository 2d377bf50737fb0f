"""Real ports with an emulated chip behind them: a pseudo-terminal and a TCP port.

Each has a thread that serves the chip until it is closed.
"""

import os
import selectors
import socket
import threading
import tty
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.clock import Clock, MonotonicClock
from hardware.simulated.pn532.chip import Chip
from hardware.simulated.pn532.line import UartLine

CHUNK: Final = 4096
SHORTEST_WAIT_S: Final = 0.0002


class _Server:
    """A thread that carries bytes between a chip and a file descriptor.

    Args:
        chip: the chip.
        clock: the machine's time.
        name: of the thread.
    """

    def __init__(self, chip: Chip, clock: Clock, name: str) -> None:
        self._chip = chip
        self._line = UartLine(chip, clock, None)
        self._clock = clock
        self._name = name
        self._thread: threading.Thread | None = None
        self._stop_read, self._stop_write = -1, -1

    def _start(self) -> None:
        self._line.clear()
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
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            selector.register(self._stop_read, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select(self._wait_s())}
                if self._stop_read in ready:
                    return False
                try:
                    if descriptor in ready:
                        data = os.read(descriptor, CHUNK)
                        if not data:
                            return True
                        self._line.send(data)
                    if self._line.arrived():
                        _write_all(descriptor, self._line.receive(CHUNK))
                except OSError:
                    return True

    def _wait_s(self) -> float | None:
        due_s = self._line.next_s()
        return None if due_s is None else max(SHORTEST_WAIT_S, due_s - self._clock.now_s())


class PtyChip(_Server):
    """A chip behind a pseudo-terminal, as if it were plugged in by USB.

    Args:
        chip: the chip.
        link: a symbolic link that leads to the terminal while it is plugged in, so that its
            path stays the same; it replaces a link that is there.
        clock: the machine's time; the chip has to run on the same.

    Attributes:
        path: where to open it: the link if there is one, else `/dev/pts/...`.
    """

    def __init__(self, chip: Chip, link: Path | None = None, clock: Clock | None = None) -> None:
        super().__init__(chip, clock or MonotonicClock(), f"pty of chip {chip.square}")
        self._link = link
        self._master = self._slave = -1
        self.path = ""
        self.plug()

    def plug(self) -> None:
        """Plug it in, if it is not."""
        if self._master >= 0:
            return
        # The other end stays open here too, or bytes would be lost whenever no client has it.
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        if self._link is not None:
            self._unlink()
            self._link.symlink_to(self.path)
            self.path = str(self._link)
        self._chip.restore_power()
        self._start()

    def unplug(self) -> None:
        """Pull it out: clients get errors, the path is gone, and the chip is without power."""
        self._stop()
        if self._master >= 0:
            self._chip.cut_power()
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
            self._unlink()

    def close(self) -> None:
        """Serve no more."""
        self.unplug()

    def _run(self) -> None:
        self._serve(self._master)

    def _unlink(self) -> None:
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()


class SocketChip(_Server):
    """A chip behind a TCP port of this machine, for one client at a time.

    Args:
        chip: the chip.
        port: where to listen; 0 to let the system choose.
        clock: the machine's time; the chip has to run on the same.

    Attributes:
        port: where it listens, also after it was unplugged and plugged in again.
        url: how pyserial calls it.
    """

    def __init__(self, chip: Chip, port: int = 0, clock: Clock | None = None) -> None:
        super().__init__(chip, clock or MonotonicClock(), f"socket of chip {chip.square}")
        self._listener: socket.socket | None = None
        self.port = port
        self.plug()
        self.url = f"socket://127.0.0.1:{self.port}"

    def plug(self) -> None:
        """Listen, if it does not."""
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", self.port))
            self.port = self._listener.getsockname()[1]
            self._start()

    def unplug(self) -> None:
        """Hang up, and listen no more."""
        self._stop()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def close(self) -> None:
        """Serve no more."""
        self.unplug()

    def _run(self) -> None:
        while self._listener is not None:
            with selectors.DefaultSelector() as selector:
                selector.register(self._listener, selectors.EVENT_READ)
                selector.register(self._stop_read, selectors.EVENT_READ)
                ready = {key.fd for key, _ in selector.select()}
            if self._stop_read in ready:
                return
            with suppress(OSError):
                client, _ = self._listener.accept()
                with client:
                    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    if not self._serve(client.fileno()):
                        return


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
