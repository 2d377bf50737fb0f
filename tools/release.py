"""Makes a signed release of this checkout, in `build/release`.

    make release KEY=path/of/the/private/key

It makes `hareboard-VERSION.tar` (our wheel, the locks, a bill of materials, a manifest), its
signature `hareboard-VERSION.tar.sig`, and `latest`, which names the version for whoever updates
from a folder or its address. The key is one of OpenSSH; it stays where it is, and may be on a
hardware token. Put its public half into `systemd/signers` once, before the first release.
"""

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from controller.appliance.install.changes.sources import Checkout
from controller.appliance.machine import InstallError
from controller.appliance.release.archive import (
    BILL,
    BOARD_LOCK,
    BUILD_LOCK,
    LOCKS,
    MANIFEST,
    archive_name,
    manifest_of,
    wheel_name,
)
from controller.appliance.release.place import LATEST, SIGNATURE
from controller.appliance.release.signers import KEYGEN, NAMESPACE
from controller.appliance.release.wheels import SOURCE
from tools.release_tools import ROOT, release_tools

OUT: Final = ROOT / "build" / "release"
EPOCH: Final = "SOURCE_DATE_EPOCH"
FIRST: Final = 315532800
"""1980-01-01, the first day of a zip file: the same sources make the same release."""


@click.command()
@click.option(
    "--key", type=click.Path(path_type=Path), help="Private key, or public one of a token."
)
@click.option("--out", type=click.Path(path_type=Path), default=OUT, help="Folder of releases.")
def main(key: Path | None, out: Path) -> None:
    """Make a signed release of this checkout."""
    if key is None or not key.is_file():
        sys.exit(
            "Name the key that signs: make release KEY=path. A new one is made by: ssh-keygen -t "
            "ed25519 -C NAME -f PATH. Keep it out of the checkout."
        )
    if _git("status", "--porcelain"):
        print("Note: the checkout has changes that are not committed; they are in this release.")
    try:
        archive = make_release(ROOT, key, out)
    except InstallError as error:
        sys.exit(str(error))
    print(f"{archive}\n{archive}{SIGNATURE}\n{out / LATEST}")


def make_release(checkout: Path, key: Path, out: Path) -> Path:
    """Make a signed release; return the path of its archive.

    Args:
        checkout: what it is made from.
        key: private key of OpenSSH, or the public one of a key in an agent or on a token.
        out: folder of releases.

    Raises:
        InstallError: it is no checkout, or a program failed.
    """
    source = Checkout(checkout)
    version = source.version
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        source.lay_out(room)
        files = {each: (room / each).read_bytes() for each in LOCKS}
        files[wheel_name(version)] = _wheel(room, version)
        files[BILL] = _bill(room, version)
    archive = out / archive_name(version)
    write_archive(archive, {**files, MANIFEST: manifest_of(version, files)})
    sign(archive, key)
    (out / LATEST).write_text(f"{version}\n", "ascii")
    return archive


def write_archive(archive: Path, files: Mapping[str, bytes]) -> None:
    """Write a tar file that depends on its files only."""
    with tarfile.open(archive, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(data), FIRST
            tar.addfile(member, io.BytesIO(data))


def sign(archive: Path, key: Path) -> None:
    """Write the signature of a file beside it.

    Raises:
        InstallError: ssh-keygen failed.
    """
    signature = archive.with_name(f"{archive.name}{SIGNATURE}")
    signature.unlink(missing_ok=True)  # ssh-keygen would ask
    _run(KEYGEN, "-q", "-Y", "sign", "-n", NAMESPACE, "-f", str(key), str(archive))


def _wheel(room: Path, version: str) -> bytes:
    """Return our wheel, made by the locked tools."""
    _run(sys.executable, "-m", "venv", str(room / "venv"))
    pip = (str(room / "venv" / "bin" / "python"), "-m", "pip", "-qq", "--disable-pip-version-check")
    _run(*pip, "install", "--require-hashes", "-r", str(room / BUILD_LOCK))
    alone = ("--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(room))
    _run(*pip, "wheel", *alone, str(room / SOURCE))
    return (room / wheel_name(version)).read_bytes()


def _bill(room: Path, version: str) -> bytes:
    """Return the bill of materials: all packages of the lock, by CycloneDX."""
    cyclonedx = str(release_tools() / "cyclonedx-py")
    bill, project = room / BILL, room / SOURCE / "pyproject.toml"
    about = ("--pyproject", str(project), "--mc-type", "application", "--output-reproducible")
    _run(cyclonedx, "requirements", *about, "--of", "JSON", "-o", str(bill), str(room / BOARD_LOCK))
    told: dict[str, Any] = json.loads(bill.read_bytes())
    assert told["metadata"]["component"]["version"] == version
    return bill.read_bytes()


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def _run(*words: str) -> None:
    """Run a program.

    Raises:
        InstallError: it failed; with its output.
    """
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, EPOCH: str(FIRST)},
    )
    if done.returncode:
        raise InstallError(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
