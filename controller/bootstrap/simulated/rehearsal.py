"""An acceptance on a simulated board in virtual time, with a simulated person beside it."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.board import Board
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.simulated.builder import SimulatedBuilder
from controller.bootstrap.simulated.emulated_pi import Emulation, SimulatedParts, emulate
from controller.bootstrap.simulated.miswired import Miswiring
from controller.bootstrap.simulated.runners import simulated_pieces
from controller.bootstrap.simulated.scanned import EmulatedCoprocessors
from controller.bootstrap.wire_recording import WireRecording
from controller.maintenance.acceptance.measuring.site import Site
from hardware.bench_ports import ButtonContacts, ReaderBench
from hardware.clock import Clock, ManualClock
from hardware.lights.settings import LightSettings, SpiDriver
from hardware.lights.wired import WiredLights
from hardware.pn532.bench import Pn532Bench
from hardware.pn532.connect import connect
from hardware.pn532.tap import WireTap
from hardware.ports import LightStrip
from hardware.sensing.settings import Bus, ScannerPort
from hardware.simulated.buttons import SimulatedContacts
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Profile
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.supply import SimulatedSupply
from hardware.simulated.world import World
from hardware.transfers import Transfer

TRANSFER_S: Final = 50e-6
"""Time of a transfer besides its bits; measured with the real drivers of a Pi."""


@dataclass(frozen=True)
class Rehearsal:
    """A simulated board, opened for an acceptance, with everything that faults are made of.

    Attributes:
        site: the open board.
        builder: the person beside it.
        world: its pieces.
        emulation: its chips.
        strip: its lights.
        contacts: its buttons.
        supply: its power supply.
    """

    site: Site
    builder: SimulatedBuilder
    world: World
    emulation: Emulation
    strip: SimulatedStrip
    contacts: SimulatedContacts
    supply: SimulatedSupply


@dataclass(frozen=True)
class _Parts:
    """What a simulated board is made of."""

    board: Board
    buses: Sequence[Bus]
    clock: Clock
    world: World
    chips: Mapping[int, EmulatedChip]
    strip: SimulatedStrip
    profile: Profile


@dataclass(frozen=True)
class _Opened:
    """A simulated board as its controller sees it, and the fingers on its buttons."""

    bench: ReaderBench
    clock: Clock
    strip: LightStrip
    contacts: ButtonContacts
    fingers: SimulatedContacts


def rehearse(
    board: Board,
    seed: int = 0,
    *,
    profile: Profile = BY_THE_MANUAL,
    miswiring: Miswiring | None = None,
    buses: Sequence[Bus] | None = None,
    records: bool = False,
    spoil: Callable[[bytes], bytes] = bytes,
    wired: Board | None = None,
    world: World | None = None,
    real_clock: Clock | None = None,
) -> Rehearsal:
    """Open a simulated board.

    Args:
        board: the contents of its file.
        seed: of everything random.
        profile: how its chips and wires behave.
        miswiring: what is wired otherwise than the file says.
        buses: its true buses; as the file says unless given.
        records: True to record the wires.
        spoil: changes bytes on their way to co-processors and back.
        wired: the contents of its file when it was wired; as now unless given.
        world: its pieces; its own, beside the board, unless given.
        real_clock: its time, if that is not virtual.
    """
    rng, clock = random.Random(seed), real_clock or ManualClock(100.0)
    miswiring, wired = miswiring or Miswiring(), wired or board
    world = world or world_of(wired, max(board.squares))
    squares = world.squares
    emulation = emulate(world, wired.settings.places, clock, rng, profile=profile)
    chips = miswiring.wires(emulation)
    wires = WireRecording(clock) if records else None
    none = LightSettings({}, 0, SpiDriver())
    lights, soldered = board.lights or none, wired.lights or none
    strip = SimulatedStrip(squares, miswiring.under(soldered.squares), soldered.count)
    strip.dead.update(miswiring.dead(soldered.squares))
    parts = _Parts(board, buses or wired.buses, clock, world, chips, strip, profile)
    hear = None if wires is None else wires.hear
    opened = _scanned(parts, hear, spoil) if scanner_ports(board) else _wired(parts, hear)
    driven = WiredLights(opened.strip, lights, squares, opened.clock, lambda: False)
    supply = SimulatedSupply((lambda: emulation.radio.current_ma, lambda: driven.draw_ma))
    site = Site(
        bench=opened.bench,
        clock=opened.clock,
        squares=squares,
        lights=None if board.lights is None else driven,
        sags=supply.sags,
        contacts=opened.contacts,
        tags=board.tags,
        wires=wires,
    )
    builder = SimulatedBuilder(world, strip, opened.clock, rng, world.pieces()[0].name)
    return Rehearsal(site, builder, world, emulation, strip, opened.fingers, supply)


def world_of(wired: Board, squares: int, memory: Path | None = None) -> World:
    """Return the runners and buttons of a simulated board.

    Args:
        wired: the contents of its file when it was wired.
        squares: number of its squares.
        memory: file in which the places of the runners outlive the program.
    """
    buttons = () if wired.buttons is None else tuple(wired.buttons.pins)
    return World(squares, simulated_pieces(wired.tags or None), buttons, memory=memory)


def _wired(parts: _Parts, hear: Callable[[Transfer], None] | None) -> _Opened:
    """Open a board that is wired to this computer."""
    board, clock = parts.board, parts.clock
    transfer_s = TRANSFER_S if isinstance(clock, ManualClock) else None
    pins = SimulatedParts(parts.chips, parts.buses, clock, transfer_s, parts.profile)
    tap = None if hear is None else WireTap(clock, hear)
    lines = connect(board.buses, pins, clock, board.settings.timing, tap)
    contacts = SimulatedContacts(parts.world, clock)
    bench = Pn532Bench(board.settings, board.buses, lines, clock, pins.close)
    return _Opened(bench, clock, parts.strip, contacts, contacts)


def _scanned(
    parts: _Parts, hear: Callable[[Transfer], None] | None, spoil: Callable[[bytes], bytes]
) -> _Opened:
    """Open a board whose readers are at co-processors, and lights and buttons perhaps as well."""
    board = parts.board
    ports = {bus.port: bus for bus in parts.buses if isinstance(bus, ScannerPort)}
    emulated = EmulatedCoprocessors(
        board,
        parts.clock,
        parts.chips,
        parts.strip,
        ports=ports,
        profile=parts.profile,
        spoil=spoil,
        on_transfer=hear,
    )
    devices, strip = emulated.devices, parts.strip
    fingers = SimulatedContacts(parts.world, emulated.clock)
    return _Opened(
        emulated.bench,
        emulated.clock,
        devices.strip(board) or strip,
        emulated.contacts(fingers) or fingers,
        fingers,
    )
