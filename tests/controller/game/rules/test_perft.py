"""Action sequences counted from the positions in `perft/`, by the rules and by the naive ones.

A file says where its position is from, how to get there, and how many sequences of 1, 2, 3 ...
actions there are. Up to `naive_depth` the naive rules have counted them too, and do so again
here; deeper counts are those of the rules alone, and guard against change only.
"""

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import State, apply, legal, new_game, to_builtins
from controller.game.rules.legal import count_legal
from controller.game.rules.perft import divide, perft
from controller.game.rules.text.position import write_position
from tests import naive
from tests.support.rules.positions import position
from tests.support.rules.random_play import some_positions
from tests.support.tiers import sample

DIRECTORY: Final = Path(__file__).parent / "perft"
FILES: Final = sorted(path.stem for path in DIRECTORY.glob("*.toml"))


class Count(msgspec.Struct, forbid_unknown_fields=True):
    """One file.

    Attributes:
        source: where the position is from.
        edition: an edition's id.
        seats: how many.
        options: options that differ from the edition's.
        actions: what leads from the beginning to the position.
        counts: the number of sequences of 1, 2, 3 ... actions.
        naive_depth: up to which length the naive rules have counted them as well.
    """

    source: str
    edition: str
    seats: int
    options: dict[str, Any]
    actions: list[str]
    counts: list[int]
    naive_depth: int


def read(name: str) -> tuple[Count, State]:
    """A file and its position."""
    count = msgspec.toml.decode((DIRECTORY / f"{name}.toml").read_bytes(), type=Count)
    state = new_game(make_ruleset(count.edition, count.seats, count.options), count.seats)
    for action in count.actions:
        state = apply(state, action).state
    return count, state


def shares(ours: dict[str, int], theirs: dict[str, int]) -> str:
    """Both divides side by side, what differs marked."""
    lines = [f"{'action':<24} {'rules':>10} {'naive':>10}"]
    for action in sorted({*ours, *theirs}):
        mine, other = ours.get(action), theirs.get(action)
        mark = "" if mine == other else "  <--"
        lines.append(f"{action[:24]:<24} {mine!s:>10} {other!s:>10}{mark}")
    return "\n".join(lines)


def test_there_are_files() -> None:
    assert len(FILES) >= 6


@pytest.mark.parametrize("name", FILES)
def test_the_rules_count_what_the_file_says(name: str) -> None:
    count, state = read(name)
    for depth, leaves in enumerate(count.counts, start=1):
        found = perft(state, depth)
        if found != leaves:
            table = shares(divide(state, depth), naive.divide(to_builtins(state), depth))
            pytest.fail(f"depth {depth}: {found} instead of {leaves}\n{table}")


@pytest.mark.parametrize("name", sample(12, FILES))
def test_the_naive_rules_count_the_same(name: str) -> None:
    count, state = read(name)
    theirs = naive.divide(to_builtins(state), count.naive_depth)
    ours = divide(state, count.naive_depth)
    assert ours == theirs, "\n" + shares(ours, theirs)
    assert sum(theirs.values()) == count.counts[count.naive_depth - 1]


def test_nothing_to_play_is_one_way_to_play_it() -> None:
    assert perft(new_game(make_ruleset(), 3), 0) == 1


@pytest.mark.parametrize(
    "state",
    [
        *some_positions(60, seed=11),
        position([(14, 15), (0, 0)], owes={0: "back"}, hare="tournament"),
        position([(10, 15), (0, 0)], owes={0: "chew"}),
        position([(14, 15), (0, 0)], owes={0: "rest"}, hare="nap"),
        position([14, 0, 0], misses=[0]),
    ],
    ids=write_position,
)
def test_legal_actions_are_counted_as_they_are_listed(state: State) -> None:
    assert count_legal(state) == len(legal(state))
