"""Refusal: a command that was not carried out, with the reason for programs and for people."""

from controller.game.pieces import NameAt
from controller.game.rules import Reason


class Refusal(Exception):
    """A command that was not carried out; nothing has changed.

    Args:
        code: reason, for programs.
        message: reason and remedy, for people: an English sentence that names its facts in
            braces. Without facts it is used unchanged.
        reasons: every reason why an action is not legal.
        facts: values for the braces.

    Attributes:
        code: as given.
        template: the sentence with its facts still in braces, as it is looked up in other
            languages.
        facts: values for the braces.
        message: the English sentence.
        reasons: as given.
    """

    def __init__(
        self, code: str, message: str, reasons: tuple[Reason, ...] = (), **facts: int | str | NameAt
    ) -> None:
        self.code = code
        self.template = message
        self.facts = facts
        self.message = message.format_map(facts) if facts else message
        self.reasons = reasons
        super().__init__(self.message)
