"""By what address phones are led to the pages."""

import pytest

import controller.own_address
from web.access.address import PageAddress


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("192.0.2.7", 8064, "http://192.0.2.7:8064"),
        ("192.0.2.7", 80, "http://192.0.2.7"),
        ("board.local", 80, "http://board.local"),
        ("2001:db8::7", 8064, "http://[2001:db8::7]:8064"),
        ("2001:db8::7", 80, "http://[2001:db8::7]"),
    ],
)
def test_a_port_is_told_unless_it_is_the_usual_one(host: str, port: int, address: str) -> None:
    assert PageAddress(host, port).address() == address


def test_without_a_network_the_pages_are_at_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing may be sent to everybody unless that was asked for.
    monkeypatch.setattr(controller.own_address, "WAYS", (("255.255.255.255", 9),))
    assert PageAddress("0.0.0.0", 8064).address() == "http://127.0.0.1:8064"
