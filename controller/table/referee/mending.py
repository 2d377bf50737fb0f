"""Takes over the runners' squares from the board into the game.

Carrots, lettuces, cards and turn stay as the game has them. The board gives the squares of the
runners only: a runner's obligation follows from its square.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from controller.game.pieces import PIECES, Colour, NameAt, Seating
from controller.game.rules import Runner, Seat, State
from controller.game.rules.ruleset.track import LETTUCE
from controller.game.rules.text.check import problems
from controller.table.referee.expected import agrees, expected
from controller.table.tracker import Placement

_NUMBERS: Final = {piece.colour: piece.number for piece in PIECES}
"""Number of each runner in the box."""


class CannotMend(Exception):
    """The game cannot take over the sensed placement; says why not.

    Attributes:
        template: an English sentence that names its facts in braces.
        facts: the values of the braces.
    """

    def __init__(self, template: str, **facts: int | str | NameAt) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template.format_map(facts))


def position_on_board(
    state: State, seating: Seating, placement: Placement, leave: Collection[Colour] = ()
) -> State:
    """Return the position with every runner on the square where it is sensed.

    A runner that no reader sees stays where the game has it, if that is START, HOME or a square
    that is not read. No runner comes HOME this way.

    Args:
        state: the game.
        seating: the players and their runners.
        placement: where the runners are sensed.
        leave: runners in an ordinary move; they stay where the game has them.

    Raises:
        CannotMend: the placement cannot be taken over.
    """
    if state.prompt != "move":
        raise CannotMend("Answer the game's question first.")
    _no_strangers(seating, placement)
    home = list(state.home)
    wanted = expected(state, seating)
    seats: list[Seat] = []
    for number, holder in enumerate(state.seats):
        runners = list(holder.runners)
        for index, runner in enumerate(runners):
            colour = seating.colour(number, index)
            if colour in leave or agrees(state, seating, placement, colour, wanted[colour]):
                continue
            square = _seen_on(colour, state, seating, placement)
            if square == runner.at:
                continue  # It only lies the wrong way up.
            if runner.at == state.rules.home:
                home.remove((number, index))
            runners[index] = found_on(square, holder, state)
        seats.append(msgspec.structs.replace(holder, runners=tuple(runners)))
    mended = msgspec.structs.replace(state, seats=tuple(seats), home=tuple(home))
    _no_crowd(mended, seating, placement, leave)
    if problems(mended):
        raise CannotMend(
            "The runners could never stand like this in a game. Put them where they belong instead."
        )
    return mended


def _no_strangers(seating: Seating, placement: Placement) -> None:
    strange = set(placement.strangers)
    for colour, spot in placement.spots.items():
        if seating.runner(colour) is None and spot.square is not None and placement.sees(colour):
            strange.add(spot.square)
    if strange:
        raise CannotMend(
            "Something on square {square} is not part of this game. Take it away first.",
            square=min(strange),
        )


def _seen_on(colour: Colour, state: State, seating: Seating, placement: Placement) -> int:
    """Return the square where a misplaced runner is sensed."""
    who = _who(colour, seating)
    square = placement.spot(colour).square
    if square is None or not placement.sees(colour):
        raise CannotMend(
            "The board cannot see {name}'s runner {number}. Put it on its square first.", **who
        )
    if square == state.rules.home:
        raise CannotMend(
            "{name}'s runner {number} stands at HOME, but only a move can bring it there. Put "
            "it back where it was, then play the move.",
            **who,
        )
    if square > state.rules.home:
        raise CannotMend(
            "{name}'s runner {number} stands on square {square}, which this track doesn't "
            "have. Put it on its square first.",
            **who,
            square=square,
        )
    return square


def _who(colour: Colour, seating: Seating) -> dict[str, int | NameAt]:
    """Return the facts that name a runner in a sentence: its player, its number in the box."""
    runner = seating.runner(colour)
    assert runner is not None
    return {"name": NameAt(seating.players, runner[0]), "number": _NUMBERS[colour]}


def found_on(square: int, holder: Seat, state: State) -> Runner:
    """Return a relocated runner: on a lettuce square it must chew one, if its seat has one."""
    if state.rules.kinds[square] != LETTUCE:
        return Runner(square)
    return Runner(square, "chew" if holder.lettuces else "leave")


def _no_crowd(
    state: State, seating: Seating, placement: Placement, leave: Collection[Colour]
) -> None:
    taken: dict[int, Colour] = {}
    for number, holder in enumerate(state.seats):
        for index, runner in enumerate(holder.runners):
            if runner.at in (0, state.rules.home):
                continue
            colour = seating.colour(number, index)
            other = taken.setdefault(runner.at, colour)
            if other == colour:
                continue
            for mover in {colour, other} & set(leave):
                if placement.spot(mover).square != runner.at:
                    raise CannotMend(
                        "{name}'s runner {number} is moving off square {square}. Play that "
                        "move on the phone first.",
                        **_who(mover, seating),
                        square=runner.at,
                    )
            raise CannotMend(
                "Two runners would be on square {square}. Put one of them somewhere else first.",
                square=runner.at,
            )
