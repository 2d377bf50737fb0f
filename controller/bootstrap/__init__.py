"""Opens a board's devices and assembles the program. Imports every other package.

`address` parses addresses, `readers` opens readers, `devices` a whole board, `table` a whole
table, `calibration` a calibrated board. `simulated` emulates chips and their wiring, `trace`
records a board, `watchdog` detects dead and hung threads. Calibration and co-processors are not
imported here: few games need them.
"""

from controller.bootstrap.address import (
    SIMULATED,
    BadAddress,
    SimulatedAddress,
    files_of,
    parse_simulated,
)
from controller.bootstrap.devices import SQUARES, WORLD_FILE, SimulatedDevices, SimulatedWood
from controller.bootstrap.readers import Opened, check_simulated
from controller.bootstrap.simulated.runners import simulated_pieces, simulated_uid, tags_of
from controller.bootstrap.simulated.wiring import (
    ACCEPTANCE_FILE,
    CALIBRATION_FILE,
    WIRING_FILE,
    own_file,
    solder,
)
from controller.bootstrap.table import (
    SUMMARIES_FILE,
    RunningBoard,
    SimulatedTable,
    Table,
    real_table,
    simulated_table,
)
from controller.game.journal.files.file_format import JOURNAL_FILE

__all__ = [
    "ACCEPTANCE_FILE",
    "CALIBRATION_FILE",
    "JOURNAL_FILE",
    "SIMULATED",
    "SQUARES",
    "SUMMARIES_FILE",
    "WIRING_FILE",
    "WORLD_FILE",
    "BadAddress",
    "Opened",
    "RunningBoard",
    "SimulatedAddress",
    "SimulatedDevices",
    "SimulatedTable",
    "SimulatedWood",
    "Table",
    "check_simulated",
    "files_of",
    "own_file",
    "parse_simulated",
    "real_table",
    "simulated_pieces",
    "simulated_table",
    "simulated_uid",
    "solder",
    "tags_of",
]
