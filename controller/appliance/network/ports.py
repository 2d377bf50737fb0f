"""Interface to the computer's network: networks seen, hotspot, wishes, errors."""

import ipaddress
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

Security = Literal["open", "wpa-psk", "sae", "beyond"]
"""How a network is joined: as it is, with its password (WPA2, WPA3), or not from here (one that
asks who one is, or one whose protection is none any more)."""

Failure = Literal["password", "not-found", "no-address", "other"]
"""Why a network could not be joined."""

Trial = Literal["under-way", "joined"] | Failure
"""How joining goes."""

ADDRESS: Final = ipaddress.IPv4Interface("10.42.0.1/24")
"""The board's own address in its own Wi-Fi, as NetworkManager would choose it, too."""


class NetworkTrouble(Exception):
    """The network could not be asked, or did not do it; the message says why."""


@dataclass(frozen=True)
class Hotspot:
    """A Wi-Fi of one's own.

    Attributes:
        name: what it is called.
        password: WPA2's, 8 to 63 ASCII characters.
    """

    name: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Nearby:
    """A Wi-Fi network that was seen.

    Attributes:
        name: what it is called.
        percent: how strong it is, 0 to 100.
        security: how it is joined.
    """

    name: str
    percent: int
    security: Security


@dataclass(frozen=True)
class Wish:
    """A network to join.

    Attributes:
        name: what it is called.
        password: its password; None for an open one. It is shown to nobody.
        security: how it is joined.
        hidden: whether it has to be asked for by its name.
    """

    name: str
    password: str | None = field(repr=False)
    security: Security
    hidden: bool = False


@dataclass(frozen=True)
class NetworkState:
    """The network just now.

    Attributes:
        wifi: whether there is Wi-Fi that may be used.
        wired: whether a cable leads into a network.
        joined: the Wi-Fi network that the computer is in; None if it is in none.
        coming: whether it is just entering one.
        hotspot: whether its own is open.
        known: whether it knows any other Wi-Fi network.
    """

    wifi: bool = True
    wired: bool = False
    joined: str | None = None
    coming: bool = False
    hotspot: bool = False
    known: bool = False

    @property
    def online(self) -> bool:
        """Whether it is in anybody else's network."""
        return self.wired or self.joined is not None


class Manager(Protocol):
    """The computer's network. All of it raises `NetworkTrouble`."""

    def seen(self) -> NetworkState:
        """How it is now."""
        ...

    def nearby(self) -> tuple[Nearby, ...]:
        """The Wi-Fi networks seen last, the strongest first, each name once."""
        ...

    def look(self) -> None:
        """Look for Wi-Fi networks; they are seen some seconds later."""
        ...

    def open_hotspot(self, hotspot: Hotspot) -> None:
        """Open a Wi-Fi of one's own."""
        ...

    def close_hotspot(self) -> None:
        """Close it; nothing if it is not open."""
        ...

    def join(self, wish: Wish) -> None:
        """Begin to join a network, whatever the Wi-Fi does so far."""
        ...

    def trial(self) -> Trial:
        """How joining goes, while it is under way."""
        ...

    def keep(self) -> None:
        """Know the network that was joined from now on."""
        ...

    def give_up(self) -> None:
        """Forget the network that could not be joined."""
        ...

    def name(self) -> str | None:
        """The name by which others find this computer, as `hareboard.local`; None without one."""
        ...

    def close(self) -> None:
        """Hang up; everything stays as it is."""
        ...
