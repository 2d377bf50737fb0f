"""All checks of the doctor, in order. Each is described in docs/doctor.md.

A check takes a case and yields findings: none if it does not concern the case.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.checks.board import board_file, tags
from controller.maintenance.doctor.checks.computer import computer, libraries, system
from controller.maintenance.doctor.checks.interfaces import i2c, serial, spi
from controller.maintenance.doctor.checks.lights import lights
from controller.maintenance.doctor.checks.pages import phones, port
from controller.maintenance.doctor.checks.readers import readers
from controller.maintenance.doctor.checks.rights import rights
from controller.maintenance.doctor.checks.state import clock, memory
from controller.maintenance.doctor.checks.storage import disk, journal
from controller.maintenance.doctor.checks.supply import power, temperature
from controller.maintenance.doctor.checks.voice import voice
from controller.maintenance.doctor.findings import DoctorFinding


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        key: name in JSON.
        title: title for people.
        look: yields the findings.
    """

    key: str
    title: str
    look: Callable[[Case], Iterator[DoctorFinding]]


CHECKS: Final = (
    Check("board", "The board file", board_file),
    Check("readers", "The readers", readers),
    Check("tags", "Tags of the runners", tags),
    Check("lights", "The lights", lights),
    Check("voice", "The loudspeaker", voice),
    Check("computer", "The computer", computer),
    Check("system", "The system", system),
    Check("libraries", "Libraries", libraries),
    Check("spi", "SPI", spi),
    Check("i2c", "I2C", i2c),
    Check("serial", "Serial ports", serial),
    Check("rights", "Rights of the user", rights),
    Check("power", "Power supply", power),
    Check("temperature", "Temperature", temperature),
    Check("disk", "Disk", disk),
    Check("journal", "The saved games", journal),
    Check("memory", "Memory", memory),
    Check("clock", "Clock", clock),
    Check("port", "Port of the pages", port),
    Check("phones", "Phones", phones),
)
TITLES: Final = {check.key: check.title for check in CHECKS}
