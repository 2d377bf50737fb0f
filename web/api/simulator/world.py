"""The simulated world: pieces that a hand moves, lights that an eye sees."""

import time
from collections.abc import Callable, Iterator
from typing import Literal, assert_never

import msgspec
from flask import Blueprint, Response
from werkzeug.exceptions import BadRequest

from controller.bootstrap import SimulatedWood
from controller.watchers import Watchers
from hardware.errors import NoSuchPlace
from hardware.ports import RGB, ButtonName
from hardware.simulated.world import World
from web.server.answers import as_json
from web.server.event_stream import Feed, Streams, event, is_due
from web.server.request_body import body
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.simulator import Mishaps, MishapsNow, PieceOnBoard, PiecesMoved, WorldAnswer


class HandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand's move of a piece; `square` for `put` and `slide`."""

    do: Literal["lift", "put", "slide", "turn", "knock"]
    piece: str
    square: int | None = None


class PressBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button pressed and let go, or held for the time of a long press."""

    button: ButtonName
    held: bool = False


class MishapBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The faults of power and lights from now on."""

    sags: bool
    unplugged: bool


def looks(wood: SimulatedWood) -> WorldAnswer:
    """Return the wood and the lights as they are now, with the buttons and the fixed facts."""
    change, pieces = _pieces(wood)
    return WorldAnswer(
        change=change,
        pieces=pieces,
        lights=_hex(wood.strip.colours),
        buttons=tuple(wood.world.buttons),
        mishaps=_mishaps(wood),
    )


def add_world(
    routes: Blueprint, wood: SimulatedWood, alive: Callable[[], bool], streams: Streams
) -> None:
    """Add the routes of wood, buttons and lights."""
    watchers = Watchers()
    wood.world.watch(watchers.call)
    wood.strip.watch(watchers.call)

    @routes.get("/live")
    def get_world_live() -> Response:
        return streams.respond(Feed(_changes(wood, alive, watchers), watchers))

    @routes.post("/hand")
    def post_hand() -> Response:
        try:
            _move_hand(wood.world, body(HandBody))
        except NoSuchPlace as error:
            raise BadRequest(str(error)) from error
        change, pieces = _pieces(wood)
        return as_json(PiecesMoved(ok=True, change=change, pieces=pieces))

    @routes.post("/mishaps")
    def post_mishaps() -> Response:
        wanted = body(MishapBody)
        wood.supply.sagging = wanted.sags
        if wanted.unplugged != wood.strip.unplugged:
            wood.strip.plug(out=wanted.unplugged)
        return as_json(MishapsNow(ok=True, mishaps=_mishaps(wood)))

    @routes.post("/press")
    def post_press() -> Response:
        press = body(PressBody)
        try:
            wood.world.press(press.button, held=press.held)
        except NoSuchPlace as error:
            raise BadRequest(str(error)) from error
        return as_json(DoneAnswer(ok=True))


def _move_hand(world: World, wanted: HandBody) -> None:
    match wanted.do:
        case "lift":
            world.lift(wanted.piece)
        case "turn":
            world.turn(wanted.piece)
        case "knock":
            world.knock(wanted.piece)
        case "put" | "slide" if wanted.square is None:
            raise BadRequest(f"“{wanted.do}” needs a square.")
        case "put":
            world.put(wanted.piece, wanted.square)
        case "slide":
            world.slide(wanted.piece, wanted.square)
        case _:
            assert_never(wanted.do)


def _changes(
    wood: SimulatedWood, alive: Callable[[], bool], watchers: Watchers
) -> Iterator[bytes | None]:
    """Yield pieces and lights at once and at every change, a heartbeat when nothing changes."""
    change, pieces = -1, tuple[PieceOnBoard, ...]()
    lights: str | None = None
    ticks, told_s = -1, 0.0
    while alive():
        calls = watchers.calls  # read once: the next one must not be missed
        is_new, ticks = calls != ticks, calls
        if is_new and (seen := _pieces(wood)) != (change, pieces):
            (change, pieces), lights = seen, _hex(wood.strip.colours)
            yield event("world", {"change": change, "pieces": pieces, "lights": lights})
            told_s = time.monotonic()
        if is_new and (shown := _hex(wood.strip.colours)) != lights:
            lights = shown
            yield event("lights", {"lights": lights})
            told_s = time.monotonic()
        if not is_new and is_due(told_s):
            yield event("heartbeat", {"ticks": ticks})
            told_s = time.monotonic()
        elif not is_new:
            yield None


def _pieces(wood: SimulatedWood) -> tuple[int, tuple[PieceOnBoard, ...]]:
    """Return the number of the last change, and the runners after it."""
    change, pieces = wood.world.numbered_pieces()
    return change, tuple(
        PieceOnBoard(piece.name, piece.square, piece.face_down, piece.in_hand) for piece in pieces
    )


def _mishaps(wood: SimulatedWood) -> Mishaps:
    return Mishaps(sags=wood.supply.sagging, unplugged=wood.strip.unplugged)


def _hex(colours: tuple[RGB, ...]) -> str:
    return "".join(f"{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours)
