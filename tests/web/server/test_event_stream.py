"""What streams send, when they end, and how much work a hundred of them are."""

import itertools
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from flask import Flask, Response

from controller.bootstrap import SimulatedTable
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.game.turn_clock import MoveTime
from controller.table.commands import Abandon, Begin, Play
from controller.table.snapshot import Snapshot
from controller.watchers import Watchers
from tests.support.waiting import PATIENCE_S
from tests.web.conftest import NAMES
from web.languages.language import Speech, in_english
from web.server.event_stream import Feed, Streams, Views, event


class DrawnView(msgspec.Struct):
    version: int
    seat: int | None
    revision: int


class Drawn:
    """Draws views of hardly anything, and counts them by revision, seat and language."""

    def __init__(self) -> None:
        self.times: Counter[tuple[int, int | None, str]] = Counter()

    def __call__(self, snapshot: Snapshot, seat: int | None, say: Speech) -> DrawnView:
        if seat is not None and seat >= len(snapshot.seating.players):
            raise LookupError(seat)
        self.times[snapshot.revision, seat, say.language] += 1
        return DrawnView(snapshot.version, seat, -1)


class Register:
    """Whose seat is whose, with a count of its changes."""

    def __init__(self, game: SimulatedTable) -> None:
        self._game = game
        self.revision = 0
        self.mine = {"Ann"}

    def give_up(self) -> None:
        self.mine = set()
        self.revision += 1
        self._game.actor.nudge()

    def holds(self, seat: int) -> Callable[[Snapshot], bool]:
        return lambda snapshot: snapshot.seating.players[seat].name in self.mine


@pytest.fixture
def drawn() -> Drawn:
    return Drawn()


@pytest.fixture
def register(game: SimulatedTable) -> Register:
    return Register(game)


@pytest.fixture
def views(game: SimulatedTable, drawn: Drawn, register: Register) -> Views:
    return Views(game.actor, drawn, lambda: register.revision)


def read(sent: bytes) -> tuple[str, Any]:
    name, data, *rest = sent.decode().split("\n")
    assert rest == ["", ""]
    return name.removeprefix("event: "), msgspec.json.decode(data.removeprefix("data: "))


def play(game: SimulatedTable, seat: int, action: str) -> int:
    return game.actor.submit(Play(seat, action, game.actor.snapshot.version))


def test_an_event_is_one_line_of_json() -> None:
    assert event("view", {"name": "Zoë\n"}) == 'event: view\ndata: {"name":"Zoë\\n"}\n\n'.encode()


def test_a_stream_tells_of_every_change(game: SimulatedTable, views: Views) -> None:
    stream = views.events(None, in_english())
    name, first = read(next(stream))
    assert (name, first["version"]) == ("view", game.actor.snapshot.version)
    version = play(game, 0, "f5")
    shown = first
    while shown["version"] < version:
        name, later = read(next(stream))
        assert name == "view"
        assert later["revision"] > shown["revision"]
        shown = later


def test_a_hundred_streams_have_each_view_drawn_once(
    game: SimulatedTable, views: Views, drawn: Drawn
) -> None:
    seen: list[int] = []

    def look_on(number: int) -> None:
        seat = (None, 0, 1)[number % 3]
        for sent in views.events(seat, in_english()):
            _, view = read(sent)
            assert view["seat"] == seat
            if view["version"] >= last:
                seen.append(number)
                return

    last = game.actor.snapshot.version + 3
    phones = [threading.Thread(target=look_on, args=(number,)) for number in range(100)]
    for phone in phones:
        phone.start()
    for seat, action in enumerate(("f5", "f4", "f3")):
        play(game, seat, action)
    for phone in phones:
        phone.join(PATIENCE_S)
    assert sorted(seen) == list(range(100))
    assert {seat for _, seat, _ in drawn.times} == {None, 0, 1}
    assert set(drawn.times.values()) == {1}


def test_who_reads_slowly_is_shown_the_newest_and_nothing_is_kept_for_them(
    game: SimulatedTable, views: Views, drawn: Drawn
) -> None:
    slow = views.events(None, in_english())
    next(slow)
    for seat, action in enumerate(("f5", "f4", "f3")):
        play(game, seat, action)
    _, view = read(next(slow))
    assert view["version"] == game.actor.snapshot.version


def test_a_change_of_the_register_is_a_change_of_the_view(
    views: Views, register: Register, drawn: Drawn
) -> None:
    stream = views.events(None, in_english())
    _, before = read(next(stream))
    register.give_up()
    name, after = read(next(stream))
    assert (name, after["revision"]) == ("view", before["revision"] + 1)


def test_a_stream_ends_when_the_seat_is_lost(views: Views, register: Register) -> None:
    stream = views.events(0, in_english(), register.holds(0))
    assert read(next(stream))[1]["seat"] == 0
    register.give_up()
    assert list(stream) == []


def test_the_seat_of_a_new_game_is_not_shown_to_who_held_it_in_the_old_one(
    game: SimulatedTable, views: Views, register: Register
) -> None:
    stream = views.events(0, in_english(), register.holds(0))
    next(stream)
    game.actor.submit(Abandon(game.actor.snapshot.version))
    others = zip(reversed(NAMES), COLOURS, strict=False)
    game.actor.submit(Begin(Setup(tuple(Player(name, (colour,)) for name, colour in others))))
    assert list(stream) == []
    with pytest.raises(LookupError):
        views.read(0, in_english(), register.holds(0))


def test_a_stream_ends_with_the_game_thread(game: SimulatedTable, views: Views) -> None:
    stream = views.events(None, in_english())
    next(stream)
    game.actor.stop()
    assert list(stream) == []


def test_when_nothing_happens_a_heartbeat_says_so(
    monkeypatch: pytest.MonkeyPatch, views: Views
) -> None:
    monkeypatch.setattr("web.server.event_stream.HEARTBEAT_S", 0.01)
    stream = views.events(None, in_english())
    shown = [read(sent) for sent, _ in zip(stream, range(5), strict=False)]
    name, data = shown[-1]
    views_shown = [each for each in shown if each[0] == "view"]
    assert name == "heartbeat"
    assert data["revision"] == views_shown[-1][1]["revision"]
    assert 0 <= data["turn_s"] < 60


def test_with_a_clock_each_view_is_followed_by_the_time_of_the_turn(
    game: SimulatedTable, views: Views
) -> None:
    game.actor.submit(Abandon(game.actor.snapshot.version))
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    game.actor.submit(Begin(Setup(seats, clock=MoveTime(60, 300))))
    stream = views.events(None, in_english())
    (first, view), (second, beat) = (read(next(stream)) for _ in range(2))
    assert (first, second) == ("view", "heartbeat")
    assert beat["revision"] == view["revision"]
    assert 0 <= beat["turn_s"] < 60


def opened(streams: Streams, address: str) -> tuple[Feed, Response]:
    """A stream that is open, and its answer."""
    feed = Feed(itertools.repeat(None), Watchers())
    with Flask("streams").test_request_context(environ_base={"REMOTE_ADDR": address}):
        return feed, streams.respond(feed)


def test_for_one_stream_more_the_oldest_of_the_address_that_has_most_ends() -> None:
    streams = Streams(most=4, each=3)
    theirs = [opened(streams, "192.0.2.66")[0] for _ in range(3)]
    mine = [opened(streams, "192.0.2.7")[0] for _ in range(2)]
    assert [each.poll() for each in (*theirs, *mine)] == [b"", None, None, None, None]
    assert streams.open == 4


def test_one_address_has_only_so_many_streams() -> None:
    streams = Streams(most=4, each=2)
    feeds = [opened(streams, "192.0.2.66")[0] for _ in range(3)]
    assert [each.poll() for each in feeds] == [b"", None, None]


def test_a_stream_that_has_ended_makes_room() -> None:
    streams = Streams(most=1, each=1)
    _, first = opened(streams, "192.0.2.7")
    first.close()
    assert streams.open == 0
    second, _ = opened(streams, "192.0.2.7")
    assert second.poll() is None
