"""Which tag a host calls when it calls one by its UID (UM0701-02, 7.3.5)."""

import pytest

from hardware.simulated.pn532.tags import wanted_uid


@pytest.mark.parametrize(
    ("said", "uid"),
    [
        ("01020304", "01020304"),
        ("88 04a1b2 c3d4e5f6", "04a1b2c3d4e5f6"),
        ("88 001122 88 334455 66778899", "00112233445566778899"),
        ("", None),
        ("010203", None),
        ("88 04a1b2 c3d4e5f6 00", None),
    ],
)
def test_long_uids_come_with_cascade_tags(said: str, uid: str | None) -> None:
    found = wanted_uid(bytes.fromhex(said))
    assert found == (None if uid is None else bytes.fromhex(uid))
