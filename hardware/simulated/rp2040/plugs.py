"""Real ports with an emulated RP2040 behind them: a pseudo-terminal and a TCP port."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from hardware.simulated.plugs import ByteCarrier, PtyServer, SocketServer, write_all
from hardware.simulated.rp2040.machine import RING_BYTES, Rp2040

CHUNK: Final = RING_BYTES


class _Device(ByteCarrier):
    """Carries bytes between a device and a file descriptor."""

    device: Rp2040

    def _serve(self, descriptor: int) -> bool:
        def outward(data: bytes) -> None:
            with suppress(OSError):
                write_all(descriptor, data)

        self.device.plug(outward)
        try:
            while (ready := self._wait(descriptor)) is not None:
                try:
                    data = os.read(descriptor, CHUNK) if ready else b""
                except OSError:
                    return True
                if not data:
                    return True
                if not self.device.take_all(data):
                    return False
            return False
        finally:
            self.device.plug(lambda _: None)


class PtyDevice(_Device, PtyServer):
    """A device on a pseudo-terminal, as on USB.

    Args:
        device: the device.
        link: see `PtyServer`.
    """

    def __init__(self, device: Rp2040, link: Path) -> None:
        super().__init__(f"pty {link.name}", link)
        self.device = device
        self.plug()


class SocketDevice(_Device, SocketServer):
    """A device at a TCP port of this machine, for one client at a time.

    Args:
        device: the device.
    """

    def __init__(self, device: Rp2040) -> None:
        super().__init__("socket device")
        self.device = device
        self.plug()
