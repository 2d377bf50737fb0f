"""A lock: exact versions of packages, and the hashes of their files. Written by `tools/lock.py`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.appliance.machine import InstallError

_PIN: Final = re.compile(r"([a-z0-9][a-z0-9-]*)==(\S+)")
_HASH: Final = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_WHEEL: Final = re.compile(
    r"([A-Za-z0-9_.]+)-([A-Za-z0-9_.!+]+)(-[0-9][^-]*)?-[^-]+-[^-]+-[^-]+\.whl"
)
WHEEL_ONLY: Final = "--only-binary"


@dataclass(frozen=True)
class Lock:
    """A lock.

    Attributes:
        versions: the version of each package.
        hashes: the SHA-256 of each file that may be installed, by package.
        wheel_only: packages of which nothing may be compiled.
    """

    versions: Mapping[str, str]
    hashes: Mapping[str, frozenset[str]]
    wheel_only: frozenset[str]

    def check(self, wheel: str, digest: str) -> None:
        """Check a wheel that was downloaded, or compiled from locked sources.

        Args:
            wheel: its file name.
            digest: its SHA-256.

        Raises:
            InstallError: it is not in the lock.
        """
        match = _WHEEL.fullmatch(wheel)
        name = "" if match is None else re.sub(r"[-_.]+", "-", match[1]).lower()
        if match is None or self.versions.get(name) != match[2]:
            raise InstallError(f"{wheel} is not in the lock.")
        if digest not in self.hashes[name] and name in self.wheel_only:
            raise InstallError(f"{wheel} has none of the hashes in the lock: it was changed.")


def lock_of(text: str) -> Lock:
    """Read a lock.

    Raises:
        InstallError: a package has no version or no hash.
    """
    versions: dict[str, str] = {}
    hashes: dict[str, frozenset[str]] = {}
    wheel_only = set()
    for line in text.replace("\\\n", " ").splitlines():  # as pip joins lines
        words = line.split("#", 1)[0].strip()
        if words.startswith(f"{WHEEL_ONLY} "):
            wheel_only.add(words.split()[1])
        elif words:
            pin = _PIN.match(words)
            if pin is None:
                raise InstallError(f"The lock has no version in its line “{words}”.")
            versions[pin[1]] = pin[2]
            hashes[pin[1]] = frozenset(_HASH.findall(words))
    if bare := [each for each in versions if not hashes[each]]:
        raise InstallError(f"The lock has no hash for {', '.join(bare)}.")
    return Lock(versions, hashes, frozenset(wheel_only))
