"""Between positions of the rules and compact ones, and between actions and their numbers."""

from typing import Final

from controller.game.opponents.playouts.codes import (
    ACTIONS,
    EFFECTS,
    OBLIGATIONS,
    OVER,
    PROMPTS,
    UNLIMITED,
)
from controller.game.opponents.playouts.race import CompactRace
from controller.game.rules import Action, Ruleset, Runner, Seat, State, parse
from controller.game.rules.state import Drawing, FirstDeal, Gift, Pending, Ten

_PARSED: Final = {-number: parse(text) for number, text in enumerate(ACTIONS)}


def fill(race: CompactRace, state: State) -> None:
    """Take over a position; the race is one by the same rules."""
    each = race.each
    race.to_act = -1 if state.to_act is None else state.to_act
    race.prompt = PROMPTS.index(state.prompt)
    race.first = state.first
    race.patch = UNLIMITED if state.patch is None else state.patch
    for at in range(race.home + 1):
        race.on[at] = 0
    for seat, holder in enumerate(state.seats):
        race.carrots[seat] = holder.carrots
        race.lettuces[seat] = holder.lettuces
        race.misses[seat] = holder.miss
        for index, runner in enumerate(holder.runners):
            number = seat * each + index
            race.put(number, runner.at, OBLIGATIONS.index(runner.obligation))
            race.passed[number] = runner.passed
    race.arrived = len(state.home)
    for order, (seat, index) in enumerate(state.home):
        race.arrivals[order] = seat * each + index
    numbered = state.rules.options.hare == "number-cards"
    race.top = 0
    for place, card in enumerate(state.pile):
        race.pile[place] = int(card) if numbered else EFFECTS.index(card)
    for place, seat in enumerate(state.ranking):
        race.ranking[place] = seat
    race.drawing = -1
    match state.pending:
        case Gift(amount, giver, waiting):
            race.gift, race.giver = amount, giver
            race.waited, race.waiters = 0, len(waiting)
            for place, seat in enumerate(waiting):
                race.waiting[place] = seat
        case Ten(index):
            race.runner = race.to_act * each + index
        case Drawing(seat, index, cost):
            race.drawing, race.runner, race.cost = seat, seat * each + index, cost


def state_of(race: CompactRace, rules: Ruleset) -> State:
    """Return the position of a race by these rules."""
    each = race.each
    over = race.prompt == OVER
    seats = range(race.seats)
    return State(
        rules=rules,
        to_act=None if over else race.to_act,
        prompt=PROMPTS[race.prompt],
        first=race.first,
        seats=tuple(
            Seat(
                race.carrots[seat],
                race.lettuces[seat],
                bool(race.misses[seat]),
                tuple(
                    Runner(
                        race.at[runner], OBLIGATIONS[race.owes[runner]], bool(race.passed[runner])
                    )
                    for runner in range(seat * each, seat * each + each)
                ),
            )
            for seat in seats
        ),
        pile=pile_of(race, rules),
        patch=None if race.patch == UNLIMITED else race.patch,
        home=tuple(divmod(race.arrivals[order], each) for order in range(race.arrived)),
        pending=_pending(race),
        ranking=tuple(race.ranking[place] for place in seats) if over else (),
    )


def pile_of(race: CompactRace, rules: Ruleset) -> tuple[str, ...]:
    """Return the cards of the pile, top first."""
    if rules.options.hare == "number-cards":
        words = {int(card): card for card in rules.deck}
    else:
        words = dict(enumerate(EFFECTS))
    return tuple(words[race.pile[(race.top + place) % race.cards]] for place in range(race.cards))


def action_of(race: CompactRace, number: int) -> Action:
    """Return the action of the seat to act that has this number."""
    if number < 0:
        action = _PARSED[number]
        assert action is not None, "every number below zero has a notation"
        return action
    index, to = divmod(number, race.home + 1)
    label = index if race.each > 1 else None
    back = to < race.at[race.to_act * race.each + index]
    return Action("back", label) if back else Action("forward", label, to)


def number_of(race: CompactRace, action: Action) -> int:
    """Return the number of an action of the seat to act; the reverse of `action_of`."""
    index = action.runner or 0
    match action.kind:
        case "forward":
            return index * (race.home + 1) + action.to
        case "back":
            at = race.at[race.to_act * race.each + index]
            return index * (race.home + 1) + race.back_to[at]
        case _:
            return -ACTIONS.index(str(action))


def _pending(race: CompactRace) -> Pending | None:
    match PROMPTS[race.prompt]:
        case "gift":
            waiting = tuple(race.waiting[place] for place in range(race.waited, race.waiters))
            return Gift(race.gift, race.giver, waiting)
        case "ten":
            return Ten(race.runner % race.each)
        case "deal" if race.drawing < 0:
            return FirstDeal()
        case "deal" | "roll":
            return Drawing(race.drawing, race.runner % race.each, race.cost)
        case _:
            return None
