"""What a table may ask of the letters between two boards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from controller.plain_text import plain

LONGEST_LETTER_BYTES: Final = 65_536
LONGEST_NAME: Final = 60
SECRET_BYTES: Final = 32

Received = Callable[[str, bytes], None]
"""Called with the partner's id and a letter."""


def shown_name(name: str) -> str:
    """Return a board's name as other boards show it, whatever its host has called it."""
    return plain(name)[:LONGEST_NAME].strip() or "?"


@dataclass(frozen=True, slots=True)
class Partner:
    """Another board that this one is paired with.

    Attributes:
        id: names the pair, the same at both boards and for good; safe in topics and file names.
        name: what the other board's host calls it. Typed by people: not unique, and not to be
            trusted in a page.
        inviter: True if this board invited the other; it is False at the other board.
    """

    id: str
    name: str
    inviter: bool


class Letters(Protocol):
    """Sealed letters to partners.

    A letter that is received was sent by the partner's board and read by nobody else. It is
    received once at most, and never after one that was sent later. A letter may be lost, also
    without a sign: whoever needs it sends it again.
    """

    def send(self, partner: str, letter: bytes) -> None:
        """Send a letter, if the broker and the partner can be reached now; else it is lost.

        It never waits, and may be called in any thread.

        Args:
            partner: the partner's id. A letter to a board that was forgotten is lost.
            letter: at most `LONGEST_LETTER_BYTES`.

        Raises:
            ValueError: the letter is too long.
        """
        ...

    def listen(self, received: Received) -> None:
        """Call a function with each letter from now on, instead of the function before.

        It is called in a thread of the letters, one letter at a time: it must not wait or raise.
        """
        ...

    def connected(self) -> bool:
        """Return True if this board reaches the broker; the partner may still be away."""
        ...

    def partners(self) -> tuple[Partner, ...]:
        """Return the partners, the newest last."""
        ...

    def is_paired(self, partner: str) -> bool:
        """Return False for a board that was forgotten; True if no list of partners can be read."""
        ...

    def forget(self, partner: str) -> None:
        """Delete a partner and its secret; its letters are refused from now on.

        It cannot be undone: the boards have to be paired again. An unknown id changes nothing.

        Raises:
            OSError: the list of partners could not be written; nothing has changed.
        """
        ...


class LetterCarrier(Protocol):
    """Carries sealed packets between mailboxes: the broker. It may lose, repeat or forge them."""

    @property
    def is_up(self) -> bool:
        """True while the broker is connected."""
        ...

    def publish(self, box: str, packet: bytes) -> bool:
        """Send a packet to a mailbox; never wait; return False if it was not sent."""
        ...

    def listen(self, boxes: frozenset[str]) -> None:
        """Receive what comes to these mailboxes from now on, and to no others."""
        ...
