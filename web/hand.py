"""A player's own part of the view: what is theirs, and what they can do now."""

from typing import Any

from controller.rules import Action, State, legal
from controller.rules.moves import (
    FLAT_HOME_LIMIT,
    POSITION_CARROTS,
    TORTOISE_CARROTS,
    drawable,
    home_obstacles,
    means,
    payout,
)
from controller.rules.ruleset import cost
from controller.rules.track import CARROT, FLAG, HARE, LETTUCE, PAYS, TORTOISE
from controller.snapshot import Snapshot
from controller.table.guidance import destination
from web import words

LABELS = {
    "draw": ("Draw 10 carrots", "You stay on your carrot square."),
    "pay": ("Pay 10 carrots", "You stay on your carrot square."),
    "chew": ("Chew a lettuce", "Turn your runner upright, or press here."),
    "miss": ("Miss this turn", "Your next turn is an ordinary one."),
    "rest": ("Sleep on", "Your runner stays where it is."),
    "decline": ("Neither", "Leave it at that."),
}


def hand(snapshot: Snapshot, state: State, seat: int) -> dict[str, Any]:
    """The `me` of a seat's view."""
    holder = state.seats[seat]
    mine = state.to_act == seat
    actions = legal(state) if mine else ()
    return {
        "seat": seat,
        "carrots": holder.carrots,
        "lettuces": holder.lettuces,
        "position": state.position(seat),
        "my_turn": mine,
        "here": _here(state, seat, mine=mine),
        "destinations": [
            _destination(state, seat, action, to)
            for action in actions
            if (to := destination(state, action)) is not None
        ],
        "choices": [
            _choice(state, action)
            for action in sorted(actions, key=_as_offered)
            if destination(state, action) is None
        ],
        "home": _home(state, seat),
        "refusal": _refusal(snapshot, seat),
    }


def _as_offered(action: Action) -> int:
    """Choices as one would offer them: what one keeps or gets first."""
    return action.kind in ("discard", "pay", "decline")


def kind_at(state: State, square: int) -> str:
    """The kind of any square, START and HOME included."""
    if square == 0:
        return "START"
    return state.rules.track.kind(square) or "HOME"


def _here(state: State, seat: int, *, mine: bool) -> dict[str, Any]:
    square = state.seats[seat].runners[0].at
    kind = kind_at(state, square)
    return {"square": square, "kind": kind, "sentence": _about_here(state, seat, kind, mine=mine)}


def _about_here(state: State, seat: int, kind: str, *, mine: bool) -> str:
    position = state.position(seat)
    order = words.ordinal(position)
    runner = state.seats[seat].runners[0]
    if state.seats[seat].miss:
        return "You miss this turn." if mine else "You will miss your next turn."
    if runner.obligation == "chew":
        gain = drawable(state, seat, POSITION_CARROTS * position)
        when = "This turn" if mine else "Next turn"
        return f"{when} you chew a lettuce: as {order} you draw {gain}."
    match kind:
        case "START":
            return "You are at the start. Far moves cost more for every square."
        case "HOME":
            return "You are HOME."
        case "2" | "3" | "4" | "F":
            due = payout(state, seat, 0)
            if due:
                return f"You are {order}: moving off now draws {drawable(state, seat, due)}."
            paid = words.listed([words.ordinal(each) for each in sorted(PAYS[kind])])
            return f"You are {order}. This square pays whoever leaves it as {paid}."
        case "C":
            return "Stay and draw or pay 10 carrots, turn after turn, or move on."
        case "L":
            return "Your lettuce is chewed: you must move on."
        case "H":
            return "The hare has had its say. Move on."
        case _:
            return "From here you may go back to the tortoise before, or run on."


def _destination(state: State, seat: int, action: Action, to: int) -> dict[str, Any]:
    index = action.runner or 0
    at = state.seats[seat].runners[index].at
    price = cost(to - at) if to > at else 0
    gain = drawable(state, seat, payout(state, seat, index))
    if to < at:
        gain += drawable(state, seat, TORTOISE_CARROTS * (at - to))
    kind = kind_at(state, to)
    after = state.seats[seat].carrots + gain - price
    return {
        "action": str(action),
        "square": to,
        "kind": kind,
        "name": words.KIND_NAMES[kind],
        "cost": price,
        "gain": gain,
        "after": after,
        "sentence": _about_there(state, seat, kind, after),
    }


def _about_there(state: State, seat: int, kind: str, after: int) -> str:
    match kind:
        case "2" | "3" | "4":
            racing = sum(len(each.runners) for each in state.seats)
            if int(kind) > racing:
                return f"Pays only the {words.ordinal(int(kind))}, and {racing} are racing."
            return f"Pays {kind}0 if you are {words.ordinal(int(kind))} when you leave."
        case str(flag) if flag == FLAG:
            return "Pays if you are 1st, 5th or 6th when you leave."
        case str(carrot) if carrot == CARROT:
            return "Stay there to draw or pay 10 a turn."
        case str(lettuce) if lettuce == LETTUCE:
            return "Chew a lettuce next turn: 10 for every place you are down."
        case str(hare) if hare == HARE:
            return "Draw a hare card and see."
        case str(tortoise) if tortoise == TORTOISE:
            return "Back to the tortoise: 10 for every square."
        case _:
            order = words.ordinal(len(state.home) + 1)
            return f"You arrive {order}, with {words.carrots(after)} left."


def _choice(state: State, action: Action) -> dict[str, Any]:
    kind = action.kind
    if kind in ("keep", "discard"):
        amount = getattr(state.pending, "amount", 0)
        if kind == "keep":
            label, sentence = f"Keep {words.carrots(amount)}", "They go into your hand."
        else:
            label, sentence = "No, thank you", "They go into the patch."
    elif kind == "restart":
        amount = state.rules.options.restart_carrots
        label = "Start again"
        sentence = f"You cannot move. Go back to START with {words.carrots(amount)}, then move."
    else:
        label, sentence = LABELS[kind]
    return {"action": str(action), "label": label, "sentence": sentence}


def _home(state: State, seat: int) -> dict[str, Any]:
    """What it takes to get HOME from here, all of it at once (R9)."""
    runner = state.seats[seat].runners[0]
    home = state.rules.home
    if runner.at == home:
        return {"can": False, "sentence": "You are HOME."}
    distance = home - runner.at
    price, have = cost(distance), means(state, seat, 0)
    obstacles = home_obstacles(state, seat, 0, have - price)
    flat = state.rules.options.home_limit == "flat-20"
    limit = FLAT_HOME_LIMIT if flat else POSITION_CARROTS * (len(state.home) + 1)
    parts = [f"HOME is {distance} away and costs {price}"]
    if have < price:
        parts.append(f"you have {have}")
    if any(each.code == "too-many-carrots" for each in obstacles):
        parts.append(f"you would have {have - price} left, {limit} are allowed")
    if state.seats[seat].lettuces:
        parts.append(f"you still hold {words.lettuces(state.seats[seat].lettuces)}")
    can = have >= price and not obstacles
    return {"can": can, "sentence": "; ".join(parts) + "."}


def _refusal(snapshot: Snapshot, seat: int) -> dict[str, Any] | None:
    colour = snapshot.seating.colour(seat)
    for fault in snapshot.finding.mismatches:
        if fault.colour == colour and fault.reasons:
            sentence = " ".join(reason.message for reason in fault.reasons)
            return {"square": fault.square, "sentence": sentence}
    return None
