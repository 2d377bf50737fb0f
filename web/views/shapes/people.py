"""Shapes of rights, joining and the board's network."""

from typing import Literal

from web.views.shapes.basics import Seat, Seconds, Sentence, Shape, SquareAt


class BoardNamed(Shape, frozen=True):
    """Which board this is."""

    id: str
    name: str


class Me(Shape, frozen=True):
    """What the phone that asks may do."""

    board: BoardNamed
    seats: tuple[Seat, ...]
    host: bool
    at_board: bool


class Joined(Shape, frozen=True):
    """The seats that the phone holds now; its cookie comes with it."""

    ok: Literal[True]
    seats: tuple[Seat, ...]


class TapBegun(Shape, frozen=True):
    """A lit square waits for a runner."""

    ok: Literal[True]
    tap: str
    square: SquareAt
    for_s: Seconds


class TapSeen(Shape, frozen=True):
    """How it goes with the lit square."""

    state: Literal["waiting", "taken", "over"]
    seat: Seat | None
    sentence: Sentence


class HandOver(Shape, frozen=True):
    """A code for one other phone."""

    ok: Literal[True]
    code: str
    link: str
    svg: str
    for_s: Seconds


class Invitation(Shape, frozen=True):
    """How phones join."""

    code: str
    link: str
    svg: str
    reachable: bool


class NewCode(Shape, frozen=True):
    """The code from now on."""

    ok: Literal[True]
    code: str


class Secrets(Shape, frozen=True):
    """What the terminal shows."""

    pin: str
    code: str


class PinShown(Shape, frozen=True):
    """The lights draw the PIN for so long."""

    ok: Literal[True]
    for_s: Seconds


class OwnWifi(Shape, frozen=True):
    """The Wi-Fi that the board opens where there is no other."""

    name: str
    password: str
    svg: str


class Card(Shape, frozen=True):
    """What stands on the card for the table."""

    code: str
    link: str
    svg: str
    own: OwnWifi | None


class NetworkNearby(Shape, frozen=True):
    """A Wi-Fi network that the board has seen."""

    name: str
    percent: int
    kind: Literal["open", "password", "beyond"]


class NetworkSeen(Shape, frozen=True):
    """The network of a board that stands by itself."""

    wifi: bool
    wired: bool
    joined: str | None
    hotspot: bool
    own: str
    joining: str | None
    failed: Sentence | None
    address: str
    nearby: tuple[NetworkNearby, ...]


class NetworkJoining(Shape, frozen=True):
    """The board joins it in a few seconds, and is at this address afterwards."""

    ok: Literal[True]
    address: str
