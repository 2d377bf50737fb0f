"""What a command makes of a table, and what is refused."""

import msgspec
import pytest

from controller.config import Settings
from controller.game.history import Game
from controller.game.journal.damage import Rescued
from controller.game.journal.saved_game import Change
from controller.game.pieces import Player, Seating
from controller.game.setup import SLOWEST_PACE_S, Setup
from controller.light.digits import LONGEST, Canvas
from controller.light.look import Look
from controller.light.preferences import problem_with
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    AskTap,
    Begin,
    ChangeSeats,
    Command,
    Confirm,
    EndTap,
    Load,
    Mend,
    Pause,
    Play,
    SeeRescue,
    SetAside,
    SetLook,
    SetPace,
    ShowSign,
    TakeBack,
)
from controller.table.kept_times import KeptTimes
from controller.table.stages.button_setup import seats_changed
from controller.table.stages.command_handlers import handled
from controller.table.stages.effects import FindGame, ForgetDamage, KeepLook, KeepTimes
from controller.table.state import TableState
from controller.table.tracker import Spot
from hardware.ports import Sighting, Uid
from tests.support.rules.positions import position
from tests.support.table.states import (
    ANN,
    BEN,
    CEM,
    SETUP,
    START_S,
    a_race,
    no_table,
    over,
    tracked,
)

RACE = a_race()
PAUSED = RACE.change(saved=RACE.saved.pause(paused=True).after)
OVER = over(a_race((64, 64, 20), to_act=2))
MOVED = RACE.change(tracker=tracked(red=7, yellow=4, green=8))
WRONG = RACE.change(tracker=tracked(red=5, yellow=12, green=8))
PLAYED = RACE.change(saved=RACE.saved.play("f7").after)
PUT_BACK = PLAYED.change(stood={"red": Spot(7)})
"""Ann has gone to 7, and has set her runner back to 5."""
DARK = RACE.change(lights_trouble="The strip is dark.")
NO_GAME = "No game is under way. Set one up first."
RUNNING = "A game is under way. Finish or end it before you start another."


def with_ben_as_an_opponent(table: TableState) -> TableState:
    setup = Setup((ANN, msgspec.structs.replace(BEN, opponent="walker"), CEM))
    saved = msgspec.structs.replace(table.saved, setup=setup)
    return table.change(saved=saved, seating=Seating(setup.seats))


def refusal(table: TableState, command: Command) -> Refusal:
    with pytest.raises(Refusal) as refused:
        handled(table, command, START_S)
    return refused.value


@pytest.mark.parametrize(
    ("table", "command", "kind"),
    [
        (no_table(), Begin(SETUP), "begin"),
        (OVER, Begin(SETUP), "begin"),
        (RACE, Play(0, "f7", 1), "play"),
        (MOVED, Confirm(1), "play"),
        (PLAYED, TakeBack(0, 1), "undo"),
        (RACE, Abandon(1), "abandon"),
        (RACE, SetAside(1), "aside"),
        (RACE, Pause(paused=True), "pause"),
        (PAUSED, Pause(paused=False), "resume"),
        (WRONG, Mend("board", 1), "mend"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_change_of_the_game_is_to_be_written(
    table: TableState, command: Command, kind: str
) -> None:
    _, effect = handled(table, command, START_S)
    assert isinstance(effect, Change)
    assert effect.kind == kind


@pytest.mark.parametrize(
    ("table", "command", "code", "sentence"),
    [
        (no_table(), Play(0, "f7", 0), "no-game", NO_GAME),
        (no_table(), Pause(paused=True), "no-game", NO_GAME),
        (no_table(), AskTap(), "no-game", NO_GAME),
        (no_table(), SetPace(1.0), "no-game", NO_GAME),
        (RACE, Play(0, "f7", 0), "stale", "The game has moved on. Look again, then choose."),
        (PAUSED, Play(0, "f7", 1), "paused", "The game is paused. Resume it first."),
        (RACE, Play(1, "f7", 1), "not-your-turn", "It is Ann's turn."),
        (RACE, Begin(SETUP), "game-running", RUNNING),
        (RACE, Load(1), "game-running", RUNNING),
        (RACE, ChangeSeats("stronger"), "game-running", RUNNING),
        (RACE, TakeBack(0, 1), "not-offered", "You have nothing to take back right now."),
        (OVER, SetAside(1), "not-offered", "The game is over and already saved."),
        (OVER, Pause(paused=True), "not-offered", "The game is over and already saved."),
        (OVER, SetPace(1.0), "not-offered", "The game is over and already saved."),
        (RACE, Confirm(1), "not-offered", "There is nothing to confirm right now."),
        (
            RACE.change(tracker=tracked(red=7, yellow=12, green=8)),
            Confirm(1),
            "table-not-ready",
            "Put the other runners where they belong first.",
        ),
        (
            RACE,
            Mend("board", 1),
            "not-offered",
            "The board and the game agree: nothing needs fixing.",
        ),
        (
            RACE.change(tracker=RACE.tracker.see(Sighting(20, Uid("04ff"), True, START_S))),
            Mend("board", 1),
            "table-not-ready",
            "Something on square 20 is not part of this game. Take it away first.",
        ),
        (
            RACE,
            SetPace(1000.0),
            "bad-request",
            f"An opponent may take 0 to {SLOWEST_PACE_S:.0f} seconds for an action.",
        ),
        (RACE, ShowSign("12x"), "bad-request", f"The lights can show at most {LONGEST} digits."),
        (DARK, ShowSign("12"), "no-lights", "This board's lights can't show a number."),
        (
            RACE.change(canvas=Canvas({})),
            ShowSign("12"),
            "no-lights",
            "This board's lights can't show a number.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_command_out_of_place_is_refused_in_words(
    table: TableState, command: Command, code: str, sentence: str
) -> None:
    refused = refusal(table, command)
    assert (refused.code, refused.message, refused.reasons) == (code, sentence, ())


def test_a_set_up_or_a_look_that_is_not_valid_is_refused() -> None:
    assert refusal(no_table(), Begin(Setup(()))).code == "bad-request"
    assert refusal(RACE, SetLook(brightness=7.0)).code == "bad-request"
    assert refusal(RACE, SetLook(brightness=7.0)).message == problem_with(Look(brightness=7.0))


def test_all_reasons_why_an_action_is_not_legal_are_told_and_the_first_is_its_code() -> None:
    refused = refusal(a_race(carrots=3), Play(0, "f8", 1))
    assert refused.code == "occupied"
    assert refused.message == (
        "Square 8 is taken by another runner. That costs 6 carrots, and you have 3."
    )
    assert [each.code for each in refused.reasons] == ["occupied", "too-few-carrots"]


@pytest.mark.parametrize(
    ("table", "command"),
    [
        (no_table(), Begin(SETUP)),
        (RACE, Play(0, "f7", 1)),
        (MOVED, Confirm(1)),
        (a_race((10, 4, 8), misses=[0]), Confirm(1)),
        (PLAYED, TakeBack(0, 1)),
        (PUT_BACK, Confirm(1)),
        (RACE, Pause(paused=True)),
        (WRONG, Mend("board", 1)),
        (WRONG, Mend("game", 1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_changes_the_game_restarts_the_pause(table: TableState, command: Command) -> None:
    assert handled(table, command, START_S + 5)[0].waits_since_s == START_S + 5


def test_a_confirmed_move_that_was_put_back_is_taken_back() -> None:
    after, effect = handled(PUT_BACK, Confirm(1), START_S)
    assert isinstance(effect, Change)
    assert (effect.kind, after.position) == ("undo", RACE.position)


def test_what_is_confirmed_without_a_choice_is_played() -> None:
    _, effect = handled(a_race((10, 4, 8), misses=[0]), Confirm(1), START_S)
    assert isinstance(effect, Change)
    assert (effect.kind, effect.text) == ("play", "miss")


def test_the_game_may_be_right_and_the_board_wrong() -> None:
    after, effect = handled(WRONG, Mend("game", 1), START_S)
    assert (effect, set(after.to_carry)) == (None, {"yellow"})


def test_an_opponents_action_counts_only_if_the_opponent_or_the_board_chose_it() -> None:
    table = with_ben_as_an_opponent(a_race(to_act=1))
    refused = refusal(table, Play(1, "f6", 1))
    assert (refused.code, refused.message) == ("not-your-turn", "It is Ben's turn.")
    assert refusal(table, Confirm(1)).code == "not-your-turn"
    assert handled(table, Play(1, "f6", 1, thought=True), START_S)[0].plain == frozenset()
    plain = Play(1, "f6", 1, thought=True, plain=True)
    assert handled(table, plain, START_S)[0].plain == {1}


def test_anybody_may_throw_a_real_die_for_an_opponent() -> None:
    table = with_ben_as_an_opponent(a_race(to_act=1))
    assert table.saved.setup is not None
    by_hand = msgspec.structs.replace(table.saved.setup, chance="by-hand")
    asked = Game(msgspec.structs.replace(position((5, 4, 8), to_act=1), prompt="roll"))
    saved = msgspec.structs.replace(table.saved, setup=by_hand, game=asked)
    assert refusal(table.change(saved=saved), Play(0, "f6", 1)).code != "not-your-turn"


def test_a_program_of_the_table_may_be_an_opponent() -> None:
    setup = Setup((ANN, Player("Ben", ("yellow",), "mine"), CEM))
    assert refusal(no_table(), Begin(setup)).code == "bad-request"
    table = no_table().change(settings=Settings(programs={"mine": ("./mine",)}))
    assert isinstance(handled(table, Begin(setup), START_S)[1], Change)


def test_buttons_show_who_would_play_for_a_while() -> None:
    table, effect = handled(OVER, ChangeSeats("stronger"), START_S)
    assert effect is None
    assert table == seats_changed(OVER, "stronger", START_S)
    assert table.button_setup is not None
    assert table.button_setup.until_s == START_S + table.settings.sign_s
    again, _ = handled(table, ChangeSeats("more-opponents"), START_S)
    assert again == seats_changed(table, "more-opponents", START_S) != table


def test_the_pace_of_opponents_is_to_be_kept_with_those_of_other_games() -> None:
    other = KeptTimes(used_s={"a game": (1.0,)}, paces_s={"another": 2.0})
    table, effect = handled(RACE.change(times=other), SetPace(3.0), START_S)
    times = KeptTimes({"a game": (1.0,)}, {"another": 2.0, RACE.game_key: 3.0})
    assert (table.times, effect) == (times, KeepTimes(times))


def test_an_earlier_game_is_first_to_be_found() -> None:
    table = no_table()
    assert handled(table, Load(3), START_S) == (table, FindGame(3))


def test_a_pause_that_is_there_already_changes_nothing() -> None:
    assert handled(PAUSED, Pause(paused=True), START_S) == (PAUSED, None)


def test_a_look_is_kept_only_when_it_is_another() -> None:
    table, effect = handled(RACE, SetLook(night=True), START_S)
    assert (table.look.night, effect) == (True, KeepLook(table.look))
    assert handled(table, SetLook(night=True), START_S) == (table, None)
    both, _ = handled(table, SetLook(brightness=0.5), START_S)
    assert both.look == Look(night=True, brightness=0.5)


def test_a_number_is_drawn_for_a_while() -> None:
    table, effect = handled(RACE, ShowSign("12"), START_S)
    assert effect is None
    assert table.number is not None
    assert table.number.until_s == START_S + table.settings.sign_s


def test_a_report_that_was_seen_is_deleted() -> None:
    told = RACE.change(rescued=Rescued("old.sqlite", 3, 1))
    assert handled(told, SeeRescue(), START_S) == (RACE, ForgetDamage())


def test_a_tap_is_asked_for_and_ended() -> None:
    table, _ = handled(RACE, AskTap(), START_S)
    assert table.tap is not None
    assert handled(table, EndTap(1), START_S)[0].tap is None
