"""Ben, and sometimes Cem, is a computer opponent that does what the test says; Ann is a person."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from controller.config import Settings
from controller.game.journal.journal import EntryKind, Journal, JournalUnwritable
from controller.game.opponents.characters import Opponent
from controller.game.opponents.sight import Sight
from controller.game.rules import Action
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    AskTap,
    Command,
    Confirm,
    Mend,
    Pause,
    Play,
    SetPace,
    TakeBack,
)
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

PACE_S = 2.0


class Told:
    """A character that plays what it is told, each action in its turn."""

    def __init__(self, *actions: str) -> None:
        self._actions = actions

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        mine = [each for seat, each in sight.played if seat == sight.seat]
        wanted = self._actions[sum(each.kind not in ("deal", "roll") for each in mine)]
        return next(action for action in actions if str(action) == wanted)


def against(lay: Opener, ben: str, cem: str | None = None, **how: Any) -> Tabletop:
    """Ann against Ben, and Cem, who play these actions."""
    told = {"walker": ben, "sprinter": cem or ""}

    def find(name: str) -> Opponent:
        return Opponent("Does what it is told.", lambda _rules, _seats: Told(*told[name].split()))

    opponents = {"Ben": "walker", **({} if cem is None else {"Cem": "sprinter"})}
    return lay(opponents=opponents, pace_s=PACE_S, find=find, **how)


@pytest.fixture
def table(lay: Opener) -> Tabletop:
    return against(lay, "f7 f12")


@pytest.fixture
def errand(table: Tabletop) -> Tabletop:
    """Ann has moved to 5; Ben wants to go to 7."""
    table.move("Ann", 5)
    table.wait(PACE_S)
    assert table.errands == [("Ben", None, 7)]
    return table


def refused(table: Tabletop, command: Command) -> str:
    with pytest.raises(Refusal) as caught:
        table.command(command)
    return caught.value.code


def test_an_opponent_takes_its_time(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.wait(PACE_S - 3 * SCAN_S)
    assert (table.actions, table.snapshot.thinks, table.light(5)) == (["f5"], 1, None)
    table.wait(4 * SCAN_S)
    assert (table.actions, table.snapshot.thinks) == (["f5", "f7"], None)


# Pace


def test_its_pace_is_changed_while_it_thinks(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.wait(PACE_S / 2)
    table.command(SetPace(10.0))
    table.wait(2 * PACE_S)
    assert table.actions == ["f5"]
    table.command(SetPace(0.0))
    table.wait(SCAN_S)
    assert table.actions == ["f5", "f7"]


def test_a_changed_pace_is_kept_through_a_power_cut_and_for_the_next_race(
    table: Tabletop,
) -> None:
    table.command(SetPace(10.0))
    table.pull_the_plug()
    assert table.snapshot.setup is not None
    assert table.snapshot.setup.pace_s == 10.0
    table.command(Abandon(table.snapshot.version))
    table.wait(Settings().after_race_s + SCAN_S)
    table.press("confirm", held=True)
    table.wait(SCAN_S)
    assert (table.snapshot.phase, table.snapshot.setup.pace_s) == ("playing", 10.0)
    assert table.session.table.saved.setup == table.snapshot.setup


@pytest.mark.parametrize("pace_s", [-0.1, 60.1, float("nan")])
def test_a_pace_that_is_none_is_refused(table: Tabletop, pace_s: float) -> None:
    assert refused(table, SetPace(pace_s)) == "bad-request"
    table.command(Abandon(table.snapshot.version))
    assert refused(table, SetPace(5.0)) == "no-game"


# Errands


def test_its_move_is_an_errand_with_both_squares_lit(errand: Tabletop) -> None:
    errand.put("Ben", 7)
    assert (errand.errands, errand.light(7)) == ([], None)
    errand.move("Cem", 8)
    errand.move("Ann", 6)
    errand.wait(PACE_S)
    assert errand.errands == [("Ben", 7, 12)]
    assert (errand.light(7), errand.light(12)) == ("errand", "errand")


def test_the_next_player_moves_before_anybody_has_carried_it(errand: Tabletop) -> None:
    errand.move("Cem", 8)
    assert errand.actions == ["f5", "f7", "f8"]
    assert errand.errands == [("Ben", None, 7)]


def test_an_opponent_knows_its_move_and_waits_for_the_hand_that_carries(lay: Opener) -> None:
    table = against(lay, "f7", "f9")
    table.move("Ann", 5)
    table.wait(3 * PACE_S)
    assert (table.actions, table.snapshot.opponent) == (["f5", "f7"], 2)
    assert table.snapshot.opponent_waits
    assert table.mind.knows(table.snapshot)
    table.put("Ben", 7)
    table.wait(SCAN_S)
    assert table.actions == ["f5", "f7", "f9"]


def test_an_opponent_waits_for_hands_no_longer_than_a_minute(lay: Opener) -> None:
    table = against(lay, "f7", "f9")
    table.move("Ann", 5)
    table.wait(PACE_S + 59.0)
    assert table.actions == ["f5", "f7"]
    table.wait(1.0 + SCAN_S)
    assert table.actions == ["f5", "f7", "f9"]
    assert table.errands == [("Ben", None, 7), ("Cem", None, 9)]


def test_nobody_moves_an_opponents_runner_for_it(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.put("Ben", 8)
    table.wait(2 * PACE_S)
    assert table.faults == [("misplaced", "Ben", 8, 0)]
    assert table.actions == ["f5"]
    table.lift("Ben")
    table.wait(PACE_S)
    assert table.errands == [("Ben", None, 7)]


def test_an_opponents_runner_touched_too_early_confirms_no_move(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.put("Ben", 8)
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions == []
    assert table.finding.held


@pytest.mark.parametrize(
    "command",
    [
        lambda version: Play(1, "f5", version),
        lambda version: Play(0, "f6", version),
    ],
)
def test_nobody_acts_in_an_opponents_place(
    table: Tabletop, command: Callable[[int], Command]
) -> None:
    table.move("Ann", 5)
    assert refused(table, command(table.snapshot.version)) == "not-your-turn"
    assert refused(table, Confirm(table.snapshot.version)) == "not-your-turn"
    table.press("confirm")
    table.press("carrot-draw")
    assert table.actions == ["f5"]


def test_a_thought_about_an_older_game_is_refused(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.wait(SCAN_S)
    late = table.mind.command()
    table.command(Pause(paused=True))
    table.command(Pause(paused=False))
    assert refused(table, late) == "stale"
    assert not table.mind.knows(table.snapshot)


def test_a_paused_game_has_no_opponent_to_act(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.command(Pause(paused=True))
    table.wait(3 * PACE_S)
    assert (table.actions, table.snapshot.opponent) == (["f5"], None)
    table.command(Pause(paused=False))
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f7"]


def test_after_a_power_cut_it_thinks_on(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.pull_the_plug()
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f7"]
    table.pull_the_plug()
    assert (table.errands, table.faults) == ([("Ben", None, 7)], [])
    table.put("Ben", 7)
    table.pull_the_plug()
    assert (table.errands, table.faults) == ([], [])


def test_a_runner_to_be_turned_is_still_to_be_turned_after_a_power_cut(lay: Opener) -> None:
    table = against(lay, "f10 chew")
    table.move("Ann", 5)
    table.wait(PACE_S)
    table.put("Ben", 10, face_down=True)
    table.move("Cem", 8)
    table.move("Ann", 6)
    table.wait(PACE_S)
    table.pull_the_plug()
    assert (table.errands, table.faults) == ([("Ben", 10, 10)], [])


def test_the_same_race_begins_again_by_a_button(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    table.wait(Settings().after_race_s + SCAN_S)
    table.press("confirm", held=True)
    assert table.snapshot.phase == "playing"
    assert set(table.snapshot.seating.opponents) == {1}


# Taking back


def test_a_person_takes_back_before_the_opponent_acts(table: Tabletop) -> None:
    table.move("Ann", 5)
    assert table.snapshot.take_back == 0
    table.put("Ann", 1)
    table.world.knock("red")
    table.wait(4 * SCAN_S)
    assert table.finding.put_back
    table.wait(2 * PACE_S)
    assert table.actions == ["f5"]
    table.press("confirm")
    table.wait(PACE_S + SCAN_S)
    assert (table.actions, table.snapshot.opponent) == ([], None)


def test_who_takes_back_takes_the_opponents_action_back_as_well(lay: Opener) -> None:
    table = against(lay, "f7", "f9")
    table.move("Ann", 5)
    table.wait(PACE_S)
    table.put("Ben", 7)
    table.wait(PACE_S)
    assert (table.actions, table.snapshot.take_back) == (["f5", "f7", "f9"], 0)
    table.command(TakeBack(0, table.snapshot.version))
    assert (table.actions, table.snapshot.opponent) == ([], None)
    assert table.errands == [("Ann", 5, 0), ("Ben", 7, 0)]


def test_a_take_back_that_a_full_disk_interrupts_goes_on_later(
    lay: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against(lay, "f7", "f9")
    table.move("Ann", 5)
    table.wait(PACE_S)
    table.put("Ben", 7)
    table.wait(PACE_S)
    appended = Journal.append
    written: list[EntryKind] = []

    def append_one(journal: Journal, kind: EntryKind, text: str = "") -> int:
        if written:
            raise JournalUnwritable("The disk is full.")
        written.append(kind)
        return appended(journal, kind, text)

    with monkeypatch.context() as full:
        full.setattr(Journal, "append", append_one)
        table.command(TakeBack(0, table.snapshot.version))
        table.wait(PACE_S)
        assert (table.actions, table.snapshot.trouble) == (["f5", "f7"], "The disk is full.")
    table.wait(PAUSE_S)
    assert (table.actions, table.snapshot.trouble) == ([], None)


def test_no_power_cut_leaves_a_take_back_half_done(
    lay: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against(lay, "f7")
    table.move("Ann", 5)
    table.wait(PACE_S)
    monkeypatch.setattr(table.session, "tick", lambda: None)
    table.command(TakeBack(0, table.snapshot.version))
    game = table.session.table.game
    assert game is not None
    assert str(game.plies[-1].action) == "f5", "the opponent's action alone has gone"
    table.pull_the_plug()
    assert (table.actions, table.to_act) == ([], "Ann")
    table.wait(PACE_S + SCAN_S)
    assert table.actions == []


def test_nobody_takes_back_past_an_opponents_card(lay: Opener) -> None:
    table = against(lay, "f1", cards=["show"])
    table.move("Ann", 5)
    table.wait(PACE_S)
    assert table.actions == ["f5", "f1"]
    assert table.snapshot.take_back is None


# Choices and chance


def test_an_opponent_answers_a_gift(lay: Opener) -> None:
    table = against(lay, "f4 discard", cards=["give-ten"])
    table.move("Ann", 5)
    table.wait(PACE_S)
    table.put("Ben", 4)
    table.move("Cem", 6)
    assert (table.state.prompt, table.snapshot.thinks) == ("gift", None)
    table.phone("Ann", "keep")
    assert (table.state.prompt, table.snapshot.thinks) == ("gift", 1)
    table.wait(PACE_S + SCAN_S)
    assert table.actions == ["f5", "f4", "f6", "keep", "discard"]


def test_an_opponent_chews_and_people_turn_its_runner(lay: Opener) -> None:
    table = against(lay, "f10 chew")
    table.move("Ann", 5)
    table.wait(PACE_S)
    table.put("Ben", 10, face_down=True)
    table.move("Cem", 8)
    table.move("Ann", 6)
    table.wait(PACE_S)
    assert (table.actions[-1], table.errands) == ("chew", [("Ben", 10, 10)])
    table.turn("Ben")
    assert table.errands == []


def test_chance_by_hand_anybody_draws_for_an_opponent(lay: Opener) -> None:
    table = against(lay, "f1", chance="by-hand", options={"hare": "die-table"})
    table.move("Ann", 5)
    table.wait(PACE_S)
    assert (table.state.prompt, table.to_act, table.snapshot.opponent) == ("roll", "Ben", None)
    table.wait(3 * PACE_S)
    assert table.actions == ["f5", "f1"]
    table.command(Play(2, "roll 1", table.snapshot.version))
    assert table.actions == ["f5", "f1", "roll 1"]


# The board


def test_the_board_is_right_about_an_opponents_runner_too(errand: Tabletop) -> None:
    errand.put("Ben", 7)
    errand.put("Ben", 9)
    errand.wait(SETTLE_S)
    assert errand.faults == [("misplaced", "Ben", 9, 7)]
    errand.command(Mend("board", errand.snapshot.version))
    assert (errand.at("Ben"), errand.faults) == (9, [])
    errand.move("Cem", 8)
    errand.move("Ann", 6)
    errand.wait(PACE_S)
    assert errand.errands == [("Ben", 9, 12)]


def test_an_opponents_runner_is_no_tap(table: Tabletop) -> None:
    table.command(AskTap())
    assert table.snapshot.tap is not None
    table.put("Ben", table.snapshot.tap.square)
    table.wait(2 * SETTLE_S)
    assert table.snapshot.tap.seat is None
    assert [fault[:2] for fault in table.faults] == [("misplaced", "Ben")]
