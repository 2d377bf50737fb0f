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
    """Tools of the firmware commands.

    Attributes:
        site: finds co-processors.
        mpremote: copies files.
        files: the firmware's files.
        clock: measures timeouts, and waits.
        sessions: source of random session numbers.
    """

    site: CoprocessorPorts = field(default_factory=CoprocessorPorts)
    mpremote: Mpremote = field(default_factory=Mpremote)
    files: Callable[[], Files] = read_files
    clock: Clock = field(default_factory=MonotonicClock)
    sessions: Callable[[], int] = _session
