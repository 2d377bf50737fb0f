"""Phones: which holds which seat, which is the host's, and how each proves it.

A phone proves itself by a token in a cookie; only its hash is stored. Seats are held by the
players' names, so that a player keeps the phone in the next game. The register is a small file
beside the journal, so that a board that was switched off knows its phones again.
"""

import base64
import hashlib
import hmac
import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from controller.atomic_files import keep_whole
from controller.game.pieces import key_of
from controller.refusal import Refusal
from hardware.clock import Clock
from web.access.kept_phones import (
    CODE_LENGTH,
    CODE_LETTERS,
    KeptPhone,
    KeptPhones,
    bounded,
    read_phones,
    without,
)
from web.access.limits import Guesser, Tries
from web.languages.language import mark
from web.server.limits import network_of

PHONES_FILE: Final = "phones.json"

PIN_DIGITS: Final = 6
BOARD_KEY_BYTES: Final = 16
PINS_TOGETHER: Final = 60
CODES_TOGETHER: Final = 600
"""Wrong guesses a minute of all phones without a seat. With four hours of guessing from ever new
addresses, one in 70 attacks finds the PIN, one in 7,000 the code."""
HAND_OVER_S: Final = 300.0
MOST_HOSTS: Final = 8
MOST_AT_BOARD: Final = 8
"""Browsers of a simulated board that are known."""

Holder = Literal["phone", "screen"]
"""What holds a seat: a phone, or the screen at the board, from which a phone may take it."""
_Right = Literal["host", "at_board"]

WRONG_CODE: Final = mark("That is not this board's code. Check it again, or scan it.")
OLD_CODE: Final = mark("This code has been used or has expired. Ask for a new one.")
WRONG_PIN: Final = mark("That is not the PIN. It is shown at the board.")
SEAT_TAKEN: Final = mark(
    "{name}'s seat is on another phone. Hand it over from there, or ask the host to free it."
)

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Rights:
    """The rights of a phone.

    Attributes:
        names: the players whose seats it holds, in lower case.
        host: True if it has sent the PIN.
        at_board: True if it has sent the key of a simulated board.
    """

    names: frozenset[str] = frozenset()
    host: bool = False
    at_board: bool = False


STRANGER: Final = Rights()


@dataclass(frozen=True)
class _Offer:
    """A seat that is being handed over."""

    name: str
    until_s: float


@dataclass
class _Guesses:
    """Wrong guesses, counted for each secret."""

    clock: Clock
    codes: Tries = field(init=False)
    pins: Tries = field(init=False)

    def __post_init__(self) -> None:
        self.codes = Tries(self.clock, CODES_TOGETHER)
        self.pins = Tries(self.clock, PINS_TOGETHER)


class Phones:
    """The register of phones. Safe to use from any thread.

    Args:
        path: the file that keeps the register.
        clock: tells when an offer has expired.

    Attributes:
        board: the id that tells this board from others on the network.
        pin: makes a phone the host's; a new one at every start, and never written to disk.
        board_key: proves that a browser belongs to whoever started a simulated board; made and
            kept like the PIN, but too long to be guessed.
        revision: grows with every change of seats or hosts.
        changed: called after every such change, in the thread that made it.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.RLock()
        self._kept = read_phones(path) or KeptPhones(secrets.token_hex(4), _new_code())
        self._offers: dict[str, _Offer] = {}
        self._guesses = _Guesses(clock)
        self.board: Final = self._kept.board
        self.pin: Final = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        self.board_key: Final = secrets.token_hex(BOARD_KEY_BYTES)
        self.revision = 0
        self.changed: Callable[[], None] = lambda: None
        if not path.exists():
            self._write()  # printed codes, and others' lists of boards, hold after a restart

    @property
    def code(self) -> str:
        """Return the code that a phone needs to join."""
        return self._kept.code

    @property
    def offered(self) -> int:
        """Return the number of stored offers of seats."""
        return len(self._offers)

    # Rights

    def rights(self, token: str | None) -> Rights:
        """Return the rights of the phone with this token."""
        phone = self._phone(token)
        return (
            STRANGER
            if phone is None
            else Rights(frozenset(phone.names), phone.host, phone.at_board)
        )

    def holder(self, name: str) -> Holder | None:
        """Return what holds this player's seat: a phone of their own, the screen, or nothing."""
        holder = self._holder(_plain(name))
        return None if holder is None else "screen" if holder.screen else "phone"

    # Joining

    def check_code(self, code: str | None, who: str) -> None:
        """Check the code of the board.

        Args:
            code: as typed; lower case, spaces and look-alikes are accepted.
            who: the address the guess comes from.

        Raises:
            Refusal: `wrong-code`, `too-many-tries`.
        """
        right = hmac.compare_digest(_typed(code or ""), self._kept.code)
        if not self._guesses.codes.guess(self._guesser(None, who), right=right):
            raise Refusal("wrong-code", WRONG_CODE)

    def take(self, token: str | None, name: str, *, screen: bool = False) -> str:
        """Give a phone a seat that no other phone holds; return its token, a new one if new.

        Args:
            token: the phone's token, if it has one.
            name: the player of the seat.
            screen: True for the screen at the board; it takes free seats only.

        Raises:
            Refusal: `seat-taken`, by another phone.
        """
        plain = _plain(name)
        with self._lock:
            holder, mine = self._holder(plain), self._phone(token)
            if (
                holder is not None
                and (mine is None or holder.key != mine.key)
                and (screen or not holder.screen)
            ):
                raise Refusal("seat-taken", SEAT_TAKEN, name=name)
            return self._give(token, plain, screen=screen)

    def leave(self, name: str) -> None:
        """Make a seat free."""
        plain = _plain(name)
        with self._lock:
            self._offers = {key: each for key, each in self._offers.items() if each.name != plain}
            self._keep(without(self._kept.phones, plain))

    def forget(self, who: str) -> None:
        """Make the seats of a person free; the name leaves the file.

        Args:
            who: the key of the person (`key_of`).

        Raises:
            Refusal: `not-saved`: the file cannot be written.
        """
        with self._lock:
            self._offers = {
                key: each for key, each in self._offers.items() if key_of(each.name) != who
            }
            own = {name for each in self._kept.phones for name in each.names if key_of(name) == who}
            phones: Sequence[KeptPhone] = self._kept.phones
            for name in own:
                phones = without(phones, name)
            self._keep(phones)
            if not self._write():
                raise Refusal("not-saved", f"{self._path} cannot be written. Is the disk full?")

    def offer(self, name: str) -> str:
        """Offer a seat for handover; return the code for the other phone, valid once."""
        code, plain = secrets.token_urlsafe(16), _plain(name)
        until_s = self._clock.now_s() + HAND_OVER_S
        with self._lock:
            now_s = self._clock.now_s()
            others = {
                key: each
                for key, each in self._offers.items()
                if each.name != plain and now_s < each.until_s
            }
            self._offers = {**others, _hash(code): _Offer(plain, until_s)}
        return code

    def redeem(self, token: str | None, code: str, who: str) -> str:
        """Take over the seat that was offered with this code; return the phone's token.

        Raises:
            Refusal: `wrong-code`: it has been used or has expired; `too-many-tries`.
        """
        guesser = self._guesser(token, who)
        with self._lock:
            offer = self._offers.get(_hash(code))
            right = offer is not None and self._clock.now_s() < offer.until_s
            if not self._guesses.codes.guess(guesser, right=right) or offer is None:
                raise Refusal("wrong-code", OLD_CODE)
            del self._offers[_hash(code)]
            return self._give(token, offer.name)

    def renew_code(self) -> str:
        """Make a new code for joining; phones that have joined keep their seats."""
        with self._lock:
            self._keep(self._kept.phones, code=_new_code())
            return self._kept.code

    # The host

    def make_host(self, token: str | None, pin: str, who: str) -> str:
        """Make a phone the host's; return its token, a new one for a new phone.

        Raises:
            Refusal: `wrong-pin`, `too-many-tries`.
        """
        right = hmac.compare_digest(pin.encode(), self.pin.encode())
        if not self._guesses.pins.guess(self._guesser(token, who), right=right):
            raise Refusal("wrong-pin", WRONG_PIN)
        return self._grant(token, "host", MOST_HOSTS)

    def end_host(self, token: str | None) -> None:
        """Make a phone an ordinary one again."""
        with self._lock:
            mine = self._phone(token)
            if mine is not None and mine.host:
                self._keep(
                    [
                        replace(each, host=False) if each.key == mine.key else each
                        for each in self._kept.phones
                    ]
                )

    # The simulated board

    def seat_at_board(self, token: str | None, key: str) -> str | None:
        """Let a browser that knows the board's key be at the board.

        Returns:
            its token, a new one for a new browser; None for a wrong key.
        """
        if not hmac.compare_digest(key.encode("utf-8", "surrogatepass"), self.board_key.encode()):
            return None
        return self._grant(token, "at_board", MOST_AT_BOARD)

    # Storage

    def _grant(self, token: str | None, right: _Right, most: int) -> str:
        """Give a phone a right, and take it from the oldest one if too many have it."""
        with self._lock:
            token, mine = self._named(token)
            rest = [each for each in self._kept.phones if each.key != mine.key]
            having = [each for each in rest if getattr(each, right)]
            if len(having) >= most:
                lost = replace(having[0], **{right: False})
                rest = [lost if each == having[0] else each for each in rest]
            self._keep([*rest, replace(mine, **{right: True})])
            return token

    def _guesser(self, token: str | None, address: str) -> Guesser:
        names = self.rights(token).names
        if names:
            return Guesser(min(names), seated=True)
        return Guesser(network_of(address), seated=False)

    def _phone(self, token: str | None) -> KeptPhone | None:
        if not token:
            return None
        key = _hash(token)
        return next((each for each in self._kept.phones if each.key == key), None)

    def _holder(self, plain: str) -> KeptPhone | None:
        return next((each for each in self._kept.phones if plain in each.names), None)

    def _named(self, token: str | None) -> tuple[str, KeptPhone]:
        """Return a phone and its token; new ones for an unknown token."""
        known = self._phone(token)
        if token and known is not None:
            return token, known
        token = secrets.token_urlsafe(32)
        return token, KeptPhone(_hash(token))

    def _give(self, token: str | None, plain: str, *, screen: bool = False) -> str:
        token, mine = self._named(token)
        names = (*(name for name in mine.names if name != plain), plain)
        rest = [each for each in without(self._kept.phones, plain) if each.key != mine.key]
        self._keep([*rest, replace(mine, names=names, screen=mine.screen or screen)])
        return token

    def _keep(self, phones: Sequence[KeptPhone], code: str | None = None) -> None:
        """Store the phones, in memory and in the file; a failed write is logged."""
        kept = KeptPhones(self.board, code or self._kept.code, bounded(phones))
        if kept == self._kept:
            return
        self._kept = kept
        self.revision += 1
        self._write()
        self.changed()

    def _write(self) -> bool:
        """Write the register to its file; return False if that failed, which is logged."""
        try:
            keep_whole(self._path, msgspec.json.format(msgspec.json.encode(self._kept)) + b"\n")
        except OSError as error:
            _LOG.warning(
                "%s cannot be written (%s): the phones have to join again after the next start. "
                "Is the folder there, writable, and the disk not full?",
                self._path,
                error,
            )
            return False
        return True


def _plain(name: str) -> str:
    """Return a name in the form used for comparison."""
    return name.strip().casefold()


def _hash(token: str) -> str:
    """Return the hash of a token; tokens are long and random, so it needs no salt."""
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(digest).decode()


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _typed(code: str) -> str:
    """Return a typed code with look-alikes replaced; ASCII only."""
    plain = "".join(code.split()).replace("-", "").upper()
    forgiven = plain.translate(str.maketrans("OIL", "011"))
    return forgiven.encode("ascii", "replace").decode()
