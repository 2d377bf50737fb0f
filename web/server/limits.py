"""Limits how much of the server one address may take, and how often something is logged."""

import ipaddress
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Container
from typing import Final, Generic, TypeVar

COMPLAINT_EVERY_S: Final = 60.0

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
    that has few.

    Args:
        most: the most at once.
        each: the most of one address.
        trusted: addresses that stand for many, such as a proxy: without a limit of their own.
    """

    def __init__(self, most: int, each: int, trusted: Container[str] = ()) -> None:
        self._most = most
        self._each = each
        self._trusted = trusted
        self._members: dict[T, str] = {}  # the oldest first
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._members)

    def come(self, member: T, address: str, needed: Callable[[T], int] = lambda _: 0) -> T | None:
        """Take in a newcomer; return the member that has to go for it, perhaps the newcomer.

        Args:
            member: the newcomer.
            address: where it comes from.
            needed: how much a member is needed; the least needed one goes, then the oldest.
        """
        with self._lock:
            network = address if address in self._trusted else network_of(address)
            self._members[member] = network
            counts = Counter(self._members.values())
            if network in self._trusted or counts[network] <= self._each:
                if len(self._members) <= self._most:
                    return None
                others = {each for each in counts if each not in self._trusted} or set(counts)
                network = max(others, key=lambda each: counts[each])
            crowd = [each for each, whose in self._members.items() if whose == network]
            leaver = min(crowd, key=needed)
            del self._members[leaver]
            return leaver

    def leave(self, member: T) -> bool:
        """Forget a member; return False if it has gone already."""
        with self._lock:
            return self._members.pop(member, None) is not None


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
