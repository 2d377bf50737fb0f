"""A command that is refused changes nothing and says why, to programs and to people."""

from typing import Final

import pytest

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    AskTap,
    Begin,
    Command,
    Confirm,
    Load,
    Mend,
    Pause,
    Play,
    SetAside,
    SetLook,
    ShowSign,
    TakeBack,
)
from hardware.ports import LightsChanged
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import Tabletop

ANOTHER: Final = Begin(Setup((Player("Fay", ("red",)), Player("Eli", ("blue",)))))
ALONE: Final = Begin(Setup((Player("Fay", ("red",)),)))
NO_GAME: Final = ("no-game", "No game is under way. Set one up first.")
STALE: Final = ("stale", "The game has moved on. Look again, then choose.")
PAUSED: Final = ("paused", "The game is paused. Resume it first.")


def refusal(table: Tabletop, command: Command) -> tuple[str, str]:
    """The reason and the sentence with which a command is refused."""
    refused = refused_with(table, command)
    return refused.code, refused.message


def refused_with(table: Tabletop, command: Command) -> Refusal:
    before = table.snapshot
    with pytest.raises(Refusal) as refused:
        table.command(command)
    table.wait(0)
    after = table.snapshot
    assert (after.version, after.state, after.look) == (before.version, before.state, before.look)
    return refused.value


def about_the_game(version: int) -> list[Command]:
    return [Play(0, "f5", version), Confirm(version), TakeBack(0, version), Mend("game", version)]


def test_a_command_that_saw_another_version_of_the_game_is_refused(table: Tabletop) -> None:
    version = table.snapshot.version
    for seen in (version - 1, version + 1):
        for command in (*about_the_game(seen), Abandon(seen), SetAside(seen)):
            assert refusal(table, command) == STALE


def test_while_the_game_is_paused_nothing_in_it_changes(table: Tabletop) -> None:
    table.command(Pause(paused=True))
    for command in about_the_game(table.snapshot.version):
        assert refusal(table, command) == PAUSED


def test_without_a_game_there_is_nothing_to_do_in_it(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    version = table.snapshot.version
    for command in (*about_the_game(version), Abandon(version), SetAside(version)):
        assert refusal(table, command) == NO_GAME
    assert refusal(table, Pause(paused=True)) == NO_GAME
    assert refusal(table, AskTap()) == NO_GAME


def test_a_seat_that_is_not_to_act_waits(table: Tabletop) -> None:
    command = Play(1, "f5", table.snapshot.version)
    assert refusal(table, command) == ("not-your-turn", "It is Ann's turn.")


def test_an_action_that_is_not_legal_is_refused_with_the_rule(table: Tabletop) -> None:
    code, sentence = refusal(table, Play(0, "f11", table.snapshot.version))
    assert code == "tortoise-is-backwards-only"
    assert sentence == (
        "Square 11 is a tortoise: you can only move back to it. "
        "That costs 66 carrots, and you have 65."
    )


def test_only_an_action_that_is_not_legal_is_refused_with_reasons(table: Tabletop) -> None:
    refused = refused_with(table, Play(0, "f11", table.snapshot.version))
    codes = [each.code for each in refused.reasons]
    assert codes == ["tortoise-is-backwards-only", "too-few-carrots"]
    table.lay_bank_card(20)
    assert refused_with(table, Mend("board", table.snapshot.version)).reasons == ()
    table.command(Abandon(table.snapshot.version))
    assert refused_with(table, ALONE).reasons == ()


def test_a_set_up_that_makes_no_game_is_refused(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    said = ("bad-request", "This game is for two to six players, not 1.")
    assert refusal(table, ALONE) == said


def test_a_race_that_is_over_is_neither_put_aside_nor_paused(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0, "finish": "first-home"})
    table.move("Ann", 64)
    said = ("not-offered", "The game is over and already saved.")
    for command in (SetAside(table.snapshot.version), Pause(paused=True)):
        assert refusal(table, command) == said


def test_nothing_is_confirmed_where_nothing_is_proposed(table: Tabletop) -> None:
    said = ("not-offered", "There is nothing to confirm right now.")
    assert refusal(table, Confirm(table.snapshot.version)) == said


def test_a_move_is_not_confirmed_while_another_runner_is_wrong(table: Tabletop) -> None:
    table.put("Ben", 20)
    table.put("Ann", 5)
    said = ("table-not-ready", "Put the other runners where they belong first.")
    assert refusal(table, Confirm(table.snapshot.version)) == said


def test_only_the_last_to_act_takes_back(table: Tabletop) -> None:
    said = ("not-offered", "You have nothing to take back right now.")
    assert refusal(table, TakeBack(0, table.snapshot.version)) == said
    table.move("Ann", 5)
    assert refusal(table, TakeBack(1, table.snapshot.version)) == said


def test_no_other_game_begins_or_is_loaded_while_one_is_played(table: Tabletop) -> None:
    said = ("game-running", "A game is under way. Finish or end it before you start another.")
    assert refusal(table, ANOTHER) == said
    assert refusal(table, Load(1)) == said


def test_a_game_that_is_not_kept_is_not_loaded(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    assert refusal(table, Load(77)) == ("no-such-game", "There is no such game.")


def test_wood_and_game_that_agree_are_not_mended(table: Tabletop) -> None:
    said = ("not-offered", "The board and the game agree: nothing needs fixing.")
    assert refusal(table, Mend("board", table.snapshot.version)) == said


@pytest.mark.parametrize("text", ["", "12a", "123456789"])
def test_what_is_no_short_number_is_not_drawn(table: Tabletop, text: str) -> None:
    said = ("bad-request", "The lights can show at most 8 digits.")
    assert refusal(table, ShowSign(text)) == said


def test_a_board_whose_lights_are_out_draws_no_number(table: Tabletop) -> None:
    table.session.sense(LightsChanged("The helper is gone.", 100.0))
    said = ("no-lights", "This board's lights can't show a number.")
    assert refusal(table, ShowSign("12")) == said


def test_a_look_that_lights_cannot_have_is_refused(table: Tabletop) -> None:
    code, sentence = refusal(table, SetLook(theme="tartan"))
    assert code == "bad-request"
    assert sentence.startswith("There is no theme “tartan”.")


def test_a_look_chosen_again_is_not_written_again(table: Tabletop) -> None:
    kept = table.folder / "preferences.json"
    table.command(SetLook(night=False))
    assert not kept.exists(), "it was the look before"
    table.command(SetLook(night=True))
    assert kept.exists()


def test_one_board_asks_for_one_runner_at_a_time(table: Tabletop) -> None:
    table.command(AskTap())
    said = (
        "tap-busy",
        "The board is waiting for somebody else's runner. Try again in a moment.",
    )
    assert refusal(table, AskTap()) == said


def test_a_board_without_a_free_square_asks_for_no_runner(table: Tabletop) -> None:
    for square in range(1, 65):
        table.reader(square, "absent")
    said = ("no-free-square", "No square of the board is free for that right now.")
    assert refusal(table, AskTap()) == said
