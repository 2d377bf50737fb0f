"""Messages to people about co-processors."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from controller.maintenance.firmware.ports import LINK, NUMBERS, USB_ID, Port
from hardware.scanner import words
from hardware.scanner.messages import (
    Tested,
    Welcome,
)

VERSION: Final = (words.MAJOR, words.MINOR, words.PATCH)
"""Version of the firmware that came with this program."""

OLDEST: Final = (1, 25)
"""Older releases of MicroPython have no SPI that only sends, as shift registers need it."""

NOTHING: Final = """\
No co-processor is plugged in, or its USB cable only charges: try another cable.
For a new Raspberry Pi Pico, or another board with an RP2040: hareboard firmware flash"""

WAITING: Final = """\
No co-processor is plugged in, but a board waits for MicroPython: its drive is {drive}.
Run: hareboard firmware flash"""

PRESS: Final = """\
Plug in the board now:
- A new one: hold its button BOOTSEL while you plug it in.
- One that is plugged in already: pull its plug first.
Waiting for it …"""

NO_BOARD: Final = """\
No board has appeared. Its USB cable may only charge: try another cable, and hold the button BOOTSEL
until the cable is in. Then run this command again."""

RP2350_REFUSED: Final = (
    "The firmware is for the RP2040 (Raspberry Pi Pico) and was never tried on an RP2350 (Pico 2): "
    "use a Pico. See docs/firmware.md, “RP2350”."
)

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


def several_drives(drives: Sequence[Path]) -> str:
    """Ask the user to unplug all boards but one."""
    lines = [f"  {drive}" for drive in drives]
    return "\n".join(
        [f"{len(drives)} boards wait for MicroPython:", *lines, "Unplug all of them but one."]
    )


def not_mounted(device: Path, why: str) -> str:
    """Give the remedy for a drive that cannot be mounted."""
    return (
        f"A board waits for MicroPython, but its drive {device} is not mounted: {why}.\n"
        f"Mount it: sudo mount -o uid=$(id -u) {device} /mnt\n"
        "Then run this command again."
    )


def not_writable(drive: Path, error: OSError) -> str:
    """Give the remedy for a drive that this user cannot write."""
    return (
        f"The drive {drive} cannot be written ({error.strerror}): another user has mounted it. "
        f"Unmount it with “sudo umount {drive}”, and run this command again."
    )


def not_arrived(error: OSError | None, *, waits: bool) -> str:
    """Give the remedy if a board does not come back after the file was copied.

    Args:
        error: that of the copying, if there was one.
        waits: it waits as a drive again, or still.
    """
    why = f" ({error.strerror})" if error else ""
    if waits:
        return (
            f"The board has not taken MicroPython whole{why}, and still waits for it. Run this "
            "command again. If that does not help, pull its plug, and try another cable."
        )
    return (
        f"The board was given MicroPython{why} and has not come back with it. Was its plug pulled? "
        "Hold its button BOOTSEL while you plug it in again, and run this command again. If it "
        "happens again, try another cable."
    )


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


def lasting_name(port: Port, welcome: Welcome) -> str:
    """Give the udev rule that names a co-processor by its number, or say how to number it."""
    if not welcome.number:
        return (
            "For a name that stays, give it a number that no other has: “hareboard firmware flash "
            f"--port {port.name} --number 1”."
        )
    return f"A name that stays, as a line of {NUMBERS}: {rule(port, welcome)}"


def rule(port: Port, welcome: Welcome) -> str:
    """Return the udev rule that names a co-processor by its number."""
    vendor, product = USB_ID
    return ", ".join(
        (
            'SUBSYSTEM=="tty"',
            f'ATTRS{{idVendor}}=="{vendor:04x}"',
            f'ATTRS{{idProduct}}=="{product:04x}"',
            f'ATTRS{{serial}}=="{port.serial_number}"',
            f'SYMLINK+="{LINK}-{welcome.number}"',
        )
    )


def _listed(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}"
