"""The lights: the helper that drives them, and sources of interference."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.board.file.lights import PWM_PINS
from controller.board.plan.needs import Needs
from controller.maintenance.doctor.boot_config import Boot, boot_of
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.checks.interfaces import REBOOT
from controller.maintenance.doctor.findings import DoctorFinding, Sentence, sentence
from controller.maintenance.doctor.network import Line

SOUND: Final = "snd_bcm2835"
CORE_HZ: Final[Mapping[int, tuple[str, ...]]] = {
    1: ("core_freq=250",),
    2: ("core_freq=250",),
    3: ("core_freq=250",),
    4: ("core_freq=500", "core_freq_min=500"),
}
"""Settings that fix the clock SPI is made from. Source: rpi_ws281x README, "SPI"."""
DARK: Final = sentence("The lights stay dark; the game continues by phone.")

HELPER: Final[Mapping[Line, tuple[Sentence, Sentence]]] = {
    "no-socket": (
        sentence("The lights' helper isn't running: there is no {socket}."),
        sentence(
            "Start it: sudo systemctl start hareboard-lights. If there is no such service, run "
            "this in the folder of hareboard: sudo .venv/bin/python -m hardware.lights.helper "
            "--keep --socket {socket}."
        ),
    ),
    "refused": (
        sentence("Nothing listens at {socket}: the lights' helper has stopped."),
        sentence(
            "Start it again: sudo systemctl restart hareboard-lights. To see why it stopped: "
            "journalctl -u hareboard-lights."
        ),
    ),
    "forbidden": (
        sentence("The user {user} isn't allowed to use the lights' helper at {socket}."),
        sentence(
            "Add the user to the group that {socket} belongs to (ls -l {socket}): sudo usermod "
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
            sentence("hareboard can't light the squares.") + case.table.lights,
            DARK,
            sentence("Do what it says there; hareboard tries again by itself."),
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
            sentence(
                "Analogue sound is on, and the lights are on {pin}.", pin=f"GPIO{needs.strip_pin}"
            ),
            sentence("The same part of the chip makes both: the lights flicker, or show anything."),
            sentence(
                "Write {line} instead of {other} in {file}.",
                line="dtparam=audio=off",
                other="dtparam=audio=on",
                file=boot.file or "config.txt",
            )
            + REBOOT,
        )
    if needs.strip_spi is not None:
        yield from _clock(case.site.pi, needs, boot)


def _helper(case: Case, path: str) -> DoctorFinding:
    line = case.site.network.line(case.site.path(path))
    if line == "open":
        answers = sentence("The lights' helper answers at {socket}.", socket=path)
        return DoctorFinding("lights", "good", answers)
    found, do = HELPER[line]
    facts = {"socket": path, "user": case.site.identity.user}
    return DoctorFinding("lights", "bad", found.about(**facts), DARK, do.about(**facts))


def _sounds(case: Case, boot: Boot) -> bool:
    """Check for the analogue sound driver; if unknown, check whether it is configured."""
    modules = case.site.text("/proc/modules")
    if modules is None:
        return boot.on("audio")
    return any(line.split(" ")[0] == SOUND for line in modules.splitlines())


def _clock(pi: int, needs: Needs, boot: Boot) -> Iterator[DoctorFinding]:
    if needs.strip_spi == 1 and pi in CORE_HZ:
        yield DoctorFinding(
            "lights",
            "advice",
            sentence("The lights are on SPI bus 1 of a Raspberry Pi {model}.", model=pi),
            sentence(
                "Up to a Raspberry Pi 4 that bus pauses between bytes: builders saw wrong colours."
            ),
            sentence(
                "If colours are wrong, take SPI bus 0 ({pin}), or {other}.",
                pin="GPIO10",
                other='driver = "ws281x"',
            ),
        )
    lines = CORE_HZ.get(pi, ())
    lacking = tuple(
        line for line in lines if boot.settings.get(line.split("=")[0]) != line.split("=")[1]
    )
    if not lines:
        yield DoctorFinding(
            "lights", "good", sentence("The clock of SPI never changes on this computer.")
        )
    elif lacking:
        yield DoctorFinding(
            "lights",
            "bad",
            sentence(
                "The lights are on SPI bus {number}, and the core clock may change.",
                number=needs.strip_spi,
            ),
            sentence(
                "SPI depends on that clock. When it changes with the load, the lights get bits of "
                "the wrong length, and flicker."
            ),
            sentence(
                "Write {lines}, each on a line of its own, at the end of {file}.",
                lines=lacking,
                file=boot.file or "/boot/firmware/config.txt",
            )
            + REBOOT,
        )
    else:
        fixed = sentence("The core clock is fixed ({lines}).", lines=", ".join(lines))
        yield DoctorFinding("lights", "good", fixed)
