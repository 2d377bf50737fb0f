"""The table of the race alone equals what the rules themselves allow, tried out state by state."""

import itertools
from typing import Any, Final

import msgspec
import pytest

from controller.game.editions.rulesets import load_track, make_ruleset
from controller.game.opponents.race_table import (
    MOST_CARROTS,
    MOST_LETTUCES,
    MOST_TURNS,
    SPARE_CARROTS,
    RaceTable,
    race_table,
)
from controller.game.rules import Ruleset, Runner, Seat, State, Track, apply_legal, legal, new_game
from controller.game.rules.ruleset.build import build_ruleset
from controller.game.rules.state import Obligation
from tests.support.tiers import sample

Node = tuple[int, int, int, Obligation | None]
"""Square, carrots, lettuces, obligation of a runner alone."""

OBLIGATIONS: Final[dict[str, tuple[Obligation | None, ...]]] = {
    "off": (None,),
    "flat-cost": (None,),
    "nap": (None, "rest"),
    "tournament": (None, "back"),
}
"""The obligations of a runner on a hare square."""
TRACK: Final = Track("small", ("H", "3", "C", "L", "2", "T", "H", "F", "L", "C", "4", "H", "C"))
OPENING: Final = Track("no way back", ("3", "H", "L", "2", "H", "F", "H"))
# Those that `sample` leaves out are long, the whole track among them.
CASES: Final[list[tuple[Track, int, dict[str, Any]]]] = [
    (OPENING, 1, {"hare": "nap", "restart_carrots": 16}),
    (TRACK, 2, {"hare": "flat-cost"}),
    (TRACK, 3, {"hare": "nap", "home_limit": "flat-20"}),
    (TRACK, 4, {"hare": "tournament", "lettuces": 0}),
    (OPENING, 2, {"hare": "tournament", "lettuces": 1}),
    (TRACK, 1, {"hare": "off"}),
    (TRACK, 5, {"hare": "off", "restart_carrots": 15}),
    (load_track("B"), 2, {"hare": "off", "lettuces": 1, "start_carrots": 65}),
    (OPENING, 3, {"hare": "flat-cost", "lettuces": 1, "home_limit": "flat-20"}),
]


def rules_on(track: Track, **options: Any) -> Ruleset:
    usual = make_ruleset(
        seats=3,
        options={
            "start_carrots": 20,
            "restart_carrots": 20,
            "restore_carrots": 20,
            "lettuces": 2,
            **options,
        },
    )
    return build_ruleset("small", usual.options, track)


def alone(rules: Ruleset, position: int, node: Node) -> State:
    """A runner with nobody in its way: some are HOME before it, another waits on START."""
    at, carrots, lettuces, obligation = node
    # One that must move back was passed (R8.4).
    runner = Runner(at, obligation, passed=obligation == "back")
    others = (Seat(0, 0, False, (Runner(rules.home),)),) * (position - 1)
    return msgspec.structs.replace(
        new_game(rules, position + 1),
        to_act=0,
        prompt="move",
        seats=(Seat(carrots, lettuces, False, (runner,)), *others, Seat(0, 0, False, (Runner(),))),
        home=tuple((seat, 0) for seat in range(1, position)),
        pending=None,
    )


def brute_force(rules: Ruleset, position: int, most: int) -> dict[Node, int]:
    """The fewest turns from each node, by playing every legal action of every node."""
    follows: dict[Node, list[tuple[int, Node]]] = {}
    for at in range(rules.home):
        owed: tuple[Obligation | None, ...] = (None,)
        if rules.kinds[at] == "H":
            owed = OBLIGATIONS[rules.options.hare]
        elif rules.kinds[at] == "L":
            owed = ("chew", "leave")
        for carrots, lettuces, obligation in itertools.product(
            range(most + 1),
            range(rules.options.lettuces + 1),
            owed,
        ):
            if lettuces or obligation != "chew":
                node: Node = (at, carrots, lettuces, obligation)
                follows[node] = followers(rules, position, node)
    turns = dict.fromkeys(follows, MOST_TURNS)
    changed = True
    while changed:
        changed = False
        for node, ways in follows.items():
            found = min(
                (
                    cost + (turns.get(to, MOST_TURNS) if to[0] < rules.home else 0)
                    for cost, to in ways
                ),
                default=MOST_TURNS,
            )
            if found < turns[node]:
                turns[node], changed = found, True
    return turns


def followers(rules: Ruleset, position: int, node: Node) -> list[tuple[int, Node]]:
    """What each action leads to, and the turns that takes: none for a restart."""
    state = alone(rules, position, node)
    found: list[tuple[int, Node]] = []
    for action in legal(state):
        after = apply_legal(state, action).state.seats[0]
        (runner,) = after.runners
        to = (runner.at, after.carrots, after.lettuces, runner.obligation)
        if to != node:
            found.append((0 if action.kind == "restart" else 1, to))
    return found


@pytest.mark.parametrize(("track", "position", "options"), sample(4, CASES))
def test_the_table_equals_brute_force(track: Track, position: int, options: dict[str, Any]) -> None:
    rules = rules_on(track, **options)
    table = race_table(rules, position)
    expected = brute_force(rules, position, table.most_carrots)
    found = {
        node: table.turns(node[0], node[1], node[2], node[3])
        for node in expected
        # Carrots past the end of the table count as its end.
        if node[1] + 10 * max(position, node[0]) <= table.most_carrots
    }
    assert found == {node: expected[node] for node in found}
    assert len(set(found.values())) > 3


@pytest.mark.parametrize("edition", ["parlett-2018", "intellect-1974"])
def test_the_first_of_two_runners_spends_its_share(edition: str) -> None:
    """It may bring any number HOME, but leaves them to the other (R10.3)."""
    rules = make_ruleset(edition, 2)
    last, first = race_table(rules, 1), race_table(rules, 1, first_of_two=True)
    for at in range(rules.home):
        for carrots in range(0, last.most_carrots, 7):
            assert first.turns(at, carrots, 0) >= last.turns(at, carrots, 0)
    assert first.turns(62, 3, 0) == last.turns(62, 3, 0) == last.turns(62, 4, 0) == 1
    assert first.turns(62, 4, 0) > 1


def test_a_longer_track_has_a_longer_table() -> None:
    kinds = load_track("B").kinds
    rules = rules_on(Track("64 squares", (*kinds, "C")), hare="off", lettuces=0)
    table = race_table(rules, 1)
    assert (rules.home, table.turns(64, 10, 0), table.turns(65, 0, 0)) == (65, 1, 0)


def test_holdings_and_lettuces_past_the_table_count_as_its_last() -> None:
    table: RaceTable = race_table(make_ruleset(seats=4), 2)
    most = table.most_carrots
    assert table.turns(30, most + 500, 9) == table.turns(30, most, 3)


@pytest.mark.parametrize("option", ["start_carrots", "restart_carrots", "lettuces"])
def test_a_house_rule_of_a_billion_has_no_larger_table(option: str) -> None:
    table = race_table(rules_on(TRACK, **{option: 10**9}), 2)
    assert table.most_carrots <= MOST_CARROTS + SPARE_CARROTS
    assert len(table.free) <= MOST_LETTUCES + 1
    assert table.turns(0, 10**9, 10**9) == table.turns(0, table.most_carrots, MOST_LETTUCES)
    assert len({*table.row(1, 0, "back")}) == 1  # no tortoise behind: with the restart's carrots
