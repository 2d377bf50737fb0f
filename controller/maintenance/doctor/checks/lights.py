"""The lights: the helper that drives them, and sources of interference."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.board.file.lights import PWM_PINS
from controller.board.plan.needs import Needs
from controller.maintenance.doctor.boot_config import Boot, boot_of
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding
from controller.maintenance.doctor.network import Line

SOUND: Final = "snd_bcm2835"
CORE_HZ: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("core_freq=250",),
    2: ("core_freq=250",),
    3: ("core_freq=250",),
    4: ("core_freq=500", "core_freq_min=500"),
}
"""Settings that fix the clock SPI is made from. Source: rpi_ws281x README, "SPI"."""
DARK: Final = "The lights stay dark; the game goes on by phone."

HELPER: Final[Mapping[Line, tuple[str, str]]] = {
    "no-socket": (
        "The lights' helper does not run: there is no {socket}.",
        (
            "Start it: sudo systemctl start hareboard-lights. If there is no such service, run "
            "sudo .venv/bin/python -m hardware.lights.helper --keep --socket {socket}, in the "
            "folder of hareboard."
        ),
    ),
    "refused": (
        "Nobody listens at {socket}: the lights' helper has ended.",
        (
            "Start it again: sudo systemctl restart hareboard-lights. What ended it is told by "
            "journalctl -u hareboard-lights."
        ),
    ),
    "forbidden": (
        "The user {user} may not speak to the lights' helper at {socket}.",
        (
            "Put the user into the group that {socket} belongs to (ls -l {socket}): sudo usermod "
            "-aG GROUP {user}. Then log out and in again."
        ),
    ),
}
"""Faults of the helper's socket, and their remedies."""


def lights(case: Case) -> Iterator[DoctorFinding]:
    """Check the lights of a running table; the helper, sound, and the clock of SPI."""
    if case.table is not None and case.table.lights is not None:
        yield DoctorFinding(
            "lights",
            "bad",
            f"hareboard cannot light the squares. {case.table.lights}",
            DARK,
            "Do what is said there; hareboard tries again by itself.",
        )
    needs = case.needs
    if needs is None:
        return
    if needs.socket is not None:
        yield _helper(case, needs.socket)
    if case.site.pi is None:
        return
    boot = boot_of(case.site)
    if needs.strip_pin in PWM_PINS and _sounds(case, boot):
        yield DoctorFinding(
            "lights",
            "bad",
            f"Analogue sound is on, and the lights are on GPIO{needs.strip_pin}.",
            "Both are made by the same part of the chip: the lights flicker, or show anything.",
            f"Write dtparam=audio=off instead of dtparam=audio=on in {boot.file or 'config.txt'}. "
            "Then restart: sudo reboot.",
        )
    if needs.strip_spi is not None:
        yield from _clock(case.site.pi, needs, boot)


def _helper(case: Case, path: str) -> DoctorFinding:
    line = case.site.network.line(case.site.path(path))
    if line == "open":
        return DoctorFinding("lights", "good", f"The lights' helper answers at {path}.")
    found, do = HELPER[line]
    said = {"socket": path, "user": case.site.identity.user}
    return DoctorFinding(
        "lights",
        "bad",
        found.format(**said),
        DARK,
        do.format(**said),
    )


def _sounds(case: Case, boot: Boot) -> bool:
    """Check for the analogue sound driver; if unknown, check whether it is configured."""
    modules = case.site.text("/proc/modules")
    if modules is None:
        return boot.on("audio")
    return any(line.split(" ")[0] == SOUND for line in modules.splitlines())


def _clock(pi: int, needs: Needs, boot: Boot) -> Iterator[DoctorFinding]:
    lines = CORE_HZ.get(pi, ())
    lacking = [
        line for line in lines if boot.settings.get(line.split("=")[0]) != line.split("=")[1]
    ]
    if not lines:
        yield DoctorFinding(
            "lights", "good", "The clock of SPI is always the same on this computer."
        )
    elif lacking:
        yield DoctorFinding(
            "lights",
            "bad",
            f"The lights are on SPI bus {needs.strip_spi}, and the core clock may change.",
            "SPI is made from that clock. When it changes with the load, the lights get bits of "
            "the wrong length, and flicker.",
            f"Write {' and '.join(lacking)}, each on a line of its own, at the end of "
            f"{boot.file or '/boot/firmware/config.txt'}. Then restart: sudo reboot.",
        )
    else:
        yield DoctorFinding("lights", "good", f"The core clock is fixed ({', '.join(lines)}).")
