"""The immutable snapshot of the network, from which pages are drawn."""

import msgspec

from controller.appliance.network.ports import Failure, Hotspot, Nearby


class JoinFailed(msgspec.Struct, frozen=True):
    """A network that could not be joined.

    Attributes:
        name: its name.
        why: the reason.
    """

    name: str
    why: Failure


class NetworkSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """State of the network to show, at one moment.

    Attributes:
        revision: grows with every snapshot.
        own: the board's own Wi-Fi.
        wifi: True if there is Wi-Fi that may be used.
        wired: True if a cable leads into a network.
        joined: the Wi-Fi network that the board is in; None if it is in none.
        hotspot: True if its own is open.
        nearby: the networks seen last.
        joining: the network it is about to join; None if there is none.
        failed: the one it could not join last; None if there is none.
        name: the board's name in the network, as `hareboard.local`.
    """

    revision: int = 0
    own: Hotspot
    wifi: bool = False
    wired: bool = False
    joined: str | None = None
    hotspot: bool = False
    nearby: tuple[Nearby, ...] = ()
    joining: str | None = None
    failed: JoinFailed | None = None
    name: str | None = None

    @property
    def attention(self) -> frozenset[int]:
        """Return no square: the network concerns no reader."""
        return frozenset()
