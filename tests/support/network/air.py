"""The air around a board, and what a radio does in it: a network that behaves."""

from dataclasses import dataclass, field

from controller.appliance.network.ports import (
    Failure,
    Hotspot,
    Nearby,
    NetworkState,
    NetworkTrouble,
    Security,
    Trial,
    Wish,
)


@dataclass(frozen=True)
class Router:
    """A Wi-Fi network somewhere.

    Attributes:
        password: lets somebody in; None if everybody may.
        percent: how strong it is here.
        security: how it is joined.
        addresses: whether it gives anybody an address.
    """

    password: str | None = field(repr=False)
    percent: int = 70
    security: Security = "wpa-psk"
    addresses: bool = True


@dataclass
class Air:
    """A computer with one radio, which hears nothing else while it is a Wi-Fi of its own.

    Attributes:
        routers: what is on the air, by name.
        cable: whether a cable leads into a network.
        radio: whether the radio may be used.
        there: whether anybody keeps the network.
        known: the networks that were kept, with their passwords.
        hotspot: the one of its own, while it is open.
        scans: how often it has looked around.
    """

    routers: dict[str, Router] = field(default_factory=dict)
    cable: bool = False
    radio: bool = True
    there: bool = True
    known: dict[str, str | None] = field(default_factory=dict, repr=False)
    hotspot: Hotspot | None = None
    scans: int = 0
    called: str | None = "hareboard.local"
    _joined: str | None = None
    _wish: Wish | None = None
    _asked: int = 0

    def seen(self) -> NetworkState:
        self._answer()
        self._roam()
        open_now = self.hotspot is not None
        known = open_now and bool(self.known)
        return NetworkState(self.radio, self.cable, self._joined, hotspot=open_now, known=known)

    def nearby(self) -> tuple[Nearby, ...]:
        self._answer()
        if self.hotspot is not None or not self.radio:
            return ()
        found = [Nearby(name, each.percent, each.security) for name, each in self.routers.items()]
        return tuple(sorted(found, key=lambda each: (-each.percent, each.name)))

    def look(self) -> None:
        self._answer()
        self._needs_radio()
        self.scans += 1

    def open_hotspot(self, hotspot: Hotspot) -> None:
        self._answer()
        self._needs_radio()
        self.hotspot, self._joined = hotspot, None

    def close_hotspot(self) -> None:
        self._answer()
        self.hotspot = None

    def join(self, wish: Wish) -> None:
        self._answer()
        self._needs_radio()
        self.hotspot, self._joined, self._wish, self._asked = None, None, wish, 0

    def trial(self) -> Trial:
        self._answer()
        assert self._wish is not None, "nothing is being joined"
        self._asked += 1
        if self._asked == 1:
            return "under-way"
        failure = self._failure(self._wish)
        if failure is not None:
            return failure
        self._joined = self._wish.name
        return "joined"

    def keep(self) -> None:
        self._answer()
        assert self._wish is not None, "nothing was joined"
        self.known[self._wish.name] = self._wish.password
        self._wish = None

    def give_up(self) -> None:
        self._answer()
        self._wish = None

    def name(self) -> str | None:
        self._answer()
        return self.called

    def close(self) -> None:
        self.there = False

    def _failure(self, wish: Wish) -> Failure | None:
        router = self.routers.get(wish.name)
        if router is None:
            return "not-found"
        if router.password != wish.password:
            return "password"
        return None if router.addresses else "no-address"

    def _roam(self) -> None:
        """A radio that has nothing to do joins what it knows; what is gone is left."""
        if self._joined is not None and self._joined not in self.routers:
            self._joined = None
        if self.radio and self.hotspot is None and self._wish is None and self._joined is None:
            heard = (name for name in self.known if name in self.routers)
            self._joined = next(heard, None)

    def _answer(self) -> None:
        if not self.there:
            raise NetworkTrouble("Nobody keeps the network.")

    def _needs_radio(self) -> None:
        if not self.radio:
            raise NetworkTrouble("There is no Wi-Fi that may be used.")
