"""The files of the firmware: the RP2040 can run them, and has what they name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.checkout import ROOT
from tests.support.needs import missing

FIRMWARE = ROOT / "firmware"
NAMES = Path(__file__).with_name("mypy.ini")
STUBS = ROOT / ".venv" / "micropython-stubs"
"""Where `tools/micropython` puts them."""

PIO_WORDS = "from rp2.asm_pio import *; "
"""Where the stubs have what a PIO program is made of; on the RP2040 it needs no import."""

RUNS = """
import time
from array import array

import micropython
from machine import SPI, Pin
from micropython import const
from rp2 import PIO, StateMachine, asm_pio

_LED = const(25)


@asm_pio(set_init=PIO.OUT_LOW)
def blink():
    wrap_target()
    set(pins, 1).delay(31)
    jmp(not_x, "dark")
    label("dark")
    set(pins, 0)[31]
    wrap()


@micropython.viper
def total(data: ptr8, count: int) -> int:
    sum = 0
    for each in range(count):
        sum += data[each]
    return sum


class Reader:
    def __init__(self):
        self._select = None
        self._seen = []
        self._last = array("I", [0])

    def open(self):
        self._select = Pin(_LED, Pin.OUT, value=1)
        self._bus = SPI(0, baudrate=2_000_000, firstbit=SPI.LSB)

    def read(self):
        self._select(0)
        self._seen.append(time.ticks_ms())
        self._last[0] = time.ticks_us()
        return self._bus.read(6)
"""


def files_of(folder: Path) -> list[Path]:
    files = sorted(file for file in folder.glob("*.py") if file.name != "__init__.py")
    assert files, f"there is no firmware in {folder.name}/"
    return files


def said_by(*words: str | Path, **environment: str) -> str:
    """What a module of Python's says, run as a program."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    ).stdout


def not_compiled(folder: Path, scratch: Path) -> str:
    """What mpy-cross has against the files of a folder."""
    compiled = {file: scratch / f"{file.stem}.mpy" for file in files_of(folder)}
    said = "".join(
        said_by("mpy_cross", "-march=armv6m", "-o", to, file) for file, to in compiled.items()
    )
    assert said or all(to.stat().st_size for to in compiled.values())
    return said


def not_named(folder: Path, scratch: Path) -> list[str]:
    """What mypy has against the files of a folder, given what MicroPython has on the RP2040.

    Raises as `missing` if the stubs are not there.
    """
    if not STUBS.is_dir():
        missing("The type stubs of MicroPython are missing: run tools/micropython")
    files = files_of(folder)
    words: list[str | Path] = ["--config-file", NAMES, "--cache-dir", os.devnull, *files]
    for file in files:
        text = file.read_text()
        if "@asm_pio" in text:
            shadow = scratch / f"{file.stem}.shadow"
            shadow.write_text(PIO_WORDS + text)
            words += ["--shadow-file", file, shadow]
    *said, summary = said_by("mypy", *words, MYPYPATH=str(folder)).splitlines()
    errors = [line for line in said if ": error: " in line]
    assert summary.startswith(f"Found {len(errors)} error" if errors else "Success"), said
    # The stubs have types of their own for ticks, and take them into no array; an SPI has the
    # buffer that they do not name (MicroPython, ports/rp2/machine_spi.c).
    flaws = ("__setitem__", "_TicksUs", 'to "ptr32" has incompatible type "SPI"')
    return [error for error in errors if not any(flaw in error for flaw in flaws)]


def test_the_firmware_compiles_for_the_rp2040(tmp_path: Path) -> None:
    assert not_compiled(FIRMWARE, tmp_path) == ""


@pytest.mark.long
def test_the_firmware_names_only_what_the_rp2040_has(tmp_path: Path) -> None:
    assert not_named(FIRMWARE, tmp_path) == []


def test_nothing_is_said_against_files_that_run(tmp_path: Path) -> None:
    (tmp_path / "reader.py").write_text(RUNS)
    (tmp_path / "main.py").write_text("import reader\n\nreader.Reader().read()\n")
    assert not_compiled(tmp_path, tmp_path) == ""
    assert not_named(tmp_path, tmp_path) == []


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("def f(:", id="no Python"),
        pytest.param("match 1:\n    case 1:\n        pass", id="Python that MicroPython has not"),
        pytest.param(
            "import micropython\n\n@micropython.viper\ndef f(x: int):\n    return x",
            id="no machine code for it",
        ),
    ],
)
def test_what_does_not_compile_is_found(tmp_path: Path, broken: str) -> None:
    (tmp_path / "broken.py").write_text(broken)
    assert "Error" in not_compiled(tmp_path, tmp_path)


def test_names_that_are_not_there_are_found(tmp_path: Path) -> None:
    no_module = "Cannot find implementation or library stub for module named"
    wrong = {
        "import subprocess": f'{no_module} "subprocess"',
        "import click": f'{no_module} "click"',
        "machine.Pin.WRONG": '"type[Pin]" has no attribute "WRONG"',
        "machine.Pin(25).light()": '"Pin" has no attribute "light"',
        "machine.WDT(seconds=8)": 'Unexpected keyword argument "seconds" for "WDT"',
        "time.perf_counter()": 'Module has no attribute "perf_counter"',
        "reader.Writer()": 'Module has no attribute "Writer"',
        "reader.Reader().write()": '"Reader" has no attribute "write"',
        "reader.Reader(1)": 'Too many arguments for "Reader"',
        "forgotten": 'Name "forgotten" is not defined',
    }
    (tmp_path / "reader.py").write_text(RUNS)
    main = tmp_path / "main.py"
    main.write_text("\n    ".join(["import machine, reader, time\ndef main():", *wrong]))
    said = [error.rpartition("  [")[0] for error in not_named(tmp_path, tmp_path)]
    assert said == [
        f"{main}:{line}: error: {complaint}"
        for line, complaint in enumerate(wrong.values(), start=3)
    ]


def test_a_folder_without_firmware_does_not_pass(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").touch()
    with pytest.raises(AssertionError, match="there is no firmware"):
        not_named(tmp_path, tmp_path)
