"""No address takes all, and what strangers cause fills no log."""

import logging

import pytest

from hardware.clock import ManualClock
from web.server.limits import (
    COMPLAINT_EVERY_S,
    REPLACED_EVERY_S,
    Complaints,
    Crowd,
    network_of,
)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("fe80::1", "fe80::1"),  # the neighbours of one Wi-Fi share the other half
        ("fe80::1%wlan0", "fe80::1%wlan0"),
        ("no:address", "no:address"),
    ],
)
def test_one_who_has_many_addresses_is_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_of_the_address_that_has_most_the_oldest_goes() -> None:
    crowd = Crowd[str](most=4, each=3)
    assert [crowd.come(name, "theirs") for name in ("a", "b", "c")] == [None] * 3
    assert crowd.come("mine", "mine") is None
    assert crowd.come("mine too", "mine") == "a"
    assert crowd.come("d", "theirs") == "b"
    assert (len(crowd), crowd.leave("b"), crowd.leave("mine")) == (4, False, True)


def test_one_address_never_has_more_than_its_part() -> None:
    clock = ManualClock()
    crowd = Crowd[int](most=100, each=2, now_s=clock.now_s)
    assert [crowd.come(number, "theirs") for number in range(3)] == [None, None, 0]
    clock.advance(REPLACED_EVERY_S)
    assert crowd.come(3, "theirs") == 1


def test_who_comes_back_at_once_is_turned_away() -> None:
    clock = ManualClock()
    crowd = Crowd[int](most=3, each=2, now_s=clock.now_s)
    assert [crowd.come(number, "theirs") for number in range(3)] == [None, None, 0]
    assert crowd.turns_away("theirs")
    assert crowd.come(3, "theirs") == 3
    assert not crowd.turns_away("mine")
    assert [crowd.come(number, "mine") for number in (4, 5)] == [None, 1]
    clock.advance(REPLACED_EVERY_S)
    assert not crowd.turns_away("theirs")
    assert (len(crowd), crowd.leave(3)) == (3, False)


def test_who_has_gone_altogether_comes_back_as_anybody() -> None:
    crowd = Crowd[int](most=9, each=1, now_s=ManualClock().now_s)
    assert [crowd.come(number, "theirs") for number in (1, 2)] == [None, 1]
    assert crowd.leave(2)
    assert not crowd.turns_away("theirs")
    assert crowd.come(3, "theirs") is None


def test_what_is_needed_least_goes_first() -> None:
    crowd = Crowd[int](most=2, each=2)
    needed = {1: 2, 2: 0, 3: 1}.__getitem__
    assert [crowd.come(number, "theirs", needed) for number in (1, 2, 3)] == [None, None, 2]


def test_an_address_that_stands_for_many_has_no_limit_of_its_own() -> None:
    crowd = Crowd[int](most=4, each=1, trusted=("127.0.0.1",))
    assert [crowd.come(number, "127.0.0.1") for number in range(3)] == [None] * 3
    assert crowd.come(3, "192.0.2.7") is None
    assert crowd.come(4, "127.0.0.1") == 3, "others have most now, without the proxy's"


def test_complaints_are_counted_and_logged_now_and_then(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now_s = 100.0
    monkeypatch.setattr("web.server.limits.time.monotonic", lambda: now_s)
    complaints = Complaints(logging.getLogger("here"), "malformed requests")
    for number in range(1000):
        complaints.add(f"192.0.2.{number % 250}", "its Host is no host name.")
    said = "Refused malformed requests: {} since this was last said. The last one came from {}: {}"
    assert caplog.messages == [said.format(1, "192.0.2.0", "its Host is no host name.")]
    now_s += COMPLAINT_EVERY_S
    complaints.add("192.0.2.7", "it has no Host.")
    assert caplog.messages[1:] == [said.format(1000, "192.0.2.7", "it has no Host.")]
