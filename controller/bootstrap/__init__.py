"""Opens a board's devices and assembles the program. Imports every other package.

`address` parses addresses, `readers` opens readers, `devices` a whole board, `table` a whole
table. `simulated` emulates chips and their wiring, `trace` records a board, `watchdog` detects dead
and hung threads.
"""

from controller.bootstrap.address import (
    SIMULATED,
    BadAddress,
    SimulatedAddress,
    parse_simulated,
)
from controller.bootstrap.devices import SQUARES, WORLD_FILE, Devices, SimulatedDevices
from controller.bootstrap.readers import (
    Opened,
    SimulatedHardware,
    check_simulated,
    open_real_board,
    open_simulated_board,
)
from controller.bootstrap.simulated.runners import simulated_pieces, simulated_uid, tags_of
from controller.bootstrap.simulated.wiring import WIRING_FILE, WORKSHOP_FILE, own_file, solder
from controller.bootstrap.table import (
    SimulatedTable,
    Table,
    WorkshopTable,
    real_table,
    real_workshop,
    simulated_table,
    simulated_workshop,
)
from controller.game.journal.file_format import JOURNAL_FILE

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
    "SimulatedAddress",
    "SimulatedDevices",
    "SimulatedHardware",
    "SimulatedTable",
    "Table",
    "WorkshopTable",
    "check_simulated",
    "open_real_board",
    "open_simulated_board",
    "own_file",
    "parse_simulated",
    "real_table",
    "real_workshop",
    "simulated_pieces",
    "simulated_table",
    "simulated_uid",
    "simulated_workshop",
    "solder",
    "tags_of",
]
