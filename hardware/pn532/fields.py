"""Tracks which RF fields are on, and when the next may be."""

from math import inf

from hardware.clock import Clock
from hardware.sensing.plan import apart
from hardware.sensing.settings import ArraySettings


class Fields:
    """Keeps fields apart in space and in time, and not too many on at once.

    A field is taken to be on from the moment its reader is told to read until the moment it is
    told to switch off: both take effect an acknowledgement later.

    Args:
        settings: stride, guard time, most fields.
        clock: the board's time.
    """

    def __init__(self, settings: ArraySettings, clock: Clock) -> None:
        places, stride = settings.places, settings.stride
        self._near = {
            square: frozenset(
                other for other in places if not apart(places[square], places[other], stride)
            )
            for square in places
        }
        self._most = settings.max_fields
        self._guard_s = settings.timing.guard_s
        self._clock = clock
        self._on: set[int] = set()
        self._lost: set[int] = set()
        self._clear_s = dict.fromkeys(places, -inf)

    def clear_s(self, square: int) -> float:
        """Return when the square's field may go on; infinity while another has to go first."""
        if len(self._on) >= self._most or not self._on.isdisjoint(self._near[square]):
            return inf
        return max(self._clear_s[other] for other in self._near[square])

    def switch_on(self, square: int) -> None:
        """Note that the square's reader is told to read."""
        self._on.add(square)

    def switch_off(self, square: int, told_s: float) -> float:
        """Note that the square's field was told to go off; return when its neighbours may go on."""
        self._on.discard(square)
        self._lost.discard(square)
        self._clear_s[square] = told_s + self._guard_s
        return self._clear_s[square]

    def lose(self, square: int) -> float:
        """Note that the square's field may still be on; otherwise as `switch_off`."""
        clear_s = self.switch_off(square, self._clock.now_s())
        self._lost.add(square)
        return clear_s

    def give_up(self, square: int) -> None:
        """Note that the square's reader is dead: its field is assumed to be off."""
        self._lost.discard(square)

    @property
    def lost(self) -> frozenset[int]:
        """Squares whose fields may be on though they should be off."""
        return frozenset(self._lost)

    def is_disturbed(self, square: int) -> bool:
        """Check whether a field near a square may be on that should be off."""
        return bool(self._lost & self._near[square] - {square})
