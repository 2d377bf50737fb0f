"""Identifies who is asking, and checks what they may do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Response, request
from werkzeug.exceptions import NotFound

from controller.game.pieces import Player
from controller.refusal import Refusal
from web.access.phones import Holder, Phones, Rights
from web.languages.language import mark

COOKIE_DAYS: Final = 180

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
FORWARDING: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
"""Headers that a proxy adds to a request."""

NOT_YOURS: Final = mark("This seat is on another phone, or still free. Join first.")
HOST_ONLY: Final = mark("Only the host may do this. The PIN is shown at the board.")
PLAYERS_ONLY: Final = mark("Only players may do this. Join first.")
NO_SEAT: Final = mark("There is no such seat in this game.")


@dataclass(frozen=True)
class Person:
    """The sender of a request.

    Attributes:
        token: the phone's token; None if it has not joined.
        rights: the phone's rights.
        at_board: True if it is the machine that simulates the board.
        address: the address the request comes from.
    """

    token: str | None
    rights: Rights
    at_board: bool
    address: str

    @property
    def host(self) -> bool:
        """Return True if the sender may do what the host does."""
        return self.rights.host or self.at_board


class Guard:
    """Identifies the sender of a request, and refuses what its rights do not allow.

    Args:
        phones: the register of phones.
        players: the current players, in seating order; none without a game.
        simulated: True if the board is on this machine's screen: a user of this machine is at
            the board, and needs neither its code nor its PIN.
    """

    def __init__(
        self, phones: Phones, players: Callable[[], Sequence[Player]], *, simulated: bool
    ) -> None:
        self.phones = phones
        self._players = players
        self._simulated = simulated

    @property
    def cookie(self) -> str:
        """Return the cookie's name, one per board: browsers send cookies to all ports of a host."""
        return f"hareboard-{self.phones.board}"

    def person(self) -> Person:
        """Return the sender of the current request."""
        token = request.cookies.get(self.cookie)
        rights = self.phones.rights(token)
        return Person(token, rights, self._at_board(), request.remote_addr or "")

    def host(self) -> Person:
        """Return the sender if it is the host.

        Raises:
            Refusal: `host-only`.
        """
        person = self.person()
        if not person.host:
            raise Refusal("host-only", HOST_ONLY)
        return person

    def seat(self, seat: int) -> Person:
        """Return the sender if it holds the seat.

        Raises:
            NotFound: there is no such seat.
            Refusal: `not-your-seat`.
        """
        person = self.person()
        if not self.holds(person.token, self.name(seat)):
            raise Refusal("not-your-seat", NOT_YOURS)
        return person

    def player(self) -> Person:
        """Return the sender if it plays, or is the host.

        Raises:
            Refusal: `not-your-seat`.
        """
        person = self.person()
        if not person.host and not self.seats(person.rights):
            raise Refusal("not-your-seat", PLAYERS_ONLY)
        return person

    def at_board(self) -> Person:
        """Return the sender if it is at the machine that simulates the board.

        Raises:
            Refusal: `host-only`.
        """
        person = self.person()
        if not person.at_board:
            raise Refusal("host-only", HOST_ONLY)
        return person

    # Seats

    def name(self, seat: int) -> str:
        """Return the name of the player on a seat.

        Raises:
            NotFound: there is no such seat.
        """
        players = self._players()
        if not 0 <= seat < len(players):
            raise NotFound(NO_SEAT)
        return players[seat].name

    def holds(self, token: str | None, name: str) -> bool:
        """Return True if the phone with this token holds this player's seat."""
        return name.strip().casefold() in self.phones.rights(token).names

    def seats(self, rights: Rights) -> tuple[int, ...]:
        """Return the seats of this game that a phone holds."""
        return tuple(
            seat
            for seat, player in enumerate(self._players())
            if player.name.strip().casefold() in rights.names
        )

    def held_by(self, holder: Holder) -> frozenset[int]:
        """Return the seats of this game that phones hold, or the screen at the board."""
        return frozenset(
            seat
            for seat, player in enumerate(self._players())
            if self.phones.holder(player.name) == holder
        )

    # Tokens

    def hand_out(self, response: Response, token: str) -> Response:
        """Set the cookie with the phone's token; no script can read it."""
        response.set_cookie(
            self.cookie,
            token,
            max_age=COOKIE_DAYS * 24 * 3600,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        return response

    def _at_board(self) -> bool:
        """Return True if only a user of this machine can have sent the request.

        The host name is checked too: DNS may map another site's name to this machine.
        """
        host = request.host
        name = host[: host.index("]") + 1] if host.startswith("[") else host.partition(":")[0]
        return (
            self._simulated
            and request.remote_addr in LOOPBACK
            and name in LOOPBACK_NAMES
            and not any(header in request.headers for header in FORWARDING)
        )
