"""Trusted keys of a release that has not been unpacked."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S

LIST = (
    "import controller, os; from controller.appliance.release.signers import Signers\n"
    "assert os.environ['PYTHONPATH'] in controller.__file__\n"
    "print(*(each.name for each in Signers()))"
)


def test_keys_are_read_from_a_wheel(tmp_path: Path) -> None:
    wheel = tmp_path / "hareboard-1-py3-none-any.whl"
    with ZipFile(wheel, "w") as made:
        for path in (ROOT / "controller").rglob("*.py"):
            made.write(path, path.relative_to(ROOT))
        signers = "controller/appliance/install/system/signers"
        made.writestr(signers, "# Whose releases\npublisher ssh-ed25519 AAAA\n")
    done = subprocess.run(
        (sys.executable, "-P", "-c", LIST),
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(wheel)},
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout) == (0, "publisher\n"), done.stderr
