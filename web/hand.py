"""A player's own part of the view: what is theirs, and what they can do now."""

from collections import Counter
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
    price,
)
from controller.rules.track import CARROT, FLAG, HARE, LETTUCE, PAYS, TORTOISE
from controller.snapshot import Snapshot
from controller.table.guidance import destination
from web import words

RACE_CARD_SQUARES = 20

LABELS = {
    "draw": ("Draw 10 carrots", "You stay where you are."),
    "pay": ("Pay 10 carrots", "You stay where you are."),
    "chew": ("Chew a lettuce", "Turn your runner upright, or press here."),
    "miss": ("Miss this turn", "Your next turn is an ordinary one."),
    "rest": ("Sleep on", "Turn your runner upright, or press here. It stays where it is."),
    "decline": ("Neither", "Leave it at that."),
}
TURNED_UNSEEN = (
    "The board cannot see this square just now: press here, and turn your runner upright."
)


def hand(snapshot: Snapshot, state: State, seat: int) -> dict[str, Any]:
    """The `me` of a seat's view."""
    holder = state.seats[seat]
    mine = state.to_act == seat
    chance = mine and state.prompt in ("deal", "roll")
    actions = legal(state) if mine and not chance else ()
    return {
        "seat": seat,
        "carrots": holder.carrots,
        "lettuces": holder.lettuces,
        "my_turn": mine,
        "runners": [
            _runner(snapshot, state, seat, index, mine=mine) for index in range(len(holder.runners))
        ],
        "destinations": [
            _destination(snapshot, state, seat, action, to)
            for action in actions
            if (to := destination(state, action)) is not None
        ],
        "choices": [
            _choice(snapshot, state, seat, action)
            for action in sorted(actions, key=_as_offered)
            if destination(state, action) is None
        ],
        "chance": _chance(state) if chance else None,
        "refusal": _refusal(snapshot, seat),
    }


def kind_at(state: State, square: int) -> str:
    """The kind of any square, START and HOME included."""
    if square == 0:
        return "START"
    return state.rules.track.kind(square) or "HOME"


def _as_offered(action: Action) -> int:
    """Choices as one would offer them: what one keeps or gets first."""
    return action.kind in ("discard", "pay", "decline")


def _runner(
    snapshot: Snapshot, state: State, seat: int, index: int, *, mine: bool
) -> dict[str, Any]:
    at = state.seats[seat].runners[index].at
    rules = state.rules
    return {
        "runner": index,
        "colour": snapshot.seating.colour(seat, index),
        "position": state.position(seat, index),
        "square": at,
        "kind": kind_at(state, at),
        "here": _about_here(state, seat, index, mine=mine),
        "home": _home(state, seat, index),
        "race_card": [
            price(rules, at, at + distance)
            for distance in range(1, min(RACE_CARD_SQUARES, rules.home - at) + 1)
        ],
    }


def _about_here(state: State, seat: int, index: int, *, mine: bool) -> str:
    runner = state.seats[seat].runners[index]
    when = "This turn" if mine else "Next turn"
    if state.seats[seat].miss:
        return "You miss this turn." if mine else "You will miss your next turn."
    if runner.obligation == "chew":
        position = state.position(seat, index)
        gain = drawable(state, seat, POSITION_CARROTS * position)
        return f"{when} you chew a lettuce: as {words.ordinal(position)} you draw {gain}."
    if runner.obligation == "rest":
        return f"{when} the runner sleeps on, unless somebody passes it."
    if runner.obligation == "back":
        return f"{when} you must go back to the nearest tortoise, or start again."
    if runner.obligation == "leave":
        several = len(state.seats[seat].runners) > 1
        return f"Your lettuce is chewed: you must move on{' with this runner' * several}."
    return _about_square(state, seat, index)


def _about_square(state: State, seat: int, index: int) -> str:
    kind = kind_at(state, state.seats[seat].runners[index].at)
    order = words.ordinal(state.position(seat, index))
    match kind:
        case "START":
            return "You are at the start. Far moves cost more for every square."
        case "HOME":
            return "You are HOME."
        case str(number) if number in PAYS:
            due = payout(state, seat, index)
            if due:
                return f"You are {order}: moving off now draws {drawable(state, seat, due)}."
            paid = words.listed([words.ordinal(each) for each in sorted(PAYS[number])], "or")
            return f"You are {order}. This square pays whoever leaves it as {paid}."
        case str(carrot) if carrot == CARROT:
            return "Stay and draw or pay 10 carrots, turn after turn, or move on."
        case str(hare) if hare == HARE:
            return _about_hare(state, seat, index)
        case _:
            return "From here you may go back to the tortoise before, or run on."


def _about_hare(state: State, seat: int, index: int) -> str:
    if state.prompt != "move" and state.to_act == seat:
        return "The hare is about to have its say."
    match state.rules.options.hare:
        case "tournament" if payout(state, seat, index):
            return "Nobody has passed you: moving off draws 10. Whoever passes costs you 10."
        case "tournament":
            return "You have been passed. Each who passes costs you 10 more."
        case "flat-cost":
            return "From here every square forward costs 5."
        case _:
            return "The hare has had its say. Move on."


def _destination(
    snapshot: Snapshot, state: State, seat: int, action: Action, to: int
) -> dict[str, Any]:
    index = action.runner or 0
    at = state.seats[seat].runners[index].at
    cost = price(state.rules, at, to) if to > at else 0
    gain = drawable(state, seat, payout(state, seat, index))
    if to < at:
        gain += drawable(state, seat, TORTOISE_CARROTS * (at - to))
    kind = kind_at(state, to)
    after = state.seats[seat].carrots + gain - cost
    return {
        "action": str(action),
        "runner": index,
        "colour": snapshot.seating.colour(seat, index),
        "square": to,
        "kind": kind,
        "name": words.KIND_NAMES[kind],
        "by_phone": to in snapshot.blind,
        "cost": cost,
        "gain": gain,
        "after": after,
        "sentence": _about_there(state, kind, after),
    }


def _about_there(state: State, kind: str, after: int) -> str:
    racing = sum(len(each.runners) for each in state.seats)
    match kind:
        case "2" | "3" | "4" if int(kind) > racing:
            return f"Pays only the {words.ordinal(int(kind))}, and {racing} are racing."
        case "2" | "3" | "4":
            return f"Pays {kind}0 if you are {words.ordinal(int(kind))} when you leave."
        case str(flag) if flag == FLAG:
            return "Pays if you are 1st, 5th or 6th when you leave."
        case str(carrot) if carrot == CARROT:
            return "Stay there to draw or pay 10 a turn."
        case str(lettuce) if lettuce == LETTUCE:
            return "Chew a lettuce next turn: 10 for every place you are down."
        case str(hare) if hare == HARE:
            return HARE_AHEAD.get(state.rules.options.hare, "Draw a hare card and see.")
        case str(tortoise) if tortoise == TORTOISE:
            return "Back to the tortoise: 10 for every square."
        case _:
            order = words.ordinal(len(state.home) + 1)
            return f"You arrive {order}, with {words.carrots(after)} left."


HARE_AHEAD = {
    "table-1974": "Roll and see.",
    "die-table": "Roll and see.",
    "tournament": "Wait there: 10 if nobody passes, but each who does costs you 10.",
    "flat-cost": "From there every square costs 5.",
    "nap": "Sleep a turn there, unless somebody passes.",
}


def _choice(snapshot: Snapshot, state: State, seat: int, action: Action) -> dict[str, Any]:
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
        if action.runner is not None:
            label = f"Start again with {snapshot.seating.colour(seat, action.runner)}"
        sentence = f"Back to START with {words.carrots(amount)}, then move."
    else:
        label, sentence = LABELS[kind]
        here = state.seats[seat].runners[action.runner or 0].at
        if kind in ("chew", "rest") and here in snapshot.blind:
            sentence = TURNED_UNSEEN
    return {"action": str(action), "label": label, "sentence": sentence}


def _chance(state: State) -> dict[str, Any]:
    """What a player with real cards or dice is asked (R14.2)."""
    if state.prompt == "roll":
        return {"kind": "roll", "values": len(state.rules.table)}
    return {
        "kind": "deal",
        "cards": [
            {"card": name, "title": words.card(name)[0], "count": count}
            for name, count in Counter(state.rules.deck).items()
        ],
    }


def _home(state: State, seat: int, index: int) -> dict[str, Any]:
    """What it takes to get HOME from here, all of it at once (R9)."""
    runner = state.seats[seat].runners[index]
    home = state.rules.home
    if runner.at == home:
        return {"can": False, "sentence": "You are HOME."}
    cost, have = price(state.rules, runner.at, home), means(state, seat, index)
    obstacles = home_obstacles(state, seat, index, have - cost)
    flat = state.rules.options.home_limit == "flat-20"
    limit = FLAT_HOME_LIMIT if flat else POSITION_CARROTS * (len(state.home) + 1)
    codes = {each.code for each in obstacles}
    parts = [f"HOME is {home - runner.at} away and costs {cost}"]
    if have < cost:
        parts.append(f"you have {have}")
    if "too-many-carrots" in codes:
        parts.append(f"you would have {have - cost} left, {limit} are allowed")
    if "lettuces-left" in codes:
        parts.append(f"you still hold {words.lettuces(state.seats[seat].lettuces)}")
    return {"can": have >= cost and not obstacles, "sentence": "; ".join(parts) + "."}


def _refusal(snapshot: Snapshot, seat: int) -> dict[str, Any] | None:
    colours = snapshot.seating.players[seat].colours
    for fault in snapshot.finding.mismatches:
        if fault.colour in colours and fault.reasons:
            sentence = " ".join(reason.message for reason in fault.reasons)
            return {"square": fault.square, "sentence": sentence}
    return None
