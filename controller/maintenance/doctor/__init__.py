"""The doctor: examines computer, board and games (docs/doctor.md). Imports `board`, `game`.

`computer` is the computer as the doctor sees it, `network` its network probes,
`boot_config` reads config.txt. `case` is one examination's subject, `checks` has all checks,
`examination` runs them. `findings`, `report` and `bundle` are the output; `redaction`
takes private data out of a bundle.
"""

from controller.maintenance.doctor.bundle import Bundle, make_bundle
from controller.maintenance.doctor.case import Case, Probe, RunningTable, find_table, read_file
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.examination import Examiner, Report, examine
from controller.maintenance.doctor.findings import DoctorFinding, ReaderReport

__all__ = [
    "Bundle",
    "Case",
    "DoctorFinding",
    "ExaminedComputer",
    "Examiner",
    "Probe",
    "ReaderReport",
    "Report",
    "RunningTable",
    "examine",
    "find_table",
    "make_bundle",
    "read_file",
]
