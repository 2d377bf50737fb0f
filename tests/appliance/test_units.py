"""The units, as systemd itself reads and judges them."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.appliance.units import GAME, LIGHTS, LOGIN, SYSTEMD, lines
from tests.support.needs import missing
from tests.support.waiting import PATIENCE_S

CURRENT = "/opt/hareboard/current"
MOST_EXPOSED = {GAME: 1.5, LIGHTS: 2.5, LOGIN: 1.5}
UNITS = sorted([*SYSTEMD.glob("*.service"), *SYSTEMD.glob("*.socket")])
ALLOWING = {"DeviceAllow", "ExecPaths", "IPAddressAllow", "ReadWritePaths"}
"""Lines that allow something, whatever systemd says of them."""


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What `systemd-analyze` says. Raises as `missing` if it is not there."""
    if shutil.which("systemd-analyze") is None:
        missing("systemd-analyze is missing: sudo apt install systemd")
    return subprocess.run(
        ["systemd-analyze", *words], capture_output=True, text=True, check=False, timeout=PATIENCE_S
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


@pytest.mark.parametrize("unit", MOST_EXPOSED, ids=lambda unit: unit.name)
def test_what_is_exposed_is_little(unit: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", unit)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said.stdout)
    assert found is not None, said.stderr
    assert float(found[1]) <= MOST_EXPOSED[unit]


@pytest.mark.parametrize("unit", MOST_EXPOSED, ids=lambda unit: unit.name)
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
