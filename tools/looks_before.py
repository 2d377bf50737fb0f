"""Pictures of an older commit beside those of today: `make looks ARGS="before=COMMIT"`.

The older commit takes its own pictures, on its own tour, with today's patience: its own may be too
short for a busy machine. `build/looks/compare.html` shows what is of the same name, width and
scheme side by side, and what only one of them has.
"""

import html
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
BEFORE: Final = "before"
"""Folder of the older pictures, in that of the newer ones."""
NAME: Final = re.compile(r"\d+-(?P<state>.+)-(?P<width>\d+)(x\d+)?-(?P<scheme>light|dark)\.png")
PATIENTLY: Final = """
import runpy, sys
from playwright.sync_api import Browser, expect
patience_ms = int(sys.argv.pop(1))
expect.set_options(timeout=patience_ms)
new_context = Browser.new_context
def new_patient_context(browser, **how):
    context = new_context(browser, **how)
    context.set_default_timeout(patience_ms)
    return context
Browser.new_context = new_patient_context
runpy.run_module("tools.looks", run_name="__main__", alter_sys=True)
"""
"""Runs `tools.looks` of the folder it is in; its first argument is the patience in ms."""
STYLE: Final = (
    "body{font:16px sans-serif;margin:2rem}figure{display:inline-block;vertical-align:top;"
    "margin:0 1rem 2rem 0}img{max-width:46vw;border:1px solid #888}"
)


def take_before(commit: str, folder: Path, arguments: list[str], patience_ms: int) -> None:
    """Let a commit take its pictures, and lay them beside those in the folder.

    Args:
        commit: as git names it.
        folder: today's pictures.
        arguments: language and sizes, if that commit knew them.
        patience_ms: how long it may wait for each thing that it waits for.

    Raises:
        CalledProcessError: there is no such commit.
        FileNotFoundError: it took no pictures.
    """
    archive = ["git", "archive", commit]
    packed = subprocess.run(archive, cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as older:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(older, filter="data")
        take = [sys.executable, "-c", PATIENTLY, str(patience_ms), *arguments]
        if subprocess.run(take, cwd=older, check=False).returncode:
            print(f"{commit} did not get to the end of its tour: compared is what it took.")
        shutil.copytree(Path(older, "build", "looks"), folder / BEFORE, dirs_exist_ok=True)
    (folder / "compare.html").write_text("\n".join(_page(commit, folder)), "utf-8")


def _page(commit: str, folder: Path) -> Iterator[str]:
    before, now = _pictures(folder / BEFORE), _pictures(folder)
    yield f"<!doctype html><meta charset=utf-8><title>Looks</title><style>{STYLE}</style>"
    for state, width, scheme in sorted({*before, *now}):
        yield f"<h2>{html.escape(state)}, {width} pixels, {scheme}</h2>"
        for when, pictures in ((f"before, {commit}", before), ("now", now)):
            path = pictures.get((state, width, scheme))
            if path is None:
                yield f"<figure><figcaption>{when}: none</figcaption></figure>"
                continue
            source = html.escape(path.relative_to(folder).as_posix())
            yield f'<figure><figcaption>{when}</figcaption><img src="{source}" alt=""></figure>'


def _pictures(folder: Path) -> dict[tuple[str, int, str], Path]:
    """Pictures by state, width in pixels and scheme."""
    found = ((NAME.fullmatch(path.name), path) for path in sorted(folder.glob("*.png")))
    return {
        (match["state"], int(match["width"]), match["scheme"]): path
        for match, path in found
        if match is not None
    }
