"""Old firmware with a new host, and the reverse: one sentence, and nothing is guessed."""

from pathlib import Path
from typing import Final

import pytest

from hardware.errors import NotConnected
from hardware.scanner import words
from hardware.scanner.messages import (
    Keep,
    Ping,
    Pong,
    Scan,
    Welcome,
)
from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.scanner.versions import firmware_of_version
from tests.support.scanner.whole import DARK, GREEN, RED, RawHost, WholeBoard
from tests.support.tiers import sample

OP_S: Final = 200e-6
SENTENCES: Final = {
    4: "The co-processor at here speaks version 4 of the protocol and this program version 5; "
    "its firmware is too old: run “hareboard firmware update”.",
    6: "The co-processor at here speaks version 6 of the protocol and this program version 5; "
    "this hareboard is too old for its firmware: update hareboard.",
}


@pytest.mark.parametrize("version", sample(len(SENTENCES), sorted(SENTENCES)))
class TestTheHost:
    """What it says of a device of another version."""

    @pytest.fixture
    def board(self, version: int, tmp_path: Path) -> WholeBoard:
        return WholeBoard(op_s=OP_S, files=firmware_of_version(version, tmp_path))

    def test_one_sentence_says_what_to_do(self, board: WholeBoard, version: int) -> None:
        board.run(1.0)
        assert board.host.state == "refused"
        assert board.host.trouble == SENTENCES[version]
        assert board.host.welcome == Welcome(version, 1)

    def test_its_readers_are_quarantined_with_it(self, board: WholeBoard, version: int) -> None:
        board.run(1.0)
        assert {(each.state, each.trouble) for each in board.board.readers()} == {
            ("quarantined", SENTENCES[version])
        }
        assert board.states(1) == ["quarantined"]

    def test_its_lights_cannot_be_shown(self, board: WholeBoard, version: int) -> None:
        board.run(1.0)
        with pytest.raises(NotConnected) as caught:
            board.strip.show([GREEN] * 4)
        assert str(caught.value) == SENTENCES[version]

    @pytest.mark.usefixtures("version")
    def test_nothing_is_said_after_it(self, board: WholeBoard) -> None:
        board.run_until(lambda: board.host.state == "refused", 1.0)
        sent = board.scanner.line.sent
        board.world.put("red", 1)
        board.show([GREEN] * 4)
        board.press(down=True)
        assert board.run(10.0) == []
        assert board.pressed == []
        assert board.scanner.line.sent == sent

    @pytest.mark.usefixtures("version")
    def test_with_other_firmware_it_is_read(self, board: WholeBoard) -> None:
        board.run(1.0)
        board.scanner.line.plug(out=True)
        board.run(0.5)
        board.flash(FIRMWARE)
        board.scanner.line.plug(out=False)
        board.world.put("red", 1)
        board.run_until(lambda: board.is_whole, 2.0)
        assert board.run(0.5) == [(1, RED, True)]
        assert board.host.trouble == ""


@pytest.mark.parametrize("version", sample(3, [4, 0, 255]))
class TestTheDevice:
    """What it does for a host of another version."""

    def test_it_says_who_it_is_and_does_nothing(self, version: int) -> None:
        board = WholeBoard(op_s=OP_S)
        board.run(0.5)
        board.scanner.line.plug(out=True)
        host = RawHost(board)
        assert host.greet(99, version).protocol == words.PROTOCOL
        host.say(Ping(1))
        host.say(Keep())
        host.run(1.0)
        assert host.reports() == []

    def test_it_drops_what_it_did_for_the_host_before(self, version: int) -> None:
        board = WholeBoard(op_s=OP_S)
        board.show([GREEN] * 4)
        board.run(0.5)
        board.scanner.line.plug(out=True)
        host = RawHost(board)
        host.greet(99)
        host.say(Scan(1, ((0, 0), (3, 0))))
        host.acknowledging = False
        host.greet(99, version)
        host.run(5.0)
        assert host.reports() == []
        assert board.radio.fields_on() == {}
        assert set(board.lights.duties) == {DARK}

    def test_a_host_of_its_own_version_is_served_again(self, version: int) -> None:
        board = WholeBoard(op_s=OP_S)
        host = RawHost(board)
        host.greet(99)
        host.greet(99, version)
        host.greet(99)
        host.say(Ping(7))
        (pong,) = host.reports()
        assert isinstance(pong, Pong)
        assert pong.token == 7
