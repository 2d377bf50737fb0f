"""Draws up the circuit of a board from its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from controller.board.electronics.circuit import GROUND, HUB, Circuit, CircuitDraft
from controller.board.electronics.readers import ReaderDraft, draw_i2c, draw_spi, draw_uart
from controller.board.electronics.selects import PULL_UP_OHM
from controller.board.file.form import Board
from controller.board.file.light_wires import data_pin_of
from controller.board.file.pins import SERIAL_OF_PI, SERIAL_WIRES
from controller.board.plan.bill import demand
from controller.board.plan.connections import co_processors, gpio, header_pin, pin_uses
from controller.board.plan.needs import needs
from hardware.lights.settings import LightSettings, ScannerDriver
from hardware.modules.catalogue import modules
from hardware.presses import ButtonSettings
from hardware.sensing.settings import I2cBus, ScannerPort, SpiBus, UartPort

MAIN: Final = "5V"
"""Net of the supply, before the fuses."""
MOST_THROUGH_COMPUTER_MA: Final = 500
"""Most current of readers and lights that the computer's pins pass on; assumed."""
DATA_OHM: Final = 330
"""In series with the data of the lights."""
LIGHT_SHIFTER: Final = "74ahct125"


@dataclass(frozen=True, slots=True)
class ComputerNets:
    """A computer or co-processor in the circuit.

    Attributes:
        ref: its reference.
        logic: net of its 3.3 V.
        pins: net of each of its pins in use.
    """

    ref: str
    logic: str
    pins: Mapping[str, str]


def circuit_of(board: Board) -> Circuit:
    """Return the circuit of a board."""
    draft = CircuitDraft(board.name)
    silent = msgspec.structs.replace(board, voice=None)  # the amplifier is no part of the circuit
    pi = None if needs(silent).nothing else _computer(draft, board, None, "raspberry-pi", "")
    picos = {
        port: _computer(draft, board, port, "raspberry-pi-pico", bus.name)
        for port, bus in co_processors(board).items()
    }
    _supply(draft, board, pi)
    made = ReaderDraft(draft, board.module, MAIN, 5.0)
    for bus in board.buses:
        match bus:
            case SpiBus() if pi is not None:
                draw_spi(made, bus, pi.logic, pi.pins)
            case ScannerPort():
                pico = picos[bus.port]
                draw_spi(made, bus, pico.logic, pico.pins)
            case I2cBus() if pi is not None:
                draw_i2c(made, bus, pi.logic, pi.pins)
            case UartPort():
                _serial(made, bus, pi)
    if board.lights is not None:
        _lights(draft, board.lights, made, _of_lights(board.lights, pi, picos))
    if board.buttons is not None:
        of = picos.get(board.buttons.port or "") or pi
        assert of is not None, "buttons of no co-processor need pins of the computer"
        _buttons(draft, board.buttons, of)
    return draft.finish()


def fed_by_computer(board: Board) -> bool:
    """Check whether readers and lights take so little that the Raspberry Pi passes it on."""
    needed = demand(board)
    return needed.readers + needed.lights <= MOST_THROUGH_COMPUTER_MA


def _computer(
    draft: CircuitDraft, board: Board, port: str | None, module: str, name: str
) -> ComputerNets:
    """Add a computer with a net for each pin in use, named after the pin."""
    what = f"co-processor “{name}”" if name else ""
    ref = draft.add("A", module, "computer", HUB, what=what)
    prefix = f"{name}." if name else ""
    logic = draft.supply(f"{prefix}3V3", 3.3)
    data = modules()[module]
    for number, called in {**data.pins["supply"], **data.pins["power_out"]}.items():
        draft.join_pin(ref, number, GROUND if called == "GND" else logic)
    pins = {}
    for use in pin_uses(board, port):
        if use.what.startswith("taken by"):
            continue
        pins[use.where] = f"{prefix}{use.where}"
        draft.join_pin(ref, str(header_pin(use.where)), pins[use.where])
    return ComputerNets(ref, logic, pins)


def _supply(draft: CircuitDraft, board: Board, pi: ComputerNets | None) -> None:
    """Add the supply, or let the computer pass on its own."""
    if pi is None and not (co_processors(board) or board.lights):
        return
    draft.supply(MAIN, 5.0)
    if pi is not None and fed_by_computer(board):
        for number in ("2", "4"):
            draft.join_pin(pi.ref, number, MAIN)
        return
    supply = draft.add("P", "supply", "supply", HUB)
    draft.join(supply, **{"+5V": MAIN, "GND": GROUND})
    if pi is not None:
        net = draft.supply("computer.5V", 5.0)
        fuse = draft.add("F", "fuse", "supply", HUB, what="computer")
        draft.join(fuse, **{"1": MAIN, "2": net})
        for number in ("2", "4"):
            draft.join_pin(pi.ref, number, net)


def _serial(made: ReaderDraft, bus: UartPort, pi: ComputerNets | None) -> None:
    """Draw a reader on the computer's serial port, or on a USB adapter that feeds it."""
    if pi is not None and bus.port in SERIAL_OF_PI:
        draw_uart(made, bus, pi.pins[SERIAL_WIRES[0]], pi.pins[SERIAL_WIRES[1]])
        return
    adapter = made.draft.add("A", "usb-serial-adapter", "computer", HUB, what=f"on {bus.port}")
    power = made.draft.supply(f"{bus.name}.5V", 5.0)
    nets = {name: f"{bus.name}.{name}" for name in ("TXD", "RXD")}
    made.draft.join(adapter, GND=GROUND, **{"5V": power}, **nets)
    own = ReaderDraft(made.draft, made.module, power, 5.0, fused=False)
    draw_uart(own, bus, nets["TXD"], nets["RXD"])


def _of_lights(
    lights: LightSettings, pi: ComputerNets | None, picos: Mapping[str, ComputerNets]
) -> tuple[ComputerNets, str]:
    """Return the computer that drives the lights, and the net of their data."""
    driver, pin = lights.driver, data_pin_of(lights.driver)
    computer = picos[driver.port] if isinstance(driver, ScannerDriver) else pi
    if computer is None:  # untested: lights that no co-processor drives need pins of the computer
        raise ValueError(pin)
    return computer, computer.pins[pin]


def _lights(
    draft: CircuitDraft, lights: LightSettings, made: ReaderDraft, of: tuple[ComputerNets, str]
) -> None:
    """Draw the level shifter of the data, and the chain of lights."""
    power = made.branch("lights")
    chip = draft.chip(LIGHT_SHIFTER, "lights", HUB, power, what="data of the lights")
    draft.join(chip, **{"/OE1": GROUND, "A1": of[1], "Y1": "lights.driven"})
    for gate in (2, 3, 4):
        draft.join(chip, **{f"/OE{gate}": power, f"A{gate}": GROUND})
    draft.resistor("lights.driven", "lights.D1", DATA_OHM, "lights", HUB)
    big = draft.add("C", "electrolytic", "lights", HUB, value="1000 µF", what="feed of the lights")
    draft.join(big, **{"+": power, "-": GROUND})
    square_of = {light: square for square, under in lights.squares.items() for light in under}
    for light in range(lights.count):
        square = square_of.get(light)
        where = f"light {light + 1}"
        ref = draft.add("D", "ws2812b", "lights", where, what=where, square=square)
        draft.join(ref, VDD=power, GND=GROUND, DIN=f"lights.D{light + 1}")
        if light + 1 < lights.count:
            draft.join(ref, DOUT=f"lights.D{light + 2}")


def _buttons(draft: CircuitDraft, buttons: ButtonSettings, of: ComputerNets) -> None:
    """Draw the buttons, each with a pull resistor of its own besides that of the pin."""
    pressed, idle = (GROUND, of.logic) if buttons.pull_up else (of.logic, GROUND)
    for name, pin in sorted(buttons.pins.items(), key=lambda each: gpio(each[1])):
        ref = draft.add("S", "button", "buttons", f"button “{name}”", what=name)
        draft.join(ref, **{"1": of.pins[pin], "2": pressed})
        draft.resistor(of.pins[pin], idle, PULL_UP_OHM, "buttons", HUB)
