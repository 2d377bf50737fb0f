"""The thread that has sentences said: a real game, and a voice that hangs, dies and comes back."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.game.pieces import Player
from controller.game.rules import legal
from controller.game.setup import Setup
from controller.table.commands import Begin, Pause, Play
from controller.table.snapshot import Snapshot
from hardware.clock import ManualClock
from hardware.voice.process import VoiceProcess
from hardware.voice.settings import VoiceSettings
from tests.support.voice.listening import Listener
from tests.support.waiting import until
from web.languages.language import in_english
from web.views.onlookers import view
from web.views.shapes.view import SpokenSentence
from web.voice.thread import FAILED, VoiceThread


def spoken(snapshot: Snapshot) -> Sequence[SpokenSentence]:
    return view(snapshot, None, in_english(), (), "").spoken


class Table:
    """A game, its voice and whoever listens."""

    def __init__(self, table: SimulatedTable, folder: Path) -> None:
        self.table = table
        self.listener = Listener(folder / "voice")
        self.clock = ManualClock(0)
        self.voice: VoiceProcess = self.listener.voice(self.clock)
        self.thread = VoiceThread(table.actor, spoken, self.voice, "turn")

    def play(self, action: str) -> None:
        snapshot = self.table.actor.snapshot
        assert snapshot.state is not None
        assert snapshot.state.to_act is not None
        self.table.actor.submit(Play(snapshot.state.to_act, action, snapshot.version))

    def pause(self, *, paused: bool) -> None:
        self.table.actor.submit(Pause(paused))


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[Table]:
    opened = simulated_table(
        tmp_path, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    opened.start()
    opened.actor.submit(
        Begin(Setup((Player("Ann", ("red",)), Player("Ben", ("blue",))), options={"runners": 1}))
    )
    table = Table(opened, tmp_path)
    try:
        yield table
    finally:
        table.thread.stop()
        opened.stop()


def passes(table: Table) -> None:
    """Wait until what was new before has been seen, and would be due."""
    turns = table.thread.turns
    until(lambda: table.thread.turns > turns + 4, "it looks at the table again and again")


def test_whose_turn_it_is_is_said_at_the_start_and_after_each_move(table: Table) -> None:
    table.thread.start()
    table.listener.hears("Ann to move.")
    table.play("f5")
    until(lambda: "Ben to move." in table.listener.heard(), "it is Ben's turn")
    heard = table.listener.heard()
    assert heard.count("Ben to move.") == heard.count("Ann to move.") == 1


def test_a_voice_that_loads_long_says_nothing_that_is_over_by_then(table: Table) -> None:
    table.listener.make("loads")
    table.thread.start()
    until(lambda: table.voice.pid is not None, "it loads")
    passes(table)
    table.play("f5")
    table.listener.let_go("loads")
    until(lambda: "Ben to move." in table.listener.heard(), "it is Ben's turn")
    assert "Ann to move." not in table.listener.heard()


def test_what_is_over_once_another_sentence_is_prepared_is_not_said(table: Table) -> None:
    table.thread.start()
    table.listener.hears("Ann to move.")
    table.listener.make("prepares")
    table.play("f5")
    until(lambda: "Ben to move." in table.listener.prepared(), "it prepares")
    passes(table)
    table.play("f6")
    passes(table)
    table.listener.let_go("prepares")
    until(lambda: table.listener.heard().count("Ann to move.") == 2, "it is Ann's turn again")
    assert "Ben to move." not in table.listener.heard()
    assert table.listener.prepared().count("Ben to move.") == 1


def test_the_game_goes_on_while_the_voice_hangs_and_then_hears_how_things_stand(
    table: Table,
) -> None:
    table.thread.choose("moves")
    table.listener.make("hangs")
    table.thread.start()
    table.listener.hears("Ann to move.")
    for action in ("f5", "f6"):
        table.play(action)  # returns: nobody waits for the voice
    assert table.table.actor.snapshot.played == 3  # the deal, and two moves
    assert table.listener.heard() == ["Ann to move."]
    until(lambda: table.voice.engine == "fake", "the process is ready")
    turns = table.thread.turns
    until(lambda: table.thread.turns > turns, "the watchdog sees it alive")
    table.clock.advance(60)
    until(lambda: table.thread.trouble is not None, "the voice is found to hang")
    until(lambda: len(table.listener.heard()) > 1, "it speaks again")
    until(lambda: table.thread.trouble is None, "the trouble is over")
    assert table.listener.starts() == 2
    over = [each for each in table.listener.heard() if "Ben to move" in each or "moved" in each]
    assert over == []


def test_a_voice_that_dies_is_started_again_and_repeats_nothing(table: Table) -> None:
    table.listener.make("dies")
    table.thread.start()
    table.listener.hears("Ann to move.")
    until(lambda: table.thread.trouble is not None, "it has died")
    table.play("f5")
    until(lambda: "Ben to move." in table.listener.heard(), "another process says it")
    assert table.listener.heard().count("Ann to move.") == 1
    assert table.listener.starts() == 2


def test_trouble_is_told_until_something_is_heard(table: Table) -> None:
    table.listener.make("fails")
    table.thread.start()
    until(lambda: table.thread.trouble == "The sound card is away.", "it says why")
    table.play("f5")
    until(lambda: table.thread.trouble is None, "a sentence was heard")


def test_switched_off_it_is_silent_at_once_and_on_again_says_how_things_stand(
    table: Table,
) -> None:
    table.listener.make("hangs")
    table.thread.start()
    table.listener.hears("Ann to move.")
    table.thread.choose(None)
    until(lambda: table.voice.pid is None, "it is silent in the middle of a sentence")
    table.play("f5")
    table.thread.choose("turn")
    until(lambda: len(table.listener.heard()) > 1, "it speaks again")
    assert table.listener.heard()[:2] == ["Ann to move.", "Ben to move."]
    assert table.thread.trouble is None


def test_it_ends_with_the_game_and_leaves_no_process(table: Table) -> None:
    table.thread.start()
    table.listener.hears("Ann to move.")
    table.thread.stop()
    assert table.voice.pid is None
    assert table.thread.failure is None


def test_a_thread_that_fails_has_let_its_voice_go_before_another_one_is_started(
    table: Table,
) -> None:
    failures: list[Exception | None] = []

    class NotingVoice(VoiceProcess):
        def close(self) -> None:
            failures.append(thread.failure)
            super().close()

    def broken(_snapshot: Snapshot) -> Sequence[SpokenSentence]:
        raise ValueError("no sentences")

    voice = NotingVoice(VoiceSettings("en"), table.clock)
    thread = VoiceThread(table.table.actor, broken, voice, "turn")
    thread.start()
    until(lambda: thread.failure is not None, "it fails")
    assert failures == [None]
    assert thread.trouble == FAILED
    table.thread.start()  # another one, which works
    table.listener.hears("Ann to move.")
    assert table.thread.trouble is None


@pytest.mark.long
def test_what_was_told_is_not_told_again_when_a_person_is_deleted(table: Table) -> None:
    actor, chance = table.table.actor, random.Random(1)
    while (state := actor.snapshot.state) is not None and state.to_act is not None:
        table.play(str(chance.choice(legal(state))))
    table.thread.choose("moves")
    table.thread.start()
    until(lambda: any(each.startswith("1st") for each in table.listener.heard()), "the end is told")
    before = table.listener.heard()
    actor.delete_person("Ben", "A player", lambda: None)
    turns = table.thread.turns
    until(lambda: table.thread.turns > turns + 2, "a second has passed")
    assert table.listener.heard() == before
