"""Keeps the board reachable: opens and closes its own Wi-Fi, and joins others."""

import logging
from dataclasses import dataclass
from typing import Final

import msgspec

from controller.appliance.network.guests import Guests
from controller.appliance.network.own_wifi import fits, name_fits
from controller.appliance.network.own_wifi_policy import decide
from controller.appliance.network.ports import (
    Hotspot,
    Manager,
    Nearby,
    NetworkState,
    NetworkTrouble,
    Security,
    Wish,
)
from controller.appliance.network.snapshot import JoinFailed, NetworkSnapshot
from controller.refusal import Refusal
from hardware.clock import Clock

LOOK_S: Final = 5.0
"""Interval of network checks."""
TRIAL_LOOK_S: Final = 0.5
"""The same while a network is being joined."""
ANSWER_S: Final = 3.0
"""Delay of joining: a phone in the board's own Wi-Fi gets its answer before that Wi-Fi closes."""
JOIN_S: Final = 45.0
"""Time limit for joining."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True)
class Join:
    """The order to join a network.

    Attributes:
        name: its name.
        password: its password; None for an open one.
        hidden: True if it does not announce its name.
    """

    name: str
    password: str | None
    hidden: bool = False

    def __repr__(self) -> str:
        """Leave out the password, for logs."""
        return f"Join({self.name!r})"


@dataclass(frozen=True)
class LookAround:
    """The order to look for networks."""


@dataclass
class _JoinTrial:
    """A network that is being joined.

    Attributes:
        wish: the network.
        begin_s: time to begin.
        from_own: True if the board's own Wi-Fi was open.
        begun: True if joining has begun.
    """

    wish: Wish
    begin_s: float
    from_own: bool
    begun: bool = False


class Keeper:
    """State of the network's thread.

    Args:
        manager: the computer's network.
        own: the board's own Wi-Fi.
        guests: users of that Wi-Fi.
        clock: measures time.
    """

    def __init__(self, manager: Manager, own: Hotspot, guests: Guests, clock: Clock) -> None:
        self._manager = manager
        self._guests = guests
        self._clock = clock
        self._trial: _JoinTrial | None = None
        self._alone_since_s = clock.now_s()
        self._silent = False
        self.snapshot = NetworkSnapshot(own=own)
        self.tick()  # the first request already gets the network's state

    def sense(self, event: None) -> None:
        """Do nothing: the network reports no events."""

    def carry_out(self, command: Join | LookAround) -> int:
        """Join a network, after a delay; or scan for networks.

        Raises:
            Refusal: `network-busy`, `bad-network`, `bad-password`, `no-network`.
        """
        match command:
            case Join():
                self._begin(command)
            case LookAround():
                self._look_around()
        return self.snapshot.revision

    def tick(self) -> float:
        """Do the due work; return the time of the next tick."""
        try:
            self._go_on()
        except NetworkTrouble as error:
            if not self._silent:  # logged once only
                _LOG.warning("%s", error)
            self._silent = True
            self._show(wifi=False, hotspot=False)
            return self._clock.now_s() + LOOK_S
        self._silent = False
        trial = self._trial
        if trial is None:
            return self._clock.now_s() + LOOK_S
        return self._clock.now_s() + TRIAL_LOOK_S if trial.begun else trial.begin_s

    def close(self) -> None:
        """Disconnect. The board's own Wi-Fi stays open: a restart disconnects no guest."""
        self._manager.close()

    # The board's own Wi-Fi

    def _go_on(self) -> None:
        if self._trial is not None:
            self._go_on_joining(self._trial)
            return
        seen, now_s = self._manager.seen(), self._clock.now_s()
        if seen.online or seen.hotspot:
            self._alone_since_s = now_s
        deed = decide(seen, now_s - self._alone_since_s, self._guests.idle_s())
        if deed == "open":
            self._open()
        elif deed == "close":
            _LOG.info("Closing the board's own Wi-Fi to look for another network: nobody uses it.")
            self._manager.close_hotspot()
            self._alone_since_s = now_s
        if deed != "nothing":
            seen = self._manager.seen()
        self._tell(seen)

    def _open(self) -> None:
        own = self.snapshot.own
        self._alone_since_s = self._clock.now_s()  # the same delay before the next attempt
        # While it is open the radio finds no other network.
        self._show(nearby=self._nearby())
        _LOG.info("No network: opening the board's own Wi-Fi “%s”.", own.name)
        self._manager.open_hotspot(own)
        self._guests.expect()

    # Joining another one

    def _begin(self, order: Join) -> None:
        if self._trial is not None:
            raise Refusal(
                "network-busy",
                "The board is joining {network} right now. Wait until it's done.",
                network=self._trial.wish.name,
            )
        name, password = order.name, order.password
        if not name_fits(name):
            raise Refusal("bad-network", "A network name must have 1 to 32 characters.")
        security = self._security(name, has_password=password is not None)
        if security == "beyond":
            raise Refusal(
                "bad-network",
                "The board cannot join this network: it asks for more than a password, or it is "
                "too old to be safe. Choose another one.",
            )
        if security != "open" and not fits(password or ""):
            raise Refusal(
                "bad-password",
                "A Wi-Fi password has 8 to 63 characters. Check it again: capitals matter.",
            )
        wish = Wish(name, None if security == "open" else password, security, order.hidden)
        self._trial = _JoinTrial(wish, self._clock.now_s() + ANSWER_S, self.snapshot.hotspot)
        self._show(joining=name, failed=None)

    def _security(self, name: str, *, has_password: bool) -> Security:
        """Return the security of a network: as seen, else by whether a password was given."""
        seen = next((each.security for each in self.snapshot.nearby if each.name == name), None)
        if seen is None:
            return "wpa-psk" if has_password else "open"
        return seen

    def _go_on_joining(self, trial: _JoinTrial) -> None:
        now_s = self._clock.now_s()
        if now_s < trial.begin_s:
            return
        try:
            if not trial.begun:
                trial.begun = True
                self._manager.join(trial.wish)
            state = self._manager.trial()
        except NetworkTrouble as error:
            _LOG.warning("%s", error)
            state = "other"
        if state == "under-way":
            if now_s < trial.begin_s + JOIN_S:
                return
            state = "other"
        self._trial = None
        if state == "joined":
            self._manager.keep()
            self._show(joining=None, failed=None)
            self._tell(self._manager.seen())
            return
        self._show(joining=None, failed=JoinFailed(trial.wish.name, state))
        self._manager.give_up()
        if trial.from_own:
            self._open()
        self._tell(self._manager.seen())

    # Snapshot

    def _look_around(self) -> None:
        try:
            self._manager.look()
        except NetworkTrouble as error:
            raise Refusal(
                "no-network", "The board cannot look for networks now. Try again later."
            ) from error

    def _nearby(self) -> tuple[Nearby, ...]:
        own = self.snapshot.own.name
        return tuple(each for each in self._manager.nearby() if each.name != own)

    def _tell(self, seen: NetworkState) -> None:
        facts: dict[str, object] = {} if seen.hotspot else {"nearby": self._nearby()}
        self._show(
            wifi=seen.wifi,
            wired=seen.wired,
            joined=seen.joined,
            hotspot=seen.hotspot,
            name=self._manager.name(),
            **facts,
        )

    def _show(self, **facts: object) -> None:
        """Update the snapshot, if anything has changed."""
        shown = msgspec.structs.replace(self.snapshot, **facts)
        if shown != self.snapshot:
            revision = self.snapshot.revision + 1
            self.snapshot = msgspec.structs.replace(shown, revision=revision)
