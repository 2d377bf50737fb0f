"""The calculation, against examples calculated by hand."""

import pytest

from controller.board.electronics.calculation.branches import SupplyBranch, branches
from controller.board.electronics.calculation.figures import calculated
from controller.board.electronics.calculation.formulas import (
    chain_drop_v,
    i2c_rise_s,
    parallel_ohm,
    rise_s,
)
from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import places, wired_by_hand
from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from hardware.sensing.plan import current_ma
from hardware.sensing.schedule import Schedule
from tests.controller.board.electronics.test_design import OTHER_I2C
from tests.controller.board.test_command import run


def example(name: str, *changes: tuple[str, str]) -> Board:
    """An example board with changes to its text."""
    text = example_path(name).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_board(text, f"{name}.toml")


def figure(board: Board, subject: str) -> Calculated:
    (found,) = [each for each in calculated(board) if each.subject == subject]
    return found


def branch(board: Board, name: str) -> SupplyBranch:
    circuit = circuit_of(board)
    found = branches(circuit, wired_by_hand(circuit, board), board)
    return next(each for each in found if each.name == name)


@pytest.mark.parametrize(
    "bus",
    [
        'transport = "spi"\nselect = "lines"\npins = ["GPIO5"]\nreset_pin = "GPIO4"\nsquares = []',
        'transport = "spi"\nselect = "lines"\npins = ["GPIO5"]\nreset_pin = "GPIO4"\nsquares = "-"',
        'transport = "i2c"\nmultiplexers = [0x70]\nreset_pin = "GPIO4"\nsquares = []',
        'transport = "i2c"\nsquares = []',
    ],
)
def test_a_bus_whose_readers_are_not_wired_yet_has_no_figures(bus: str) -> None:
    """As while the rows of a board are built one by one."""
    text = example_path("desk-usb").read_text("utf-8")
    board = parse_board(f'{text}\n[[readers.bus]]\nname = "later"\n{bus}\n', "desk.toml")
    assert [each.name for each in board.buses] == ["uart-1", "later"]
    assert not [each for each in calculated(board) if "later" in each.subject]


@pytest.mark.parametrize(
    ("settings", "fields"),
    [
        ("stride = 3", 3),
        ("stride = 2\nmax_fields = 4", 4),
        ("stride = 1\nmax_fields = 8", 8),
        ("stride = 1\nmax_fields = 2", 2),
    ],
)
def test_a_row_bears_the_fields_that_any_choice_of_lit_squares_switches_on(
    settings: str, fields: int
) -> None:
    board = example("spi-decoder-64", ("stride = 3", settings))
    row = set(range(1, 9))  # all of a row is lit for a runner at the start
    schedule = Schedule(board.settings)
    together = [row & set(schedule.next(row, (), (), at * 0.02).squares) for at in range(100)]
    assert max(map(len, together)) == fields
    assert board.supply is not None
    most_ma = current_ma(8, fields, board.supply.field_ma, board.supply.idle_ma)
    assert branch(board, "“spi-1”, row line 0").amperes == most_ma / 1000


def test_a_level_rises_in_2_2_times_r_times_c() -> None:
    # 100 Ω x 1 nF = 100 ns; ln 9 = 2.197
    assert rise_s(100, 1e-9) == pytest.approx(219.7e-9, rel=1e-3)


def test_an_i2c_line_rises_in_0_85_times_r_times_c() -> None:
    # 1 kΩ x 400 pF = 400 ns; UM10204 gives 0.8473
    assert i2c_rise_s(1_000, 400e-12) == pytest.approx(338.9e-9, rel=1e-3)


def test_resistors_side_by_side() -> None:
    assert parallel_ohm(1_800, 4_700) == pytest.approx(1_301.5, abs=0.1)


def test_a_chain_loses_voltage_there_and_back() -> None:
    # 0.1 Ω/m: 1 m with 2 A and 1 m with 1 A lose 0.2 V and 0.1 V, and as much on the way back.
    assert chain_drop_v(0.1, (1, 1), 2) == pytest.approx(0.6)


def test_rise_time_of_four_readers_on_one_wire() -> None:
    # MISO: three other readers of 15 pF, a pin of 5 pF, 0.49 m of 100 pF/m: 99 pF; 100 Ω.
    found = figure(example("prototype-2x2"), "“spi-1”: MISO rise time")
    assert found.figure == "22 ns (100 Ω, 99 pF: 4 inputs, 0.49 m)"
    assert found.limit == "at most 250 ns, a quarter of a period at 1 MHz"
    assert "assumed: driver, inputs, wire" in found.source
    assert not found.marginal


def test_rise_time_of_a_row_behind_its_buffer() -> None:
    # Eight readers of 15 pF and 0.88 m: 208 pF, through 110 Ω of the buffer and 100 Ω in series.
    found = figure(example("spi-decoder-64"), "“spi-1”: SCK rise time")
    assert found.figure == "96 ns (210 Ω, 208 pF: 8 inputs, 0.88 m)"


def test_a_clock_of_five_megahertz_is_too_fast_for_a_row() -> None:
    fast = example("spi-decoder-64", ("clock_hz = 1_000_000", "clock_hz = 5_000_000"))
    found = figure(fast, "“spi-1”: SCK rise time")
    assert found.limit == "at most 50 ns, a quarter of a period at 5 MHz"
    assert found.marginal


def test_a_row_takes_a_fuse_a_gauge_and_a_drop() -> None:
    # Stride 3 lets 3 of 8 fields be on: 3 x 110 + 5 x 36 = 510 mA. 0.8 A x 75 % is 600 mA.
    found = branch(example("spi-decoder-64"), "“spi-1”, row line 0")
    assert found.amperes == pytest.approx(0.51)
    assert (found.fuse_a, found.gauge.mm2) == (0.8, 0.25)
    # 0.11 m to the row's board and 0.11 m to its first reader bear all, then each piece of 0.11 m
    # an eighth less: 0.11 x 0.51 x (1 + 8/8 + 7/8 + ... + 1/8) = 0.309 A·m; x 2 x 0.078 Ω/m.
    assert found.drop_v == pytest.approx(0.0481, abs=0.0002)


def test_long_chains_of_lights_take_thicker_wire() -> None:
    found = branch(example("co-processors-64"), "lights")
    assert (found.amperes, found.fuse_a, found.gauge.mm2) == (1.0, 1.6, 1.0)
    assert found.drop_v < 0.25


def test_more_current_than_any_fuse_of_the_list_bears_is_marginal() -> None:
    much = example(
        "co-processors-64",
        ("budget_ma = 1000", "budget_ma = 9000"),
        ("supply_ma = 6000", "supply_ma = 40_000"),
    )
    assert branch(much, "lights").fuse_a == 0
    assert figure(much, "lights: current").marginal


@pytest.mark.parametrize(
    ("module", "current", "marginal"),
    # 5 V over 10 kΩ is 0.5 mA a reader; the shield's 5 kΩ 1 mA. A pin of a Pico bears 4 mA.
    [("red-v3", "4.0 mA", False), ("adafruit-shield", "8.0 mA", True)],
)
def test_a_pin_sinks_the_pull_ups_of_eight_resets(
    module: str, current: str, *, marginal: bool
) -> None:
    reset = ('squares = "1-8" ', 'reset_pin = "GP20"\nsquares = "1-8" ')
    named = ("stride = 3", f'stride = 3\nmodule = "{module}"')
    found = figure(example("co-processors-64", reset, named), "“row 1”: reset")
    assert found.figure == f"8 pull-ups let {current} through GP20"
    assert found.marginal is marginal


def test_a_transistor_sinks_the_pull_ups_of_a_row() -> None:
    # Base: 2.6 V over 10 kΩ and eight rows on 470 Ω: 0.19 mA; half of its gain of 200 is used.
    found = figure(example("spi-decoder-64"), "“spi-1”: reset of a row")
    assert "4.0 mA through its BC547B, whose base gets 0.19 mA" in found.figure
    assert found.limit.startswith("at most 19 mA")
    assert not found.marginal


def test_a_module_without_a_reset_pin_is_told() -> None:
    named = ("stride = 3 ", 'module = "red-v3-no-pad"\nstride = 3 ')
    found = figure(example("spi-decoder-64", named), "“spi-1”: reset")
    assert found.marginal
    assert "has no pin for it" in found.figure


@pytest.mark.parametrize(
    ("module", "told"),
    [("red-v3", []), ("adafruit-shield", ["the Adafruit PN532 shield pulls them to 5 V"])],
)
def test_pull_ups_to_five_volts_are_told(module: str, told: list[str]) -> None:
    board = example("prototype-2x2", ("stride = 2 ", f'module = "{module}"\nstride = 2 '))
    levels = [each for each in calculated(board) if "level of their lines" in each.subject]
    assert [each.figure for each in levels] == told
    assert all(each.marginal for each in levels)


def test_capacitance_rise_and_current_of_an_i2c_bus() -> None:
    # Eight multiplexers of 28 pF, the Pi's 5, 0.92 m: 321 pF; the farthest channel adds 28 and 15
    # pF and 0.45 m: 409 pF. 1.8 kΩ beside 4.7 kΩ are 1302 Ω: 0.8473 x 1302 x 409 p = 451 ns.
    board = example("i2c-multiplexers-64")
    capacitance = figure(board, "“i2c-1”: capacitance with one channel on")
    assert (capacitance.figure, capacitance.marginal) == ("409 pF", True)
    rise = figure(board, "“i2c-1”: rise time with one channel on")
    assert (rise.figure, rise.marginal) == ("451 ns with 1302 Ω of pull-ups", False)
    sink = figure(board, "“i2c-1”: current into a low line with one channel on")
    assert (sink.figure, sink.marginal) == ("2.2 mA", False)


def test_400_khz_ask_for_faster_edges() -> None:
    fast = example("i2c-multiplexers-64", ("clock_hz = 100_000", "clock_hz = 400_000"))
    assert figure(fast, "“i2c-1”: rise time with one channel on").marginal


def test_the_length_of_the_strip() -> None:
    # 0.16 m to the first light, then three steps of 0.055 m and 0.05 m for ends: 0.11 m each.
    found = figure(example("prototype-2x2"), "lights: length")
    assert found.figure == "4 lights on 0.49 m of data wire or strip; longest step 0.16 m"


def test_wires_grow_with_the_squares() -> None:
    # 0.16 m and three steps of 0.11 m become 0.22 m and 0.15 m with squares of 100 mm and 100 mm.
    wide = example("prototype-2x2", ("[web]", "[measures]\npitch_mm = 100\n[web]"))
    found = figure(wide, "lights: length")
    assert found.figure == "4 lights on 0.70 m of data wire or strip; longest step 0.25 m"


@pytest.mark.parametrize("name", example_names())
def test_each_figure_names_its_source(name: str) -> None:
    for each in calculated(read_board(example_path(name))):
        assert each.source, each.subject


def test_the_check_reports_what_is_marginal_and_lists_all_when_asked() -> None:
    told = run("check", "i2c-multiplexers-64").output
    assert "Marginal: “i2c-1”: capacitance with one channel on: 409 pF; at most 400 pF." in told
    assert "voltage drop" not in told
    listed = " ".join(run("check", "prototype-2x2", "--figures").output.split())
    assert "lights: length: 4 lights on 0.49 m" in listed
    assert "Marginal" not in listed


def test_a_slow_clock_still_asks_for_the_edges_that_the_buffers_take() -> None:
    slow = example("spi-decoder-64", ("clock_hz = 1_000_000", "clock_hz = 100_000"))
    limits = {each.limit for each in calculated(slow) if "rise time" in each.subject}
    assert "at most 264 ns, the slowest edge that the buffer takes" in limits


def test_an_i2c_bus_without_a_multiplexer_has_one_line() -> None:
    # The Pi's 5 pF, a reader of 15 pF and 0.16 m of 100 pF/m.
    found = figure(parse_board(OTHER_I2C, "i2c.toml"), "“i2c-1”: capacitance")
    assert found.figure == "36 pF"


def test_a_light_that_is_over_no_square_hangs_where_the_last_one_does() -> None:
    board = example("prototype-2x2", ("[lights]\n", "[lights]\ncount = 5\n"))
    there = places(circuit_of(board), board)
    assert there["light 5"] == there["light 4"]
