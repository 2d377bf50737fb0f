"""An acceptance on a simulated board in virtual time, with a simulated person beside it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.board import Board
from controller.bootstrap.simulated.builder import SimulatedBuilder
from controller.bootstrap.simulated.emulated_pi import Emulation, SimulatedParts, emulate
from controller.bootstrap.simulated.miswired import Miswiring
from controller.bootstrap.simulated.runners import simulated_pieces
from controller.bootstrap.wire_recording import WireRecording
from controller.maintenance.acceptance.measuring.site import Site
from hardware.clock import ManualClock
from hardware.lights.settings import LightSettings, SpiDriver
from hardware.lights.wired import WiredLights
from hardware.pn532.bench import Pn532Bench
from hardware.pn532.connect import connect
from hardware.pn532.tap import WireTap
from hardware.sensing.settings import Bus
from hardware.simulated.buttons import SimulatedContacts
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Profile
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.supply import SimulatedSupply
from hardware.simulated.world import World

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


def rehearse(
    board: Board,
    seed: int = 0,
    *,
    profile: Profile = BY_THE_MANUAL,
    miswiring: Miswiring | None = None,
    buses: Sequence[Bus] | None = None,
    records: bool = False,
) -> Rehearsal:
    """Open a simulated board.

    Args:
        board: the contents of its file.
        seed: of everything random.
        profile: how its chips and wires behave.
        miswiring: what is wired otherwise than the file says.
        buses: its true buses; as the file says unless given.
        records: True to record the wires.
    """
    rng, clock = random.Random(seed), ManualClock(100.0)
    miswiring = miswiring or Miswiring()
    squares = max(board.squares)
    buttons = () if board.buttons is None else tuple(board.buttons.pins)
    pieces = simulated_pieces(board.tags or None)
    world = World(squares, pieces, buttons)
    emulation = emulate(world, board.settings.places, clock, rng, profile=profile)
    chips = miswiring.wires(emulation)
    parts = SimulatedParts(chips, buses or board.buses, clock, TRANSFER_S, profile)
    wires = WireRecording(clock) if records else None
    tap = None if wires is None else WireTap(clock, wires.hear)
    lines = connect(board.buses, parts, clock, board.settings.timing, tap)
    lights = board.lights or LightSettings({}, 0, SpiDriver())
    strip = SimulatedStrip(squares, miswiring.under(lights.squares), lights.count)
    strip.dead.update(miswiring.dead(lights.squares))
    wired = WiredLights(strip, lights, squares, clock, lambda: False)
    supply = SimulatedSupply((lambda: emulation.radio.current_ma, lambda: wired.draw_ma))
    contacts = SimulatedContacts(world, clock)
    site = Site(
        bench=Pn532Bench(board.settings, board.buses, lines, clock, parts.close),
        clock=clock,
        squares=squares,
        lights=None if board.lights is None else wired,
        sags=supply.sags,
        contacts=contacts,
        tags=board.tags,
        wires=wires,
    )
    builder = SimulatedBuilder(world, strip, clock, rng, pieces[0].name)
    return Rehearsal(site, builder, world, emulation, strip, contacts, supply)
