"""Checks the computer, its system and the installed libraries."""

import re
from collections.abc import Iterator
from typing import Final

from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding

OLDEST_PYTHON: Final = (3, 11)
OLDEST_DEBIAN: Final = 12
"""Bookworm: the first Raspberry Pi OS with Python 3.11."""
INSTALL: Final = "Run: .venv/bin/pip install --upgrade 'hareboard[pi]', in the folder of hareboard."
BLINKA: Final = "Adafruit-Blinka"
GPIOZERO: Final = ("gpiozero", "2.0.1.post3")
"""The first release that finds the pins of a Raspberry Pi 5 under every kernel."""


def computer(case: Case) -> Iterator[DoctorFinding]:
    """Check whether this computer meets the needs of the board file."""
    site, needs = case.site, case.needs
    if site.pi is None:
        named = site.model or f"{site.kernel} on {site.machine}"
        if needs is not None and not needs.nothing:
            yield DoctorFinding(
                "computer",
                "bad",
                f"This is no Raspberry Pi ({named}), and the board file names its pins.",
                "SPI, I2C, buttons and lights hang on pins that only a Raspberry Pi has.",
                "Run hareboard on the Raspberry Pi under the board. To play on this computer, "
                "start “hareboard simulate”.",
            )
        else:
            yield DoctorFinding(
                "computer", "good", f"{named}: no Raspberry Pi, and none is needed."
            )
        return
    if site.pi >= 5 and needs is not None and needs.strip_pin is not None:
        yield DoctorFinding(
            "computer",
            "bad",
            f"{site.model}, and the board file drives its lights by rpi_ws281x.",
            "rpi_ws281x does not know the pins of a Raspberry Pi 5: the lights stay dark.",
            'In the board file, write driver = "spi" in [lights], and wire the strip\'s data to '
            "that bus (number 0: GPIO10), alone.",
        )
        return
    lights = 'any driver but "ws281x"' if site.pi >= 5 else "any driver"
    yield DoctorFinding("computer", "good", f"{site.model}. Lights: {lights} will do.")


def system(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the system is new enough."""
    site = case.site
    release = dict(
        line.split("=", 1)
        for line in (site.text("/etc/os-release") or "").splitlines()
        if "=" in line
    )
    name = release.get("PRETTY_NAME", site.kernel).strip('"')
    python = ".".join(map(str, site.python))
    old = release.get("VERSION_ID", "").strip('"')
    if site.python < OLDEST_PYTHON:
        yield DoctorFinding(
            "system",
            "bad",
            f"Python {python}.",
            "hareboard is written for Python 3.11 and newer, and nobody tries it with others.",
            "Install Python 3.11 or newer, or the newest Raspberry Pi OS, which has it.",
        )
    elif site.pi is not None and old.isdigit() and int(old) < OLDEST_DEBIAN:
        yield DoctorFinding(
            "system",
            "advice",
            f"{name}, older than Debian {OLDEST_DEBIAN}.",
            "Its kernel and libraries for pins are older than anything hareboard was made for.",
            "Put the newest Raspberry Pi OS on the card. Copy the games and the board file first.",
        )
    elif site.pi is not None and site.machine in ("armv6l", "armv7l"):
        yield DoctorFinding(
            "system",
            "advice",
            f"{name}, {site.machine}: a system of 32 bits.",
            "Few libraries are published for it ready to use, so installing may need a compiler "
            "and an hour.",
            "From a Raspberry Pi 3 on, choose the system of 64 bits when the card is next written.",
        )
    else:
        yield DoctorFinding("system", "good", f"{name}, {site.machine}, Python {python}.")


def libraries(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the packages that this board needs are installed."""
    needs = case.needs
    if needs is None or case.site.pi is None or needs.nothing:
        return
    wanted: dict[str, str] = {}
    if needs.spi or needs.i2c or needs.pins:
        wanted[BLINKA] = "readers"
    if wanted or needs.strip_spi is not None:
        wanted["gpiod"] = "pins"
    if needs.buttons:
        wanted |= {GPIOZERO[0]: "buttons", "lgpio": "buttons"}
    if needs.strip_pin is not None:
        wanted["rpi-ws281x"] = "lights"
    elif needs.strip_spi is not None:
        wanted["adafruit-circuitpython-neopixel-spi"] = "lights"
    found = {package: case.site.version_of(package) for package in wanted}
    lacking = [f"{name} ({wanted[name]})" for name, version in found.items() if version is None]
    gpiozero = found.get(GPIOZERO[0])
    if lacking:
        yield DoctorFinding(
            "libraries",
            "bad",
            f"Not installed here: {', '.join(lacking)}.",
            "Without them hareboard cannot reach what is wired to the pins.",
            INSTALL,
        )
    if gpiozero is not None and _release(gpiozero) < _release(GPIOZERO[1]):
        yield DoctorFinding(
            "libraries",
            "bad",
            f"gpiozero {gpiozero}; {GPIOZERO[1]} or newer is needed.",
            "Older ones look for the pins of a Raspberry Pi 5 where newer kernels no longer have "
            "them.",
            INSTALL,
        )
    elif not lacking:
        versions = ", ".join(f"{name} {version}" for name, version in found.items())
        yield DoctorFinding("libraries", "good", f"{versions}.")


def _release(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
