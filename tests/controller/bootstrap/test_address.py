"""Addresses of boards, and the files they name."""

from pathlib import Path

import pytest

from controller.board.examples import example_path
from controller.bootstrap.address import (
    SCANNER_BOARD,
    USUAL_BOARD,
    BadAddress,
    RealAddress,
    SimulatedAddress,
    parse_address,
    parse_simulated,
)
from controller.bootstrap.devices import open_devices


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("sim://", SimulatedAddress(example_path(USUAL_BOARD))),
        ("sim://direct", SimulatedAddress()),
        ("sim://scanner", SimulatedAddress(example_path(SCANNER_BOARD))),
        ("sim://mine.toml", SimulatedAddress(Path("mine.toml"))),
        ("sim://pico-64", SimulatedAddress(example_path("pico-64"))),
        ("trace://evening.jsonl", SimulatedAddress(trace=Path("evening.jsonl"))),
        ("pn532:///boot/board.toml", RealAddress(Path("/boot/board.toml"))),
        ("pn532://desk-usb", RealAddress(example_path("desk-usb"))),
        ("scanner:///dev/ttyACM0", RealAddress(example_path(SCANNER_BOARD), "/dev/ttyACM0")),
    ],
)
def test_an_address_names_a_board(text: str, address: RealAddress | SimulatedAddress) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "sim", "sim:", "pn532://", "scanner://", "trace://", "usb://x"]
)
def test_what_is_no_address_is_refused_with_all_kinds(text: str) -> None:
    with pytest.raises(BadAddress, match=r"is no board\. A board is sim:// \(emulated chips\)"):
        parse_address(text)


@pytest.mark.parametrize("text", ["pn532://desk-usb", "scanner:///dev/ttyACM0", "usb://x"])
def test_a_real_board_is_not_simulated(text: str) -> None:
    with pytest.raises(BadAddress, match=r"is not simulated\. Simulated are sim:// and trace://"):
        parse_simulated(text)


def test_a_file_of_ones_own_may_have_the_name_of_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = example_path("pico-64").read_text("utf-8")
    Path("pico-64").write_text(text.replace("/dev/ttyACM0", "/dev/mine"), "utf-8")
    devices = open_devices(Path("pico-64"))
    assert devices.board.coprocessors is not None
    assert set(devices.board.coprocessors.devices) == {"/dev/mine"}


def test_a_simulated_board_of_a_file_that_is_not_there_names_it(
    tmp_path: Path,
) -> None:
    missing = tmp_path / "mine.toml"
    with pytest.raises(BadAddress, match=f"{missing}"):
        parse_simulated(f"sim://{missing}")
