"""Checks a STATE from outside: whether the position can be, with every reason against it.

The check looks at the position alone, not at the play that led to it: the card at the bottom of
the pile, or the cost of a move, is not checked.
Source: STATE in the engine protocol.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from controller.game.rules.errors import BadSetup, RulesError
from controller.game.rules.finish import final_order, is_over
from controller.game.rules.hares.text_cards import GIFTS, others
from controller.game.rules.legal import legal, owing
from controller.game.rules.ruleset.build import Ruleset, cost
from controller.game.rules.ruleset.track import HARE, LETTUCE
from controller.game.rules.setup import FEWEST_SEATS, MOST_SEATS
from controller.game.rules.state import Drawing, FirstDeal, Gift, Obligation, Seat, State, Ten
from controller.game.rules.text.shape import STATE_FIELDS, Shapes, listed

MOST: Final = 2**53 - 1
"""Largest number that every JSON parser keeps exactly."""

MakeRuleset = Callable[[str, int, Mapping[str, Any]], Ruleset]
"""Makes the rules of an edition for a number of seats, with some options given."""


class BadState(RulesError, ValueError):
    """Impossible position.

    Attributes:
        problems: every reason, a sentence each, never empty.
    """

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


def read_state(data: Mapping[str, Any], make_ruleset: MakeRuleset) -> State:
    """Read the position that a STATE describes.

    Args:
        data: plain values, as `to_builtins` makes them; options may be left out.
        make_ruleset: makes the rules.

    Raises:
        BadState: the position is impossible, with every reason.
        BadSetup: only the edition or the options are wrong.
    """
    shapes = Shapes()
    sound = shapes.fields(data, STATE_FIELDS, "")
    places = len(sound["seats"]) if "seats" in sound else 0
    if "seats" in sound and not FEWEST_SEATS <= places <= MOST_SEATS:
        shapes.problems.append(f"A game has {FEWEST_SEATS} to {MOST_SEATS} seats, not {places}.")
        places = 0
    seats = shapes.seats(sound.pop("seats", []))
    if seats:
        sound["seats"] = seats
    if "prompt" in sound and "pending" in sound:
        fits, pending = shapes.pending(sound["prompt"], sound.pop("pending"))
        if fits:
            sound["pending"] = pending
    found = shapes.problems
    if places and "edition" in sound and "options" in sound:
        edition, options = sound.pop("edition"), sound.pop("options")
        try:
            rules = make_ruleset(edition, places, options)
        except BadSetup as error:
            if not found:
                raise
            found.append(str(error))
        else:
            state = State(rules=rules, **{**_UNSOUND, **sound})
            found += _contradictions(state, set(sound))
            if not found:
                return state
    raise BadState(tuple(found))


_UNSOUND: Final[dict[str, Any]] = {
    "to_act": None,
    "prompt": "over",
    "first": 0,
    "seats": (),
    "pile": (),
    "patch": None,
    "home": (),
    "pending": None,
    "ranking": (),
}
"""Default values for fields of the wrong shape; no check uses them."""


def problems(state: State) -> tuple[str, ...]:
    """List every reason why a position is impossible; empty for a possible one."""
    return tuple(_contradictions(state, set(_UNSOUND)))


def _contradictions(state: State, sound: set[str]) -> list[str]:
    """Run every check whose fields are sound; fields a check objects to are no longer sound."""
    found: list[str] = []
    for check, needs, spoils in _CHECKS:
        if sound >= needs:
            objections = list(check(state))
            found += objections
            if objections:
                sound -= spoils
    return found


def _places(state: State) -> Iterator[str]:
    count, home = state.rules.options.runners, state.rules.home
    for number, seat in enumerate(state.seats):
        if len(seat.runners) != count:
            yield f"Runners of seat {number}: {len(seat.runners)}; this game has {count} a seat."
        for index, runner in enumerate(seat.runners):
            if not 0 <= runner.at <= home:
                yield f"{_named(number, index)} is off the track at {runner.at}; HOME is {home}."


def _hands(state: State) -> Iterator[str]:
    dealt = state.rules.options.lettuces
    for number, seat in enumerate(state.seats):
        if not 0 <= seat.carrots <= MOST:
            yield f"Seat {number} cannot hold {seat.carrots} carrots."
        if not 0 <= seat.lettuces <= dealt:
            yield f"Lettuces of seat {number}: {seat.lettuces}; each begins with {dealt} (R2.1)."


def _first(state: State) -> Iterator[str]:
    if not 0 <= state.first < len(state.seats):
        yield f"first: there is no seat {state.first}."


def _crowds(state: State) -> Iterator[str]:
    standing: dict[int, list[str]] = {}
    for number, seat in enumerate(state.seats):
        for index, runner in enumerate(seat.runners):
            if 0 < runner.at < state.rules.home:
                standing.setdefault(runner.at, []).append(_named(number, index))
    for at, runners in sorted(standing.items()):
        if len(runners) > 1:
            yield f"Square {at} holds one runner, not {len(runners)}: {listed(runners)} (R1.2)."


def _arrivals(state: State) -> Iterator[str]:
    home = state.rules.home
    there = {
        (number, index)
        for number, seat in enumerate(state.seats)
        for index, runner in enumerate(seat.runners)
        if runner.at == home
    }
    for each in sorted(there - set(state.home)):
        yield f"home: {_named(*each)} is at HOME and not in the list."
    for each in sorted(set(state.home) - there):
        yield f"home: {_named(*each)} is in the list and not at HOME."
    if len(set(state.home)) < len(state.home):
        yield "home: a runner arrives but once."


def _obligations(state: State) -> Iterator[str]:
    rules = state.rules
    for number, seat in enumerate(state.seats):
        for index, runner in enumerate(seat.runners):
            kind = rules.kinds[runner.at]
            name = f"{_named(number, index)} on square {runner.at}"
            if kind == LETTUCE and runner.obligation not in ("chew", "leave"):
                yield f"{name}, a lettuce, owes “chew” or “leave” (R6)."
            elif runner.obligation and not _owes(rules, kind, runner.obligation):
                yield f"{name} cannot owe “{runner.obligation}” there in this game."
            if runner.passed and not (kind == HARE and rules.options.hare == "tournament"):
                yield f"{name} waits on no tournament hare, so “passed” is false (R8.4)."
            if kind == HARE and rules.options.hare == "off":
                yield f"{name}: hares are closed in this game (R8.7)."
        yield from _bound(number, seat)


def _bound(number: int, seat: Seat) -> Iterator[str]:
    """Check the obligations of one seat's runners together."""
    bound = [each for each in seat.runners if each.obligation in ("chew", "leave", "rest")]
    if len(bound) > 1:
        yield f"Seat {number}: only one of its runners may chew, leave or rest (R8.6, R10.2)."
    if seat.lettuces == 0 and owing(seat, "chew") is not None:
        yield f"Seat {number} has no lettuce left to chew (R6.1)."


def _owes(rules: Ruleset, kind: str | None, obligation: Obligation) -> bool:
    match obligation:
        case "chew" | "leave":
            return kind == LETTUCE or (kind == HARE and "chew-lettuce" in _effects(rules))
        case "rest":
            return kind == HARE and rules.options.hare == "nap"
        case "back":
            return kind == HARE and rules.options.hare == "tournament"


def _misses(state: State) -> Iterator[str]:
    for number, seat in enumerate(state.seats):
        if not seat.miss:
            continue
        if not _effects(state.rules) & _MISSED:
            yield f"Seat {number} cannot miss a turn: no hare of this game makes anybody miss one."
        if state.is_home(number):
            yield f"Seat {number} is HOME and has no turn to miss (R9.2)."


def _pile(state: State) -> Iterator[str]:
    if sorted(state.pile) != sorted(state.rules.deck):
        if state.rules.deck:
            yield (
                "pile: it is not this game's deck in some order: " + listed(state.rules.deck) + "."
            )
        else:
            yield "pile: this game has no hare cards."


def _patch(state: State) -> Iterator[str]:
    total = state.rules.options.patch_total
    if total is None or state.patch is None:
        if state.patch is not None:
            yield "patch: null is due, the patch of this game never runs out."
        elif total is not None:
            yield f"patch: a number is due, the carrots of this game are {total}."
        return
    if state.patch < 0:
        yield f"patch: it cannot hold {state.patch} carrots."
    gift = state.pending
    given = gift.amount * len(gift.waiting) if isinstance(gift, Gift) else 0
    held = sum(seat.carrots for seat in state.seats)
    if held + state.patch + given != total:
        yield (
            f"Carrots: {held} in hands, {state.patch} in the patch and {given} given away make "
            f"{held + state.patch + given}; patch_total is {total}."
        )


def _turn(state: State) -> Iterator[str]:
    over, seat = state.prompt == "over", state.to_act
    ended = is_over(state.rules, len(state.seats), state.home)
    if ended and not over:
        yield f"The game is over (R9.3), but the prompt is “{state.prompt}”."
    if over and not ended:
        yield "The prompt is “over”, but the game is not (R9.3)."
    if ended and is_over(state.rules, len(state.seats), state.home[:-1]):
        yield "home: the game was over before the last arrival (R9.3)."
    if over and seat is not None:
        yield "to_act: null is due when the game is over."
    elif not over and seat is None:
        yield f"to_act: a seat is due at the prompt “{state.prompt}”."
    elif seat is not None and not 0 <= seat < len(state.seats):
        yield f"to_act: there is no seat {seat}."
    elif seat is not None and state.is_home(seat):
        yield f"to_act: seat {seat} is HOME and takes no more turns (R9.2)."


def _ranking(state: State) -> Iterator[str]:
    if state.prompt != "over":
        if state.ranking:
            yield "ranking: it is empty until the game is over."
    elif is_over(state.rules, len(state.seats), state.home):
        order = final_order(state)
        if state.ranking != order:
            yield f"ranking: the final order is {list(order)} (R9.3)."


def _pending(state: State) -> Iterator[str]:
    match state.pending:
        case Gift():
            yield from _gift(state, state.pending)
        case Ten(runner):
            if "ten" not in _effects(state.rules):
                yield "prompt: no hare of this game asks for ten."
            assert state.to_act is not None
            yield from _lands(state, state.to_act, runner)
            if not legal(state):
                yield "prompt: ten can be neither drawn nor paid, so nobody is asked (R8.2)."
        case Drawing():
            yield from _drawing(state, state.pending)
        case FirstDeal():
            if not state.rules.deck:
                yield "prompt: this game has no hare cards to deal."
            if state.to_act != state.first:
                yield f"to_act: seat {state.first} begins, so it is due at the first deal."
            if any(runner.at for seat in state.seats for runner in seat.runners):
                yield "pending: all runners are on START at the first deal."


def _gift(state: State, gift: Gift) -> Iterator[str]:
    amounts = GIFTS if state.rules.options.give_ten == "cascade" else GIFTS[:1]
    if "give-ten" not in state.rules.deck:
        yield "prompt: no hare of this game gives anything away."
    if gift.amount not in amounts:
        yield f"pending: {gift.amount} is no gift; {listed(map(str, amounts))} would be."
    if not 0 <= gift.giver < len(state.seats):
        yield f"pending: there is no seat {gift.giver} to give."
        return
    if not any(state.rules.kinds[each.at] == HARE for each in state.seats[gift.giver].runners):
        yield f"pending: no runner of seat {gift.giver} is on a hare square."
    if state.to_act != (gift.waiting or (None,))[0]:
        yield "to_act: it is the first of those waiting for the gift."
    behind, _ = others(state, gift.giver)
    if not gift.waiting or gift.waiting != behind[-len(gift.waiting) :]:
        yield (
            f"pending: behind seat {gift.giver} are {list(behind)}, in this order; waiting are the "
            "last of them (R7.1)."
        )


def _drawing(state: State, drawing: Drawing) -> Iterator[str]:
    if state.prompt == "roll" and not state.rules.table:
        yield "prompt: nothing is rolled in this game."
    if state.prompt == "deal" and not _effects(state.rules) & _SHUFFLES:
        yield "prompt: no hare card of this game has the pile dealt anew."
    if not 0 <= drawing.cost <= cost(state.rules.home - 1):
        yield f"pending: no move to a hare square costs {drawing.cost} carrots."
    if drawing.seat != state.to_act:
        yield "to_act: it is the seat that waits for chance."
    if not 0 <= drawing.seat < len(state.seats):
        yield f"pending: there is no seat {drawing.seat}."
    else:
        yield from _lands(state, drawing.seat, drawing.runner)


def _lands(state: State, seat: int, index: int) -> Iterator[str]:
    """Check that a runner has just come to a hare square."""
    runners = state.seats[seat].runners
    if not 0 <= index < len(runners):
        yield f"pending: seat {seat} has no runner {index}."
    elif state.rules.kinds[runners[index].at] != HARE:
        yield f"pending: {_named(seat, index)} is not on a hare square."
    elif runners[index].obligation:
        yield f"pending: {_named(seat, index)} owes nothing yet, its hare square is not done."


_MISSED: Final = frozenset({"miss", "chew-lettuce", "more-behind", "ten-per-lettuce"})
_SHUFFLES: Final = frozenset({"shuffle", "0", "+0", "-0"})


def _effects(rules: Ruleset) -> frozenset[str]:
    """Return the effects of hare squares in this game, by the names of cards and tables."""
    return frozenset(rules.deck).union(*rules.table)


def _named(seat: int, runner: int) -> str:
    return f"Runner {runner} of seat {seat}"


_CHECKS: Final[tuple[tuple[Callable[[State], Iterator[str]], set[str], set[str]], ...]] = (
    (_places, {"seats"}, {"seats"}),
    (_hands, {"seats"}, set()),
    (_first, {"seats", "first"}, {"first"}),
    (_crowds, {"seats"}, set()),
    (_arrivals, {"seats", "home"}, {"home"}),
    (_obligations, {"seats"}, set()),
    (_misses, {"seats"}, set()),
    (_pile, {"pile"}, set()),
    (_patch, {"seats", "patch", "pending"}, set()),
    (_turn, {"seats", "home", "prompt", "to_act"}, {"to_act"}),
    (_ranking, {"seats", "home", "prompt", "ranking"}, set()),
    (_pending, {"seats", "home", "prompt", "to_act", "first", "pending"}, set()),
)
"""Each check, the fields it needs, and those that are unsound when it objects."""
