"""Questions to the actor about the game on the table and about past ones."""

import random
from pathlib import Path

import msgspec
import pytest

from controller.bootstrap import JOURNAL_FILE
from controller.game.journal.journal import Journal
from controller.game.rules import legal
from controller.game.setup import Setup, race_of
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Abandon, Begin, Play
from controller.table.remote.races import RaceSoFar
from tests.support.rules.random_play import homeward
from tests.support.service.serving import SEATS, OpenService, version
from tests.support.table.shared import SHARED
from tests.support.table.two_boards import RACE
from tests.support.waiting import until

HINTS = Setup(SEATS, hints=True)


def refused(service: GameActor, what: str, *words: int) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        getattr(service, what)(*words)
    return caught.value.code, caught.value.message


def play_to_the_end(service: GameActor) -> None:
    chance = random.Random(6)
    while (state := service.snapshot.state) is not None and state.prompt != "over":
        assert state.to_act is not None
        action = str(homeward(state, legal(state), chance))
        service.submit(Play(state.to_act, action, version(service)))


def test_the_game_on_the_table_is_told_with_its_version(service: GameActor) -> None:
    number, game = service.under_way()
    assert game is not None
    assert (number, game.state) == (version(service), service.snapshot.state)
    service.submit(Abandon(version(service)))
    assert service.under_way() == (version(service), None)


def test_only_the_log_of_a_race_with_another_board_is_told(open_service: OpenService) -> None:
    service = open_service()
    service.start()
    service.submit(Begin(SHARED))
    (record, *_) = service.race_so_far(RACE).log
    assert (record.kind, race_of(record.text)) == ("begin", RACE)
    assert service.race_so_far("another race") == RaceSoFar()


def test_how_long_a_seat_has_been_thinking_goes_on(service: GameActor) -> None:
    first_s = service.turn_s()
    assert first_s is not None
    until(lambda: (service.turn_s() or 0.0) > first_s, "time to pass")
    service.submit(Abandon(version(service)))
    assert service.turn_s() is None


def test_hints_are_for_the_player_whose_turn_it_is_as_many_as_are_offered(
    service: GameActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(service, "hints", 0) == (
        "not-offered",
        "This game was set up without hints.",
    )
    service.submit(Abandon(version(service)))
    assert refused(service, "hints", 0) == (
        "no-game",
        "No game is under way. Set one up first.",
    )
    service.submit(Begin(HINTS))
    assert refused(service, "hints", 1) == (
        "not-your-turn",
        "Hints are for the player whose turn it is.",
    )
    service.submit(Play(0, "f5", version(service)))
    number, state, hints = service.hints(1)
    assert (number, state) == (version(service), service.snapshot.state)
    assert {str(hint.action) for hint in hints} <= {str(action) for action in legal(state)}
    assert len(hints) > 1
    monkeypatch.setattr("controller.game.advice.fading.MOST_HINTS", 1)
    assert service.hints(1)[2] == hints[:1]
    monkeypatch.setattr("controller.game.advice.fading.MOST_HINTS", 0)
    assert refused(service, "hints", 1) == (
        "not-offered",
        "The hints of this race have ended: you know the game.",
    )


def test_hints_that_take_too_long_are_refused_and_the_game_goes_on(
    service: GameActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.submit(Abandon(version(service)))
    service.submit(Begin(HINTS))
    monkeypatch.setattr("controller.game.advice.process.LIMIT_S", 0.0)
    assert refused(service, "hints", 0) == (
        "service-stopped",
        "The board isn't answering. Wait a moment, then check again.",
    )
    service.submit(Play(0, "f5", version(service)))


def test_no_hints_are_given_for_cards_and_dice(service: GameActor) -> None:
    for edition, actions, prompt in (
        ("parlett-2018", (), "deal"),
        ("gibsons-1987", ("f1",), "roll"),
    ):
        service.submit(Abandon(version(service)))
        service.submit(Begin(Setup(SEATS, edition, chance="by-hand", hints=True)))
        for action in actions:
            service.submit(Play(0, action, version(service)))
        state = service.snapshot.state
        assert state is not None
        assert (state.prompt, state.to_act) == (prompt, 0)
        assert refused(service, "hints", 0)[0] == "not-your-turn"


def test_the_lesson_gives_no_hints(service: GameActor) -> None:
    service.submit(Abandon(version(service)))
    service.submit(Begin(Setup(SEATS, hints="fading", lesson=True)))
    state = service.snapshot.state
    assert state is not None
    assert state.to_act is not None
    assert refused(service, "hints", state.to_act) == (
        "not-offered",
        "The lesson says what to do; hints come in the race.",
    )


@pytest.mark.parametrize("what", ["record", "story", "analysis"])
def test_a_past_game_must_be_there_and_follow_the_rules(
    open_service: OpenService, folder: Path, what: str
) -> None:
    journal = Journal(folder / JOURNAL_FILE)
    setup = msgspec.json.encode(Setup(SEATS)).decode()
    for kind, text in (("begin", setup), ("play", "f64"), ("abandon", ""), ("begin", setup)):
        journal.append(kind, text)  # type: ignore[arg-type]  # all are kinds
    journal.append("undo")
    journal.append("abandon")
    journal.append("begin", setup)
    journal.close()
    service = open_service()
    service.start()
    assert refused(service, what, 99) == ("no-such-game", "There is no such game.")
    for number in (1, 4):
        assert refused(service, what, number) == (
            "no-such-game",
            "This game can no longer be replayed.",
        )


def test_an_analysis_is_made_of_a_race_that_is_over(service: GameActor) -> None:
    assert refused(service, "analysis", 1)[0] == "game-running"
    play_to_the_end(service)
    assert service.analysis(1) is None
