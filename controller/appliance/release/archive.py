"""The archive of a release: an uncompressed tar file that its publisher has signed.

It has our wheel, two locks (`board.txt`, `build.txt`), the bill of materials (`sbom.cdx.json`) and
`manifest.json`, which names the version and the SHA-256 of each of the others.
"""

import hashlib
import io
import json
import re
import shutil
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MANIFEST: Final = "manifest.json"
BOARD_LOCK: Final = "board.txt"
BUILD_LOCK: Final = "build.txt"
LOCKS: Final = (BOARD_LOCK, BUILD_LOCK)
BILL: Final = "sbom.cdx.json"
"""CycloneDX, https://cyclonedx.org: every package that a release brings."""
LARGEST: Final = 64 << 20
"""Bytes of the largest archive; ours have two or three million."""
_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.!+]*")


class BadRelease(Exception):
    """A release is unavailable, not to be trusted, or does not work; with cause and remedy."""


def archive_name(version: str) -> str:
    """Return the file name of a release."""
    return f"hareboard-{version}.tar"


def wheel_name(version: str) -> str:
    """Return the name of our wheel."""
    return f"hareboard-{version}-py3-none-any.whl"


def manifest_of(version: str, files: Mapping[str, bytes]) -> bytes:
    """Return the manifest of a release."""
    digests = {name: _sha256(data) for name, data in sorted(files.items())}
    return json.dumps({"version": version, "sha256": digests}, indent=2).encode() + b"\n"


@dataclass(frozen=True)
class SignedRelease:
    """A release whose signature was checked; a source that a release is made from.

    Attributes:
        version: its version.
        digest: SHA-256 of its archive.
        signer: name of the signer's key.
        folder: folder with our wheel and the locks.
    """

    version: str
    digest: str
    signer: str
    folder: Path

    def __str__(self) -> str:
        return f"release {self.version}, signed by {self.signer}"

    def lay_out(self, room: Path) -> None:
        """Copy our wheel and the locks."""
        for name in (wheel_name(self.version), *LOCKS):
            shutil.copyfile(self.folder / name, room / name)


def opened(data: bytes, signer: str, folder: Path) -> SignedRelease:
    """Write what is in an archive into a folder.

    Args:
        data: the archive; its signature was checked.
        signer: name of the signer's key.
        folder: an empty folder.

    Raises:
        BadRelease: it is no release, or a file is not the one that the manifest names.
    """
    files = _members(data)
    version, digests = _manifest(files.pop(MANIFEST, b""))
    wanted = {wheel_name(version), *LOCKS, BILL}
    if files.keys() != wanted:
        odd = ", ".join(sorted(files.keys() ^ wanted))
        raise BadRelease(f"This is no release of hareboard: it lacks, or has too much: {odd}.")
    for name, content in files.items():
        if name not in digests:
            raise BadRelease(
                f"The release is not whole: its manifest has no hash for {name}. Get it again, "
                "or tell whoever published it."
            )
        if digests[name] != _sha256(content):
            raise BadRelease(
                f"The release is not whole: {name} is not the file that its manifest names. Get "
                "it again, or tell whoever published it."
            )
        (folder / name).write_bytes(content)
    return SignedRelease(version, _sha256(data), signer, folder)


def _members(data: bytes) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isreg() else None
                if content is None or member.name in files:
                    raise BadRelease(f"This is no release of hareboard: {member.name!r} is in it.")
                files[member.name] = content.read()
    except tarfile.TarError as error:
        raise BadRelease(f"This is no release of hareboard: {error}.") from error
    return files


def _manifest(data: bytes) -> tuple[str, dict[str, str]]:
    try:
        told = json.loads(data)
        version, digests = told["version"], told["sha256"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadRelease(f"This is no release of hareboard: it has no {MANIFEST}.") from error
    if not (isinstance(version, str) and _VERSION.fullmatch(version) and isinstance(digests, dict)):
        raise BadRelease(f"This is no release of hareboard: its {MANIFEST} names no version.")
    return version, digests


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
