"""Pairs two boards by a short code: the exchange of both sides, as messages in and out.

A code has a place, where the two find each other, and a secret, which is only ever used in a
password-authenticated exchange (SPAKE2, by PyPI's `spake2`): who reads and changes everything
between the boards can guess once for each try, and `TRIES` tries burn the code. Then each board
tells its name, sealed, and both hosts confirm. The pair's secret is kept once both have.

    accepter                          inviter
    Knock(attempt, element)  ------>
                             <------  Reply(attempt, element)     a try is gone
    Hello(attempt, sealed)   ------>
                             <------  Welcome(attempt, sealed), or Denied(attempt, why)
    Agreed(attempt, sealed)  <----->  Agreed(attempt, sealed)     each after its host's yes
    Heard(attempt, sealed)   <----->  Heard(attempt, sealed)      the answer to it

Everything is sent again until it is answered: a broker may lose it.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from spake2 import SPAKE2_A, SPAKE2_B

from controller.json_data import BadJson, any_json
from controller.partners.codes import PairingCode
from controller.partners.pairing_messages import (
    ID_BYTES,
    AgreedMessage,
    DeniedMessage,
    HeardMessage,
    HelloMessage,
    KnockMessage,
    PairingMessage,
    ReplyMessage,
    WelcomeMessage,
)
from controller.partners.ports import shown_name
from controller.partners.sealing import derived
from hardware.clock import Clock

VALID_S: Final = 600.0
"""Time in which a code can be used and confirmed."""
TRIES: Final = 3
AGAIN_S: Final = 2.0
"""Time after which an unanswered message is sent again."""
NO_ANSWER_S: Final = 20.0
"""A place that does not answer for so long has no invitation."""
LONGEST_BYTES: Final = 4_096

State = Literal["waiting", "confirm", "agreeing", "paired", "failed"]
"""`waiting` for the other board, for the host's `confirm`, `agreeing` until the other host has."""
Why = Literal["wrong-code", "used-up", "expired", "no-answer", "declined", "not-kept"]


@dataclass(frozen=True)
class Paired:
    """What two boards have agreed on.

    Attributes:
        id: names the pair.
        name: the other board's name.
        secret: the secret of the pair.
    """

    id: str
    name: str
    secret: bytes = field(repr=False)


class _PairingKeys:
    """Keys that both sides derive from the exchange."""

    def __init__(self, exchanged: bytes, attempt: bytes) -> None:
        self._exchanged = exchanged
        self._attempt = attempt

    def seal(self, purpose: bytes, text: bytes) -> bytes:
        """Seal the one text of a purpose: each has a key of its own, so the nonce may be zero."""
        return self._cipher(purpose).encrypt(bytes(12), text, None)

    def open(self, purpose: bytes, sealed: bytes) -> bytes | None:
        """Return the text of a purpose; None if it was not sealed by the other side."""
        try:
            return self._cipher(purpose).decrypt(bytes(12), sealed, None)
        except InvalidTag:
            return None

    def paired(self, name: str) -> Paired:
        """Return what is kept of the pair."""
        pair = derived(self._exchanged, b"pair id", self._attempt, ID_BYTES)
        return Paired(pair.hex(), name, derived(self._exchanged, b"pair", self._attempt))

    def _cipher(self, purpose: bytes) -> ChaCha20Poly1305:
        return ChaCha20Poly1305(derived(self._exchanged, b"pairing " + purpose, self._attempt))


class Pairing(ABC):
    """One side of a pairing: what both sides have in common.

    Args:
        code: the code.
        name: this board's name.
        clock: tells when the code expires.
        send: sends a message to the other side.

    Attributes:
        code: the code.
        state: how far it has come.
        why: why it has failed; None unless it has.
        other: the other board's name, as soon as it is known.
        until_s: when the code expires, by the clock.
    """

    mine: bytes = b""
    theirs: bytes = b""

    def __init__(
        self, code: PairingCode, name: str, clock: Clock, send: Callable[[bytes], object]
    ) -> None:
        self.code = code
        self.state: State = "waiting"
        self.why: Why | None = None
        self.other: str | None = None
        self.until_s = clock.now_s() + VALID_S
        self._name = name
        self._clock = clock
        self._send = send
        self._keys: _PairingKeys | None = None
        self._attempt = b""
        self._last: PairingMessage | None = None
        self._sent_s = clock.now_s()
        self._confirmed = False

    @property
    def attempt(self) -> str:
        """Names the exchange with one other board; empty before there is one."""
        return self._attempt.hex()

    @property
    def paired(self) -> Paired | None:
        """What was agreed on, once both hosts have confirmed."""
        if self.state != "paired" or self._keys is None or self.other is None:
            return None
        return self._keys.paired(self.other)

    def confirm(self) -> None:
        """The host confirms that the other board is the one that was meant."""
        if self.state != "confirm" or self._keys is None:
            return
        self.state = "agreeing"
        self._say(AgreedMessage(self._attempt, self._keys.seal(b"agreed " + self.mine, b"agreed")))
        self._finish()

    def cancel(self) -> None:
        """The host gives it up, or declines the other board."""
        if self._attempt and self.state not in ("paired", "failed"):
            self._say(DeniedMessage(self._attempt, "declined"))
        self._fail("declined")

    def hurry(self) -> None:
        """Make what was not answered due at once: the broker is back."""
        self._sent_s = float("-inf")

    def spoil(self) -> None:
        """The pair could not be kept here."""
        self.state, self.why = "failed", "not-kept"

    def receive(self, payload: bytes) -> None:
        """Take a message of the other side; whatever it is, nothing is raised."""
        if len(payload) > LONGEST_BYTES:
            return
        try:
            message: PairingMessage = any_json(payload, PairingMessage)
        except BadJson:
            return
        match message:
            case AgreedMessage() | HeardMessage():
                self._agree(message)
            case DeniedMessage():
                if message.attempt == self._attempt and self.state != "paired":
                    self._fail(message.why)
            case _:
                self._take(message)

    def tick(self) -> None:
        """Send again what was not answered, and expire. Call it every second with a broker."""
        self.expire()
        if self.state in ("paired", "failed"):
            return
        if self._clock.now_s() - self._sent_s >= AGAIN_S:
            self._repeat()

    def expire(self) -> None:
        """End it once the code expires, also while there is no broker."""
        if self._clock.now_s() >= self.until_s:
            self._fail("expired")

    @abstractmethod
    def _take(self, message: Any) -> None:
        """Take a message of this side's own part of the exchange."""

    def _agree(self, message: AgreedMessage | HeardMessage) -> None:
        """The other side's host has confirmed, and if it says `HeardMessage`, both have."""
        if self._keys is None or message.attempt != self._attempt or self.state == "failed":
            return
        said = b"agreed" if isinstance(message, AgreedMessage) else b"heard"
        if self._keys.open(said + b" " + self.theirs, message.sealed) is None:
            return
        self._confirmed = True
        self._finish()
        if said == b"agreed" and self.state == "paired":
            heard = HeardMessage(self._attempt, self._keys.seal(b"heard " + self.mine, b"heard"))
            self._send(msgspec.json.encode(heard))

    def _finish(self) -> None:
        if self._confirmed and self.state == "agreeing":
            self.state = "paired"

    def _fail(self, why: Why) -> None:
        if self.state not in ("paired", "failed"):
            self.state, self.why = "failed", why

    def _named(self, keys: _PairingKeys, purpose: bytes, sealed: bytes) -> bool:
        """Take the other side's name, which proves that it knows the code."""
        told = keys.open(purpose, sealed)
        if told is None:
            return False
        name = shown_name(told.decode("utf-8", "replace"))
        self._keys, self.other, self.state = keys, name, "confirm"
        return True

    def _say(self, message: PairingMessage) -> None:
        self._last = message
        self._repeat()

    def _repeat(self) -> None:
        if self._last is not None:
            self._sent_s = self._clock.now_s()
            self._send(msgspec.json.encode(self._last))


class InvitingSide(Pairing):
    """The inviting side. Arguments as of `Pairing`.

    Attributes:
        tries_left: how many wrong codes may still be typed.
    """

    mine, theirs = b"inviter", b"accepter"

    def __init__(
        self, code: PairingCode, name: str, clock: Clock, send: Callable[[bytes], object]
    ) -> None:
        super().__init__(code, name, clock, send)
        self._tried: dict[bytes, tuple[ReplyMessage, _PairingKeys | None]] = {}
        self._welcome = b""

    @property
    def tries_left(self) -> int:
        """How many wrong codes may still be typed."""
        return TRIES - len(self._tried)

    def _take(self, message: Any) -> None:
        match message:
            case KnockMessage():
                self._answer(message)
            case HelloMessage():
                self._open(message)
            case _:
                pass

    def _answer(self, knock: KnockMessage) -> None:
        """Answer a knock; each costs a try, because each lets the other side guess once."""
        if knock.attempt in self._tried:
            self._send(msgspec.json.encode(self._tried[knock.attempt][0]))
            return
        if self.state != "waiting" or not self.tries_left:
            self._send(msgspec.json.encode(DeniedMessage(knock.attempt, "used-up")))
            return
        exchange = SPAKE2_A(self.code.secret.encode(), *_sides(self.code.place))
        element = exchange.start()
        exchanged = _exchanged(exchange, knock.element)
        if exchanged is None:
            return
        reply = ReplyMessage(knock.attempt, element)
        self._tried[knock.attempt] = reply, _PairingKeys(exchanged, knock.attempt)
        self._send(msgspec.json.encode(reply))

    def _open(self, hello: HelloMessage) -> None:
        if hello.attempt == self._attempt:
            self._send(self._welcome)
            return
        reply, keys = self._tried.get(hello.attempt, (None, None))
        if reply is None or keys is None or self.state != "waiting":
            return
        if self._named(keys, b"hello", hello.sealed):
            self._attempt = hello.attempt
            welcome = WelcomeMessage(hello.attempt, keys.seal(b"welcome", self._name.encode()))
            self._welcome = msgspec.json.encode(welcome)
            self._send(self._welcome)
            return
        self._tried[hello.attempt] = reply, None  # no second guess in the same attempt
        self._send(msgspec.json.encode(DeniedMessage(hello.attempt, "wrong-code")))
        if not self.tries_left:
            self._fail("used-up")


class AcceptingSide(Pairing):
    """The accepting side. Arguments as of `Pairing`."""

    mine, theirs = b"accepter", b"inviter"

    def __init__(
        self, code: PairingCode, name: str, clock: Clock, send: Callable[[bytes], object]
    ) -> None:
        super().__init__(code, name, clock, send)
        self._begun_s = clock.now_s()
        self._attempt = os.urandom(ID_BYTES)
        self._exchange: Any = SPAKE2_B(code.secret.encode(), *_sides(code.place))
        self._agreed: _PairingKeys | None = None
        self._say(KnockMessage(self._attempt, self._exchange.start()))

    def hurry(self) -> None:
        """Also wait anew for an answer: nobody could be asked without the broker."""
        self._begun_s = self._clock.now_s()
        super().hurry()

    def tick(self) -> None:
        """Also end it if nobody answers at the place."""
        silent_s = self._clock.now_s() - self._begun_s
        if self.state == "waiting" and silent_s >= NO_ANSWER_S:
            self._fail("no-answer")
        super().tick()

    def _take(self, message: Any) -> None:
        if message.attempt != self._attempt:
            return
        match message:
            case ReplyMessage() if self._agreed is None and self.state == "waiting":
                exchanged = _exchanged(self._exchange, message.element)
                if exchanged is None:
                    self._fail("wrong-code")
                    return
                self._agreed = _PairingKeys(exchanged, self._attempt)
                self._say(
                    HelloMessage(self._attempt, self._agreed.seal(b"hello", self._name.encode()))
                )
            case WelcomeMessage() if self._agreed is not None and self.state == "waiting":
                if self._named(self._agreed, b"welcome", message.sealed):
                    self._last = None
            case _:
                pass


def _sides(place: str) -> tuple[bytes, bytes]:
    """Return the names of both sides in the exchange."""
    return f"hareboard v1 inviter {place}".encode(), f"hareboard v1 accepter {place}".encode()


def _exchanged(exchange: Any, element: bytes) -> bytes | None:
    """Return the key of an exchange; None if the other side's element is none."""
    try:
        return bytes(exchange.finish(element))
    except Exception:  # noqa: BLE001 - it raises errors of many types, of its asserts too
        return None
