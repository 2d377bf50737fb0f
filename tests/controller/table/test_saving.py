"""A game is put aside and taken up again, another one in between."""

import contextlib
import random
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import Settings
from controller.game.journal.journal import Journal
from controller.game.journal.saved_game import save, saved_game
from controller.game.pieces import Player
from controller.game.rules import State, legal
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    Begin,
    Command,
    Load,
    Mend,
    Pause,
    Play,
    SeeRescue,
    SetAside,
    TakeBack,
)
from tests.support.disk import no_room_in
from tests.support.table.playing import play_to_the_end, set_aside
from tests.support.table.tabletop import NAMES, PAUSE_S, SCAN_S, SETTLE_S, Tabletop

FIRST_LOOK_S = Settings().first_look_s
OTHERS = Setup((Player("Uma", ("green",)), Player("Vic", ("red",)), Player("Wes", ("blue",))))


def refusal(table: Tabletop, command: Command) -> str:
    with pytest.raises(Refusal) as caught:
        table.command(command)
    assert caught.value.message.endswith((".", "?"))
    return caught.value.code


def test_a_game_put_aside_is_on_the_table_no_more(race: Tabletop) -> None:
    setup = race.snapshot.setup
    set_aside(race)
    assert (race.snapshot.phase, race.snapshot.state) == ("setup", None)
    assert race.snapshot.setup == setup
    assert race.errands == []
    race.pull_the_plug()
    assert race.snapshot.phase == "setup"


def test_it_goes_on_where_it_was_after_another_game(race: Tabletop) -> None:
    before, played = race.state, race.actions
    number = set_aside(race)
    race.command(Begin(OTHERS))
    race.command(Abandon(race.snapshot.version))
    race.command(Load(number))
    assert race.state == before
    assert race.actions == played
    assert [player.name for player in race.snapshot.seating.players] == ["Ann", "Ben", "Cem"]
    assert race.session.under_way == number
    race.wait(SCAN_S)
    race.move("Ann", 7)
    assert race.actions == [*played, "f7"]


def test_the_runners_are_carried_to_where_they_belong(race: Tabletop) -> None:
    number = set_aside(race)
    race.knock("Ben")
    race.put("Ann", 20)
    race.command(Load(number))
    assert race.faults == []
    assert race.errands == [("Ann", 20, 5), ("Ben", None, 4)]
    race.wait(3 * SETTLE_S)
    assert race.actions[-1] == "f8"
    race.put("Ann", 5)
    race.put("Ben", 4)
    assert race.errands == []


def test_a_runner_that_happens_to_stand_where_it_may_go_has_not_moved(race: Tabletop) -> None:
    number = set_aside(race)
    race.put("Ann", 7)
    race.command(Load(number))
    race.wait(3 * SETTLE_S)
    assert (race.actions[-1], race.errands) == ("f8", [("Ann", 7, 5)])
    race.lift("Ann")
    race.move("Ann", 7)
    assert race.actions[-1] == "f7"


def test_an_abandoned_game_goes_on_too(race: Tabletop) -> None:
    number = race.session.under_way
    assert number is not None
    before = race.state
    race.command(Abandon(race.snapshot.version))
    race.command(Load(number))
    assert race.state == before


def test_the_last_move_can_still_be_taken_back(race: Tabletop) -> None:
    number = set_aside(race)
    race.command(Load(number))
    race.command(TakeBack(2, race.snapshot.version))
    assert race.actions == ["f5", "f4"]
    race.pull_the_plug()
    assert race.actions == ["f5", "f4"]


@pytest.mark.parametrize("slow_s", [0.0, 5.0])
def test_a_move_taken_back_before_a_power_cut_is_not_played_again(
    race: Tabletop, slow_s: float
) -> None:
    """The runner still stands where the move had put it, however late the readers read."""
    actions = list(race.actions)
    race.move("Ann", 7)
    assert race.at("Ann") == 7
    race.command(TakeBack(0, race.snapshot.version))
    assert race.actions == actions
    race.pull_the_plug(slow_s=slow_s)
    race.wait(3 * SETTLE_S)
    assert race.actions == actions
    assert race.errands == [("Ann", 7, 5)]
    race.lift("Ann")
    race.move("Ann", 7)
    assert race.actions == [*actions, "f7"]


def test_two_games_in_turns_do_not_mix(race: Tabletop) -> None:
    ours = set_aside(race)
    race.command(Begin(OTHERS))
    theirs, states = race.session.under_way, {}
    assert theirs is not None
    for _ in range(3):
        race.phone("Ann", "f5")
        states[theirs] = race.state
        set_aside(race)
        race.command(Load(ours))
        race.pull_the_plug()
        race.phone(race.to_act or "", str(legal(race.state)[-1]))
        states[ours] = race.state
        set_aside(race)
        race.command(Load(theirs))
        assert race.state == states[theirs]
        race.command(TakeBack(0, race.snapshot.version))
    set_aside(race)
    race.command(Load(ours))
    assert race.state == states[ours]


def test_while_a_game_is_under_way_no_other_goes_on(race: Tabletop) -> None:
    number = race.session.under_way
    assert number is not None
    assert refusal(race, Load(number)) == "game-running"
    assert refusal(race, Load(99)) == "game-running"


@pytest.mark.parametrize("number", [0, -1, 2, 99, 2**70])
def test_there_must_be_a_game_of_that_number(race: Tabletop, number: int) -> None:
    set_aside(race)
    version = race.snapshot.version
    assert refusal(race, Load(number)) == "no-such-game"
    assert race.snapshot.version == version


def test_a_game_that_is_over_does_not_go_on(race: Tabletop) -> None:
    number = race.session.under_way
    assert number is not None
    play_to_the_end(race)
    assert refusal(race, SetAside(race.snapshot.version)) == "not-offered"
    assert refusal(race, Load(number)) == "no-such-game"
    race.command(Abandon(race.snapshot.version))
    assert refusal(race, Load(number)) == "no-such-game"


def test_what_is_put_aside_or_taken_up_is_on_the_disk_first(race: Tabletop) -> None:
    before = race.state
    with no_room_in(race.folder):
        assert refusal(race, SetAside(race.snapshot.version)) == "not-saved"
    assert race.state == before
    number = set_aside(race)
    with no_room_in(race.folder):
        assert refusal(race, Load(number)) == "not-saved"
    assert race.snapshot.state is None
    race.pull_the_plug()
    assert race.snapshot.state is None
    race.command(Load(number))
    assert race.state == before


def test_a_command_for_another_version_puts_nothing_aside(race: Tabletop) -> None:
    assert refusal(race, SetAside(race.snapshot.version - 1)) == "stale"


def test_everybody_is_told_what_could_not_be_saved_until_it_is(table: Tabletop) -> None:
    with no_room_in(table.folder), pytest.raises(Refusal) as refused:
        table.phone("Ann", "f5")
    assert (table.actions, table.snapshot.trouble) == ([], refused.value.message)
    table.phone("Ann", "f5")
    assert (table.actions, table.snapshot.trouble) == (["f5"], None)
    table.pull_the_plug()
    assert (table.actions, table.snapshot.trouble) == (["f5"], None)


def test_the_game_goes_on_by_itself_once_there_is_room_again(table: Tabletop) -> None:
    with no_room_in(table.folder):
        with pytest.raises(Refusal):
            table.phone("Ann", "f5")
        again_s = table.session.tick()
        assert again_s is not None
        assert 0 < again_s - table.clock.now_s() <= PAUSE_S
        table.wait(2 * PAUSE_S)
        assert "the disk not full" in (table.snapshot.trouble or "")
        assert table.snapshot.thinking.since_s is None
    files = sorted(table.folder.iterdir())
    table.wait(PAUSE_S + SCAN_S)
    after = table.snapshot
    assert (after.trouble, after.version, after.thinking.since_s is None) == (None, 2, False)
    assert sorted(table.folder.iterdir()) == files


def test_what_could_not_be_begun_for_want_of_room_is_no_trouble_for_ever(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    with no_room_in(table.folder):
        assert refusal(table, Begin(OTHERS)) == "not-saved"
    assert table.snapshot.trouble
    table.wait(PAUSE_S + SCAN_S)
    after = table.snapshot
    assert (after.trouble, after.phase) == (None, "setup")


def killed_before_the_deal(table: Tabletop) -> None:
    """A program begins a game and is killed before it has dealt the cards."""
    setup = table.snapshot.setup
    assert setup is not None
    table.command(Abandon(table.snapshot.version))
    table.session.close()
    killed = Journal(table.folder / "journal.sqlite")
    save(killed, saved_game(killed).begin(setup))
    killed.close()


def test_cards_that_could_not_be_saved_are_not_dealt_while_the_game_waits(table: Tabletop) -> None:
    killed_before_the_deal(table)
    with no_room_in(table.folder):
        table.pull_the_plug()
    table.command(Pause(paused=True))
    table.wait(2 * PAUSE_S)
    assert (table.state.prompt, table.snapshot.paused) == ("deal", True)
    table.command(Pause(paused=False))
    assert (table.state.prompt, table.snapshot.paused) == ("move", False)


def test_cards_that_could_not_be_saved_are_dealt_once_there_is_room(table: Tabletop) -> None:
    killed_before_the_deal(table)
    with no_room_in(table.folder):
        table.pull_the_plug()
        assert table.state.prompt == "deal"
        assert "the disk not full" in (table.snapshot.trouble or "")
    again_s = table.session.tick()
    assert again_s is not None
    assert 0 < again_s - table.clock.now_s() <= PAUSE_S
    table.clock.advance(again_s - table.clock.now_s())
    table.session.tick()
    assert (table.state.prompt, table.snapshot.trouble) == ("move", None)


def test_a_runner_set_down_before_the_cards_were_dealt_settles_once_they_are(
    table: Tabletop,
) -> None:
    killed_before_the_deal(table)
    with no_room_in(table.folder):
        table.pull_the_plug()
        table.wait(FIRST_LOOK_S)
        table.put("Ann", 5)
    again_s = table.session.tick()
    for actions in ([], ["f5"]):
        assert again_s is not None
        table.clock.advance(again_s - table.clock.now_s())
        again_s = table.session.tick()
        assert (table.state.prompt, table.actions) == ("move", actions)


def test_who_has_seen_what_was_saved_where_nothing_was_damaged_changes_nothing(
    table: Tabletop,
) -> None:
    before = table.snapshot
    table.command(SeeRescue())
    assert table.snapshot == before


# Any game, any moment


def left_behind(table: Tabletop) -> tuple[int, bool, State | None]:
    """What a program that is killed at this moment finds when it is started again."""
    with tempfile.TemporaryDirectory() as folder:
        for each in table.folder.glob("journal.sqlite*"):
            shutil.copy(each, folder)
        journal = Journal(Path(folder) / "journal.sqlite")
        found = saved_game(journal)
        journal.close()
        return found.version, found.paused, found.state


def test_a_killed_program_finds_what_was_shown_last(race: Tabletop) -> None:
    number = race.session.under_way
    assert number is not None
    race.put("Ben", 12)
    for command in (
        lambda version: Mend("board", version),
        lambda version: Pause(paused=True),
        lambda version: Pause(paused=False),
        lambda version: Pause(paused=True),
        SetAside,
        lambda version: Load(number),
        Abandon,
        lambda version: Begin(OTHERS),
        SetAside,
        lambda version: Load(number),
        lambda version: Play(0, "draw", version),
        lambda version: TakeBack(0, version),
    ):
        race.command(command(race.snapshot.version))
        now = race.snapshot
        assert left_behind(race) == (now.version, now.paused, now.state)


def play_on(table: Tabletop, rng: random.Random, actions: int) -> None:
    """Phones play so many actions, and now and then one is taken back or the wood taken over."""
    for _ in range(actions):
        if table.state.prompt == "over":
            return
        seat = table.snapshot.take_back
        what = rng.random()
        if seat is not None and what < 0.1:
            table.command(TakeBack(seat, table.snapshot.version))
        elif what < 0.15:
            put_somewhere(table, rng)
        else:
            action = rng.choice(legal(table.state))
            table.phone(table.to_act or "", str(action))


def put_somewhere(table: Tabletop, rng: random.Random) -> None:
    """Set all runners somewhere, and say that they are right there."""
    for name, square in zip(NAMES[:3], rng.sample(range(1, 64), 3), strict=True):
        table.put(name, square)
    with contextlib.suppress(Refusal):
        table.command(Mend("board", table.snapshot.version))


SEEDS = st.integers(0, 2**32)


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.lists(st.integers(0, 20), min_size=2, max_size=4))
def test_a_game_put_aside_at_any_moment_is_the_same_when_it_goes_on(
    seed: int, stretches: list[int]
) -> None:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        table = Tabletop(Path(folder))
        try:
            number = table.session.under_way
            for stretch in stretches:
                play_on(table, rng, stretch)
                if table.state.prompt == "over":
                    break
                before = table.snapshot
                set_aside(table)
                if rng.random() < 0.5:
                    table.command(Begin(OTHERS))
                    table.phone("Ann", "f5")
                    table.command(rng.choice((Abandon, SetAside))(table.snapshot.version))
                if rng.random() < 0.5:
                    table.pull_the_plug()
                assert number is not None
                table.command(Load(number))
                if rng.random() < 0.5:
                    table.pull_the_plug()
                after = table.snapshot
                assert after.state == before.state
                assert after.plies == before.plies
                assert (after.played, after.take_back) == (before.played, before.take_back)
        finally:
            table.session.close()
