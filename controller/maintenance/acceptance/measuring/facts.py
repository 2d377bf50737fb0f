"""What an acceptance needs to know of a board: from its file, and from its open devices."""

from collections.abc import Sequence
from typing import Final

import msgspec

from controller.board import Board
from hardware.bench_ports import ReaderBus
from hardware.ports import ButtonName

SOAK_S: Final = 600.0
MOST_IN_FULL: Final = 16
"""Most squares of a board on which every one is measured at every place."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """A board, as its file says.

    Attributes:
        places: row and column of each square with a reader, from 0.
        buses: the buses of the readers.
        stride, max_fields, retries: as in the board file.
        ack_ms, reset_ms, after_reset_ms: the same.
        lights: the places on the strip of each square's lights, from 0.
        only_lit: row and column of each square with lights and no reader, from 0.
        order: order of colours on the wire of the strip.
        buttons: the buttons.
        debounce_ms: a contact that opens or closes again sooner has bounced.
        crowned: True if runners have a tag in their crowns.
        tagged: True if the file knows which tag is in which end of a runner.
        in_full: squares to be measured at every place; all others only in their middle.
        soak_s: length of the last test, in seconds.
    """

    places: dict[int, tuple[int, int]]
    buses: tuple[ReaderBus, ...]
    stride: int
    max_fields: int
    retries: int
    ack_ms: float
    reset_ms: float
    after_reset_ms: float
    lights: dict[int, tuple[int, ...]] = {}
    only_lit: dict[int, tuple[int, int]] = {}
    order: str = ""
    buttons: tuple[ButtonName, ...] = ()
    debounce_ms: float = 0.0
    crowned: bool = True
    tagged: bool = False
    in_full: tuple[int, ...] = ()
    soak_s: float = SOAK_S

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares with a reader, in order."""
        return tuple(sorted(self.places))

    def bus_of(self, square: int) -> ReaderBus:
        """Return the bus of a square's reader."""
        return next(bus for bus in self.buses if square in bus.squares)


def facts_of(
    board: Board, buses: Sequence[ReaderBus], *, in_full: bool, soak_s: float = SOAK_S
) -> Facts:
    """Return what an acceptance needs to know.

    Args:
        board: the contents of the board file.
        buses: its open buses.
        in_full: True to measure all squares at every place, however many there are.
        soak_s: length of the last test, in seconds.
    """
    settings, lights, buttons = board.settings, board.lights, board.buttons
    lit = {} if lights is None else {each: tuple(at) for each, at in lights.squares.items()}
    timing = settings.timing
    squares = sorted(settings.places)
    ends = {tag.end for tag in board.tags.values()}
    return Facts(
        places={each: (place.row, place.column) for each, place in settings.places.items()},
        buses=tuple(buses),
        stride=settings.stride,
        max_fields=settings.max_fields,
        retries=settings.retries,
        ack_ms=timing.ack_s * 1000,
        reset_ms=timing.reset_s * 1000,
        after_reset_ms=timing.after_reset_s * 1000,
        lights=lit,
        only_lit={
            each: (place.row, place.column)
            for each, place in sorted(board.squares.items())
            if each in lit and each not in settings.places
        },
        order="" if lights is None else lights.order,
        buttons=() if buttons is None else tuple(buttons.pins),
        debounce_ms=0.0 if buttons is None else buttons.debounce_s * 1000,
        crowned=not ends or "crown" in ends,
        tagged=bool(ends),
        in_full=tuple(squares if in_full or len(squares) <= MOST_IN_FULL else _spread(squares)),
        soak_s=soak_s,
    )


def _spread(squares: Sequence[int]) -> list[int]:
    """Return four squares, far from each other along the track."""
    last = len(squares) - 1
    return [squares[at * last // 3] for at in range(4)]
