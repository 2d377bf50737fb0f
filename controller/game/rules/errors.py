"""Reason codes with their facts, and the errors that carry them.

Source: the reasons of the engine protocol.
"""

import difflib
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

ReasonCode = Literal[
    "game-over",
    "chance-due",
    "occupied",
    "tortoise-is-backwards-only",
    "no-lettuce-left",
    "too-few-carrots",
    "hare-square-forbidden",
    "nearest-tortoise-occupied",
    "no-tortoise-behind",
    "lettuces-left",
    "too-many-carrots",
    "must-chew",
    "must-leave-with-this-runner",
    "must-rest",
    "must-miss",
    "must-move-back",
    "not-on-a-carrot-square",
    "patch-too-small",
    "not-stuck",
    "not-ahead",
    "not-due",
    "bad-chance",
    "no-such-square",
    "unknown-action",
]

_MESSAGES: Final[dict[ReasonCode, str]] = {
    "game-over": "The game is over.",
    "chance-due": "Roll or draw the number first.",
    "occupied": "Square {square} is taken by another runner.",
    "tortoise-is-backwards-only": "Square {square} is a tortoise: you can only move back to it.",
    "no-lettuce-left": "Square {square} is lettuce, and you have none left.",
    "too-few-carrots": "That costs {need} carrots, and you have {have}.",
    "hare-square-forbidden": "Square {square} is a hare, and hares are closed in this game.",
    "nearest-tortoise-occupied": "The nearest tortoise behind you, square {square}, is taken.",
    "no-tortoise-behind": "There is no tortoise square behind you.",
    "lettuces-left": "HOME is closed while you hold lettuces: {have} to go.",
    "too-many-carrots": "You would reach HOME with {have} carrots; only {limit} are allowed.",
    "must-chew": "This turn you must chew your lettuce.",
    "must-leave-with-this-runner": "The runner on the lettuce square {square} must move on first.",
    "must-rest": "This turn the runner sleeps on.",
    "must-miss": "You must miss this turn.",
    "must-move-back": "This turn the runner must move back to a tortoise.",
    "not-on-a-carrot-square": "Only a runner waiting on a carrot square may draw or pay.",
    "patch-too-small": "The patch holds only {have} carrots.",
    "not-stuck": "You can only start again if you can't move.",
    "not-ahead": "Square {square} is not ahead of you.",
    "not-due": "“{action}” is not possible now.",
    "bad-chance": "A roll is a number from 1 to {most}.",
    "no-such-square": "The track has no square {square}; HOME is {home}.",
    "unknown-action": "“{action}” is not an action in this game.",
}

_OF_A_DEAL: Final[dict[ReasonCode, str]] = {
    "chance-due": "Deal the hare cards first.",
    "bad-chance": "A deal must name every card of the pile once, top first.",
}
"""Sentences used instead where `due` is a deal, not a roll."""

_OF_ONE: Final[dict[ReasonCode, tuple[str, str]]] = {
    "too-few-carrots": ("need", "That costs {need} carrot, and you have {have}."),
    "patch-too-small": ("have", "The patch holds only {have} carrot."),
}
"""Sentences used instead where the fact named first is 1."""

TEMPLATES: Final = (*_MESSAGES.items(), *_OF_A_DEAL.items())
"""Sentences of each reason code, with facts in braces."""


class Reason(msgspec.Struct, frozen=True):
    """One reason why an action is not legal: a code and the facts its sentence needs."""

    code: ReasonCode
    facts: dict[str, int | str] = {}

    @property
    def template(self) -> str:
        """English sentence with its facts still in braces."""
        if self.facts.get("due") == "deal":
            return _OF_A_DEAL[self.code]
        fact, of_one = _OF_ONE.get(self.code, ("", ""))
        if self.facts.get(fact) == 1:
            return of_one
        return _MESSAGES[self.code]

    @property
    def message(self) -> str:
        """Reason as an English sentence, addressed to the player."""
        return self.template.format_map(self.facts)


def reason(code: ReasonCode, **facts: int | str) -> Reason:
    """Make a reason with its facts."""
    return Reason(code, facts)


class RulesError(Exception):
    """Base class of all errors of the rules."""


class IllegalAction(RulesError, ValueError):
    """Action that is not legal in the position; nothing has changed.

    Attributes:
        action: the text or action as it was given.
        reasons: every reason, never empty.
        position: the position as one line (R14.5), or empty. It shows every hand: it is for
            logs and tests, not for players.
    """

    def __init__(self, action: str, reasons: tuple[Reason, ...], position: str = "") -> None:
        self.action = action
        self.reasons = reasons
        self.position = position
        super().__init__(f"{self.refusal} Position: {position}" if position else self.refusal)

    @property
    def refusal(self) -> str:
        """Action and every reason, without the position."""
        return f"{self.action}: " + " ".join(each.message for each in self.reasons)


class BadSetup(RulesError, ValueError):
    """Set-up of a game that is not valid: seats, edition or options do not fit.

    Args:
        code: `bad-request`, `unknown-edition` or `bad-option` (engine protocol).
        message: the mistake as an English sentence that names its facts in braces. Without
            facts it is used unchanged.
        facts: the values for the braces.

    Attributes:
        code: as given.
        template: the sentence with its facts still in braces.
        facts: the values for the braces.
    """

    def __init__(self, code: str, message: str, **facts: int | str) -> None:
        self.code = code
        self.template = message
        self.facts = facts
        super().__init__(message.format_map(facts) if facts else message)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest a word for a misspelt one, as a question to append; empty if none is similar."""
    near = difflib.get_close_matches(word, known, n=1)
    return f" Did you mean “{near[0]}”?" if near else ""
