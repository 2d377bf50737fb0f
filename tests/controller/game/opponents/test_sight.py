"""What a seat sees of a game, what a good memory keeps, and what neither ever tells."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from controller.game.history import Game
from controller.game.opponents.memory import Memory, memory_of_start, remember
from controller.game.opponents.sight import Sight, imagined, sight_of
from controller.game.rules import Action, State, Step, apply, legal
from controller.game.rules.events import seen_by
from controller.game.rules.text.check import problems
from tests.support.rules.any_rules import any_action, any_positions, any_start
from tests.support.rules.positions import opening, position
from tests.support.tiers import few_or

LONGEST = 60
"""Actions compared of a game: whoever plays at random may play for ever."""


def hidden_changes(state: State, seat: int, rng: random.Random) -> State:
    """A twin: other holdings elsewhere than at this seat, the pile in another order."""
    pile = list(state.pile)
    rng.shuffle(pile)
    patch = state.patch
    seats = list(state.seats)
    for other, holder in enumerate(seats):
        if other == seat:
            continue
        carrots = rng.randrange(120)
        if patch is not None:
            patch += holder.carrots
            carrots = min(carrots, patch)
            patch -= carrots
        seats[other] = msgspec.structs.replace(holder, carrots=carrots)
    return msgspec.structs.replace(state, seats=tuple(seats), pile=tuple(pile), patch=patch)


def public(step: Step, seat: int) -> list[object]:
    return [seen_by(event, seat) for event in step.events]


def played_alike(
    one: State, other: State, seat: int, rng: random.Random
) -> Iterator[tuple[State, Memory, State, Memory]]:
    """Two games by the same actions, for as long as this seat notices no difference."""
    memories = memory_of_start(one), memory_of_start(other)
    for _ in range(LONGEST):
        yield one, memories[0], other, memories[1]
        if one.prompt == "over" or legal(one) != legal(other):
            return
        action = any_action(one, rng)
        actor = one.to_act
        assert actor is not None
        steps = apply(one, str(action)), apply(other, str(dealt_anew(action, rng)))
        if public(steps[0], seat) != public(steps[1], seat):
            return
        memories = memories[0].after(actor, steps[0]), memories[1].after(actor, steps[1])
        one, other = steps[0].state, steps[1].state


def dealt_anew(action: Action, rng: random.Random) -> Action:
    if action.kind != "deal":
        return action
    return Action("deal", cards=tuple(rng.sample(action.cards, len(action.cards))))


@pytest.mark.parametrize("games", few_or(40, 2000))
def test_games_that_differ_only_in_what_is_hidden_look_alike(games: int) -> None:
    rng = random.Random(21)
    compared = differing = 0
    for _ in range(games):
        start = any_start(rng)
        if start.rules.options.open_hands:
            continue
        seat = rng.randrange(len(start.seats))
        # A game from its deal: the piles differ. One from the middle: hands as well.
        # The usual deal has no twin with other hands.
        middle = rng.choice([*positions_of(start, rng)][1:])
        for one, other in ((start, start), (middle, hidden_changes(middle, seat, rng))):
            for a, memory_of_a, b, memory_of_b in played_alike(one, other, seat, rng):
                assert sight_of(a, memory_of_a, seat) == sight_of(b, memory_of_b, seat)
                compared += 1
                differing += a != b
    assert compared > 10 * games
    assert differing > games


def positions_of(start: State, rng: random.Random) -> Iterator[State]:
    state = start
    for _ in range(LONGEST):
        yield state
        if state.prompt == "over":
            return
        state = apply(state, str(any_action(state, rng))).state


def test_after_the_usual_deal_a_good_memory_knows_every_hand() -> None:
    rng = random.Random(3)
    for _ in range(30):
        game = Game(any_start(rng))
        for _ in range(LONGEST):
            if game.state.prompt == "over":
                break
            game = game.push(any_action(game.state, rng))
        seen = sight_of(game.state, remember(game), 0)
        assert [each.carrots for each in seen.seats] == [each.carrots for each in game.state.seats]
        assert seen.patch == game.state.patch


def sights(state: State, *actions: str, seat: int = 0) -> Sight:
    """What a seat sees after these actions of a game that began in the middle."""
    game = Game(state).replay(actions)
    return sight_of(game.state, remember(game), seat)


def test_a_game_from_the_middle_hides_the_others_hands_and_the_patch() -> None:
    seen = sights(position([10, 20, 30], carrots=[11, 22, 33], owes={0: "chew"}, patch=500))
    assert [each.carrots for each in seen.seats] == [11, None, None]
    assert seen.patch is None


def test_a_hand_that_is_shown_is_known_from_then_on() -> None:
    start = position([9, 12, 15], carrots=[65, 40, 40], to_act=1, cards="show")
    assert [each.carrots for each in sights(start, "f14").seats] == [65, 40 - 3, None]


@pytest.mark.parametrize(("card", "held"), [("restore", 65), ("lose-half", None)])
def test_a_card_tells_only_what_it_sets(card: str, held: int | None) -> None:
    start = position([9, 12, 15], carrots=[65, 40, 40], to_act=1, cards=card)
    assert sights(start, "f14").seats[1].carrots == held


def test_a_restart_tells_the_holding() -> None:
    start = position([30, 1, 15], carrots=[65, 0, 40], to_act=1)
    assert sights(start, "restart").seats[1].carrots == 65


def test_open_hands_are_seen() -> None:
    seen = sights(position([9, 20, 30], carrots=[11, 22, 33], open_hands=True))
    assert [each.carrots for each in seen.seats] == [11, 22, 33]


def test_cards_that_came_are_remembered_until_the_shuffle() -> None:
    start = position([9, 12, 15], cards="free-ride show")
    game = Game(start).push("f14")
    drawn = [*start.rules.deck]
    drawn.remove("free-ride")
    assert remember(game).undrawn == tuple(sorted(drawn))
    all_drawn = Memory(frozenset(), ("free-ride",)).after(0, apply(start, "f14"))
    assert all_drawn.undrawn == tuple(sorted(start.rules.deck))
    shuffled = Game(position([9, 12, 15], cards="shuffle")).push("f14")
    dealt = shuffled.push(" ".join(("deal", *start.rules.deck)))
    assert remember(dealt).undrawn == tuple(sorted(start.rules.deck))


def test_a_deal_is_remembered_without_its_order() -> None:
    game = Game(position([9, 12, 15], cards="shuffle")).push("f14")
    game = game.push(" ".join(("deal", *game.state.rules.deck)))
    assert remember(game).played == ((0, Action("forward", to=14)), (0, Action("deal")))


def test_a_correction_of_the_board_keeps_what_is_known() -> None:
    game = Game(opening())
    one, two = position([1, 2, 3]), position([1, 2, 4], carrots=[65, 65, 30])
    assert remember(game.mend(one)).known == frozenset()  # began after the deal, from the middle
    known = Memory(frozenset({0, 1, 2}), ())
    assert known.mended(one, position([1, 2, 4])).known == {0, 1, 2}
    assert known.mended(one, two).known == {0, 1}


def test_what_is_imagined_looks_the_same_and_is_a_position_of_the_game() -> None:
    rng = random.Random(5)
    for state in any_positions(games=25, seed=8, longest=LONGEST):
        for memory in (memory_of_start(state), Memory(frozenset(range(6)), ())):
            seat = rng.randrange(len(state.seats))
            seen = sight_of(state, memory, seat)
            thought = imagined(seen, rng)
            assert sight_of(thought, memory, seat) == seen
            if seen.patch == state.patch:
                assert problems(thought) == problems(state) == ()
