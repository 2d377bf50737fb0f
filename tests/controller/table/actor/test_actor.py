"""The actor as others know it: commands in, snapshots out, questions answered."""

import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import msgspec
import pytest

from controller.bootstrap import JOURNAL_FILE
from controller.game.journal.journal import Journal
from controller.game.rules import legal
from controller.game.rules.ruleset.track import CARROT, PAYS
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Abandon, Command, Confirm, Play, TakeBack
from controller.table.snapshot import Snapshot
from hardware.ports import Sighting
from tests.support.service.serving import SEATS, STRANGER, Broken, OpenService, refusal, version
from tests.support.waiting import PATIENCE_S

LONG: Final = 1_000_000
"""A few times as many bytes as this are more than SQLite keeps in memory."""


def picture(snapshot: Snapshot) -> bytes:
    """Everything in a snapshot, as bytes that can be compared later."""
    return msgspec.json.encode(
        {name: repr(getattr(snapshot, name)) for name in snapshot.__struct_fields__}
    )


def test_a_command_returns_the_version_that_the_next_snapshot_shows(service: GameActor) -> None:
    before = service.snapshot
    assert service.submit(Play(0, "f4", before.version)) == before.version + 1
    assert version(service) == before.version + 1
    assert service.snapshot.revision > before.revision
    assert service.snapshot.state is not None
    assert service.snapshot.state.to_act == 1


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_command_based_on_another_version_is_stale(service: GameActor, off: int) -> None:
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
def test_nobody_plays_out_of_turn(service: GameActor, seat: int) -> None:
    before = service.snapshot
    assert refusal(service, Play(seat, "f4", before.version)) == "not-your-turn"
    assert service.snapshot is before


def test_a_refusal_names_the_rule(service: GameActor) -> None:
    before = service.snapshot
    assert refusal(service, Play(0, "f11", before.version)) == "tortoise-is-backwards-only"
    assert service.snapshot is before


def test_of_a_burst_based_on_one_version_exactly_one_is_accepted(service: GameActor) -> None:
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


def test_a_snapshot_never_changes_after_it_was_handed_out(service: GameActor) -> None:
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


def test_whoever_waits_gets_the_next_snapshot(service: GameActor) -> None:
    before = service.snapshot
    with ThreadPoolExecutor(4) as people:
        waiting = [people.submit(service.wait_for, before.revision, PATIENCE_S) for _ in range(4)]
        service.submit(Play(0, "f4", before.version))
        for each in waiting:
            assert each.result(PATIENCE_S).version == before.version + 1


def test_whoever_has_waited_long_enough_gets_the_old_one_again(service: GameActor) -> None:
    before = service.snapshot
    assert service.wait_for(before.revision, 0.01) is before


def test_a_snapshot_that_is_newer_already_needs_no_waiting(service: GameActor) -> None:
    assert service.wait_for(service.snapshot.revision - 1, PATIENCE_S) is service.snapshot


def test_whoever_waits_is_woken_by_a_nudge(service: GameActor) -> None:
    before = service.snapshot
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_for, before.revision, PATIENCE_S)
        while not waiting.done():
            service.nudge()
        assert waiting.result() is before


def test_whoever_waits_for_something_else_is_asked_again_at_every_nudge(service: GameActor) -> None:
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
    service: GameActor,
) -> None:
    def moved() -> bool:
        return service.snapshot.played > 1

    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_until, moved, PATIENCE_S)
        service.submit(Play(0, "f4", version(service)))
        waiting.result(PATIENCE_S)


def test_nobody_waits_for_what_does_not_come(service: GameActor) -> None:
    service.wait_until(lambda: False, 0.01)
    with ThreadPoolExecutor(1) as people:
        waiting = people.submit(service.wait_until, lambda: False, PATIENCE_S)
        service.stop()
        waiting.result(PATIENCE_S)


# Questions


def test_a_question_is_answered_in_the_owner_thread(service: GameActor) -> None:
    assert service.ask(lambda: threading.current_thread().name) == "game"


def test_a_question_is_answered_after_what_was_asked_before_it(service: GameActor) -> None:
    service.submit(Play(0, "f4", version(service)))
    assert service.ask(lambda: service.snapshot.played) == 2


def test_a_question_may_be_refused(service: GameActor) -> None:
    def nobody_knows() -> int:
        raise Refusal("no-such-game", "Nobody knows.")

    with pytest.raises(Refusal, match="Nobody knows"):
        service.ask(nobody_knows)
    assert service.alive


def test_a_game_that_the_disk_has_lost_is_told_and_the_table_goes_on(
    open_service: OpenService, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is too long to be remembered, and is looked for on the disk."""
    journal = Journal(folder / JOURNAL_FILE)
    lost = journal.append("begin", "long" * LONG)
    journal.append("begin", msgspec.json.encode(Setup(SEATS)).decode())
    journal.close()
    service = open_service()
    service.start()
    os.truncate(folder / JOURNAL_FILE, LONG)
    for look_up in (service.record, service.story):
        with pytest.raises(Refusal, match=r"cannot all be read: the log says why\.") as caught:
            look_up(lost)
        assert caught.value.code == "not-readable"
    (told,) = caplog.messages
    assert re.search(r"journal\.sqlite is damaged", told), "once for both questions"
    service.submit(Play(0, "f4", version(service)))


def test_a_question_to_a_service_that_has_stopped_is_refused(service: GameActor) -> None:
    service.stop()
    with pytest.raises(Refusal) as caught:
        service.ask(lambda: 1)
    assert caught.value.code == "service-stopped"


def test_a_question_that_fails_is_the_trouble_of_who_asked(service: GameActor) -> None:
    def break_down() -> int:
        raise Broken

    with pytest.raises(Broken):
        service.ask(break_down)
    assert service.alive
    assert service.failure is None
