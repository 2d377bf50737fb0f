"""By what address phones are led to the pages."""

import pytest

from web.place import Place


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
    assert Place(host, port).address() == address
