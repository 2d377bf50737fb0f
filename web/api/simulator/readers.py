"""The readers of a simulated board, and the faults one can switch on."""

from types import MappingProxyType
from typing import Final, Literal

import msgspec
from flask import Blueprint, Response
from werkzeug.exceptions import BadRequest

from controller.bootstrap import SimulatedDevices
from controller.refusal import Refusal
from hardware.errors import NoSuchPlace
from hardware.ports import ReaderHealth
from hardware.simulated.pn532.faults import EVERY_FAULT, Faults
from hardware.simulated.pn532.radio import GARBLED, GOOD, MOVING, WEAK, Quality
from web.api import readers
from web.api.readers import reader
from web.languages.language import Speech
from web.server.answers import as_json
from web.server.request_body import body
from web.views import words
from web.views.shapes.simulator import (
    FaultExplained,
    QualityExplained,
    ReaderBroken,
    ReadersThen,
    SimulatedReadersAnswer,
    StateExplained,
    TagSeen,
    WorldAnswer,
)

QualityName = Literal["good", "weak", "garbled", "moving"]

QUALITIES: Final[MappingProxyType[QualityName, Quality]] = MappingProxyType(
    {"good": GOOD, "weak": WEAK, "garbled": GARBLED, "moving": MOVING}
)
"""Tag quality by name."""


class FaultBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of one reader, to be switched on or off."""

    square: int
    fault: str
    on: bool


class ClearBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clears every fault, of one reader or of all."""

    square: int | None = None


class TagBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tag quality of a piece from now on."""

    piece: str
    quality: QualityName


class BreakableReaders:
    """The readers of a simulated board, with faults that can be switched.

    Args:
        devices: the board. Only emulated chips can be made to fail.
    """

    def __init__(self, devices: SimulatedDevices) -> None:
        self._devices = devices
        self._qualities: dict[str, QualityName] = {}

    def explain(self, world: WorldAnswer, say: Speech) -> WorldAnswer:
        """Add the names of states, faults and qualities, which never change."""
        note = self._no_chips() if self._devices.board.emulation is None else None
        return msgspec.structs.replace(
            world,
            states=tuple(
                StateExplained(state, say._(title), say._(text))
                for state, (title, text) in readers.READER_STATES.items()
            ),
            faults=tuple(
                FaultExplained(name, say._(title), say._(text))
                for name, (title, text) in EVERY_FAULT.items()
                if note is None
            ),
            qualities=tuple(
                QualityExplained(name, say._(readers.TAG_QUALITIES[name]))
                for name in QUALITIES
                if note is None
            ),
            note=say._(note) if note is not None else None,
        )

    def now(self) -> SimulatedReadersAnswer:
        """Return the state of every reader, and the tag quality of every runner."""
        now_s = self._devices.clock.now_s()
        return SimulatedReadersAnswer(
            readers=tuple(
                self._reader(health, now_s) for health in self._devices.board.sensing.readers()
            ),
            tags=tuple(
                TagSeen(piece.name, self._qualities.get(piece.name, "good"))
                for piece in self._devices.world.pieces()
            ),
        )

    def switch(self, square: int, fault: str, *, on: bool) -> None:
        """Switch a fault on or off.

        Raises:
            BadRequest: there is no such fault.
            Refusal: there is no chip there that could have it.
        """
        if fault not in EVERY_FAULT:
            there = words.listed([*EVERY_FAULT])
            raise BadRequest(f"There is no fault “{fault}”; there are {there}.")
        self._faults(square).set(fault, on=on)

    def clear(self, square: int | None) -> None:
        """Switch every fault off, of one reader or of all.

        Raises:
            Refusal: there is no chip there.
        """
        if square is not None:
            self._faults(square).clear()
        elif self._devices.board.emulation is not None:
            for chip in self._devices.board.emulation.chips.values():
                chip.faults.clear()

    def couple(self, piece: str, quality: QualityName) -> None:
        """Set the tag quality of a runner.

        Raises:
            Refusal: there is no radio between it and the board.
            BadRequest: there is no such runner.
        """
        emulation = self._devices.board.emulation
        if emulation is None:
            raise Refusal("bad-request", self._no_chips())
        try:
            runner = self._devices.world.piece(piece)
        except NoSuchPlace as error:
            raise BadRequest(str(error)) from error
        for uid in (runner.base, runner.crown):
            if uid is not None:
                emulation.radio.set_quality(uid, QUALITIES[quality])
        self._qualities[piece] = quality

    def _no_chips(self) -> str:
        """Return why no chip of this board can fail: it has none."""
        from hardware.trace import TraceBoard  # noqa: PLC0415 - most boards replay none

        is_trace = isinstance(self._devices.board.sensing, TraceBoard)
        return readers.TRACE_ONLY if is_trace else readers.NO_CHIPS

    def _reader(self, health: ReaderHealth, now_s: float) -> ReaderBroken:
        emulation = self._devices.board.emulation
        on = emulation.chips[health.square].faults.active if emulation is not None else ()
        return ReaderBroken(
            **msgspec.structs.asdict(reader(health, now_s)),
            faults=tuple(name for name in EVERY_FAULT if name in on),
        )

    def _faults(self, square: int) -> Faults:
        emulation = self._devices.board.emulation
        if emulation is None:
            raise Refusal("bad-request", self._no_chips())
        if square not in emulation.chips:
            raise Refusal("bad-request", "There is no reader under square {square}.", square=square)
        return emulation.chips[square].faults


def add_readers(routes: Blueprint, readers: BreakableReaders) -> None:
    """Add the routes of the readers."""

    def changed() -> Response:
        return as_json(ReadersThen(**msgspec.structs.asdict(readers.now()), ok=True))

    @routes.get("/readers")
    def get_readers() -> Response:
        return as_json(readers.now())

    @routes.post("/fault")
    def post_fault() -> Response:
        wanted = body(FaultBody)
        readers.switch(wanted.square, wanted.fault, on=wanted.on)
        return changed()

    @routes.post("/fault/clear")
    def post_clear() -> Response:
        readers.clear(body(ClearBody).square)
        return changed()

    @routes.post("/tag")
    def post_tag() -> Response:
        wanted = body(TagBody)
        readers.couple(wanted.piece, wanted.quality)
        return changed()
