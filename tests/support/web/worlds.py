"""The worlds of the recorder: a table with its companion, the phones around it, and its twin."""

import io
import logging
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import web.access.phones
import web.api.joining
import web.server.event_stream
from controller.bootstrap import simulated_pieces, tags_of
from controller.game.journal.journal import Journal
from controller.game.pieces import Colour
from controller.game.rules.events import seen_by
from controller.table.actor import GameActor
from controller.table.commands import Begin
from controller.table.session import Session
from controller.table.snapshot import Snapshot
from hardware.clock import ManualClock
from hardware.ports import Sighting
from tests.support.web.deals import HOST, Deal, Secrets, put_in
from web.access.address import PageAddress
from web.access.phones import Phones
from web.modes.game_app import create_app

DATE: Final = re.compile(
    rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)?|\d{4}-\d\d-\d\d|"
    rb"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT"
)
Method = Literal["GET", "POST", "NEXT", "SENSE", "WAIT"]


class Leak(AssertionError):
    """Somebody was sent what is not theirs to know."""


class Step(msgspec.Struct, frozen=True):
    """Something that somebody does: a request, a look at a stream, a hand on the wood, waiting."""

    who: str
    method: Method
    path: str = ""
    body: Any = None


class Received(msgspec.Struct, frozen=True):
    """What somebody was sent, and whose seats their phone held."""

    step: Step
    data: bytes
    knows: frozenset[int]


class World:
    """A table with its companion, and the phones around it, on a clock that stands still.

    Args:
        folder: where the journal is.
        deal: the game.
        chance: draws the cards.
        seed: what tokens and codes are made from.

    Attributes:
        received: everything that anybody was sent.
        holders: which phone has which seats.
        codes: by whom each code to hand a seat over with was asked for.
    """

    def __init__(self, folder: Path, deal: Deal, chance: random.Random, seed: int) -> None:
        folder.mkdir()
        self.clock = ManualClock(1000.0)
        pieces = simulated_pieces()
        self._tags = {piece.name: piece.lower_tag for piece in pieces}
        self._stack = ExitStack()
        made = Secrets(seed)
        for module in (web.access.phones, web.api.joining):
            self._stack.enter_context(put_in(module, "secrets", made))
        self._stack.enter_context(put_in(web.server.event_stream, "HEARTBEAT_S", 0.0))
        self.log = self._stack.enter_context(_log())
        self.service = GameActor(
            lambda: Session(
                Journal(folder / "journal.sqlite"), tags_of(pieces), self.clock, chance
            ),
            self.clock,
        )
        self.service.start()
        self._stack.callback(self.service.stop)
        self.phones = Phones(folder / "phones.json", self.clock)
        self.app = create_app(self.service, self.phones, PageAddress("192.0.2.1", 8064))
        self.received: list[Received] = []
        self.codes: dict[str, str] = {}
        self.holders = {who: set(seats) for who, seats in deal.holders.items()}
        self._clients = {
            who: self._client(number, deal.languages[who])
            for number, who in enumerate(deal.holders, start=10)
        }
        self._streams: dict[tuple[str, str], TestResponse] = {}
        self._on: dict[Colour, int | None] = {}
        self.service.submit(Begin(deal.setup))
        self._join(deal)

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_: object) -> None:
        for stream in self._streams.values():
            stream.close()
        self._stack.close()

    @property
    def now(self) -> Snapshot:
        """The newest snapshot."""
        return self.service.snapshot

    def tokens(self) -> dict[str, str]:
        """The token of each phone that has one."""
        name = f"hareboard-{self.phones.board}"
        cookies = {who: client.get_cookie(name) for who, client in self._clients.items()}
        return {who: cookie.value for who, cookie in cookies.items() if cookie is not None}

    def do(self, step: Step) -> bytes:
        """Do something; returns what came of it, and keeps it in mind."""
        knows = frozenset(self.holders[step.who])
        match step.method:
            case "SENSE":
                self._touch(*step.body)
                return b""
            case "WAIT":
                self.clock.advance(step.body)
                self._settle()
                return b""
            case "NEXT":
                data = self._next(step)
            case "GET" | "POST":
                data = _whole(self._ask(step))
        self._note_handing_over(step, data)
        knows |= self.holders[step.who]
        self.received.append(Received(step, DATE.sub(b"DATE", data), knows))
        return data

    def _client(self, number: int, language: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base = {
            **client.environ_base,
            "REMOTE_ADDR": f"192.0.2.{number}",
            "HTTP_ACCEPT_LANGUAGE": language,
        }
        return client

    def _join(self, deal: Deal) -> None:
        for who, seats in deal.holders.items():
            for seat in sorted(seats):
                join = {"seat": seat, "code": self.phones.code}
                assert b"200 OK" in self.do(Step(who, "POST", "/api/join", join))
        self.do(Step(HOST, "POST", "/api/host", {"pin": self.phones.pin}))

    def _ask(self, step: Step) -> TestResponse:
        client, body = self._clients[step.who], step.body
        if step.method == "GET":
            return client.get(step.path)
        if isinstance(body, str):  # what is no JSON at all
            return client.post(step.path, data=body, content_type="application/json")
        return client.post(step.path, json=body)

    def _next(self, step: Step) -> bytes:
        """The next event of a stream, which is opened first if need be."""
        key = step.who, step.path
        if key not in self._streams:
            self._streams[key] = answer = self._clients[step.who].get(step.path)
            if answer.status_code != 200:
                return _whole(self._streams.pop(key))
            return _head(answer) + next(iter(answer.iter_encoded()), b"(the end)")
        event = next(iter(self._streams[key].iter_encoded()), None)
        if event is None:
            self._streams.pop(key).close()
        return b"(the end)" if event is None else event

    def _touch(self, colour: Colour, square: int | None) -> None:
        """A hand puts a runner on a square, or takes it away."""
        tag, before = self._tags[colour], self._on.get(colour)
        assert tag is not None
        if before is not None:
            for _ in range(3):
                self.service.emit(Sighting(before, tag, False, self.clock.now_s()))
        if square is not None:
            self.service.emit(Sighting(square, tag, True, self.clock.now_s()))
        self._on[colour] = square
        self._settle()

    def _settle(self) -> None:
        """Let the actor do everything that is due."""
        for _ in range(2):
            self.service.ask(lambda: None)

    def _note_handing_over(self, step: Step, data: bytes) -> None:
        """A seat was handed over to the phone that had its code."""
        if step.path == "/api/join" and b"200 OK" in data and step.body["seat"] is None:
            seats = set(msgspec.json.decode(data.rpartition(b"\n\n")[2])["seats"])
            for who in self.holders:
                self.holders[who] -= seats
            self.holders[step.who] = seats


def _head(answer: TestResponse) -> bytes:
    lines = [answer.status, *(f"{name}: {value}" for name, value in answer.headers)]
    return "\n".join(lines).encode() + b"\n\n"


def _whole(answer: TestResponse) -> bytes:
    if answer.mimetype == "text/event-stream":
        data = _head(answer) + next(iter(answer.iter_encoded()), b"(the end)")
    else:
        data = _head(answer) + answer.get_data()
    answer.close()
    return data


@contextmanager
def _log() -> Iterator[io.StringIO]:
    """Everything that is logged meanwhile, down to the least of it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter("%(name)s %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


# What everybody may know


def public(snapshot: Snapshot) -> Any:
    """Everything about a table that is no secret.

    Left out are the hands, the pile, what events say to one seat only, and why a runner may not
    stand where it does (`Mismatch.reasons` count the carrots). What the lights show is left out
    as well: players' phones are not told, and spectators see what everybody at the board sees.
    """
    state = snapshot.state
    finding = msgspec.structs.replace(
        snapshot.finding,
        mismatches=tuple(
            msgspec.structs.replace(each, reasons=()) for each in snapshot.finding.mismatches
        ),
    )
    return (
        (snapshot.version, snapshot.phase, snapshot.paused),
        (snapshot.take_back, snapshot.trouble, snapshot.tap, finding, snapshot.readers),
        [[seen_by(event, None) for event in ply.step.events] for ply in snapshot.plies],
        state
        and (
            (state.to_act, state.prompt, state.home, state.ranking, state.pending, state.patch),
            [(seat.lettuces, seat.miss, seat.runners) for seat in state.seats],
        ),
    )


def check_tokens(world: World) -> None:
    """Nobody was sent another's token, a code that was not for them, or the PIN.

    Raises:
        Leak: somebody was.
    """
    secret = {token.encode(): who for who, token in world.tokens().items()}
    secret |= {code.encode(): who for code, who in world.codes.items()}
    secret |= {world.phones.pin.encode(): "nobody", world.phones.code.encode(): HOST}
    for received in world.received:
        for each, whose in secret.items():
            if whose != received.step.who and each in received.data:
                raise Leak(f"{told(received)} holds what is only for {whose}")
    for each in secret:
        if each.decode() in world.log.getvalue():
            raise Leak(f"the log holds what is only for {secret[each]}")


def told(received: Received) -> str:
    """Which answer or event it is, in words."""
    step = received.step
    return f"what {step.who} was sent for {step.method} {step.path}"
