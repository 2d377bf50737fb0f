"""What the pages say about the other board of a race."""

from typing import Final

from controller.table.remote.races import SharedRace
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views.shapes.view import OtherBoardSeen

STATES: Final = {
    "declined": mark("The host of “{board}” has declined this race."),
    "off-table": mark(
        "This race is not on the table of “{board}”. It goes on once its host joins it, on the "
        "page “Another board”."
    ),
    "alone": mark("“{board}” goes on with this race alone. You can do so too, or end it here."),
    "forked": mark(
        "“{board}” has lost part of this race, so the two boards cannot go on together. One of "
        "them can go on alone: its host chooses that on the page “Another board”."
    ),
    "guest-too": mark(
        "Neither of the two boards knows any more that it leads this race, so they cannot go on "
        "together. One of them can go on alone: its host chooses that on the page “Another board”."
    ),
    "unpaired": mark(
        "This board is no longer paired with “{board}”, so the two cannot go on together. One of "
        "them can go on alone: its host chooses that on the page “Another board”."
    ),
    "cannot-follow": mark(
        "This board and “{board}” run versions that do not understand each other. Update both."
    ),
}
AUTHORITY_OFF: Final = mark(
    "“{board}” has put this race away. It goes on once its host continues it."
)
AWAY: Final = mark("“{board}” cannot be reached. The race goes on as soon as it is back.")
AWAY_KEPT: Final = mark(
    "“{board}” cannot be reached. Your last action is kept, and counts as soon as it is back."
)
ON_ITS_WAY: Final = mark("The last action is on its way to “{board}”.")
OVERTAKEN: Final = mark(
    "The last action did not count: at “{board}” the race had moved on before it arrived."
)
NOT_PLAYED: Final = mark("The last action did not count: “{board}” refused it.")
BUSY: Final = mark("At “{board}” runners have to be put in place.")


def other_board_seen(snapshot: Snapshot, say: Speech) -> OtherBoardSeen | None:
    """Return the other board of the race on the table; None without one, and once it is alone."""
    race = snapshot.together
    if race is None or race.role == "alone":
        return None
    passing = _text(race) in (ON_ITS_WAY, BUSY)  # the instruction says so; lines would jump
    return OtherBoardSeen(
        name=race.other_name,
        role=race.role,
        reached=race.other.reached,
        sentence=None if passing or snapshot.phase == "over" else said_of(race, say),
    )


def held_up(snapshot: Snapshot, say: Speech) -> str | None:
    """Return why the race waits for the other board; None if it does not.

    It does if the player to act sits there, or an action is on its way there. An action that did
    not count is told as well.
    """
    race, state = snapshot.together, snapshot.state
    if race is None or state is None or race.role == "alone":
        return None
    awaits = race.sent is not None or state.to_act in snapshot.seating.elsewhere
    if not awaits and race.declined is None:
        return None
    return said_of(race, say)


def said_of(race: SharedRace, say: Speech) -> str | None:
    """Return the most important thing to know about the other board; None if all is well."""
    text = _text(race)
    return None if text is None else say._(text, board=race.other_name)


def _text(race: SharedRace) -> str | None:
    other = race.other
    if other.state == "off-table" and race.role == "guest":
        return AUTHORITY_OFF
    if other.state in STATES:
        return STATES[other.state]
    if not other.reached:
        return AWAY if race.sent is None else AWAY_KEPT
    if race.sent is not None:
        return ON_ITS_WAY
    if race.declined is not None:
        return OVERTAKEN if race.declined == "overtaken" else NOT_PLAYED
    return BUSY if other.busy else None
