"""The readers of a simulated board, and the faults one can switch on."""

from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec
from flask import Blueprint
from werkzeug.exceptions import BadRequest

from controller.bootstrap import SimulatedDevices
from hardware.errors import NoSuchPlace
from hardware.ports import ReaderHealth
from hardware.simulated.pn532.faults import EVERY_FAULT, Faults
from hardware.simulated.pn532.radio import GARBLED, GOOD, MOVING, WEAK, Quality
from hardware.trace import TraceBoard
from web.api import readers
from web.api.readers import reader
from web.server.request_body import body
from web.views import words

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

    def words(self) -> dict[str, Any]:
        """Return the names of states, faults and qualities, which never change."""
        states = [
            {"state": state, "title": title, "text": text}
            for state, (title, text) in readers.READER_STATES.items()
        ]
        if self._devices.board.emulation is None:
            is_trace = isinstance(self._devices.board.sensing, TraceBoard)
            note = readers.TRACE_ONLY if is_trace else readers.NO_CHIPS
            return {"states": states, "faults": [], "qualities": [], "note": note}
        return {
            "states": states,
            "faults": [
                {"fault": name, "title": name.replace("_", " ").capitalize(), "text": text}
                for name, text in EVERY_FAULT.items()
            ],
            "qualities": [
                {"quality": name, "text": readers.TAG_QUALITIES[name]} for name in QUALITIES
            ],
            "note": None,
        }

    def now(self) -> dict[str, Any]:
        """Return the state of every reader, and the tag quality of every runner."""
        now_s = self._devices.clock.now_s()
        return {
            "readers": [
                self._reader(health, now_s) for health in self._devices.board.sensing.readers()
            ],
            "tags": [
                {"piece": piece.name, "quality": self._qualities.get(piece.name, "good")}
                for piece in self._devices.world.pieces()
            ],
        }

    def switch(self, square: int, fault: str, *, on: bool) -> None:
        """Switch a fault on or off.

        Raises:
            BadRequest: there is no such fault, or no chip there that could have it.
        """
        if fault not in EVERY_FAULT:
            there = words.listed([*EVERY_FAULT])
            raise BadRequest(f"There is no fault “{fault}”; there are {there}.")
        self._faults(square).set(fault, on=on)

    def clear(self, square: int | None) -> None:
        """Switch every fault off, of one reader or of all.

        Raises:
            BadRequest: there is no chip there.
        """
        if square is not None:
            self._faults(square).clear()
        elif self._devices.board.emulation is not None:
            for chip in self._devices.board.emulation.chips.values():
                chip.faults.clear()

    def couple(self, piece: str, quality: QualityName) -> None:
        """Set the tag quality of a runner.

        Raises:
            BadRequest: there is no such runner, or no radio between it and the board.
        """
        emulation = self._devices.board.emulation
        if emulation is None:
            raise BadRequest(str(self.words()["note"]))
        try:
            runner = self._devices.world.piece(piece)
        except NoSuchPlace as error:
            raise BadRequest(str(error)) from error
        for uid in (runner.base, runner.crown):
            if uid is not None:
                emulation.radio.set_quality(uid, QUALITIES[quality])
        self._qualities[piece] = quality

    def _reader(self, health: ReaderHealth, now_s: float) -> dict[str, Any]:
        emulation = self._devices.board.emulation
        on = emulation.chips[health.square].faults.active if emulation is not None else ()
        return {
            **reader(health, now_s),
            "faults": [name for name in EVERY_FAULT if name in on],
        }

    def _faults(self, square: int) -> Faults:
        emulation = self._devices.board.emulation
        if emulation is None:
            raise BadRequest(str(self.words()["note"]))
        if square not in emulation.chips:
            raise BadRequest(f"There is no reader under square {square}.")
        return emulation.chips[square].faults


def add_readers(routes: Blueprint, readers: BreakableReaders) -> None:
    """Add the routes of the readers."""

    @routes.get("/readers")
    def get_readers() -> dict[str, Any]:
        return readers.now()

    @routes.post("/fault")
    def post_fault() -> dict[str, Any]:
        wanted = body(FaultBody)
        readers.switch(wanted.square, wanted.fault, on=wanted.on)
        return {"ok": True, **readers.now()}

    @routes.post("/fault/clear")
    def post_clear() -> dict[str, Any]:
        readers.clear(body(ClearBody).square)
        return {"ok": True, **readers.now()}

    @routes.post("/tag")
    def post_tag() -> dict[str, Any]:
        wanted = body(TagBody)
        readers.couple(wanted.piece, wanted.quality)
        return {"ok": True, **readers.now()}
