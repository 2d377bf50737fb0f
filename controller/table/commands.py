"""Commands: what phones, buttons and pages may ask of the game."""

from typing import Literal

import msgspec

from controller.game.setup import Setup


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


class SetAside(msgspec.Struct, frozen=True):
    """Put the game under way aside, as it stood at a version; `Load` goes on with it."""

    version: int


class Load(msgspec.Struct, frozen=True):
    """Go on with a game that was set aside or abandoned; `game` is its number."""

    game: int


class Pause(msgspec.Struct, frozen=True):
    """Let the game under way wait, or go on: while it waits, nothing is played or sensed."""

    paused: bool


class Mend(msgspec.Struct, frozen=True):
    """End what wood and game differ in, as the game stood at a version.

    By the game: what stands wrong is to be carried. By the board: the runners are where the
    wood shows them.
    """

    by: Literal["board", "game"]
    version: int


class SetLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let the lights look otherwise from now on; what is None stays as it is. See `Look`."""

    theme: str | None = None
    brightness: float | None = None
    night: bool | None = None
    test: bool | None = None


class AskTap(msgspec.Struct, frozen=True):
    """Light a free square, where somebody holds their runner to say who they are."""


class EndTap(msgspec.Struct, frozen=True):
    """End a tap, by its number; nothing happens if it is over."""

    number: int


class ShowSign(msgspec.Struct, frozen=True):
    """Let the lights draw a number for a while, in digits."""

    text: str


class SeeRescue(msgspec.Struct, frozen=True):
    """Somebody has seen that the journal was damaged, and what was saved of it."""


Command = (
    Begin
    | Play
    | Confirm
    | TakeBack
    | Abandon
    | SetAside
    | Load
    | Pause
    | Mend
    | SetLook
    | AskTap
    | EndTap
    | ShowSign
    | SeeRescue
)
