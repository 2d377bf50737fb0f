"""docs/boards.md says what is so."""

import re
from pathlib import Path

import pytest

from controller.board import WebSettings
from controller.board.examples import example_names, example_path
from controller.board.file import buses, lights, readers, sections, squares
from controller.board.file.broker import BrokerSettings
from controller.board.file.form import read_board
from controller.board.file.pins import PICO_WIRES
from controller.board.file.scanners import MOST_SCANNER_LIGHTS, USUAL_WIRES, ScannerKeys
from controller.board.file.selects import SELECTS
from controller.game.pieces import Colour
from controller.toml.shapes import key_shapes
from hardware.lights.settings import HelperDriver, LightCurrents, SpiDriver
from hardware.modules.catalogue import reader_names
from hardware.sensing.settings import (
    PICO_COLUMNS,
    PICO_ENABLE,
    PICO_LINES,
    PICO_ROWS,
    DecoderSelect,
    Place,
    SpiBus,
    UartPort,
)
from tests.support.checkout import ROOT

GUIDE = (ROOT / "docs" / "boards.md").read_text("utf-8")


def test_the_example_of_the_guide_is_fine(tmp_path: Path) -> None:
    ((name, text),) = re.findall(r"`(\w+\.toml)`\n```toml\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / name).write_text(text, "utf-8")
    board = read_board(tmp_path / name)
    (bus,) = board.buses
    assert isinstance(bus, SpiBus)
    assert isinstance(bus.select, DecoderSelect)
    assert bus.select.lines[3] == (3, 0)
    assert bus.squares == tuple(range(1, 12))
    assert board.settings.max_fields == 11
    assert board.lights is not None
    assert (board.lights.count, board.lights.squares[12]) == (24, (22, 23))
    assert {tag.colour for tag in board.tags.values()} == {"red", "blue"}


def test_four_squares_on_a_raspberry_pi_5_as_the_guide_to_building_tells_are_fine(
    tmp_path: Path,
) -> None:
    guide = (ROOT / "docs" / "build-a-board.md").read_text("utf-8")
    ((driver, number, pin),) = re.findall(
        r"On a Raspberry Pi 5 .*?write `(.*?)` and `(.*?)` instead.*?such as (GPIO\d+)", guide
    )
    text = example_path("prototype-2x2").read_text("utf-8")
    text = text.replace('driver = "ws281x"\npin = "GPIO18"\n', f"{driver}\n{number}\n")
    path = tmp_path / "pi_5.toml"
    path.write_text(text.replace('"GPIO19"]', f'"{pin}"]'), "utf-8")
    board = read_board(path)
    assert board.lights is not None
    assert board.lights.driver == SpiDriver(1)


def test_a_first_row_as_the_guide_to_building_tells_is_fine(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "build-a-board.md").read_text("utf-8")
    ((squares_key, lights_key, order),) = re.findall(
        r"In `\[squares\]` set `(.*?)`, in `\[lights\]`.*?, `(.*?)`, and .*?: `(squares = .*?)`",
        guide,
    )
    text = example_path("spi-decoder-64").read_text("utf-8")
    text = text.replace("[squares]\n", f"[squares]\n{squares_key}\n")
    text = text.replace("[lights]\n", f"[lights]\n{lights_key}\n")
    path = tmp_path / "row.toml"
    path.write_text(re.sub(r"(?ms)^squares = \[\n.*?^\]\n", f"{order}\n", text), "utf-8")
    board = read_board(path)
    assert sorted(board.settings.places) == list(range(1, 9))
    assert board.lights is not None
    assert sorted(board.lights.squares) == list(range(1, 9))


def test_the_drawing_of_the_guide_is_right(tmp_path: Path) -> None:
    (drawing,) = re.findall(r"```toml\n(places = .*?)```", GUIDE, re.DOTALL)
    path = tmp_path / "b.toml"
    path.write_text(
        f'name = "Drawn"\n[squares]\n{drawing}\nwithout_reader = "2-7"\n[[readers.bus]]\n'
        'transport = "uart"\nport = "/dev/ttyUSB0"\nsquare = 1\n',
        "utf-8",
    )
    assert read_board(path).squares[5] == Place(2, 2)


@pytest.mark.parametrize(
    "key",
    sorted(
        {
            key
            for shape in (
                squares.SquareKeys,
                readers.ReaderKeys,
                readers.SupplyKeys,
                *(buses.SpiKeys, buses.I2cKeys, buses.UartKeys, ScannerKeys),
                *SELECTS.values(),
                lights.LightKeys,
                lights.CurrentKeys,
                *lights.DRIVERS.values(),
                sections.ButtonKeys,
                WebSettings,
                BrokerSettings,
                readers.TimingKeys,
                dict[Colour, object],
            )
            for key in key_shapes(shape)
        }
        - {"timing", "supply", "bus", "currents"}
    ),
)
def test_the_guide_has_every_key_there_is(key: str) -> None:
    assert f"`{key}`" in GUIDE


def test_what_is_said_of_defaults_is_so() -> None:
    usual = readers.USUAL
    for key, value in {
        "stride": usual.stride,
        "retries": usual.retries,
        "lit_retries": usual.lit_retries,
        "attention": usual.attention,
        "idle_after_s": f"{usual.idle_after_s:g}",
        "idle_pause_ms": f"{usual.idle_pause_s * 1000:g}",
        "idle_sweep_ms": f"{usual.idle_sweep_s * 1000:g}",
        "guard_ms": f"{usual.timing.guard_s * 1000:g}",
        "attempts": usual.attempts,
        "failures": usual.failures,
        "misses": usual.misses,
        "targets": usual.targets,
        "module": f'`"{readers.USUAL_MODULE}"`',
        "latency_ms": f"{UartPort('', '', 1).latency_s * 1000:g}",
        "load": readers.USUAL_SUPPLY.load,
        "reserve_ma": readers.USUAL_SUPPLY.reserve_ma,
        "field_ma": readers.USUAL_SUPPLY.field_ma,
        "idle_ma": readers.USUAL_SUPPLY.idle_ma,
        "pin": f"`GPIO{HelperDriver().gpio}`",
        "dma": HelperDriver().dma,
        "socket": f"`{HelperDriver().socket}`",
        "number": SpiDriver().number,
        "colour_order": f'`"{lights.USUAL.order}"`',
        "gamma": lights.USUAL.gamma,
        "brightness": f"{lights.USUAL.brightness:g}",
        "budget_ma": lights.USUAL.budget_ma,
        "undervoltage": lights.USUAL.undervoltage,
        "debounce_ms": f"{sections.USUAL_BUTTONS.debounce_s * 1000:g}",
        "hold_s": sections.USUAL_BUTTONS.hold_s,
        "host": f'`"{WebSettings().host}"`',
        "port": WebSettings().port,
    }.items():
        assert re.search(rf"^\| `{key}` \|.*\| {value} \|$", GUIDE, re.MULTILINE), key
    for key in key_shapes(lights.CurrentKeys):
        assert f"`{key}` ({getattr(LightCurrents(), key):g})" in GUIDE
    for key in key_shapes(readers.TimingKeys):
        usual_s = getattr(usual.timing, f"{key.removesuffix('_ms')}_s")
        assert f"`{key}` ({usual_s * 1000:g})" in GUIDE


def test_the_guide_shows_an_example_there_is() -> None:
    assert set(re.findall(r"hareboard board show ([\w-]+)", GUIDE)) <= set(example_names())


def test_what_is_said_of_the_usual_wiring_of_a_co_processor_is_so() -> None:
    keys = ", ".join(f"`{key}`" for key in USUAL_WIRES)
    pins = ", ".join(f"`{pin}`" for pin in USUAL_WIRES.values())
    assert re.search(rf"^\| {keys} \|.*\| {pins} \|$", GUIDE, re.MULTILINE)
    assert f"a select pin each, `{PICO_LINES[0]}` to `{PICO_LINES[-1]}`" in GUIDE
    (lowest, *rest), columns = PICO_ROWS, PICO_COLUMNS
    row = ", ".join((f"`{lowest}` (lowest bit)", *(f"`{pin}`" for pin in rest)))
    column = ", ".join(f"`{pin}`" for pin in columns)
    assert f"address {row}, the column line {column}, and `{PICO_ENABLE}` is the enable" in GUIDE
    assert re.search(rf"^\| `pin` \|.*\| `{lights.USUAL_SCANNER_PIN}` \|$", GUIDE, re.MULTILINE)
    assert f"with at most {MOST_SCANNER_LIGHTS} lights" in GUIDE


@pytest.mark.parametrize("spi", [0, 1])
def test_the_guide_has_the_pins_of_both_hardware_spi(spi: int) -> None:
    wires = [", ".join(PICO_WIRES[key][spi]) for key in ("sck_pin", "mosi_pin", "miso_pin")]
    assert f"| SPI {spi} | {' | '.join(wires)} |" in GUIDE


def test_the_guide_has_each_module_that_is_known() -> None:
    assert all(f'`"{name}"`' in GUIDE for name in reader_names())
