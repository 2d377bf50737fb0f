"""The thread of the link to the other board: letters in, letters out, when it looks and stops."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec
import pytest

from controller.game.journal.race_log import LogRecord
from controller.partners.ports import Partner, Received
from controller.table.actor import GameActor
from controller.table.commands import SetLook
from controller.table.remote.link import IDLE_S
from controller.table.remote.messages import AwayLetter, LogLetter, read_letter, write_letter
from controller.table.remote.thread import MOST_LETTERS, RaceThread
from tests.support.table.opened import Opened
from tests.support.table.two_boards import PAIR, setup_of
from tests.support.waiting import until


class Post:
    """Letters to a partner that nobody answers; it takes none that is too long."""

    def __init__(self) -> None:
        self.received: Received = lambda _pair, _letter: None
        self.sent: list[tuple[str, bytes]] = []
        self.longest_bytes = 200

    def send(self, partner: str, letter: bytes) -> None:
        if len(letter) > self.longest_bytes:
            raise ValueError("The letter is too long.")
        self.sent.append((partner, letter))

    def listen(self, received: Received) -> None:
        self.received = received

    def connected(self) -> bool:
        return True

    def partners(self) -> tuple[Partner, ...]:
        return ()

    def is_paired(self, partner: str) -> bool:
        return True

    def forget(self, partner: str) -> None:
        """Nobody is kept."""


class StuckPost(Post):
    """Letters that are not sent before they may."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs, self.goes_on = threading.Event(), threading.Event()

    def send(self, partner: str, letter: bytes) -> None:
        self.hangs.set()
        self.goes_on.wait()


class Looks(RaceThread):
    """The thread, which looks when a test asks it to, in the test's own thread."""

    def _work(self) -> None:
        """Leave every look to the test."""

    def look(self) -> float:
        return self._look()


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def actor(tmp_path: Path) -> Iterator[GameActor]:
    opened = Opened(tmp_path)
    actor = GameActor(opened, opened.clock)
    actor.start()
    yield actor
    actor.stop()


@pytest.fixture
def looks(actor: GameActor, post: Post) -> Iterator[Looks]:
    looks = Looks(actor, post)
    looks.start()
    yield looks
    looks.stop()


def invitation(race: str) -> bytes:
    setup = setup_of(2, (1,))
    assert setup.together is not msgspec.UNSET
    again = msgspec.structs.replace(
        setup, together=msgspec.structs.replace(setup.together, race=race)
    )
    record = LogRecord("begin", msgspec.json.encode(again).decode())
    return write_letter(LogLetter(race, 1, records=(record,)))


def invited(thread: RaceThread) -> str | None:
    return None if thread.invitation is None else thread.invitation.race


def told(post: Post) -> list[tuple[str, str, str]]:
    letters = [(pair, read_letter(letter)) for pair, letter in post.sent]
    return [
        (pair, letter.race, letter.why)
        for pair, letter in letters
        if isinstance(letter, AwayLetter)
    ]


def test_letters_are_taken_at_the_next_look_in_the_order_in_which_they_came(
    looks: Looks, post: Post, actor: GameActor
) -> None:
    assert looks.look() == IDLE_S
    for race in ("first", "second"):
        post.received(PAIR, invitation(race))
    assert (invited(looks), post.sent) == (None, [])
    assert looks.look() == IDLE_S
    assert looks.invitation is not None
    assert (looks.invitation.race, looks.invitation.heard_s) == ("second", actor.clock.now_s())
    assert told(post) == [(PAIR, "first", "off-table"), (PAIR, "second", "off-table")]
    assert looks.snapshot is actor.snapshot


def test_an_invitation_is_declined_once_at_the_next_look(looks: Looks, post: Post) -> None:
    post.received(PAIR, invitation("a race"))
    looks.look()
    post.sent.clear()
    looks.decline("a race")
    assert post.sent == []
    looks.look()
    assert told(post) == [(PAIR, "a race", "declined")]
    assert invited(looks) is None
    post.sent.clear()
    post.received(PAIR, invitation("another race"))
    looks.look()
    looks.look()
    assert invited(looks) == "another race"
    assert told(post) == [(PAIR, "another race", "off-table")]


def test_of_too_many_letters_the_newest_are_taken(looks: Looks, post: Post) -> None:
    for race in range(MOST_LETTERS + 2):
        post.received(PAIR, invitation(str(race)))
    looks.look()
    assert [race for _, race, _ in told(post)] == [str(2 + each) for each in range(MOST_LETTERS)]


def test_a_letter_that_cannot_be_sent_is_logged_and_the_link_goes_on(
    looks: Looks, post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    post.longest_bytes = 10
    post.received(PAIR, invitation("a race"))
    assert looks.look() == IDLE_S
    assert [record.getMessage() for record in caplog.records] == [
        "A letter to another board was not sent: The letter is too long."
    ]


def test_after_its_stop_no_letter_is_taken(looks: Looks, post: Post) -> None:
    looks.stop()
    post.received(PAIR, invitation("a race"))
    looks.look()
    assert invited(looks) is None


def test_the_thread_takes_a_letter_at_once_and_ends_when_stopped(
    actor: GameActor, post: Post
) -> None:
    thread = RaceThread(actor, post)
    assert (thread.turns, thread.failure, thread.invitation) == (0, None, None)
    stopped: list[str] = []
    stop = thread.started(lambda: stopped.append("stopped"))
    until(lambda: thread.turns > 0, "a look")
    post.received(PAIR, invitation("a race"))
    until(lambda: invited(thread) is not None, "the invitation")
    thread.decline("a race")
    until(lambda: invited(thread) is None, "the invitation to be declined")
    assert stopped == []
    stop()
    assert stopped == ["stopped"]
    turns = thread.turns
    post.received(PAIR, invitation("a race"))
    assert (thread.invitation, thread.turns, thread.failure) == (None, turns, None)


def has_looked(thread: RaceThread, looks: int) -> bool:
    return thread.turns > looks


def test_the_thread_looks_at_each_new_snapshot_and_ends_when_stopped(
    actor: GameActor, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.table.remote.thread.LOOK_S", 1000.0)
    thread, before = RaceThread(actor, post), set(threading.enumerate())
    first = actor.snapshot.revision
    thread.start()
    until(lambda: thread.turns > 0, "a look")
    (running,) = set(threading.enumerate()) - before
    assert running.name == "race"
    for night in (True, False):
        looks = thread.turns
        actor.submit(SetLook(night=night))
        until(partial(has_looked, thread, looks), "another look")
    assert thread.turns <= 1 + actor.snapshot.revision - first
    thread.stop()
    until(lambda: not running.is_alive(), "its end")
    assert actor.alive


def test_the_thread_looks_again_and_again_while_nothing_happens(
    actor: GameActor, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.table.remote.thread.LOOK_S", 0.001)
    thread = RaceThread(actor, post)
    thread.start()
    until(lambda: thread.turns > 3, "more looks")
    thread.stop()


def test_a_thread_that_hangs_is_left_behind(
    actor: GameActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.table.remote.thread.STOP_S", 0.01)
    post = StuckPost()
    before = set(threading.enumerate())
    thread = RaceThread(actor, post)
    thread.start()
    (running,) = set(threading.enumerate()) - before
    post.received(PAIR, invitation("a race"))
    until(post.hangs.is_set, "the letter to be sent")
    thread.stop()
    assert running.is_alive()
    post.goes_on.set()
    until(lambda: not running.is_alive(), "its end")
