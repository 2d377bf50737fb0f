"""The simulated board: wood, lights, and what can go wrong with the readers."""

from typing import Literal

import msgspec

from hardware.ports import ButtonName, ReaderState
from web.views.shapes.basics import Count, Hexadecimal, Seconds, Shape, SquareAt


class PieceOnBoard(Shape, frozen=True):
    """A runner of wood; square null: beside the board."""

    piece: str
    square: SquareAt | None
    face_down: bool
    in_hand: bool


class Mishaps(Shape, frozen=True):
    """What is wrong with power and lights."""

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
    """How tags may read, in words."""

    quality: str
    text: str


class WorldAnswer(Shape, frozen=True):
    """The simulated world; on the workshop's bench without what can be made to go wrong."""

    pieces: tuple[PieceOnBoard, ...]
    lights: Hexadecimal
    buttons: tuple[ButtonName, ...]
    mishaps: Mishaps
    states: tuple[StateExplained, ...] | msgspec.UnsetType = msgspec.UNSET
    faults: tuple[FaultExplained, ...] | msgspec.UnsetType = msgspec.UNSET
    qualities: tuple[QualityExplained, ...] | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType | None = msgspec.UNSET


class PiecesMoved(Shape, frozen=True):
    """The runners as they stand then."""

    ok: Literal[True]
    pieces: tuple[PieceOnBoard, ...]


class MishapsNow(Shape, frozen=True):
    """What is wrong with power and lights then."""

    ok: Literal[True]
    mishaps: Mishaps


class ReaderBroken(Shape, frozen=True):
    """How a reader is, and what has been made wrong with it."""

    square: SquareAt
    state: ReaderState
    age_s: Seconds | None
    good: Count
    failed: Count
    resets: Count
    trouble: str
    faults: tuple[str, ...]


class TagSeen(Shape, frozen=True):
    """How well a runner's tags read."""

    piece: str
    quality: str


class SimulatedReadersAnswer(Shape, frozen=True):
    """How the simulated readers are."""

    readers: tuple[ReaderBroken, ...]
    tags: tuple[TagSeen, ...]


class ReadersThen(Shape, frozen=True):
    """How the simulated readers are after a change."""

    ok: Literal[True]
    readers: tuple[ReaderBroken, ...]
    tags: tuple[TagSeen, ...]
