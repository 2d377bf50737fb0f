"""The units, as systemd itself reads and judges them."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
CURRENT = "/opt/hareboard/current"
MOST_EXPOSED = {"hareboard.service": 1.5, "hareboard-lights.service": 2.5}
UNITS = sorted([*SYSTEMD.glob("*.service"), *SYSTEMD.glob("*.socket")])
SERVICES = [SYSTEMD / name for name in MOST_EXPOSED]
WHY = "# Relaxed: "
ALLOWING = {"DeviceAllow", "ExecPaths", "IPAddressAllow", "ReadWritePaths"}
"""Lines that allow something, whatever systemd says of them."""


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What `systemd-analyze` says.

    Without it the test is skipped with what to do, or fails where `CI` is `true`.
    """
    if shutil.which("systemd-analyze") is None:
        what_to_do = "systemd-analyze is missing: tools/systemd installs it, on Debian"
        if os.environ.get("CI") == "true":
            pytest.fail(what_to_do, pytrace=False)
        pytest.skip(what_to_do)
    return subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, check=False, timeout=60
    )


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    there = tmp_path / "bin"
    there.mkdir()
    for program in ("hareboard", "python"):
        (there / program).symlink_to("/bin/true")
    for unit in UNITS:
        text = unit.read_text("utf-8").replace(CURRENT, str(tmp_path))
        (tmp_path / unit.name).write_text(text, "utf-8")
    said = analyze("verify", "--man=no", *(tmp_path / unit.name for unit in UNITS))
    assert (said.stdout, said.stderr, said.returncode) == ("", "", 0)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_what_is_exposed_is_little(unit: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", unit)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert found is not None, said.stderr
    assert float(found[1]) <= MOST_EXPOSED[unit.name]


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_whatever_is_exposed_is_for_a_reason(unit: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", "--json=short", unit)
    exposed = {
        re.split("[=/]", finding["name"])[0]
        for finding in json.loads(said.stdout)
        if finding["exposure"] is not None and not finding["set"]
    }
    if "IPAddressDeny" in exposed:  # what is denied is judged by what is allowed
        exposed = exposed - {"IPAddressDeny"} | {"IPAddressAllow"}
    assert {line.name for line in lines(unit) if line.reason} - ALLOWING == exposed - ALLOWING
    assert [line for line in lines(unit) if line.name in ALLOWING and not line.reason] == []


class Line(NamedTuple):
    """A line of a unit.

    Attributes:
        name: what it sets.
        value: what to.
        reason: why it allows more than it could, as the comment above it has it; nothing if that
            says nothing of the kind.
    """

    name: str
    value: str
    reason: str


def lines(unit: Path) -> list[Line]:
    """Everything that a unit sets."""
    found: list[Line] = []
    reason = ""
    for line in unit.read_text("utf-8").splitlines():
        if line.startswith(WHY) or (reason and line.startswith("#")):
            reason += line
        else:
            name, _, value = line.partition("=")
            found += [Line(name, value, reason)] if value or reason else []
            reason = ""
    return found
