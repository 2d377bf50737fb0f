"""A desk with one reader on a serial port."""

import random
from pathlib import Path

from controller.bootstrap import simulated_pieces, simulated_uid
from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import MonotonicClock
from hardware.sensing.settings import Place
from hardware.simulated.pn532.plugs import PtyChip
from hardware.simulated.world import World


class Desk:
    """One reader on a serial port, pieces beside it, and a board file that names the port.

    Args:
        folder: where port and file are.
        square: the one that has the reader.
        more: sections that the board file has besides.
    """

    def __init__(self, folder: Path, square: int = 1, more: str = "") -> None:
        clock = MonotonicClock()
        self.world = World(square, simulated_pieces())
        emulation = emulate(self.world, {square: Place(0, 0)}, clock, random.Random(1))
        self.plug = PtyChip(emulation.chips[square], folder / "reader", clock)
        self.file = folder / "desk.toml"
        self.file.write_text(
            f"""\
name = "A desk"

[squares]
count = {square}
columns = {square}
without_reader = {list(range(1, square))}

[[readers.bus]]
transport = "uart"
port = "{self.plug.path}"
square = {square}

# Chips that share a busy machine with other tests answer late.
[readers.timing]
ack_ms = 900
slack_ms = 900

[tags]
red = {{ base = "{simulated_uid("red", "base")}" }}

{more}
""",
            "utf-8",
        )
