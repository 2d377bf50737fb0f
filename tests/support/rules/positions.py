"""Positions made by hand, and what there is to see in them: the words the rule tests are told in.

Squares are those of track B unless a test says otherwise:

     1 H C H 3 C H F 2 4 L    11 T 3 C H T F 2 4 T 3    21 C L 2 T H C 4 3 2 T
    31 H F C H 2 3 T C H C    41 2 L T 3 4 H 2 F C T    51 H 3 2 4 C T L H C F
    61 C H C HOME
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import Ruleset, Runner, Seat, State, apply, legal, new_game, why
from controller.game.rules.events import Event
from controller.game.rules.state import Obligation

HOME = 64

Place = int | tuple[int, int]
"""Where the runner of a seat stands, or its two runners."""


def position(
    at: Sequence[Place],
    *,
    carrots: int | Sequence[int] = 65,
    lettuces: int | Sequence[int] = 3,
    to_act: int = 0,
    owes: Mapping[int, Obligation] | None = None,
    misses: Sequence[int] = (),
    passed: Sequence[int] = (),
    home: Sequence[tuple[int, int]] | None = None,
    cards: str = "",
    patch: int | None = None,
    rules: Ruleset | None = None,
    **options: Any,
) -> State:
    """A turn of `parlett-2018`, the runners standing where they are put.

    Args:
        at: for each seat where its runner is, or its two runners.
        carrots: in each hand, one number for all or one for each seat.
        lettuces: likewise.
        to_act: the seat whose turn it is.
        owes: obligations by seat; of two runners it is the first one's.
        misses: the seats that miss their next turn.
        passed: the seats whose waiting runner was passed; of two runners it is the first one.
        home: the order of arrival where it is not that of the seats.
        cards: the hare cards on top, the first to be drawn first.
        patch: the carrots in the patch; None for one that never runs out.
        rules: the rules, where an edition does not have them.
        options: options that differ from the edition's.
    """
    seats = len(at)
    places = [place if isinstance(place, tuple) else (place,) for place in at]
    hands = [carrots] * seats if isinstance(carrots, int) else carrots
    if patch is not None:  # start_carrots: so that any total is enough for the deal
        options = {"patch_total": patch + sum(hands), "start_carrots": 0, **options}
    rules = rules or make_ruleset(seats=seats, options={"runners": len(places[0]), **options})
    arrived = [
        (seat, runner)
        for seat, squares in enumerate(places)
        for runner, square in enumerate(squares)
        if square == rules.home
    ]
    pile = list(rules.deck)
    for card in reversed(cards.split()):
        pile.remove(card)
        pile.insert(0, card)
    return msgspec.structs.replace(
        new_game(rules, seats),
        to_act=to_act,
        prompt="move",
        seats=tuple(
            Seat(
                hands[seat],
                lettuces if isinstance(lettuces, int) else lettuces[seat],
                seat in misses,
                (
                    Runner(squares[0], (owes or {}).get(seat), seat in passed),
                    *map(Runner, squares[1:]),
                ),
            )
            for seat, squares in enumerate(places)
        ),
        pile=tuple(pile),
        patch=patch,
        home=tuple(arrived if home is None else home),
        pending=None,
    )


def opening(seats: int = 3, first: int = 0, **options: Any) -> State:
    """The first turn of a game, the cards dealt in the order of the data file."""
    state = new_game(make_ruleset(seats=seats, options=options), seats, first)
    return play(state, deal(state.pile))


def deal(cards: Sequence[str]) -> str:
    """The chance action that puts the cards in this order."""
    return " ".join(("deal", *cards))


def play(state: State, *actions: str) -> State:
    """The position after these actions."""
    for action in actions:
        state = apply(state, action).state
    return state


def events(state: State, action: str) -> tuple[Event, ...]:
    """What happens when an action is played."""
    return apply(state, action).events


def actions(state: State) -> list[str]:
    """The legal actions in their order."""
    return [str(action) for action in legal(state)]


def codes(state: State, action: str) -> list[str]:
    """The codes of the reasons why an action is not legal."""
    return [reason.code for reason in why(state, action)]


def sentences(state: State, action: str) -> list[str]:
    """The reasons why an action is not legal, as a player reads them."""
    return [reason.message for reason in why(state, action)]


def carrots(state: State) -> list[int]:
    """What each seat holds."""
    return [seat.carrots for seat in state.seats]


def lettuces(state: State) -> list[int]:
    """The lettuces each seat holds."""
    return [seat.lettuces for seat in state.seats]


def squares(state: State) -> list[Place]:
    """Where the runner of each seat is, or its two runners."""
    places = [tuple(runner.at for runner in seat.runners) for seat in state.seats]
    return [(each[0], each[1]) if len(each) == 2 else each[0] for each in places]
