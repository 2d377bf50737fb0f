"""The owner thread and what is outside: readers, lights, buttons, a disk that is full."""

import logging
import threading
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from controller.bootstrap import simulated_uid
from controller.config import Settings
from controller.game.setup import Setup
from controller.light.look import Look
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Abandon, Begin, Play, SetLook, TakeBack
from hardware.clock import MonotonicClock
from hardware.ports import LightsChanged, Pressed, ReaderChanged, Sighting
from hardware.simulated.world import BUTTONS
from tests.support.disk import no_room_in
from tests.support.service.serving import (
    SEATS,
    Broken,
    OpenService,
    refusal,
    version,
    wait_until,
)
from tests.support.waiting import PATIENCE_S


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


def test_the_pages_see_which_readers_are_not_healthy(service: GameActor) -> None:
    service.emit(ReaderChanged(20, "quarantined", 0.0))
    now = wait_until(service, lambda snapshot: bool(snapshot.readers))
    assert now.readers == {20: "quarantined"}
    assert now.blind == {20}
    assert now.lights[20] == "reader-fault"


def test_the_pages_see_what_is_wrong_with_the_lights_until_it_is_mended(service: GameActor) -> None:
    trouble = "The helper of the lights does not answer. Start it again."
    before = service.snapshot
    service.emit(LightsChanged(trouble, 0.0))
    out = service.wait_for(before.revision, PATIENCE_S)
    assert out.lights_trouble == trouble
    assert out.version == before.version, "the game has nothing to do with it"
    service.emit(LightsChanged(None, 1.0))
    assert service.wait_for(out.revision, PATIENCE_S).lights_trouble is None


def test_the_lights_look_as_people_have_said_and_still_do_so_after_a_restart(
    service: GameActor, open_service: OpenService
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
def test_a_look_that_cannot_be_is_refused(service: GameActor, look: Look, sentence: str) -> None:
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


def test_what_cannot_be_saved_does_not_happen(service: GameActor, folder: Path) -> None:
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
