"""Checks the system's clock and memory."""

import re
from collections.abc import Iterator
from typing import Final

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding

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
    why = (
        "Play does not depend on it, but the dates of games and the lines of logs do, and new "
        "packages are refused."
    )
    if not FIRST_YEAR <= now.year < LAST_YEAR:
        yield DoctorFinding(
            "clock",
            "advice",
            f"The clock says {now:%d %B %Y}, which cannot be.",
            why,
            "Connect the computer to the internet for a minute, or set it: sudo date -s "
            "'2026-12-31 12:00'.",
        )
    elif case.site.there(f"{TIMESYNC}/synchronized"):
        yield DoctorFinding(
            "clock", "good", f"It is {now:%d %B %Y, %H:%M} UTC, as the network says."
        )
    elif case.site.there(TIMESYNC) and not kept:
        yield DoctorFinding(
            "clock",
            "advice",
            f"The clock says {now:%d %B %Y, %H:%M} UTC, and has not been set by the network yet. "
            "There is none that runs without power.",
            why,
            "Connect the computer to the internet for a minute, or fit a battery-backed clock "
            "(a Raspberry Pi 5 has one, and needs only the battery).",
        )
    else:
        yield DoctorFinding("clock", "good", f"It is {now:%d %B %Y, %H:%M} UTC.")


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
            f"Only {free_mb} MB of memory are left.",
            "When none is left, the system ends programs, hareboard among them. The game goes on "
            "at the next start.",
            "End what else is running, or switch the desktop off: sudo raspi-config nonint "
            "do_boot_behaviour B1, then sudo reboot.",
        )
    else:
        yield DoctorFinding("memory", "good", f"{free_mb} MB of memory are left.")
