"""Random games over all editions, hare rules and numbers of seats."""

import json
import random
from typing import Any

import pytest

from tests.naive import TRACKS, legal, new, play
from tests.naive.data import EDITIONS, HARE_RULES
from tests.naive.table import State
from tests.support.tiers import sample

LONGEST = 6000

Game = tuple[str, int, dict[str, Any]]


def games() -> list[Game]:
    """Every edition with every number of seats, and house rules besides."""
    usual: list[Game] = [
        (edition, seats, {}) for edition in EDITIONS for seats in range(2, 7) for _ in range(3)
    ]
    hares: list[Game] = [
        ("parlett-2018", seats, {"hare": hare, "patch_total": total, "restart_carrots": 15})
        for hare in HARE_RULES
        for seats in range(2, 7)
        for total in (None, 95 * seats, 130 * seats)
    ]
    others: list[Game] = [
        ("gibsons-2010", 4, {"teams": [[0, 2], [1, 3]]}),
        ("gibsons-1987", 6, {"teams": [[0, 2, 4], [1, 3, 5]], "finish": "first-home"}),
        ("abacus-2000", 6, {"teams": [[0, 3], [1, 4], [2, 5]]}),
        ("tournament-2019", 3, {"runners": 2, "patch_total": 400}),
        ("abacus-2000", 3, {"runners": 2, "finish": "first-home"}),
        ("ravensburger-1978", 3, {"runners": 2, "patch_total": 300, "baulk": True}),
        ("parlett-2018", 2, {"runners": 1, "home_limit": "flat-20"}),
    ]
    return usual + hares + others


def choose(state: State, rng: random.Random) -> str:
    """A random action, leaning a little towards an end of the game."""
    if state["prompt"] == "deal":
        pile = list(state["pile"])
        rng.shuffle(pile)
        return " ".join(["deal", *pile])
    if state["prompt"] == "roll":
        return f"roll {rng.randint(1, 6)}"
    actions = legal(state)
    track = TRACKS[state["options"]["track"]]
    for action in actions:
        target = action.rpartition("f")[2]
        if target.isdigit() and (int(target) > len(track) or track[int(target) - 1] == "L"):
            return action
    if state["seats"][state["to_act"]]["lettuces"] == 0 and rng.random() < 0.8:
        actions = (
            [a for a in actions if a == "pay"]
            or [a for a in actions if not a.endswith(("b", "draw"))]
            or actions
        )
    return rng.choice(actions)


def check(state: State) -> None:
    """What holds in every position."""
    assert json.loads(json.dumps(state)) == state
    in_hand = [player["carrots"] for player in state["seats"]]
    assert min(in_hand) >= 0
    if state["patch"] is not None:
        assert state["patch"] >= 0
        gifts = 0
        if state["prompt"] == "gift":
            gifts = state["pending"]["amount"] * len(state["pending"]["waiting"])
        assert sum(in_hand) + state["patch"] + gifts == state["options"]["patch_total"]
    track = TRACKS[state["options"]["track"]]
    on_track = []
    at_home = []
    for seat, player in enumerate(state["seats"]):
        assert player["lettuces"] >= 0
        for number, runner in enumerate(player["runners"]):
            if runner["at"] > len(track):
                at_home.append([seat, number])
            elif runner["at"] > 0:
                on_track.append(runner["at"])
                if track[runner["at"] - 1] == "L":
                    assert runner["obligation"] in ("chew", "leave")
    assert len(set(on_track)) == len(on_track)
    assert sorted(state["home"]) == at_home
    over = state["prompt"] == "over"
    assert bool(legal(state)) != over
    assert sorted(state["ranking"]) == (list(range(len(state["seats"]))) if over else [])


@pytest.mark.parametrize("number", sample(16, range(len(games()))))
def test_random_games_end(number: int) -> None:
    edition, seats, options = games()[number]
    rng = random.Random(number)
    state = new(edition, seats, rng.randrange(seats), options)
    for _ in range(LONGEST):
        check(state)
        if state["prompt"] == "over":
            return
        state = play(state, choose(state, rng))
    pytest.fail("the game does not end")
