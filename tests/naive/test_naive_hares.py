"""Hand-made examples of the rules for hare squares."""

import pytest

from tests.naive import legal, new, play, positions
from tests.naive.examples import carrots, example, obligations, owe, squares
from tests.naive.table import State

TEXT = "gibsons-2010"
DIE = "gibsons-1987"
DECK = "ravensburger-1978"


def draw(card: str, edition: str = TEXT, front: int = 20, holding: int = 65) -> State:
    """The first of four lands on hare square 14 from 13; one is in front, two are behind."""
    state = example(
        edition,
        [[13], [front], [0], [12]],
        carrots=[holding, 65, 65, 65],
        card=card,
    )
    return play(state, "f14")


def test_the_card_goes_to_the_bottom_r7() -> None:
    state = draw("show")
    assert (state["pile"][-1], len(state["pile"]), state["to_act"]) == ("show", 15, 1)
    assert carrots(state)[0] == 64


@pytest.mark.parametrize(
    ("holding", "amount", "left"), [(21, 10, 0), (20, 5, 9), (3, 1, 0), (2, None, 1)]
)
def test_give_ten_r7_1(holding: int, amount: int | None, left: int) -> None:
    state = draw("give-ten", holding=holding)
    assert carrots(state)[0] == left
    if amount is None:
        assert (state["prompt"], state["to_act"]) == ("move", 1)
        return
    assert state["pending"] == {"amount": amount, "giver": 0, "waiting": [2, 3]}
    assert (state["to_act"], legal(state)) == (2, ["discard", "keep"])
    state = play(play(state, "keep"), "discard")
    assert carrots(state)[1:] == [65, 65 + amount, 65]
    assert (state["prompt"], state["to_act"]) == ("move", 1)


def test_give_ten_of_2008_r7_1() -> None:
    state = draw("give-ten", "ravensburger-2008", holding=20)
    assert (state["prompt"], carrots(state)[0]) == ("move", 19)


def test_receivers_answer_from_the_giver_on_r7_1() -> None:
    state = example(TEXT, [[0], [5], [13], [0]], card="give-ten", to_act=2)
    assert play(state, "f14")["pending"]["waiting"] == [3, 0, 1]


def test_more_behind_r7_2() -> None:
    state = draw("more-behind")
    assert (state["seats"][0]["miss"], state["to_act"]) == (True, 1)
    front = example(TEXT, [[13], [20], [30]], card="more-behind")
    after = play(front, "f14")
    assert (after["seats"][0]["miss"], after["to_act"], after["prompt"]) == (False, 0, "move")
    equal = example(TEXT, [[13], [20], [12]], card="more-behind")
    assert play(equal, "f14")["to_act"] == 0
    equal["options"]["equal"] = "nothing"
    assert play(equal, "f14")["to_act"] == 1


def test_players_lie_where_their_leading_runners_lie_r3_3() -> None:
    state = example(TEXT, [[13, 30], [20, 0]], card="more-behind")
    assert play(state, "1:f14")["seats"][0]["miss"]
    state = example(TEXT, [[13, 30], [31, 0]], card="more-behind")
    assert play(state, "1:f14")["to_act"] == 0


def test_the_other_text_cards_r7() -> None:
    assert carrots(draw("restore", holding=3))[0] == 65
    assert carrots(draw("restore", holding=99))[0] == 65
    assert carrots(draw("restore", "ravensburger-2008", holding=3))[0] == 68
    assert carrots(draw("ten-per-lettuce"))[0] == 64 + 30
    assert carrots(draw("free-ride"))[0] == 65
    assert carrots(draw("lose-half", holding=10))[0] == 5
    state = example(TEXT, [[13], [20], [0]], lettuces=[0, 3, 3], card="ten-per-lettuce")
    after = play(state, "f14")
    assert (carrots(after)[0], after["seats"][0]["miss"]) == (64, True)


def test_shuffle_r7_8() -> None:
    state = example(TEXT, [[13], [64], [0]], carrots=[65, 5, 0], card="shuffle")
    state = play(state, "f14")
    assert (carrots(state), legal(state), state["to_act"]) == ([65, 4, 0], ["deal"], 0)
    assert state["pending"] == {"seat": 0, "runner": 0, "cost": 1}
    state = play(state, " ".join(["deal", *sorted(state["pile"])]))
    assert (state["pile"], state["to_act"]) == (sorted(state["pile"]), 2)


def test_number_cards_r8_1() -> None:
    assert carrots(draw("+15", "devir-2014"))[0] == 79
    assert carrots(draw("-25", "devir-2014", holding=26))[0] == 0
    after = draw("-25", "devir-2014", holding=25)
    assert (squares(after)[0], carrots(after)[0], after["to_act"]) == ([0], 65, 1)
    assert draw("0", "devir-2014")["prompt"] == "deal"


def roll(number: int, here: int = 13, others: tuple[int, int] = (20, 0), have: int = 65) -> State:
    """The first of three lands on a hare square and rolls; it is second of three."""
    state = example(DIE, [[here], [others[0]], [others[1]]], carrots=[have, 65, 65])
    state = play(state, f"f{here + 1}")
    assert legal(state) == ["roll"]
    assert state["pending"] == {"seat": 0, "runner": 0, "cost": 1}
    return play(state, f"roll {number}")


def test_the_die_table_r8_2() -> None:
    assert roll(1)["seats"][0]["miss"]
    assert squares(roll(2))[0] == [13]
    assert squares(roll(3))[0] == [14]  # nobody behind but on START
    assert squares(roll(3, others=(20, 12)))[0] == [10]  # past the tortoise on 11
    assert obligations(roll(4))[0] == ["chew"]
    assert carrots(roll(5))[0] == 65
    assert (roll(6)["prompt"], roll(6)["to_act"]) == ("move", 0)


def test_a_positional_move_works_the_new_square_r8_2() -> None:
    state = example(DIE, [[0], [5], [9], [12]])
    state = play(state, "f3")
    assert positions(state)[0] == [4]
    landed = play(state, "roll 3")
    assert (squares(landed)[0], landed["prompt"]) == ([6], "roll")
    assert landed["pending"]["cost"] == 6
    again = play(landed, "roll 3")
    assert (squares(again)[0], obligations(again)[0]) == ([10], ["chew"])
    landed["seats"][0]["lettuces"] = 0
    assert squares(play(landed, "roll 3"))[0] == [13]
    assert carrots(play(landed, "roll 5"))[0] == 65


def test_ten_of_the_table_r8_2() -> None:
    state = example(DIE, [[13], [20], [30], [31]], carrots=[5, 65, 65, 65])
    state = play(play(state, "f14"), "roll 1")
    assert (state["prompt"], state["pending"]) == ("ten", {"runner": 0})
    assert legal(state) == ["draw"]
    assert carrots(play(state, "draw"))[0] == 14


def test_a_ten_that_nobody_can_take_asks_nothing_r8_2() -> None:
    state = example(
        DECK,
        [[13], [20], [30]],
        carrots=[5, 65, 65],
        card="ten",
        options={"patch_total": 300},
        patch=3,
    )
    assert play(state, "f14")["to_act"] == 1
    state["patch"] = 9  # with the carrot that the move cost it holds ten
    assert legal(play(state, "f14")) == ["decline", "draw"]


def test_chew_carrot_r8_2() -> None:
    state = example(DIE, [[13], [1], [0]], carrots=[2, 65, 65])
    landed = play(state, "f14")
    assert carrots(play(landed, "roll 4"))[0] == 0
    landed["seats"][0]["carrots"] = 0
    after = play(landed, "roll 4")
    assert (squares(after)[0], carrots(after)[0], after["to_act"]) == ([0], 65, 1)


def test_chew_lettuce_without_one_r8_2() -> None:
    state = example(DIE, [[13], [20], [0]], lettuces=[0, 3, 3])
    after = play(play(state, "f14"), "roll 4")
    assert (obligations(after)[0], after["seats"][0]["miss"]) == ([None], True)


def test_the_deck_of_1978_r8_3() -> None:
    state = example(DECK, [[13], [21], [0]], card="carrot-forward")
    assert squares(play(state, "f14"))[0] == [14]
    state["options"]["skip_occupied_carrots"] = True
    assert squares(play(state, "f14"))[0] == [26]
    state = example(DECK, [[13], [15], [0]], card="position-forward")
    assert squares(play(state, "f14"))[0] == [16]
    assert new(DECK, 4)["pile"][0] == "position-back"


def passing(holding: int, mover: int = 13, runner: int = 14) -> State:
    """Seat 1 waits on hare square 14 of the tournament; seat 0 is to act."""
    return example(
        "tournament-2019",
        [[mover], [runner], [64]],
        carrots=[65, holding, 0],
        patch=100,
    )


def test_the_tournament_rule_r8_4() -> None:
    after = play(passing(25), "f16")
    assert (carrots(after)[:2], after["patch"]) == ([59, 15], 116)
    assert (after["seats"][1]["runners"][0]["passed"], obligations(after)[1]) == (True, [None])
    assert legal(after) == ["b", "f17", "f18"]
    after = play(passing(9), "f16")
    assert (carrots(after)[1], obligations(after)[1]) == (0, ["back"])
    assert legal(after) == ["b"]
    assert carrots(play(after, "b"))[1] == 30
    after["seats"][0]["runners"][0]["at"] = 11
    assert legal(after) == ["restart"]
    restarted = play(after, "restart")
    assert (squares(restarted)[1], restarted["to_act"], carrots(restarted)[1]) == ([0], 1, 65)


def test_the_tournament_bonus_r8_4() -> None:
    state = passing(25)
    state["to_act"] = 1
    assert carrots(play(state, "f16"))[1] == 25 + 10 - 3
    assert carrots(play(state, "b"))[1] == 25 + 10 + 30
    state["seats"][1]["runners"][0]["passed"] = True
    assert carrots(play(state, "f16"))[1] == 25 - 3


def test_passing_backwards_and_home_r8_8() -> None:
    after = play(passing(25, mover=17), "b")  # to 15: nobody passed
    assert carrots(after)[1] == 25
    after = play(passing(25, mover=15), "b")
    assert carrots(after)[:2] == [65 + 40, 15]
    state = passing(25, mover=61, runner=62)
    state["seats"][0].update(carrots=6, lettuces=0)
    after = play(state, "f64")
    assert (carrots(after)[1], after["prompt"]) == (15, "over")


def test_own_runners_do_not_pay_r8_4() -> None:
    state = example("tournament-2019", [[12, 14], [0, 0]], patch=100)
    assert play(state, "1:f16")["seats"][0]["runners"][1]["passed"] is False


def test_flat_cost_r8_5() -> None:
    state = example(TEXT, [[14], [20], [0]], options={"hare": "flat-cost"})
    assert carrots(play(state, "f23"))[0] == 65 - 45
    assert "f27" in legal(state)
    assert "f28" not in legal(state)


def test_nap_r8_6() -> None:
    state = example(TEXT, [[13], [12], [0]], options={"hare": "nap"})
    state = play(state, "f14")
    assert (obligations(state)[0], state["to_act"]) == (["rest"], 1)
    awake = play(state, "f16")
    assert obligations(awake)[0] == [None]
    state["to_act"] = 0
    assert legal(state) == ["rest"]
    assert obligations(play(state, "rest"))[0] == [None]


def test_off_r8_7() -> None:
    state = example(TEXT, [[13], [12], [0]], options={"hare": "off"})
    assert "f14" not in legal(state)


def test_the_order_of_obligations_r4_1() -> None:
    state = example("tournament-2019", [[14, 10], [0, 0]])
    owe(owe(state, 0, "back"), 0, "leave", runner=1)
    assert legal(state) == ["1:b"]
    state = example("tournament-2019", [[14, 25], [11, 0]])
    owe(owe(state, 0, "back"), 0, "back", runner=1)
    assert legal(state) == ["2:b", "1:restart"]
    assert legal(play(state, "1:restart")) == ["2:b"]
