"""Real ports with an emulated chip behind them: a pseudo-terminal and a TCP port."""

import os
from pathlib import Path
from typing import Final

from hardware.clock import Clock, MonotonicClock
from hardware.simulated.plugs import ByteCarrier, PtyServer, SocketServer, write_all
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.line import UartLine

CHUNK: Final = 4096
SHORTEST_WAIT_S: Final = 0.0002


class _Chip(ByteCarrier):
    """Carries bytes between a chip and a file descriptor."""

    chip: EmulatedChip
    clock: Clock
    line: UartLine

    def behind(self, chip: EmulatedChip, clock: Clock | None, latency_s: float = 0.0) -> None:
        """Serve this chip; it has to run on the same clock, the machine's unless given."""
        self.chip, self.clock = chip, clock or MonotonicClock()
        self.line = UartLine(chip, self.clock, latency_s, instant=True)

    def _start(self) -> None:
        self.line.clear()
        super()._start()

    def _serve(self, descriptor: int) -> bool:
        while (ready := self._wait(descriptor, self._wait_s())) is not None:
            try:
                if ready:
                    data = os.read(descriptor, CHUNK)
                    if not data:
                        return True
                    self.line.send(data)
                if self.line.arrived():
                    write_all(descriptor, self.line.receive(CHUNK))
            except OSError:
                return True
        return False

    def _wait_s(self) -> float | None:
        due_s = self.line.next_s()
        return None if due_s is None else max(SHORTEST_WAIT_S, due_s - self.clock.now_s())


class PtyChip(_Chip, PtyServer):
    """A chip behind a pseudo-terminal, as if it were plugged in by USB.

    Args:
        chip: the chip.
        link: see `PtyServer`.
        clock: the machine's time; the chip has to run on the same.
        latency_s: as `UartLine`.
    """

    def __init__(
        self,
        chip: EmulatedChip,
        link: Path | None = None,
        clock: Clock | None = None,
        latency_s: float = 0.0,
    ) -> None:
        super().__init__(f"pty of chip {chip.square}", link)
        self.behind(chip, clock, latency_s)
        self.plug()

    def plug(self) -> None:
        """Plug it in, if it is not."""
        self.chip.restore_power()
        super().plug()

    def unplug(self) -> None:
        """Pull it out: clients get errors, the path is gone, and the chip is without power."""
        super().unplug()
        self.chip.cut_power()


class SocketChip(_Chip, SocketServer):
    """A chip behind a TCP port of this machine, for one client at a time.

    Args:
        chip: the chip.
        port: to listen at; 0 to let the system choose.
        clock: the machine's time; the chip has to run on the same.
    """

    def __init__(self, chip: EmulatedChip, port: int = 0, clock: Clock | None = None) -> None:
        super().__init__(f"socket of chip {chip.square}", port)
        self.behind(chip, clock)
        self.plug()
