"""A recording that is given away has no UIDs, and says the same to a driver."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.pn532.chip import targets
from hardware.ports import Pressed, Reading, Uid
from hardware.pseudonyms import Recorded, pseudonymous
from hardware.transfers import Transfer

ACK = bytes.fromhex("0000ff00ff00")
ASK = bytes.fromhex("0000ff04fcd44a0200e000")
OFF = bytes.fromhex("0000ff04fcd4320100f900")
RED, BLUE = Uid("04a1b2c3d4e5f6"), Uid("9c3d27f0")


def frame(data: bytes) -> bytes:
    length = len(data)
    return bytes((0, 0, 0xFF, length, -length & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


def listed(*uids: str, said: bytes = b"") -> bytes:
    """An answer with these targets, the last of which says that of itself."""
    data = bytes((0xD5, 0x4B, len(uids)))
    for number, uid in enumerate(map(bytes.fromhex, uids), start=1):
        sak = 0x20 if said and number == len(uids) else 0
        data += bytes((number, 0, 0x44, sak, len(uid))) + uid
    return frame(data + (bytes((1 + len(said),)) + said if said else b""))


def got(events: Sequence[Recorded]) -> bytes:
    return b"".join(each.got or b"" for each in events if isinstance(each, Transfer))


def after(*parts: bytes) -> bytes:
    """What is left of these parts, received after a command."""
    events: list[Recorded] = [
        Transfer(1, 1.0, sent=ASK),
        *(Transfer(1, 1.1, got=part) for part in parts),
    ]
    given_away = list(pseudonymous(events))
    assert [len(each.got or b"") for each in given_away if isinstance(each, Transfer)] == [
        0,
        *map(len, parts),
    ]
    return got(given_away)


def uids_in(answer: bytes) -> tuple[Uid, ...]:
    return targets(answer[7:-2])


def test_a_uid_has_one_pseudonym_on_wires_and_in_readings() -> None:
    events: list[Recorded] = [
        Transfer(1, 1.0, sent=ASK),
        Transfer(1, 1.1, got=listed(RED, BLUE)),
        Reading(1, 1.2, (RED, BLUE)),
        Pressed("confirm", 1.3),
        Transfer(2, 1.4, sent=ASK),
        Transfer(2, 1.5, got=listed(BLUE)),
    ]
    given_away = list(pseudonymous(events))
    (reading,) = (each for each in given_away if isinstance(each, Reading))
    (first, second) = (each.got for each in given_away if isinstance(each, Transfer) and each.got)
    assert uids_in(first) == reading.uids
    assert uids_in(second) == reading.uids[1:]
    assert Pressed("confirm", 1.3) in given_away
    assert {RED, BLUE}.isdisjoint(reading.uids)
    assert list(map(len, reading.uids)) == [14, 8]


def test_a_frame_in_parts_is_put_together() -> None:
    whole = listed(RED)
    assert after(whole) == after(whole[:9], whole[9:14], whole[14:])


@pytest.mark.parametrize("whole", [ACK, frame(bytes.fromhex("d54b00")), frame(b"\xd5\x33")])
def test_everything_else_stays(whole: bytes) -> None:
    assert after(ACK + whole) == ACK + whole


def test_what_a_card_says_of_itself_goes_too() -> None:
    secret = b"a bank of mine"
    answer = after(listed(BLUE, said=secret))
    assert secret not in answer
    assert len(uids_in(answer)) == 1


def test_the_version_of_a_chip_stays_behind_a_list() -> None:
    version = frame(bytes.fromhex("d50332010607"))
    events: list[Recorded] = [
        Transfer(1, 1.0, sent=ASK),
        Transfer(1, 1.1, got=ACK),
        Transfer(1, 1.2, sent=OFF),
        Transfer(1, 1.3, got=version),
    ]
    assert list(pseudonymous(events)) == events


@given(st.data())
def test_damaged_answers_have_no_uid_and_the_same_checksums(data: st.DataObject) -> None:
    whole = bytearray(ACK + listed(RED, BLUE))
    for _ in range(data.draw(st.integers(0, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    cut = data.draw(st.integers(0, len(whole)))
    answer = after(bytes(whole[:cut]), bytes(whole[cut:]))
    assert sum(answer) & 0xFF == sum(whole) & 0xFF
    for uid in (RED, BLUE):
        untouched = bytes.fromhex(uid)[:4]
        assert untouched not in answer
