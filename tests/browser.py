"""The browser for tests that need a real one."""

import os
import subprocess
from pathlib import Path

import pytest

FINDER = Path(__file__).parent.parent / "tools" / "browser"


def chromium_path() -> str:
    """Return the path of a Chromium or Chrome that runs.

    It is the one named by `HAREBOARD_CHROMIUM`, or else one found on this machine; nothing is
    installed. Without any, the calling test is skipped with what to install, or fails where `CI`
    is `true`: a skipped test proves nothing.
    """
    finder = subprocess.run([FINDER, "--find"], capture_output=True, text=True, check=False)
    if finder.returncode == 0:
        return finder.stdout.strip()
    what_to_do = finder.stderr.strip()
    if os.environ.get("CI") == "true":
        pytest.fail(what_to_do, pytrace=False)
    pytest.skip(what_to_do)
