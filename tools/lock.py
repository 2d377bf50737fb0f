"""Locks what a board installs: exact versions, and the hashes of their files, into `locks/`.

    make lock                     # keeps locked versions as far as pyproject.toml lets them be
    make lock ARGS=--upgrade      # takes the newest versions

Three files: `board.txt` is what a board installs, `build.txt` what makes wheels, `release.txt` what
makes releases. One file serves every processor and Python: uv resolves for all at once. Each line
`--only-binary` names a package that may only be installed from a wheel; others are compiled where
there is none. At last it is checked that every board finds what it needs.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import click
from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

from tools.release_tools import release_tools

ROOT: Final = Path(__file__).resolve().parents[1]
LOCKS: Final = ROOT / "locks"
OLDEST: Final = "3.11"
PYTHONS: Final = ("3.11", "3.12", "3.13")
PROCESSORS: Final = ("x86_64", "aarch64", "armv7l")
GLIBC_MINOR: Final = 36
"""Of Debian 12, the oldest that a board may have: glibc 2.36."""
HEADS: Final = {
    "board": "What a board installs",
    "build": "What makes wheels of hareboard, and of what has none",
    "release": "What locks dependencies and describes a release",
}
_NAME: Final = re.compile(r"(?m)^([a-z0-9-]+)==")


@click.command()
@click.option("--upgrade", is_flag=True, help="Take the newest versions.")
def main(*, upgrade: bool) -> None:
    """Lock dependencies by version and hash."""
    uv = release_tools() / "uv"
    LOCKS.mkdir(exist_ok=True)
    wanted = {
        "board": ("--extra", "pi", "--extra", "firmware", "--extra", "mqtt", "pyproject.toml"),
        "build": ("--group", "build"),
        "release": ("--group", "release"),
    }
    for name, words in wanted.items():
        written = _locked(uv, name, words, upgrade=upgrade)
        (LOCKS / f"{name}.txt").write_text(written, "utf-8")
        print(f"locks/{name}.txt: {len(_NAME.findall(written))} packages")
    unfit = [*_check(uv, "board", set(_compiled())), *_check(uv, "build", set())]
    if unfit:
        sys.exit(f"No wheel, and not in `compiled` of pyproject.toml: {', '.join(unfit)}.")
    print(f"{', '.join(PROCESSORS)}; Python {', '.join(PYTHONS)}: all is there.")


def _locked(uv: Path, name: str, words: tuple[str, ...], *, upgrade: bool) -> str:
    """Return the text of a lock."""
    options = ["--universal", "--python-version", OLDEST, "--generate-hashes", "--no-header"]
    with tempfile.TemporaryDirectory() as room:
        draft, kept = Path(room) / "draft.txt", LOCKS / f"{name}.txt"
        if kept.exists():
            shutil.copyfile(kept, draft)  # versions in it are kept where they fit
        also = ["--upgrade"] if upgrade else []
        _uv(uv, *options, *also, *words, f"--output-file={draft}")
        lines = draft.read_text("utf-8")
    may_compile = set(_compiled()) if name == "board" else set()
    names = sorted(set(_NAME.findall(lines)) - may_compile)
    head = f"# {HEADS[name]}. Written by “make lock”; do not edit.\n"
    return head + "".join(f"--only-binary {each}\n" for each in names) + "\n" + lines


def _check(uv: Path, name: str, may_compile: set[str]) -> list[str]:
    """List what a board would have to compile, and may not."""
    with tempfile.TemporaryDirectory() as room:
        files = Path(room) / "pylock.toml"  # names each file, with its address: not to be kept
        options = ("--universal", "--python-version", OLDEST, "--no-deps", "--format=pylock.toml")
        _uv(uv, *options, f"locks/{name}.txt", f"--output-file={files}")
        packages = tomllib.loads(files.read_text("utf-8"))["packages"]
    return [
        f"{package['name']} ({processor}, Python {python})"
        for processor, python in product(PROCESSORS, PYTHONS)
        for package in packages
        if package["name"] not in may_compile
        and not _wheel_tags(package).intersection(_tags(processor, python))
        and _wanted(package, processor, python)
    ]


def _wheel_tags(package: dict[str, Any]) -> set[Tag]:
    names = (urlsplit(wheel["url"]).path.rpartition("/")[2] for wheel in package.get("wheels", ()))
    return {tag for name in names for tag in parse_wheel_filename(unquote(name))[3]}


def _wanted(package: dict[str, Any], processor: str, python: str) -> bool:
    marker = package.get("marker")
    about = {"platform_machine": processor, "python_version": python, "sys_platform": "linux"}
    return marker is None or Marker(marker).evaluate(about)


def _tags(processor: str, python: str) -> Iterator[Tag]:
    """Yield what Debian with this Python can install."""
    version = [int(part) for part in python.split(".")]
    kinds = [f"manylinux_2_{minor}" for minor in range(5, GLIBC_MINOR + 1)]
    platforms = [f"{kind}_{processor}" for kind in (*kinds, "manylinux1", "manylinux2014", "linux")]
    yield from cpython_tags(version, platforms=platforms)
    yield from compatible_tags(version, f"cp{version[0]}{version[1]}", platforms)


def _compiled() -> list[str]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(project["tool"]["hareboard"]["lock"]["compiled"])


def _uv(uv: Path, *words: str) -> None:
    """Run `uv pip compile`; without settings of this computer, which others lack."""
    command = [str(uv), "pip", "compile", "--no-config", "--quiet", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)


if __name__ == "__main__":
    main()
