"""What a board file says is what the driver is told."""

from pathlib import Path

import pytest

from controller.board import Board, read_board
from controller.board.examples import example_names, example_path
from hardware.sensing.settings import (
    Channel,
    DecoderSelect,
    I2cBus,
    LineSelect,
    Place,
    ShiftRegisterSelect,
    SpiBus,
    SpiPins,
    Supply,
    Timing,
    UartPort,
)
from tests.support.board.broken import (
    DECODER,
    DRAWN,
    GOOD,
    MULTIPLEXER,
    REGISTER,
    SERIAL,
    SUPPLY,
)


@pytest.fixture
def read(tmp_path: Path) -> "Read":
    """Reads a board file of some text."""
    return Read(tmp_path / "b.toml")


class Read:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, text: str) -> Board:
        self._path.write_text(text, "utf-8")
        return read_board(self._path)


@pytest.mark.parametrize("name", example_names())
def test_every_example_is_right_and_every_square_has_one_reader(name: str) -> None:
    board = read_board(example_path(name))
    wired = [square for bus in board.buses for square in bus.squares]
    assert sorted(wired) == sorted(board.squares) == sorted(board.settings.places)
    assert board.about


def test_there_is_an_example_for_each_way_of_wiring() -> None:
    assert set(example_names()) == {
        "co-processors-64",
        "desk-usb",
        "i2c-multiplexers-64",
        "pico-64",
        "prototype-2x2",
        "spi-decoder-64",
        "spi-shift-register-64",
    }


def test_the_decoder_example_counts_down_in_every_second_row() -> None:
    (bus,) = read_board(example_path("spi-decoder-64")).buses
    assert isinstance(bus, SpiBus)
    assert isinstance(bus.select, DecoderSelect)
    assert bus.pins == SpiPins("GPIO11", "GPIO10", "GPIO9")
    assert bus.select.lines[8] == (0, 7)
    assert bus.select.lines[9] == (1, 7)
    assert bus.select.lines[64] == (7, 0)


def test_a_pin_is_called_by_its_usual_name_however_it_is_written(read: Read) -> None:
    (bus,) = read(GOOD.replace('"GPIO5"', '" d05 "')).buses
    assert bus == SpiBus("spi-1", LineSelect({1: "GPIO5", 2: "GPIO6", 3: "GPIO13", 4: "GPIO26"}))


def test_lists_of_lists_begin_anew_with_each_line_and_exceptions_come_last(read: Read) -> None:
    text = DECODER.replace(
        '[["1-2"], ["4-3"]]', '[[1], ["4"]]\nexceptions = { 2 = [1, 1], 3 = [0, 1] }'
    )
    (bus,) = read(text).buses
    assert bus == SpiBus(
        "spi-1",
        DecoderSelect(
            ("GPIO5",), ("GPIO6",), "GPIO13", {1: (0, 0), 4: (1, 0), 2: (1, 1), 3: (0, 1)}
        ),
    )


def test_exceptions_may_swap_two_readers_or_say_it_all(read: Read) -> None:
    swapped = read(REGISTER.replace('"1-4"', '"1-4"\nexceptions = { 1 = 1, 2 = 0 }'))
    alone = read(REGISTER.replace('squares = "1-4"', "exceptions = { 1 = 1, 2 = 0, 3 = 2, 4 = 3 }"))
    select = ShiftRegisterSelect("GPIO5", "GPIO6", "GPIO13", 1, {1: 1, 2: 0, 3: 2, 4: 3})
    assert swapped.buses == alone.buses == (SpiBus("spi-1", select),)


def test_a_dash_leaves_an_output_free(read: Read) -> None:
    (bus,) = read(REGISTER.replace('"1-4"', '["-", "2-1", "-", 3, 4]')).buses
    assert isinstance(bus, SpiBus)
    assert isinstance(bus.select, ShiftRegisterSelect)
    assert bus.select.outputs == {2: 1, 1: 2, 3: 4, 4: 5}


def test_channels_go_by_the_order_of_the_multiplexers(read: Read) -> None:
    (bus,) = read(MULTIPLEXER.replace("[0x70, 0x77]", "[0x77, 0x70]")).buses
    assert bus == I2cBus(
        "i2c-1",
        {1: Channel(0x77, 0), 2: Channel(0x77, 1), 4: Channel(0x70, 0), 3: Channel(0x70, 1)},
    )


def test_a_single_reader_may_sit_on_the_bus_itself(read: Read) -> None:
    text = SERIAL[: SERIAL.index("transport")] + 'transport = "i2c"\nsquares = 1\nnumber = 3\n'
    board = read(text)
    assert board.buses == (I2cBus("i2c-1", {1: None}, number=3),)
    assert not any("mishandles" in each for each in board.advice)


def test_a_software_bus_may_be_at_any_pins(read: Read) -> None:
    text = MULTIPLEXER.replace('"i2c"', '"i2c"\nnumber = 3\nsda_pin = "GPIO23"\nscl_pin = "D24"')
    (bus,) = read(text).buses
    assert isinstance(bus, I2cBus)
    assert (bus.sda_pin, bus.scl_pin) == ("GPIO23", "GPIO24")


def test_a_serial_port_may_be_an_address(read: Read) -> None:
    text = SERIAL.replace("/dev/ttyUSB0", "socket://localhost:7000")
    assert read(text).buses == (UartPort("uart-1", "socket://localhost:7000", 1),)


def test_numbers_are_taken_over_in_seconds(read: Read) -> None:
    text = GOOD.replace(
        "stride = 2",
        "stride = 4\nmax_fields = 2\nretries = 2\nlit_retries = 3\nattention = 5\n"
        "idle_after_s = 30\nidle_pause_ms = 250\nidle_sweep_ms = 3000\nguard_ms = 2\n"
        "timing = { ack_ms = 20, poll_ms = 0.25 }",
    )
    settings = read(text).settings
    assert (settings.stride, settings.max_fields) == (4, 2)
    assert (settings.retries, settings.lit_retries) == (2, 3)
    assert (settings.attention, settings.idle_after_s) == (5, 30)
    assert (settings.idle_pause_s, settings.idle_sweep_s) == (0.25, 3)
    assert settings.timing == Timing(ack_s=0.02, guard_s=0.002, poll_s=0.00025)


def test_what_a_module_may_need_can_be_set(read: Read) -> None:
    text = GOOD.replace(
        "stride = 2",
        "attempts = 3\nfailures = 5\nmisses = 4\ntargets = 1\n"
        'analog = "59 F4 3F 11 4D 85 61 6F 26 62 87"\n'
        "timing = { calm_ms = 1, wake_ms = 4, select_ms = 2, pause_ms = 0.5, reset_ms = 200, "
        "after_reset_ms = 50 }",
    )
    settings = read(text).settings
    assert (settings.attempts, settings.failures, settings.misses) == (3, 5, 4)
    assert (settings.targets, settings.analog) == (1, bytes.fromhex("59f43f114d8561 6f266287"))
    assert settings.timing == Timing(
        calm_s=0.001, wake_s=0.004, select_s=0.002, pause_s=0.0005, reset_s=0.2, after_reset_s=0.05
    )


def test_a_clock_that_long_wires_do_not_follow_is_advised_against(read: Read) -> None:
    text = example_path("spi-decoder-64").read_text("utf-8")
    for clock, said in (("1_000_000", False), ("5_000_000", True)):
        advice = read(text.replace("clock_hz = 1_000_000", f"clock_hz = {clock}")).advice
        assert any("64 readers at 5 MHz seldom work" in each for each in advice) == said


def test_a_serial_port_may_hold_bytes_back(read: Read) -> None:
    (port,) = read(SERIAL.replace("square = 1", "square = 1\nlatency_ms = 16")).buses
    assert port == UartPort("uart-1", "/dev/ttyUSB0", 1, latency_s=0.016)


def test_the_supply_says_how_many_fields_there_may_be(read: Read) -> None:
    text = GOOD.replace(
        "[[readers.bus]]",
        "[readers.supply]\nsupply_ma = 1000\nload = 0.5\nreserve_ma = 0\nfield_ma = 200\n"
        "idle_ma = 20\n[[readers.bus]]",
    )
    board = read(text)
    assert board.supply == Supply(1000, 0.5, 0, 200, 20)
    assert board.settings.max_fields == 2
    assert board.advice == ()


def test_places_may_be_drawn(read: Read) -> None:
    drawing = '"""\n  1  2\n  -  -\n  4  3\n"""'
    listed = "[[0, 0], [0, 1], [1, 1], [1, 0]]"
    assert read(DRAWN.replace(listed, drawing)).squares == {
        1: Place(0, 0),
        2: Place(0, 1),
        4: Place(2, 0),
        3: Place(2, 1),
    }


@pytest.mark.parametrize(
    ("layout", "square_3"),
    [
        ('layout = "rows"', Place(1, 0)),
        ('layout = "columns"', Place(0, 1)),
        ('layout = "serpentine"', Place(0, 1)),
        ('corner = "top-right"', Place(1, 0)),
        ('corner = "top-right"\ndirection = "down"', Place(1, 0)),
    ],
)
def test_layouts_have_usual_corners_and_directions(
    read: Read, layout: str, square_3: Place
) -> None:
    board = read(GOOD.replace("columns = 2", f"columns = 2\n{layout}"))
    assert board.squares[3] == square_3


def test_a_square_without_a_reader_is_on_the_board_and_not_read(read: Read) -> None:
    text = GOOD.replace("columns = 2", "columns = 2\nwithout_reader = [4]")
    board = read(text.replace('"1-4"', '"1-3"'))
    assert sorted(board.squares) == [1, 2, 3, 4]
    assert sorted(board.settings.places) == [1, 2, 3]


def test_what_often_goes_wrong_is_advised_not_refused(read: Read) -> None:
    (advice, _) = read(MULTIPLEXER).advice
    assert "mishandles the pauses a PN532 makes" in advice
    (advice, _) = read(GOOD.replace("GPIO26", "GPIO8")).advice
    assert advice.startswith("GPIO8 is kept busy by the system's own SPI driver")


def test_places_may_be_counted_besides(read: Read) -> None:
    counted = DRAWN.replace("places", "count = 4\nplaces")
    assert read(counted).squares == read(DRAWN).squares


def test_as_many_fields_as_the_supply_bears_may_be_asked_for(read: Read) -> None:
    text = SUPPLY.replace("[readers.supply]", "max_fields = 1\n[readers.supply]")
    assert read(text).settings.max_fields == 1


def test_advice_is_given_once_however_often_it_is_due(read: Read) -> None:
    one = MULTIPLEXER.replace('[["1-2"], ["4-3"]]', '"1-2"')
    two = one + '[[readers.bus]]\ntransport = "i2c"\nnumber = 0\nmultiplexers = [0x70]\n'
    advice = read(f'{two}squares = "3-4"\n').advice
    assert len(advice) == len(set(advice))
    assert sum("mishandles" in each for each in advice) == 1
