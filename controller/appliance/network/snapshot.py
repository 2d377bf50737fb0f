"""The immutable picture of the network, from which pages are drawn."""

import msgspec

from controller.appliance.network.ports import Failure, Hotspot, Nearby


class JoinFailed(msgspec.Struct, frozen=True):
    """A network that could not be joined.

    Attributes:
        name: what it is called.
        why: the reason.
    """

    name: str
    why: Failure


class NetworkSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to show, at one moment.

    Attributes:
        revision: grows with every snapshot.
        own: the board's own Wi-Fi.
        wifi: whether there is Wi-Fi that may be used.
        wired: whether a cable leads into a network.
        joined: the Wi-Fi network that the board is in; None if it is in none.
        hotspot: whether its own is open.
        nearby: the networks seen last.
        joining: the network it is about to join; None if there is none.
        failed: the one it could not join last; None if there is none.
        name: the name by which others find the board, as `hareboard.local`.
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
        """No square."""
        return frozenset()
