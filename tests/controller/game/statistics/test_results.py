"""What a race of the journal says of its seats, against a count by the actions alone."""

import random
import re

import pytest

from controller.game.chance import draw_chance, draws_chance
from controller.game.journal.entries import Entry, KeptGame
from controller.game.journal.saved_game import SavedGame
from controller.game.pieces import Player
from controller.game.rules import legal
from controller.game.setup import Setup
from controller.game.statistics import result_of
from tests.support.rules.random_play import homeward

BEGUN = "1978-11-01T20:00:00+00:00"
SETUP = Setup(
    (
        Player("Ann", ("red",)),
        Player("Ben", ("yellow",)),
        Player("The Tortoise", ("green",), "walker"),
        Player("Dot", ("blue",)),
    )
)


def kept(seed: int, setup: Setup = SETUP, most: int = 10_000, mend: int = 0) -> KeptGame:
    """A race as the journal has it, mended after so many entries to where it was."""
    rng = random.Random(seed)
    change = SavedGame().begin(setup)
    saved, entries = change.after, [Entry(7, "begin", change.text)]
    while (state := saved.state) is not None and state.prompt != "over" and len(entries) < most:
        if len(entries) == mend:
            change = saved.mend(state)
        else:
            chance = draws_chance(state, setup)
            action = draw_chance(state, rng) if chance else homeward(state, legal(state), rng)
            change = saved.play(str(action))
        saved = change.after
        entries.append(Entry(7 + len(entries), change.kind, change.text))
    return KeptGame(BEGUN, tuple(entries))


def steps_of(race: KeptGame) -> list[tuple[int, int]]:
    """Every step of a story: the seat that acted, and how far it went forward."""
    saved, steps = SavedGame().begin(SETUP).after, list[tuple[int, int]]()
    for entry in race.entries[1:]:
        state = saved.state
        assert state is not None
        forward = re.fullmatch(r"f(\d+)", entry.text)
        if entry.kind == "mend":
            steps.append((-1, 0))
            saved = saved.mend(state).after
            continue
        assert state.to_act is not None
        far = int(forward[1]) - state.seats[state.to_act].runners[0].at if forward else 0
        steps.append((state.to_act, far))
        saved = saved.play(entry.text).after
    return steps


@pytest.mark.parametrize("mend", [0, 20])
@pytest.mark.parametrize("seed", range(5))
def test_a_result_is_what_the_actions_add_up_to(seed: int, mend: int) -> None:
    race = kept(seed, mend=mend)
    result = result_of(race)
    assert result is not None
    assert [each.name for each in result.seats] == ["Ann", "Ben", "The Tortoise", "Dot"]
    assert [each.opponent for each in result.seats] == ["", "", "walker", ""]
    assert sorted(each.place for each in result.seats) == [1, 2, 3, 4]
    for seat, told in enumerate(result.seats):
        moves = [
            (far, number)
            for number, (who, far) in enumerate(steps_of(race), start=1)
            if who == seat and far
        ]
        # R4.3: n squares cost 1 + 2 + … + n carrots.
        assert told.eaten == sum(n * (n + 1) // 2 for n, _ in moves)
        assert told.longest == max(n for n, _ in moves)
        assert told.longest_turn == min(at for n, at in moves if n == told.longest)
        assert told.turns >= len(moves)
        assert told.lettuces <= 3


def test_a_race_that_has_not_ended_has_no_result() -> None:
    assert result_of(kept(1, most=30)) is None


def test_a_race_that_cannot_be_replayed_has_no_result() -> None:
    race = kept(1)
    broken = (race.entries[0], Entry(8, "play", "f64"), *race.entries[2:])
    assert result_of(KeptGame(BEGUN, broken)) is None


def test_who_is_home_has_chewed_all_lettuces_and_has_few_carrots_left() -> None:
    result = result_of(kept(3))
    assert result is not None
    first = next(each for each in result.seats if each.place == 1)
    assert first.lettuces == 3
    assert first.left <= 10  # R9: the first HOME may hold ten
