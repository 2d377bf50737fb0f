"""Hand-made examples of the rules apart from those for hare squares."""

import copy
from typing import Any

import pytest

from tests.naive import TRACKS, divide, legal, new, perft, play, positions
from tests.naive.data import DECKS
from tests.naive.examples import carrots, example, obligations, owe, squares

PLAIN = "tournament-2019"  # no pile, no roll


def test_tracks_r1() -> None:
    assert [len(track) for track in (TRACKS["A"], TRACKS["B"])] == [63, 63]
    assert [TRACKS["A"].index("L"), TRACKS["B"].index("L")] == [6, 9]
    assert "".join(TRACKS["A"][-4:]) == "2HLH"
    assert "".join(TRACKS["B"][-4:]) == "FCHC"


def test_a_track_of_another_length_r1_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TRACKS, "short", list("CT2"))
    state = new(PLAIN, 3, options={"track": "short", "lettuces": 0, "start_carrots": 20})
    assert legal(state) == ["f1", "f3", "f4"]
    assert play(state, "f4")["home"] == [[0, 0]]


def test_the_patch_holds_the_rest_r2_4() -> None:
    assert new("abacus-2000", 4)["patch"] == 1434 - 4 * 95
    assert new("devir-2014", 3)["patch"] == 1644 - 3 * 65
    assert new("gibsons-2010", 3)["patch"] is None


def test_positions_r3() -> None:
    state = example(PLAIN, [[0], [64], [5], [64], [0]])
    assert positions(state) == [[4], [1], [3], [2], [4]]


def test_payout_on_leaving_r4_2() -> None:
    state = example(PLAIN, [[8], [9], [0]])
    assert carrots(play(state, "f10"))[0] == 65 + 20 - 3
    assert carrots(play(state, "f10"))[1] == 65
    state = example(PLAIN, [[7], [6], [0]])
    assert carrots(play(state, "f9"))[0] == 65 + 10 - 3


def test_forward_r4_3() -> None:
    state = example(PLAIN, [[0], [2], [9]], carrots=[78, 65, 65], lettuces=[0, 3, 3])
    assert legal(state) == ["f1", "f3", "f4", "f5", "f6", "f7", "f8", "f12"]
    assert carrots(play(state, "f12"))[0] == 0
    state["seats"][0]["carrots"] = 77
    assert "f12" not in legal(state)
    state["seats"][0]["lettuces"] = 1
    assert "f10" in legal(state)


def test_back_r4_4() -> None:
    state = example(PLAIN, [[18], [15], [12]])
    assert "b" not in legal(state)
    state = example(PLAIN, [[18], [11], [12]])
    after = play(state, "b")
    assert squares(after) == [[15], [11], [12]]
    assert carrots(after)[0] == 65 + 30
    after["to_act"] = 0
    assert "b" not in legal(after)


def test_a_missed_turn_r4_6() -> None:
    state = example(PLAIN, [[8], [9], [0]])
    state["seats"][0]["miss"] = True
    assert legal(state) == ["miss"]
    after = play(state, "miss")
    assert (carrots(after)[0], after["seats"][0]["miss"], after["to_act"]) == (65, False, 1)


def test_restart_r4_7() -> None:
    state = example("gibsons-2010", [[3], [5], [6]], carrots=[0, 65, 65])
    assert legal(state) == ["restart"]
    after = play(state, "restart")
    assert (squares(after)[0], carrots(after)[0], after["to_act"]) == ([0], 65, 0)
    assert "f4" in legal(after)


def test_restart_of_one_of_two_runners_r4_7() -> None:
    state = example("gibsons-2010", [[3, 6], [20, 0]], carrots=[0, 95])
    assert legal(state) == ["1:restart", "2:restart"]
    assert squares(play(state, "2:restart"))[0] == [3, 0]
    owe(state, 0, "leave")
    assert legal(state) == ["1:restart"]
    state = example("gibsons-2010", [[0, 64], [20, 0]], carrots=[0, 95])
    assert legal(state) == ["restart"]
    assert squares(play(state, "restart"))[0] == [0, 64]


def test_a_restart_that_does_not_help_ends_the_turn_r4_7() -> None:
    few = {"restart_carrots": 15, "patch_total": 400}
    state = example("gibsons-2010", [[3], [5], [6]], carrots=[0, 199, 199], options=few, patch=2)
    after = play(state, "restart")
    assert (carrots(after)[0], after["patch"], after["to_act"]) == (2, 0, 0)
    state["patch"] = 0
    after = play(state, "restart")
    assert (squares(after)[0], carrots(after)[0], after["to_act"]) == ([0], 0, 1)


def test_the_payout_counts_before_stuck_r4_8() -> None:
    state = example(PLAIN, [[9], [20], [21], [22]], carrots=[0, 65, 65, 65], patch=9)
    assert positions(state)[0] == [4]
    assert legal(state) == ["f10", "f12", "f13", "f14", "f16", "f17"]
    state["options"]["baulk"] = False
    assert legal(state) == ["f10", "f12"]


def test_carrot_square_r5() -> None:
    state = example(PLAIN, [[13], [15], [19]], carrots=[10, 65, 65], patch=10)
    assert {"draw", "pay"} <= set(legal(state))
    assert carrots(play(state, "draw"))[0] == 20
    after = play(state, "pay")
    assert (carrots(after)[0], after["patch"], after["to_act"]) == (0, 20, 1)
    state["patch"] = 9
    state["seats"][0]["carrots"] = 9
    assert not {"draw", "pay"} & set(legal(state))


def test_lettuce_square_r6() -> None:
    state = example(PLAIN, [[7], [11], [9]], to_act=0)
    state = play(state, "f10")
    assert obligations(state)[0] == ["chew"]
    state["to_act"] = 0
    assert legal(state) == ["chew"]
    before = carrots(state)[0]
    state = play(state, "chew")
    assert (carrots(state)[0] - before, state["seats"][0]["lettuces"]) == (20, 2)
    assert obligations(state)[0] == ["leave"]
    state["to_act"] = 0
    state = play(state, "f12")
    assert obligations(state)[0] == [None]


def test_home_r9_1() -> None:
    state = example(PLAIN, [[60], [3], [2]], carrots=[20, 65, 65], lettuces=[0, 3, 3])
    assert positions(state)[0] == [1]
    assert "f64" not in legal(state)  # ten from the flag, ten for the way: twenty left
    state["seats"][0]["carrots"] = 10
    assert play(state, "f64")["home"] == [[0, 0]]
    state["seats"][0]["lettuces"] = 1
    assert "f64" not in legal(state)
    state = example(PLAIN, [[61], [64], [2]], carrots=[27, 0, 65], lettuces=[0, 0, 3])
    assert "f64" not in legal(state)
    state["seats"][0]["carrots"] = 26
    assert "f64" in legal(state)


def test_flat_limit_at_home_r13() -> None:
    state = example("intellect-1974", [[61], [0], [2]], carrots=[26, 65, 65], lettuces=[0, 3, 3])
    assert "f64" in legal(state)
    state["options"]["home_limit"] = "place"
    assert "f64" not in legal(state)


def test_order_at_the_end_r9_3() -> None:
    state = example(PLAIN, [[61], [0], [2], [0]], carrots=[6, 65, 65, 65], lettuces=[0, 3, 3, 3])
    assert play(state, "f64")["to_act"] == 1
    state["options"]["finish"] = "first-home"
    after = play(state, "f64")
    assert after["ranking"] == [0, 2, 1, 3]
    assert (after["prompt"], after["to_act"], legal(after)) == ("over", None, [])


def test_two_runners_r10() -> None:
    state = new("gibsons-2010", 2)
    assert (carrots(state), state["seats"][0]["lettuces"]) == ([95, 95], 5)
    assert carrots(new("ravensburger-2008", 3, options={"runners": 2})) == [98, 98, 98]
    assert carrots(new("gibsons-1987", 2, options={"runners": 1})) == [65, 65]
    state = example("gibsons-2010", [[61, 60], [0, 0]], carrots=[95, 95])
    assert "1:f64" in legal(state)
    state["options"]["first_runner_lettuces"] = False
    assert "1:f64" not in legal(state)
    state = example("gibsons-2010", [[64, 61], [0, 0]], carrots=[26, 95], lettuces=[0, 5])
    after = play(state, "2:f64")
    assert (after["prompt"], after["ranking"]) == ("over", [0, 1])


def test_leaving_with_the_same_runner_r10_2() -> None:
    state = owe(example("gibsons-2010", [[10, 5], [0, 0]]), 0, "leave")
    assert all(action.startswith("1:") for action in legal(state))


def test_teams_r11() -> None:
    teams = {"teams": [[0, 2], [1, 3]]}
    state = example(
        PLAIN, [[61], [3], [64], [4]], carrots=[6, 9, 9, 9], lettuces=[0] * 4, options=teams
    )
    assert play(state, "f64")["ranking"] == [2, 0, 3, 1]
    state = example(
        PLAIN,
        [[61], [3], [2], [4]],
        carrots=[6, 9, 9, 9],
        lettuces=[0] * 4,
        options={**teams, "finish": "first-home"},
    )
    assert play(state, "f64")["ranking"] == [0, 2, 3, 1]


def test_baulking_r12_1() -> None:
    state = owe(example(PLAIN, [[10], [64], [12]], carrots=[5, 21, 30], patch=0), 0, "chew")
    after = play(state, "chew")
    assert positions(state)[0] == [3]
    assert (carrots(after), after["patch"]) == ([30, 11, 15], 0)
    state["options"]["baulk"] = False
    assert carrots(play(state, "chew")) == [5, 21, 30]


@pytest.mark.parametrize(
    ("edition", "seats", "start", "restart"),
    [
        ("abacus-2000", 3, 65, 65),
        ("abacus-2000", 4, 95, 95),
        ("abacus-2000", 2, 95, 95),
        ("devir-2014", 5, 95, 65),
        ("ravensburger-2008", 4, 68, 68),
        ("ravensburger-2008", 6, 98, 68),
        ("gibsons-1987", 4, 65, 65),
        ("gibsons-1987", 5, 95, 65),
    ],
)
def test_editions_r13(edition: str, seats: int, start: int, restart: int) -> None:
    options = new(edition, seats)["options"]
    assert (options["start_carrots"], options["restart_carrots"]) == (start, restart)


@pytest.mark.parametrize(
    "options",
    [
        {"colour": 1},
        {"track": "C"},
        {"runners": 2},
        {"lettuces": True},
        {"restart_carrots": 14},
        {"patch_total": 259},
        {"teams": [[0, 1], [2, 3]]},
    ],
)
def test_impossible_options_are_refused_r13_1(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        new("gibsons-2010", 4, options=options)


def test_notation_is_exact_r14() -> None:
    state = example(PLAIN, [[0], [2], [9]])
    for text in ("f01", "F1", " f1", "f1 ", "1:f1", "draw", "f0", ""):
        with pytest.raises(ValueError, match="not legal"):
            play(state, text)
    state = new("gibsons-2010", 3)
    assert legal(state) == ["deal"]
    for text in ("deal", "deal " + " ".join(state["pile"][1:]), "f1"):
        with pytest.raises(ValueError, match="not a deal"):
            play(state, text)
    assert play(state, " ".join(["deal", *reversed(state["pile"])]))["pile"][0] == "shuffle"


def test_the_order_of_legal_actions() -> None:
    state = example("gibsons-2010", [[13, 16], [0, 0]], carrots=[10, 95])
    assert legal(state) == [
        *["1:b", "1:f14", "1:f17"],
        *["2:b", "2:f17", "2:f18", "2:f20", "2:f21", "draw", "pay"],
    ]


def test_counting() -> None:
    state = new("gibsons-2010", 3)
    assert perft(state, 0) == 1
    assert perft(state, 1) == 1
    dealt = play(state, " ".join(["deal", *DECKS["text-cards"]]))
    assert perft(dealt, 1) == perft(state, 2) == len(legal(dealt)) == 10
    assert sum(divide(dealt, 2).values()) == perft(dealt, 2)
    rolling = play(new("gibsons-1987", 3), "f1")
    assert list(divide(rolling, 1)) == [f"roll {number}" for number in range(1, 7)]
    last = example(PLAIN, [[61], [64], [9]], carrots=[6, 0, 65], lettuces=[0, 0, 3])
    assert perft(play(last, "f64"), 1) == 0


def test_playing_leaves_the_position_alone() -> None:
    state = example("gibsons-2010", [[0], [2], [9]])
    before = copy.deepcopy(state)
    play(state, "f1")
    legal(state)
    assert state == before
