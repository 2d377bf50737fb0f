"""Identifies who is asking, and checks what they may do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Response, request

from controller.game.pieces import NameAt, Player, opponents_of
from controller.refusal import Refusal
from web.access.phones import Holder, Phones, Rights
from web.languages.language import mark

COOKIE_DAYS: Final = 180

NOT_YOURS: Final = mark("This seat is on another phone, or still free. Join first.")
HOST_ONLY: Final = mark("Only the host may do this. The PIN is shown at the board.")
PLAYERS_ONLY: Final = mark("Only players may do this. Join first.")
PLAYS_ITSELF: Final = mark("{name} plays by itself: nobody can take its seat.")
SITS_ELSEWHERE: Final = mark("{name} sits at the other board, and joins there.")
NO_SEAT: Final = mark("There is no such seat in this game.")


@dataclass(frozen=True)
class Person:
    """The sender of a request.

    Attributes:
        token: the phone's token; None if it has not joined.
        rights: the phone's rights.
        at_board: True if it is a browser of whoever started the simulated board.
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
        elsewhere: the seats of people at another board.
        simulated: True if the board is on a screen: a browser that was opened with the key that
            the terminal prints is at the board, and needs neither its code nor its PIN. Its address
            is no proof: whatever forwards connections makes everybody look local.
    """

    def __init__(
        self,
        phones: Phones,
        players: Callable[[], Sequence[Player]],
        elsewhere: Callable[[], frozenset[int]] = frozenset,
        *,
        simulated: bool,
    ) -> None:
        self.phones = phones
        self._players = players
        self._elsewhere = elsewhere
        self._simulated = simulated

    @property
    def cookie(self) -> str:
        """Return the cookie's name, one per board: browsers send cookies to all ports of a host."""
        return f"hareboard-{self.phones.board}"

    def person(self) -> Person:
        """Return the sender of the current request."""
        token = request.cookies.get(self.cookie)
        rights = self.phones.rights(token)
        at_board = self._simulated and rights.at_board
        return Person(token, rights, at_board, request.remote_addr or "")

    def seat_at_board(self, response: Response, key: str) -> Response:
        """Let the sender be at the simulated board if it knows its key; else change nothing."""
        token = self.phones.seat_at_board(self.person().token, key) if self._simulated else None
        return response if token is None else self.hand_out(response, token)

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
            Refusal: `not-your-seat`, `no-such-seat`.
        """
        person = self.person()
        if seat not in self.seats(person.rights):
            self.name(seat)
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
        """Return the sender if it is at the simulated board.

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
            Refusal: `no-such-seat`.
        """
        players = self._players()
        if not 0 <= seat < len(players):
            raise Refusal("no-such-seat", NO_SEAT)
        return players[seat].name

    def free_seat(self, seat: int) -> str:
        """Return the name of the person on a seat.

        Raises:
            Refusal: `no-such-seat`; `not-your-seat`: a computer opponent plays there, or the
                person sits at another board.
        """
        name = self.name(seat)
        players = self._players()
        if seat in opponents_of(players):
            raise Refusal("not-your-seat", PLAYS_ITSELF, (), name=NameAt(tuple(players), seat))
        if seat in self._elsewhere():
            raise Refusal("not-your-seat", SITS_ELSEWHERE, (), name=name)
        return name

    def holds(self, token: str | None, name: str) -> bool:
        """Return True if the phone with this token holds this player's seat."""
        return name.strip().casefold() in self.phones.rights(token).names

    def seats(self, rights: Rights) -> tuple[int, ...]:
        """Return the seats of this game that a phone holds."""
        players = self._players()
        others = opponents_of(players) | self._elsewhere()
        return tuple(
            seat
            for seat, player in enumerate(players)
            if player.name.strip().casefold() in rights.names and seat not in others
        )

    def held_by(self, holder: Holder) -> frozenset[int]:
        """Return the seats of this game that phones hold, or the screen at the board."""
        players = self._players()
        held = (
            seat for seat, player in enumerate(players) if self.phones.holder(player.name) == holder
        )
        return frozenset(held) - opponents_of(players) - self._elsewhere()

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
