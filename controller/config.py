"""Settings of a table, with their units and defaults."""

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How patient the table is.

    Attributes:
        settle_s: how long a runner must rest before its move counts.
        pause_s: after how long a turn that allows one thing only goes on by itself.
        first_look_s: for how long after a game was taken up again a runner that is first
            sighted counts as one that stood there all along.
        departure_misses: how many readings in a row must miss a tag before it is gone.
        after_race_s: for how long after the end of a race a held button begins no other one: the
            finger may have been there before.
        tap_s: how long a square is lit for somebody to hold their runner there.
        tap_back_s: how long they may take to put it back.
        sign_s: how long the lights draw digits.
    """

    settle_s: float = 0.6
    pause_s: float = 6.0
    first_look_s: float = 1.0
    departure_misses: int = 3
    after_race_s: float = 3.0
    tap_s: float = 60.0
    tap_back_s: float = 10.0
    sign_s: float = 30.0
