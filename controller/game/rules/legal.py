"""Lists legal actions, and explains why the others are not.

`legal` is the fast answer, `why` the explained one: `why` is empty exactly for what `legal`
lists. Source: R4 and the rules it points to.
"""

from functools import lru_cache
from typing import Final

from controller.game.rules.errors import Reason, reason
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    back_square,
    destinations,
    home_obstacles,
    means,
    price,
)
from controller.game.rules.ruleset.track import CARROT, HARE, LETTUCE, TORTOISE, members
from controller.game.rules.state import Seat, State
from controller.game.rules.text.notation import PLAIN, Action, parse

_BACK: Final = {runner: Action("back", runner) for runner in (None, 0, 1)}
# The choices if neither is possible, only paying, only drawing, both.
_STAYING: Final = ((), (PLAIN["pay"],), (PLAIN["draw"],), (PLAIN["draw"], PLAIN["pay"]))
_DECLINABLE: Final = tuple((PLAIN["decline"], *choices) for choices in _STAYING)
_RESTART: Final = {runner: Action("restart", runner) for runner in (None, 0, 1)}


def legal(state: State) -> tuple[Action, ...]:
    """List every legal action: moves by runner and square, then the others by name.

    When chance is due, the bare `deal` or `roll` stands for it; when the game is over the list
    is empty.
    """
    match state.prompt:
        case "move":
            return moves(state) or restarts(state)
        case "gift":
            return (PLAIN["discard"], PLAIN["keep"])
        case "ten":
            declinable = state.rules.options.ten_may_be_declined
            return _choices(state, _DECLINABLE if declinable else _STAYING)
        case "deal" | "roll" as due:
            return (PLAIN[due],)
        case "over":
            return ()


def count_legal(state: State) -> int:
    """Count the actions that `legal` lists, which is faster than listing them."""
    if state.prompt != "move":
        return len(legal(state))
    seat = _acting(state)
    holder = state.seats[seat]
    if owed := _owed(state, holder):
        return len(owed)
    if len(holder.runners) == 1:
        count = destinations(state, seat, 0).bit_count()
        if state.rules.kinds[holder.runners[0].at] == CARROT:
            count += len(_choices(state, _STAYING))
    else:
        count = len(_staying(state, holder))
        for squares in _destinations(state, seat, holder):
            count += squares.bit_count()
    return count or len(restarts(state))


def moves(state: State) -> tuple[Action, ...]:
    """List the actions of the seat to act at a `move` prompt, without restarts of the stuck."""
    seat = state.to_act
    assert seat is not None, "only a game that is over has nobody to act"
    holder = state.seats[seat]
    if owed := _owed(state, holder):
        return owed
    if len(holder.runners) == 1:
        at = holder.runners[0].at
        runs = _runs(None, at, destinations(state, seat, 0))
        # A seat that must leave a lettuce is on no carrot square.
        return runs + _choices(state, _STAYING) if state.rules.kinds[at] == CARROT else runs
    first, second = (
        _runs(index, runner.at, squares)
        for index, (runner, squares) in enumerate(
            zip(holder.runners, _destinations(state, seat, holder), strict=True)
        )
    )
    return first + second + _staying(state, holder)


def restarts(state: State) -> tuple[Action, ...]:
    """List the restarts a stuck seat may choose from (R4.7)."""
    holder = state.seats[_acting(state)]
    if len(holder.runners) == 1:
        return (_RESTART[None],)
    leaving = owing(holder, "leave")
    if leaving is not None:
        return (_RESTART[leaving],)
    on_track = [i for i, each in enumerate(holder.runners) if 0 < each.at < state.rules.home]
    return tuple(_RESTART[index] for index in on_track) or (_RESTART[None],)


def _owed(state: State, holder: Seat) -> tuple[Action, ...]:
    """List the actions that an obligation requires of the seat to act; empty without one (R4.1)."""
    if holder.miss:
        return (PLAIN["miss"],)
    for runner in holder.runners:
        if runner.obligation is not None:
            break
    else:
        return ()
    if owing(holder, "chew") is not None:
        return (PLAIN["chew"],)
    if owing(holder, "back") is not None:
        return _forced_back(state, holder)
    if owing(holder, "rest") is not None:
        return (PLAIN["rest"],)
    return ()


def _forced_back(state: State, holder: Seat) -> tuple[Action, ...]:
    """R8.4: back to the nearest tortoise, or a restart if that is not possible."""
    several = len(holder.runners) > 1
    found: list[Action] = []
    blocked: list[Action] = []
    for index, runner in enumerate(holder.runners):
        if runner.obligation == "back":
            label = index if several else None
            if back_square(state, runner):
                found.append(_BACK[label])
            else:
                blocked.append(_RESTART[label])
    return (*found, *blocked)


def owing(holder: Seat, obligation: str) -> int | None:
    """Return the runner of a seat that has this obligation, or None."""
    for index, runner in enumerate(holder.runners):
        if runner.obligation == obligation:
            return index
    return None


def why(state: State, text: str) -> tuple[Reason, ...]:
    """List every reason why an action is not legal now; empty for a legal one.

    Args:
        state: the position.
        text: the action in the notation of R14.
    """
    if state.prompt == "over":
        return (reason("game-over"),)
    action = parse(text)
    if action is None:
        return (reason("unknown-action", action=text),)
    if state.prompt in ("deal", "roll"):
        return _why_not_chance(state, action)
    if action.kind in ("deal", "roll"):
        return (reason("not-due", action=text),)
    if state.prompt == "move":
        return _why_not_move(state, action)
    if action in legal(state):
        return ()
    if state.prompt == "ten" and action.kind in ("draw", "pay"):
        return _why_not_choice(state, action)
    return (reason("not-due", action=text),)


def _destinations(state: State, seat: int, holder: Seat) -> tuple[int, ...]:
    """Return the set of squares each runner of the seat to act may move to."""
    leaving = owing(holder, "leave")
    return tuple(
        destinations(state, seat, index) if leaving in (None, index) else 0
        for index in range(len(holder.runners))
    )


@lru_cache(maxsize=4096)
def _runs(runner: int | None, at: int, squares: int) -> tuple[Action, ...]:
    """List the moves of a runner from one square to any of a set of others."""
    return tuple(
        _BACK[runner] if to < at else Action("forward", runner, to) for to in members(squares)
    )


def _staying(state: State, holder: Seat) -> tuple[Action, ...]:
    """List the actions without a move: draw or pay on a carrot square (R5.1)."""
    if not _on_carrot_square(state, holder) or owing(holder, "leave") is not None:
        return ()
    return _choices(state, _STAYING)


def _acting(state: State) -> int:
    assert state.to_act is not None, "only a game that is over has nobody to act"
    return state.to_act


def _on_carrot_square(state: State, holder: Seat) -> bool:
    return any(state.rules.kinds[runner.at] == CARROT for runner in holder.runners)


def _choices(state: State, choices: tuple[tuple[Action, ...], ...]) -> tuple[Action, ...]:
    """Return the choices that hand and patch allow (R5.1, R5.2)."""
    draw = state.patch is None or state.patch >= CARROT_SQUARE_CARROTS
    pay = state.seats[_acting(state)].carrots >= CARROT_SQUARE_CARROTS
    return choices[2 * draw + pay]


def _why_not_chance(state: State, action: Action) -> tuple[Reason, ...]:
    if action.kind != state.prompt:
        return (reason("chance-due", due=state.prompt),)
    if action.kind == "roll" and not 1 <= action.value <= len(state.rules.table):
        return (reason("bad-chance", most=len(state.rules.table)),)
    if action.kind == "deal" and sorted(action.cards) != sorted(state.rules.deck):
        return (reason("bad-chance", due="deal"),)
    return ()


def _why_not_move(state: State, action: Action) -> tuple[Reason, ...]:
    holder = state.seats[_acting(state)]
    if holder.miss:
        return () if action.kind == "miss" else (reason("must-miss"),)
    if owing(holder, "chew") is not None:
        return () if action.kind == "chew" else (reason("must-chew"),)
    if owing(holder, "back") is not None:
        return () if action in _forced_back(state, holder) else (reason("must-move-back"),)
    if owing(holder, "rest") is not None:
        return () if action.kind == "rest" else (reason("must-rest"),)
    match action.kind:
        case "draw" | "pay":
            return _why_not_choice(state, action)
        case "forward" | "back":
            return _why_not_run(state, action)
        case "restart":
            return _why_not_restart(state, action)
        case _:
            return (reason("not-due", action=str(action)),)


def _why_not_choice(state: State, action: Action) -> tuple[Reason, ...]:
    holder = state.seats[_acting(state)]
    reasons: list[Reason] = []
    if state.prompt == "move":
        leaving = owing(holder, "leave")
        if leaving is not None:
            at = holder.runners[leaving].at
            reasons.append(reason("must-leave-with-this-runner", square=at))
        if not _on_carrot_square(state, holder):
            reasons.append(reason("not-on-a-carrot-square"))
    if action.kind == "draw" and state.patch is not None and state.patch < CARROT_SQUARE_CARROTS:
        reasons.append(reason("patch-too-small", have=state.patch))
    if action.kind == "pay" and holder.carrots < CARROT_SQUARE_CARROTS:
        reasons.append(reason("too-few-carrots", need=CARROT_SQUARE_CARROTS, have=holder.carrots))
    return tuple(reasons)


def _why_not_restart(state: State, action: Action) -> tuple[Reason, ...]:
    holder = state.seats[_acting(state)]
    named = action.runner is not None
    if named and len(holder.runners) == 1:
        return (reason("unknown-action", action=str(action)),)
    if moves(state):
        return (reason("not-stuck"),)
    if action in restarts(state):
        return ()
    if not named:
        return (reason("unknown-action", action=str(action)),)
    leaving = owing(holder, "leave")
    if leaving is not None:
        return (reason("must-leave-with-this-runner", square=holder.runners[leaving].at),)
    return (reason("not-stuck"),)


def _why_not_run(state: State, action: Action) -> tuple[Reason, ...]:
    seat = _acting(state)
    holder = state.seats[seat]
    named = action.runner is not None
    if named != (len(holder.runners) > 1):
        return (reason("unknown-action", action=str(action)),)
    index = action.runner or 0
    runner = holder.runners[index]
    reasons: list[Reason] = []
    leaving = owing(holder, "leave")
    if leaving is not None and index != leaving:
        at = holder.runners[leaving].at
        reasons.append(reason("must-leave-with-this-runner", square=at))
    if action.kind == "back":
        to = state.rules.back_to[runner.at] if runner.at != state.rules.home else 0
        if not to:
            reasons.append(reason("no-tortoise-behind"))
        elif not back_square(state, runner):
            reasons.append(reason("nearest-tortoise-occupied", square=to))
        return tuple(reasons)
    return (*reasons, *_why_not_forward(state, seat, index, action.to))


def _why_not_forward(state: State, seat: int, index: int, to: int) -> tuple[Reason, ...]:
    rules = state.rules
    holder = state.seats[seat]
    at = holder.runners[index].at
    if to > rules.home:
        return (reason("no-such-square", square=to, home=rules.home),)
    if to <= at:
        return (reason("not-ahead", square=to, at=at),)
    reasons: list[Reason] = []
    kind = rules.kinds[to]
    if to != rules.home and state.occupied >> to & 1:
        reasons.append(reason("occupied", square=to))
    if kind == TORTOISE:
        reasons.append(reason("tortoise-is-backwards-only", square=to))
    if kind == HARE and rules.options.hare == "off":
        reasons.append(reason("hare-square-forbidden", square=to))
    if kind == LETTUCE and not holder.lettuces:
        reasons.append(reason("no-lettuce-left", square=to))
    have, need = means(state, seat, index), price(rules, at, to)
    if need > have:
        reasons.append(reason("too-few-carrots", need=need, have=have))
    if to == rules.home:
        reasons.extend(home_obstacles(state, seat, have - need))
    return tuple(reasons)
