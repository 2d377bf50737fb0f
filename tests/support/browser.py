"""The browser for tests that need a real one."""

import subprocess

from tests.support.checkout import ROOT
from tests.support.needs import missing

FINDER = ROOT / "tools" / "browser"


def chromium_path() -> str:
    """Return the path of a Chromium or Chrome that runs.

    It is the one named by `HAREBOARD_CHROMIUM`, or else one found on this machine; nothing is
    installed. Raises as `missing` if there is none.
    """
    finder = subprocess.run([FINDER, "--find"], capture_output=True, text=True, check=False)
    if finder.returncode != 0:
        missing(finder.stderr.strip())
    return finder.stdout.strip()
