"""What the host may do about other boards: invite one, accept an invitation, forget one."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec

from controller.partners.codes import read_code
from controller.partners.letters import PartnerLetters, SeenPairing, is_installed
from controller.partners.ports import shown_name
from controller.plain_text import plain
from controller.refusal import Refusal
from controller.table.remote.invitations import RaceInvitation
from controller.table.remote.races import SharedRace, refuse_other_rules
from controller.table.remote.thread import RaceThread
from controller.table.snapshot import Snapshot
from web.access.address import qr
from web.languages.language import Speech, mark
from web.modes.broker import Broker
from web.views.other_board import said_of
from web.views.shapes.partners import (
    PairingSeen,
    PartnerSeen,
    PartnersSeen,
    RaceInvited,
    RaceUnderWay,
)

OTHERS_PAGE: Final = "http://hareboard.local/partners#{digits}"
"""The page of the board that is in the network of the phone that scans the code."""

NO_BROKER: Final = mark(
    "Boards find each other through an MQTT broker that both reach. This board has none yet."
)
NOT_INSTALLED: Final = mark(
    "cryptography and spake2 are not installed, so boards cannot be paired. Install them: pip "
    "install 'hareboard[mqtt]'."
)
NO_CODE: Final = mark("A code has ten digits, such as 4821 593 077. Check it again.")
OWN_CODE: Final = mark("That is this board's own code. Type it at the other board.")
TOO_MANY: Final = mark("This board has as many partners as it can keep. Forget one first.")
UNREADABLE: Final = mark("The list of other boards cannot be read: the log says why.")
NO_PARTNER: Final = mark("This board is not paired with that one any more. Pair them again.")
NOT_FORGOTTEN: Final = mark("The board could not be forgotten: {reason}. Nothing has changed.")
RACING: Final = mark(
    "A race with “{board}” is on the table. Finish it, set it aside or go on alone first."
)

WHY: Final = {
    "wrong-code": mark("That is not the code of the other board. Ask its host to read it again."),
    "used-up": mark("This code is no longer valid. Ask for a new one."),
    "expired": mark("Nobody used or confirmed the code in time. Make a new one."),
    "no-answer": mark(
        "No board answers to this code. Check the digits, and whether both boards are connected to "
        "the same broker."
    ),
    "declined": mark("The other host said no. The boards are not paired."),
    "not-kept": mark(
        "The other board could not be saved here. Is the disk full? Then pair the boards again."
    ),
}
"""Why a pairing has failed, by the reason of `controller.partners.pairing`."""
BURNT: Final = mark("The code was typed wrong too often, so it is no longer valid. Make a new one.")


@dataclass(frozen=True)
class PartnersDesk:
    """See, invite, accept and forget other boards.

    Attributes:
        letters: the letters to other boards.
        broker: the broker.
        name: this board's name, for other hosts.
        races: the link to the other board of a race.
    """

    letters: PartnerLetters
    broker: Broker
    name: str
    races: RaceThread

    def seen(self, say: Speech) -> PartnersSeen:
        """Return the other boards, and the pairing under way. No secret is in it."""
        pairing, trouble, fixed = self.letters.pairing, self.broker.trouble, self._fixed()
        invitation = self.races.invitation
        return PartnersSeen(
            partners=tuple(
                PartnerSeen(
                    id=each.partner.id,
                    name=each.partner.name,
                    reached=each.reached,
                    silent_s=None if each.silent_s is None else int(each.silent_s),
                )
                for each in self.letters.seen()
            ),
            pairing=None if pairing is None else _pairing(pairing, say),
            broker=self.broker.state,
            trouble=None if trouble is None else trouble.sentence(say),
            fixed=None if fixed is None else say._(fixed),
            race=None if invitation is None else self._invited(invitation),
            racing=self._racing(say),
        )

    def _invited(self, invitation: RaceInvitation) -> RaceInvited | None:
        """Return an invitation, under the name that its board was paired with.

        None once that board was forgotten.
        """
        setup, together = invitation.setup, invitation.setup.together
        assert together is not msgspec.UNSET  # else it would not be an invitation
        board = self._name_of(invitation.pair)
        if board is None:
            return None
        names = [plain(player.name) for player in setup.seats]
        return RaceInvited(
            race=invitation.race,
            board=board,
            here=tuple(name for seat, name in enumerate(names) if seat in together.guests),
            there=tuple(name for seat, name in enumerate(names) if seat not in together.guests),
            joined=self.races.snapshot.joining == invitation.race,
        )

    def boards(self, pair: str) -> tuple[str, str]:
        """Return the names of this board and of a partner, for a race of both.

        Raises:
            Refusal: `no-partners`: there is no such partner, or no board can be reached.
        """
        self._check(full=False)
        other = self._name_of(pair)
        if other is None:
            raise Refusal("no-partners", NO_PARTNER)
        return shown_name(self.name), other

    def _name_of(self, pair: str) -> str | None:
        """Return the name of the other board of a pair; None if it was forgotten."""
        return next((each.name for each in self.letters.partners() if each.id == pair), None)

    def _racing(self, say: Speech) -> RaceUnderWay | None:
        snapshot = self.races.snapshot
        race = _under_way(snapshot)
        if race is None:
            return None
        return RaceUnderWay(race.other_name, said_of(race, say), snapshot.version)

    def check_rules(self, race: str) -> None:
        """Refuse to join a race whose rules are others at the board that invites.

        Raises:
            Refusal: `cannot-follow`.
        """
        invitation = self.races.invitation
        if invitation is not None and invitation.race == race:
            refuse_other_rules(invitation.setup)

    def decline(self, race: str) -> None:
        """Decline the invitation to a race; if there is none to it any more, nothing happens."""
        self.races.decline(race)

    def invite(self) -> None:
        """Make a code for another board.

        Raises:
            Refusal: `no-partners`: boards cannot be paired now.
        """
        self._check()
        self.letters.invite(self.name)

    def accept(self, typed: str) -> None:
        """Accept the invitation with a code, as it was typed.

        Raises:
            Refusal: `no-partners`: boards cannot be paired now; `wrong-code`: it is none, or this
                board's own.
        """
        self._check()
        code = read_code(typed)
        if code is None:
            raise Refusal("wrong-code", NO_CODE)
        pairing = self.letters.pairing
        if pairing is not None and pairing.code == str(code):
            raise Refusal("wrong-code", OWN_CODE)
        self.letters.accept(code, self.name)

    def confirm(self, attempt: str) -> None:
        """Confirm that the board of an attempt is the one that was meant; of another, nothing."""
        self.letters.confirm(attempt)

    def cancel(self) -> None:
        """Give the pairing up, or put it away."""
        self.letters.cancel()

    def forget(self, partner: str) -> None:
        """Delete a partner and its secret.

        Raises:
            Refusal: `game-running`: a race with it is on the table; `file-not-saved`: it could not
                be deleted. Nothing has changed.
        """
        race = _under_way(self.races.snapshot)
        if race is not None and race.pair == partner and self._name_of(partner) is not None:
            raise Refusal("game-running", RACING, board=race.other_name)
        try:
            self.letters.forget(partner)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refusal("file-not-saved", NOT_FORGOTTEN, reason=reason) from error

    def _check(self, *, full: bool = True) -> None:
        """Raise `Refusal`, `no-partners`, if no board can be paired, or reached unless `full`."""
        fixed = self._fixed() or (TOO_MANY if full and self.letters.is_full else None)
        if fixed is not None:
            raise Refusal("no-partners", fixed)

    def _fixed(self) -> str | None:
        """Return why no board can be paired; None if one can."""
        if not is_installed():
            return NOT_INSTALLED
        if self.letters.trouble is not None:
            return UNREADABLE
        return NO_BROKER if self.broker.state == "off" else None


def _under_way(snapshot: Snapshot) -> SharedRace | None:
    race = snapshot.together
    if race is None or race.role == "alone" or snapshot.phase != "playing":
        return None
    return race


def _pairing(seen: SeenPairing, say: Speech) -> PairingSeen:
    why = None if seen.why is None else WHY[seen.why]
    if seen.code is not None and seen.why == "used-up":
        why = BURNT
    waits = seen.state == "waiting" and seen.code is not None
    return PairingSeen(
        state=seen.state,
        code=seen.code,
        qr=_qr(seen.code) if waits and seen.code is not None else None,
        other=seen.other,
        attempt=seen.attempt,
        left_s=int(seen.left_s),
        sentence=None if why is None else say._(why),
    )


@lru_cache(maxsize=2)
def _qr(code: str) -> str:
    """Return a link with a code as an SVG; pages ask for it every few seconds."""
    return qr(OTHERS_PAGE.format(digits="".join(code.split())))
