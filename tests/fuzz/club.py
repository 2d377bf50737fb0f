"""Harness of the club screen: its messages come from boards, or whoever writes to the broker."""

import json
from contextlib import closing
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from tests.fuzz.harness import Harness, hold
from tests.web.club.test_club import told
from web.club.club import Club
from web.club.results import Results

NOW: Final = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
TABLE: Final = "hareboard/v1/{board}/table"


@cache
def _tables() -> tuple[bytes, ...]:
    """Tables with a race under way, two that are over, and one without a race."""
    teams = told(64, 7, 3, over=True)
    teams["view"]["setup"] = {"edition": "abacus-2000", "options": {"teams": [[0, 2]]}}
    none = told()
    none["view"] |= {"phase": "setup", "setup": None, "to_act": None}
    old = told(64, 7, over=True, begun="0001-01-01T00:00:00+00:00")
    return tuple(json.dumps(each).encode() for each in (told(5, 7, 3), teams, none, old))


def club(data: bytes) -> None:
    """A message changes what is shown of its own board, and of no other."""
    with closing(Club(Results(Path(":memory:"), NOW), 4, lambda: NOW)) as screen:
        screen.hear(TABLE.format(board="genuine"), _tables()[1])
        before = screen.boards()
        screen.hear("hareboard/v1/odd/status", data)
        screen.hear(TABLE.format(board="odd"), data)
        shown = {each.id: each for each in screen.boards()}
        hold(shown.keys() <= {"genuine", "odd"}, "there is a board that nobody is")
        hold(shown["genuine"].seats == before[0].seats, "another board's message moved runners")
        hold(all(screen.track(each.track) for each in shown.values()), "a board has no track")
        hold(not screen.tables().trouble, "a race that was told is not kept")


CLUB: Final = (
    Harness(
        "club",
        "messages of boards to the club screen: they change what is shown of one board",
        club,
        _tables,
        tuple(
            json.dumps(word).encode()
            for word in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "over", "authority")
        ),
    ),
)
