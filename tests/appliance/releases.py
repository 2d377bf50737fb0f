"""Releases for the stories: one that is good, and what somebody might put in its place."""

import re
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.appliance.release.archive import MANIFEST, archive_name, manifest_of, wheel_name
from tests.appliance.versions import LATER
from tests.support.releasing import make_key
from tools.release import make_release, sign, write_archive

PUBLIC_KEY: Final = "publisher.pub"
OLDER: Final = "0.0.1"
Files = dict[str, bytes]


def make_releases(checkout: Path, out: Path) -> None:
    """Make a good release of a checkout, and bad ones in folders named after what is wrong."""
    out.mkdir()
    key, other = out.with_name("publisher"), out.with_name("somebody-else")
    make_key(key, "publisher")
    make_key(other, "publisher")
    (out / PUBLIC_KEY).write_bytes(key.with_name(f"{key.name}.pub").read_bytes())
    archive = make_release(checkout, key, out)
    whole = archive.read_bytes()
    middle = len(whole) // 2

    def like_it(name: str, change: Callable[[Files], Files], by: Path = key) -> None:
        files = change(_files(archive))
        version = next(each for each in files if each.endswith(".whl")).split("-")[1]
        files.setdefault(MANIFEST, manifest_of(version, files))
        made = out / name / archive_name(version)
        made.parent.mkdir()
        write_archive(made, files)
        sign(made, by)

    like_it("changed", lambda files: files)
    changed = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    (out / "changed" / archive.name).write_bytes(changed)
    like_it("other-key", lambda files: files, other)
    like_it("unsigned", lambda files: files)
    (out / "unsigned" / f"{archive.name}.sig").unlink()
    like_it("older", _older)
    like_it("no-hash", lambda files: _flask(files, rb""))
    like_it("other-dependency", lambda files: _flask(files, b" \\\n    --hash=sha256:" + b"0" * 64))


def _files(archive: Path) -> Files:
    """The files of a release, but its manifest."""
    with tarfile.open(archive) as tar:
        opened = {member.name: tar.extractfile(member) for member in tar}
        return {name: file.read() for name, file in opened.items() if file and name != MANIFEST}


def _older(files: Files) -> Files:
    """The files of the same release under an older number."""
    wheel = files.pop(wheel_name(LATER))
    return {**files, wheel_name(OLDER): wheel}


def _flask(files: Files, hashes: bytes) -> Files:
    """The files with other hashes for one package."""
    pattern = rb"(?m)(^flask==[0-9.]+)(?: \\\n    --hash=sha256:[0-9a-f]+)+"
    lock, times = re.subn(pattern, lambda match: match[1] + hashes, files["board.txt"])
    assert times == 1
    return {**files, "board.txt": lock}
