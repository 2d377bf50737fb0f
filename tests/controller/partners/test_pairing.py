"""Two boards are paired by a short code, over a broker that may be anybody's."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from controller.partners.codes import PairingCode, new_code, read_code
from controller.partners.letters import SeenPairing
from controller.partners.pairing import (
    LONGEST_BYTES,
    NO_ANSWER_S,
    TRIES,
    VALID_S,
    AcceptingSide,
    InvitingSide,
)
from controller.partners.pairing_messages import (
    DeniedMessage,
    HelloMessage,
    KnockMessage,
    ReplyMessage,
    WelcomeMessage,
)
from hardware.clock import ManualClock
from tests.controller.partners.test_letters import mutated
from tests.support.partners.broker import BADLY, VirtualBoard, VirtualBroker, pair
from tests.support.tiers import few_or, sample


@pytest.fixture
def broker() -> VirtualBroker:
    return VirtualBroker(Random(1))


@pytest.fixture
def near(broker: VirtualBroker, tmp_path: Path) -> VirtualBoard:
    return broker.board(tmp_path / "near")


@pytest.fixture
def far(broker: VirtualBroker, tmp_path: Path) -> VirtualBoard:
    return broker.board(tmp_path / "far")


def code_of(board: VirtualBoard) -> PairingCode:
    seen = board.letters.pairing
    assert seen is not None
    code = read_code(seen.code or "")
    assert code is not None
    return code


def seen_at(board: VirtualBoard) -> SeenPairing:
    seen = board.letters.pairing
    assert seen is not None
    return seen


def other_than(code: PairingCode) -> PairingCode:
    return PairingCode(code.place, f"{(int(code.secret) + 1) % 10**6:06}")


def test_codes_are_read_as_people_type_them() -> None:
    code = PairingCode("0482", "159307")
    assert str(code) == "0482 159 307"
    for typed in ("0482159307", "0482 159 307", " 0482-159-307 ", "0482.159.307"):
        assert read_code(typed) == code
    for typed in ("", "0482 159 30", "0482 159 3071", "0482 159 30x", "٠٤٨٢١٥٩٣٠٧"):
        assert read_code(typed) is None
    assert read_code(str(new_code())) is not None
    assert "159307" not in repr(code)


@pytest.mark.parametrize("seed", sample(5, range(20)))
def test_two_boards_pair_over_a_bad_broker(seed: int, tmp_path: Path) -> None:
    broker = VirtualBroker(Random(seed), BADLY)
    near, far = broker.board(tmp_path / "near"), broker.board(tmp_path / "far")
    pair(broker, near, far)
    assert near.partner == far.partner
    assert [each.name for each in near.letters.partners()] == ["Far"]
    assert [each.name for each in far.letters.partners()] == ["Near"]
    near.restart()
    far.restart()
    assert broker.run(300, lambda: near.reaches and far.reaches)


def test_both_hosts_see_the_name_and_nothing_is_kept_before_both_agree(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("Near")
    far.letters.accept(code_of(near), "Far")
    assert broker.run(10, lambda: near.state == far.state == "confirm")
    assert (seen_at(near).other, seen_at(far).other) == ("Far", "Near")
    near.confirm()
    broker.run(60)
    assert (near.state, far.state) == ("agreeing", "confirm")
    assert near.letters.partners() == far.letters.partners() == ()
    far.confirm()
    broker.run(5)
    assert near.state == far.state == "paired"
    assert len(near.letters.partners()) == len(far.letters.partners()) == 1


def test_a_late_yes_to_one_board_pairs_no_other_one(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard, tmp_path: Path
) -> None:
    other = broker.board(tmp_path / "other")
    attempts = []
    for board, name in ((far, "Far"), (other, "Other")):
        near.letters.invite("Near")
        board.letters.accept(code_of(near), name)
        assert broker.run(10, lambda: near.state == "confirm")
        attempts.append(seen_at(near).attempt)
    near.letters.confirm(attempts[0])  # on a page that still shows the first one
    assert (near.state, seen_at(near).other) == ("confirm", "Other")
    near.letters.confirm(attempts[1])
    assert near.state == "agreeing"


def test_a_host_who_declines_ends_it_for_both(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("Near")
    far.letters.accept(code_of(near), "Far")
    broker.run(10)
    near.confirm()
    far.letters.cancel()
    broker.run(10)
    assert (near.state, seen_at(near).why) == ("failed", "declined")
    assert near.letters.partners() == far.letters.partners() == ()


def test_wrong_codes_burn_the_invitation(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("Near")
    code = code_of(near)
    for left in reversed(range(TRIES)):
        far.letters.accept(other_than(code), "Far")
        assert broker.run(10, lambda: far.state == "failed")
        assert seen_at(far).why == "wrong-code"
        assert seen_at(far).other is None
        assert seen_at(near).tries_left == left
    assert (near.state, seen_at(near).why) == ("failed", "used-up")
    far.letters.accept(code, "Far")
    assert broker.run(10, lambda: far.state == "failed")
    assert seen_at(far).why == "used-up"


def test_a_code_is_good_for_one_board(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard, tmp_path: Path
) -> None:
    pair(broker, near, far)
    third = broker.board(tmp_path / "third")
    third.letters.accept(code_of(near), "Third")
    broker.run(30)
    assert (third.state, seen_at(third).why) == ("failed", "used-up")
    assert len(near.letters.partners()) == 1


def test_a_code_expires(broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard) -> None:
    near.letters.invite("Near")
    code = code_of(near)
    broker.run(VALID_S + 1)
    assert (near.state, seen_at(near).why, seen_at(near).left_s) == ("failed", "expired", 0)
    far.letters.accept(code, "Far")
    broker.run(5)
    assert seen_at(far).why == "used-up"


def test_a_place_without_an_invitation_does_not_answer(
    broker: VirtualBroker, far: VirtualBoard
) -> None:
    far.letters.accept(new_code(), "Far")
    broker.run(NO_ANSWER_S + 2)
    assert (far.state, seen_at(far).why) == ("failed", "no-answer")


def test_a_board_that_finds_its_broker_late_is_answered(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("Near")
    far.lose_the_broker()
    far.letters.accept(code_of(near), "Far")
    broker.run(NO_ANSWER_S + 5)
    far.find_the_broker()
    assert broker.run(10, lambda: near.state == far.state == "confirm")


def test_a_code_expires_also_without_a_broker(broker: VirtualBroker, near: VirtualBoard) -> None:
    near.letters.invite("Near")
    near.lose_the_broker()
    broker.clock.advance(VALID_S + 1)
    near.letters.tick()
    assert (near.state, seen_at(near).why) == ("failed", "expired")


def test_a_new_invitation_replaces_the_one_before(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("Near")
    before = code_of(near)
    near.letters.invite("Near")
    assert code_of(near) != before
    far.letters.accept(before, "Far")
    broker.run(NO_ANSWER_S + 2)
    assert far.state == "failed"
    near.letters.cancel()
    assert near.letters.pairing is None


def test_a_name_without_letters_or_with_control_characters_is_shown_safely(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("\x1b[2JNear" + "r" * 100)
    far.letters.accept(code_of(near), " ")
    broker.run(10)
    assert seen_at(near).other == "?"
    assert seen_at(far).other == ("\ufffd[2JNear" + "r" * 100)[:60]


def messages(carry: Callable[[bytes], object]) -> InvitingSide:
    return InvitingSide(PairingCode("0000", "123456"), "Near", ManualClock(), carry)


def test_each_knock_costs_a_try_because_each_allows_a_guess() -> None:
    said: list[bytes] = []
    invitation = messages(said.append)
    knocks: list[bytes] = []
    for _ in range(TRIES + 1):
        AcceptingSide(PairingCode("0000", "000000"), "Far", ManualClock(), knocks.append)
    for knock in knocks:
        invitation.receive(knock)
        invitation.receive(knock)  # repeated by the broker, so no new try
    kinds = [msgspec.json.decode(each)["kind"] for each in said]
    assert kinds == ["reply"] * 2 * TRIES + ["denied"] * 2
    assert said[0] == said[1]
    assert invitation.tries_left == 0


def test_one_attempt_allows_one_guess() -> None:
    said: list[bytes] = []
    invitation = messages(said.append)
    knocks: list[bytes] = []
    AcceptingSide(PairingCode("0000", "000000"), "Far", ManualClock(), knocks.append)
    invitation.receive(knocks[0])
    attempt = msgspec.json.decode(said[0], type=ReplyMessage).attempt
    for _ in range(5):
        invitation.receive(msgspec.json.encode(HelloMessage(attempt, bytes(40))))
    assert [msgspec.json.decode(each)["kind"] for each in said] == ["reply", "denied"]


def test_elements_that_are_none_cost_no_try() -> None:
    said: list[bytes] = []
    invitation = messages(said.append)
    for element in (b"A" + bytes(32), b"B", b"B" + bytes(32), b"B" + b"\xff" * 32, b"x" * 33):
        invitation.receive(msgspec.json.encode(KnockMessage(bytes(16), element)))
    assert (said, invitation.tries_left) == ([], TRIES)


def test_denials_of_other_attempts_change_nothing(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    near.letters.invite("Near")
    code = code_of(near)
    far.letters.accept(code, "Far")
    box = f"invite-{code.place}/to-"
    for side in ("inviter", "accepter"):
        broker.put(box + side, msgspec.json.encode(DeniedMessage(bytes(16), "declined")))
    assert broker.run(10, lambda: near.state == far.state == "confirm")


@pytest.mark.parametrize("number", few_or(500, 20_000))
def test_mutated_messages_pair_nobody_and_crash_nothing(number: int, tmp_path: Path) -> None:
    chance = Random(3)
    broker = VirtualBroker(chance)
    near, far = broker.board(tmp_path / "near"), broker.board(tmp_path / "far")
    pair(broker, near, far)
    genuine = tuple(packet for box, packet in broker.carried if box.startswith("invite-"))
    for _ in range(number // 100):
        near.letters.invite("Near")
        code = code_of(near)
        far.letters.accept(other_than(code), "Far")
        for _ in range(100):
            side = chance.choice(("inviter", "accepter"))
            packet = mutated(chance.choice(genuine), chance)
            broker.put(f"invite-{code.place}/to-{side}", packet)
        broker.run(3)
        near.confirm()
        far.confirm()
        broker.run(3)
        assert "paired" not in (near.state, far.state)
    assert len(near.letters.partners()) == len(far.letters.partners()) == 1


def test_a_pair_that_cannot_be_kept_says_so(
    broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard
) -> None:
    far.file.with_name("partners.json.new").mkdir()  # the draft cannot be written
    near.letters.invite("Near")
    far.letters.accept(code_of(near), "Far")
    broker.run(10)
    near.confirm()
    far.confirm()
    broker.run(10)
    assert (far.state, seen_at(far).why) == ("failed", "not-kept")
    assert far.letters.partners() == ()


def test_a_message_that_is_too_long_is_not_read() -> None:
    said: list[bytes] = []
    invitation = messages(said.append)
    AcceptingSide(PairingCode("0000", "000000"), "Far", ManualClock(), said.append)
    knock = said.pop()
    invitation.receive(knock + b" " * LONGEST_BYTES)
    assert (said, invitation.tries_left) == ([], TRIES)
    invitation.receive(knock)
    assert invitation.tries_left == TRIES - 1


def test_whoever_answers_at_the_place_with_no_element_has_another_code() -> None:
    said: list[bytes] = []
    accepting = AcceptingSide(PairingCode("0000", "123456"), "Far", ManualClock(), said.append)
    attempt = msgspec.json.decode(said[0], type=KnockMessage).attempt
    accepting.receive(msgspec.json.encode(ReplyMessage(attempt, b"A" + b"\xff" * 32)))
    assert (accepting.state, accepting.why) == ("failed", "wrong-code")


def test_a_welcome_of_somebody_without_the_code_is_none() -> None:
    said: list[bytes] = []
    accepting = AcceptingSide(PairingCode("0000", "123456"), "Far", ManualClock(), said.append)
    invitation = messages(accepting.receive)
    invitation.receive(said[0])  # it replies, and waits for the name
    attempt = msgspec.json.decode(said[0], type=KnockMessage).attempt
    accepting.receive(msgspec.json.encode(WelcomeMessage(attempt, bytes(40))))
    assert (accepting.state, accepting.other) == ("waiting", None)
    invitation.receive(said[1])
    assert (accepting.state, accepting.other) == ("confirm", "Near")
