"""Sixty-four readers at a co-processor, beside the same chips at the Pi; bytes and processor time.

The firmware's own files run in Python on virtual time. What a call and a transfer take is fitted to
what the benchmark `pico` measures of the real MicroPython on an emulated RP2040 (`pico.toml`).
The way over USB is a guess (`USB_S`, a frame of full-speed USB): no real board was measured.
"""

import random
import statistics
import time
import tomllib
from collections import deque
from collections.abc import Callable
from itertools import count, pairwise
from math import inf
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure, Figures, median_and_p99, milliseconds, percentile
from benchmarks.sensing import BOARD, PUTS, SWEEPS, our_board
from benchmarks.sensing_contest import Result, compete
from benchmarks.sensing_table import (
    MOVES,
    QUICK_S,
    SETTLE_S,
    UIDS,
    WAIT_S,
    Table,
    games,
    turns,
)
from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.game.pieces import Colour
from hardware.clock import Clock
from hardware.ports import RGB, BoardEvent, Reading, Sighting, Uid
from hardware.scanner.board import Reach, ScannerBoard
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.strip import ScannerStrip
from hardware.sensing.settings import ArraySettings
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.machine import Rp2040
from hardware.simulated.strip import SimulatedStrip

PICO: Final = "pico-64"
MEASURED: Final = tomllib.loads(Path(__file__).with_name("pico.toml").read_text("utf-8"))
CALL_S: Final[float] = MEASURED["call_us"] / 1e6
TRANSFER_S: Final[float] = MEASURED["transfer_us"] / 1e6
USB_S: Final = 0.001
PATIENCE_S: Final = 30.0
IDLE_S: Final = 120.0
PLAY_S: Final = 120.0
TAGGED_SWEEPS: Final = 20
MOVE_EVERY_S: Final = 20.0
LIGHTS: Final = 64
LIT: Final = 12
FRAMES_A_SECOND: Final = 30


class UsbLine(DirectLine):
    """A line on which everything takes as long as a frame of USB."""

    def __init__(self, device: Rp2040, clock: Clock) -> None:
        super().__init__(device)
        self._clock = clock
        self._to: deque[tuple[float, bytes]] = deque()
        self._from: deque[tuple[float, bytes]] = deque()

    def write(self, data: bytes) -> None:
        self._to.append((self._clock.now_s() + USB_S, data))

    def take(self) -> bytes:
        now_s = self._clock.now_s()
        while self._to and self._to[0][0] <= now_s:
            super().write(self._to.popleft()[1])
        data = super().take()
        if data:
            self._from.append((now_s + USB_S, data))
        come = b""
        while self._from and self._from[0][0] <= now_s:
            come += self._from.popleft()[1]
        return come


class ScannerTable:
    """A co-processor under a table with six runners; follows `sensing_contest.Readers`.

    Args:
        settings: how its readers are read.
        clock_hz: of its SPI.

    Attributes:
        line: counts bytes.
        host_s: processor time of the host's side.
        sightings: how many there were.
    """

    attends = True

    def __init__(self, settings: ArraySettings, clock_hz: int) -> None:
        board = read_board(example_path(PICO))
        (port,) = scanner_ports(board)
        self.settings = settings
        self.table = Table()
        self._clock = self.table.clock
        emulation = emulate(self.table.world, settings.places, self._clock, random.Random(1))
        self.radio = emulation.radio
        wire = StripWire("GP22", LIGHTS, "GRB")
        device = emulated_rp2040(
            port,
            emulation.chips,
            self._clock,
            wire,
            SimulatedStrip(LIGHTS),
            transfer_s=TRANSFER_S,
            op_s=CALL_S,
        )
        self._firmware = Firmware(device)
        self._firmware.boot()
        self.line = UsbLine(device, self._clock)
        told = wiring(port, settings, wire) | {"hz": clock_hz}
        self._host = Coprocessor("usb", self.line, told, self._clock, count(1).__next__)
        self.strip = ScannerStrip(self._host)
        reach = {square: Reach(self._host, at) for square, at in port.readers.items()}
        self._board = ScannerBoard(settings, reach, self._clock, self._take)
        self._board.connect(self._hear)
        self._readings = dict.fromkeys(settings.places, 0)
        self._awaited: tuple[Uid, int] | None = None
        self._heard_s = 0.0
        self.host_s = 0.0
        self.sightings = 0
        self.readings = 0

    def attend(self, squares: frozenset[int]) -> None:
        """Have these squares read more often."""
        self._board.attend(squares)

    def run(self, seconds: float, each: Callable[[], None] = lambda: None) -> None:
        """Go on for a while."""
        until_s = self._clock.now_s() + seconds
        while self._clock.now_s() < until_s:
            each()
            self.step()

    def step(self) -> None:
        """The host once, and the firmware until the next look of the host's."""
        began_s = time.thread_time()
        self._board.step()
        self.host_s += time.thread_time() - began_s
        until_s = self._clock.now_s() + USB_S / 2
        while self._clock.now_s() < until_s:
            self._firmware.turn()

    def seen_s(self, colour: Colour, square: int) -> float:
        """Go on until the sighting of a runner on a square; returns when it was reported."""
        began_s = self._clock.now_s()
        self._awaited, self._heard_s = (UIDS[colour], square), -inf
        while self._heard_s < began_s:
            assert self._clock.now_s() < began_s + PATIENCE_S, f"{colour} not seen on {square}"
            self.step()
        return self._heard_s

    def sweeps_s(self, count: int) -> list[float]:
        """How long each of some sweeps takes."""
        self._readings = dict.fromkeys(self._readings, 0)
        ends: list[float] = []
        while len(ends) <= count:
            self.step()
            if min(self._readings.values()) > len(ends):
                ends.append(self._clock.now_s())
        return [end - start for start, end in pairwise(ends)]

    def _take(self, reading: Reading) -> None:
        assert reading.failure is None, reading
        self._readings[reading.square] += 1
        self.readings += 1

    def _hear(self, event: BoardEvent) -> None:
        if isinstance(event, Sighting):
            self.sightings += 1
            if event.seen and self._awaited == (event.uid, event.square):
                self._awaited, self._heard_s = None, self._clock.now_s()


def measure() -> Figures:
    """Times beside the Pi-driven array; then bytes and processor time."""
    pi = read_board(example_path(BOARD))
    (bus,) = pi.buses
    clock_hz = int(getattr(bus, "clock_hz", 0))
    ours = compete(our_board(pi, pi.settings.stride), SWEEPS, PUTS)
    yield Figure(
        "conditions",
        f"{clock_hz / 1e6:g} MHz",
        f"both: SPI, stride {pi.settings.stride}, the same chips; a guess: {USB_S * 1e3:.0f} ms "
        "over USB each way",
    )
    yield from _times("the Pi's array", ours)
    table = ScannerTable(pi.settings, clock_hz)
    table.run(1.0)
    yield from _times("a co-processor", compete(table, SWEEPS, PUTS))
    yield from _bytes(ScannerTable(pi.settings, clock_hz))


def measure_puts() -> Figures:
    """Runners put on lit squares, and on others, as the benchmark "pico-puts" does."""
    board = read_board(example_path(PICO))
    (port,) = scanner_ports(board)
    for kind in ("lit", "unlit"):
        table = ScannerTable(board.settings, port.clock_hz)
        table.run(1.0)
        took_s: list[float] = []
        for turn, rng in games(MOVES):
            square = turn.to if kind == "lit" else turn.elsewhere(rng)
            if table.table.lay_out(turn.standing):
                table.attend(frozenset())
                table.run(SETTLE_S)
            table.attend(turn.attended)
            after_s = rng.uniform(0, WAIT_S)
            put_s = table.table.carry(turn.runner, square, after_s, rng, QUICK_S)
            took_s.append(table.seen_s(turn.runner, square) - put_s)
        yield Figure(
            f"{kind} square, a co-processor",
            f"{milliseconds(statistics.median(took_s))} median",
            f"p99 {milliseconds(percentile(took_s, 99))} of {len(took_s)} puts, "
            f"slowest {milliseconds(max(took_s))}",
        )


def _times(name: str, result: Result) -> Figures:
    sweeps = sorted(result.sweeps_s)
    yield Figure(
        f"full sweep, {name}",
        milliseconds(sweeps[len(sweeps) // 2]),
        f"median of {len(sweeps)}, slowest {milliseconds(sweeps[-1])}",
    )
    puts = f"{len(result.lit_s)} puts"
    yield from median_and_p99(f"tag to host, lit, {name}", result.lit_s, puts)
    yield from median_and_p99(f"tag to host, unlit, {name}", result.unlit_s, puts)


def _bytes(table: ScannerTable) -> Figures:
    rng = random.Random(1)
    table.run(1.0)
    bare = _sweeping(table)
    standing = next(turns(rng)).standing
    table.table.lay_out(standing)
    table.run(5.0)
    tagged = _sweeping(table)
    yield Figure(
        "bytes from the device for a full sweep",
        f"{bare:.0f}",
        f"an empty board; with {len(standing)} runners {tagged:.0f}: "
        f"{(tagged - bare) / len(standing):.1f} for each tag of 7 bytes that is there",
    )
    table.run(table.settings.idle_after_s + 5.0)
    yield from _spell(table, "idle", IDLE_S, lambda: table.run(IDLE_S))
    yield from _spell(table, "playing", PLAY_S, lambda: _play(table, rng, lit=False))
    breathing = f"playing, {LIT} lights breathing"
    yield from _spell(table, breathing, PLAY_S, lambda: _play(table, rng, lit=True))


def _sweeping(table: ScannerTable) -> float:
    come = table.line.come
    table.sweeps_s(TAGGED_SWEEPS)
    return (table.line.come - come) / (TAGGED_SWEEPS + 1)


def _spell(table: ScannerTable, name: str, seconds: float, go: Callable[[], None]) -> Figures:
    sent, come, host_s = table.line.sent, table.line.come, table.host_s
    readings = table.readings
    go()
    yield Figure(
        f"bytes a second, {name}",
        f"{(table.line.sent - sent) / seconds:,.0f} + {(table.line.come - come) / seconds:,.0f}",
        f"to the device and from it; {(table.readings - readings) / seconds:.0f} readings a second",
    )
    yield Figure(
        f"processor time of the host, {name}",
        f"{(table.host_s - host_s) / seconds:.1%}",
        "of one core of this machine, on virtual time; it looks every half millisecond",
    )


def _play(table: ScannerTable, rng: random.Random, *, lit: bool) -> None:
    """A move every now and then; lights that breathe under twelve squares."""
    clock = table.table.clock
    until_s = clock.now_s() + PLAY_S
    frame_s = clock.now_s()
    frames = count()

    def shine() -> None:
        nonlocal frame_s
        if lit and clock.now_s() >= frame_s:
            frame_s += 1 / FRAMES_A_SECOND
            level = next(frames) % 200
            dark: list[RGB] = [(0, 0, 0)] * LIGHTS
            dark[10 : 10 + LIT] = [(level, 2 * level // 3, 20)] * LIT
            table.strip.show(dark)

    for turn in turns(rng):
        if clock.now_s() >= until_s:
            return
        table.table.lay_out(turn.standing)
        table.attend(turn.attended)
        table.table.carry(turn.runner, turn.to, MOVE_EVERY_S / 2, rng)
        table.run(MOVE_EVERY_S, shine)
