"""Messages to people about co-processors."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from controller.maintenance.firmware.ports import DRIVE, LINK, USB_ID, Port
from hardware.scanner import words
from hardware.scanner.protocol import Tested, Welcome

VERSION: Final = (words.MAJOR, words.MINOR, words.PATCH)
"""Version of the firmware that came with this program."""

NOTHING: Final = f"""\
No co-processor is plugged in, or its USB cable only charges: try another cable.

A new Raspberry Pi Pico, or another board with an RP2040, needs MicroPython first:
1. Pull its plug. Hold its button BOOTSEL while you plug it in again: a drive {DRIVE} appears.
2. Download MicroPython for it, 1.25 or newer, a file RPI_PICO-….uf2: for the Pico it is on
   the page micropython.org/download/RPI_PICO.
3. Copy this file to the drive {DRIVE}. The board restarts by itself, and the drive is gone.
4. Then run: hareboard firmware flash"""

WAITING: Final = """\
A board waits for MicroPython: its drive is {drive}.
1. Download MicroPython for it, 1.25 or newer, a file RPI_PICO-….uf2: for the Pico it is on
   the page micropython.org/download/RPI_PICO.
2. Copy this file to the drive: cp RPI_PICO-*.uf2 {drive}
   The board restarts by itself, and the drive is gone.
3. Then run: hareboard firmware flash"""


NO_WIRES: Final = (
    "It knows nothing of its wires yet. That is as it should be with a new one: hareboard tells it "
    "what the board file says when it starts."
)


def versioned(version: Iterable[int]) -> str:
    """Format a version: `1.25`."""
    return ".".join(map(str, version))


def nothing(drive: Path | None) -> str:
    """Give the remedy if no board with MicroPython is plugged in.

    Args:
        drive: drive of a board that waits for MicroPython, if any.
    """
    return NOTHING if drive is None else WAITING.format(drive=drive)


def several(ports: Sequence[Port]) -> str:
    """Ask the user to choose a port."""
    wide = max(len(port.name) for port in ports)
    lines = [f"  {port.name:<{wide}}  serial number {port.serial_number}" for port in ports]
    return "\n".join(
        [f"{len(ports)} boards with MicroPython are plugged in:", *lines, "Name one with --port."]
    )


def who(welcome: Welcome) -> str:
    """Describe a co-processor."""
    said = [f"firmware {versioned(welcome.version)}"]
    if welcome.number:
        said.append(f"number {welcome.number}")
    if welcome.name:
        said.append(f"“{welcome.name}”")
    return ", ".join([*said, f"serial number {welcome.unique}"])


def other_version(welcome: Welcome, port: str) -> str:
    """Give the remedy for a firmware of another version; empty if it is the same."""
    if welcome.protocol != words.PROTOCOL:
        said = f"Its firmware speaks version {welcome.protocol} of the protocol"
        ours, older = f"version {words.PROTOCOL}", welcome.protocol < words.PROTOCOL
    elif welcome.version != VERSION:
        said = f"Its firmware is {versioned(welcome.version)}"
        ours, older = versioned(VERSION), welcome.version < VERSION
    else:
        return ""
    also = "" if older else " Or update hareboard."
    return f"{said}, that of this hareboard {ours}: run “hareboard firmware update {port}”.{also}"


def readers(welcome: Welcome, tested: Tested) -> str:
    """Say how many readers answer, and give the remedy for the others."""
    count = tested.readers
    dead = [number for number in range(count) if number not in tested.answering]
    if not count:
        return "It has no readers." if welcome.wiring else NO_WIRES
    if not dead:
        return "Its one reader answers." if count == 1 else f"All its {count} readers answer."
    if len(dead) == count:
        none = "Its one reader does not answer"
        if count > 1:
            none = f"None of its {count} readers answers"
        return (
            f"{none}. Look at power and ground, which it has to share with them, and at the three "
            "wires of the bus."
        )
    named = f"Reader {dead[0]} does" if len(dead) == 1 else f"Readers {_listed(dead)} do"
    return (
        f"{named} not answer, of {count}: reader 0 is that of its lowest square, and so on. Look "
        "at the power, the select wire and the switches of each."
    )


def rule(port: Port, welcome: Welcome) -> str:
    """Return the udev rule that names a co-processor by its number."""
    vendor, product = USB_ID
    return ", ".join(
        (
            'SUBSYSTEM=="tty"',
            f'ATTRS{{idVendor}}=="{vendor:04x}"',
            f'ATTRS{{idProduct}}=="{product:04x}"',
            f'ATTRS{{serial}}=="{port.serial_number}"',
            f'SYMLINK+="{LINK}-{welcome.number or 1}"',
        )
    )


def _listed(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}"
