"""Settings of a table, with their units and defaults."""

from collections.abc import Mapping

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Waiting times and limits of the table.

    Attributes:
        settle_s: time a runner must rest before its move counts.
        pause_s: time after which a turn with only one possible action continues by itself.
        first_look_s: time after a game is resumed in which a runner that is first sighted
            counts as one that stood there all along.
        departure_misses: readings in a row that must miss a tag before it is gone.
        after_race_s: time after the end of a race in which a held button starts no new one: the
            finger may have been there before.
        tap_s: time a square is lit for a player to hold their runner there.
        tap_back_s: time the player has to put the runner back.
        lesson_s: time to read what a step of the lesson has shown, until the next step begins.
        cheer_s: time all lights celebrate the end of a race.
        sign_s: time the lights draw digits.
        programs: programs that may be opponents: the words of each command, by name.
    """

    settle_s: float = 0.6
    pause_s: float = 6.0
    first_look_s: float = 1.0
    departure_misses: int = 3
    after_race_s: float = 3.0
    tap_s: float = 60.0
    tap_back_s: float = 10.0
    lesson_s: float = 12.0
    cheer_s: float = 12.0
    sign_s: float = 30.0
    programs: Mapping[str, tuple[str, ...]] = {}
