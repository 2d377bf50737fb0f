"""The owner thread as others know it: commands in, snapshots out, and what happens at its end."""

import logging
import random
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.commands import (
    Abandon,
    Begin,
    Command,
    Confirm,
    Play,
    Refusal,
    SetLook,
    TakeBack,
)
from controller.config import Settings
from controller.journal import Journal, JournalBusy, JournalDamaged
from controller.light.look import Look
from controller.owner import INBOX_SIZE
from controller.preferences import Preferences
from controller.rules import legal
from controller.rules.track import CARROT, PAYS
from controller.service import Service
from controller.session import Session
from controller.setup import Setup
from controller.snapshot import Snapshot
from controller.table.pieces import COLOURS, Player
from controller.wiring import JOURNAL_FILE, simulated_pieces, simulated_uid, tags_of
from hardware.clock import MonotonicClock
from hardware.ports import LightsChanged, Pressed, ReaderChanged, Sighting, Uid
from hardware.simulated.world import BUTTONS
from tests.controller.disk import no_room_in

SEATS = tuple(
    Player(name, (colour,)) for name, colour in zip(("Ann", "Ben", "Cem"), COLOURS[:3], strict=True)
)
PATIENCE_S = 20.0
STRANGER = Uid("deadbeef")


class Broken(Exception):
    """Something no one has thought of."""


class SlipperyCards(random.Random):
    """Chance whose cards fall to the floor, when they are told to, at the first shuffle."""

    def __init__(self) -> None:
        super().__init__(0)
        self.in_hand = threading.Event()
        self.fall = threading.Event()

    def shuffle(self, x: Any) -> None:
        self.in_hand.set()
        assert self.fall.wait(PATIENCE_S)
        raise Broken("the cards are on the floor")


OpenService = Callable[..., Service]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def open_service(folder: Path) -> Iterator[OpenService]:
    """Makes services over the journal in the folder, and stops them after the test."""
    opened: list[Service] = []

    def make(
        chance: random.Random | None = None,
        settings: Settings | None = None,
        attend: Callable[[Collection[int]], None] | None = None,
    ) -> Service:
        clock = MonotonicClock()

        def open_session() -> Session:
            journal = Journal(folder / JOURNAL_FILE)
            tags = tags_of(simulated_pieces())
            return Session(
                journal,
                tags,
                clock,
                chance or random.Random(64),
                settings,
                preferences=Preferences(folder / "preferences.json"),
            )

        opened.append(Service(open_session, clock, attend))
        return opened[-1]

    yield make
    for service in opened:
        service.stop()


@pytest.fixture
def service(open_service: OpenService) -> Service:
    """A service with a game of Ann, Ben and Cem, Ann to move."""
    service = open_service()
    service.start()
    service.submit(Begin(Setup(SEATS)))
    return service


def refusal(service: Service, command: Command) -> str:
    """The code with which a command is refused."""
    with pytest.raises(Refusal) as caught:
        service.submit(command)
    assert caught.value.message.endswith((".", "?"))
    return caught.value.code


def version(service: Service) -> int:
    return service.snapshot.version


def picture(snapshot: Snapshot) -> bytes:
    """Everything in a snapshot, as bytes that can be compared later."""
    return msgspec.json.encode(
        {name: repr(getattr(snapshot, name)) for name in snapshot.__struct_fields__}
    )


# Commands


def test_a_command_returns_the_version_that_the_next_snapshot_shows(service: Service) -> None:
    before = service.snapshot
    assert service.submit(Play(0, "f4", before.version)) == before.version + 1
    assert version(service) == before.version + 1
    assert service.snapshot.revision > before.revision
    assert service.snapshot.state is not None
    assert service.snapshot.state.to_act == 1


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_command_based_on_another_version_is_stale(service: Service, off: int) -> None:
    service.submit(Play(0, "f4", version(service)))
    before = service.snapshot
    based_on = before.version + off
    for command in (
        Play(1, "f5", based_on),
        TakeBack(0, based_on),
        Confirm(based_on),
        Abandon(based_on),
    ):
        assert refusal(service, command) == "stale"
        assert service.snapshot is before


@pytest.mark.parametrize("seat", [1, 2])
def test_nobody_plays_out_of_turn(service: Service, seat: int) -> None:
    before = service.snapshot
    assert refusal(service, Play(seat, "f4", before.version)) == "not-your-turn"
    assert service.snapshot is before


def test_a_refusal_names_the_rule(service: Service) -> None:
    before = service.snapshot
    assert refusal(service, Play(0, "f11", before.version)) == "tortoise-is-backwards-only"
    assert service.snapshot is before


def test_of_a_burst_based_on_one_version_exactly_one_is_accepted(service: Service) -> None:
    """Eight people press at the same moment, each another square, turn after turn."""
    with ThreadPoolExecutor(8) as people:
        for _ in range(12):
            seen = service.snapshot
            together = threading.Barrier(8)

            def press(command: Command, together: threading.Barrier = together) -> str:
                together.wait(PATIENCE_S)
                try:
                    service.submit(command)
                except Refusal as error:
                    return error.code
                return "accepted"

            commands = [Play(each.seat, each.action, seen.version) for each in eight_moves(seen)]
            answers = list(people.map(press, commands))
            assert sorted(answers) == ["accepted", *["stale"] * 7]
            winner = commands[answers.index("accepted")]
            assert service.snapshot.version == seen.version + 1
            assert service.snapshot.played == seen.played + 1
            assert str(service.snapshot.plies[-1].action) == winner.action


def eight_moves(snapshot: Snapshot) -> list[Play]:
    """Moves of the seat to act to squares near by on which no card is drawn and nothing is due."""
    state = snapshot.state
    assert state is not None
    assert state.to_act is not None
    squares = [each.to for each in legal(state) if each.kind == "forward"]
    quiet = [square for square in squares if state.rules.track.kind(square) in (CARROT, *PAYS)]
    near = quiet[:3] * 8
    return [Play(state.to_act, f"f{square}", snapshot.version) for square in near[:8]]


# Snapshots


def test_a_snapshot_never_changes_after_it_was_handed_out(service: Service) -> None:
    taken: list[tuple[Snapshot, bytes]] = []
    for _ in range(15):
        taken.append((service.snapshot, picture(service.snapshot)))
        service.submit(eight_moves(service.snapshot)[0])
        taken.append((service.snapshot, picture(service.snapshot)))
        service.emit(Sighting(5, STRANGER, True, 0.0))
        if len(taken) % 3 == 0:
            seat = service.snapshot.take_back
            assert seat is not None
            service.submit(TakeBack(seat, version(service)))
    assert len({then for _, then in taken}) > 15
    for snapshot, then in taken:
        assert picture(snapshot) == then


def test_whoever_waits_gets_the_next_snapshot(service: Service) -> None:
    before = service.snapshot
    with ThreadPoolExecutor(4) as people:
        waiting = [people.submit(service.wait_for, before.revision, PATIENCE_S) for _ in range(4)]
        service.submit(Play(0, "f4", before.version))
        for each in waiting:
            assert each.result(PATIENCE_S).version == before.version + 1


def test_whoever_has_waited_long_enough_gets_the_old_one_again(service: Service) -> None:
    before = service.snapshot
    assert service.wait_for(before.revision, 0.01) is before


def test_a_snapshot_that_is_newer_already_needs_no_waiting(service: Service) -> None:
    assert service.wait_for(service.snapshot.revision - 1, PATIENCE_S) is service.snapshot


def test_whoever_waits_is_woken_by_a_nudge(service: Service) -> None:
    before = service.snapshot
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_for, before.revision, PATIENCE_S)
        while not waiting.done():
            service.nudge()
        assert waiting.result() is before


def test_whoever_waits_for_something_else_is_asked_again_at_every_nudge(service: Service) -> None:
    asked, doors = threading.Semaphore(0), [False]

    def open_door() -> bool:
        asked.release()
        return doors[0]

    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_until, open_door, PATIENCE_S)
        assert asked.acquire(timeout=PATIENCE_S)
        service.nudge()
        assert asked.acquire(timeout=PATIENCE_S)
        assert not waiting.done()
        doors[0] = True
        service.nudge()
        waiting.result(PATIENCE_S)


def test_whoever_waits_for_something_else_is_asked_again_at_every_snapshot(
    service: Service,
) -> None:
    def moved() -> bool:
        return service.snapshot.played > 1

    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_until, moved, PATIENCE_S)
        service.submit(Play(0, "f4", version(service)))
        waiting.result(PATIENCE_S)


def test_nobody_waits_for_what_does_not_come(service: Service) -> None:
    service.wait_until(lambda: False, 0.01)
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_until, lambda: False, PATIENCE_S)
        service.stop()
        waiting.result(PATIENCE_S)


# Questions


def test_a_question_is_answered_in_the_owner_thread(service: Service) -> None:
    assert service.ask(lambda: threading.current_thread().name) == "game"


def test_a_question_is_answered_after_what_was_asked_before_it(service: Service) -> None:
    service.submit(Play(0, "f4", version(service)))
    assert service.ask(lambda: service.snapshot.played) == 2


def test_a_question_may_be_refused(service: Service) -> None:
    def nobody_knows() -> int:
        raise Refusal("no-such-game", "Nobody knows.")

    with pytest.raises(Refusal, match="Nobody knows"):
        service.ask(nobody_knows)
    assert service.alive


def test_a_question_to_a_service_that_has_stopped_is_refused(service: Service) -> None:
    service.stop()
    with pytest.raises(Refusal) as caught:
        service.ask(lambda: 1)
    assert caught.value.code == "service-stopped"


def test_a_question_that_fails_is_the_trouble_of_who_asked(service: Service) -> None:
    def break_down() -> int:
        raise Broken

    with pytest.raises(Broken):
        service.ask(break_down)
    assert service.alive
    assert service.failure is None


# Beginning and end


def test_a_start_that_fails_raises_why(open_service: OpenService, folder: Path) -> None:
    (folder / JOURNAL_FILE).write_bytes(b"carrots " * 1000)
    service = open_service()
    with pytest.raises(JournalDamaged):
        service.start()
    assert not service.alive
    assert refusal(service, Begin(Setup(SEATS))) == "service-stopped"
    service.stop()


def test_of_two_services_on_one_journal_the_second_does_not_start(
    service: Service, open_service: OpenService
) -> None:
    with pytest.raises(JournalBusy):
        open_service().start()
    service.submit(Play(0, "f4", version(service)))
    assert service.alive


def test_the_next_service_goes_on_where_the_last_one_stopped(
    service: Service, open_service: OpenService
) -> None:
    service.submit(Play(0, "f4", version(service)))
    service.stop()
    following = open_service()
    following.start()
    assert following.snapshot.state == service.snapshot.state
    assert following.snapshot.version == service.snapshot.version


def test_a_service_may_be_stopped_again_and_again(service: Service) -> None:
    service.stop()
    assert not service.alive
    service.stop()
    service.begin_stop()
    with ThreadPoolExecutor(4) as people:
        for each in [people.submit(service.stop) for _ in range(4)]:
            each.result(PATIENCE_S)
    assert refusal(service, Play(0, "f4", version(service))) == "service-stopped"


def test_a_service_that_never_started_may_be_stopped(open_service: OpenService) -> None:
    service = open_service()
    service.stop()
    assert not service.alive


def test_what_was_reported_before_the_stop_is_taken_in(service: Service) -> None:
    for square in range(20, 40):
        service.emit(Sighting(square, Uid(f"{square:08x}"), True, 0.0))
    service.stop()
    strangers = [each.square for each in service.snapshot.finding.mismatches]
    assert strangers == list(range(20, 40))


def test_whoever_waits_is_let_go_at_the_stop(service: Service) -> None:
    before = service.snapshot
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_for, before.revision, 10 * PATIENCE_S)
        service.begin_stop()
        assert waiting.result(PATIENCE_S) is before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_death_of_the_owner_thread_is_no_secret(open_service: OpenService) -> None:
    cards = SlipperyCards()
    service = open_service(cards)
    service.start()
    with ThreadPoolExecutor(8) as people:
        waiting = people.submit(service.wait_for, service.snapshot.revision + 9, 10 * PATIENCE_S)
        begun = people.submit(refusal, service, Begin(Setup(SEATS)))
        assert cards.in_hand.wait(PATIENCE_S)
        others = [people.submit(refusal, service, Play(0, "f4", 1)) for _ in range(4)]
        cards.fall.set()
        assert begun.result(PATIENCE_S) == "service-stopped"
        assert [each.result(PATIENCE_S) for each in others] == ["service-stopped"] * 4
        assert waiting.result(PATIENCE_S).phase == "setup"
    service.stop()
    assert not service.alive
    assert isinstance(service.failure, Broken)
    assert refusal(service, Play(0, "f4", 1)) == "service-stopped"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_board_may_go_on_reporting_to_a_dead_service(open_service: OpenService) -> None:
    cards = SlipperyCards()
    cards.fall.set()
    service = open_service(cards)
    service.start()
    assert refusal(service, Begin(Setup(SEATS))) == "service-stopped"
    service.stop()
    for _ in range(2 * INBOX_SIZE):
        service.emit(Sighting(5, STRANGER, True, 0.0))


# Readers


def test_the_board_is_told_whenever_other_squares_matter(open_service: OpenService) -> None:
    told: list[Collection[int]] = []
    by: set[str] = set()

    def attend(squares: Collection[int]) -> None:
        told.append(squares)
        by.add(threading.current_thread().name)

    service = open_service(attend=attend)
    service.start()
    assert told == [], "without a game no square matters, and that is known"
    service.submit(Begin(Setup(SEATS)))
    assert told[-1] == service.snapshot.attention
    for seat, action in enumerate(("f4", "f5", "f8")):
        service.submit(Play(seat, action, version(service)))
        assert told[-1] == service.snapshot.attention
    service.submit(Abandon(version(service)))
    assert told[-1] == frozenset()
    assert all(before != after for before, after in pairwise(told)), "once for each change"
    assert by == {"game"}


def test_a_board_that_cannot_be_told_stops_no_game(
    open_service: OpenService, caplog: pytest.LogCaptureFixture
) -> None:
    def attend(_squares: Collection[int]) -> None:
        raise Broken("nobody listens")

    service = open_service(attend=attend)
    service.start()
    with caplog.at_level(logging.ERROR):
        service.submit(Begin(Setup(SEATS)))
        service.submit(Play(0, "f4", version(service)))
    assert service.alive
    assert "could not be told" in caplog.text


def test_the_pages_see_which_readers_are_not_healthy(service: Service) -> None:
    service.emit(ReaderChanged(20, "quarantined", 0.0))
    now = wait_until(service, lambda snapshot: bool(snapshot.readers))
    assert now.readers == {20: "quarantined"}
    assert now.blind == {20}
    assert now.lights[20] == "reader-fault"


def test_the_pages_see_what_is_wrong_with_the_lights_until_it_is_mended(service: Service) -> None:
    trouble = "The helper of the lights does not answer. Start it again."
    before = service.snapshot
    service.emit(LightsChanged(trouble, 0.0))
    out = service.wait_for(before.revision, PATIENCE_S)
    assert out.lights_trouble == trouble
    assert out.version == before.version, "the game has nothing to do with it"
    service.emit(LightsChanged(None, 1.0))
    assert service.wait_for(out.revision, PATIENCE_S).lights_trouble is None


# How the lights look


def test_the_lights_look_as_people_have_said_and_still_do_so_after_a_restart(
    service: Service, open_service: OpenService
) -> None:
    look = Look("lantern", brightness=0.5, night=True, test=True)
    before = version(service)
    assert service.submit(SetLook(**msgspec.structs.asdict(look))) == before, (
        "the game has nothing to do with it"
    )
    assert service.snapshot.look == look
    service.stop()
    again = open_service()
    again.start()
    assert again.snapshot.look == Look("lantern", brightness=0.5, night=True)


def test_lights_are_set_without_a_game(open_service: OpenService) -> None:
    service = open_service()
    service.start()
    service.submit(SetLook(night=True))
    assert service.snapshot.look.night


@pytest.mark.parametrize(
    ("look", "sentence"),
    [
        (Look("gardne"), "There is no theme “gardne”; did you mean “garden”?"),
        (Look(brightness=1.5), "A brightness is a number from 0 to 1, not 1.5."),
        (Look(brightness=-0.1), "A brightness is a number from 0 to 1, not -0.1."),
        (Look(brightness=float("nan")), "A brightness is a number from 0 to 1, not nan."),
    ],
)
def test_a_look_that_cannot_be_is_refused(service: Service, look: Look, sentence: str) -> None:
    before = service.snapshot
    with pytest.raises(Refusal) as caught:
        service.submit(SetLook(**msgspec.structs.asdict(look)))
    assert (caught.value.code, caught.value.message) == ("bad-request", sentence)
    assert service.snapshot is before


def test_before_the_first_game_buttons_begin_and_play_nothing(open_service: OpenService) -> None:
    service = open_service()
    service.start()
    before = service.snapshot
    for button in BUTTONS:
        service.emit(Pressed(button, 0.0))
        if button != "take-back":
            service.emit(Pressed(button, 0.0, held=True))
    service.stop()
    assert service.snapshot is before


def test_a_reader_that_came_back_is_believed_after_a_while_without_any_event(
    open_service: OpenService,
) -> None:
    clock = MonotonicClock()
    service = open_service(settings=Settings(settle_s=0.01, first_look_s=0.05))
    service.start()
    service.submit(Begin(Setup(SEATS)))
    service.submit(Play(0, "f4", version(service)))
    service.emit(Sighting(4, simulated_uid("red", "base"), True, clock.now_s()))
    service.emit(ReaderChanged(4, "resetting", clock.now_s()))
    service.emit(ReaderChanged(4, "back", clock.now_s()))
    wait_until(service, lambda now: now.finding.put_back)


# A disk that is full


def test_what_cannot_be_saved_does_not_happen(service: Service, folder: Path) -> None:
    service.submit(Play(0, "f4", version(service)))
    before = service.snapshot
    with no_room_in(folder):
        for command in (
            Play(1, "f5", before.version),
            TakeBack(0, before.version),
            Abandon(before.version),
        ):
            assert refusal(service, command) == "not-saved"
            now = wait_until(service, lambda snapshot: snapshot.trouble is not None)
            assert (now.state, now.version, now.played) == (
                before.state,
                before.version,
                before.played,
            )
            assert now.phase == "playing"
            assert "the disk not full" in (now.trouble or "")
    assert service.alive
    assert service.submit(Play(1, "f5", before.version)) == before.version + 1
    assert service.snapshot.trouble is None


def test_a_game_that_cannot_be_saved_does_not_begin(
    open_service: OpenService, folder: Path
) -> None:
    service = open_service()
    service.start()
    with no_room_in(folder):
        assert refusal(service, Begin(Setup(SEATS))) == "not-saved"
        now = wait_until(service, lambda snapshot: snapshot.trouble is not None)
        assert (now.phase, now.version) == ("setup", 0)
    service.submit(Begin(Setup(SEATS)))
    now = service.snapshot
    assert (now.phase, now.trouble) == ("playing", None)
    assert now.state is not None
    assert now.state.prompt == "move"


def test_a_runner_set_down_while_the_disk_was_full_counts_once_there_is_room(
    open_service: OpenService, folder: Path
) -> None:
    service = open_service(settings=Settings(settle_s=0.01, pause_s=0.05))
    service.start()
    service.submit(Begin(Setup(SEATS)))
    with no_room_in(folder):
        service.emit(Sighting(4, simulated_uid("red", "base"), True, 0.0))
        snapshot = wait_until(service, lambda now: now.trouble is not None)
        assert snapshot.state is not None
        assert snapshot.state.to_act == 0
    snapshot = wait_until(service, lambda now: now.trouble is None)
    assert str(snapshot.plies[-1].action) == "f4"


def wait_until(service: Service, met: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot that meets a condition."""
    snapshot = service.snapshot
    while not met(snapshot):
        following = service.wait_for(snapshot.revision, PATIENCE_S)
        assert following is not snapshot, "nothing happens any more"
        snapshot = following
    return snapshot
