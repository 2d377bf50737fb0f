"""Tracks, decks, tables and editions as plain literals (R1, R7, R8, R13)."""

from typing import Any

# R1.4: the action squares in order, one letter or digit each; START comes before the first,
# HOME after the last.
# A test may add a track of its own here (R1.3).
TRACKS: dict[str, list[str]] = {
    "A": list("HCH3CHLT42T3CHTF24T3CL2THC432THFCH23TCHC2LT34H2FCTH324CTLHC2HLH"),
    "B": list("HCH3CHF24LT3CHTF24T3CL2THC432THFCH23TCHC2LT34H2FCTH324CTLHCFCHC"),
}

# R1.4, R4.2: the places at which a square pays.
PAYING_PLACES: dict[str, list[int]] = {"2": [2], "3": [3], "4": [4], "F": [1, 5, 6]}

HARE_RULES = [
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

# R7, R8.1, R8.3: the decks in the order in which they are listed; other hare rules have none.
DECKS: dict[str, list[str]] = {
    "text-cards": [
        *["give-ten"] * 2,
        *["more-behind"] * 2,
        *["restore"] * 2,
        *["ten-per-lettuce"] * 2,
        *["free-ride"] * 2,
        *["lose-half"] * 2,
        *["show"] * 2,
        "shuffle",
    ],
    "number-cards": [
        *["+5"] * 2,
        *["+10"] * 2,
        *["+15", "+20", "+25"],
        *["-5"] * 2,
        *["-10"] * 2,
        *["-15", "-20", "-25"],
        "0",
    ],
    "deck-1978": [
        *["position-back"] * 2,
        *["free"] * 2,
        *["ten"] * 2,
        "position-forward",
        "carrot-forward",
        "carrot-back",
        "again",
        "miss",
        "chew-lettuce",
    ],
}

# R8.3: the action for a roll (row) and for the position 1..6 (column).
TABLES: dict[str, dict[int, list[str]]] = {
    "table-1974": {
        1: ["miss"] * 6,
        2: ["carrot-back"] * 3 + ["carrot-forward"] * 3,
        3: ["position-back"] * 2 + ["position-forward"] * 4,
        4: ["ten"] + ["chew-lettuce"] * 5,
        5: ["free"] * 6,
        6: ["again"] * 6,
    },
    "die-table": {
        1: ["miss"] * 3 + ["ten"] * 3,
        2: ["carrot-back"] * 3 + ["carrot-forward"] * 3,
        3: ["position-back"] * 2 + ["position-forward"] * 4,
        4: ["chew-carrot"] + ["chew-lettuce"] * 5,
        5: ["free"] * 6,
        6: ["again"] * 6,
    },
}

# R13. "start" lists the carrots of three, four, and five or six players; "start_two" is for two
# runners each (R10.1). A restart of None means the starting amount (R13.1a); a baulk of None
# means that it is on exactly when the patch is limited.
_COMMON: dict[str, Any] = {
    "track": "B",
    "start": [65, 65, 65],
    "start_two": 95,
    "hare": "text-cards",
    "home_limit": "place",
    "first_runner_lettuces": True,
    "restart": 65,
    "restore": 65,
    "equal": "nothing",
    "give_ten": "cascade",
    "patch_total": None,
    "baulk": False,
}
EDITIONS: dict[str, dict[str, Any]] = {
    "intellect-1974": {**_COMMON, "track": "A", "hare": "table-1974", "home_limit": "flat-20"},
    "ravensburger-1978": {**_COMMON, "track": "A", "hare": "deck-1978"},
    "gibsons-1987": {**_COMMON, "start": [65, 65, 95], "hare": "die-table"},
    "abacus-2000": {
        **_COMMON,
        "start": [65, 95, 95],
        "hare": "die-table",
        "first_runner_lettuces": False,
        "restart": None,
        "patch_total": 1434,
    },
    "ravensburger-2008": {
        **_COMMON,
        "start": [68, 68, 98],
        "start_two": 98,
        "restart": 68,
        "restore": 68,
        "equal": "again",
        "give_ten": "all-or-nothing",
    },
    "gibsons-2010": {**_COMMON, "equal": "again"},
    "devir-2014": {
        **_COMMON,
        "start": [65, 95, 95],
        "hare": "number-cards",
        "first_runner_lettuces": False,
        "patch_total": 1644,
    },
    "parlett-2018": {**_COMMON, "baulk": None},
    "broadway-2018": {**_COMMON},
    "tournament-2019": {**_COMMON, "hare": "tournament", "patch_total": 1434, "baulk": True},
}
