"""A player's own part of the view: what is theirs, and what they can do now."""

from collections import Counter
from typing import Final

from controller.game.rules import Action, State
from controller.game.rules.moves import (
    POSITION_CARROTS,
    TORTOISE_CARROTS,
    home_limits,
    home_obstacles,
    means,
    payout,
    price,
)
from controller.table.lit_squares import destination
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views import refusals, words
from web.views.shapes.view import (
    CardOfPile,
    ChoiceOffered,
    DealAsked,
    Destination,
    Hand,
    Homeward,
    RefusalSeen,
    RollAsked,
    RunnerHeld,
)
from web.views.squares import about_square, about_there, kind_at, risk
from web.views.words import Teller

RACE_CARD_SQUARES: Final = 20

LABELS: Final = {
    "draw": (mark("Draw 10 carrots"), mark("You stay where you are.")),
    "pay": (mark("Pay 10 carrots"), mark("You stay where you are.")),
    "chew": (mark("Chew a lettuce"), mark("Turn your runner upright, or press here.")),
    "miss": (mark("Miss this turn"), mark("Your next turn is a normal one.")),
    "rest": (
        mark("Sleep on"),
        mark("Turn your runner upright, or press here. It stays where it is."),
    ),
    "decline": (mark("Neither"), mark("Leave it at that.")),
}
"""Label of a choice, and its effect."""


def hand(snapshot: Snapshot, state: State, seat: int, say: Speech) -> Hand:
    """Return the `me` of a seat's view."""
    table = words.teller(snapshot, state, say)
    holder = state.seats[seat]
    mine = state.to_act == seat
    draws = mine or state.to_act in snapshot.seating.opponents
    chance = draws and state.prompt in ("deal", "roll")
    actions = snapshot.actions if mine and not chance else ()
    in_turn = mine and state.prompt != "gift"  # a gift is decided on in another's turn
    return Hand(
        seat=seat,
        carrots=holder.carrots,
        lettuces=holder.lettuces,
        my_turn=mine,
        runners=tuple(
            _runner(table, state, seat, index, mine=in_turn) for index in range(len(holder.runners))
        ),
        destinations=tuple(
            _destination(snapshot, table, state, seat, action, to)
            for action in actions
            if (to := destination(state, action)) is not None
        ),
        choices=tuple(
            _choice(snapshot, state, seat, action, say)
            for action in sorted(actions, key=_as_offered)
            if destination(state, action) is None
        ),
        chance=_chance(state, say) if chance else None,
        refusal=_refusal(snapshot, table, seat),
        hints=snapshot.hints if actions else 0,
    )


def _as_offered(action: Action) -> int:
    """Sort key of choices: those that keep or gain something come first."""
    return action.kind in ("discard", "pay", "decline")


# Places of the runners


def _runner(table: Teller, state: State, seat: int, index: int, *, mine: bool) -> RunnerHeld:
    at = state.seats[seat].runners[index].at
    rules = state.rules
    return RunnerHeld(
        runner=index,
        colour=table.seating.colour(seat, index),
        position=state.position(seat, index),
        square=at,
        kind=kind_at(state, at),
        here=_about_here(table, state, seat, index, mine=mine),
        home=_home(state, seat, index, table.say),
        race_card=tuple(
            price(rules, at, at + distance)
            for distance in range(1, min(RACE_CARD_SQUARES, rules.home - at) + 1)
        ),
    )


def _about_here(table: Teller, state: State, seat: int, index: int, *, mine: bool) -> str:
    runner, say = state.seats[seat].runners[index], table.say
    if state.seats[seat].miss:
        if mine:
            return say._("You miss this turn.")
        return say._("You will miss your next turn.")
    match runner.obligation:
        case "chew":
            return _about_chewing(state, seat, index, say, mine=mine)
        case "rest" if mine:
            return say._("This turn the runner sleeps on, unless somebody passes it.")
        case "rest":
            return say._("Next turn the runner sleeps on, unless somebody passes it.")
        case "back" if mine:
            return table.tell("This turn you must go back to the nearest tortoise, or start again.")
        case "back":
            return table.tell("Next turn you must go back to the nearest tortoise, or start again.")
        case "leave" if len(state.seats[seat].runners) > 1:
            return say._("Your lettuce is chewed: you must move on with this runner.")
        case "leave":
            return say._("Your lettuce is chewed: you must move on.")
    return about_square(table, state, seat, index, mine=mine)


def _about_chewing(state: State, seat: int, index: int, say: Speech, *, mine: bool) -> str:
    position = state.position(seat, index)
    gain = POSITION_CARROTS * position
    facts = {"nth": words.ordinal(position, say), "amount": words.carrots(gain, say)}
    if mine:
        return say._("This turn you chew a lettuce: in {nth} place you draw {amount}.", **facts)
    return say._("Next turn you chew a lettuce: in {nth} place you draw {amount}.", **facts)


# Destinations


def _destination(
    snapshot: Snapshot, table: Teller, state: State, seat: int, action: Action, to: int
) -> Destination:
    index = action.runner or 0
    at = state.seats[seat].runners[index].at
    cost = price(state.rules, at, to) if to > at else 0
    gain = payout(state, seat, index)  # as due: the patch may have less
    if to < at:
        gain += TORTOISE_CARROTS * (at - to)
    kind = kind_at(state, to)
    after = state.seats[seat].carrots + gain - cost
    return Destination(
        action=str(action),
        runner=index,
        colour=snapshot.seating.colour(seat, index),
        square=to,
        kind=kind,
        name=words.kind_name(kind, table.say, words.board_words(state.rules.edition)),
        by_phone=to in snapshot.blind,
        cost=cost,
        gain=gain,
        after=after,
        sentence=about_there(table, state, kind, after),
        risk=risk(state, kind, after, table.say),
    )


# Other choices


def _choice(
    snapshot: Snapshot, state: State, seat: int, action: Action, say: Speech
) -> ChoiceOffered:
    kind = action.kind
    if kind in ("keep", "discard"):
        label, sentence = _about_gift(kind, getattr(state.pending, "amount", 0), say)
    elif kind == "restart":
        amount = words.carrots(state.rules.options.restart_carrots, say)
        label = say._("Start again")
        if action.runner is not None:
            colour = words.colour_name(snapshot.seating.colour(seat, action.runner), say)
            label = say._("Start again with {colour}", colour=colour)
        sentence = say._("Back to START with {amount}, then move.", amount=amount)
    else:
        label, sentence = map(say._, LABELS[kind])
        here = state.seats[seat].runners[action.runner or 0].at
        if kind in ("chew", "rest") and here in snapshot.blind:
            sentence = say._(
                "The board cannot see this square right now: press here, and turn your runner "
                "upright."
            )
    return ChoiceOffered(str(action), label, sentence)


def _about_gift(kind: str, amount: int, say: Speech) -> tuple[str, str]:
    if kind == "keep":
        return (
            say.n_("Keep {count} carrot", "Keep {count} carrots", amount),
            say.n_("It goes into your hand.", "They go into your hand.", amount),
        )
    return say._("No, thank you"), say.n_(
        "It goes into the patch.", "They go into the patch.", amount
    )


def _chance(state: State, say: Speech) -> RollAsked | DealAsked:
    """Return the question to a player with real cards or dice (R14.2)."""
    if state.prompt == "roll":
        return RollAsked(len(state.rules.table))
    pile = Counter(state.rules.deck).items()
    return DealAsked(
        tuple(CardOfPile(name, words.card_title(name, say), count) for name, count in pile)
    )


def _home(state: State, seat: int, index: int, say: Speech) -> Homeward:
    """Return the conditions for going HOME from here, all at once (R9)."""
    runner = state.seats[seat].runners[index]
    home = state.rules.home
    if runner.at == home:
        sentence = say._("You are HOME.") if state.is_home(seat) else ""
        return Homeward(can=False, sentence=sentence)
    cost, have = price(state.rules, runner.at, home), means(state, seat, index)
    obstacles = home_obstacles(state, seat, have - cost)
    codes = {each.code for each in obstacles}
    told = [
        say.n_(
            "HOME is {count} square away and costs {amount}.",
            "HOME is {count} squares away and costs {amount}.",
            home - runner.at,
            amount=words.carrots(cost, say),
        )
    ]
    if have < cost:
        told.append(say.n_("You can spend {count} carrot.", "You can spend {count} carrots.", have))
    if "too-many-carrots" in codes:
        limit = home_limits(state, seat)[1]
        told.append(
            say.n_(
                "You would have {count} carrot left; only {limit} are allowed.",
                "You would have {count} carrots left; only {limit} are allowed.",
                have - cost,
                limit=limit,
            )
        )
    if "lettuces-left" in codes:
        left = words.lettuces(state.seats[seat].lettuces, say)
        told.append(say._("You still hold {lettuces}.", lettuces=left))
    return Homeward(can=have >= cost and not obstacles, sentence=" ".join(told))


def _refusal(snapshot: Snapshot, table: Teller, seat: int) -> RefusalSeen | None:
    colours = snapshot.seating.players[seat].colours
    if snapshot.lesson is not None:
        return None  # the instruction has a kinder answer
    for fault in snapshot.finding.mismatches:
        if fault.colour in colours and fault.reasons:
            told = (
                refusals.reason(each, table.say, hedgehog=table.hedgehog) for each in fault.reasons
            )
            return RefusalSeen(fault.square, " ".join(told))
    return None
