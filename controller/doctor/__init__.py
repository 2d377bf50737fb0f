"""The doctor: looks at the computer, the board and the games, and says what to mend.

`site` is the computer as it is seen, `network` what is tried on the network, `boot` what it was
told to switch on; `case` is what one examination is about. `checks` has the checks, `examination`
goes through them, `report` tells what came out, `bundle` packs it for others, without what
`redaction` takes out. The checks are told in docs/doctor.md. Nothing here changes anything.
"""

from controller.doctor.bundle import Bundle, make_bundle
from controller.doctor.case import Case, Probe, Table, find_table, read_file
from controller.doctor.examination import Examiner, Report, examine
from controller.doctor.findings import Finding, ReaderReport
from controller.doctor.site import Site

__all__ = [
    "Bundle",
    "Case",
    "Examiner",
    "Finding",
    "Probe",
    "ReaderReport",
    "Report",
    "Site",
    "Table",
    "examine",
    "find_table",
    "make_bundle",
    "read_file",
]
