"""A board of PN532 readers: phase after phase, many chips at once, one thread.

A phase starts all its readers, collects each as it gets ready, switches the fields off and
lets the guard time pass. What is read becomes sightings; what fails, the supervisor judges.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from math import inf
from typing import Final, TypeVar

from hardware.clock import Clock
from hardware.errors import BadReply, BusError, NoAck, NoReply, ReaderError
from hardware.pn532.chip import Chip, Steps
from hardware.pn532.fields import Fields
from hardware.pn532.pool import Pool
from hardware.pn532.wire import Bus, Wire
from hardware.ports import Failure, Reading, Uid
from hardware.sensing.board import STOP_S, ReaderBoard
from hardware.sensing.schedule import Slot
from hardware.sensing.settings import ArraySettings
from hardware.sensing.supervisor import FIRST_PAUSE_S

_LOG: Final = logging.getLogger(__name__)

OFF_FACTOR: Final = 2
"""Tries to switch a field off, to one of a reading: a field that stays on disturbs others."""

LONGEST_BUS_PAUSE_S: Final = 300.0
"""Longest pause between two resets of a whole bus that did not help."""

NAP_S: Final = 0.1
"""Longest time an idle board sleeps before it looks whether it is to stop, or to attend."""

_T = TypeVar("_T")

_FAILURES: Final[Mapping[type[ReaderError], Failure]] = {
    NoAck: "no-ack",
    NoReply: "no-reply",
    BadReply: "bad-reply",
    BusError: "bus-error",
}


@dataclass(frozen=True, slots=True)
class ReaderLine:
    """Connection to a square's reader: its own wire, and the bus it shares."""

    wire: Wire
    bus: Bus


class _Reader:
    """A reader and the state of its set-up."""

    def __init__(self, square: int, line: ReaderLine, chip: Chip) -> None:
        self.square = square
        self.bus = line.bus
        self.chip = chip
        self.configured = False
        self.in_vain = 0
        """Number of resets in a row that did not help."""


class _BusResets:
    """When the reset line of a bus may be pulled: each time in vain the pause doubles."""

    def __init__(self) -> None:
        self._due_s = -inf
        self._pause_s = FIRST_PAUSE_S

    def is_due(self, now_s: float) -> bool:
        return now_s >= self._due_s

    def begin(self, now_s: float) -> None:
        self._due_s = now_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_BUS_PAUSE_S)

    def helped(self) -> None:
        self._pause_s = FIRST_PAUSE_S


class Pn532Board(ReaderBoard):
    """Readers at this computer.

    Args:
        settings: reading settings.
        lines: the connection to each square's reader.
        clock: the board's time.
        on_reading: called with every reading, in the board's thread.
        close: closes the parts that the lines are made of; called when the board has stopped.
        stop_s: longest time to stop, in seconds of real time.
    """

    stuck = (
        "The readers have not stopped after %g s: a bus hangs, and its pins stay in use. "
        "If the board cannot be opened again, restart the computer."
    )

    def __init__(
        self,
        settings: ArraySettings,
        lines: Mapping[int, ReaderLine],
        clock: Clock,
        on_reading: Callable[[Reading], None] | None = None,
        *,
        close: Callable[[], None] | None = None,
        stop_s: float = STOP_S,
    ) -> None:
        super().__init__("readers", settings, lines, clock, on_reading, stop_s)
        self._close = close
        self._readers = {
            square: _Reader(square, line, Chip(line.wire, clock, settings))
            for square, line in lines.items()
        }
        self._buses = tuple({id(line.bus): line.bus for line in lines.values()}.values())
        self._bus_resets = {id(bus): _BusResets() for bus in self._buses}
        self._pool = Pool(clock)
        self._fields = Fields(settings, clock)
        self._busy: set[int] = set()
        self._to_start = 0
        self._read_in_all = 0

    # One phase

    def step(self) -> Slot:
        """Start a phase, and run until the next one may be chosen.

        That is as soon as the first of its squares has been read: a reader of the next phase
        starts when the fields near it have been off for the guard time, whatever other
        readers do. Results of the phase may be reported during the next step.

        Returns:
            The phase that was started.
        """
        due = self._due_for_reset()
        if any(self._needs_reset_line(square) for square in due):
            self.finish()  # The line resets readers that are at work, too.
            self._pool.add(self._reset(due[0]))
            self.finish()
            due = ()
        slot = self._choose(self._clock.now_s(), self._busy)
        if slot.alone:
            self.finish()
        for square in slot.squares:
            self._pool.add(self._read(square, alone=slot.alone, lit=square in slot.lit))
        for square in due:
            self._pool.add(self._reset(square))
        self._to_start += len(slot.squares)
        read = self._read_in_all
        while (self._to_start or read == self._read_in_all) and self._pool.carry_on():
            pass
        if slot.alone or not slot.squares or self._rest_s(self._clock.now_s()):
            self.finish()
            self._rest(0.0 if slot.squares else self._settings.idle_pause_s)
        self.scans += 1
        return slot

    def finish(self) -> None:
        """Run until no work is left and all fields are off."""
        while self._pool.carry_on():
            pass

    def _rest(self, least_s: float) -> None:
        """Sleep until something is to be read, for a time at least."""
        until_s = (now_s := self._clock.now_s()) + least_s
        while not self._stopping.is_set():
            rest_s = max(self._rest_s(now_s), until_s - now_s)
            if rest_s <= 0:
                return
            self._clock.sleep(min(rest_s, NAP_S))
            now_s = self._clock.now_s()

    def _go_on(self) -> None:
        while not self._stopping.is_set():
            self.step()
        self.finish()

    def _wake_up(self) -> None:
        """It never sleeps for longer than `NAP_S`."""

    def _lost_fields(self) -> frozenset[int]:
        return self._fields.lost

    def _let_go(self) -> None:
        with ExitStack() as closing:
            if self._close is not None:
                closing.callback(self._close)
            for bus in self._buses:
                closing.callback(bus.close)

    def _read(self, square: int, *, alone: bool, lit: bool) -> Steps[None]:
        """Read one square, as soon as no field near it is in the way, and switch its field off."""
        while square in self._busy or (clear := self._fields.clear_s(square)) > self._clock.now_s():
            yield inf if square in self._busy else clear
        self._to_start -= 1
        if square in self._supervisor.blind:
            return  # It failed while this waited its turn.
        self._busy.add(square)
        self._fields.switch_on(square)
        reader = self._readers[square]
        trouble: ReaderError | None = None
        try:
            uids = yield from _repeatedly(
                lambda: self._list(reader, lit=lit), self._settings.attempts
            )
            self._take(self._reading(square, uids, alone=alone))
        except ReaderError as error:
            trouble = error
        try:
            attempts = OFF_FACTOR * self._settings.attempts
            off_s = yield from _repeatedly(reader.chip.switch_field_off, attempts)
            clear_s = self._fields.switch_off(square, off_s)
        except ReaderError as error:
            trouble = trouble or error
            clear_s = self._fields.lose(square)
        self._pool.wake(clear_s)
        self._read_in_all += 1
        if trouble is None:
            yield from reader.chip.settle()
        self._busy.discard(square)
        self._pool.wake(self._clock.now_s())
        if trouble is None:
            return
        reader.configured = False
        self._take(Reading(square, self._clock.now_s(), failure=_failure(trouble)))
        if self._fail(square, str(trouble), self._clock.now_s()):
            self._fields.give_up(square)

    def _reading(self, square: int, uids: tuple[Uid, ...], *, alone: bool) -> Reading:
        """Return the new reading of a square."""
        disturbed: Failure | None = "disturbed" if self._fields.is_disturbed(square) else None
        at_s = self._clock.now_s()
        return Reading(square, at_s, () if disturbed else uids, disturbed, alone)

    def _list(self, reader: _Reader, *, lit: bool) -> Steps[tuple[Uid, ...]]:
        """List the tags; a chip that fails is set up again before the next time."""
        if not reader.configured:
            yield from reader.chip.configure()
        reader.configured = False
        expected = self._sightings.on(reader.square)
        retries = self._settings.lit_retries if lit and not expected else None
        uids = yield from reader.chip.list_tags(expected, retries)
        reader.configured = True
        return uids

    # Resets

    def _due_for_reset(self) -> tuple[int, ...]:
        """Reset one reader at a time: a reset takes far longer than a reading."""
        return self._supervisor.due_for_reset(self._clock.now_s())[:1]

    def _reset(self, square: int) -> Steps[None]:
        """Set a reader up again, after a reset of its bus if that may be needed."""
        reader = self._readers[square]
        self._report(*self._supervisor.resetting(square, self._clock.now_s()))
        trouble = None
        try:
            if self._needs_reset_line(square) or self._may_only_be_the_bus(reader.bus):
                self._bus_resets[id(reader.bus)].begin(self._clock.now_s())
                reader.bus.reset()
                for each in self._readers.values():
                    if each.bus is reader.bus:
                        each.configured = False
            yield from _repeatedly(reader.chip.configure, self._settings.attempts)
            reader.configured = True
            reader.in_vain = 0
            self._bus_resets[id(reader.bus)].helped()
        except ReaderError as error:
            trouble = str(error)
            reader.in_vain += 1
        self._report(*self._supervisor.reset(square, trouble, self._clock.now_s()))

    def _needs_reset_line(self, square: int) -> bool:
        """Check whether to pull the reset line of a bus for one of its readers.

        A chip that hangs is revived by nothing else. But the line resets all of the bus, and
        takes long: it is pulled after an attempt without it, and ever more seldom.
        """
        bus, in_vain = self._readers[square].bus, self._readers[square].in_vain
        may = self._bus_resets[id(bus)].is_due(self._clock.now_s())
        return bus.resets_chips and may and (in_vain > 0 or self._is_bus_down(bus))

    def _may_only_be_the_bus(self, bus: Bus) -> bool:
        return not bus.resets_chips and self._is_bus_down(bus)

    def _is_bus_down(self, bus: Bus) -> bool:
        blind = self._supervisor.blind
        return all(square in blind for square, reader in self._readers.items() if reader.bus is bus)


def _repeatedly(work: Callable[[], Steps[_T]], attempts: int) -> Steps[_T]:
    """Run the work, and repeat it if the reader fails, up to that many times in all."""
    for _ in range(attempts - 1):
        with suppress(ReaderError):
            return (yield from work())
    return (yield from work())


def _failure(error: ReaderError) -> Failure:
    return _FAILURES.get(type(error), "bus-error")
