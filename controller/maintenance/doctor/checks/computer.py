"""Checks the computer, its system and the installed libraries."""

import re
from collections.abc import Iterator
from typing import Final

from controller.board.file.pins import SPI_1_SELECT, SPI_WIRES
from controller.board.plan.needs import Needs
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, Sentence, sentence

OLDEST_PYTHON: Final = (3, 11)
OLDEST_DEBIAN: Final = 12
"""Bookworm: the first Raspberry Pi OS with Python 3.11."""
INSTALL: Final = sentence(
    "Run this in the folder of hareboard: {command}.",
    command="PYPI=1 .venv/bin/pip install --upgrade 'hareboard[pi]'",
)
"""With `PYPI=1` lgpio, which has no wheel for Python 3.13, compiles its C library too, which Debian
does not have. Source: its setup.py; sunfounder/pironman5 issue 29."""
FOR_READERS: Final = sentence("{package} (for the readers)")
FOR_PINS: Final = sentence("{package} (for the pins)")
FOR_BUTTONS: Final = sentence("{package} (for the buttons)")
FOR_LIGHTS: Final = sentence("{package} (for the lights)")
BLINKA: Final = "Adafruit-Blinka"
GPIOZERO: Final = ("gpiozero", "2.0.1.post3")
"""The first release that finds the pins of a Raspberry Pi 5 under every kernel."""


def computer(case: Case) -> Iterator[DoctorFinding]:
    """Check whether this computer meets the needs of the board file."""
    site, needs = case.site, case.needs
    if site.pi is None:
        named = site.model or f"{site.kernel}, {site.machine}"
        if needs is not None and not needs.nothing:
            yield DoctorFinding(
                "computer",
                "bad",
                sentence(
                    "This is no Raspberry Pi ({computer}), but the board file uses its pins.",
                    computer=named,
                ),
                sentence("Only a Raspberry Pi has the pins for SPI, I2C, buttons and lights."),
                sentence(
                    "Run hareboard on the Raspberry Pi under the board. To play on this computer, "
                    "run: {command}.",
                    command="hareboard simulate",
                ),
            )
        else:
            yield DoctorFinding(
                "computer",
                "good",
                sentence("{computer}: no Raspberry Pi, and none is needed.", computer=named),
            )
        return
    if site.pi >= 5 and needs is not None and needs.strip_pin is not None:
        yield DoctorFinding(
            "computer",
            "bad",
            sentence(
                "{computer}, but the board file drives its lights with {driver}.",
                computer=site.model,
                driver="rpi_ws281x",
            ),
            sentence(
                "{driver} doesn't know the pins of a Raspberry Pi 5: the lights stay dark.",
                driver="rpi_ws281x",
            ),
            _other_lights(needs),
        )
        return
    yield DoctorFinding(
        "computer",
        "good",
        sentence(
            "{computer}. Every driver for lights works on it except {driver}.",
            computer=site.model,
            driver='"ws281x"',
        )
        if site.pi >= 5
        else sentence("{computer}. Every driver for lights works on it.", computer=site.model),
    )


def _other_lights(needs: Needs) -> Sentence:
    """Say what drives a strip on a Raspberry Pi 5, besides this board's readers."""
    free = [number for number, wires in SPI_WIRES.items() if number not in needs.spi]
    if not free:
        return sentence(
            "Both SPI buses have readers: put the lights on a co-processor, {line} in {section}.",
            line='driver = "scanner"',
            section="[lights]",
        )
    number = free[0]
    said = sentence(
        "In the board file, write {lines} in {section}, and connect the strip's data wire to "
        "{pin}, with nothing else on that bus.",
        lines=('driver = "spi"', f"number = {number}"),
        section="[lights]",
        pin=SPI_WIRES[number].mosi,
    )
    wires = SPI_WIRES[number]
    own = {wires.sck, wires.mosi, wires.miso} | ({SPI_1_SELECT} if number == 1 else set())
    taken = tuple(sorted(own & needs.pins))
    if taken:
        said += sentence("Put what is on {pins} to other pins: the bus needs them.", pins=taken)
    return said


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
            sentence("Python {version}.", version=python),
            sentence("hareboard is written for Python 3.11 and newer, and not tested with others."),
            sentence("Install Python 3.11 or newer, or the newest Raspberry Pi OS, which has it."),
        )
    elif site.pi is not None and old.isdigit() and int(old) < OLDEST_DEBIAN:
        yield DoctorFinding(
            "system",
            "advice",
            sentence("{system}, older than Debian {version}.", system=name, version=OLDEST_DEBIAN),
            sentence(
                "Its kernel and its libraries for pins are older than those hareboard was made for."
            ),
            sentence(
                "Copy the games and the board file, then put the newest Raspberry Pi OS on the "
                "card."
            ),
        )
    elif site.pi is not None and site.machine in ("armv6l", "armv7l"):
        yield DoctorFinding(
            "system",
            "advice",
            sentence("{system}, {machine}: a 32-bit system.", system=name, machine=site.machine),
            sentence(
                "Few libraries are published ready to use for it, so installing may need a "
                "compiler and an hour."
            ),
            sentence(
                "From a Raspberry Pi 3 on, choose the 64-bit system when you next write the card."
            ),
        )
    else:
        yield DoctorFinding("system", "good", f"{name}, {site.machine}, Python {python}.")


def libraries(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the packages that this board needs are installed."""
    needs = case.needs
    if needs is None or case.site.pi is None or needs.nothing:
        return
    wanted: dict[str, Sentence] = {}
    if needs.spi or needs.i2c or needs.pins:
        wanted[BLINKA] = FOR_READERS
    if wanted or needs.strip_spi is not None:
        wanted["gpiod"] = FOR_PINS
    if needs.buttons:
        wanted |= {GPIOZERO[0]: FOR_BUTTONS, "lgpio": FOR_BUTTONS}
    if needs.strip_pin is not None:
        wanted["rpi-ws281x"] = FOR_LIGHTS
    elif needs.strip_spi is not None:
        wanted["adafruit-circuitpython-neopixel-spi"] = FOR_LIGHTS
    found = {package: case.site.version_of(package) for package in wanted}
    lacking = tuple(
        wanted[name].about(package=name) for name, version in found.items() if version is None
    )
    gpiozero = found.get(GPIOZERO[0])
    if lacking:
        yield DoctorFinding(
            "libraries",
            "bad",
            sentence("Not installed here: {packages}.", packages=lacking),
            sentence("Without them hareboard can't reach what is wired to the pins."),
            INSTALL,
        )
    if gpiozero is not None and _release(gpiozero) < _release(GPIOZERO[1]):
        yield DoctorFinding(
            "libraries",
            "bad",
            sentence(
                "{package} {version} is too old; {needed} or newer is needed.",
                package=GPIOZERO[0],
                version=gpiozero,
                needed=GPIOZERO[1],
            ),
            sentence(
                "Older versions look for the pins of a Raspberry Pi 5 where newer kernels no "
                "longer have them."
            ),
            INSTALL,
        )
    elif not lacking:
        versions = ", ".join(f"{name} {version}" for name, version in found.items())
        yield DoctorFinding("libraries", "good", f"{versions}.")


def _release(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
