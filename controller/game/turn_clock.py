"""The clock that a game may be played with. It shows and reminds, and never plays for anybody."""

from typing import Final

import msgspec

from controller.game.rules import BadSetup

SHORTEST_S: Final = 5
LONGEST_S: Final = 3600


class Reminder(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="reminder"
):
    """A quiet reminder to whoever thinks for longer than `after_s` seconds."""

    after_s: int


class MoveTime(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move-time"
):
    """Seconds for each move; a longer move takes from the player's reserve for the whole game."""

    move_s: int
    reserve_s: int = 0


TurnClock = Reminder | MoveTime


def check_clock(clock: TurnClock) -> None:
    """Refuse times that nobody can play with.

    Raises:
        BadSetup: a time is too short or too long.
    """
    match clock:
        case Reminder(after_s):
            _check(after_s, SHORTEST_S)
        case MoveTime(move_s, reserve_s):
            _check(move_s, SHORTEST_S)
            _check(reserve_s, 0)


def _check(seconds: int, least: int) -> None:
    if not least <= seconds <= LONGEST_S:
        raise BadSetup(
            "bad-request",
            "A time of the clock is from {least} to {most} seconds, not {seconds}.",
            least=least,
            most=LONGEST_S,
            seconds=seconds,
        )
