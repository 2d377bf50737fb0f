"""R14, the notation of actions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.rules import Action, parse

ACTIONS = {
    "f1": Action("forward", to=1),
    "f64": Action("forward", to=64),
    "1:f12": Action("forward", 0, 12),
    "2:f12": Action("forward", 1, 12),
    "b": Action("back"),
    "2:b": Action("back", 1),
    "restart": Action("restart"),
    "2:restart": Action("restart", 1),
    "draw": Action("draw"),
    "pay": Action("pay"),
    "decline": Action("decline"),
    "chew": Action("chew"),
    "rest": Action("rest"),
    "miss": Action("miss"),
    "keep": Action("keep"),
    "discard": Action("discard"),
    "deal": Action("deal"),
    "deal show shuffle": Action("deal", cards=("show", "shuffle")),
    "deal +5 -10 0": Action("deal", cards=("+5", "-10", "0")),
    "roll": Action("roll"),
    "roll 6": Action("roll", value=6),
}

JUNK = (
    *("", " ", "f", "F5", "f05", "f00", " f5", "f5 ", "f5\n", "f 5", "f+5", "f-1", "f1_0", "f5f"),
    *(
        "f\uff15",
        "f\u0663",
        "f\xb2",
        "\uff465",
        "f1e1",
        "f0x5",
        "f5.0",
        "f1234567",
        "forward 5",
        "B",
        "b5",
        "bb",
    ),
    *("1f5", "0:f5", "3:f5", "1:1:f5", "1 :f5", "1: f5", "01:f5", "1:F5", "1:", ":f5", "\uff11:f5"),
    *("1:draw", "1:chew", "1:miss", "2:keep", "Restart", "restart ", "3:restart", "1:restart "),
    *("Draw", "draw ", "draw 10", "pay\t", "chew\x00", "miss.", "keep\u200b", "discard!", "pass"),
    *("deal ", "deal  show", "deal show ", "deal\tshow", "deal Show", "deal show\n", "Deal show"),
    *("roll ", "roll 0", "roll 06", "roll  6", "roll 6 ", "roll -1", "roll six", "roll 1234567"),
)


@pytest.mark.parametrize("text", ACTIONS)
def test_one_line_of_text_per_action_r14_1_r14_2(text: str) -> None:
    assert parse(text) == ACTIONS[text]
    assert str(ACTIONS[text]) == text


@pytest.mark.parametrize("text", JUNK)
def test_only_the_exact_text_is_in_the_notation_r14_1(text: str) -> None:
    assert parse(text) is None


_runner = st.sampled_from([None, 0, 1])
_card = st.text("abcxyz0123456789+-", min_size=1)
actions = st.one_of(
    st.builds(Action, st.just("forward"), _runner, st.integers(0, 999_999)),
    st.builds(Action, st.sampled_from(["back", "restart"]), _runner),
    st.sampled_from([action for text, action in ACTIONS.items() if text.isalpha()]),
    st.builds(Action, st.just("deal"), cards=st.lists(_card).map(tuple)),
    st.builds(Action, st.just("roll"), value=st.integers(0, 999_999)),
)
texts = st.one_of(
    st.text(),
    st.text("12:fb 0.-restodalpychwimkni\u0663"),
    st.builds("".join, st.lists(st.sampled_from([*ACTIONS, *"12:fb 05\n"]), max_size=4)),
)


@given(actions)
def test_what_an_action_prints_denotes_that_action(action: Action) -> None:
    assert parse(str(action)) == action


@given(texts)
def test_a_text_denotes_nothing_or_an_action_that_prints_the_same(text: str) -> None:
    action = parse(text)
    assert action is None or str(action) == text
