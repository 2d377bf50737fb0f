"""What the commands work with."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from controller.firmware.files import Files, read_files
from controller.firmware.prompt import Mpremote
from controller.firmware.site import Site
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

    site: Site = field(default_factory=Site)
    mpremote: Mpremote = field(default_factory=Mpremote)
    files: Callable[[], Files] = read_files
    clock: Clock = field(default_factory=MonotonicClock)
    sessions: Callable[[], int] = _session
