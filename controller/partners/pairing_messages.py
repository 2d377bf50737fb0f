"""The messages by which two boards pair; `pairing.py` says in which order."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

ID_BYTES: Final = 16

Bytes32 = Annotated[bytes, Meta(min_length=1, max_length=64)]
Attempt = Annotated[bytes, Meta(min_length=ID_BYTES, max_length=ID_BYTES)]


class _PairingMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    attempt: Attempt


class KnockMessage(_PairingMessage, frozen=True, tag="knock"):
    """Begins an attempt; `element` is the accepter's part of the exchange."""

    element: Bytes32


class ReplyMessage(_PairingMessage, frozen=True, tag="reply"):
    """The inviter's part of the exchange."""

    element: Bytes32


class HelloMessage(_PairingMessage, frozen=True, tag="hello"):
    """The accepter's name, sealed: it proves that its code is right."""

    sealed: bytes


class WelcomeMessage(_PairingMessage, frozen=True, tag="welcome"):
    """The inviter's name, sealed: it proves the same."""

    sealed: bytes


class DeniedMessage(_PairingMessage, frozen=True, tag="denied"):
    """The attempt has ended. Not sealed: the broker could deny everything anyway."""

    why: Literal["wrong-code", "used-up", "declined"]


class AgreedMessage(_PairingMessage, frozen=True, tag="agreed"):
    """This side's host has confirmed."""

    sealed: bytes


class HeardMessage(_PairingMessage, frozen=True, tag="heard"):
    """Both hosts have confirmed, as far as this side knows."""

    sealed: bytes


PairingMessage = (
    KnockMessage
    | ReplyMessage
    | HelloMessage
    | WelcomeMessage
    | DeniedMessage
    | AgreedMessage
    | HeardMessage
)
