"""Sentences about moves and the reasons for them, for hints and analyses."""

from typing import Final

from controller.game.advice.reasons import (
    AnyReason,
    ArrivesHome,
    Costs,
    DrawsGoingBack,
    LandsOnHare,
    LastLettuce,
    MayStay,
    Overtakes,
    PaidForLeaving,
    PassesLastLettuce,
    TooFewForHome,
    TooManyForHome,
    WaitedUnpassed,
    WillChew,
    WillPay,
)
from controller.game.rules import Action, Options, State
from web.languages.language import Speech, mark
from web.views.squares import HARE_AHEAD
from web.views.words import Teller, carrots, colour_name, lettuces, ordinal, place

STAYING: Final = {
    "draw": mark("Draw 10 carrots"),
    "pay": mark("Pay 10 carrots"),
    "decline": mark("Neither"),
    "chew": mark("Chew a lettuce"),
    "rest": mark("Sleep on"),
    "keep": mark("Keep the gift"),
    "discard": mark("No, thank you"),
    "restart": mark("Start again"),
    "miss": mark("Miss this turn"),
}
"""Names of actions that move no runner along the track."""

Doubts = tuple[bool, bool]
"""Whether somebody behind may pass, whether somebody ahead may fall back."""

PAYS: Final[dict[Doubts, str]] = {
    (False, False): mark("{nth} there: leaving it draws {amount}."),
    (True, False): mark("{nth} there: leaving it draws {amount}, unless {names} passes."),
    (False, True): mark("{nth} there: leaving it draws {amount}, unless somebody falls back."),
    (True, True): mark(
        "{nth} there: leaving it draws {amount}, unless {names} passes or somebody falls back."
    ),
}
CHEWS: Final[dict[Doubts, str]] = {
    (False, False): mark("{nth} there: the lettuce draws {amount}."),
    (True, False): mark("{nth} there: the lettuce draws {amount}, unless {names} passes."),
    (False, True): mark("{nth} there: the lettuce draws {amount}, unless somebody falls back."),
    (True, True): mark(
        "{nth} there: the lettuce draws {amount}, unless {names} passes or somebody falls back."
    ),
}


def action_named(action: Action, state: State, table: Teller) -> str:
    """Name an action of the seat to act: the square of a move, otherwise what is done."""
    say, rules = table.say, state.rules
    seat, index = state.to_act, action.runner or 0
    assert seat is not None
    match action.kind:
        case "forward":
            name = place(action.to, rules.home, say)
        case "back":
            name = place(rules.back_to[state.seats[seat].runners[index].at], rules.home, say)
        case kind:
            name = say._(STAYING[kind])
    if action.runner is None:
        return name
    colour = colour_name(table.seating.colour(seat, index), say)
    return say.p_("runner", "{colour}: {what}", colour=colour, what=name)


def reason_told(reason: AnyReason, options: Options, table: Teller) -> str:
    """Tell a reason in a sentence that addresses nobody."""
    say = table.say
    told = _told(reason, options, table)
    if getattr(reason, "patch_may_lack", False):
        told += " " + say._("The patch may not have that many.")
    return told


def _told(reason: AnyReason, options: Options, table: Teller) -> str:
    say = table.say
    match reason:
        case ArrivesHome(place=nth, left=left):
            return say._(
                "HOME in {nth} place, with {amount} left.",
                nth=ordinal(nth, say),
                amount=carrots(left, say),
            )
        case PaidForLeaving(place=nth, carrots=count):
            return say._(
                "Leaving now, in {nth} place, draws {amount}.",
                nth=ordinal(nth, say),
                amount=carrots(count, say),
            )
        case WaitedUnpassed(carrots=count):
            return say._(
                "Nobody has passed: leaving now draws {amount}.", amount=carrots(count, say)
            )
        case DrawsGoingBack(carrots=count):
            return say._("Going back draws {amount}.", amount=carrots(count, say))
        case WillPay() | WillChew():
            return _by_place(reason, table)
        case LastLettuce(held=held):
            return say._(
                "It is the last lettuce square, with {lettuces} to chew.",
                lettuces=lettuces(held, say),
            )
        case PassesLastLettuce(held=held):
            return say._(
                "No lettuce square lies ahead of it, with {lettuces} to chew.",
                lettuces=lettuces(held, say),
            )
        case MayStay():
            return say._("A carrot square: staying there draws or pays 10 carrots a turn.")
        case LandsOnHare():
            return say._(HARE_AHEAD.get(options.hare) or "Draw a hare card and see.")
        case Overtakes(seats=seats):
            return say._("It passes {names}.", names=say.listed([*map(table.name, seats)]))
        case _:
            return _of_carrots(reason, say)


def _of_carrots(reason: TooManyForHome | TooFewForHome | Costs, say: Speech) -> str:
    match reason:
        case TooManyForHome(left=left, most=most):
            return say._(
                "Going HOME from here would leave {amount}; {most} are allowed.",
                amount=carrots(left, say),
                most=most,
            )
        case TooFewForHome(need=need, have=have):
            return say._(
                "HOME costs {amount} from here; {have} are in hand.",
                amount=carrots(need, say),
                have=have,
            )
        case Costs(carrots=count, left=left):
            return say._(
                "It costs {amount} and leaves {left}.",
                amount=carrots(count, say),
                left=left,
            )


def _by_place(reason: WillPay | WillChew, table: Teller) -> str:
    say = table.say
    messages = PAYS if isinstance(reason, WillPay) else CHEWS
    return say._(
        messages[bool(reason.behind), reason.ahead],
        nth=ordinal(reason.place, say),
        amount=carrots(reason.carrots, say),
        names=say.listed([*map(table.name, reason.behind)], last="or"),
    )
