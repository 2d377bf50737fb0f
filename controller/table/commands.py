"""Commands: what phones, buttons and pages may ask of the game."""

from collections.abc import Callable
from typing import Literal

import msgspec

from controller.game.journal.race_log import LogRecord
from controller.game.setup import Setup
from controller.table.remote.messages import SentAction
from controller.table.remote.races import OtherBoard


class Begin(msgspec.Struct, frozen=True):
    """Begin a game."""

    setup: Setup


SeatChange = Literal["more-opponents", "fewer-people", "stronger", "weaker"]
"""What buttons change about who plays the next race."""


class ChangeSeats(msgspec.Struct, frozen=True):
    """Show who would play the next race; if that is shown, change it."""

    change: SeatChange


class Play(msgspec.Struct, frozen=True):
    """Play an action for a seat, as the game stood at a version.

    `thought` is True if the seat's computer opponent has chosen it, `plain` if the board has,
    because the opponent did not answer.
    """

    seat: int
    action: str
    version: int
    thought: bool = False
    plain: bool = False


class Confirm(msgspec.Struct, frozen=True):
    """Do what the confirm button does, as the game stood at a version."""

    version: int


class TakeBack(msgspec.Struct, frozen=True):
    """Take back a seat's last action, as the game stood at a version."""

    seat: int
    version: int


class LessonTo(msgspec.Struct, frozen=True):
    """Go to another step of the lesson, or on to the race, as the game stood at a version."""

    to: Literal["next", "back", "again", "race"]
    version: int


class Abandon(msgspec.Struct, frozen=True):
    """End the game under way, as it stood at a version."""

    version: int


class SetAside(msgspec.Struct, frozen=True):
    """Set the game under way aside, as it stood at a version; `Load` resumes it."""

    version: int


class Load(msgspec.Struct, frozen=True):
    """Resume a game that was set aside or abandoned; `game` is its number."""

    game: int


class Pause(msgspec.Struct, frozen=True):
    """Pause or resume the game under way: while paused, nothing is played or sensed."""

    paused: bool


class SetPace(msgspec.Struct, frozen=True):
    """Change the seconds that an opponent takes for an action, at least, during a race."""

    pace_s: float


class Mend(msgspec.Struct, frozen=True):
    """End the mismatches of board and game, as the game stood at a version.

    By the game: each runner that stands wrong becomes an errand. By the board: the game takes
    over the runners' squares from the board.
    """

    by: Literal["board", "game"]
    version: int


class SetLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change the look of the lights; a field that is None stays unchanged. See `Look`."""

    theme: str | None = None
    brightness: float | None = None
    night: bool | None = None
    test: bool | None = None


class AskTap(msgspec.Struct, frozen=True):
    """Light a free square for a tap: a player holds a runner there to identify themselves."""


class EndTap(msgspec.Struct, frozen=True):
    """End a tap, by its number; nothing happens if it is over."""

    number: int


class ShowSign(msgspec.Struct, frozen=True):
    """Draw a number with the lights for a while, in digits."""

    text: str


class SeeRescue(msgspec.Struct, frozen=True):
    """Acknowledge the report of the damaged journal and its repair."""


class JoinRace(msgspec.Struct, frozen=True):
    """Join a race to which another board has invited."""

    race: str


class DeclineRace(msgspec.Struct, frozen=True):
    """Keep that the host declines an invitation to a race."""

    race: str


class FollowLog(msgspec.Struct, frozen=True):
    """Follow the authority's log of a race; `start` counts the records before these."""

    race: str
    start: int
    records: tuple[LogRecord, ...]


class PlaySent(msgspec.Struct, frozen=True):
    """Play an action of the guest, who had so many records of the log."""

    race: str
    count: int
    action: SentAction


class DropSent(msgspec.Struct, frozen=True):
    """Drop an action that the authority refuses, by its number."""

    race: str
    number: int
    code: str


class SeeOther(msgspec.Struct, frozen=True):
    """Note how the other board of a race is."""

    race: str
    other: OtherBoard


class GoOnAlone(msgspec.Struct, frozen=True):
    """Go on with the race at this board alone, as it stood at a version; both hosts agree."""

    version: int


Command = (
    Begin
    | ChangeSeats
    | Play
    | Confirm
    | TakeBack
    | LessonTo
    | Abandon
    | SetAside
    | Load
    | Pause
    | SetPace
    | Mend
    | SetLook
    | AskTap
    | EndTap
    | ShowSign
    | SeeRescue
    | JoinRace
    | DeclineRace
    | PlaySent
    | DropSent
    | SeeOther
    | GoOnAlone
)


class DeletePerson(msgspec.Struct, frozen=True):
    """Delete a person from all races; others keep theirs.

    Attributes:
        name: of the person, whatever its capitals and blanks.
        called: what a deleted person is called; a number is added from the second on.
        leave_seats: makes the person's seats free, before anything else.
        at_work: called now and then while it lasts: with thousands of races, for many seconds.
    """

    name: str
    called: str
    leave_seats: Callable[[], None]
    at_work: Callable[[], None] = lambda: None


TableOrder = Command | FollowLog | DeletePerson
"""What a table is asked to do: each command is one step, and each record of a log."""
