"""How long a frame is, from its first bytes."""

import pytest

from hardware.pn532.wire import ACK, HEADER, NACK, rest_of_frame


@pytest.mark.parametrize(
    ("begins", "left"),
    [
        (ACK[:HEADER], 1),
        (bytes.fromhex("00 00 ff 03 fd"), 5),
        (bytes.fromhex("00 00 ff ff 01"), 257),
        (NACK[:HEADER], None),
        (bytes.fromhex("00 00 ff 03 fc"), None),
        (bytes.fromhex("00 00 00 ff 03"), None),
        (bytes.fromhex("00 00 ff 03"), None),
        (b"", None),
    ],
)
def test_the_first_five_bytes_tell_how_many_follow(begins: bytes, left: int | None) -> None:
    assert rest_of_frame(begins) == left
