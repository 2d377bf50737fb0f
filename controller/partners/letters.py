"""The letters of this board: its partners, their links, and the pairing that is under way.

What seals letters and pairs boards needs the extra `mqtt`, and is imported with the first partner.
"""

# ruff: noqa: PLC0415 - few boards have partners, and cryptography is an extra

import logging
import threading
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from controller.partners.codes import PairingCode, new_code
from controller.partners.kept_partners import (
    MOST_PARTNERS,
    KeptPartner,
    PartnersUnreadable,
    keep_partners,
    read_partners,
)
from controller.partners.ports import LetterCarrier, Partner, Received
from hardware.clock import Clock

if TYPE_CHECKING:
    from controller.partners.pairing import Pairing
    from controller.partners.sealing import RefusedPackets, SealedLink

State = Literal["waiting", "confirm", "agreeing", "paired", "failed"]
"""`waiting` for the other board, for the host's `confirm`, `agreeing` until the other host has."""

RENDEZVOUS_BYTES: Final = 16
SIDES: Final = {True: "inviter", False: "accepter"}

_LOG: Final = logging.getLogger(__name__)


def is_installed() -> bool:
    """Return True if what seals letters and pairs boards is installed."""
    return find_spec("cryptography") is not None and find_spec("spake2") is not None


@dataclass(frozen=True)
class SeenPartner:
    """A partner, and whether it is there.

    Attributes:
        partner: the partner.
        reached: True if its board has answered lately.
        silent_s: how long it has been silent; None if it was not heard since the program started.
    """

    partner: Partner
    reached: bool
    silent_s: float | None


@dataclass(frozen=True)
class SeenPairing:
    """A pairing that is under way, or its end.

    Attributes:
        code: the code, if this board invites.
        state: how far it has come.
        why: why it has failed; None unless it has.
        other: the other board's name, as soon as it is known.
        attempt: names the exchange with that board; empty before there is one.
        left_s: for how long the code is still valid.
        tries_left: how many codes may still be tried, if this board invites.
    """

    code: str | None
    state: State
    why: str | None
    other: str | None
    attempt: str
    left_s: float
    tries_left: int | None


@dataclass
class _Pair:
    """A partner, the link to it, and the mailboxes of both boards."""

    kept: KeptPartner
    link: "SealedLink"
    inbox: str
    outbox: str


@dataclass
class _BegunPairing:
    """A pairing that was begun here."""

    pairing: "Pairing"
    code: str | None
    inbox: str
    kept: bool = field(default=False)


class PartnerLetters:
    """All letters of this board; implements `Letters`. Safe to use from any thread.

    Args:
        path: the file that keeps the partners.
        clock: the clock.

    Attributes:
        trouble: why partners cannot be read or kept, in words; None if they can.
        due: set when something is to be done before the next tick.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.RLock()
        self._carrier: LetterCarrier | None = None
        self._received: Received = lambda _partner, _letter: None
        self._begun: _BegunPairing | None = None
        self._pairs: dict[str, _Pair] = {}
        self._kept: tuple[KeptPartner, ...] = ()
        self.trouble: str | None = None
        self.due: Final = threading.Event()
        try:
            self._kept = read_partners(path)
        except PartnersUnreadable as error:
            self.trouble = str(error)
            _LOG.error("%s", error)

    def send(self, partner: str, letter: bytes) -> None:
        """Send a letter, as `Letters` says."""
        with self._lock:
            pair = self._pairs.get(partner)
            if pair is not None:
                packet = pair.link.seal(letter)
                if packet is not None:
                    self._publish(pair.outbox, packet)

    def listen(self, received: Received) -> None:
        """Call a function with each letter, as `Letters` says."""
        self._received = received

    def connected(self) -> bool:
        """Return True if this board reaches the broker."""
        carrier = self._carrier
        return carrier is not None and carrier.is_up

    def partners(self) -> tuple[Partner, ...]:
        """Return the partners, the newest last."""
        return tuple(each.partner for each in self._kept)

    def is_paired(self, partner: str) -> bool:
        """Return False for a board that was forgotten, as `Letters` says."""
        return self.trouble is not None or any(each.id == partner for each in self._kept)

    def forget(self, partner: str) -> None:
        """Delete a partner and its secret, as `Letters` says."""
        with self._lock:
            left = tuple(each for each in self._kept if each.id != partner)
            if len(left) != len(self._kept):
                keep_partners(self._path, left)
                self._kept = left
                self._pairs.pop(partner, None)
                self._listen()

    def seen(self) -> tuple[SeenPartner, ...]:
        """Return the partners, and whether each is there."""
        with self._lock:
            return tuple(self._seen(each) for each in self._kept)

    @property
    def pairing(self) -> SeenPairing | None:
        """The pairing that is under way, or the last one until it is put away."""
        with self._lock:
            if self._begun is None:
                return None
            from controller.partners.pairing import InvitingSide

            pairing = self._begun.pairing
            return SeenPairing(
                code=self._begun.code,
                state=pairing.state,
                why=pairing.why,
                other=pairing.other,
                attempt=pairing.attempt,
                left_s=max(0.0, pairing.until_s - self._clock.now_s()),
                tries_left=pairing.tries_left if isinstance(pairing, InvitingSide) else None,
            )

    def refused(self, partner: str) -> "RefusedPackets":
        """Return how many packets to this board were refused, since the program started."""
        from controller.partners.sealing import RefusedPackets

        with self._lock:
            pair = self._pairs.get(partner)
            return RefusedPackets() if pair is None else replace(pair.link.refused)

    @property
    def is_full(self) -> bool:
        """True if no further partner can be kept."""
        return len(self._kept) >= MOST_PARTNERS

    def invite(self, name: str) -> None:
        """Begin to invite another board, with a new code; a pairing under way is given up.

        Args:
            name: this board's name, for the other host.
        """
        from controller.partners.pairing import InvitingSide

        self._begin(InvitingSide, new_code(), name)

    def accept(self, code: PairingCode, name: str) -> None:
        """Begin to accept an invitation; a pairing under way is given up.

        Args:
            code: the code of the invitation.
            name: this board's name, for the other host.
        """
        from controller.partners.pairing import AcceptingSide

        self._begin(AcceptingSide, code, name)

    def confirm(self, attempt: str) -> None:
        """The host confirms the name of the board of this attempt; of another one, nothing."""
        with self._lock:
            if self._begun is not None and self._begun.pairing.attempt == attempt:
                self._begun.pairing.confirm()
                self._keep()

    def cancel(self) -> None:
        """Give up the pairing, or put it away once it has ended."""
        with self._lock:
            if self._begun is not None:
                self._begun.pairing.cancel()
                self._begun = None
                self._listen()

    @property
    def wanted(self) -> bool:
        """True if there is anybody to write to: until then the broker need not be connected."""
        return bool(self._kept) or self._begun is not None

    def carried_by(self, carrier: LetterCarrier | None) -> None:
        """Use another broker from now on; None for none."""
        with self._lock:
            self._carrier = carrier
            if carrier is not None:
                self._open_links()
                self._listen()

    def came_up(self) -> None:
        """The broker is connected: greet every partner, or tell that this board is back."""
        with self._lock:
            for pair in self._pairs.values():
                pair.link.hurry()
            if self._begun is not None:
                self._begun.pairing.hurry()
        self.tick()

    def tick(self) -> None:
        """Send what is due. Call it about once a second."""
        with self._lock:
            if not self.connected():
                if self._begun is not None:
                    self._begun.pairing.expire()
                return
            for pair in self._pairs.values():
                packet = pair.link.due()
                if packet is not None:
                    self._publish(pair.outbox, packet)
            if self._begun is not None:
                self._begun.pairing.tick()
                self._keep()

    def received(self, box: str, packet: bytes) -> None:
        """Take a packet that came to a mailbox; whatever it is, nothing is raised."""
        letter: tuple[str, bytes] | None = None
        with self._lock:
            if self._begun is not None and box == self._begun.inbox:
                self._begun.pairing.receive(packet)
                self._keep()
            for partner, pair in self._pairs.items():
                if pair.inbox == box:
                    opened = pair.link.open(packet)
                    if opened.reply is not None:
                        self._publish(pair.outbox, opened.reply)
                    if opened.letter is not None:
                        letter = partner, opened.letter
                    break
        if letter is not None:
            try:
                self._received(*letter)
            except Exception:  # noqa: BLE001 - the broker's thread has to go on
                _LOG.exception("A letter could not be taken.")

    def _begin(self, kind: "type[Pairing]", code: PairingCode, name: str) -> None:
        with self._lock:
            self.cancel()
            invites = kind.mine == SIDES[True].encode()
            box = f"invite-{code.place}/to-{SIDES[invites]}"
            out = f"invite-{code.place}/to-{SIDES[not invites]}"
            # It is listened to before the first message goes out.
            self._begun = None
            self._listen(box)
            pairing = kind(code, name, self._clock, lambda packet: self._publish(out, packet))
            self._begun = _BegunPairing(pairing, str(code) if invites else None, box)
            self.due.set()

    def _keep(self) -> None:
        """Keep the partner once both hosts have confirmed."""
        begun = self._begun
        paired = None if begun is None else begun.pairing.paired
        if begun is None or paired is None or begun.kept:
            return
        begun.kept = True
        kept = KeptPartner(paired.id, paired.name, begun.code is not None, paired.secret)
        try:
            keep_partners(self._path, (*self._kept, kept))
        except OSError as error:
            begun.pairing.spoil()
            _LOG.error("The partner could not be kept in %s: %s.", self._path, error.strerror)
            return
        self._kept = (*self._kept, kept)
        self._open_links()
        self._listen()
        self.due.set()

    def _open_links(self) -> None:
        """Make the links to new partners."""
        if self._carrier is None or all(each.id in self._pairs for each in self._kept):
            return
        from controller.partners.sealing import SealedLink, derived

        for each in self._kept:
            if each.id not in self._pairs:
                meeting = derived(each.secret, b"rendezvous", length=RENDEZVOUS_BYTES).hex()
                self._pairs[each.id] = _Pair(
                    each,
                    SealedLink(each.secret, self._clock, inviter=each.inviter),
                    f"{meeting}/to-{SIDES[each.inviter]}",
                    f"{meeting}/to-{SIDES[not each.inviter]}",
                )

    def _listen(self, another: str | None = None) -> None:
        if self._carrier is None:
            return
        boxes = {pair.inbox for pair in self._pairs.values()}
        boxes |= {box for box in (another, self._begun and self._begun.inbox) if box}
        self._carrier.listen(frozenset(boxes))

    def _publish(self, box: str, packet: bytes) -> None:
        if self._carrier is not None and self._carrier.is_up:
            self._carrier.publish(box, packet)

    def _seen(self, kept: KeptPartner) -> SeenPartner:
        pair = self._pairs.get(kept.id)
        if pair is None:
            return SeenPartner(kept.partner, reached=False, silent_s=None)
        reached = self.connected() and pair.link.reached
        return SeenPartner(kept.partner, reached, pair.link.silent_s)
