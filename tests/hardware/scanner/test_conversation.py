"""Messages of both sides arrive once and in order, whatever the line does to them."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from hardware.scanner import words
from hardware.scanner.conversation import AGAIN_S, Conversation, new_session
from hardware.scanner.coprocessor import PART
from hardware.scanner.frames import Frame, Unframer, framed
from hardware.scanner.messages import (
    Hello,
    Keep,
    Name,
    Ping,
    Pong,
    Restart,
    Welcome,
    Wiring,
)
from hardware.scanner.protocol import written
from tests.support.scanner.ends import DAMAGES, NUMBERS, Pair, Spoiler
from tests.support.tiers import few_or, sample


def welcome(session: int) -> bytes:
    fields = bytes((words.PROTOCOL, session, 0, 0, 0)) + bytes(18)
    return framed(Frame(words.WELCOME, 0, 0, fields))


def pong(number: int, acknowledged: int = 0) -> bytes:
    fields = number.to_bytes(4, "little") + bytes(6)
    return framed(Frame(words.PONG, number % NUMBERS, acknowledged, fields))


def greeted() -> Conversation:
    """A host that was welcomed at second 0."""
    host = Conversation(7)
    host.due(0.0)
    list(host.take(welcome(7), 0.0))
    return host


def sent(host: Conversation, now_s: float) -> list[Frame]:
    return list(Unframer().take(host.due(now_s)))


def numbers(host: Conversation, now_s: float) -> list[int]:
    return [each.number for each in sent(host, now_s)]


class TestTheBeginning:
    """Hello until there is a welcome."""

    def test_hello_is_said_again_and_again(self) -> None:
        host = Conversation(7)
        hello = framed(Frame(words.HELLO, 0, 0, written(Hello(7))[1]))
        assert host.due(5.0) == hello
        assert host.due(5.0 + 0.9 * AGAIN_S) == b""
        assert host.due(5.0 + AGAIN_S) == hello
        assert host.due(5.0 + 1.5 * AGAIN_S) == b""

    def test_nothing_counts_before_the_welcome(self) -> None:
        host = Conversation(7)
        host.due(0.0)
        assert list(host.take(pong(1), 0.0)) == []
        assert list(host.take(welcome(8), 0.0)) == []
        assert host.welcome is None
        assert host.room == 0
        (heard,) = host.take(welcome(7), 0.0)
        assert heard == Welcome(words.PROTOCOL, 7, unique="0" * 16)
        assert (host.room, host.due(0.0)) == (words.WINDOW, b"")

    def test_a_second_welcome_says_nothing_new(self) -> None:
        host = greeted()
        host.say(Keep())
        assert list(host.take(welcome(7), 0.1)) == []
        assert numbers(host, 0.1) == [1]

    def test_a_welcome_that_is_cut_short_is_none(self) -> None:
        host = Conversation(7)
        cut = framed(Frame(words.WELCOME, 0, 0, bytes((words.PROTOCOL, 7, 0, 0, 0, 1))))
        assert list(host.take(cut, 0.0)) == []
        assert (host.welcome, host.garbage) == (None, 1)


class TestTheHost:
    """What it sends, and when again."""

    def test_orders_are_numbered_and_sent_once(self) -> None:
        host = greeted()
        host.say(Ping(1))
        host.say(Ping(2))
        assert numbers(host, 0.0) == [1, 2]
        host.say(Ping(3))
        assert numbers(host, 0.01) == [3]
        assert host.due(0.02) == b""

    def test_what_is_not_acknowledged_is_sent_again_all_of_it(self) -> None:
        host = greeted()
        for token in range(3):
            host.say(Ping(token))
        first = host.due(1.0)
        assert host.due(1.0 + 0.9 * AGAIN_S) == b""
        assert host.due(1.0 + AGAIN_S) == first
        assert host.due(1.0 + 1.9 * AGAIN_S) == b""
        assert host.due(1.0 + 2.0 * AGAIN_S + 1e-9) == first

    def test_an_acknowledgement_counts_for_all_before_it(self) -> None:
        host = greeted()
        for token in range(4):
            host.say(Ping(token))
        host.due(1.0)
        list(host.take(framed(Frame(words.ACK, 0, 3, b"")), 1.05))
        assert host.room == words.WINDOW - 1
        assert numbers(host, 1.05 + 0.9 * AGAIN_S) == []
        assert numbers(host, 1.05 + AGAIN_S) == [4]

    @pytest.mark.parametrize("acknowledged", [0, 5, 7, 200, 255])
    def test_an_acknowledgement_of_what_was_never_said_means_nothing(
        self, acknowledged: int
    ) -> None:
        host = greeted()
        for token in range(4):
            host.say(Ping(token))
        host.due(1.0)
        list(host.take(framed(Frame(words.ACK, 0, acknowledged, b"")), 1.0))
        assert host.room == words.WINDOW - 4

    def test_no_more_is_out_than_the_window_is_wide(self) -> None:
        host = greeted()
        for token in range(words.WINDOW):
            host.say(Ping(token))
        assert host.room == 0
        with pytest.raises(AssertionError, match="no room"):
            host.say(Keep())
        host.due(1.0)
        assert host.room == 0

    def test_what_cannot_be_said_takes_no_number(self) -> None:
        host = greeted()
        for order in (Ping(-1), Name(1, "x" * 300), Wiring(500, 0, bytes(300))):
            with pytest.raises(ValueError, match=r"cannot be said|has room for"):
                host.say(order)
        host.say(Restart(stay=False))
        assert numbers(host, 0.0) == [1]

    def test_messages_are_taken_in_by_their_numbers(self) -> None:
        host = greeted()
        assert list(host.take(pong(2), 0.0)) == []
        assert list(host.take(pong(1) + pong(1), 0.0)) == [Pong(1, 0, 0)]
        assert list(host.take(pong(3) + pong(2) + pong(3), 0.0)) == [Pong(2, 0, 0), Pong(3, 0, 0)]

    def test_what_was_taken_in_is_acknowledged(self) -> None:
        host = greeted()
        list(host.take(pong(1) + pong(2), 0.0))
        assert sent(host, 0.0) == [Frame(words.ACK, 0, 2, b"")]
        assert host.due(0.01) == b""
        list(host.take(pong(3), 0.02))
        host.say(Keep())
        assert sent(host, 0.02) == [Frame(words.KEEP, 1, 3, b"")]
        assert host.due(0.03) == b""

    def test_what_comes_again_is_acknowledged_again(self) -> None:
        host = greeted()
        list(host.take(pong(1), 0.0))
        host.due(0.0)
        list(host.take(pong(1), 0.1))
        assert sent(host, 0.1) == [Frame(words.ACK, 0, 1, b"")]

    def test_what_makes_no_sense_is_taken_in_and_counted(self) -> None:
        host = greeted()
        strange = framed(Frame(words.PONG, 1, 0, b"short")) + framed(Frame(99, 2, 0, b""))
        assert list(host.take(strange + pong(3), 0.0)) == [Pong(3, 0, 0)]
        assert host.garbage == 2
        assert host.dropped == 0


class TestTheDevice:
    """The firmware's end does the same."""

    def test_what_is_not_acknowledged_is_sent_again_all_of_it(self) -> None:
        pair = Pair()
        pair.begin()
        pair.device_says(1)
        pair.device_says(2)
        first = pair.device.said()
        pair.clock.advance(0.9 * AGAIN_S)
        assert pair.device.take(b"") == b""
        pair.clock.advance(0.2 * AGAIN_S)
        assert pair.device.take(b"") == first
        pair.clock.advance(0.9 * AGAIN_S)
        assert pair.device.take(b"") == b""

    def test_an_acknowledgement_counts_for_all_before_it(self) -> None:
        pair = Pair()
        pair.begin()
        for token in range(3):
            pair.device_says(token)
        pair.device.take(framed(Frame(words.ACK, 0, 2, b"")))
        assert pair.device.link.room == words.WINDOW - 1
        for stale in (0, 2, 4, 99, 255):
            pair.device.take(framed(Frame(words.ACK, 0, stale, b"")))
            assert pair.device.link.room == words.WINDOW - 1

    def test_messages_are_taken_in_by_their_numbers_and_acknowledged(self) -> None:
        pair = Pair()
        pair.begin()
        keep = [framed(Frame(words.KEEP, number, 0, b"")) for number in range(4)]
        acknowledged = [
            next(Unframer().take(pair.device.take(data))).acknowledged
            for data in (keep[2], keep[1], keep[1], keep[3], keep[2] + keep[3])
        ]
        assert acknowledged == [0, 1, 1, 1, 3]
        assert len(pair.device.heard) == 3

    def test_before_a_welcome_it_says_and_hears_nothing(self) -> None:
        pair = Pair()
        assert pair.device.take(framed(Frame(words.KEEP, 1, 0, b""))) == b""
        assert pair.device.heard == []

    def test_what_it_has_no_room_to_answer_waits(self) -> None:
        """Or an answer would take the place of something that was not acknowledged."""
        pair = Pair()
        pair.begin()
        for token in range(words.WINDOW):
            pair.device_says(token)
        keep = framed(Frame(words.KEEP, 1, 0, b""))
        pair.device.take(keep)
        assert pair.device.heard == []
        pair.device.take(framed(Frame(words.KEEP, 1, 1, b"")))
        assert pair.device.heard == [(words.KEEP, b"")]


class TestBoth:
    """All that both sides say arrives once and in order."""

    def check(self, pair: Pair) -> None:
        pair.settle()
        assert pair.device.heard == [written(order) for order in pair.said]
        assert pair.heard == pair.told
        assert len(pair.reports) == len(pair.told)

    def chat(self, pair: Pair, messages: int) -> None:
        """Both say as much as there is room for, now and then."""
        rng = random.Random(messages)
        pair.begin()
        for _ in range(100 * messages):
            if pair.host.room and len(pair.said) < messages and rng.random() < 0.4:
                length = rng.randrange(rng.choice((2, PART)))
                pair.host_says(Wiring(len(pair.said), length, rng.randbytes(length)))
            if pair.device.link.room and len(pair.told) < messages and rng.random() < 0.4:
                pair.device_says(len(pair.told))
            pair.step()
            if len(pair.said) == len(pair.told) == messages:
                return
        raise AssertionError("the conversation has come to a stop")

    def test_over_a_good_line_nothing_is_sent_twice(self) -> None:
        pair = Pair()
        self.chat(pair, 1000)
        self.check(pair)
        assert pair.host.dropped == pair.device.link.bad == 0

    @pytest.mark.parametrize("share", sample(3, [0.1, 0.01, 0.5]))
    def test_over_a_bad_line(self, share: float) -> None:
        spoil = Spoiler(seed=1, share=share)
        pair = Pair(spoil)
        self.chat(pair, 600)
        self.check(pair)
        assert spoil.damaged > 600 * share
        assert pair.host.dropped > 0
        assert pair.device.link.bad > 0

    @pytest.mark.parametrize("damage", sample(2, sorted(DAMAGES)))
    def test_whatever_the_damage_is(self, damage: str) -> None:
        rng = random.Random(7)

        def spoil(data: bytes) -> bytes:
            return DAMAGES[damage](data, rng) if rng.random() < 0.3 else data

        pair = Pair(spoil)
        self.chat(pair, 300)
        self.check(pair)

    @pytest.mark.long
    def test_numbers_go_round_many_times(self) -> None:
        pair = Pair()
        self.chat(pair, 20 * NUMBERS)
        self.check(pair)

    def test_after_a_silence_all_goes_on(self) -> None:
        pair = Pair()
        pair.begin()
        pair.spoil = lambda _: b""
        for token in range(words.WINDOW):
            pair.host_says(Ping(token))
            pair.device_says(token)
        pair.pass_time(30.0)
        assert pair.device.heard == []
        pair.spoil = bytes
        began_s = pair.clock.now_s()
        self.check(pair)
        assert pair.clock.now_s() - began_s < 2 * AGAIN_S


class AnyConversation(RuleBasedStateMachine):
    """Whatever is said and whatever becomes of it."""

    @initialize(seed=st.integers(0, 1 << 16))
    def begin(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.damages: list[str] = []
        self.pair = Pair(self.spoil)
        self.pair.begin()

    def spoil(self, data: bytes) -> bytes:
        return DAMAGES[self.damages.pop()](data, self.rng) if self.damages else data

    @precondition(lambda self: self.pair.host.room)
    @rule(length=st.sampled_from([0, 1, 40, PART]))
    def host_says(self, length: int) -> None:
        self.pair.host_says(Wiring(len(self.pair.said), 0, bytes(length)))

    @precondition(lambda self: self.pair.device.link.room)
    @rule()
    def device_says(self) -> None:
        self.pair.device_says(len(self.pair.told))

    @rule(damages=st.lists(st.sampled_from(sorted(DAMAGES)), max_size=12))
    def spoil_what_is_next(self, damages: list[str]) -> None:
        self.damages += damages

    @rule(steps=st.sampled_from([1, 2, 10, 61, 130]))
    def pass_time(self, steps: int) -> None:
        for _ in range(steps):
            self.pair.step()

    @invariant()
    def nothing_is_wrong_so_far(self) -> None:
        pair = self.pair
        said = [written(order) for order in pair.said]
        assert pair.device.heard == said[: len(pair.device.heard)]
        assert pair.heard == pair.told[: len(pair.heard)]
        assert len(pair.reports) == len(pair.heard)

    def teardown(self) -> None:
        if hasattr(self, "pair"):
            self.damages.clear()
            TestBoth().check(self.pair)


@pytest.mark.parametrize("examples", few_or(30, 300))
def test_any_conversation(examples: int) -> None:
    run_state_machine_as_test(
        AnyConversation, settings=settings(max_examples=examples, stateful_step_count=40)
    )


def at_prompt(data: bytes) -> tuple[bool, bool]:
    """Whether these bytes interrupt or restart MicroPython at its prompt.

    Source: MicroPython, shared/runtime/pyexec.c.
    """
    raw, line = False, b""
    for byte in data:
        if byte == 0x03:
            return True, False
        if byte == 0x04:
            if not line:
                return False, True
            line = b""
        elif byte == 0x01 and not line:
            raw = True
        elif byte == 0x02 and raw:
            raw, line = False, b""
        elif byte == 0x0D and not raw:
            line = b""
        elif byte > 0x05:
            line += bytes((byte,))
    return False, False


def test_a_greeting_neither_interrupts_nor_restarts_micropython() -> None:
    assert at_prompt(Conversation(0x01010301).due(0.0)) == (True, False)
    assert at_prompt(Conversation(0x01010404).due(0.0)) == (False, True)
    assert at_prompt(Conversation(0x04010104).due(0.0)) == (False, True)
    for _ in range(2000):
        assert at_prompt(Conversation(new_session()).due(0.0)) == (False, False)
