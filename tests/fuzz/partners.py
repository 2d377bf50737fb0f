"""Harnesses of what comes from other boards, or from a broker that pretends to be one."""

from functools import cache
from typing import Final

from controller.partners.codes import PairingCode
from controller.partners.pairing import AcceptingSide, InvitingSide, Pairing
from controller.partners.sealing import SealedLink
from hardware.clock import ManualClock
from tests.fuzz.harness import Harness, hold

_LETTER: Final = b"a letter"
OTHER: Final = PairingCode("0000", "654321")


@cache
def _link() -> tuple[SealedLink, tuple[bytes, ...]]:
    """A board's end of a link, and the packets that came to it so far."""
    clock = ManualClock()
    near = SealedLink(bytes(32), clock, inviter=True)
    far = SealedLink(bytes(32), clock, inviter=False)
    came: list[bytes] = []
    packet = near.due()
    while packet is not None:
        reply = far.open(packet).reply
        if reply is None:
            break
        came.append(reply)
        packet = near.open(reply).reply
    letter = far.seal(_LETTER)
    hold(letter is not None, "the ends do not reach each other")
    came.append(letter or b"")
    hold(near.open(came[-1]).letter == _LETTER, "a genuine letter is refused")
    return near, tuple(came)


def packets(data: bytes) -> None:
    """A packet that was forged, or comes again, brings no letter."""
    link, _ = _link()
    before = link.refused.total
    opened = link.open(data)
    hold(opened.letter is None, "a forged or repeated letter is taken")
    hold(link.refused.total == before + 1 or opened.reply, "a packet is neither read nor refused")


@cache
def _messages() -> tuple[bytes, ...]:
    """The messages of a pairing that went well."""
    clock = ManualClock()
    said: list[bytes] = []
    code = PairingCode("0000", "123456")
    sides: tuple[Pairing, ...] = (
        InvitingSide(code, "Near", clock, said.append),
        AcceptingSide(code, "Far", clock, said.append),
    )
    for _ in range(6):
        for message in tuple(said):
            for side in sides:
                side.receive(message)
                side.confirm()
    hold(all(side.paired for side in sides), "two boards cannot be paired")
    return tuple(said)


@cache
def _accepter() -> Pairing:
    return AcceptingSide(OTHER, "Far", ManualClock(), _unheard)


def _unheard(_message: bytes) -> None:
    """Nobody hears it."""


def pairing(data: bytes) -> None:
    """Messages without the code pair nobody."""
    for side in (InvitingSide(OTHER, "Near", ManualClock(), _unheard), _accepter()):
        side.receive(data)
        side.confirm()
        hold(side.paired is None and side.other is None, "a forged message pairs two boards")


PARTNERS: Final = (
    Harness(
        "packets",
        "sealed packets of another board: forged and repeated ones bring no letter",
        packets,
        lambda: _link()[1],
    ),
    Harness(
        "pairing",
        "messages that pair two boards: without the code they pair nobody",
        pairing,
        _messages,
        tuple(
            f'"{word}"'.encode()
            for word in ("knock", "reply", "hello", "welcome", "agreed", "kind")
        ),
    ),
)
