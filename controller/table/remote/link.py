"""The link of a table to the other board of its race: what to write, when, and what to do about
what comes. It has no thread and no clock of its own.

The guest sends what it has, with its action, until the log decides it; the authority answers with
the log from there on, and sends new records at once. An action fits one place of the log only, so
that it is played once however often it comes. See docs/remote.md.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from controller.game.journal.race_log import head_of
from controller.game.setup import Setup
from controller.json_data import BadJson
from controller.refusal import Refusal
from controller.table.commands import (
    DeclineRace,
    DropSent,
    FollowLog,
    PlaySent,
    SeeOther,
    TableOrder,
)
from controller.table.remote.invitations import RaceInvitation
from controller.table.remote.logs import (
    MOST_RECORDS,
    begins_with,
    is_of,
    log_letter,
    setup_of,
)
from controller.table.remote.messages import (
    AwayLetter,
    HaveLetter,
    Letter,
    LogLetter,
    RefusedAction,
    read_letter,
    write_letter,
)
from controller.table.remote.races import OtherBoard, OtherState, RaceSoFar, SharedRace
from controller.table.snapshot import Snapshot

RESEND_S: Final = 2.0
"""Time until an action, or records, are sent again."""
IDLE_S: Final = 15.0
"""Time until a board that has nothing to say is heard."""
AWAY_S: Final = 40.0
"""Time without a word after which the other board counts as away."""
INVITED_S: Final = 60.0
"""Time for which an invitation is valid after it was heard last."""
WAITING: Final = ("stale", "paused", "not-saved", "service-stopped")
"""Refusals after which an action may be played later."""

_LOG: Final = logging.getLogger(__name__)


class LinkedTable(Protocol):
    """What a link asks of its table."""

    @property
    def snapshot(self) -> Snapshot:
        """Newest snapshot."""
        ...

    def race_so_far(self, race: str) -> RaceSoFar:
        """Return what this board has of a race. Raises `Refusal` if there is no answer."""
        ...

    def submit(self, command: TableOrder) -> int:
        """Carry out a command. Raises `Refusal`."""
        ...


@dataclass
class _Exchange:
    """What the boards of a race have told each other; nothing yet.

    Attributes:
        race: the race.
        has: records that the other board has; None if it has not said so.
        heard_s: when it was heard last, or the race noticed.
        state: what it does about the race.
        busy: True if hands are awaited there.
        told: what it was told last.
        told_s: when.
        goes_on_with: the pair, while the race goes on; empty once it is over, or here alone.
    """

    race: str = ""
    has: int | None = None
    heard_s: float = 0.0
    state: OtherState = "unknown"
    busy: bool = False
    told: tuple[object, ...] = ()
    told_s: float = 0.0
    goes_on_with: str = ""


class RaceLink:
    """The link of a table to the other board of its race. Used by one thread.

    Args:
        table: the table.
        send: sends a letter to a pair's other board; it may be lost.
        is_paired: checks whether this board is still paired, by the pair.
        now_s: returns the time, in seconds.

    Attributes:
        invitation: the newest invitation of the board that invited first; None without one.
    """

    def __init__(
        self,
        table: LinkedTable,
        send: Callable[[str, bytes], None],
        is_paired: Callable[[str], bool],
        now_s: Callable[[], float],
    ) -> None:
        self._table = table
        self._send = send
        self._is_paired = is_paired
        self._now_s = now_s
        self._exchange = _Exchange()
        self._declined: set[str] = set()
        self.invitation: RaceInvitation | None = None
        self._accepted: RaceInvitation | None = None

    # What is due

    def tick(self) -> float:
        """Send what is due; return the seconds until the next call, unless the table changes."""
        now_s = self._now_s()
        self._note_accepted()
        invitation = self.invitation
        if invitation is not None and now_s - invitation.heard_s > INVITED_S:
            self.invitation = invitation = None
        race = self._noticed()
        if race is None or race.role == "alone":
            joining = self._table.snapshot.joining
            if invitation is None or joining != invitation.race:
                return IDLE_S
            self._tell_at((joining,), RESEND_S, lambda: self._have_nothing(invitation))
            return RESEND_S
        self._see()
        busy = _is_busy(self._table.snapshot)
        if race.role == "authority":
            waits = self._exchange.state == "together" and (self._exchange.has or 0) < race.count
            every_s = RESEND_S if waits else IDLE_S
            self._tell_at((race.race, race.count, busy), every_s, lambda: self._tell_log(race))
        else:
            every_s = IDLE_S if race.sent is None else RESEND_S
            now = (race.race, race.count, race.sent, busy)
            self._tell_at(now, every_s, lambda: self._tell_have(race))
        return self._exchange.told_s + every_s - now_s

    def decline(self, race: str) -> None:
        """Decline the invitation to a race; another one that has taken its place stays."""
        if self.invitation is not None and self.invitation.race == race:
            self._declined.add(race)
            self._write(self.invitation.pair, AwayLetter(race, "declined"))
            self.invitation = None
            self._submit(DeclineRace(race))

    # What comes

    def received(self, pair: str, data: bytes) -> None:
        """Take a letter of another board; a bad one is ignored."""
        try:
            letter = read_letter(data)
        except BadJson as error:
            _LOG.info("A letter of another board cannot be read: %s", error)
            return
        self._note_accepted()
        race = self._noticed()
        if race is None or race.race != letter.race or race.pair != pair:
            self._about_another(pair, letter)
        elif race.role == "alone":
            if not isinstance(letter, AwayLetter):
                self._write(pair, AwayLetter(letter.race, "alone"))
        elif isinstance(letter, AwayLetter):
            self._heard(letter.why, busy=False)
            self._exchange.has = None
        elif isinstance(letter, LogLetter) and race.role == "guest":
            self._take_log(race, letter)
        elif isinstance(letter, HaveLetter):
            if race.role == "authority":
                self._take_have(race, letter)
            else:
                self._heard("guest-too", busy=letter.busy)

    def _about_another(self, pair: str, letter: Letter) -> None:
        """Take a letter about a race that is not on the table."""
        if isinstance(letter, AwayLetter):
            if self.invitation is not None and self.invitation.race == letter.race:
                self.invitation = None
            return
        try:
            so_far = self._table.race_so_far(letter.race)
        except Refusal:
            return
        if so_far.is_declined or letter.race in self._declined:
            self._write(pair, AwayLetter(letter.race, "declined"))
            return
        if so_far.log and not is_of(pair, so_far.log):
            so_far = RaceSoFar()
        if so_far.role == "alone":
            self._write(pair, AwayLetter(letter.race, "alone"))
            return
        if isinstance(letter, HaveLetter):
            self._tell_rest(pair, letter, so_far)
            return
        if so_far.is_over:  # nobody is invited to its end
            head = head_of(so_far.log)
            has_all = head.count == letter.count
            have = HaveLetter(letter.race, head.count, head.digest)
            self._write(pair, have if has_all else AwayLetter(letter.race, "off-table"))
            return
        try:
            setup = setup_of(letter)
        except BadJson as error:
            _LOG.info("Another board invites to a race that cannot be read: %s", error)
            self._write(pair, AwayLetter(letter.race, "cannot-follow"))
            return
        self._invited(pair, letter.race, setup)
        if self._table.snapshot.joining != letter.race:
            self._write(pair, AwayLetter(letter.race, "off-table"))
            return
        accepted = self._accepted
        if accepted is not None and accepted.is_of(pair, letter.race) and setup == accepted.setup:
            self._follow(letter)

    def _note_accepted(self) -> None:
        """Note the invitation that the host accepts, as the page has shown it."""
        invitation, accepted = self.invitation, self._accepted
        if invitation is None or self._table.snapshot.joining != invitation.race:
            return
        if accepted is None or not accepted.is_of(invitation.pair, invitation.race):
            self._accepted = invitation

    def _tell_rest(self, pair: str, letter: HaveLetter, so_far: RaceSoFar) -> None:
        """Tell the guest how a race ended that is no more on the table."""
        log = so_far.log
        if so_far.role == "authority" and so_far.is_over and begins_with(log, letter):
            rest = log_letter(letter.race, log, letter.count, len(log))
            if letter.action is not None and letter.count == len(log):  # as a take-back at the end
                refused = RefusedAction(letter.action.number, "off-table")
                rest = msgspec.structs.replace(rest, refused=refused)
            self._write(pair, rest)
        else:
            is_lost = letter.count > 0 and not log
            self._write(pair, AwayLetter(letter.race, "forked" if is_lost else "off-table"))

    def _invited(self, pair: str, race: str, setup: Setup | None) -> None:
        now_s, known = self._now_s(), self.invitation
        if known is not None and known.is_of(pair, race):
            self.invitation = RaceInvitation(race, pair, known.setup, now_s)
            return
        if known is not None and known.pair != pair:
            return  # one after the other: else they would take turns on the host's page
        together = msgspec.UNSET if setup is None else setup.together
        if setup is None or together is msgspec.UNSET:
            return
        if (together.race, together.pair) == (race, pair):
            self.invitation = RaceInvitation(race, pair, setup, now_s)

    # The guest

    def _take_log(self, race: SharedRace, letter: LogLetter) -> None:
        fits = (letter.start, letter.digest) == (race.count, race.digest)
        if letter.refused is not None:
            dropped = DropSent(race.race, letter.refused.number, letter.refused.code)
            self._submit(dropped)
        if fits and letter.records:
            self._follow(letter)
            return
        self._heard("together" if fits else self._exchange.state, busy=letter.busy)
        if letter.count != race.count or not fits:
            self._tell_have(race)

    def _follow(self, letter: LogLetter) -> None:
        """Take the first records of a letter; earlier versions send all that there are."""
        records = letter.records[:MOST_RECORDS]
        refusal = self._submit(FollowLog(letter.race, letter.start, records))
        race = self._noticed()
        if race is None or race.race != letter.race:
            return
        if refusal is None:
            self._heard("together", busy=letter.busy)
            self._tell_have(race)
        else:
            follows = refusal.code != "cannot-follow"
            self._heard(self._exchange.state if follows else "cannot-follow", busy=letter.busy)

    def _tell_have(self, race: SharedRace) -> None:
        busy = _is_busy(self._table.snapshot)
        self._exchange.told = (race.race, race.count, race.sent, busy)
        self._exchange.told_s = self._now_s()
        have = HaveLetter(race.race, race.count, race.digest, race.sent, busy)
        self._write(race.pair, have)

    def _have_nothing(self, invitation: RaceInvitation) -> None:
        self._write(invitation.pair, HaveLetter(invitation.race, 0))

    # The authority

    def _take_have(self, race: SharedRace, letter: HaveLetter) -> None:
        try:
            log = self._table.race_so_far(race.race).log
        except Refusal:
            return
        if not begins_with(log, letter):
            self._heard("forked", busy=letter.busy)
            self._write(race.pair, AwayLetter(race.race, "forked"))
            return
        self._heard("together", busy=letter.busy)
        self._exchange.has = letter.count
        refused = None
        if letter.action is not None and letter.count == race.count:
            refusal = self._submit(PlaySent(race.race, letter.count, letter.action))
            if refusal is not None and refusal.code not in WAITING:
                refused = RefusedAction(letter.action.number, refusal.code)
        now = self._noticed()
        if now is not None and (now.count > letter.count or refused is not None):
            self._tell_log(now, refused)

    def _tell_log(self, race: SharedRace, refused: RefusedAction | None = None) -> None:
        busy = _is_busy(self._table.snapshot)
        self._exchange.told = (race.race, race.count, busy)
        self._exchange.told_s = self._now_s()
        try:
            log = self._table.race_so_far(race.race).log
        except Refusal:
            return
        part = log_letter(
            race.race, log, self._exchange.has or 0, 1 if self._exchange.has is None else len(log)
        )
        self._write(race.pair, msgspec.structs.replace(part, refused=refused, busy=busy))

    # Both

    def _noticed(self) -> SharedRace | None:
        """Notice which race is on the table, forget what was known of another, and return it."""
        snapshot = self._table.snapshot
        race, before = snapshot.together, self._exchange
        name = "" if race is None else race.race
        if name != before.race:
            self._exchange = _Exchange(name, heard_s=self._now_s())
            if before.goes_on_with:
                self._write(before.goes_on_with, AwayLetter(before.race, "off-table"))
            if self.invitation is not None and self.invitation.race == name:
                self.invitation = None
        if race is not None:
            goes_on = race.role != "alone" and snapshot.phase == "playing"
            self._exchange.goes_on_with = race.pair if goes_on else ""
        return race

    def _heard(self, state: OtherState, *, busy: bool) -> None:
        exchange = self._exchange
        exchange.heard_s, exchange.state, exchange.busy = self._now_s(), state, busy
        self._see()

    def _see(self) -> None:
        """Tell the table how the other board is."""
        race = self._noticed()
        if race is None:
            return
        exchange = self._exchange
        reached = self._now_s() - exchange.heard_s < AWAY_S
        state = exchange.state if self._is_paired(race.pair) else "unpaired"
        other = OtherBoard(reached, state, exchange.busy)
        if other != race.other:
            self._submit(SeeOther(race.race, other))

    def _tell_at(self, now: tuple[object, ...], every_s: float, tell: Callable[[], None]) -> None:
        """Tell something that is new, or that was told long enough ago."""
        exchange = self._exchange
        if now != exchange.told or self._now_s() - exchange.told_s >= every_s:
            exchange.told, exchange.told_s = now, self._now_s()
            tell()

    def _submit(self, command: TableOrder) -> Refusal | None:
        try:
            self._table.submit(command)
        except Refusal as refusal:
            _LOG.info("Race with another board: %s", refusal.template)  # names nobody
            return refusal
        return None

    def _write(self, pair: str, letter: Letter) -> None:
        self._send(pair, write_letter(letter))


def _is_busy(snapshot: Snapshot) -> bool:
    return bool(snapshot.finding.errands or snapshot.finding.mismatches)
