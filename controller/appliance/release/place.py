"""Where a release comes from: a file, a folder, or an address (https) of either."""

import re
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol

from controller.appliance.release.archive import (
    LARGEST,
    BadRelease,
    SignedRelease,
    archive_name,
    opened,
)
from controller.appliance.release.signers import Signers
from controller.foreign_files import read_small

LATEST: Final = "latest"
"""File in a folder of releases that names the newest version."""
SIGNATURE: Final = ".sig"
LARGEST_SIGNATURE: Final = 1 << 16
ANSWER_S: Final = 60.0
_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.!+]*")


class Readable(Protocol):
    """What an address answers."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes."""
        ...


OpenAddress = Callable[[str], AbstractContextManager[Readable]]


def open_address(address: str) -> AbstractContextManager[Readable]:
    """Open an address."""
    answer: AbstractContextManager[Readable] = urllib.request.urlopen(address, timeout=ANSWER_S)
    return answer


def fetched(
    place: str, folder: Path, signers: Signers, open_at: OpenAddress = open_address
) -> SignedRelease:
    """Fetch a release, and check who signed it before anything in it is looked at.

    Args:
        place: a file `hareboard-VERSION.tar`, a folder with such files and one that names the
            newest version, `latest`; or an address of either.
        folder: an empty folder that only this user can write.
        signers: the trusted keys.
        open_at: opens an address.

    Raises:
        BadRelease: there is no such release, or it is not to be trusted.
    """
    place = _one(place, open_at)
    archive, signature = folder / "release.tar", folder / f"release.tar{SIGNATURE}"
    name = place.rpartition("/")[2]
    data = _bytes(place, LARGEST, open_at)
    if data is None:
        raise BadRelease(f"There is no release {place}.")
    signed = _bytes(f"{place}{SIGNATURE}", LARGEST_SIGNATURE, open_at)
    if signed is None:
        raise BadRelease(
            f"{name} has no signature: there is no {name}{SIGNATURE} beside it. Get both files "
            "from where the release comes from. Nothing was installed."
        )
    archive.write_bytes(data)
    signature.write_bytes(signed)
    signer = signers.check(name, archive, signature)
    contents = folder / "contents"
    contents.mkdir()
    release = opened(data, signer, contents)
    if name != archive_name(release.version):
        raise BadRelease(f"{name} is another version than its name says: {release.version}.")
    return release


def _one(place: str, open_at: OpenAddress) -> str:
    """Return the file or its address: of a folder the newest release."""
    if "://" in place and not place.startswith("https://"):
        raise BadRelease(f"{place}: only addresses that begin with https:// are called.")
    folder = place.endswith("/") if place.startswith("https://") else Path(place).is_dir()
    if not folder:
        return place
    place = place.rstrip("/")
    told = (_bytes(f"{place}/{LATEST}", LARGEST_SIGNATURE, open_at) or b"").decode(
        "ascii", "replace"
    )
    version = told.strip()
    if not _VERSION.fullmatch(version):
        raise BadRelease(f"{place} names no newest release: there is no version in “{LATEST}”.")
    return f"{place}/{archive_name(version)}"


def _bytes(place: str, largest: int, open_at: OpenAddress) -> bytes | None:
    """Return the content of a file or address; None if it does not exist."""
    try:
        if not place.startswith("https://"):
            return read_small(Path(place), largest)
        with open_at(place) as answer:
            data = answer.read(largest + 1)
    except FileNotFoundError:
        return None
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise BadRelease(f"{place} cannot be fetched: {error}.") from error
    except (OSError, ValueError) as error:
        raise BadRelease(f"{place} cannot be read: {error}.") from error
    if len(data) > largest:
        raise BadRelease(f"{place} has more than {largest} bytes: that is no release.")
    return data
