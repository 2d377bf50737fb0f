"""Shapes of other boards, and of pairing with them."""

from typing import Literal

from web.views.shapes.basics import Count, Sentence, Shape
from web.views.shapes.people import BrokerState

PairingState = Literal["waiting", "confirm", "agreeing", "paired", "failed"]
"""`waiting` for the other board, for this host's `confirm`; `agreeing` until the other host has."""


class PartnerSeen(Shape, frozen=True):
    """A board that is paired with this one.

    `silent_s` is how long it has not been heard, in seconds; null if not since the game was opened.
    """

    id: str
    name: str
    reached: bool
    silent_s: Count | None


class PairingSeen(Shape, frozen=True):
    """A pairing that is under way, or has ended.

    `code` and `qr`, an SVG of a link with it, are only there if this board invites; `attempt` names
    the exchange with the `other` board; `sentence` says why it has failed.
    """

    state: PairingState
    code: str | None
    qr: str | None
    other: str | None
    attempt: str
    left_s: Count
    sentence: Sentence | None


class RaceInvited(Shape, frozen=True):
    """Another board invites to a race; `here` and `there` name who sits at which board.

    `joined`: this host has joined, and the race comes as soon as the other board tells it.
    """

    race: str
    board: str
    here: tuple[str, ...]
    there: tuple[str, ...]
    joined: bool


class RaceUnderWay(Shape, frozen=True):
    """The race with another board that is on the table; `sentence` says what holds it up."""

    board: str
    sentence: Sentence | None
    version: Count


class PartnersSeen(Shape, frozen=True):
    """The other boards. `fixed` says why none can be paired; `broker` is how the broker is.

    `race` is a race to which one of them invites, `racing` the one on the table.
    """

    partners: tuple[PartnerSeen, ...]
    pairing: PairingSeen | None
    broker: BrokerState
    trouble: Sentence | None
    fixed: Sentence | None
    race: RaceInvited | None
    racing: RaceUnderWay | None
