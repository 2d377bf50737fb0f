"""Letters between two boards through Mosquitto: it is killed, forgets, forges and repeats."""

import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from controller.board.file.broker import BrokerSettings
from controller.partners.codes import read_code
from controller.partners.letters import PartnerLetters
from controller.partners.ports import LONGEST_LETTER_BYTES
from hardware.clock import MonotonicClock
from tests.support.mqtt.broker import HERE, Listener, Mosquitto
from tests.support.waiting import until
from web.mqtt.letters_thread import LettersThread, letters_thread
from web.mqtt.reaching import CONNECT_WITHIN_S


class Board:
    """A board's letters, carried by a real broker."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        self._settings = BrokerSettings(host=HERE, port=port)
        self._file = folder / f"{name}.json"
        self._name = name
        self.got: list[bytes] = []
        self.sent: list[bytes] = []
        self.start()

    def start(self) -> None:
        self.letters = PartnerLetters(self._file, MonotonicClock())
        self.letters.listen(lambda _partner, letter: self.got.append(letter))
        self.thread: LettersThread = letters_thread(self._settings, self.letters, self._name)
        self.thread.start()

    def stop(self) -> None:
        self.thread.stop()

    def send(self, letter: bytes) -> None:
        self.sent.append(letter)
        self.letters.send(self.letters.partners()[-1].id, letter)

    def state(self) -> str:
        pairing = self.letters.pairing
        return "" if pairing is None else pairing.state

    def comes_to(self, state: str) -> None:
        until(lambda: self.state() == state, f"it is {state}")

    def reaches(self) -> bool:
        return self.letters.seen()[-1].reached

    def gets(self, letter: bytes, sender: "Board") -> None:
        """A letter arrives, though it may have to be sent again."""

        def came() -> bool:
            sender.send(letter)
            return letter in self.got

        until(came, "a letter arrives")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def broker(stack: ExitStack, tmp_path: Path) -> Mosquitto:
    return stack.enter_context(Mosquitto(tmp_path))


@pytest.fixture
def boards(stack: ExitStack, broker: Mosquitto, tmp_path: Path) -> tuple[Board, Board]:
    """Two boards that are paired."""
    near, far = (Board(tmp_path, name, broker.port) for name in ("near", "far"))
    for board in (near, far):
        stack.callback(board.stop)
    near.letters.invite("Near")
    seen = near.letters.pairing
    code = read_code((seen and seen.code) or "")
    assert code is not None
    until(near.letters.connected, "the broker is connected")
    far.letters.accept(code, "Far")
    for state in ("confirm", "paired"):
        for board in (near, far):
            board.comes_to(state)
            seen = board.letters.pairing
            board.letters.confirm("" if seen is None else seen.attempt)
    return near, far


def test_letters_arrive_and_nothing_repeated_or_forged_does(
    boards: tuple[Board, Board], broker: Mosquitto, stack: ExitStack
) -> None:
    near, far = boards
    listener = stack.enter_context(Listener(broker.port))
    far.gets(b"65 carrots", near)
    near.gets(bytes(LONGEST_LETTER_BYTES), far)
    heard = tuple(listener.heard)
    assert not any(b"carrots" in payload for _, payload in heard)
    chance = Random(2)
    for topic, payload in heard:
        listener.say(topic, payload)
        changed = bytearray(payload)
        changed[chance.randrange(len(changed))] ^= 1
        listener.say(topic, bytes(changed))
    far.gets(b"the end", near)
    near.gets(b"the end", far)
    for receiver, sender in ((far, near), (near, far)):
        assert not Counter(receiver.got) - Counter(sender.sent)
    assert far.letters.refused(far.letters.partners()[-1].id).total > 0


@pytest.mark.long
@pytest.mark.parametrize("times", [2, 10])
def test_a_broker_that_is_killed_and_forgets_is_survived(
    boards: tuple[Board, Board], broker: Mosquitto, times: int
) -> None:
    near, far = boards
    for number in range(times):
        broker.stop()
        near.send(b"lost")
        broker.start()
        for board in boards:
            until(board.letters.connected, "it is connected again")
        far.gets(f"letter {number}".encode(), near)
        near.gets(f"letter {number}".encode(), far)
    assert b"lost" not in far.got


@pytest.mark.long
def test_a_board_that_was_restarted_is_reached_again(boards: tuple[Board, Board]) -> None:
    near, far = boards
    far.gets(b"before", near)
    far.stop()
    far.start()
    until(far.letters.connected, "it is connected again")
    far.gets(b"after", near)
    near.gets(b"after", far)
    until(far.reaches, "it reaches the other")


def test_without_partners_nothing_is_connected(tmp_path: Path) -> None:
    letters = PartnerLetters(tmp_path / "partners.json", MonotonicClock())
    # Nobody listens at this port, and nobody asks.
    thread = letters_thread(BrokerSettings(host=HERE, port=9), letters, "board")
    thread.start()
    until(lambda: thread.turns > 0, "it has looked")
    assert thread.trouble is None
    assert not thread.is_up
    thread.stop()
    assert thread.failure is None


@pytest.mark.skipif(sys.platform != "linux", reason="it reads the list of Linux")
def test_a_broker_that_does_not_answer_holds_up_no_stop(tmp_path: Path) -> None:
    with ExitStack() as stack:
        silent = stack.enter_context(socket.create_server((HERE, 0), backlog=0))
        port = silent.getsockname()[1]
        # It is full after these, so that the next one is not even refused.
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex((HERE, port))
        letters = PartnerLetters(tmp_path / "partners.json", MonotonicClock())
        thread = letters_thread(BrokerSettings(host=HERE, port=port), letters, "board")
        letters.invite("Board")
        thread.start()
        until(lambda: _connecting(port), "it tries to connect")
        begun_s = time.monotonic()
        thread.stop()
        assert time.monotonic() - begun_s < CONNECT_WITHIN_S / 2


def _connecting(port: int) -> bool:
    """Whether somebody waits for an answer of a port: SYN_SENT, in the kernel's list."""
    rows = Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]
    return (
        sum(row.split()[2].endswith(f":{port:04X}") and row.split()[3] == "02" for row in rows) > 3
    )
