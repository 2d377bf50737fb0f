"""A host whose co-processor says what none should: nothing is guessed, and all goes on."""

import logging
import struct
import zlib
from collections.abc import Callable
from itertools import count
from typing import Any, Final

import pytest

from hardware.clock import ManualClock
from hardware.ports import BoardEvent, ButtonName, Pressed
from hardware.presses import ButtonSettings
from hardware.scanner import words
from hardware.scanner.buttons import ScannerButtons
from hardware.scanner.coprocessor import (
    RUNS,
    WIRED_S,
    Coprocessor,
    light_messages,
    wiring_text,
)
from hardware.scanner.frames import Frame, Unframer, framed
from hardware.scanner.messages import (
    ContactChanged,
    ReaderWoke,
    Report,
    Run,
    ScannerRefused,
)

LONG: Final = {"strip": None, "what": 1500 * "?"}
"""A wiring that takes more messages than may be under way."""
SHORT: Final = {"strip": None}


class Far:
    """A line, and at its other end somebody who says what it is told to; it acknowledges all.

    Attributes:
        heard: the host's frames, without acknowledgements.
        acknowledging: whether it does.
    """

    trouble = ""

    def __init__(self) -> None:
        self.times = 1
        self.heard: list[Frame] = []
        self.acknowledging = True
        self._unframer = Unframer()
        self._coming = b""
        self._said = 0

    def start(self, news: Callable[[], None]) -> None:
        news()

    def stop(self) -> None:
        pass

    def take(self) -> bytes:
        coming, self._coming = self._coming, b""
        return coming

    def write(self, data: bytes) -> None:
        for frame in self._unframer.take(data):
            if frame.kind != words.ACK:
                self.heard.append(frame)
                if frame.number and self.acknowledging:
                    self._coming += framed(Frame(words.ACK, 0, frame.number, b""))

    def welcome(self, wiring: int) -> None:
        """Say who it is, to the last hello."""
        hello = [each for each in self.heard if each.kind == words.HELLO][-1]
        self._said = 0
        fields = bytes((words.PROTOCOL,)) + hello.fields[1:5] + bytes((1, 0, 0, 0))
        fields += struct.pack("<I", wiring) + bytes(10)
        self._coming += framed(Frame(words.WELCOME, 0, 0, fields))

    def say(self, kind: int, fields: bytes) -> None:
        self._said += 1
        self._coming += framed(Frame(kind, self._said, 0, fields))


class Talk:
    """A host at such a line."""

    def __init__(self, wiring: dict[str, Any]) -> None:
        self.clock = ManualClock(50.0)
        self.far = Far()
        self.host = Coprocessor("here", self.far, wiring, self.clock, count(1).__next__)
        self.reports: list[Report] = []
        self.host.hear = self.reports.append
        self.host.start(lambda: None)
        self.turn()

    @property
    def state(self) -> str:
        """How far things are."""
        return self.host.state

    def turn(self, seconds: float = 0.001) -> None:
        self.clock.advance(seconds)
        self.host.turn()


@pytest.fixture
def talk() -> Talk:
    """One that is ready."""
    talk = Talk(SHORT)
    talk.far.welcome(zlib.crc32(wiring_text(SHORT)))
    talk.turn()
    assert talk.state == "ready"
    return talk


class TestTheBeginning:
    """Before it is ready."""

    @pytest.fixture
    def talk(self) -> Talk:
        talk = Talk(LONG)
        talk.far.acknowledging = False
        talk.far.welcome(0)
        talk.turn()
        assert talk.state == "wiring"
        return talk

    def test_one_that_never_says_that_it_is_wired_is_greeted_anew(self, talk: Talk) -> None:
        talk.turn(WIRED_S)
        assert talk.state == "wiring"
        talk.turn(0.01)
        assert talk.state == "greeting"
        assert talk.host.trouble == (
            "The co-processor at here does not say that it knows its wiring."
        )

    def test_one_that_has_not_been_told_all_cannot_know_its_wiring(self, talk: Talk) -> None:
        talk.far.say(words.DONE, bytes((words.WIRING,)))
        talk.turn()
        assert talk.state == "wiring"
        talk.far.acknowledging = True
        for _ in range(5):
            talk.turn(0.1)
        sent = b"".join({each.number: each.fields[4:] for each in talk.far.heard}.values())
        assert wiring_text(LONG) in sent
        talk.far.say(words.DONE, bytes((words.WIRING,)))
        talk.turn()
        assert talk.state == "ready"

    def test_one_that_was_refused_is_not_heard(self, talk: Talk) -> None:
        talk.far.say(words.REFUSED, bytes((words.WIRING, words.BAD_WIRING)) + b"why")
        talk.far.say(words.WOKE, bytes((1, 0)))
        talk.turn()
        assert (talk.state, talk.reports) == ("refused", [])
        assert "cannot be wired as the board file says (why)" in talk.host.trouble

    def test_a_plug_that_is_loose_makes_another_beginning(self, talk: Talk) -> None:
        changes: list[str] = []
        talk.host.changed = lambda: changes.append(talk.state)
        for _ in range(2):
            talk.far.heard.clear()
            talk.far.times += 1
            talk.turn()
            assert [each.kind for each in talk.far.heard] == [words.HELLO]
        assert talk.state == "greeting"
        assert changes == []


class Contacts:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[ContactChanged] = []

    def changed(self, contact: ContactChanged, at_s: float) -> None:
        self.told.append(contact)

    def pass_time(self, now_s: float) -> float | None:
        return None

    def forget(self, now_s: float) -> None:
        self.told.clear()


class TestReports:
    """What is made of what it says."""

    def test_an_answer_to_no_ping_says_nothing_of_its_clock(self, talk: Talk) -> None:
        before_s = talk.host.ticks.time_s(500_000, talk.clock.now_s())
        talk.far.say(words.PONG, struct.pack("<IIH", 99, 1_000_000, 0))
        talk.turn()
        assert talk.host.ticks.time_s(500_000, talk.clock.now_s() - 0.001) == before_s
        assert (talk.state, talk.reports) == ("ready", [])

    def test_a_contact_is_told_to_whoever_wants_to_know(self, talk: Talk) -> None:
        closed = bytes((1, 1)) + struct.pack("<I", 5)
        talk.far.say(words.BUTTON, closed)
        talk.turn()
        assert talk.reports == []
        contacts = talk.host.contacts = Contacts()
        talk.far.say(words.BUTTON, closed)
        talk.turn()
        assert contacts.told == [ContactChanged(1, closed=True, at_us=5)]

    def test_an_order_that_is_refused_is_logged_and_told(
        self, talk: Talk, caplog: pytest.LogCaptureFixture
    ) -> None:
        talk.far.say(words.REFUSED, bytes((words.WAKE, words.BAD_MESSAGE)) + b"none")
        with caplog.at_level(logging.WARNING):
            talk.turn()
        assert talk.reports == [ScannerRefused(words.WAKE, words.BAD_MESSAGE, "none")]
        (said,) = caplog.messages
        order, reason = words.WAKE, words.BAD_MESSAGE
        assert said.endswith(f"at here refuses order {order} (reason {reason}): none")

    def test_after_another_beginning_nothing_of_the_old_one_is_heard(self, talk: Talk) -> None:
        def hear(report: Report) -> None:
            talk.reports.append(report)
            talk.host.restart("is tested")

        talk.host.hear = hear
        talk.far.say(words.WOKE, bytes((1, 0)))
        talk.far.say(words.WOKE, bytes((2, 0)))
        talk.turn()
        assert talk.reports == [ReaderWoke(1, None)]
        assert talk.state == "greeting"


class TestButtons:
    """What presses are made of its contacts."""

    @pytest.fixture
    def buttons(self, talk: Talk) -> ScannerButtons:
        pins: dict[ButtonName, str] = {"confirm": "GP10", "take-back": "GP11"}
        return ScannerButtons(ButtonSettings(pins, debounce_s=0.0, hold_s=1.0), talk.host)

    def contact(self, talk: Talk, button: int, *, closed: bool) -> None:
        talk.far.say(words.BUTTON, bytes((button, closed)) + struct.pack("<I", 5))
        talk.turn()

    def test_one_that_the_board_file_does_not_know_is_no_press(
        self, talk: Talk, buttons: ScannerButtons
    ) -> None:
        heard: list[BoardEvent] = []
        buttons.start(heard.append)
        for button in (2, 0):
            for closed in (True, False):
                self.contact(talk, button, closed=closed)
        talk.turn()
        assert [each.button for each in heard if isinstance(each, Pressed)] == ["confirm"]

    def test_who_stops_at_the_first_of_two_presses_hears_no_other(
        self, talk: Talk, buttons: ScannerButtons
    ) -> None:
        heard: list[BoardEvent] = []

        def stop(event: BoardEvent) -> None:
            heard.append(event)
            buttons.stop()

        buttons.start(stop)
        for button in (1, 0):
            self.contact(talk, button, closed=True)
        talk.turn(1.0)
        talk.turn(1.0)
        assert [each.button for each in heard if isinstance(each, Pressed)] == ["take-back"]


@pytest.mark.parametrize("counts", [[1], [75], [76], [200], [70, 10], [73, 3], [74, 1], 40 * [5]])
def test_lights_are_parted_into_messages_that_have_room(counts: list[int]) -> None:
    runs = [
        Run(1000 * at, tuple((at, light, 0) for light in range(each)))
        for at, each in enumerate(counts)
    ]
    messages = light_messages(runs)
    told = [
        (run.first + at, duty)
        for message in messages
        for run in message
        for at, duty in enumerate(run.duties)
    ]
    assert told == [(run.first + at, duty) for run in runs for at, duty in enumerate(run.duties)]
    sizes = [sum(3 + 3 * len(run.duties) for run in message) for message in messages]
    assert max(sizes) <= RUNS
    assert all(size > RUNS - 18 for size in sizes[:-1])
