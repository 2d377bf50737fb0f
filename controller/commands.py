"""What others may ask of the game, and how they are refused."""

import msgspec

from controller.rules import Reason
from controller.setup import Setup


class Begin(msgspec.Struct, frozen=True):
    """Begin a game."""

    setup: Setup


class Play(msgspec.Struct, frozen=True):
    """Play an action for a seat, as the game stood at a version."""

    seat: int
    action: str
    version: int


class Confirm(msgspec.Struct, frozen=True):
    """Do what the confirm button does, as the game stood at a version."""

    version: int


class TakeBack(msgspec.Struct, frozen=True):
    """Take back a seat's last action, as the game stood at a version."""

    seat: int
    version: int


class Abandon(msgspec.Struct, frozen=True):
    """End the game under way, as it stood at a version."""

    version: int


class SetLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let the lights look otherwise from now on; what is None stays as it is. See `Look`."""

    theme: str | None = None
    brightness: float | None = None
    night: bool | None = None
    test: bool | None = None


Command = Begin | Play | Confirm | TakeBack | Abandon | SetLook


class Refusal(Exception):
    """A command that was not carried out; nothing has changed.

    Args:
        code: why, for programs.
        message: why and what to do, for people: an English sentence that names its facts in
            braces. Without facts it is taken as it stands.
        reasons: for an action that is not legal, every reason.
        facts: what the sentence names.

    Attributes:
        code: as given.
        template: the sentence with its facts still in braces, as it is looked up in other
            languages.
        facts: what belongs there.
        message: the English sentence.
        reasons: as given.
    """

    def __init__(
        self, code: str, message: str, reasons: tuple[Reason, ...] = (), **facts: int | str
    ) -> None:
        self.code = code
        self.template = message
        self.facts = facts
        self.message = message.format_map(facts) if facts else message
        self.reasons = reasons
        super().__init__(self.message)
