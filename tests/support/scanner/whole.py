"""A whole board on one co-processor, on virtual time: readers, lights, a button, and hands."""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.ports import (
    RGB,
    BoardEvent,
    Pressed,
    ReaderChanged,
    ReaderState,
    Reading,
    Sighting,
    Uid,
)
from hardware.presses import ButtonSettings
from hardware.scanner import words
from hardware.scanner.board import ScannerBoard
from hardware.scanner.buttons import ScannerButtons
from hardware.scanner.connect import StripWire
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.frames import Frame, Unframer, framed
from hardware.scanner.messages import (
    Hello,
    LightsShow,
    Order,
    Report,
    Run,
    Scan,
    Scanned,
    Welcome,
)
from hardware.scanner.protocol import read, written
from hardware.scanner.strip import ScannerStrip
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import ArraySettings, ScannerPort, Timing, usual_select
from hardware.simulated.pn532.radio import Radio
from hardware.simulated.rp2040.firmware import FIRMWARE, Firmware
from hardware.simulated.rp2040.wires import Wires
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import Piece, World
from tests.support.scanner.devices import EmulatedScanner, reach

RED: Final = Uid("04a1b2c3d4e5f6")
BLUE: Final = Uid("9c3d27f0")
TRANSFER_S: Final = 50e-6
STEP_S: Final = 0.001
COARSE_OP_S: Final = 100e-6
"""What a call of the firmware's costs where a test does not depend on it: fewer are emulated."""
NUMBERS: Final = 256
KEEP_S: Final = 0.5
BUTTON: Final = 14
"""The number of its pin."""
DARK: Final[RGB] = (0, 0, 0)
GREEN: Final[RGB] = (0, 40, 0)

Seen = tuple[int, Uid, bool]


class WholeBoard:
    """A board whose lights somebody speaks of now and then, as a lamp desk does.

    Args:
        squares: how many it has, and lights, and readers.
        spoil: what becomes of bytes on the line.
        seed: of what happens by chance.
        op_s: what a call of the firmware's costs.
        files: where the firmware is; left out: the one that is here.
        reset_pin: its reset line, if it has one.
        clock_hz: of the readers' SPI.
        timing: durations; left out: the usual ones.
        on: see `EmulatedScanner`; time then goes with that device.

    Attributes:
        events: what it has reported, without sightings that were asked for.
        sightings: all there ever were.
        readings: what its readers have said.
        keeping: whether somebody speaks of the lights.
        contacts: the button of its wiring.
    """

    def __init__(
        self,
        squares: int = 4,
        spoil: Callable[[bytes], bytes] = bytes,
        seed: int = 1,
        op_s: float = 40e-6,
        files: Path = FIRMWARE,
        reset_pin: str | None = None,
        clock_hz: int = 1_000_000,
        timing: Timing | None = None,
        on: Callable[[Wires, Any], Any] | None = None,
    ) -> None:
        self.clock = ManualClock(10.0)
        self.world = World(squares, [Piece("red", RED, None), Piece("blue", BLUE, None)])
        self.readings: list[Reading] = []
        self.events: list[BoardEvent] = []
        self.sightings: list[Sighting] = []
        places = serpentine(squares, 4)
        self.emulation = emulate(self.world, places, self.clock, random.Random(seed))
        self.port = ScannerPort("here", "/dev/here", usual_select(range(1, squares + 1)))
        self.port = replace(self.port, reset_pin=reset_pin, clock_hz=clock_hz)
        self.settings = ArraySettings(places, timing=timing or Timing())
        self.lights = SimulatedStrip(squares)
        wire = StripWire("GP22", squares, "GRB")
        buttons = self.contacts = ButtonSettings({"confirm": f"GP{BUTTON}"}, port="here")
        self.scanner = EmulatedScanner(
            self.port,
            self.settings,
            self.emulation.chips,
            self.clock,
            TRANSFER_S if on is None else None,
            strip=wire,
            lights=self.lights,
            buttons=buttons,
            spoil=spoil,
            op_s=op_s,
            on=on,
        )
        if on is None:
            self.flash(files)
        self.board = ScannerBoard(
            self.settings, reach([self.scanner]), self.clock, self.readings.append
        )
        self.strip = ScannerStrip(self.scanner.host)
        self.buttons = ScannerButtons(buttons, self.scanner.host)
        self.buttons.start(self._emit)
        self.board.connect(self._emit)
        self.keeping = True
        self._kept_s = self.clock.now_s()

    def flash(self, files: Path) -> None:
        """Put the firmware there on the device, and start it."""
        self.scanner.firmware = Firmware(self.device, files)
        self.scanner.firmware.boot()

    def _emit(self, event: BoardEvent) -> None:
        self.events.append(event)
        if isinstance(event, Sighting):
            self.sightings.append(event)

    @property
    def host(self) -> Coprocessor:
        return self.scanner.host

    @property
    def device(self) -> Any:
        return self.scanner.device

    @property
    def radio(self) -> Radio:
        return self.emulation.radio

    @property
    def is_whole(self) -> bool:
        """Whether every reader is read, and trusted."""
        return {each.state for each in self.board.readers()} == {"healthy"} and (
            self.host.state == "ready"
        )

    def show(self, duties: Sequence[RGB]) -> None:
        """Have the lights show these, now or when the device is there again."""
        with suppress(NotConnected):
            self.strip.show(duties)

    def step(self) -> None:
        """A millisecond or a little more of everything."""
        until_s = self.clock.now_s() + STEP_S
        while self.clock.now_s() < until_s:
            self.step_host()
            self.step_device()

    def step_host(self) -> None:
        now_s = self.clock.now_s()
        if self.keeping and now_s > self._kept_s + KEEP_S:
            self._kept_s = now_s
            with suppress(NotConnected):
                self.strip.keep()
        self.board.step()

    def step_device(self) -> None:
        before_s = self.clock.now_s()
        self.scanner.firmware.turn()
        if self.clock.now_s() == before_s:
            self.clock.advance(STEP_S)  # nothing runs on it

    def run(self, seconds: float) -> list[Seen]:
        """Let time pass; what was sighted meanwhile."""
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            self.step()
        return self.sighted()

    def run_until(self, true: Callable[[], bool], most_s: float) -> None:
        until_s = self.clock.now_s() + most_s
        while not true():
            assert self.clock.now_s() < until_s, "it never came to that"
            self.step()

    def run_device(self, seconds: float) -> None:
        """Let time pass for the device alone."""
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            self.step_device()

    def press(self, *, down: bool) -> None:
        """Press the button, or let it go."""
        self.device.pull(BUTTON, low=down)

    def tap(self) -> None:
        """Press the button for a moment, and let it go."""
        for down in (True, False):
            self.press(down=down)
            self.run(0.2)

    def sighted(self) -> list[Seen]:
        """What was sighted since last asked."""
        sightings = [each for each in self.events if isinstance(each, Sighting)]
        self.events[:] = [each for each in self.events if not isinstance(each, Sighting)]
        return [(each.square, each.uid, each.seen) for each in sightings]

    def last_seen(self, uid: Uid) -> int | None:
        """The square on which a tag was seen last."""
        squares = [each.square for each in self.sightings if each.seen and each.uid == uid]
        return squares[-1] if squares else None

    @property
    def pressed(self) -> list[Pressed]:
        """How the button was pressed."""
        return [each for each in self.events if isinstance(each, Pressed)]

    def states(self, square: int) -> list[ReaderState]:
        """The states a reader has gone through."""
        return [
            each.state
            for each in self.events
            if isinstance(each, ReaderChanged) and each.square == square
        ]


class RawHost:
    """A host that says what it is told to, message by message, to the device of a board.

    Args:
        board: whose device; its own host has no line to it any more.

    Attributes:
        heard: frames that the device has said, each once, but for those of `ACK`.
        acknowledging: whether it says what it has taken in.
    """

    def __init__(self, board: WholeBoard) -> None:
        self.heard: list[Frame] = []
        self.acknowledging = True
        self._board = board
        self._unframer = Unframer()
        self._number = self._taken = 0
        board.device.plug(self._come)

    def greet(self, session: int, version: int = words.PROTOCOL) -> Welcome:
        """Say hello; returns the welcome."""
        self._number = self._taken = 0
        kind, fields = written(Hello(session, version))
        self.say_frame(Frame(kind, 0, 0, fields))
        welcome = self.heard.pop()
        assert welcome.kind == words.WELCOME
        said = read(welcome.kind, welcome.fields)
        assert isinstance(said, Welcome)
        assert said.session == session
        return said

    def say(self, *orders: Order) -> None:
        """Say what has a number, all at once, and let the device hear it."""
        self.say_frame(*[self._numbered(*written(order)) for order in orders])

    def say_raw(self, kind: int, fields: bytes) -> None:
        """The same, of any kind."""
        self.say_frame(self._numbered(kind, fields))

    def _numbered(self, kind: int, fields: bytes) -> Frame:
        self._number = (self._number + 1) % NUMBERS
        taken = self._taken if self.acknowledging else 0
        return Frame(kind, self._number, taken % NUMBERS, fields)

    def say_frame(self, *frames: Frame) -> None:
        wire = b"".join(framed(each) for each in frames)
        assert self._board.device.take(wire) == len(wire)
        self.run(0.005)

    def run(self, seconds: float) -> None:
        """Let time pass for the device."""
        self._board.run_device(seconds)
        if self.acknowledging:
            wire = framed(Frame(words.ACK, 0, self._taken % NUMBERS, b""))
            self._board.device.take(wire)
            self._board.run_device(0.002)

    def reports(self) -> list[Report]:
        """What the device has said since last asked."""
        said = [read(frame.kind, frame.fields) for frame in self.heard]
        self.heard.clear()
        return said

    def _come(self, data: bytes) -> None:
        for frame in self._unframer.take(data):
            if frame.kind == words.WELCOME:
                self.heard.append(frame)
            elif frame.kind != words.ACK and frame.number == (self._taken + 1) % NUMBERS:
                self._taken += 1
                self.heard.append(frame)


def check_it_works(host: RawHost, board: WholeBoard) -> None:
    """Its readers read, and its lights shine."""
    board.world.put("red", 2)
    host.say(LightsShow(show=True, runs=(Run(1, (GREEN,)),)))
    host.say(Scan(77, ((1, 0),)))
    host.run(0.1)
    said = [each for each in host.reports() if isinstance(each, Scanned)]
    assert [(each.last, len(each.answers)) for each in said] == [(False, 1), (True, 0)]
    assert said[0].answers[0].uids == (RED,)
    assert list(board.lights.duties) == [DARK, GREEN, DARK, DARK]
