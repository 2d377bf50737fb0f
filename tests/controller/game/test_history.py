"""A game with its history."""

import pytest

from controller.game.history import Game, Undoable
from controller.game.rules import IllegalAction
from tests.support.rules.positions import actions, deal, opening, play, position, squares


def played(game: Game) -> list[str]:
    return [str(ply.action) for ply in game.plies]


def test_a_game_begins_with_nothing_played() -> None:
    start = opening()
    game = Game(start)
    assert (game.state, game.plies, game.last) == (start, (), None)


def test_an_action_pushed_is_played() -> None:
    game = Game(opening())
    game = game.push("f5")
    assert game.state == play(game.start, "f5")
    assert game.last is not None
    assert (game.last.before, game.last.step.state, game.last.seat) == (game.start, game.state, 0)
    assert played(game) == ["f5"]


def test_an_illegal_action_leaves_the_game_as_it_is() -> None:
    game = Game(opening())
    game = game.push("f5")
    before = game.state
    with pytest.raises(IllegalAction, match="Square 5 is taken by another runner"):
        game.push("f5")
    assert (game.state, played(game)) == (before, ["f5"])


def test_the_last_action_can_be_taken_back_and_another_one_played() -> None:
    game = Game(opening())
    game = game.push("f5")
    game = game.push("f4")
    game = game.pop()
    assert game.state == play(game.start, "f5")
    game = game.push("f7")
    assert (played(game), squares(game.state)) == (["f5", "f7"], [5, 7, 0])


def test_the_action_taken_back_last_is_known_until_another_one_is_played() -> None:
    game = Game(opening()).push("f5").push("f4")
    last = game.last
    game = game.pop()
    assert game.taken_back == last
    assert game.push("f7").taken_back is None


def test_with_nothing_played_nothing_can_be_taken_back() -> None:
    game = Game(opening())
    with pytest.raises(IndexError, match="nothing to take back"):
        game.pop()


def test_a_list_of_actions_replays_a_game_r14_2() -> None:
    game = Game(opening())
    game = game.replay(["f5", "f7", "f4", "draw"])
    assert game.state == play(game.start, "f5", "f7", "f4", "draw")


def test_an_illegal_action_in_a_list_is_named() -> None:
    with pytest.raises(IllegalAction, match="Square 7 is taken"):
        Game(opening()).replay(["f5", "f7", "f7", "draw"])


# Mending


def test_a_mended_game_goes_on_from_another_position() -> None:
    game = Game(opening())
    game = game.replay(["f5", "f7"])
    elsewhere = position([13, 20, 0], to_act=2)
    game = game.mend(elsewhere)
    assert (game.state, game.start, game.plies, game.last) == (elsewhere, elsewhere, (), None)
    game = game.push("f4")
    assert game.state == play(elsewhere, "f4")
    assert played(game) == ["f4"]


def test_nothing_before_mending_is_taken_back() -> None:
    game = Game(opening())
    game = game.push("f5")
    game = game.mend(position([13, 20, 0]))
    assert game.take_back() is None
    with pytest.raises(IndexError, match="nothing to take back"):
        game.pop()


def test_the_whole_game_is_known_however_often_it_is_mended() -> None:
    game = Game(opening())
    first, second, third = game.start, position([13, 20, 0]), position([14, 20, 0], to_act=1)
    game = game.push("f5")
    game = game.mend(second)
    game = game.mend(third)
    game = game.replay(["f21", "f4"])
    assert [str(ply.action) for ply in game.history] == ["f5", "f21", "f4"]
    assert [(chapter.start, len(chapter.plies)) for chapter in game.chapters] == [
        (first, 1),
        (second, 0),
        (third, 2),
    ]


# Who may take back


def test_nobody_takes_back_before_the_first_action() -> None:
    assert Game(opening()).take_back() is None


def test_a_seat_may_take_its_move_back() -> None:
    game = Game(opening(first=1))
    game = game.push("f5")
    assert game.take_back() == Undoable(1, 0)


@pytest.mark.parametrize("card", ["show", "restore", "give-ten"])
def test_not_past_a_card_that_everyone_has_seen(card: str) -> None:
    game = Game(position([13, 20, 0], cards=card))
    game = game.push("f14")
    assert game.take_back() is None


def test_an_answer_to_a_gift_may_be_taken_back_by_who_gave_it() -> None:
    game = Game(position([13, 20, 0], cards="give-ten"))
    game = game.replay(["f14", "discard"])
    assert game.take_back() == Undoable(2, 1)


def test_not_past_a_deal() -> None:
    game = Game(position([13, 20, 0], cards="shuffle"))
    game = game.replay(["f14", deal(game.start.pile)])
    assert game.take_back() is None


def test_after_taking_back_it_is_the_action_before_that_counts() -> None:
    game = Game(position([13, 20, 0], cards="show"))
    game = game.replay(["f18", "f23"])
    game = game.pop()
    assert game.take_back() == Undoable(0, 0)
    assert "f23" in actions(game.state)
