"""What the tap hears on the wires, byte by byte."""

import errno
import io
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from hardware.pn532.wire import ACK
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, Profile
from hardware.trace import Said, TraceWriter, read_trace
from hardware.transfers import Transfer
from tests.support.hardware.benches import Bench, bench

WIRES = ("spi-lines", "spi-decoder", "spi-shift-register", "i2c", "uart")


def heard(
    kind: str, seconds: float = 1.0, profile: Profile = BY_THE_MANUAL
) -> tuple[Bench, list[Transfer]]:
    transfers: list[Transfer] = []
    with bench(kind, profile=profile, on_transfer=transfers.append) as board:
        board.world.put("red", 5)
        board.run(seconds)
        return board, transfers


@pytest.mark.parametrize("kind", WIRES)
def test_commands_are_heard_as_they_were_sent_and_acknowledgements_as_they_came(kind: str) -> None:
    board, transfers = heard(kind)
    listing = bytes.fromhex("0000ff04fcd44a0200e000")
    to_5 = [each for each in transfers if each.square == 5]
    assert listing in [each.sent for each in to_5]
    received = b"".join(each.got or b"" for each in to_5)
    assert ACK in received
    assert bytes.fromhex("04a1b2c3d4e5f6") in received
    assert {each.square for each in transfers} == set(board.places)


@pytest.mark.parametrize("kind", WIRES)
def test_transfers_of_a_thread_follow_each_other(kind: str) -> None:
    _, transfers = heard(kind)
    ends_s = [each.end_s for each in transfers]
    begins_s = [each.at_s for each in transfers]
    assert all(end <= begin for end, begin in zip(ends_s[:-1], begins_s[1:], strict=True))


@pytest.mark.parametrize("kind", ["spi-lines", "i2c", "uart"])
@pytest.mark.parametrize("profile", [BY_THE_MANUAL, AS_REPORTED], ids=lambda each: each.name)
def test_a_tap_changes_nothing(kind: str, profile: Profile) -> None:
    tapped, _ = heard(kind, profile=profile)
    with bench(kind, profile=profile) as board:
        board.world.put("red", 5)
        board.run(1.0)
    assert tapped.readings == board.readings


def test_status_bytes_of_busy_chips_are_heard_on_spi() -> None:
    profile = replace(BY_THE_MANUAL, name="busy", busy=(0x08, 0xAA))
    _, transfers = heard("spi-lines", profile=profile)
    assert {b"\x01", b"\x08", b"\xaa"} <= {each.status for each in transfers}


def test_preambles_are_heard_as_they_are() -> None:
    profile = replace(BY_THE_MANUAL, name="preambles", preambles=(3,))
    _, transfers = heard("spi-lines", profile=profile)
    assert {(each.got or b"").find(b"\xff") for each in transfers if each.got} == {3}


def test_unacknowledged_addresses_are_heard_on_i2c() -> None:
    profile = replace(BY_THE_MANUAL, name="refusing", refuses=True)
    _, transfers = heard("i2c", profile=profile)
    assert Counter(each.error for each in transfers)["unacknowledged"] > 10
    assert not [each for each in transfers if each.error == "bus-error"]


def test_a_bus_that_hangs_is_heard() -> None:
    transfers: list[Transfer] = []
    with bench("i2c", on_transfer=transfers.append) as board:
        board.run(0.5)
        assert board.parts is not None
        bus = board.parts.buses["i2c"]
        read = bus.readfrom_into  # type: ignore[union-attr]

        def fail(address: int, *how: object, **more: object) -> None:
            if address == 0x24:
                raise OSError(errno.ETIMEDOUT, "it hangs")
            read(address, *how, **more)  # type: ignore[arg-type]

        bus.readfrom_into = fail  # type: ignore[method-assign, union-attr]
        board.run(0.5)
    assert "bus-error" in {each.error for each in transfers}


@pytest.mark.parametrize("error", [Exception("ioctl timeout"), OSError(errno.EIO, "it fails")])
def test_a_bus_that_does_not_take_a_command_is_read_on(error: Exception) -> None:
    with bench("spi-decoder") as board:
        board.run(0.5)
        bus: Any = board.lines[1].bus
        spi = bus.spi
        write, left = spi.write, [1]

        def hangs(*how: Any, **more: Any) -> None:
            if left:
                left.clear()
                raise error  # a plain one, as Adafruit_PureIO does, or the system's
            write(*how, **more)

        spi.write = hangs
        board.run(5.0)
        assert left == []
        assert {each.state for each in board.board.readers()} == {"healthy"}


def test_a_mistake_at_a_write_is_not_taken_for_a_slow_bus() -> None:
    with bench("spi-decoder") as board:
        board.run(0.5)
        bus: Any = board.lines[1].bus

        def mistaken(*_how: Any, **_more: Any) -> None:
            raise ZeroDivisionError("a mistake in the driver")

        bus.spi.write = mistaken
        with pytest.raises(ZeroDivisionError):
            board.run(5.0)


@pytest.mark.parametrize("kind", WIRES)
def test_a_trace_keeps_transfers(kind: str) -> None:
    board, transfers = heard(kind, 0.3, AS_REPORTED)
    text = io.StringIO()
    writer = TraceWriter(text, 10.0, wire=True)
    said: list[Said] = [*transfers, *board.readings]
    for each in sorted(said, key=lambda each: each.at_s):
        writer.write(each)
    assert writer.characters == len(text.getvalue().encode())
    kept = list(read_trace(io.StringIO(text.getvalue())))
    assert [each for each in kept if isinstance(each, Transfer)] == [
        replace(each, at_s=round(each.at_s - 10.0, 6), took_s=round(each.took_s, 6))
        for each in transfers
    ]
    assert len(kept) == len(transfers) + len(board.readings)
