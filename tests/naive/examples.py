"""Positions made by hand, for the examples."""

from typing import Any

from tests.naive import new
from tests.naive.table import State, home_square


def example(
    edition: str,
    squares: list[list[int]],
    *,
    carrots: list[int] | None = None,
    lettuces: list[int] | None = None,
    options: dict[str, Any] | None = None,
    patch: int | None = None,
    card: str | None = None,
    to_act: int = 0,
) -> State:
    """An ordinary turn of a seat, with the runners of each seat on the given squares.

    Runners at HOME count as having arrived in seat order. The card, if any, lies on top.
    """
    state = new(edition, len(squares), to_act, {"runners": len(squares[0]), **(options or {})})
    state.update(prompt="move", pending=None, patch=patch)
    for seat, player in enumerate(state["seats"]):
        player["carrots"] = carrots[seat] if carrots else player["carrots"]
        player["lettuces"] = lettuces[seat] if lettuces else player["lettuces"]
        for runner, square in enumerate(squares[seat]):
            player["runners"][runner]["at"] = square
            if square == home_square(state):
                state["home"].append([seat, runner])
    if card:
        state["pile"].remove(card)
        state["pile"].insert(0, card)
    return state


def owe(state: State, seat: int, obligation: str, runner: int = 0) -> State:
    """The same position with an obligation."""
    state["seats"][seat]["runners"][runner]["obligation"] = obligation
    return state


def carrots(state: State) -> list[int]:
    """The holdings by seat."""
    return [player["carrots"] for player in state["seats"]]


def squares(state: State) -> list[list[int]]:
    """Where the runners are, by seat."""
    return [[runner["at"] for runner in player["runners"]] for player in state["seats"]]


def obligations(state: State) -> list[list[str | None]]:
    """What the runners owe, by seat."""
    return [[runner["obligation"] for runner in player["runners"]] for player in state["seats"]]
