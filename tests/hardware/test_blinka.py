"""Blinka asks nobody whether to install packages."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.blinka import NO_QUESTIONS
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S

pytest.importorskip("adafruit_blinka.platform_dependencies")

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
