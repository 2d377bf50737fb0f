"""Everything that is on a board: readers, lights and buttons, opened as its file says.

What few boards have, or only real ones, is imported for those.
"""

# ruff: noqa: PLC0415 - importing on demand, as above

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, get_args

from controller.board import Board, read_board
from controller.bootstrap.address import SimulatedAddress
from controller.bootstrap.readers import (
    Opened,
    SimulatedHardware,
    open_real_board,
    open_simulated_board,
)
from controller.bootstrap.simulated.runners import simulated_pieces, tags_of
from controller.bootstrap.simulated.wiring import SimulatedWiring, simulated_wiring
from controller.game.pieces import Tags
from hardware.buttons import GpioButtons
from hardware.clock import AwakeClock, Clock, MonotonicClock
from hardware.lights.settings import LightSettings, ScannerDriver, SpiDriver
from hardware.lights.wired import WiredLights
from hardware.ports import (
    RGB,
    BoardEvent,
    ButtonName,
    Buttons,
    ReaderChanged,
    Reading,
    SquareLights,
)
from hardware.power import PiSupply
from hardware.presses import ButtonSettings
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.supply import SimulatedSupply
from hardware.simulated.world import World

if TYPE_CHECKING:
    from hardware.scanner.strip import ScannerStrip

SQUARES: Final = 64
WORLD_FILE: Final = "simulated-world.json"

FINGER_S: Final = 0.12
"""Time of a press of a simulated button on a co-processor; longer than any bouncing."""

Hear = Callable[[Reading], None]


class EventSink(Protocol):
    """Actor that receives all events of a board."""

    def emit(self, event: BoardEvent) -> None:
        """Hand over an event of the board."""
        ...


@dataclass(frozen=True)
class Devices:
    """An open board, not yet started.

    Attributes:
        clock: its time.
        board: its readers.
        lights: its lights; None if it has none.
        buttons: its buttons; None if it has none.
        tags: the runner of each tag.
    """

    clock: Clock
    board: Opened
    lights: SquareLights | None
    buttons: Buttons | None
    tags: Tags

    def start(self, actor: EventSink) -> None:
        """Start to report to an actor.

        Raises:
            HardwareError: a device is not there; stop the board all the same.
        """
        for square in range(1, SQUARES + 1):
            if square not in self.board.squares:
                actor.emit(ReaderChanged(square, "absent", self.clock.now_s()))
        if self.buttons is not None:
            self.buttons.start(actor.emit)
        self.board.sensing.start(actor.emit)

    def stop(self) -> None:
        """Stop reporting. Does nothing when stopped already."""
        with ExitStack() as stack:
            stack.callback(self.board.sensing.stop)
            if self.buttons is not None:
                stack.callback(self.buttons.stop)


@dataclass(frozen=True)
class SimulatedDevices(Devices):
    """A simulated board, and the world's side of it.

    Attributes:
        world: the pieces on it.
        strip: the visible state of its lights.
        supply: the power supply of the lights.
    """

    world: World
    strip: SimulatedStrip
    supply: SimulatedSupply


class SimulatedWood(Protocol):
    """The world's side of a simulated board, as `SimulatedDevices` has it."""

    @property
    def world(self) -> World:
        """The pieces on it."""
        ...

    @property
    def strip(self) -> SimulatedStrip:
        """The visible state of its lights."""
        ...

    @property
    def supply(self) -> SimulatedSupply:
        """The power supply of the lights."""
        ...


def open_devices(path: Path, hear: Hear | None = None, *, one_at_a_time: bool = False) -> Devices:
    """Open a real board.

    Args:
        path: its board file.
        hear: called with every reading.
        one_at_a_time: True to never have two fields on at once.

    Raises:
        BadFile: the file cannot be used.
        NotConnected: a bus or a pin is not there.
    """
    clock = AwakeClock(MonotonicClock())
    file = read_board(path)
    board = open_real_board(file, clock, hear, one_at_a_time=one_at_a_time)
    buttons, lights = file.buttons, file.lights
    return Devices(
        clock=clock,
        board=board,
        lights=None if lights is None else LateLights(partial(_real_lights, lights, board, clock)),
        buttons=None if buttons is None else _real_buttons(buttons, board, clock),
        tags=file.tags,
    )


def open_simulated(
    address: SimulatedAddress,
    folder: Path,
    hear: Hear | None = None,
    *,
    one_at_a_time: bool = False,
) -> SimulatedDevices:
    """Open a simulated board.

    Args:
        address: its address.
        folder: keeps its pieces' places and its wiring between runs.
        hear: called with every reading.
        one_at_a_time: True to never have two fields on at once.

    Raises:
        BadFile, BadTrace, NotConnected: its file cannot be used.
    """
    clock = AwakeClock(MonotonicClock())
    file = address.board()
    wiring = None if address.file is None else simulated_wiring(folder, address.file)
    pieces = simulated_pieces(wiring.board.tags if wiring is not None else None)
    world = World(SQUARES, pieces, _button_names(file), memory=folder / WORLD_FILE)
    settings = _simulated_lights(file)
    strip = _simulated_strip(wiring)
    supply = SimulatedSupply()
    rng = random.Random(0)  # Flicker and faults are the same at every start.
    hardware = SimulatedHardware(world, rng, wiring, strip)
    board = open_simulated_board(address, hardware, clock, hear, one_at_a_time=one_at_a_time)
    driven = _scanner_strip(settings, board) or strip
    return SimulatedDevices(
        clock=clock,
        board=board,
        lights=WiredLights(driven, settings, SQUARES, clock, supply.sags),
        buttons=_simulated_buttons(file, board, world, clock),
        tags=file.tags if file is not None and file.tags else tags_of(pieces),
        world=world,
        strip=strip,
        supply=supply,
    )


class LateLights:
    """Lights that are opened when first needed, and retried while they are not there.

    Args:
        opener: opens them.
    """

    def __init__(self, opener: Callable[[], WiredLights]) -> None:
        self._opener = opener
        self._lights: WiredLights | None = None

    @property
    def draw_ma(self) -> float:
        """Current that the lights take now; 0 while they are not open."""
        lights = self._lights
        return 0.0 if lights is None else lights.draw_ma

    def show(self, colours: Sequence[RGB]) -> None:
        """Show one colour a square. Raises as `SquareLights.show`."""
        if self._lights is None:
            self._lights = self._opener()
        self._lights.show(colours)

    def keep(self) -> None:
        """Confirm that the shown colours still hold. Raises as `SquareLights.keep`."""
        if self._lights is not None:
            self._lights.keep()

    def close(self) -> None:
        """Go dark and close the lights."""
        if self._lights is not None:
            self._lights.close()
            self._lights = None


def _real_lights(settings: LightSettings, board: Opened, clock: Clock) -> WiredLights:
    from hardware.lights.connect import open_strip

    strip = _scanner_strip(settings, board) or open_strip(settings, clock)
    return WiredLights(strip, settings, SQUARES, clock, PiSupply().sags)


def _scanner_strip(settings: LightSettings, board: Opened) -> "ScannerStrip | None":
    """Return the strip of a board whose lights hang on a co-processor; None if none do."""
    if board.coprocessors is None or not isinstance(settings.driver, ScannerDriver):
        return None
    from hardware.scanner.strip import ScannerStrip

    return ScannerStrip(board.coprocessors.devices[settings.driver.port])


def _real_buttons(settings: ButtonSettings, board: Opened, clock: Clock) -> Buttons:
    if board.coprocessors is None or settings.port is None:
        return GpioButtons(settings, clock)
    from hardware.scanner.buttons import ScannerButtons

    return ScannerButtons(settings, board.coprocessors.devices[settings.port])


def _simulated_buttons(file: Board | None, board: Opened, world: World, clock: Clock) -> Buttons:
    """Return the buttons of a simulated board, on its co-processor if they are wired there."""
    settings = None if file is None else file.buttons
    if board.coprocessors is None or settings is None or settings.port is None:
        return SimulatedButtons(world, clock)
    from hardware.scanner.buttons import ScannerButtons
    from hardware.scanner.connect import pin_number

    rp2040 = board.coprocessors.emulated[settings.port]

    def press(button: ButtonName, *, held: bool) -> None:
        pressed_s = settings.hold_s + FINGER_S if held else FINGER_S
        rp2040.press(pin_number(settings.pins[button]), pressed_s)

    world.on_press(press)
    return ScannerButtons(settings, board.coprocessors.devices[settings.port])


def _button_names(file: Board | None) -> tuple[ButtonName, ...]:
    """Return the button names of a simulated board: those of its file, or all."""
    if file is None or file.buttons is None:
        return get_args(ButtonName)
    return tuple(file.buttons.pins)


def _simulated_lights(file: Board | None) -> LightSettings:
    """Return the lights of a simulated board: those of its file, or one under each square."""
    if file is not None and file.lights is not None:
        return file.lights
    return LightSettings(
        squares={square: (square - 1,) for square in range(1, SQUARES + 1)},
        count=SQUARES,
        driver=SpiDriver(),
    )


def _simulated_strip(wiring: SimulatedWiring | None) -> SimulatedStrip:
    """Return the strip as truly wired."""
    settings = _simulated_lights(wiring.board if wiring is not None else None)
    if wiring is None:
        return SimulatedStrip(SQUARES, settings.squares, settings.count)
    under = wiring.miswiring.under(settings.squares)
    strip = SimulatedStrip(SQUARES, under, settings.count)
    strip.dead.update(wiring.miswiring.dead(settings.squares))
    return strip
