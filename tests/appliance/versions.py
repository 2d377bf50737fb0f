"""This version of hareboard and a later one, as checkouts to install from."""

import re
import shutil
from pathlib import Path
from typing import Final

from controller.appliance.install.changes.sources import FILES, MADE, PARTS
from tests.support.checkout import ROOT

LATER: Final = "99.0"
_VERSION: Final = re.compile(r'(?m)^version = "(.+)"$')


def version_of(folder: Path) -> str:
    """The version of a checkout."""
    found = _VERSION.search((folder / "pyproject.toml").read_text("utf-8"))
    assert found is not None
    return found[1]


def copy_of(to: Path, *, later: bool = False) -> Path:
    """A copy of this checkout, as it lies here.

    Args:
        to: where it goes.
        later: as a later version, which says so and is otherwise the same.
    """
    to.mkdir(parents=True)
    for name in (*PARTS, "debian", "locks", "tools"):
        shutil.copytree(ROOT / name, to / name, symlinks=True, ignore=MADE)
    for name in FILES:
        shutil.copyfile(ROOT / name, to / name)
    if later:
        project = to / "pyproject.toml"
        text = _VERSION.sub(f'version = "{LATER}"', project.read_text("utf-8"))
        project.write_text(text, "utf-8")
    return to
