"""Tools of the firmware commands: ports, drives, mpremote, firmware files, clock."""

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.maintenance.firmware.files import Files, read_files
from controller.maintenance.firmware.micropython.drives import BootDrives
from controller.maintenance.firmware.micropython.official import OfficialMicroPython, read_official
from controller.maintenance.firmware.ports import CoprocessorPorts
from controller.maintenance.firmware.prompt import Mpremote
from hardware.clock import Clock, MonotonicClock
from hardware.scanner.conversation import new_session


@dataclass(frozen=True)
class Bench:
    """Tools of the firmware commands.

    Attributes:
        site: finds co-processors.
        drives: finds boards that wait for MicroPython.
        official: the MicroPython to download.
        mpremote: copies files.
        files: the firmware's files.
        clock: measures timeouts, and waits.
        sessions: source of random session numbers.
    """

    site: CoprocessorPorts = field(default_factory=CoprocessorPorts)
    drives: BootDrives = field(default_factory=BootDrives)
    official: Callable[[], OfficialMicroPython] = read_official
    mpremote: Mpremote = field(default_factory=Mpremote)
    files: Callable[[], Files] = read_files
    clock: Clock = field(default_factory=MonotonicClock)
    sessions: Callable[[], int] = new_session
