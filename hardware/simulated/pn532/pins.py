"""Pins with the API of `digitalio.DigitalInOut`, and what lies between them and the chips."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

NONE: Final[frozenset[int]] = frozenset()


class EmulatedPin:
    """A pin of the computer. While it is an input, a resistor pulls it up.

    Args:
        name: its name for messages.
        spend: called at each write to it, to charge the time it takes.

    Attributes:
        direction: any value; one that prints as an output, like `digitalio.Direction.OUTPUT`,
            makes the pin an output.
    """

    def __init__(self, name: str = "pin", spend: Callable[[], None] | None = None) -> None:
        self.name = name
        self._spend = spend
        self.pull: Any = None
        self.drive_mode: Any = None
        self._level = True
        self._direction: Any = None
        self._output = False
        self._watchers: list[Callable[[], None]] = []

    @property
    def value(self) -> bool:
        """Its level: high is True."""
        return self._level

    @value.setter
    def value(self, value: bool) -> None:
        if not self._output:
            raise AttributeError(f"{self.name} is an input: it cannot be set")
        if self._spend is not None:
            self._spend()
        if value != self._level:
            self._set(level=bool(value))

    @property
    def direction(self) -> Any:
        """Direction it was set to; None at first: an input."""
        return self._direction

    @direction.setter
    def direction(self, direction: Any) -> None:
        self._direction = direction
        output = str(direction).upper().endswith("OUTPUT")
        if output != self._output:
            self._output = output
            self._set(level=not output)

    def switch_to_output(
        self,
        value: bool = False,  # noqa: FBT001, FBT002 - as digitalio has it
        drive_mode: Any = None,
    ) -> None:
        """Drive it."""
        self._direction, self.drive_mode, self._output = "OUTPUT", drive_mode, True
        self._set(level=bool(value))

    def switch_to_input(self, pull: Any = None) -> None:
        """Release it."""
        self._direction, self.pull, self._output = "INPUT", pull, False
        self._set(level=True)

    def deinit(self) -> None:
        """Release it for good."""
        self.switch_to_input()

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a listener at every change of its level."""
        self._watchers.append(changed)

    def _set(self, *, level: bool) -> None:
        if level != self._level:
            self._level = level
            for watcher in self._watchers:
                watcher()


class EmulatedSelect:
    """The chips that are selected; reports every change."""

    def __init__(self) -> None:
        self.selected = NONE
        self._watchers: list[Callable[[], None]] = []

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a listener whenever other chips are selected than before."""
        self._watchers.append(changed)

    def _choose(self, squares: frozenset[int]) -> None:
        if squares != self.selected:
            self.selected = squares
            for watcher in self._watchers:
                watcher()


class EmulatedSelectLines(EmulatedSelect):
    """One pin for each chip, active low.

    Args:
        pins: the pin of each square.
    """

    def __init__(self, pins: Mapping[int, EmulatedPin]) -> None:
        super().__init__()
        self.pins = dict(pins)
        for square, pin in self.pins.items():
            pin.watch(partial(self._update, square))
            self._update(square)

    def _update(self, square: int) -> None:
        if self.pins[square].value:
            self._choose(self.selected - {square})
        else:
            self._choose(self.selected | {square})


class EmulatedDecoder(EmulatedSelect):
    """Decoders for rows and columns; the chip where the two lines cross is selected.

    Args:
        rows: address pins of the row decoder, the lowest bit first.
        columns: the same for the columns.
        enable: nothing is selected unless it is low.
        outputs: the square at each crossing of a row and a column, both counted from 0.
    """

    def __init__(
        self,
        rows: Sequence[EmulatedPin],
        columns: Sequence[EmulatedPin],
        enable: EmulatedPin,
        outputs: Mapping[tuple[int, int], int],
    ) -> None:
        super().__init__()
        self._enable = enable
        self._outputs = {
            row | column << len(rows): frozenset({square})
            for (row, column), square in outputs.items()
        }
        self._address = 0
        for place, pin in enumerate((*rows, *columns)):
            self._address |= pin.value << place
            pin.watch(partial(self._readdress, 1 << place))
        enable.watch(self._update)
        self._update()

    def _readdress(self, bit: int) -> None:
        self._address ^= bit
        if not self._enable.value:
            self._update()

    def _update(self) -> None:
        selected = NONE if self._enable.value else self._outputs.get(self._address, NONE)
        self._choose(selected)


class EmulatedShiftRegister(EmulatedSelect):
    """A chain of 74HC595; a low output selects its chip.

    A bit is shifted in when the clock pin rises, and all go to the outputs when the latch pin
    rises. After as many bits as there are outputs, the first of them is at the last output.

    Args:
        data: serial data.
        clock: shift clock.
        latch: storage clock.
        outputs: the square at each output, that of the first chip's QA first; None for an
            output that leads nowhere. They are high at first, as pull-ups would have them.
    """

    def __init__(
        self,
        data: EmulatedPin,
        clock: EmulatedPin,
        latch: EmulatedPin,
        outputs: Sequence[int | None],
    ) -> None:
        super().__init__()
        self._data, self._clock, self._latch = data, clock, latch
        self._outputs = tuple(outputs)
        self._bits = [True] * len(self._outputs)
        clock.watch(self._shift)
        latch.watch(self._store)

    def _shift(self) -> None:
        if self._clock.value:
            self._bits = [self._data.value, *self._bits[:-1]]

    def _store(self) -> None:
        if self._latch.value:
            squares = zip(self._outputs, self._bits, strict=True)
            self._choose(frozenset(sq for sq, bit in squares if sq is not None and not bit))
