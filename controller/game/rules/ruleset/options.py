"""Everything in which one game may differ from another, resolved to plain values.

Source: R13 and the table of options in the engine protocol.
"""

from typing import Literal

import msgspec

HareRule = Literal[
    "text-cards",
    "number-cards",
    "deck-1978",
    "table-1974",
    "die-table",
    "tournament",
    "flat-cost",
    "nap",
    "off",
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of one game, each with a value.

    Amounts are carrots. `patch_total` is None for a patch that never runs out. `teams`
    lists the seats of each team, or is None.
    """

    track: str
    runners: int
    start_carrots: int
    lettuces: int
    hare: HareRule
    home_limit: Literal["place", "flat-20"]
    first_runner_lettuces: bool
    restart_carrots: int
    restore_carrots: int
    equal: Literal["again", "nothing"]
    give_ten: Literal["cascade", "all-or-nothing"]
    skip_occupied_carrots: bool
    ten_may_be_declined: bool
    patch_total: int | None
    baulk: bool
    finish: Literal["play-on", "first-home"]
    open_hands: bool
    teams: tuple[tuple[int, ...], ...] | None
