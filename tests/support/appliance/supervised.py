"""Services that behave: who looks after them, and what they do when they are started."""

from collections.abc import Callable

from controller.appliance.service_manager import CannotSupervise
from controller.appliance.status.status import (
    GameNow,
    LightsNow,
    ReadersStatus,
    Running,
    ServiceState,
)
from controller.appliance.update.releases import Releases, version_of


class Unsupervised:
    """A computer without systemd: there is nobody to give an order to."""

    def state(self) -> ServiceState | None:
        return None

    def restart(self) -> None:
        raise AssertionError("there is nobody here who could")

    stop = start = restart

    def log(self, _lines: int) -> tuple[str, ...]:
        return ()


class WithService(Unsupervised):
    """A computer with a service that is as it is."""

    def __init__(self, state: ServiceState) -> None:
        self._state = state

    def state(self) -> ServiceState | None:
        return self._state


class Service:
    """A computer with a service: it runs what `current` names when it is started.

    Attributes:
        fate: how each version does when it runs: `well`, `dead`, `silent`, `refuses`.
        game: the game on its table; None without one.
        ran: every version that was started, in order.
        running: the one that runs.
        on_start: is told of every start that succeeds.
    """

    def __init__(self, releases: Releases) -> None:
        self._releases = releases
        self.fate: dict[str, str] = {}
        self.game: GameNow | None = None
        self.ran: list[str] = []
        self.running: str | None = None
        self.on_start: Callable[[str], None] = lambda _: None
        self.start()
        self.ran.clear()

    def state(self) -> ServiceState | None:
        state = "inactive" if self.running is None else "active"
        return ServiceState("hareboard.service", state, None, 0)

    def restart(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        self.running = None

    def start(self) -> None:
        version = self._releases.linked("current")
        assert version is not None, "nothing complete could be started"
        self.ran.append(version)
        if self.fate.get(version) == "refuses":
            raise CannotSupervise("Job for hareboard.service failed.")
        self.running = version
        self.on_start(version)

    def log(self, lines: int) -> tuple[str, ...]:
        return ("It was a fine day.", "Then something broke.")[-lines:]

    def ask(self) -> Running | None:
        """What it answers to whoever asks how it is."""
        if self.running is None or self.fate.get(self.running) == "silent":
            return None
        dead = self.fate.get(self.running) == "dead"
        return Running(
            version=version_of(self.running),
            up_s=1.0,
            address="http://127.0.0.1:80/",
            board=None,
            mode="play",
            alive=not dead,
            trouble="The readers died." if dead else None,
            game=self.game,
            readers=ReadersStatus(0, 0, ()),
            lights=LightsNow(there=False, trouble=None, draw_ma=None),
        )
