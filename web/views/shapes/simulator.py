"""The simulated board: wood, lights, and what can go wrong with the readers."""

from typing import Literal

import msgspec

from hardware.ports import ButtonName, ReaderState
from web.views.shapes.basics import Hexadecimal, Shape, SquareAt
from web.views.shapes.building import ReaderSeen


class PieceOnBoard(Shape, frozen=True):
    """A wooden runner; square null: beside the board."""

    piece: str
    square: SquareAt | None
    face_down: bool
    in_hand: bool


class Mishaps(Shape, frozen=True):
    """The faults of power and lights."""

    sags: bool
    unplugged: bool


class StateExplained(Shape, frozen=True):
    """A state of a reader, in words."""

    state: ReaderState
    title: str
    text: str


class FaultExplained(Shape, frozen=True):
    """A fault that a chip may have, in words."""

    fault: str
    title: str
    text: str


class QualityExplained(Shape, frozen=True):
    """A tag quality, in words."""

    quality: str
    text: str


class WorldAnswer(Shape, frozen=True):
    """The simulated world; during calibration without the faults."""

    change: int
    pieces: tuple[PieceOnBoard, ...]
    lights: Hexadecimal
    buttons: tuple[ButtonName, ...]
    mishaps: Mishaps
    states: tuple[StateExplained, ...] | msgspec.UnsetType = msgspec.UNSET
    faults: tuple[FaultExplained, ...] | msgspec.UnsetType = msgspec.UNSET
    qualities: tuple[QualityExplained, ...] | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType | None = msgspec.UNSET


class PiecesMoved(Shape, frozen=True):
    """The runners after the change, and its number: of two, the higher one is newer."""

    ok: Literal[True]
    change: int
    pieces: tuple[PieceOnBoard, ...]


class MishapsNow(Shape, frozen=True):
    """The faults of power and lights after the change."""

    ok: Literal[True]
    mishaps: Mishaps


class ReaderBroken(ReaderSeen, frozen=True):
    """The state of a reader, and its faults."""

    faults: tuple[str, ...]


class TagSeen(Shape, frozen=True):
    """The tag quality of a runner."""

    piece: str
    quality: str


class SimulatedReadersAnswer(Shape, frozen=True):
    """The state of the simulated readers."""

    readers: tuple[ReaderBroken, ...]
    tags: tuple[TagSeen, ...]


class ReadersThen(SimulatedReadersAnswer, frozen=True):
    """The state of the simulated readers after a change."""

    ok: Literal[True]
