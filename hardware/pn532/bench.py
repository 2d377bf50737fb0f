"""PN532 readers one at a time, measured: for the acceptance of a board.

Source: PN532 user manual UM0701-02; Diagnose 7.2.1, ReadGPIO and WriteGPIO 7.2.6 and 7.2.7.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from math import inf
from typing import Any, Final, TypeVar

from hardware.bench_ports import ChipIdentity, ReaderBus, SelfTest, TagReading, TimedAnswer
from hardware.clock import Clock
from hardware.errors import BadReply, BusError, NoAck, NoReply, ReaderError
from hardware.pn532.array import Pn532Board, ReaderLine
from hardware.pn532.chip import Steps
from hardware.pn532.i2c import SharedI2c
from hardware.pn532.spi import SharedSpi
from hardware.pn532.timed_chip import TimedChip
from hardware.pn532.wire import Unacknowledged
from hardware.ports import BoardEvent, Failure, Reading, Uid
from hardware.sensing.settings import ArraySettings, Bus, I2cBus, SpiBus

ACK_S: Final = 0.1
"""Longest time to wait for an acknowledgement: more than a driver may, to measure slow chips."""
SLACK_S: Final = 0.2
FINDS: Final = 4
"""Times a chip is asked what it is: its wire learns by them how long it has to be selected."""
OFF_TRIES: Final = 3
"""Times a field is told to go off, until the chip has understood: it would disturb others."""
BOOT_S: Final = 0.5
"""Longest time to wait for a chip after a reset."""
BOOT_ACK_S: Final = 0.04
"""Longest time to wait for an acknowledgement then: what is deaf is to be asked often."""
BOOT_STEP_S: Final = 0.005
NOTE_S: Final = 0.1
"""Time between two notes of how long a soak has gone on."""
RESET_TURNS: Final = 6
"""Resets after which every sixth of the readers has been asked first."""

LINE_TEST, ROM_TEST, RAM_TEST, ANTENNA_TEST = 0x00, 0x01, 0x02, 0x07
ANTENNA_LIMITS: Final = 0b0010_1111
"""Thresholds of the antenna test (register Andet_Control): 25 mA at least, 150 mA at most."""
ANTENNA_BAD: Final = 0b1100_0000
"""Bits of its result that count: too little current, and too much (PN532 data sheet)."""
MULTIPLEXERS: Final = range(0x70, 0x78)

_T = TypeVar("_T")


class ChipBench(ABC):
    """Readers measured by commands to their chips. Follows `hardware.bench_ports.ReaderBench`.

    How chips, clocks and reset lines are reached is for those who build on it. For one thread.

    Args:
        settings: reading settings of the board file.
        buses: its buses.
        clock: the board's time.
    """

    def __init__(self, settings: ArraySettings, buses: Iterable[ReaderBus], clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._on: set[int] = set()
        self._resets = 0
        self.buses = tuple(buses)
        timing = replace(settings.timing, ack_s=ACK_S, slack_s=SLACK_S)
        patient = replace(settings, timing=timing)
        squares = [square for bus in self.buses for square in bus.squares]
        self._chips = {square: self._chip(square, patient) for square in squares}

    @abstractmethod
    def _chip(self, square: int, settings: ArraySettings) -> TimedChip:
        """Return a square's chip, asked by these settings."""

    @abstractmethod
    def _pulse(self, bus: str, low_s: float) -> None:
        """Pull the reset line of a bus low for so long."""

    @abstractmethod
    def addresses(self, bus: str) -> tuple[int, ...]:
        """Return the addresses at which multiplexers answer."""

    @abstractmethod
    def set_clock(self, bus: str, clock_hz: int) -> None:
        """Set the speed of an SPI bus."""

    @abstractmethod
    def soak(
        self,
        seconds: float,
        on_reading: Callable[[Reading], None],
        emit: Callable[[BoardEvent], None],
        note_time: Callable[[float], None],
    ) -> None:
        """Read all readers as in a game."""

    @abstractmethod
    def close(self) -> None:
        """Release the buses and pins."""

    # Buses

    def reset(self, bus: str, low_s: float) -> Mapping[int, float | None]:
        """Pull the reset line, and see which chips started afresh, and when."""
        squares = next(each.squares for each in self.buses if each.name == bus)
        marked = {square for square in squares if self.mark(square)}
        self._pulse(bus, low_s)
        for square in squares:
            self._chips[square].forget()
        let_go_s = self._clock.now_s()
        self._resets += 1  # others are asked first each time: the last of many are asked late
        first = self._resets * len(squares) // RESET_TURNS % len(squares)
        waiting = [*squares[first:], *squares[:first]]
        deaf_s = dict.fromkeys(squares, 0.0)
        restarted: dict[int, float | None] = dict.fromkeys(squares)
        while waiting and self._clock.now_s() < let_go_s + BOOT_S:
            for square in tuple(waiting):
                asked_s = self._clock.now_s() - let_go_s
                if self._hears(square):
                    waiting.remove(square)
                else:
                    deaf_s[square] = asked_s
            self._clock.sleep(BOOT_STEP_S)
        for square in sorted(set(squares) - set(waiting)):
            self._try(self._chips[square].configure())
            if square not in marked or self.is_marked(square) is False:
                restarted[square] = deaf_s[square]
        return restarted

    def _hears(self, square: int) -> bool:
        """Ask a chip that may just be starting; return True if it answers."""
        timing = replace(self._settings.timing, ack_s=BOOT_ACK_S)
        settings = replace(self._settings, timing=timing)
        return self._try(self._chip(square, settings).version())

    def mark(self, square: int) -> bool:
        """Leave a mark in a chip."""
        return self._try(self._chips[square].mark())

    def is_marked(self, square: int) -> bool | None:
        """Check for the mark."""
        return self._value(self._chips[square].is_marked())

    # Readers

    def find(self, square: int) -> ChipIdentity:
        """Ask a reader what it is, then set it up."""
        chip = self._chips[square]
        found: ChipIdentity | None = None
        for _ in range(FINDS):
            try:
                version = self._run(chip.version())
            except ReaderError as error:
                addressed = False if isinstance(error.__cause__, Unacknowledged) else None
                silent = ChipIdentity("", _answer(chip, error), addressed, str(error))
                continue
            again, found = found is not None, ChipIdentity(_version(version), _answer(chip))
            if again:  # the first answer may have come late: the chip had to be woken
                break
        if found is None:
            return silent
        self._try(chip.configure())
        return found

    def echo(self, square: int, data: bytes) -> TimedAnswer:
        """Run the communication line test."""
        chip = self._chips[square]
        try:
            reply = self._run(chip.diagnose(LINE_TEST, data))
            if reply != bytes((LINE_TEST,)) + data:
                raise BadReply("it does not send back what it was sent")
        except ReaderError as error:
            return _answer(chip, error)
        return _answer(chip)

    def self_test(self, square: int) -> SelfTest:
        """Run the tests of ROM, RAM and antenna; set it up again."""
        chip = self._chips[square]
        rom = self._value(chip.diagnose(ROM_TEST))
        ram = self._value(chip.diagnose(RAM_TEST))
        antenna = self._value(chip.diagnose(ANTENNA_TEST, bytes((ANTENNA_LIMITS,))))
        self._try(chip.configure())
        return SelfTest(
            None if rom is None else rom == b"\0",
            None if ram is None else ram == b"\0",
            None if antenna is None else not int.from_bytes(antenna) & ANTENNA_BAD,
        )

    def set_fields(self, on: Collection[int]) -> None:
        """Switch these fields on, those that were on before off."""
        for square in self._on - set(on):
            self._try(self._chips[square].configure())
        for square in set(on) - self._on:
            self._try(self._chips[square].switch_field_on())
        self._on = set(on)

    def read(self, square: int, times: int, retries: int) -> tuple[TagReading, ...]:
        """List the tags of one reader so many times."""
        return tuple(self._read(square, retries) for _ in range(times))

    def _read(self, square: int, retries: int) -> TagReading:
        chip = self._chips[square]
        uids: tuple[Uid, ...] = ()
        try:
            uids = self._run(chip.list_tags(retries=retries))
            answer = _answer(chip)
        except ReaderError as error:
            answer = _answer(chip, error)
            self._try(chip.configure())
        any(self._try(chip.switch_field_off()) for _ in range(OFF_TRIES))
        self._try(chip.settle())
        self._clock.sleep(self._settings.timing.guard_s)
        return TagReading(uids, answer)

    def _set_up_anew(self) -> None:
        """Set every chip up again: others have talked to it."""
        for chip in self._chips.values():
            chip.forget()
            self._try(chip.configure())

    # Running steps

    def _run(self, steps: Steps[_T]) -> _T:
        while True:
            try:
                look_s = next(steps)
            except StopIteration as done:
                value: _T = done.value
                return value
            self._clock.sleep(look_s - self._clock.now_s())

    def _try(self, steps: Steps[object]) -> bool:
        """Run steps; return True if the reader carried them out."""
        try:
            self._run(steps)
        except ReaderError:
            return False
        return True

    def _value(self, steps: Steps[_T]) -> _T | None:
        try:
            return self._run(steps)
        except ReaderError:
            return None


class Pn532Bench(ChipBench):
    """Readers at this computer.

    Args:
        settings: reading settings of the board file.
        buses: its buses.
        lines: the connection to each square's reader.
        clock: the board's time.
        close: closes the parts that the lines are made of.
    """

    def __init__(
        self,
        settings: ArraySettings,
        buses: Iterable[Bus],
        lines: Mapping[int, ReaderLine],
        clock: Clock,
        close: Callable[[], None],
    ) -> None:
        self._lines = lines
        self._close = close
        there = [bus for bus in buses if bus.squares]
        self._shared = {bus.name: lines[bus.squares[0]].bus for bus in there}
        super().__init__(settings, [_described(bus, lines) for bus in there], clock)

    def _chip(self, square: int, settings: ArraySettings) -> TimedChip:
        return TimedChip(self._lines[square].wire, self._clock, settings)

    def _pulse(self, bus: str, low_s: float) -> None:
        shared = self._shared[bus]
        if isinstance(shared, SharedSpi):
            with suppress(BusError):
                shared.reset(low_s, 0.0)

    def addresses(self, bus: str) -> tuple[int, ...]:
        """Return the addresses at which multiplexers answer."""
        shared = self._shared[bus]
        if not isinstance(shared, SharedI2c) or not shared.i2c.try_lock():
            return ()
        try:
            return tuple(each for each in MULTIPLEXERS if _answers(shared.i2c, each))
        finally:
            shared.i2c.unlock()

    def set_clock(self, bus: str, clock_hz: int) -> None:
        """Set the speed of an SPI bus."""
        shared = self._shared[bus]
        if isinstance(shared, SharedSpi):
            shared.set_clock(clock_hz)

    def soak(
        self,
        seconds: float,
        on_reading: Callable[[Reading], None],
        emit: Callable[[BoardEvent], None],
        note_time: Callable[[float], None],
    ) -> None:
        """Read all readers as in a game."""
        with self.reading(on_reading, emit) as read:
            began_s = self._clock.now_s()
            while (passed_s := self._clock.now_s() - began_s) < seconds:
                note_time(passed_s)
                read(min(NOTE_S, seconds - passed_s))
        self._set_up_anew()

    @contextmanager
    def reading(
        self, on_reading: Callable[[Reading], None], emit: Callable[[BoardEvent], None]
    ) -> Iterator[Callable[[float], None]]:
        """Read all readers as in a game whenever the function is called that is returned."""
        settings = replace(self._settings, idle_after_s=inf)
        board = Pn532Board(settings, self._lines, self._clock, on_reading)
        board.connect(emit)

        def read(seconds: float) -> None:
            until_s = self._clock.now_s() + seconds
            while self._clock.now_s() < until_s:
                board.step()

        try:
            yield read
        finally:
            board.finish()
            for chip in self._chips.values():
                chip.forget()

    def close(self) -> None:
        """Release the buses and pins."""
        with ExitStack() as closing:
            closing.callback(self._close)
            for shared in self._shared.values():
                closing.callback(shared.close)


def _answer(chip: TimedChip, error: ReaderError | None = None) -> TimedAnswer:
    failure: Failure | None = None
    match error:
        case NoAck():
            failure = "no-ack"
        case NoReply():
            failure = "no-reply"
        case BadReply():
            failure = "bad-reply"
        case ReaderError():
            failure = "bus-error"
    return TimedAnswer(_ms(chip.ack_s), _ms(chip.reply_s), failure)


def _answers(i2c: Any, address: int) -> bool:
    """Check whether something answers at an address, by reading one byte from it."""
    try:
        i2c.readfrom_into(address, bytearray(1))
    except OSError:
        return False
    return True


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 2)


def _version(version: bytes) -> str:
    """Return `PN532 1.6` of IC, version, revision and support (UM0701-02, 7.2.2)."""
    if len(version) != 4:
        return f"no version: {version.hex()}"
    chip, number, revision, _ = version
    return f"PN5{chip:02x} {number}.{revision}"


def _described(bus: Bus, lines: Mapping[int, ReaderLine]) -> ReaderBus:
    match bus:
        case SpiBus():
            resets = lines[bus.squares[0]].bus.resets_chips
            return ReaderBus(bus.name, bus.squares, "SPI", bus.clock_hz, resets)
        case I2cBus():
            behind = {
                square: at.multiplexer for square, at in bus.readers.items() if at is not None
            }
            return ReaderBus(bus.name, bus.squares, "I2C", multiplexers=behind)
    late_s = lines[bus.squares[0]].wire.late_s
    return ReaderBus(bus.name, bus.squares, "HSU", latency_ms=1000 * late_s)
