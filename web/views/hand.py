"""A player's own part of the view: what is theirs, and what they can do now."""

from collections import Counter
from typing import Final

from controller.game.rules import Action, State, legal
from controller.game.rules.moves import (
    POSITION_CARROTS,
    TORTOISE_CARROTS,
    drawable,
    home_limits,
    home_obstacles,
    means,
    payout,
    price,
)
from controller.game.rules.ruleset.track import CARROT, FLAG, HARE, LETTUCE, PAYS, TORTOISE
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

HARE_AHEAD: Final = {
    "table-1974": mark("Roll and see."),
    "die-table": mark("Roll and see."),
    "tournament": mark(
        "Wait there: draw 10 if nobody passes, but each runner that does costs you 10."
    ),
    "flat-cost": mark("From there every square costs 5."),
    "nap": mark("Sleep a turn there, unless somebody passes."),
}
"""Expected effect of a hare square, if it is not a card."""

HARE_RISKS: Final = {
    "tournament": mark("If you have fewer than 10 carrots when you are passed, you must go back."),
    "nap": mark("The others run on while you sleep."),
    "number-cards": mark("The card may cost you carrots; if you cannot pay, you start again."),
    "text-cards": mark("The card may cost you carrots, or your next turn."),
    "deck-1978": mark("The card may send you back, or cost you your next turn."),
    "table-1974": mark("The roll may send you back, or cost you your next turn."),
    "die-table": mark("The roll may send you back, or cost you your next turn."),
}
"""Risks of a hare square (R7, R8)."""


def hand(snapshot: Snapshot, state: State, seat: int, say: Speech) -> Hand:
    """Return the `me` of a seat's view."""
    table = words.teller(snapshot, state, say)
    holder = state.seats[seat]
    mine = state.to_act == seat
    chance = mine and state.prompt in ("deal", "roll")
    actions = legal(state) if mine and not chance else ()
    return Hand(
        seat=seat,
        carrots=holder.carrots,
        lettuces=holder.lettuces,
        my_turn=mine,
        runners=tuple(
            _runner(table, state, seat, index, mine=mine) for index in range(len(holder.runners))
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
    )


def kind_at(state: State, square: int) -> str:
    """Return the kind of any square, START and HOME included."""
    if square == 0:
        return "START"
    return state.rules.track.kind(square) or "HOME"


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
    return _about_square(table, state, seat, index)


def _about_chewing(state: State, seat: int, index: int, say: Speech, *, mine: bool) -> str:
    position = state.position(seat, index)
    gain = drawable(state, seat, POSITION_CARROTS * position)
    facts = {"nth": words.ordinal(position, say), "amount": words.carrots(gain, say)}
    if mine:
        return say._("This turn you chew a lettuce: in {nth} place you draw {amount}.", **facts)
    return say._("Next turn you chew a lettuce: in {nth} place you draw {amount}.", **facts)


def _about_square(table: Teller, state: State, seat: int, index: int) -> str:
    say = table.say
    kind = kind_at(state, state.seats[seat].runners[index].at)
    order = words.ordinal(state.position(seat, index), say)
    match kind:
        case "START":
            return say._("You're at START. The farther you run, the more each square costs.")
        case "HOME":
            return say._("You are HOME.")
        case str(number) if number in PAYS:
            due = payout(state, seat, index)
            if due:
                amount = words.carrots(drawable(state, seat, due), say)
                return say._(
                    "You are {nth}: move on now and you draw {amount}.", nth=order, amount=amount
                )
            if number != FLAG and int(number) > _racing(state):
                return _about_number(state, int(number), say)
            return say._(
                "You are {nth}. This square pays if you leave it in {places} place.",
                nth=order,
                places=_paid_places(state, number, say),
            )
        case str(carrot) if carrot == CARROT:
            return say._("Stay and draw or pay 10 carrots, turn after turn, or move on.")
        case str(hare) if hare == HARE:
            return _about_hare(state, seat, index, say)
        case _:
            return table.tell("From here you may go back to the previous tortoise, or run on.")


def _about_hare(state: State, seat: int, index: int, say: Speech) -> str:
    if state.prompt != "move" and state.to_act == seat:
        return say._("The hare is about to have its say.")
    match state.rules.options.hare:
        case "tournament" if payout(state, seat, index):
            return say._(
                "Nobody has passed you: move on and you draw 10. Each runner that "
                "passes costs you 10."
            )
        case "tournament":
            return say._("You have been passed. Each runner that passes costs you 10 more.")
        case "flat-cost":
            return say._("From here every square forward costs 5.")
        case _:
            return say._("The hare has had its say. Move on.")


# Destinations


def _destination(
    snapshot: Snapshot, table: Teller, state: State, seat: int, action: Action, to: int
) -> Destination:
    index = action.runner or 0
    at = state.seats[seat].runners[index].at
    cost = price(state.rules, at, to) if to > at else 0
    gain = drawable(state, seat, payout(state, seat, index))
    if to < at:
        gain += drawable(state, seat, TORTOISE_CARROTS * (at - to))
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
        sentence=_about_there(table, state, kind, after),
        risk=_risk(state, kind, after, table.say),
    )


def _about_there(table: Teller, state: State, kind: str, after: int) -> str:
    say = table.say
    match kind:
        case "2" | "3" | "4":
            return _about_number(state, int(kind), say)
        case str(flag) if flag == FLAG:
            places = _paid_places(state, flag, say)
            return say._("Pays if you are {places} when you leave.", places=places)
        case str(carrot) if carrot == CARROT:
            return say._("On later turns, stay to draw or pay 10 carrots.")
        case str(lettuce) if lettuce == LETTUCE:
            return say._(
                "Next turn you chew a lettuce and draw 10 times your place: 10 if "
                "first, 20 if second …"
            )
        case str(hare) if hare == HARE:
            ahead = HARE_AHEAD.get(state.rules.options.hare)
            return say._(ahead) if ahead else say._("Draw a hare card and see.")
        case str(tortoise) if tortoise == TORTOISE:
            return table.tell("Back to the tortoise: draw 10 for every square.")
        case _:
            return say._(
                "You arrive {nth}, with {amount} left.",
                nth=words.ordinal(len(state.home) + 1, say),
                amount=words.carrots(after, say),
            )


def _paid_places(state: State, kind: str, say: Speech) -> str:
    """List the places that a square pays, as far as they can occur (R4.2)."""
    racing = _racing(state)
    there = [each for each in sorted(PAYS[kind]) if each <= racing]
    return say.listed([words.ordinal(each, say) for each in there], last="or")


def _about_number(state: State, number: int, say: Speech) -> str:
    racing = _racing(state)
    nth = words.ordinal(number, say)
    if number > racing:
        return say._("Pays only {nth} place, and only {racing} are racing.", nth=nth, racing=racing)
    return say._(
        "Pays {amount} if you are {nth} when you leave.", amount=number * POSITION_CARROTS, nth=nth
    )


def _risk(state: State, kind: str, after: int, say: Speech) -> str:
    """Describe the risk of a square; empty where there is none."""
    options = state.rules.options
    told = []
    match kind:
        case str(number) if number in PAYS and min(PAYS[number]) <= _racing(state):
            told.append(say._("Your place may change before you leave."))  # R4.2
        case str(hare) if hare == HARE and HARE_RISKS.get(options.hare):
            told.append(say._(HARE_RISKS[options.hare]))
        case str(lettuce) if lettuce == LETTUCE:
            told.append(say._("Your place may change before you chew."))  # R6.3
        case str(carrot) if carrot == CARROT and options.patch_total is not None:
            told.append(say._("With fewer than 10 carrots in the patch you cannot draw."))  # R5.2
    if after == 0 and kind in (*PAYS, HARE):  # R4.4, R4.7
        told.append(say._("With no carrots left you may have to go back, or start again."))
    return " ".join(told)


def _racing(state: State) -> int:
    """Return the number of runners, which is the number of places in the race."""
    return sum(len(each.runners) for each in state.seats)


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
        return Homeward(can=False, sentence=say._("You are HOME."))
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
        told.append(say.n_("You have {count} carrot.", "You have {count} carrots.", have))
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
    for fault in snapshot.finding.mismatches:
        if fault.colour in colours and fault.reasons:
            told = (
                refusals.reason(each, table.say, hedgehog=table.hedgehog) for each in fault.reasons
            )
            return RefusalSeen(fault.square, " ".join(told))
    return None
