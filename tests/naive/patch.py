"""Carrots between the hands and the patch (R2.4, R12)."""

from tests.naive.table import State, option


def give_back(state: State, seat: int, amount: int) -> None:
    """R2.4: a seat pays carrots into the patch; it must have them."""
    player = state["seats"][seat]
    if player["carrots"] < amount:
        raise AssertionError("paying more than is in hand")
    player["carrots"] -= amount
    into_patch(state, amount)


def into_patch(state: State, amount: int) -> None:
    """R2.4: carrots that nobody holds go to the patch; an unlimited one does not count them."""
    if state["patch"] is not None:
        state["patch"] += amount


def take(state: State, seat: int, amount: int) -> None:
    """R2.4, R12.1: a seat draws what is due; a patch that is too small baulks the others."""
    player = state["seats"][seat]
    if state["patch"] is None:
        player["carrots"] += amount
        return
    if state["patch"] < amount and option(state, "baulk"):
        for other, victim in enumerate(state["seats"]):
            if other != seat:
                give_back(state, other, victim["carrots"] // 2)
    paid = min(amount, state["patch"])
    state["patch"] -= paid
    player["carrots"] += paid


def make_exactly(state: State, seat: int, amount: int) -> None:
    """R4.7, R7.3: the holding becomes this amount, by way of the patch."""
    holding = state["seats"][seat]["carrots"]
    if holding > amount:
        give_back(state, seat, holding - amount)
    else:
        take(state, seat, amount - holding)


def may_draw_ten(state: State) -> bool:
    """R5.2, R12.2: ten can be chosen only if the patch holds ten."""
    return state["patch"] is None or state["patch"] >= 10


def may_pay_ten(state: State, seat: int) -> bool:
    """R5.1: paying ten needs ten in hand."""
    return bool(state["seats"][seat]["carrots"] >= 10)
