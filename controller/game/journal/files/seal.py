"""Proof that a journal is as it was when it was last checked or folded: a start is quick then.

The seal is a small file beside the journal: the hash of the checksums of all its pages, and the
number of its last entry. It is no authority: without it, or if a single bit of the journal has
changed, all is checked. So it is written without a sync.
"""

import hashlib
import logging
import struct
import zlib
from array import array
from pathlib import Path
from typing import Final

import msgspec

from controller.foreign_files import read_small
from controller.game.journal.files.log import FRAME, FRAME_HEADER, HEADER, PAGE
from controller.json_data import BadJson, from_json

_LOG: Final = logging.getLogger(__name__)
SEAL: Final = "-checked"
"""Ending of the file name."""
_CHUNK: Final = 256 * PAGE


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the file: hash of the page checksums, and the last entry."""

    pages: str
    last: int


class Seal:
    """The seal of a journal that is about to be opened. It reads the journal once.

    Args:
        path: the journal; no program has it open.

    Attributes:
        withheld: True while nobody knows whether the journal is whole: it is not sealed then.

    Raises:
        OSError: the journal cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + SEAL)
        self.withheld = False
        self._sums = array("I")
        if path.is_file():
            with path.open("rb", buffering=0) as file:
                while chunk := file.read(_CHUNK):
                    for at in range(0, len(chunk), PAGE):
                        self._sums.append(zlib.crc32(chunk[at : at + PAGE]))

    def checked(self) -> int:
        """Return the last entry of the journal if the seal is whole, else 0."""
        try:
            sealed = from_json(read_small(self._path), _Sealed)
        except (OSError, BadJson):
            return 0
        return sealed.last if sealed.pages == self._hash() else 0

    @property
    def is_missing(self) -> bool:
        """True if the journal was never sealed, as that of an earlier version."""
        return not self._path.exists()

    def destroy(self) -> None:
        """Leave a seal that does not fit, so that the next start checks everything first."""
        self._write(b"")

    def fold(self, log: bytes, last: int) -> None:
        """Seal the journal again, unless that is withheld.

        Args:
            log: the log that has been moved into the journal.
            last: number of the last entry.
        """
        for at in range(HEADER, len(log) - FRAME + 1, FRAME):
            page, size = struct.unpack_from(">II", log, at)
            if page > len(self._sums):
                self._sums.extend([0] * (page - len(self._sums)))
            self._sums[page - 1] = zlib.crc32(log[at + FRAME_HEADER : at + FRAME])
            if size:
                del self._sums[size:]
        if not self.withheld:
            self._write(msgspec.json.encode(_Sealed(self._hash(), last)))

    def _write(self, data: bytes) -> None:
        try:
            self._path.write_bytes(data)
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): the next start is slower.",
                self._path,
                error.strerror or error,
            )

    def _hash(self) -> str:
        return hashlib.blake2b(self._sums.tobytes(), digest_size=16).hexdigest()
