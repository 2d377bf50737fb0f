"""Blinka has what it needs, and asks nobody whether to install more."""

import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from hardware.blinka import NO_QUESTIONS
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S

platform_dependencies = pytest.importorskip("adafruit_blinka.platform_dependencies")

GPIOD = """
from enum import Enum
from types import SimpleNamespace

__version__ = "2.5.0"
line = SimpleNamespace(Value=Enum("Value", "INACTIVE ACTIVE"))
"""
READERS = """
from hardware.pn532.raspberry import RaspberryPi
RaspberryPi().pin("GPIO99")
"""
LIGHTS = """
from hardware.lights.spi_bus import open_spi
open_spi(0, 4, "GRB")
"""


@pytest.mark.parametrize(
    ("opening", "fails"),
    [(READERS, "no pin called GPIO99"), (LIGHTS, "SPI bus 0, for the lights")],
    ids=["readers", "lights"],
)
def test_in_a_terminal_of_a_raspberry_pi(tmp_path: Path, opening: str, fails: str) -> None:
    (tmp_path / "gpiod.py").write_text(GPIOD)
    environment = {
        **os.environ,
        "BLINKA_FORCEBOARD": "RASPBERRY_PI_5",
        "BLINKA_FORCECHIP": "BCM2XXX",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
    }
    environment.pop(NO_QUESTIONS, None)
    ours, theirs = pty.openpty()
    try:
        os.write(ours, b"no\n")  # whatever is asked
        opened = subprocess.run(
            [sys.executable, "-c", opening],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            env=environment,
            check=False,
        )
        said = os.read(ours, 4096).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert said == "no\r\n"  # the terminal's echo
    assert fails in opened.stderr


@pytest.mark.parametrize("processor", ["aarch64", "armv7l"])
def test_what_it_imports_on_a_raspberry_pi_belongs_to_every_installation(processor: str) -> None:
    """The library for the chip imports it, so a simulated board does, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    there = {"sys_platform": "linux", "platform_machine": processor}
    ours = {
        each.name
        for each in map(Requirement, project["dependencies"])
        if each.marker is None or each.marker.evaluate(there)
    }
    pi = SimpleNamespace(any_raspberry_pi=True, any_raspberry_pi_5_board=False)
    needed = {
        module
        for module, _ in platform_dependencies.get_platform_dependencies(SimpleNamespace(board=pi))
    }
    unused = platform_dependencies._OPTIONAL_BACKENDS  # noqa: SLF001 - told nowhere else
    imported = needed - unused
    assert imported
    assert imported <= ours
