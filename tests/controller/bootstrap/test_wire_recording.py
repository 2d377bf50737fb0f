"""The recording of the wires that goes into a bundle."""

from controller.bootstrap.wire_recording import WireRecording
from hardware.clock import ManualClock
from hardware.trace import read_trace
from hardware.transfers import Transfer

ACK = Transfer(1, 5.1, got=bytes.fromhex("0000ff00ff00"))
TAGS = Transfer(1, 5.2, got=bytes.fromhex("0000ff0bf5d54b010100440004aabbccdd00"))


def test_transfers_are_kept_until_it_ends_without_lists_of_tags() -> None:
    recording = WireRecording(ManualClock(5.0))
    for transfer in (ACK, TAGS):
        recording.hear(transfer)
    recording.end()
    recording.hear(ACK)
    (kept,) = read_trace(recording.text.splitlines())
    assert isinstance(kept, Transfer)
    assert (kept.square, kept.got) == (1, ACK.got)
