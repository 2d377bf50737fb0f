"""Seals letters to one partner, so that the broker between can neither read nor forge them.

A packet is a header (version, session of the sender, session of the receiver, number) and the
letter, encrypted by ChaCha20-Poly1305 (RFC 8439) with the header as its associated data. A session
is a public key of X25519 (RFC 7748), made at every start and never kept. The key is derived by HKDF
(RFC 5869) from the pair's secret, what both sessions have in common, and the direction: whoever
gets the secret later cannot read what was recorded before. The numbers of a session only grow: no
key ever seals two packets with one number, whatever was restarted or deleted. A partner's session
is adopted only when it has answered a random question of this session, so nothing from before a
restart is believed.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from controller.partners.ports import LONGEST_LETTER_BYTES, SECRET_BYTES
from hardware.clock import Clock

SESSION_BYTES: Final = 32
QUESTION_BYTES: Final = 16
NUMBER_BYTES: Final = 8
VERSION: Final = b"\x01"
HEADER_BYTES: Final = 1 + 2 * SESSION_BYTES + NUMBER_BYTES
TAG_BYTES: Final = 16
PADDED_BYTES: Final = 256
"""Letters are filled up to a multiple of this: their length tells little."""
LENGTH_BYTES: Final = 4
LONGEST_PACKET_BYTES: Final = HEADER_BYTES + TAG_BYTES + LONGEST_LETTER_BYTES + 2 * PADDED_BYTES
NOBODY: Final = bytes(SESSION_BYTES)
"""Stands for the session of a partner that is not known yet."""
NO_QUESTION: Final = bytes(QUESTION_BYTES)
"""Stands for no question, and for no answer."""

FIRST_GREETING_S: Final = 1.0
LAST_GREETING_S: Final = 60.0
"""Longest time between two greetings of a partner that does not answer."""
ASK_AGAIN_S: Final = 30.0
"""A partner that was silent for so long is asked whether it is there."""
SILENT_S: Final = 95.0
"""A partner that was silent for so long is not there: it has left three questions unanswered."""
REPLY_S: Final = 0.2
"""Shortest time between two replies to packets that may be replayed."""

MOST_SESSIONS: Final = 8
"""Sessions of the partner whose numbers are remembered: it makes a new one at every start."""
MOST_CIPHERS: Final = 16

_LETTER: Final = 0
_HANDSHAKE: Final = 1
_SENDER: Final = slice(1, 1 + SESSION_BYTES)
_RECEIVER: Final = slice(1 + SESSION_BYTES, 1 + 2 * SESSION_BYTES)
_NUMBER: Final = slice(1 + 2 * SESSION_BYTES, HEADER_BYTES)
_ANSWERED: Final = slice(QUESTION_BYTES, 2 * QUESTION_BYTES)


def derived(secret: bytes, purpose: bytes, salt: bytes = b"", length: int = SECRET_BYTES) -> bytes:
    """Derive a key from a secret by HKDF with SHA-256; it tells nothing of the secret.

    Args:
        secret: the secret.
        purpose: what the key is for; other purposes give other keys.
        salt: what else it depends on.
        length: its length in bytes.
    """
    return HKDF(SHA256(), length, salt, b"hareboard v1 " + purpose).derive(secret)


@dataclass
class RefusedPackets:
    """How many packets were refused, by reason.

    Attributes:
        forged: of no known form, or not sealed by the partner for this board.
        old: sealed for another session: sent before a restart.
        repeated: not newer than one received before.
        early: of a session that has not answered a question yet.
    """

    forged: int = 0
    old: int = 0
    repeated: int = 0
    early: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.forged + self.old + self.repeated + self.early


@dataclass(frozen=True)
class OpenedPacket:
    """What has come of a packet.

    Attributes:
        letter: the letter in it; None if there is none, or if it was refused.
        reply: a packet to send back; None for none.
    """

    letter: bytes | None = None
    reply: bytes | None = None


NOTHING: Final = OpenedPacket()


@dataclass
class _Peer:
    """What is known of the partner's session.

    Attributes:
        session: the adopted session; `NOBODY` until there is one.
        heard_s: when its newest packet came; None before the first.
        highest: the highest number of the newest sessions that have written to this one, and of
            the adopted one. Packets of others are believed in nothing, repeated or not.
    """

    session: bytes = NOBODY
    heard_s: float | None = None
    highest: dict[bytes, int] = field(default_factory=dict)


class SealedLink:
    """One board's end of the link to a partner, from a start of the program to its end.

    It sends nothing by itself: it makes packets. Not safe to use from several threads at once.

    Args:
        secret: the secret of the pair, `SECRET_BYTES` long.
        inviter: True at the board that invited the other.
        clock: tells when a partner has been silent for long.
        entropy: makes that many random bytes.

    Attributes:
        refused: counts the packets that were refused.
    """

    def __init__(
        self,
        secret: bytes,
        clock: Clock,
        *,
        inviter: bool,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._secret = secret
        self._inviter = inviter
        self._clock = clock
        self._entropy = entropy
        self._private = X25519PrivateKey.from_private_bytes(entropy(SESSION_BYTES))
        self._session = self._private.public_key().public_bytes_raw()
        self._question = entropy(QUESTION_BYTES)
        self._number = 0
        self._peer = _Peer()
        self._ciphers: dict[tuple[bytes, bytes, bool], ChaCha20Poly1305] = {}
        self._quiet_since_s = self._replied_s = float("-inf")
        self._pause_s = FIRST_GREETING_S
        self.refused = RefusedPackets()

    @property
    def silent_s(self) -> float | None:
        """How long the partner has been silent; None if it was never heard."""
        heard_s = self._peer.heard_s
        return None if heard_s is None else self._clock.now_s() - heard_s

    @property
    def reached(self) -> bool:
        """True if the partner has been heard of lately."""
        silent_s = self.silent_s
        return silent_s is not None and silent_s < SILENT_S

    def seal(self, letter: bytes) -> bytes | None:
        """Return a packet with a letter; None if no session of the partner is known yet.

        Raises:
            ValueError: the letter is too long.
        """
        if len(letter) > LONGEST_LETTER_BYTES:
            raise ValueError(f"A letter has at most {LONGEST_LETTER_BYTES} bytes.")
        if self._peer.session == NOBODY:
            return None
        return self._packet(self._peer.session, _LETTER, letter)

    def due(self) -> bytes | None:
        """Return the packet that is due now, None if none is: a greeting, or a question.

        Call it about once a second.
        """
        now_s = self._clock.now_s()
        if now_s - self._quiet_since_s < self._pause_s:
            return None
        self._quiet_since_s = now_s
        if self.reached:
            return self._packet(self._peer.session, _HANDSHAKE, self._question + NO_QUESTION)
        self._pause_s = min(2 * self._pause_s, LAST_GREETING_S)
        return self._packet(NOBODY, _HANDSHAKE, self._question + NO_QUESTION)

    def hurry(self) -> None:
        """Make a greeting or question due at once: the broker is back."""
        self._quiet_since_s = float("-inf")
        self._pause_s = FIRST_GREETING_S

    def open(self, packet: bytes) -> OpenedPacket:
        """Take a packet that came in; whatever it is, nothing is raised."""
        if not HEADER_BYTES + TAG_BYTES < len(packet) <= LONGEST_PACKET_BYTES:
            self.refused.forged += 1
            return NOTHING
        sender, receiver = packet[_SENDER], packet[_RECEIVER]
        if receiver not in (self._session, NOBODY):
            self.refused.old += 1
            return OpenedPacket(reply=self._greeting())
        plain = self._decrypted(packet, sender, receiver)
        if plain is None:
            self.refused.forged += 1
            return NOTHING
        if receiver == NOBODY:
            return self._greeted(sender, plain)
        number = int.from_bytes(packet[_NUMBER])
        if number <= self._peer.highest.get(sender, -1):
            self.refused.repeated += 1
            return NOTHING
        self._remember(sender, number)
        return self._taken(sender, plain)

    def _remember(self, sender: bytes, number: int) -> None:
        highest = self._peer.highest
        highest[sender] = number
        if len(highest) > MOST_SESSIONS:
            del highest[next(each for each in highest if each not in (sender, self._peer.session))]

    def _taken(self, sender: bytes, plain: bytes) -> OpenedPacket:
        """Take a packet of this session that has never been taken before."""
        kind, body = plain[0], _without_padding(plain)
        if kind == _HANDSHAKE and len(body) == 2 * QUESTION_BYTES:
            if body[_ANSWERED] == self._question:
                self._adopt(sender)
            asked = body[:QUESTION_BYTES]
            if sender == self._peer.session:
                self._heard()
            if asked == NO_QUESTION:
                return NOTHING
            return OpenedPacket(reply=self._answer(sender, asked))
        if kind != _LETTER:
            self.refused.forged += 1  # sealed by the partner, but by a later version
            return NOTHING
        if sender != self._peer.session:
            self.refused.early += 1
            return OpenedPacket(reply=self._answer(sender, NO_QUESTION))
        self._heard()
        return OpenedPacket(letter=body)

    def _greeted(self, sender: bytes, plain: bytes) -> OpenedPacket:
        """Take a packet for whoever is there: it may be old, so it is only answered."""
        body = _without_padding(plain)
        if plain[0] != _HANDSHAKE or len(body) != 2 * QUESTION_BYTES or not self._may_reply():
            return NOTHING
        return OpenedPacket(reply=self._answer(sender, body[:QUESTION_BYTES]))

    def _adopt(self, sender: bytes) -> None:
        self._question = self._entropy(QUESTION_BYTES)
        if sender != self._peer.session:
            self._peer.session = sender
            self._ciphers.clear()

    def _heard(self) -> None:
        self._peer.heard_s = self._quiet_since_s = self._clock.now_s()
        self._pause_s = ASK_AGAIN_S

    def _answer(self, to: bytes, asked: bytes) -> bytes | None:
        """Return an answer, with a question of our own to a session that is not adopted."""
        question = NO_QUESTION if to == self._peer.session else self._question
        return self._packet(to, _HANDSHAKE, question + asked)

    def _greeting(self) -> bytes | None:
        """Return a greeting to a partner that writes to an earlier session of this board."""
        if not self._may_reply():
            return None
        return self._packet(NOBODY, _HANDSHAKE, self._question + NO_QUESTION)

    def _may_reply(self) -> bool:
        now_s = self._clock.now_s()
        if now_s - self._replied_s < REPLY_S:
            return False
        self._replied_s = now_s
        return True

    def _packet(self, to: bytes, kind: int, body: bytes) -> bytes | None:
        number = self._number.to_bytes(NUMBER_BYTES)
        self._number += 1
        header = VERSION + self._session + to + number
        cipher = self._cipher(self._session, to, from_inviter=self._inviter)
        if cipher is None:
            return None
        return header + cipher.encrypt(bytes(4) + number, _padded(kind, body), header)

    def _decrypted(self, packet: bytes, sender: bytes, receiver: bytes) -> bytes | None:
        header, sealed = packet[:HEADER_BYTES], packet[HEADER_BYTES:]
        if header[:1] != VERSION:
            return None
        known = sender in self._peer.highest
        cipher = self._cipher(sender, receiver, from_inviter=not self._inviter, keep=known)
        if cipher is None:
            return None
        try:
            return cipher.decrypt(bytes(4) + packet[_NUMBER], sealed, header)
        except InvalidTag:
            return None

    def _cipher(
        self, sender: bytes, receiver: bytes, *, from_inviter: bool, keep: bool = True
    ) -> ChaCha20Poly1305 | None:
        """Return the cipher of two sessions and a direction; None if the other session is no key.

        Args:
            sender: session of the sender.
            receiver: session of the receiver, or `NOBODY`.
            from_inviter: the direction.
            keep: True if it will probably be used again.
        """
        found = self._ciphers.get((sender, receiver, from_inviter))
        if found is not None:
            return found
        shared = b""
        if receiver != NOBODY:
            other = receiver if sender == self._session else sender
            try:
                shared = self._private.exchange(X25519PublicKey.from_public_bytes(other))
            except ValueError:  # a point of low order
                return None
        purpose = b"letters from the inviter" if from_inviter else b"letters to the inviter"
        found = ChaCha20Poly1305(derived(self._secret + shared, purpose, sender + receiver))
        if keep:
            if len(self._ciphers) >= MOST_CIPHERS:
                self._ciphers.clear()
            self._ciphers[sender, receiver, from_inviter] = found
        return found


def _padded(kind: int, body: bytes) -> bytes:
    """Return kind, length and body, filled up with zeros."""
    plain = bytes((kind,)) + len(body).to_bytes(LENGTH_BYTES) + body
    return plain + bytes(-len(plain) % PADDED_BYTES)


def _without_padding(plain: bytes) -> bytes:
    start = 1 + LENGTH_BYTES
    return plain[start : start + int.from_bytes(plain[1:start])]
