"""Limits how much of the server one address may take, and how often something is logged."""

import ipaddress
import logging
import math
import threading
import time
from collections.abc import Callable, Container
from typing import Final, Generic, TypeVar

COMPLAINT_EVERY_S: Final = 60.0
REPLACED_EVERY_S: Final = 0.1

T = TypeVar("T")


def network_of(address: str) -> str:
    """Return what one sender has many addresses of: with IPv6 half an address, else all of it."""
    if ":" not in address:
        return address
    try:
        number = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return address if number.is_link_local else number.exploded[:19]


class Crowd(Generic[T]):
    """Connections or streams, of which one address never takes all. Safe to use from any thread.

    Where there are too many, one of the address that has most has to go, never one of an address
    that has few. An address replaces its own now and then only: whoever comes back at once each
    time would keep the server busy with nothing else.

    Args:
        most: the most at once.
        each: the most of one address.
        trusted: addresses that stand for many, such as a proxy: without a limit of their own.
        now_s: the time, in seconds of a steady clock.
    """

    def __init__(
        self,
        most: int,
        each: int,
        trusted: Container[str] = (),
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._each = each
        self._trusted = trusted
        self._now_s = now_s
        self._groups: dict[str, dict[T, None]] = {}
        """The members of each network, the oldest first."""
        self._networks: dict[T, str] = {}
        self._replaced_s: dict[str, float] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._networks)

    def turns_away(self, address: str) -> bool:
        """Return True if a newcomer of this address would have to go itself."""
        with self._lock:
            network = self._network(address)
            return self._giving(network) == network and self._has_replaced(network)

    def come(self, member: T, address: str, needed: Callable[[T], int] = lambda _: 0) -> T | None:
        """Take in a newcomer; return the member that has to go for it, perhaps the newcomer.

        Args:
            member: the newcomer.
            address: where it comes from.
            needed: how much a member is needed; the least needed one goes, then the oldest.
        """
        with self._lock:
            network = self._network(address)
            giving = self._giving(network)
            if giving == network and self._has_replaced(network):
                return member
            self._groups.setdefault(network, {})[member] = None
            self._networks[member] = network
            if giving is None:
                return None
            if giving == network:
                self._replaced_s[network] = self._now_s()
            leaver = min(self._groups[giving], key=needed)
            self._forget(leaver)
            return leaver

    def leave(self, member: T) -> bool:
        """Forget a member; return False if it has gone already."""
        with self._lock:
            return self._forget(member)

    def _network(self, address: str) -> str:
        return address if address in self._trusted else network_of(address)

    def _giving(self, network: str) -> str | None:
        """Return the network that has to give a member if one more of this one comes, or None."""
        counts = {each: len(group) for each, group in self._groups.items()}
        counts[network] = counts.get(network, 0) + 1
        if network not in self._trusted and counts[network] > self._each:
            return network
        if len(self._networks) < self._most:
            return None
        others = [each for each in counts if each not in self._trusted]
        return max(others or counts, key=counts.__getitem__)

    def _has_replaced(self, network: str) -> bool:
        return self._now_s() < self._replaced_s.get(network, -math.inf) + REPLACED_EVERY_S

    def _forget(self, member: T) -> bool:
        network = self._networks.pop(member, None)
        if network is None:
            return False
        del self._groups[network][member]
        if not self._groups[network]:
            del self._groups[network]
            self._replaced_s.pop(network, None)
        return True


class Complaints:
    """Logs what strangers can cause: one line at most in COMPLAINT_EVERY_S.

    Args:
        log: gets the lines.
        what: what is counted, as in "malformed requests".
    """

    def __init__(self, log: logging.Logger, what: str) -> None:
        self._log = log
        self._what = what
        self._count = 0
        self._next_s = float("-inf")
        self._lock = threading.Lock()

    def add(self, address: str, reason: str) -> None:
        """Count another one, and log it with those before unless it was logged just now."""
        now_s = time.monotonic()
        with self._lock:
            self._count += 1
            if now_s < self._next_s:
                return
            count, self._count = self._count, 0
            self._next_s = now_s + COMPLAINT_EVERY_S
        self._log.warning(
            "Refused %s: %d since this was last said. The last one came from %s: %s",
            self._what,
            count,
            address,
            reason,
        )
