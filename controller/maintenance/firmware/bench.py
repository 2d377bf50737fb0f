"""Tools of the firmware commands: ports, mpremote, firmware files, clock."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from controller.maintenance.firmware.files import Files, read_files
from controller.maintenance.firmware.ports import CoprocessorPorts
from controller.maintenance.firmware.prompt import Mpremote
from hardware.clock import Clock, MonotonicClock


def _session() -> int:
    return secrets.randbits(32)


@dataclass(frozen=True)
class Bench:
    """The workbench: computer, tools, time and chance.

    Attributes:
        site: where co-processors are found.
        mpremote: copies files.
        files: reads those of the firmware.
        clock: tells when nobody answers, and waits.
        sessions: chooses numbers of sessions, at random.
    """

    site: CoprocessorPorts = field(default_factory=CoprocessorPorts)
    mpremote: Mpremote = field(default_factory=Mpremote)
    files: Callable[[], Files] = read_files
    clock: Clock = field(default_factory=MonotonicClock)
    sessions: Callable[[], int] = _session
