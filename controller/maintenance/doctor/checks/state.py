"""Checks the system's clock and memory."""

import re
from collections.abc import Iterator
from typing import Final

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, sentence

FIRST_YEAR: Final = 2025
"""Year of the first release: an earlier date is wrong."""
LAST_YEAR: Final = 2100
TIMESYNC: Final = "/run/systemd/timesync"
"""Folder in which systemd-timesyncd records that it has the time from the network."""
NO_MEMORY_MB: Final = 50
LITTLE_MEMORY_MB: Final = 150


def clock(case: Case) -> Iterator[DoctorFinding]:
    """Check whether date and time can be right."""
    now = case.site.now()
    kept = case.site.there("/dev/rtc0")
    why = sentence(
        "Play doesn't depend on it, but the dates of games and logs do, and the system refuses "
        "new packages."
    )
    if not FIRST_YEAR <= now.year < LAST_YEAR:
        yield DoctorFinding(
            "clock",
            "advice",
            sentence("The clock says {time} UTC, which can't be right.", time=now),
            why,
            sentence(
                "Connect the computer to the internet for a minute, or set the clock: {command}.",
                command="sudo date -s '2026-12-31 12:00'",
            ),
        )
    elif case.site.there(f"{TIMESYNC}/synchronized"):
        yield DoctorFinding(
            "clock",
            "good",
            sentence("It is {time} UTC, as the network says.", time=now),
        )
    elif case.site.there(TIMESYNC) and not kept:
        yield DoctorFinding(
            "clock",
            "advice",
            sentence(
                "The clock says {time} UTC. The network hasn't set it yet, and there is no clock "
                "that runs without power.",
                time=now,
            ),
            why,
            sentence(
                "Connect the computer to the internet for a minute, or fit a battery-backed clock "
                "(a Raspberry Pi 5 has one, and needs only the battery)."
            ),
        )
    else:
        yield DoctorFinding("clock", "good", sentence("It is {time} UTC.", time=now))


def memory(case: Case) -> Iterator[DoctorFinding]:
    """Check the free memory."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", case.site.text("/proc/meminfo") or "", re.M)
    if found is None:
        return
    free_mb = int(found[1]) // 1024
    if free_mb < LITTLE_MEMORY_MB:
        yield DoctorFinding(
            "memory",
            "bad" if free_mb < NO_MEMORY_MB else "advice",
            sentence("Only {size} MB of memory are left.", size=free_mb),
            sentence(
                "When none is left, the system ends programs, perhaps hareboard. The game "
                "continues at the next start."
            ),
            sentence(
                "End other programs, or switch the desktop off: {command}, then {restart}.",
                command="sudo raspi-config nonint do_boot_behaviour B1",
                restart="sudo reboot",
            ),
        )
    else:
        yield DoctorFinding(
            "memory", "good", sentence("{size} MB of memory are left.", size=free_mb)
        )
