"""The recording of the wires that goes into a bundle."""

from controller.bootstrap.wire_recording import WireRecording
from hardware.clock import ManualClock
from hardware.trace import read_trace
from hardware.transfers import Transfer

ACK = Transfer(1, 5.1, got=bytes.fromhex("0000ff00ff00"))
GOT = bytes.fromhex("0000ff0cf4d54b010100440004aabbccdd8800")
TAGS = Transfer(1, 5.2, got=GOT)


def test_transfers_are_kept_until_it_ends_without_uids() -> None:
    recording = WireRecording(ManualClock(5.0))
    for transfer in (ACK, TAGS):
        recording.hear(transfer)
    recording.end()
    recording.hear(ACK)
    first, second = read_trace(recording.text.splitlines())
    assert isinstance(first, Transfer)
    assert isinstance(second, Transfer)
    assert first.got == ACK.got
    assert second.got is not None
    assert second.got[:13] == GOT[:13]
    assert len(second.got) == len(GOT)
    assert bytes.fromhex("aabbccdd") not in second.got
