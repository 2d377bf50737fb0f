"""Where devices are opened and everything is put together.

`address` opens readers, `devices` everything that is on a board, `simulation` wires emulated
chips, `table` makes a whole table.
"""

from controller.journal_file import JOURNAL_FILE
from controller.wiring.address import (
    SIMULATED,
    BadAddress,
    Opened,
    check_simulated,
    file_path,
    open_board,
)
from controller.wiring.devices import SQUARES, WORLD_FILE, Devices, SimulatedDevices
from controller.wiring.runners import simulated_pieces, simulated_uid, tags_of
from controller.wiring.table import (
    SimulatedTable,
    Table,
    WorkshopTable,
    real_table,
    real_workshop,
    simulated_table,
    simulated_workshop,
)
from controller.wiring.wood import WIRING_FILE, WORKSHOP_FILE, own_file, solder

__all__ = [
    "JOURNAL_FILE",
    "SIMULATED",
    "SQUARES",
    "WIRING_FILE",
    "WORKSHOP_FILE",
    "WORLD_FILE",
    "BadAddress",
    "Devices",
    "Opened",
    "SimulatedDevices",
    "SimulatedTable",
    "Table",
    "WorkshopTable",
    "check_simulated",
    "file_path",
    "open_board",
    "own_file",
    "real_table",
    "real_workshop",
    "simulated_pieces",
    "simulated_table",
    "simulated_uid",
    "simulated_workshop",
    "solder",
    "tags_of",
]
