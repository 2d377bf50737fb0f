"""What a program is asked and how it answers: a JSON object a line. See docs/engine.md."""

from collections.abc import Sequence

import msgspec

from controller.game.opponents.sight import Sight
from controller.game.rules import Action, parse
from controller.json_data import BadJson, from_json
from controller.plain_text import plain


class ProgramAnswer(msgspec.Struct, frozen=True):
    """The answer of a program; it may have other fields too."""

    action: str


class BadAnswer(ValueError):
    """A line that is no answer, or names no legal action; the message says what it is."""


def question(sight: Sight, actions: Sequence[Action], time_s: float) -> bytes:
    """Return the line that asks for an action.

    Args:
        sight: what the seat sees.
        actions: its legal actions.
        time_s: the time for the answer, in seconds.
    """
    hidden = {"seat", "rules", "played"}
    seen = {name: getattr(sight, name) for name in Sight.__struct_fields__ if name not in hidden}
    rules = {"edition": sight.rules.edition, "options": sight.rules.options}
    asked = {
        "cmd": "choose",
        "seat": sight.seat,
        "legal": [str(action) for action in actions],
        "time_s": time_s,
        "state": {**rules, **seen},
        "played": [(seat, str(action)) for seat, action in sight.played],
    }
    return msgspec.json.encode(asked) + b"\n"


def chosen(line: bytes, actions: Sequence[Action]) -> Action:
    """Return the action that an answer names.

    Raises:
        BadAnswer: it is no answer, or the action is not legal.
    """
    try:
        answer = from_json(line, ProgramAnswer)
    except BadJson as error:
        raise BadAnswer(f"{error}") from error
    action = parse(answer.action)
    if action is None or action not in actions:
        raise IllegalAnswer(f"“{plain(answer.action[:20])}” is not legal")
    return action


class IllegalAnswer(BadAnswer):
    """An answer whose action is not legal."""
