"""Releases of nothing, signed with keys that are thrown away."""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from controller.appliance.release.archive import (
    MANIFEST,
    archive_name,
    manifest_of,
    wheel_name,
)
from controller.appliance.release.signers import NAMESPACE, Signers
from tests.support.needs import missing
from tools.release import sign, write_archive

KEY: Final = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAOiCckWYIgAyDMTuigqpYW5XAPuinsCAj9TMwzWg4If"
"""A public key whose other half is gone."""
FINGERPRINT: Final = "SHA256:oSUXIViXRURFhWGmmqv/RbzWnCFJr1RvY4WlJTTSDBM"
"""What `ssh-keygen -l` says of it."""
Change = Callable[[dict[str, bytes]], Mapping[str, bytes]]


def as_they_are(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a release, unchanged."""
    return files


class Publisher:
    """Somebody with a key, who publishes releases in a folder.

    Args:
        folder: where key and releases go.
        name: the name in the key.
    """

    def __init__(self, folder: Path, name: str = "ann") -> None:
        if shutil.which("ssh-keygen") is None:
            missing("ssh-keygen is missing: sudo apt install openssh-client")
        self.folder = folder
        self.key = folder / f"key-of-{name}"
        folder.mkdir(exist_ok=True)
        make_key(self.key, name)

    def release(self, version: str, change: Change = as_they_are) -> Path:
        """Publish a release.

        Args:
            version: its version.
            change: what is done to its files before it is signed.
        """
        files = {
            wheel_name(version): b"a wheel",
            "board.txt": b"click==8.5.1 --hash=sha256:00",
            "build.txt": b"wheel==0.48.0 --hash=sha256:00",
            "sbom.cdx.json": b"{}",
        }
        files[MANIFEST] = manifest_of(version, files)
        archive = self.folder / archive_name(version)
        write_archive(archive, change(files))
        sign(archive, self.key)
        (self.folder / "latest").write_text(f"{version}\n", "ascii")
        return archive


def make_key(path: Path, name: str) -> None:
    """Make a key; beside it lies `PATH.pub`."""
    words = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path))
    subprocess.run(words, check=True)


def trusting(folder: Path, *publishers: Publisher) -> Signers:
    """The trusted keys of a board that trusts these publishers."""
    shipped = folder / "shipped"
    lines = []
    for each in publishers:
        key = each.key.with_name(f"{each.key.name}.pub").read_text("ascii").split()
        lines.append(f'{key[2]} namespaces="{NAMESPACE}" {key[0]} {key[1]}\n')
    shipped.write_text("# trusted\n\n" + "".join(lines), "utf-8")
    return Signers(shipped, folder / "added")
