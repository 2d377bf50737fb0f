"""Tells what a square means to a player: its kind, its price, what it brings and what it risks.

Gains are what is due, whether or not a limited patch has it: what it has tells what others hold.
"""

from typing import Final

from controller.game.rules import State
from controller.game.rules.moves import POSITION_CARROTS, payout
from controller.game.rules.ruleset.track import CARROT, FLAG, HARE, LETTUCE, PAYS, TORTOISE
from web.languages.language import Speech, mark
from web.views import words
from web.views.words import Teller

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


def kind_at(state: State, square: int) -> str:
    """Return the kind of any square, START and HOME included."""
    if square == 0:
        return "START"
    return state.rules.track.kind(square) or "HOME"


def about_square(table: Teller, state: State, seat: int, index: int, *, mine: bool) -> str:
    """Describe what a runner may do on its square, or earn by leaving it.

    What a number square pays is promised in the player's own turn only, which `mine` says: until
    then the place may change (R4.2).
    """
    say = table.say
    kind = kind_at(state, state.seats[seat].runners[index].at)
    order = words.ordinal(state.position(seat, index), say)
    match kind:
        case "START":
            return say._("You're at START. The farther you run, the more each square costs.")
        case "HOME" if len(state.seats[seat].runners) == 1:
            return ""  # the instruction and the place in the race say it
        case "HOME":
            return say._("This runner is HOME.")
        case str(number) if number in PAYS:
            due = payout(state, seat, index)
            if due and mine:
                return say._(
                    "You are {nth}: move on now and you draw {amount}.",
                    nth=order,
                    amount=words.carrots(due, say),
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
        case _ if TORTOISE not in state.rules.kinds[: state.seats[seat].runners[index].at]:
            return table.tell("From here you can only run on: there is no tortoise behind you.")
        case _ if _is_taken(state, state.rules.back_to[state.seats[seat].runners[index].at]):
            return say._(
                "From here you can only run on: somebody stands where you could go back to."
            )
        case _:
            return table.tell("From here you may go back to the previous tortoise, or run on.")


def _is_taken(state: State, square: int | None) -> bool:
    return any(runner.at == square for each in state.seats for runner in each.runners)


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
            return say._("The hare has had its say. From here you run on.")


def about_there(table: Teller, state: State, kind: str, after: int) -> str:
    """Describe the effect of a square, to a player who would have `after` carrots left there."""
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


def does_there(table: Teller, state: State, square: int) -> str | None:
    """Describe to everybody what a square does; None for HOME, which tells what a hand holds."""
    kind = kind_at(state, square)
    return None if kind == "HOME" else about_there(table, state, kind, after=0)


def _paid_places(state: State, kind: str, say: Speech) -> str:
    """List the places that a square pays, as far as they can occur (R4.2)."""
    racing = _racing(state)
    there = [each for each in sorted(PAYS[kind]) if each <= racing]
    return say.listed([words.ordinal(each, say) for each in there], last="or")


def _about_number(state: State, number: int, say: Speech) -> str:
    racing = _racing(state)
    nth = words.ordinal(number, say)
    if number > racing:
        return say._(
            "This square pays only {nth} place, and just {racing} are racing.",
            nth=nth,
            racing=racing,
        )
    return say._(
        "Pays {amount} if you are {nth} when you leave.", amount=number * POSITION_CARROTS, nth=nth
    )


def risk(state: State, kind: str, after: int, say: Speech) -> str:
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
