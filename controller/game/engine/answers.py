"""Answers of the engine, as values ready for JSON."""

from collections.abc import Iterable
from typing import Any

from controller.game.rules import Reason, State, legal
from controller.game.rules.events import Event
from controller.game.rules.state import fields

Answer = dict[str, Any]


def position(state: State, events: tuple[Event, ...] = ()) -> Answer:
    """Return the position, its legal actions, and the events that led to it."""
    actions = [str(action) for action in legal(state)]
    return {"state": fields(state), "legal": actions, "events": events}


def refusal(code: str, message: str, reasons: Iterable[Answer] = ()) -> Answer:
    """Return an error; `reasons` where there may be several."""
    error = {"code": code, "message": message, "reasons": list(reasons)}
    return {"ok": False, "error": error}


def reasons(found: Iterable[Reason]) -> list[Answer]:
    """Return the reasons why an action is not legal."""
    return [{"code": each.code, "message": each.message} for each in found]


def alike(code: str, problems: Iterable[str]) -> list[Answer]:
    """Return reasons that all have the code of their error."""
    return [{"code": code, "message": problem} for problem in problems]
