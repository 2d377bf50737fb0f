"""How the actor begins, stops and dies."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from controller import actor
from controller.actor import INBOX_SIZE
from controller.bootstrap import JOURNAL_FILE
from controller.game.journal.journal import JournalBusy, JournalDamaged
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Begin, Play
from hardware.ports import Sighting, Uid
from tests.support.service.serving import SEATS, STRANGER, Broken, OpenService, refusal, version
from tests.support.waiting import PATIENCE_S, until


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


def test_a_start_that_fails_raises_why(open_service: OpenService, folder: Path) -> None:
    (folder / JOURNAL_FILE).write_bytes(b"carrots " * 1000)
    service = open_service()
    with pytest.raises(JournalDamaged):
        service.start()
    assert not service.alive
    assert refusal(service, Begin(Setup(SEATS))) == "service-stopped"
    service.stop()


def test_of_two_services_on_one_journal_the_second_does_not_start(
    service: GameActor, open_service: OpenService
) -> None:
    with pytest.raises(JournalBusy):
        open_service().start()
    service.submit(Play(0, "f4", version(service)))
    assert service.alive


def test_the_next_service_goes_on_where_the_last_one_stopped(
    service: GameActor, open_service: OpenService
) -> None:
    service.submit(Play(0, "f4", version(service)))
    service.stop()
    following = open_service()
    following.start()
    assert following.snapshot.state == service.snapshot.state
    assert following.snapshot.version == service.snapshot.version


def test_a_service_may_be_stopped_again_and_again(service: GameActor) -> None:
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


def test_what_was_reported_before_the_stop_is_taken_in(service: GameActor) -> None:
    for square in range(20, 40):
        service.emit(Sighting(square, Uid(f"{square:08x}"), True, 0.0))
    service.stop()
    strangers = [each.square for each in service.snapshot.finding.mismatches]
    assert strangers == list(range(20, 40))


def test_whoever_waits_is_let_go_at_the_stop(service: GameActor) -> None:
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


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long."""
    for limit in ("STOP_S", "ANSWER_WITHIN_S"):
        monkeypatch.setattr(actor, limit, 0.02)
    monkeypatch.setattr(actor, "FULL_INBOX_S", 0.001)
    monkeypatch.setattr(actor, "INBOX_SIZE", 1)


def test_an_answer_that_does_not_come_is_not_waited_for(
    hurried: None, open_service: OpenService
) -> None:
    service = open_service()
    service.start()
    go_on = threading.Event()
    with pytest.raises(Refusal, match="The board isn't answering") as refused:
        service.ask(lambda: go_on.wait(PATIENCE_S))
    assert refused.value.code == "service-stopped"
    assert service.alive
    go_on.set()


class HangingWork:
    """Hangs until it may go on."""

    def __init__(self) -> None:
        self.hangs, self.go_on = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.hangs.set()
        self.go_on.wait(PATIENCE_S)


def test_one_that_hangs_is_left_behind_with_whoever_waits_for_it(
    hurried: None, open_service: OpenService, caplog: pytest.LogCaptureFixture
) -> None:
    service = open_service()
    service.start()
    work = HangingWork()
    with ThreadPoolExecutor(4) as people:
        asked = people.submit(service.ask, work)
        assert work.hangs.wait(PATIENCE_S)
        waiting = people.submit(service.wait_until, lambda: False, 10 * PATIENCE_S)
        told = [people.submit(service.emit, Sighting(5, STRANGER, True, 0.0)) for _ in range(2)]
        service.stop()
        assert "Thread “game” hung at shutdown; not waited for." in caplog.text
        assert not service.alive
        waiting.result(PATIENCE_S)
        for each in told:
            each.result(PATIENCE_S)
        with pytest.raises(Refusal):
            asked.result(PATIENCE_S)
        work.go_on.set()


@pytest.mark.parametrize("inbox_is_full", [False, True])
def test_one_that_hung_at_its_stop_ends_when_it_goes_on_and_leaves_the_journal_to_the_next(
    hurried: None, open_service: OpenService, *, inbox_is_full: bool
) -> None:
    service = open_service()
    service.start()
    work = HangingWork()
    with ThreadPoolExecutor(1) as people:
        asked = people.submit(service.ask, work)
        assert work.hangs.wait(PATIENCE_S)
        if inbox_is_full:
            service.mention(Sighting(5, STRANGER, True, 0.0))
        service.stop()
        with pytest.raises(Refusal):
            asked.result(PATIENCE_S)
    assert not is_begun(open_service()), "it still has the journal"
    work.go_on.set()
    until(lambda: is_begun(open_service()), "the next service begins")


def is_begun(service: GameActor) -> bool:
    try:
        service.start()
    except JournalBusy:
        return False
    return True
