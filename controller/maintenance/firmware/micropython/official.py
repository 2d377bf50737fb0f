"""Downloads the official MicroPython and checks it against the hash in official.toml."""

import hashlib
import http.client
import urllib.request
from pathlib import Path
from typing import Final

import msgspec

from controller.maintenance.firmware.errors import FirmwareError

PINNED: Final = Path(__file__).with_name("official.toml")
ANSWER_S: Final = 30.0
PAGE: Final = "micropython.org/download/RPI_PICO"
"""Page of the official files, for people."""


class OfficialMicroPython(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An official UF2 file of MicroPython.

    Attributes:
        version: its release.
        address: where it is downloaded.
        sha256: its SHA-256, in hexadecimal.
        size_bytes: its length.
        sources: public places that confirm the hash.
    """

    version: str
    address: str
    sha256: str
    size_bytes: int
    sources: tuple[str, ...]

    def matches(self, data: bytes) -> bool:
        """Check whether this is the file, byte by byte."""
        return hashlib.sha256(data).hexdigest() == self.sha256

    def download(self) -> bytes:
        """Return the file.

        Raises:
            FirmwareError: it cannot be downloaded, or is another file.
        """
        try:
            with urllib.request.urlopen(self.address, timeout=ANSWER_S) as answer:
                data: bytes = answer.read(self.size_bytes + 1)
        except (OSError, http.client.HTTPException) as error:
            raise FirmwareError(
                f"MicroPython could not be downloaded from {self.address} ({error}). Nothing was "
                f"written. Is this computer online? Or {_BY_HAND}"
            ) from error
        if not self.matches(data):
            raise FirmwareError(
                f"What {self.address} sent is not the file that this hareboard knows: its SHA-256 "
                f"is {hashlib.sha256(data).hexdigest()}, and should be {self.sha256}. Nothing was "
                f"written. Try again. If it happens again, {_BY_HAND}"
            )
        return data


_BY_HAND: Final = (
    f"download a file RPI_PICO-….uf2 from {PAGE} yourself, and name it: "
    "“hareboard firmware flash --uf2 FILE”."
)


def read_official(path: Path = PINNED) -> OfficialMicroPython:
    """Read which file is the official one."""
    return msgspec.toml.decode(path.read_bytes(), type=OfficialMicroPython)
