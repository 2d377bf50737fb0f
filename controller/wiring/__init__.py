"""Where devices are opened and everything is put together.

`address` opens boards, `simulation` wires emulated chips, `table` makes a whole table.
"""

from controller.wiring.address import SIMULATED, BadAddress, Opened, open_board
from controller.wiring.runners import simulated_pieces, simulated_uid, tags_of
from controller.wiring.table import (
    JOURNAL_FILE,
    SQUARES,
    WORLD_FILE,
    SimulatedTable,
    simulated_table,
)

__all__ = [
    "JOURNAL_FILE",
    "SIMULATED",
    "SQUARES",
    "WORLD_FILE",
    "BadAddress",
    "Opened",
    "SimulatedTable",
    "open_board",
    "simulated_pieces",
    "simulated_table",
    "simulated_uid",
    "tags_of",
]
