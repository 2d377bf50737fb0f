"""Interface to the computer's network: networks seen, hotspot, wishes, errors."""

import ipaddress
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

Security = Literal["open", "wpa-psk", "sae", "beyond"]
"""Security of a network: open, password (WPA2, WPA3), or unsupported (one that asks for a user
name, or one with broken protection)."""

Failure = Literal["password", "not-found", "no-address", "other"]
"""Reason of a failed join."""

Trial = Literal["under-way", "joined"] | Failure
"""State of joining."""

ADDRESS: Final = ipaddress.IPv4Interface("10.42.0.1/24")
"""The board's own address in its own Wi-Fi, as NetworkManager would choose it, too."""


class NetworkTrouble(Exception):
    """The network did not answer, or refused; the message has the cause."""


@dataclass(frozen=True)
class Hotspot:
    """A Wi-Fi access point of the computer.

    Attributes:
        name: its name.
        password: WPA2's, 8 to 63 ASCII characters.
    """

    name: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class Nearby:
    """A Wi-Fi network that was seen.

    Attributes:
        name: its name.
        percent: its signal strength, 0 to 100.
        security: its security.
    """

    name: str
    percent: int
    security: Security


@dataclass(frozen=True)
class Wish:
    """A network to join.

    Attributes:
        name: its name.
        password: its password; None for an open one. It is never shown.
        security: its security.
        hidden: True if it does not announce its name.
    """

    name: str
    password: str | None = field(repr=False)
    security: Security
    hidden: bool = False


@dataclass(frozen=True)
class NetworkState:
    """State of the network.

    Attributes:
        wifi: True if there is Wi-Fi that may be used.
        wired: True if a cable leads into a network.
        joined: the Wi-Fi network that the computer is in; None if it is in none.
        coming: True if it is just joining one.
        hotspot: True if its own Wi-Fi is open.
        known: True if any other Wi-Fi network is saved.
    """

    wifi: bool = True
    wired: bool = False
    joined: str | None = None
    coming: bool = False
    hotspot: bool = False
    known: bool = False

    @property
    def online(self) -> bool:
        """True if it is in a network other than its own."""
        return self.wired or self.joined is not None


class Manager(Protocol):
    """The computer's network. All methods raise `NetworkTrouble`."""

    def seen(self) -> NetworkState:
        """Return the state of the network."""
        ...

    def nearby(self) -> tuple[Nearby, ...]:
        """List the Wi-Fi networks seen last, the strongest first, each name once."""
        ...

    def look(self) -> None:
        """Start a scan for Wi-Fi networks; results come some seconds later."""
        ...

    def open_hotspot(self, hotspot: Hotspot) -> None:
        """Open the computer's own Wi-Fi."""
        ...

    def close_hotspot(self) -> None:
        """Close the hotspot; do nothing if it is not open."""
        ...

    def join(self, wish: Wish) -> None:
        """Begin to join a network, in place of the present connection."""
        ...

    def trial(self) -> Trial:
        """Return the state of joining, while it is under way."""
        ...

    def keep(self) -> None:
        """Save the network that was joined."""
        ...

    def give_up(self) -> None:
        """Delete the network that could not be joined."""
        ...

    def name(self) -> str | None:
        """Return this computer's name in the network, as `hareboard.local`; None without one."""
        ...

    def close(self) -> None:
        """Disconnect; the network stays unchanged."""
        ...
