"""People who behave: they play in turn, and do what the board and the phones ask of them."""

import random
from typing import Final, Literal

from controller.game.pieces import Colour
from controller.game.rules import Action, State, legal
from controller.game.rules.ruleset.track import LETTUCE
from controller.table.commands import Confirm, EndTap, Mend, Pause
from controller.table.lit_squares import destination
from controller.table.referee import RefereeFinding, expected
from tests.chaos.boards import SCAN_S
from tests.chaos.checks import differing, named
from tests.chaos.table import Table
from tests.chaos.truth import Wrong

MOST_PLIES: Final = 20_000
"""Hands that wander about have needed two and a half thousand."""
BY_HAND: Final = 0.05
"""The share of turns at the end that are not played on the phone: that takes longer."""
TOO_MUCH: Final = 1e6
WHIM: Final = 0.15
"""How often somebody does just anything."""
PATIENCE: Final = 12
"""How many times people look again whether the board asks for something else."""


def chosen(state: State, rng: random.Random) -> Action:
    """An action of somebody who wants to get HOME soon."""
    actions = legal(state)
    if actions[0].kind == "deal":
        cards = list(state.rules.deck)
        rng.shuffle(cards)
        return Action("deal", cards=tuple(cards))
    if actions[0].kind == "roll":
        return Action("roll", value=rng.randint(1, len(state.rules.table)))
    if rng.random() < WHIM:
        return rng.choice(actions)
    return min(actions, key=lambda action: (_distance_left(state, action), rng.random()))


def _distance_left(state: State, action: Action) -> float:
    """How far one is from a good way HOME after an action, roughly."""
    assert state.to_act is not None
    holder, home = state.seats[state.to_act], state.rules.home
    at = holder.runners[action.runner or 0].at
    to = destination(state, action)
    if to is None:
        carrots = holder.carrots + {"draw": 10, "pay": -10}.get(action.kind, 0)
        return _badness(carrots, home - at) + 2
    steps = to - at
    carrots = holder.carrots - (steps * (steps + 1) // 2 if steps > 0 else 10 * steps)
    if to == home:
        return -1000.0
    if steps < 0 and not holder.lettuces:
        return TOO_MUCH  # Whoever goes back for carrots has too many of them in the end.
    lettuces = [square for square in range(1, home) if state.rules.kinds[square] == LETTUCE]
    if holder.lettuces:
        if to in lettuces:
            return -100.0
        ahead = [square for square in lettuces if square > to]
        return min(ahead) - to + _badness(carrots, home - to) / 10 if ahead else 60.0 + steps
    return _badness(carrots, home - to) + (home - to) / 4


def _badness(carrots: int, left: int) -> float:
    """How far a number of carrots is from what such a way costs."""
    return abs(carrots - 3 * left - 5)


def colour_of(table: Table, action: Action) -> Colour:
    """The runner an action of the seat to act is about."""
    state = table.state
    assert state is not None
    assert state.to_act is not None
    return table.snapshot.seating.colour(state.to_act, action.runner or 0)


def go_on_if_paused(table: Table) -> None:
    if table.snapshot.paused:
        table.ask(Pause(paused=False))
    if table.snapshot.tap is not None:
        table.ask(EndTap(table.snapshot.tap.number))


def follow(table: Table) -> int:
    """Do literally what is asked, until nothing is; returns how many pieces were carried.

    Raises:
        Wrong: there is no end to it, or the wood is not right at the end.
    """
    carried = 0
    table.opponents_rest = True
    for _ in range(PATIENCE):
        table.wait(2.0 if table.kind == "plain" else 3.0)
        finding, state = table.finding, table.state
        if state is None or state.prompt == "over":
            break
        if finding.candidate is not None and not finding.held:
            continue
        if not (finding.mismatches or finding.errands or finding.in_hand or finding.put_back):
            break
        if finding.put_back and not finding.mismatches and not finding.errands:
            if not table.ask(Confirm(table.version)):
                raise Wrong("a runner was put back, and that cannot be confirmed")
            continue
        carried += _carry(table)
    else:
        raise Wrong(f"there is no end of carrying: {table.finding}")
    table.opponents_rest = False
    left = differing(table)
    if left:
        raise Wrong(f"nothing is asked for, but {left} stand wrong")
    return carried


def _carry(table: Table) -> int:
    """Everything that is asked for just now, in its order."""
    state, seating, finding = table.state, table.snapshot.seating, table.finding
    assert state is not None
    wanted = expected(state, seating)
    carried = 0
    for fault in finding.mismatches:
        table.wait(SCAN_S)
        carried += 1
        if fault.colour is None:
            table.take_card()
        elif fault.belongs is None:
            table.put(fault.colour, 0)
        else:
            table.put(fault.colour, fault.belongs, face_down=wanted[fault.colour].face_down)
    for errand in finding.errands:
        table.wait(SCAN_S)
        carried += 1
        table.put(errand.colour, errand.belongs, face_down=errand.face_down)
    for colour in finding.in_hand:
        table.wait(SCAN_S)
        carried += 1
        table.put(colour, wanted[colour].square, face_down=wanted[colour].face_down)
    return carried


def check_way_out(table: Table) -> None:
    """Say that the game is right, or that the board is, if that is offered; or neither.

    Raises:
        Wrong: something still stands wrong although it was said.
    """
    way = table.rng.choice(("carry", "game", "board"))
    offered = table.finding != RefereeFinding() if way == "game" else table.snapshot.can_mend
    if way == "carry" or not offered:
        return
    by: Literal["game", "board"] = "game" if way == "game" else "board"
    done = table.ask(Mend(by, table.version))
    if not done or any(fault.belongs is not None for fault in table.finding.mismatches):
        raise Wrong(f"the {by} is not taken to be right: {table.finding}")


def check_way_back(table: Table) -> int:
    """Follow what is asked; it must take as many carries as pieces stand wrong, and no more.

    Raises:
        Wrong: it takes more.
    """
    table.wait(2.0 if table.kind == "plain" else 4.0)
    wrong = differing(table) | named(table)
    lying = _lying_unseen(table)
    carried = follow(table)
    if table.kind == "plain" and carried > len(wrong) + len(lying):
        raise Wrong(f"{carried} carries where {len(wrong)} stood wrong: {sorted(map(str, wrong))}")
    return carried


def _lying_unseen(table: Table) -> set[Colour]:
    """Runners without a crown that should lie somewhere: nobody can tell before they get up."""
    state, seating = table.state, table.snapshot.seating
    wanted = {} if state is None else expected(state, seating)
    return {
        colour
        for colour, want in wanted.items()
        if want.face_down and colour not in seating.crowned
    }


def turn_by_hand(table: Table) -> None:
    """The seat to act does something as people do it: by hand if a hand can do it."""
    state = table.state
    if state is None or state.prompt == "over" or state.to_act is None:
        return
    action = chosen(state, table.rng)
    to = destination(state, action)
    if to is None:
        wanted = expected(state, table.snapshot.seating)
        own = table.snapshot.seating.players[state.to_act].colours
        lying = [
            colour for colour in own if wanted[colour].face_down and action.kind in ("chew", "rest")
        ]
        if lying and table.rng.random() < 0.7:
            table.put(lying[0], wanted[lying[0]].square, face_down=False)
            table.wait(1.0)
        else:
            table.play(action)
        return
    colour = colour_of(table, action)
    if table.rng.random() < 0.5:
        table.lift(colour)
        table.wait(0.3)
    table.put(colour, to, face_down=False)
    table.wait(0.8 if table.kind == "plain" else 1.5)


def finish(table: Table) -> int:
    """Play the game to its end; returns how many actions that took.

    Raises:
        Wrong: it does not come to an end.
    """
    plies = 0
    while plies < MOST_PLIES:
        state = table.state
        assert state is not None
        if state.prompt == "over":
            return plies
        before = table.version
        if table.snapshot.opponent is not None:
            _opponent(table)
            plies += 1
            continue
        by_hand = table.kind == "plain" and table.rng.random() < BY_HAND
        if by_hand:
            turn_by_hand(table)
            follow(table)
            if table.version == before:
                _phone(table)
        else:
            _phone(table)
        plies += 1
        if table.kind == "plain" and table.rng.random() < BY_HAND:
            follow(table)
    raise Wrong(f"the game does not end: {table.state}")


def _opponent(table: Table) -> None:
    """Carry what has to be carried, and let the opponent act."""
    before = table.version
    for _ in range(PATIENCE):
        carry_errands(table)
        table.wait(1.0)
        if table.version != before:
            return
    follow(table)
    table.wait(table.snapshot.setup.pace_of_opponents_s + 1.5)  # type: ignore[union-attr]  # in a game
    if table.version == before:
        raise Wrong(f"the opponent does not act: {table.snapshot.opponent} {table.finding}")


def carry_errands(table: Table) -> None:
    """Carry the runners of errands, as hands do while they wait for an opponent."""
    for errand in table.finding.errands:
        table.wait(SCAN_S)
        table.put(errand.colour, errand.belongs, face_down=errand.face_down)


def _phone(table: Table) -> None:
    state = table.state
    assert state is not None
    if state.prompt == "over":
        return
    action = chosen(state, table.rng)
    if not table.play(action):
        raise Wrong(f"the phone cannot play {action}: {table.snapshot.trouble} {table.finding}")
