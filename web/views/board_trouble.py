"""Sentences about the board: misplaced runners, errands, blind squares."""

from collections.abc import Collection
from typing import Literal

from controller.game.pieces import Colour, Seating
from controller.game.rules import State
from controller.table.lit_squares import runners_moved
from controller.table.referee import FACE_DOWN, Errand, Mismatch
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views.words import Teller, colour_name, stretches

Role = Literal["subject", "object"]
"""What a runner is in its sentence: some languages name it differently."""


def mismatch(
    fault: Mismatch,
    state: State,
    table: Teller,
    seat: int | None = None,
    *,
    elsewhere: bool = False,
) -> str:
    """Describe a mismatch in a sentence with its remedy, to everybody or to a seat's player.

    Args:
        fault: the mismatch.
        state: the game.
        table: makes the sentence.
        seat: whom it is told; None for everybody.
        elsewhere: True if squares are lit where the runner may go instead.
    """
    home, say = table.home, table.say
    if fault.kind == "stranger":
        return _stranger(fault, table)
    assert fault.colour is not None
    assert fault.belongs is not None
    runner = _runner(fault.colour, table, seat, "subject")
    if fault.square is None or fault.kind == "missing":
        return say._(
            "{runner} is missing: put it {there}.",
            runner=runner,
            there=_onto(fault.belongs, home, say),
        )
    here, there = _where(fault.square, home, say), _where(fault.belongs, home, say)
    match fault.kind:
        case "wrong-way-up":
            whom, onto = (
                _runner(fault.colour, table, seat, "object"),
                _onto(fault.square, home, say),
            )
            if _face_down(fault.colour, state, table.seating):
                return say._("Lay {runner} {there} face down.", runner=whom, there=onto)
            return say._("Stand {runner} {there} upright.", runner=whom, there=onto)
        case "crowded":
            return say._(
                "Square {square} is crowded. {runner} belongs {there}.",
                square=fault.square,
                runner=runner,
                there=there,
            )
        case _ if elsewhere:
            return say._(
                "{runner} may not stop {here}: put it back {there}, or on a lit square.",
                runner=runner,
                here=here,
                there=_onto(fault.belongs, home, say),
            )
        case _:
            return say._(
                "{runner} stands {here} but belongs {there}.",
                runner=runner,
                here=here,
                there=there,
            )


def may_go_elsewhere(fault: Mismatch, snapshot: Snapshot) -> bool:
    """Check whether the runner was moved where it may not go, and squares are lit where it may.

    The lights decide, which all see: what its player holds tells nobody anything (R2.3).
    """
    if not fault.reasons or fault.colour is None:
        return False
    seating = snapshot.seating
    return runners_moved(seating, snapshot.finding) == {seating.runner(fault.colour)} and any(
        meaning.startswith("may-go") for meaning in snapshot.lights.values()
    )


def _stranger(fault: Mismatch, table: Teller) -> str:
    say = table.say
    assert fault.square is not None
    if fault.colour is None:
        here = _where(fault.square, table.home, say)
        return say._("There is something unknown {here}: take it away.", here=here)
    colour = colour_name(fault.colour, say)
    if fault.square == table.home:
        return say._("Nobody plays {colour}: take it off HOME.", colour=colour)
    return say._(
        "Nobody plays {colour}: take it off square {square}.", colour=colour, square=fault.square
    )


def errand(task: Errand, table: Teller, seat: int | None = None) -> str:
    """Describe an errand as a friendly request, to everybody or to a seat's player."""
    home, say = table.home, table.say
    runner = _runner(task.colour, table, seat, "object")
    onto = _onto(task.belongs, home, say)
    if task.square == task.belongs:
        if task.face_down:
            return say._("Please lay {runner} {there} face down.", runner=runner, there=onto)
        return say._("Please stand {runner} {there} upright.", runner=runner, there=onto)
    if task.square is None:
        if task.face_down:
            return say._("Please put {runner} {there}, face down.", runner=runner, there=onto)
        return say._("Please put {runner} {there}.", runner=runner, there=onto)
    facts = {
        "runner": runner,
        "here": _from(task.square, home, say),
        "there": _to(task.belongs, home, say),
    }
    if task.face_down:
        return say._("Please carry {runner} {here} {there}, face down.", **facts)
    return say._("Please carry {runner} {here} {there}.", **facts)


def _runner(colour: str, table: Teller, seat: int | None, role: Role) -> str:
    """Name a runner in a sentence; by its colour too if its player has two."""
    say = table.say
    for owner, player in enumerate(table.seating.players):
        if colour not in player.colours:
            continue
        facts = {"name": player.name, "colour": colour_name(colour, say)}
        match role, owner == seat, len(player.colours):
            case "subject", True, 1:
                return say.p_("who is or does", "Your runner")
            case "subject", True, _:
                return say.p_("who is or does", "Your {colour} runner", **facts)
            case "subject", False, 1:
                return say.p_("who is or does", "{name}'s runner", **facts)
            case "subject", False, _:
                return say.p_("who is or does", "{name}'s {colour} runner", **facts)
            case "object", True, 1:
                return say.p_("whom to move", "your runner")
            case "object", True, _:
                return say.p_("whom to move", "your {colour} runner", **facts)
            case "object", False, 1:
                return say.p_("whom to move", "{name}'s runner", **facts)
            case _:
                return say.p_("whom to move", "{name}'s {colour} runner", **facts)
    return colour_name(colour, say)


def _face_down(colour: Colour, state: State, seating: Seating) -> bool:
    runner = seating.runner(colour)
    if runner is None:
        return False
    seat, index = runner
    return state.seats[seat].runners[index].obligation in FACE_DOWN


def unseen(squares: Collection[int], home: int, say: Speech, *, here: bool) -> str:
    """Describe squares with failed readers and the remedy, on a phone or beside it."""
    if len(squares) >= home:
        if here:
            return say._("The board cannot see any square: play here on the phone.")
        return say._("The board cannot see any square: play on the phone.")
    if set(squares) == {home}:
        if here:
            return say._("The board cannot see HOME: play moves to it here on the phone.")
        return say._("The board cannot see HOME: play moves to it on the phone.")
    told = say.listed(stretches(sorted(squares), say, home))
    if len(squares) == 1:
        if here:
            return say._(
                "The board cannot see square {square}: play moves to it here on the phone.",
                square=told,
            )
        return say._(
            "The board cannot see square {square}: play moves to it on the phone.", square=told
        )
    if here:
        return say._(
            "The board cannot see squares {squares}: play moves to them here on the phone.",
            squares=told,
        )
    return say._(
        "The board cannot see squares {squares}: play moves to them on the phone.", squares=told
    )


def _where(square: int, home: int, say: Speech) -> str:
    """Name a square as the place of a runner."""
    if square == 0:
        return say.p_("where", "on START")
    if square == home:
        return say.p_("where", "on HOME")
    return say.p_("where", "on square {square}", square=square)


def _onto(square: int, home: int, say: Speech) -> str:
    """Name a square as the place to put a runner."""
    if square == 0:
        return say.p_("put it", "on START")
    if square == home:
        return say.p_("put it", "on HOME")
    return say.p_("put it", "on square {square}", square=square)


def _to(square: int, home: int, say: Speech) -> str:
    """Name a square as the place to carry a runner to."""
    if square == 0:
        return say.p_("carry it", "to START")
    if square == home:
        return say.p_("carry it", "to HOME")
    return say.p_("carry it", "to square {square}", square=square)


def _from(square: int, home: int, say: Speech) -> str:
    """Name a square as the place to carry a runner from."""
    if square == 0:
        return say.p_("carry it", "from START")
    if square == home:
        return say.p_("carry it", "from HOME")
    return say.p_("carry it", "from square {square}", square=square)
