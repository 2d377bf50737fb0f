"""Shapes of rights, joining and the board's network."""

from typing import Literal

from controller.board.file.voice import VoiceDetail
from web.views.shapes.basics import Seat, Seconds, Sentence, Shape, SquareAt


class BoardNamed(Shape, frozen=True):
    """The identity of the board."""

    id: str
    name: str


class Me(Shape, frozen=True):
    """The rights of the phone that asks."""

    board: BoardNamed
    seats: tuple[Seat, ...]
    host: bool
    at_board: bool


class Joined(Shape, frozen=True):
    """The seats that the phone holds now; its cookie comes with the answer."""

    ok: Literal[True]
    seats: tuple[Seat, ...]


class TapBegun(Shape, frozen=True):
    """A lit square waits for a runner."""

    ok: Literal[True]
    tap: str
    square: SquareAt
    for_s: Seconds


class TapSeen(Shape, frozen=True):
    """The state of the tap on the lit square."""

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
    """Links and codes to join with, and the seats whose phones are connected."""

    code: str
    link: str
    svg: str
    reachable: bool
    connected: tuple[Seat, ...]


class NewCode(Shape, frozen=True):
    """The new code."""

    ok: Literal[True]
    code: str


class Secrets(Shape, frozen=True):
    """The secrets shown in the terminal."""

    pin: str
    code: str


class PinShown(Shape, frozen=True):
    """Duration for which the lights draw the PIN."""

    ok: Literal[True]
    for_s: Seconds


class OwnWifi(Shape, frozen=True):
    """The Wi-Fi that the board opens where there is no other."""

    name: str
    password: str
    svg: str


class Card(Shape, frozen=True):
    """The text of the card for the table."""

    code: str
    link: str
    svg: str
    own: OwnWifi | None


NetworkKind = Literal["open", "password", "beyond"]
"""Entry to a Wi-Fi network: free, with a password, or by ways that the board lacks."""


class NetworkNearby(Shape, frozen=True):
    """A Wi-Fi network that the board has seen."""

    name: str
    percent: int
    kind: NetworkKind


class NetworkSeen(Shape, frozen=True):
    """The network of a board with its own Wi-Fi."""

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
    """The board joins the network in a few seconds; the answer has its next address."""

    ok: Literal[True]
    address: str


BrokerState = Literal["off", "trying", "connected", "trouble"]
"""Whether the MQTT broker is connected; `off`: there is none."""


class BrokerSaved(Shape, frozen=True):
    """The saved settings of the MQTT broker; of the password only whether there is one."""

    host: str
    port: int | None
    tls: bool
    user: str | None
    password: bool
    names: bool


class BrokerSeen(Shape, frozen=True):
    """The MQTT broker of the board.

    `sentence` says why it is not connected, `fixed` why its settings cannot be saved here;
    `topics` is what the names of the board's topics begin with.
    """

    saved: BrokerSaved | None
    state: BrokerState
    sentence: Sentence | None
    fixed: Sentence | None
    topics: str


class VoiceSeen(Shape, frozen=True):
    """The board's own loudspeaker.

    `there` is false on a board without one. `detail` is null while it is silent, `engine` what
    speaks, empty until that is known; `sentence` says why nothing is heard.
    """

    there: bool
    detail: VoiceDetail | None
    engine: str
    sentence: Sentence | None


class BrokerTried(Shape, frozen=True):
    """What a connection that was tried has come to."""

    ok: Literal[True]
    connected: bool
    sentence: Sentence
