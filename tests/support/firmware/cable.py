"""A serial port with an emulated co-processor behind it that runs the firmware, on virtual time."""

from pathlib import Path
from typing import Final, Literal

from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.scanner.whole import WholeBoard

OP_S: Final = 200e-6
BANNER: Final = b"\r\nMicroPython v1.25.0\r\n>>> "

Restart = Literal["port goes", "prompt", "silence"]
"""What is seen of a co-processor that starts anew without its firmware."""


class Cable:
    """The port, as pyserial has it.

    Args:
        files: where the firmware is.
        restart: what is seen of a restart.

    Attributes:
        board: at its other end.
        is_cut: what is said into it from now on is lost.
    """

    def __init__(self, files: Path = FIRMWARE, restart: Restart = "silence") -> None:
        self.board = WholeBoard(1, op_s=OP_S, files=files)
        self.board.device.plug(self._come)
        self.timeout = 0.0
        self.is_cut = False
        self._restart = restart
        self._resets = 0
        self._heard = bytearray()

    @property
    def in_waiting(self) -> int:
        return len(self._heard)

    def read(self, most: int) -> bytes:
        until_s = self.board.clock.now_s() + self.timeout
        while not self._heard and self.board.clock.now_s() < until_s:
            self.board.step_device()
            self._look_at_restarts()
        data = bytes(self._heard[:most])
        del self._heard[:most]
        return data

    def write(self, data: bytes) -> None:
        if not self.is_cut:
            self.board.device.take(data)

    def close(self) -> None:
        """The device takes no notice."""

    def _come(self, data: bytes) -> None:
        self._heard += data

    def _look_at_restarts(self) -> None:
        if self.board.device.resets == self._resets:
            return
        self._resets = self.board.device.resets
        if self._restart == "port goes":
            raise OSError("device disconnected")
        if self._restart == "prompt":
            self._heard += BANNER
