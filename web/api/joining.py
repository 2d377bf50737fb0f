"""Joining: seats, the host, and how they pass from phone to phone. See docs/api.md."""

import secrets
from dataclasses import dataclass
from typing import Final

import msgspec
from flask import Blueprint, Response

from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import AskTap, EndTap, ShowSign
from web.access.address import PageAddress, qr
from web.access.guard import Guard, Person
from web.access.phones import HAND_OVER_S
from web.languages.language import mark
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Streams
from web.server.request_body import NothingBody, body
from web.views.shapes.basics import DoneAnswer
from web.views.shapes.people import (
    BoardNamed,
    HandOver,
    Invitation,
    Joined,
    Me,
    NewCode,
    PinShown,
    Secrets,
    TapBegun,
    TapSeen,
)

WAITING: Final = mark("Hold your runner on square {square}, which is lit.")
JOINED: Final = mark("You're playing as {name}.")
TOO_LATE: Final = mark("Nobody held a runner there in time.")
NOT_FREE: Final = mark("{name}'s seat is already on another phone.")
NO_TAP: Final = mark("This attempt has ended. Start again.")


class JoinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat and the board's code; or no seat and the code of a handover.

    With `screen` the seat is for the screen at the board: a phone may take it from there.
    """

    seat: int | None = None
    code: str | None = None
    screen: bool = False


class CodeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board's code; none when sent at the board."""

    code: str | None = None


class PinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The PIN that is shown at the board."""

    pin: str


def people(guard: Guard, name: str) -> Blueprint:
    """Make the routes of identity and host rights, the same in every mode.

    Args:
        guard: identifies the sender.
        name: the board's name.
    """
    routes = Blueprint("people", __name__, url_prefix="/api")

    @routes.get("/me")
    def get_me() -> Response:
        person = guard.person()
        me = Me(
            board=BoardNamed(guard.phones.board, name),
            seats=guard.seats(person.rights),
            host=person.host,
            at_board=person.at_board,
        )
        return as_json(me)

    @routes.post("/host")
    def post_host() -> Response:
        person, pin = guard.person(), "".join(body(PinBody).pin.split())
        token = guard.phones.make_host(person.token, pin, person.address)
        return guard.hand_out(as_json(DoneAnswer(ok=True)), token)

    @routes.post("/host/leave")
    def post_host_leave() -> Response:
        body(NothingBody)
        guard.phones.end_host(guard.person().token)
        return as_json(DoneAnswer(ok=True))

    @routes.get("/terminal")
    def get_terminal() -> Response:
        guard.at_board()
        return as_json(Secrets(guard.phones.pin, guard.phones.code))

    return routes


def joining(service: GameActor, guard: Guard, place: PageAddress, streams: Streams) -> Blueprint:
    """Make the routes by which phones take seats.

    Args:
        service: the game.
        guard: identifies the sender.
        place: the address where other phones find the pages.
        streams: tells whose phones are connected.
    """
    routes = Blueprint("joining", __name__, url_prefix="/api")
    _seats(routes, guard)
    _handing_over(routes, guard, place, streams)
    _at_the_board(routes, service, guard)
    return routes


def _seats(routes: Blueprint, guard: Guard) -> None:
    @routes.post("/join")
    def post_join() -> Response:
        person, wanted = guard.person(), body(JoinBody)
        if wanted.seat is None:
            token = guard.phones.redeem(person.token, wanted.code or "", person.address)
        else:
            name = guard.free_seat(wanted.seat)
            _check_code(guard, person, wanted.code)
            screen = wanted.screen and (person.at_board or person.host)
            token = guard.phones.take(person.token, name, screen=screen)
        return _seated(guard, token)

    @routes.post("/join/code")
    def post_join_code() -> Response:
        _check_code(guard, guard.person(), body(CodeBody).code)
        return as_json(DoneAnswer(ok=True))

    @routes.post("/seats/<int:seat>/leave")
    def post_leave(seat: int) -> Response:
        body(NothingBody)
        if not guard.person().host:
            guard.seat(seat)
        guard.phones.leave(guard.name(seat))
        return as_json(DoneAnswer(ok=True))


def _handing_over(routes: Blueprint, guard: Guard, place: PageAddress, streams: Streams) -> None:
    @routes.post("/seats/<int:seat>/hand-over")
    def post_hand_over(seat: int) -> Response:
        body(NothingBody)
        guard.seat(seat)
        code = guard.phones.offer(guard.name(seat))
        link = place.join(code)
        return as_json(HandOver(ok=True, code=code, link=link, svg=qr(link), for_s=HAND_OVER_S))

    @routes.get("/table")
    def get_table() -> Response:
        guard.host()
        code = guard.phones.code
        link = place.join(code)
        connected = tuple(
            seat for seat in sorted(guard.held_by("phone")) if streams.listens(guard.name(seat))
        )
        return as_json(Invitation(code, link, qr(link), place.reachable, connected))

    @routes.post("/table/code")
    def post_code() -> Response:
        body(NothingBody)
        guard.host()
        return as_json(NewCode(ok=True, code=guard.phones.renew_code()))


@dataclass(frozen=True)
class _Tap:
    """The phone that waits for a runner to be held on a lit square.

    Attributes:
        token: the phone's token: no other phone can take the seat in its place.
        number: the number of the tap at the table.
        square: the lit square.
    """

    token: str
    number: int
    square: int


def _at_the_board(routes: Blueprint, service: GameActor, guard: Guard) -> None:
    latest: list[_Tap] = []  # one at a time: the table refuses another one until then

    @routes.post("/join/tap")
    def post_tap() -> Response:
        _check_code(guard, guard.person(), body(CodeBody).code)
        service.submit(AskTap())
        tap = service.snapshot.tap
        if tap is None:  # untested: another request ends it between these two lines
            raise Refusal("no-tap", NO_TAP)
        asked = _Tap(secrets.token_urlsafe(16), tap.number, tap.square)
        latest[:] = [asked]
        left_s = max(0.0, round(tap.until_s - service.clock.now_s(), 1))
        return as_json(TapBegun(ok=True, tap=asked.token, square=asked.square, for_s=left_s))

    @routes.post("/join/tap/<token>")
    def post_tap_answer(token: str) -> Response:
        body(NothingBody)
        say = spoken()
        asked = next((each for each in latest if _same(each.token, token)), None)
        if asked is None:
            raise Refusal("no-tap", NO_TAP)
        tap = service.snapshot.tap
        if tap is None or tap.number != asked.number:
            return as_json(TapSeen("over", None, say._(TOO_LATE)))
        if tap.seat is None:
            return as_json(TapSeen("waiting", None, say._(WAITING, square=tap.square)))
        service.submit(EndTap(asked.number))
        name, person = guard.name(tap.seat), guard.person()
        if guard.phones.holder(name) == "phone" and not guard.holds(person.token, name):
            return as_json(TapSeen("over", None, say._(NOT_FREE, name=name)))
        token = guard.phones.take(person.token, name)
        seen = TapSeen("taken", tap.seat, say._(JOINED, name=name))
        return guard.hand_out(as_json(seen), token)

    @routes.post("/join/tap/<token>/end")
    def post_tap_end(token: str) -> Response:
        body(NothingBody)
        asked = next((each for each in latest if _same(each.token, token)), None)
        if asked is None:
            raise Refusal("no-tap", NO_TAP)
        service.submit(EndTap(asked.number))
        return as_json(DoneAnswer(ok=True))

    @routes.post("/host/show-pin")
    def post_show_pin() -> Response:
        body(NothingBody)
        service.submit(ShowSign(guard.phones.pin))
        digits = service.snapshot.digits
        left_s = (
            0.0 if digits is None else max(0.0, round(digits.until_s - service.clock.now_s(), 1))
        )
        return as_json(PinShown(ok=True, for_s=left_s))


def _same(token: str, said: str) -> bool:
    """Compare a token with a string, which may hold any characters."""
    return secrets.compare_digest(token.encode(), said.encode("utf-8", "surrogatepass"))


def _check_code(guard: Guard, person: Person, code: str | None) -> None:
    """Check that the sender knows the code, is at the board, or has joined already."""
    if person.host or (code is None and guard.seats(person.rights)):
        return
    guard.phones.check_code(code, person.address)


def _seated(guard: Guard, token: str) -> Response:
    joined = Joined(ok=True, seats=guard.seats(guard.phones.rights(token)))
    return guard.hand_out(as_json(joined), token)
