"""Packets that only a partner could seal, and that no board of this version seals."""

import gc
import tracemalloc
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from controller.partners.ports import SECRET_BYTES
from controller.partners.sealing import (
    NO_QUESTION,
    NOBODY,
    NOTHING,
    NUMBER_BYTES,
    QUESTION_BYTES,
    REPLY_S,
    SESSION_BYTES,
    VERSION,
    SealedLink,
    derived,
)
from hardware.clock import ManualClock

SECRET: Final = bytes(range(SECRET_BYTES))
LETTER: Final = 0
HANDSHAKE: Final = 1
LATER: Final = 2
"""A kind of packet that this version does not know."""
LOW_ORDER: Final = b"\x01" + bytes(SESSION_BYTES - 1)
"""A point with which every exchange fails. Source: RFC 7748, section 6.1."""


class Partner:
    """The inviting side, which seals what it likes."""

    def __init__(self, seed: int = 1) -> None:
        self._private = X25519PrivateKey.from_private_bytes(seed.to_bytes(16) + bytes(16))
        self.session = self._private.public_key().public_bytes_raw()
        self._number = 0

    def greeting(self, sender: bytes) -> bytes:
        """A question for whoever is there."""
        return self._sealed(b"", sender, NOBODY, HANDSHAKE, b"?" * QUESTION_BYTES + NO_QUESTION)

    def packet(self, receiver: bytes, kind: int, body: bytes) -> bytes:
        """A packet for a session."""
        shared = self._private.exchange(X25519PublicKey.from_public_bytes(receiver))
        return self._sealed(shared, self.session, receiver, kind, body)

    def _sealed(
        self, shared: bytes, sender: bytes, receiver: bytes, kind: int, body: bytes
    ) -> bytes:
        number = self._number.to_bytes(NUMBER_BYTES)
        self._number += 1
        header = VERSION + sender + receiver + number
        key = derived(SECRET + shared, b"letters from the inviter", sender + receiver)
        plain = bytes((kind,)) + len(body).to_bytes(4) + body
        return header + ChaCha20Poly1305(key).encrypt(bytes(4) + number, plain, header)


@pytest.fixture(name="link")
def _link() -> SealedLink:
    return SealedLink(SECRET, ManualClock(), inviter=False)


def session_of(link: SealedLink) -> bytes:
    greeting = link.due()
    assert greeting is not None
    return greeting[1 : 1 + SESSION_BYTES]


def test_a_packet_of_a_later_version_is_refused(link: SealedLink) -> None:
    packet = Partner().packet(session_of(link), LATER, b"something new")
    assert link.open(packet) == NOTHING
    assert link.refused.forged == 1


def test_whoever_did_not_answer_the_question_is_answered_but_not_taken_for_there(
    link: SealedLink,
) -> None:
    body = b"?" * QUESTION_BYTES + b"wrong".ljust(QUESTION_BYTES)
    opened = link.open(Partner().packet(session_of(link), HANDSHAKE, body))
    assert (opened.letter, opened.reply is not None) == (None, True)
    assert not link.reached


def test_a_session_that_is_no_key_is_not_answered(link: SealedLink) -> None:
    assert link.open(Partner().greeting(LOW_ORDER)) == NOTHING
    assert link.refused.total == 0, "it was sealed by the partner"


def test_a_packet_of_a_session_that_is_no_key_is_forged(link: SealedLink) -> None:
    session = session_of(link)
    genuine = Partner().packet(session, LETTER, b"letter")
    forged = genuine[:1] + LOW_ORDER + genuine[1 + SESSION_BYTES :]
    assert link.open(forged) == NOTHING
    assert link.refused.forged == 1


def test_a_partner_that_makes_a_session_for_each_packet_does_not_fill_the_memory() -> None:
    clock = ManualClock()
    link, friend = (SealedLink(SECRET, clock, inviter=side) for side in (False, True))
    passed = friend.due()
    for here in (link, friend, link, friend):
        passed = passed and here.open(passed).reply
    first = friend.seal(b"first")
    assert first is not None
    assert link.open(first).letter == b"first"
    question = b"?" * QUESTION_BYTES + b"wrong".ljust(QUESTION_BYTES)
    session = first[1 + SESSION_BYTES : 1 + 2 * SESSION_BYTES]

    def take(seeds: range) -> int:
        for seed in seeds:
            clock.advance(2 * REPLY_S)
            other = Partner(seed)
            assert link.open(other.greeting(other.session)).reply is not None
            assert link.open(other.packet(session, HANDSHAKE, question)).reply is not None
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    take(range(1, 100))
    tracemalloc.start()
    try:
        before = take(range(100, 200))
        assert take(range(200, 700)) - before < 20_000
    finally:
        tracemalloc.stop()
    assert link.open(first).letter is None
    assert link.refused.repeated == 1
    later = friend.seal(b"later")
    assert later is not None
    assert link.open(later).letter == b"later"
