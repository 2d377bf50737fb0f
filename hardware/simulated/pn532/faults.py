"""Faults of one emulated chip, switched on and off at any time."""

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Final

FAULTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "silent": ("Silent", "It hangs: its field is off and it doesn't answer."),
        "slow": ("Slow", "It answers late."),
        "stuck_ready": (
            "Stuck",
            "It hangs and keeps saying that an answer is ready, but it's an old one or noise.",
        ),
        "corrupt": (
            "Wrong bytes",
            "Commands to it and answers from it arrive with wrong or missing bytes.",
        ),
        "resets_itself": (
            "Resets itself",
            "Now and then it starts again and has forgotten its settings.",
        ),
        "lost_power": (
            "No power",
            "It has no power. When the power returns, it has forgotten its settings.",
        ),
        "busy": ("Busy", "Now and then it doesn't listen. On I2C it refuses its address."),
        "stale": ("Old answers", "Now and then it repeats its previous answer."),
    }
)
"""Faults that a driver has to handle, by name, with a title and a text for people."""

HANGS: Final = "hangs"
EVERY_FAULT: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        **FAULTS,
        HANGS: (
            "Blocks the readers",
            "A command sent to it never ends, so no square is read any more.",
        ),
    }
)
"""All faults, with the one that no driver can handle: a hung driver of the system."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Severity of intermittent faults.

    Attributes:
        late_s: delay of a slow chip's answer.
        corrupt: probability that a corrupt chip spoils a frame, in either direction.
        resets: probability that a chip that resets itself does so at a command.
        busy: probability that a busy chip does not listen.
        stale: probability that a stale chip gives the answer before.
    """

    late_s: float = 0.05
    corrupt: float = 0.2
    resets: float = 0.02
    busy: float = 0.3
    stale: float = 0.3


class Faults:
    """The faults of one chip. Safe to switch from any thread.

    Args:
        make_rng: makes what draws the times and effects of faults, once one is on: a generator
            takes 2.5 kB, and most chips have no faults.
        odds: severity of intermittent faults.
    """

    def __init__(
        self, make_rng: Callable[[], random.Random] | None = None, odds: Odds | None = None
    ) -> None:
        self.odds = odds or Odds()
        self._make_rng = make_rng or partial(random.Random, 0)
        self._on: frozenset[str] = frozenset()
        self._changing = threading.Condition()
        self._watchers: list[Callable[[], None]] = []

    @cached_property
    def _rng(self) -> random.Random:
        return self._make_rng()

    @property
    def active(self) -> frozenset[str]:
        """Names of the faults that are on."""
        return self._on

    def set(self, name: str, *, on: bool) -> None:
        """Switch a fault on or off.

        Raises:
            ValueError: there is no fault of that name.
        """
        if name not in EVERY_FAULT:
            raise ValueError(f"there is no fault {name!r}; there are {', '.join(EVERY_FAULT)}")
        with self._changing:
            self._on = self._on | {name} if on else self._on - {name}
            self._changing.notify_all()
        self._tell()

    def clear(self) -> None:
        """Switch all faults off."""
        with self._changing:
            self._on = frozenset()
            self._changing.notify_all()
        self._tell()

    def watch(self, changed: Callable[[], None]) -> None:
        """Call a listener after every change, from the changing thread."""
        self._watchers.append(changed)

    def has(self, name: str) -> bool:
        """Check whether a fault is on."""
        return name in self._on

    def hold_up(self) -> None:
        """Block the sender until the fault that hangs it is off."""
        if HANGS in self._on:
            with self._changing:
                self._changing.wait_for(lambda: HANGS not in self._on)

    def strikes(self, name: str) -> bool:
        """Check whether an intermittent fault strikes this time."""
        if name not in self._on:
            return False
        odds = {
            "corrupt": self.odds.corrupt,
            "resets_itself": self.odds.resets,
            "busy": self.odds.busy,
            "stale": self.odds.stale,
        }
        return self._rng.random() < odds[name]

    def spoil(self, data: bytes) -> bytes:
        """Return bytes as they arrive over a wire: unchanged, or corrupted."""
        if not self._on or not data or not self.strikes("corrupt"):
            return data
        spoilt = bytearray(data)
        match self._rng.randrange(6):
            case 0:
                del spoilt[self._rng.randrange(len(spoilt)) :]
            case 1:
                spoilt += self._rng.randbytes(self._rng.randint(1, 4))
            case _:
                for _ in range(self._rng.randint(1, 3)):
                    spoilt[self._rng.randrange(len(spoilt))] ^= 1 << self._rng.randrange(8)
        return bytes(spoilt)

    def noise(self) -> bytes:
        """Return some meaningless bytes."""
        return self._rng.randbytes(self._rng.randint(1, 24))

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()
