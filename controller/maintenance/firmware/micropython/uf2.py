"""Checks a UF2 file before it is copied: whole, for the RP2040, MicroPython new enough.

Source: UF2 specification (github.com/microsoft/uf2); RP2040 datasheet, 2.8.4.2; RP2350 datasheet,
5.5 (family IDs).
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Never

from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.messages import OLDEST, RP2350_REFUSED, versioned
from controller.maintenance.firmware.ports import USB_ID

BLOCK_BYTES: Final = 512
PAYLOAD_BYTES: Final = 256
"""Payload of each block: the boot ROM takes no other."""
FIRST, SECOND, LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
"""Magic numbers of a block."""
HAS_FAMILY: Final = 0x2000
RP2040: Final = 0xE48BFF56
RP2350: Final = frozenset({0xE48BFF57, 0xE48BFF59, 0xE48BFF5A, 0xE48BFF5B})
"""Family IDs; those of the RP2350 are absolute, Arm (secure), RISC-V and Arm (non-secure)."""
FLASH: Final = range(0x10000000, 0x11000000)
"""Addresses of the flash."""
LARGEST_BYTES: Final = len(FLASH) // PAYLOAD_BYTES * BLOCK_BYTES
DEVICE: Final = bytes.fromhex("12 01 0002 ef 02 01 40")
"""Start of MicroPython's USB device descriptor; vendor and product follow, low bytes first.

Source: its `shared/tinyusb/mp_usbd_descriptor.c`; USB 2.0, 9.6.1."""
_HEADER: Final = struct.Struct("<8I")
_USB_ID: Final = re.compile(re.escape(DEVICE) + rb"(.{4})", re.DOTALL)
_RELEASE: Final = re.compile(rb"MicroPython v(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class Uf2:
    """A UF2 file that was checked.

    Attributes:
        data: its content.
        version: the release of MicroPython in it, its first two numbers.
    """

    data: bytes
    version: tuple[int, ...]


def read_uf2(path: Path) -> Uf2:
    """Read and check a file. Raises as `checked`, also if the file cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise FirmwareError(
            f"{path} cannot be read ({error.strerror}). Name a file RPI_PICO-….uf2 with --uf2."
        ) from error
    return checked(data, path.name)


def checked(data: bytes, name: str) -> Uf2:
    """Check a UF2 file.

    Args:
        data: its content.
        name: its name, for people.

    Raises:
        FirmwareError: it is no whole MicroPython for the RP2040.
    """
    if data[:4] != struct.pack("<I", FIRST):
        _refuse(name, "is no UF2 file", "Name a file RPI_PICO-….uf2")
    if len(data) > LARGEST_BYTES:
        _refuse(name, "is larger than any flash", "Name a file RPI_PICO-….uf2")
    count = len(data) // BLOCK_BYTES
    program = b"".join(_payload(data, number, count, name) for number in range(count))
    if len(data) % BLOCK_BYTES:
        _refuse_cut(name)
    found = _RELEASE.search(program)
    if found is None:
        _refuse(name, "contains no MicroPython", "Name a file RPI_PICO-….uf2")
    version = tuple(map(int, found.groups()))
    if version < OLDEST:
        _refuse(
            name,
            f"is MicroPython {versioned(version)}",
            f"Download {versioned(OLDEST)} or newer",
        )
    _check_usb_id(program, name)
    return Uf2(data, version)


def _check_usb_id(program: bytes, name: str) -> None:
    """Refuse a program with which the board would not be found again; one that tells no ID passes.

    Files for boards of other makers have the IDs of these: `ports/rp2/boards` of MicroPython.
    """
    ids = [struct.unpack("<2H", found) for found in _USB_ID.findall(program)]
    if ids and USB_ID not in ids:
        theirs, ours = (f"{vendor:04x}:{product:04x}" for vendor, product in (ids[0], USB_ID))
        _refuse(
            name,
            f"is for another board: with it the board would be {theirs} on USB, and co-processors "
            f"are found by {ours}",
            "Name a file RPI_PICO-….uf2: other boards with an RP2040 and at least 2 MB of flash "
            "run it, too",
        )


def _payload(data: bytes, number: int, count: int, name: str) -> bytes:
    """Check one block, and return what it carries."""
    at = number * BLOCK_BYTES
    first, second, flags, address, size, own, total, family = _HEADER.unpack_from(data, at)
    (last,) = struct.unpack_from("<I", data, at + BLOCK_BYTES - 4)
    if (first, second, last) != (FIRST, SECOND, LAST):
        _refuse(name, f"is damaged in block {number}", "Download it again")
    if not flags & HAS_FAMILY or family != RP2040:
        if flags & HAS_FAMILY and family in RP2350:
            raise FirmwareError(f"{name} is for the RP2350. Nothing was written. {RP2350_REFUSED}")
        _refuse(name, f"is for another chip (family {family:#x})", "Name a file RPI_PICO-….uf2")
    if total > count:
        _refuse_cut(name)
    if (own, total, size) != (number, count, PAYLOAD_BYTES):
        _refuse(name, f"is damaged in block {number}", "Download it again")
    if address not in FLASH or address % PAYLOAD_BYTES:
        _refuse(name, "is no program for the flash", "Name a file RPI_PICO-….uf2")
    return data[at + _HEADER.size : at + _HEADER.size + PAYLOAD_BYTES]


def _refuse_cut(name: str) -> Never:
    _refuse(name, "is cut off: its end is missing", "Download it again")


def _refuse(name: str, what: str, remedy: str) -> Never:
    raise FirmwareError(f"{name} {what}. Nothing was written. {remedy}.")
