"""What a board file needs of config.txt."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.appliance.install.changes.interfaces import KNOWN
from controller.board.examples import example_path
from controller.board.plan.needs import I2cNeed, Needs
from controller.maintenance.doctor import config_txt as wanted_module
from controller.maintenance.doctor.checks.lights import CORE_HZ
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.config_txt import ANY, generation_of, main, wanted
from tests.support.checkout import ROOT
from tests.support.waiting import PATIENCE_S

NOTHING = Needs((), (), (), frozenset(), frozenset(), False, None, None, None)
HARDWARE = I2cNeed(1, 100_000, "GPIO2", "GPIO3")


@pytest.mark.parametrize(
    ("needs", "lines"),
    [
        ({}, []),
        ({"spi": (0,)}, ["dtparam=spi=on"]),
        (
            {"spi": (0,), "pins": frozenset({"GPIO5", "GPIO8"})},
            ["dtparam=spi=on", "dtoverlay=spi0-0cs"],
        ),
        ({"spi": (1,), "pins": frozenset({"GPIO8"})}, ["dtoverlay=spi1-1cs"]),
        (
            {"i2c": (HARDWARE, I2cNeed(3, 50_000, "GPIO23", "GPIO24"))},
            [
                "dtparam=i2c_arm=on",
                "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24,i2c_gpio_delay_us=4",
            ],
        ),
        (
            {"i2c": (I2cNeed(3, 100_000, "GPIO2", "GPIO3"),)},
            ["dtparam=i2c_arm=off", "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=2,i2c_gpio_scl=3"],
        ),
        ({"i2c": (I2cNeed(0, 100_000, "GPIO0", "GPIO1"),)}, ["dtoverlay=i2c0"]),
        (
            {"i2c": (I2cNeed(0, 50_000, "GPIO0", "GPIO1"),)},
            ["dtparam=i2c0_baudrate=50000", "dtoverlay=i2c0"],
        ),
        (
            {"i2c": (replace(HARDWARE, clock_hz=50_000),)},
            ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=50000"],
        ),
        ({"ports": ("/dev/ttyUSB0",)}, []),
        ({"ports": ("/dev/serial0",)}, ["enable_uart=1"]),
        ({"strip_pin": 18}, ["dtparam=audio=off"]),
        ({"strip_pin": 21}, []),
        ({"strip_spi": 0}, list(CORE_HZ[4])),
    ],
)
def test_each_need_has_its_lines_on_a_raspberry_pi_only(
    needs: dict[str, Any], lines: list[str]
) -> None:
    board = replace(NOTHING, **needs)
    assert list(wanted(board, 4)) == lines
    assert list(wanted(board, None)) == []
    assert all(KNOWN.fullmatch(line) for line in lines)


@pytest.mark.parametrize(
    ("pi", "lines"),
    [
        (3, ["enable_uart=1"]),
        (5, ["dtparam=uart0=on"]),
        (ANY, ["enable_uart=1", "dtparam=uart0=on"]),
    ],
)
def test_the_serial_port_on_the_header(pi: int, lines: list[str]) -> None:
    assert list(wanted(replace(NOTHING, ports=("/dev/ttyAMA0",)), pi)) == lines
    assert all(KNOWN.fullmatch(line) for line in lines)


def test_lines_for_any_model_are_in_sections_where_models_differ() -> None:
    lines = list(wanted(replace(NOTHING, spi=(0,), strip_spi=0), ANY))
    assert (lines[0], lines[-1]) == ("dtparam=spi=on", "[all]")
    sections = "\n".join(lines[1:-1]).removeprefix("[").split("\n[")
    assert {each.split("]\n")[0]: tuple(each.split("\n")[1:]) for each in sections} == {
        "pi0": CORE_HZ[1],
        "pi1": CORE_HZ[1],
        "pi2": CORE_HZ[2],
        "pi3": CORE_HZ[3],
        "pi4": CORE_HZ[4],
    }
    assert all(KNOWN.fullmatch(line) for line in lines)


@pytest.mark.parametrize(
    ("machine", "model", "generation"),
    [
        ("aarch64", None, ANY),
        ("armv7l", None, ANY),
        ("aarch64", "Raspberry Pi 3 Model B Rev 1.2", 3),
        ("aarch64", "ROCK Pi 4B", None),
        ("x86_64", None, None),
    ],
)
def test_a_raspberry_pi_without_a_model_may_be_any(
    tmp_path: Path, machine: str, model: str | None, generation: int | None
) -> None:
    if model is not None:
        file = tmp_path / "proc/device-tree/model"
        file.parent.mkdir(parents=True)
        file.write_text(f"{model}\0", "utf-8")
    assert generation_of(ExaminedComputer(tmp_path, machine=machine)) == generation


def test_the_lines_are_printed_for_the_computer_it_runs_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_text("Raspberry Pi 4 Model B Rev 1.5\0", "utf-8")
    monkeypatch.setattr(wanted_module, "ExaminedComputer", lambda: ExaminedComputer(tmp_path))
    file = example_path("spi-decoder-64")
    monkeypatch.setattr("sys.argv", ["wanted", str(file)])
    main()
    assert "dtparam=spi=on" in capsys.readouterr().out.splitlines()


def test_mistakes_of_the_board_file_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["wanted", str(tmp_path / "none.toml")])
    with pytest.raises(SystemExit, match=r"none\.toml: it cannot be read"):
        main()


def test_it_is_a_program_of_its_own(tmp_path: Path) -> None:
    words = ("-m", "controller.maintenance.doctor.config_txt", str(tmp_path / "none.toml"))
    done = subprocess.run(
        [sys.executable, *words],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert "none.toml: it cannot be read: No such file or directory." in done.stderr
