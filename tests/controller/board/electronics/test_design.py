"""The circuit of each example is its board file, and keeps the electrical rules."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.design import circuit_of
from controller.board.electronics.rules import electrical_errors
from controller.board.electronics.selects import REGISTER_PINS
from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from controller.board.plan.bill import bill
from controller.board.plan.connections import co_processors, header_pin, pin_uses
from hardware.modules.catalogue import modules
from hardware.sensing.settings import (
    DecoderSelect,
    I2cBus,
    LineSelect,
    ScannerPort,
    ShiftRegisterSelect,
    SpiBus,
)
from tests.support.board.broken import DECODER, GOOD, REGISTER, SERIAL, SPI_LIT

PASSIVE = ("capacitor", "electrolytic", "fuse", "resistor")
WIDE = """\
name = "Wide"
[squares]
count = 64
columns = 16
[readers]
[[readers.bus]]
transport = "spi"
select = "decoder"
row_pins = ["GPIO5", "GPIO6"]
column_pins = ["GPIO16", "GPIO19", "GPIO20", "GPIO21"]
enable_pin = "GPIO26"
reset_pin = "GPIO25"
squares = "1-64"
"""
MANY_LINES = """\
name = "Lines"
[squares]
count = 10
columns = 5
[[readers.bus]]
transport = "scanner"
port = "/dev/ttyACM0"
select = "lines"
pins = ["GP0", "GP1", "GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8", "GP9"]
squares = "1-10"
"""
OTHER_I2C = """\
name = "I2C"
[squares]
count = 2
columns = 2
without_reader = 2
[[readers.bus]]
transport = "i2c"
number = 0
squares = [1]
"""
ON_THE_PI = SERIAL.replace("/dev/ttyUSB0", "/dev/serial0")
TEXTS = {
    **{name: example_path(name).read_text("utf-8") for name in example_names()},
    "good": GOOD,
    "decoder": DECODER,
    "register": REGISTER,
    "spare register": REGISTER.replace("registers = 1", "registers = 2"),
    "serial": SERIAL,
    "serial port of the computer": ON_THE_PI,
    "spi lights": SPI_LIT,
    "wide": WIDE,
    "many lines": MANY_LINES,
    "other i2c": OTHER_I2C,
}


def board_of(name: str) -> Board:
    return parse_board(TEXTS[name], f"{name}.toml")


def pins_at(circuit: Circuit, net: str, kind: str) -> Iterator[tuple[str, str]]:
    """The pins that a kind of part has on a net: reference and name."""
    for each in circuit.nets[net]:
        if circuit.parts[each.ref].data.kind == kind:
            yield each.ref, circuit.pin_name(each)


def net_at(circuit: Circuit, ref: str, pin: str) -> str:
    number = circuit.parts[ref].data.pin_number(pin)
    net = circuit.net_of(Terminal(ref, number))
    assert net is not None, (ref, pin)
    return net


def net_of_role(circuit: Circuit, square: int, role: str) -> str:
    (part,) = [part for part in circuit.of_kind("reader") if part.square == square]
    net = circuit.net_of(Terminal(part.ref, part.data.roles[role]))  # type: ignore[index]
    assert net is not None, (square, role)
    return net


@pytest.mark.parametrize("name", TEXTS)
def test_a_circuit_keeps_the_electrical_rules(name: str) -> None:
    assert electrical_errors(circuit_of(board_of(name))) == ()


@pytest.mark.parametrize("name", TEXTS)
def test_each_pin_of_the_file_is_in_the_circuit_and_no_other(name: str) -> None:
    board = board_of(name)
    circuit = circuit_of(board)
    computers = {part.what: part for part in circuit.of_kind("computer", "co-processor")}
    ports = [None] if "" in computers else []
    for port in [*ports, *co_processors(board)]:
        bus = co_processors(board).get(port or "")
        part = computers["" if bus is None else f"co-processor “{bus.name}”"]
        pins = part.data.pins["bidirectional"]
        there = {
            (circuit.pin_name(each), each.number)
            for net in circuit.nets.values()
            for each in net
            if each.ref == part.ref and each.number in pins
        }
        uses = [use for use in pin_uses(board, port) if "stays free" not in use.what]
        assert there == {(use.where, str(header_pin(use.where))) for use in uses}


@pytest.mark.parametrize("name", TEXTS)
def test_each_reader_is_selected_as_the_file_says(name: str) -> None:
    board = board_of(name)
    circuit = circuit_of(board)
    squares = {part.square for part in circuit.of_kind("reader")}
    assert squares == {square for bus in board.buses for square in bus.squares}
    for bus in board.buses:
        if isinstance(bus, SpiBus | ScannerPort):
            match bus.select:
                case LineSelect() as lines:
                    for square, pin in lines.pins.items():
                        net = net_of_role(circuit, square, "SS")
                        kind = "computer" if isinstance(bus, SpiBus) else "co-processor"
                        assert [name for _, name in pins_at(circuit, net, kind)] == [pin]
                case DecoderSelect() as decoder:
                    for square, line in decoder.lines.items():
                        assert decoded(circuit, decoder, square) == line
                case ShiftRegisterSelect() as registers:
                    for square, output in registers.outputs.items():
                        assert shifted(circuit, registers, square) == output
        if isinstance(bus, I2cBus):
            for square, channel in bus.readers.items():
                if channel is not None:
                    found = switched(circuit, square)
                    assert found == (channel.multiplexer, channel.channel)


def decoded(circuit: Circuit, select: DecoderSelect, square: int) -> tuple[int, int]:
    """Row and column line of a reader, followed from its SS back through the decoders."""
    net = net_of_role(circuit, square, "SS")
    lines = []
    for pins in (select.column_pins, select.row_pins):
        line, low = 0, 0
        while low < len(pins):
            ((ref, output),) = pins_at_outputs(circuit, net)
            own = pins[low : low + 3]
            for bit in range(3):
                at = net_at(circuit, ref, f"A{bit}")
                assert at.rpartition(".")[2] == (own[bit] if bit < len(own) else "GND")
            assert net_at(circuit, ref, "/E2") == "GND"
            assert net_at(circuit, ref, "E3").endswith("3V3")
            line |= int(output.removeprefix("/Y")) << low
            net, low = net_at(circuit, ref, "/E1"), low + 3
        lines.append(line)
    assert net.rpartition(".")[2] == select.enable_pin
    column, row = lines
    return row, column


def pins_at_outputs(circuit: Circuit, net: str) -> list[tuple[str, str]]:
    found = pins_at(circuit, net, "decoder")
    return [(ref, pin) for ref, pin in found if pin.startswith("/Y")]


def shifted(circuit: Circuit, select: ShiftRegisterSelect, square: int) -> int:
    """Output of a reader's select, followed back along the chain to the computer."""
    net = net_of_role(circuit, square, "SS")
    ((ref, pin),) = pins_at(circuit, net, "shift register")
    output = REGISTER_PINS.index(pin)
    while True:
        assert net_at(circuit, ref, "RCLK") == select.latch_pin
        assert net_at(circuit, ref, "SRCLK") == select.clock_pin
        data = net_at(circuit, ref, "SER")
        before = [ref for ref, pin in pins_at(circuit, data, "shift register") if pin == "QH'"]
        if not before:
            assert data == select.data_pin
            return output
        ((ref,), output) = (before, output + len(REGISTER_PINS))


def switched(circuit: Circuit, square: int) -> tuple[int, int]:
    """Address and channel of a reader behind a multiplexer."""
    data, clock = (net_of_role(circuit, square, role) for role in ("SDA", "SCL"))
    ((ref, data_pin),) = pins_at(circuit, data, "multiplexer")
    ((_, clock_pin),) = pins_at(circuit, clock, "multiplexer")
    assert data_pin.removeprefix("SD") == clock_pin.removeprefix("SC")
    bits = [net_at(circuit, ref, f"A{bit}") == "3V3" for bit in range(3)]
    return 0x70 + sum(high << bit for bit, high in enumerate(bits)), int(data_pin[2:])


@pytest.mark.parametrize(("data", "clock"), [("GPIO2", "GPIO3"), ("GPIO23", "GPIO24")])
def test_a_software_bus_leads_to_the_raspberry_pi(data: str, clock: str) -> None:
    text = example_path("i2c-multiplexers-64").read_text("utf-8")
    text = text.replace('"GPIO23"', '"GPIO5"').replace('"GPIO24"', '"GPIO6"')
    keys = f'number = 3\nsda_pin = "{data}"\nscl_pin = "{clock}"\n#'
    circuit = circuit_of(parse_board(text.replace("number = 1 ", keys), "b.toml"))
    for net, pin in ((data, "SDA"), (clock, "SCL")):
        assert [each for _, each in pins_at(circuit, net, "computer")] == [net]
        assert {each for _, each in pins_at(circuit, net, "multiplexer")} == {pin}
        pulled_up = bool(list(pins_at(circuit, net, "passive")))
        assert pulled_up == (data == "GPIO23")  # the Raspberry Pi has resistors at GPIO2 and GPIO3


@pytest.mark.parametrize("name", TEXTS)
def test_the_lights_are_chained_as_the_file_says(name: str) -> None:
    board = board_of(name)
    circuit = circuit_of(board)
    chain = circuit.of_kind("light")
    assert len(chain) == (board.lights.count if board.lights is not None else 0)
    for before, after in itertools.pairwise(chain):
        assert net_at(circuit, before.ref, "DOUT") == net_at(circuit, after.ref, "DIN")
    under = {
        square: tuple(at for at, part in enumerate(chain) if part.square == square)
        for square in {part.square for part in chain if part.square is not None}
    }
    assert under == (dict(board.lights.squares) if board.lights is not None else {})


@pytest.mark.parametrize("name", ["spi-decoder-64", "pico-64", "wide"])
def test_the_readers_of_a_row_share_a_buffer_a_gate_a_reset_and_a_fuse(name: str) -> None:
    circuit = circuit_of(board_of(name))
    buffers = circuit.of_kind("buffer")
    assert len(buffers) == len(circuit.of_kind("transistor")) - 1 == 8
    for buffer in buffers:
        miso = net_at(circuit, buffer.ref, "A3")
        readers = [each.ref for each in circuit.nets[miso] if each.ref.startswith("M")]
        assert len(readers) == 8
        enable = net_at(circuit, buffer.ref, "/OE3")
        (decoder,) = {
            ref
            for reader in readers
            for ref, _ in pins_at(
                circuit, net_of_role(circuit, circuit.parts[reader].square or 0, "SS"), "decoder"
            )
        }
        assert net_at(circuit, decoder, "/E1") == enable
        squares = [circuit.parts[reader].square or 0 for reader in readers]
        for role in ("SCK", "MOSI", "RSTPDN"):
            assert len({net_of_role(circuit, square, role) for square in squares}) == 1


@pytest.mark.parametrize("name", TEXTS)
def test_the_plan_counts_the_parts_of_the_circuit(name: str) -> None:
    board = board_of(name)
    listed: Counter[str] = Counter()
    for count, what in bill(board):
        listed[what.split()[0].rstrip(",")] += count
    circuit = circuit_of(board)
    counted = Counter(part.data.name for part in circuit.parts.values())
    chips = [key for key in modules() if modules()[key].footprint and key not in PASSIVE]
    for key in chips:
        name = modules()[key].name
        assert listed[name] == counted[name], name
    assert listed["PN532"] == len(circuit.of_kind("reader"))


def test_an_example_is_drawn_the_same_each_time() -> None:
    board = read_board(example_path("spi-decoder-64"))
    assert circuit_of(board) == circuit_of(board)


def test_a_reader_on_the_computer_s_serial_port_needs_no_adapter() -> None:
    circuit = circuit_of(board_of("serial port of the computer"))
    (pi,) = circuit.of_kind("computer")
    assert pi.module == "raspberry-pi"
    assert not circuit.of_kind("adapter")
