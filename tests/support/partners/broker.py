"""A broker in memory, in virtual time, that may lose, repeat, delay and reorder what it carries."""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from controller.partners.codes import read_code
from controller.partners.letters import PartnerLetters
from hardware.clock import ManualClock

TICK_S: Final = 1.0


@dataclass
class Manners:
    """How the broker treats packets: the shares lost, repeated and long delayed; delays in s."""

    lost: float = 0.0
    repeated: float = 0.0
    delayed: float = 0.0
    delay_s: float = 0.02
    long_delay_s: float = 20.0


WELL: Final = Manners()
BADLY: Final = Manners(lost=0.2, repeated=0.2, delayed=0.3)


class VirtualBroker:
    """The broker, and the time of all boards that it carries packets for.

    Attributes:
        manners: how it treats packets from now on.
        carried: every mailbox and packet that was given to it.
        tamper: may change a packet, or keep it by returning None.
    """

    def __init__(self, chance: Random, manners: Manners = WELL) -> None:
        self.clock = ManualClock()
        self.manners = manners
        self.carried: list[tuple[str, bytes]] = []
        self.tamper: Callable[[str, bytes], bytes | None] = lambda _box, packet: packet
        self._chance = chance
        self._numbers = itertools.count()
        self._under_way: list[tuple[float, int, str, bytes]] = []
        self._carriers: list[VirtualCarrier] = []

    def board(self, folder: Path) -> "VirtualBoard":
        """Start a board that keeps its partners in a folder."""
        folder.mkdir(exist_ok=True)
        return VirtualBoard(self, folder)

    def add(self, carrier: "VirtualCarrier") -> None:
        """Connect a board."""
        self._carriers.append(carrier)

    def remove(self, carrier: "VirtualCarrier") -> None:
        """Disconnect a board."""
        self._carriers.remove(carrier)

    def publish(self, box: str, packet: bytes) -> None:
        """Take a packet."""
        self.carried.append((box, packet))
        if self._chance.random() < self.manners.lost:
            return
        changed = self.tamper(box, packet)
        if changed is None:
            return
        for _ in range(1 + (self._chance.random() < self.manners.repeated)):
            slow = self._chance.random() < self.manners.delayed
            longest_s = self.manners.long_delay_s if slow else 0.0
            self.put(box, changed, self.manners.delay_s + longest_s * self._chance.random())

    def put(self, box: str, packet: bytes, after_s: float = 0.0) -> None:
        """Put a packet into a mailbox."""
        at_s = self.clock.now_s() + after_s
        heapq.heappush(self._under_way, (at_s, next(self._numbers), box, packet))

    def run(self, for_s: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass, until something is true at the longest; return whether it is."""
        end_s = self.clock.now_s() + for_s
        while not until() and self.clock.now_s() < end_s:
            next_s = min(end_s, self.clock.now_s() + TICK_S)
            while self._under_way and self._under_way[0][0] <= next_s and not until():
                at_s, _, box, packet = heapq.heappop(self._under_way)
                self._pass_to(at_s)
                for carrier in tuple(self._carriers):
                    if box in carrier.boxes:
                        carrier.letters.received(box, packet)
            if until():
                break
            self._pass_to(next_s)
            for carrier in tuple(self._carriers):
                carrier.letters.tick()
        return until()

    def _pass_to(self, at_s: float) -> None:
        self.clock.advance(max(0.0, at_s - self.clock.now_s()))


class VirtualCarrier:
    """The broker, as one board sees it."""

    def __init__(self, broker: VirtualBroker, letters: PartnerLetters) -> None:
        self.letters = letters
        self.boxes: frozenset[str] = frozenset()
        self.is_up = True
        self._broker = broker

    def publish(self, box: str, packet: bytes) -> bool:
        """Give a packet to the broker."""
        self._broker.publish(box, packet)
        return True

    def listen(self, boxes: frozenset[str]) -> None:
        """Take what comes to these mailboxes."""
        self.boxes = boxes


class VirtualBoard:
    """A board's letters, which can be restarted.

    Attributes:
        letters: its letters.
        got: every letter that it received, oldest first.
    """

    def __init__(self, broker: VirtualBroker, folder: Path) -> None:
        self._broker = broker
        self.file = folder / "partners.json"
        self.got: list[bytes] = []
        self.start()

    def start(self) -> None:
        """Start it, with what it has kept."""
        self._stopped = False
        self.letters = PartnerLetters(self.file, self._broker.clock)
        self.letters.listen(lambda _partner, letter: self.got.append(letter))
        self._carrier = VirtualCarrier(self._broker, self.letters)
        self._broker.add(self._carrier)
        self.letters.carried_by(self._carrier)
        self.letters.came_up()

    def stop(self) -> None:
        """End it, at once."""
        self._broker.remove(self._carrier)
        self._stopped = True

    def restart(self) -> None:
        """End it, and start it again."""
        self.stop()
        self.start()

    def restart_if_stopped(self) -> None:
        """Start it if it was ended."""
        if self._stopped:
            self.start()

    def confirm(self) -> None:
        """Its host confirms the board whose name is shown."""
        seen = self.letters.pairing
        self.letters.confirm("" if seen is None else seen.attempt)

    def lose_the_broker(self) -> None:
        """Its connection breaks: it hears nothing, and nothing it says is carried."""
        self._broker.remove(self._carrier)
        self._carrier.is_up = False

    def find_the_broker(self) -> None:
        """It is connected again."""
        self._broker.add(self._carrier)
        self._carrier.is_up = True
        self.letters.came_up()

    @property
    def partner(self) -> str:
        """The id of its newest partner."""
        return self.letters.partners()[-1].id

    @property
    def reaches(self) -> bool:
        """Whether its newest partner is there."""
        return self.letters.seen()[-1].reached

    @property
    def state(self) -> str | None:
        """How far its pairing has come."""
        pairing = self.letters.pairing
        return None if pairing is None else pairing.state


def paired(broker: VirtualBroker, folder: Path) -> tuple[VirtualBoard, VirtualBoard]:
    """Two boards that are paired, and reach each other."""
    near, far = broker.board(folder / "near"), broker.board(folder / "far")
    pair(broker, near, far)
    assert broker.run(120, lambda: near.reaches and far.reaches)
    return near, far


def pair(broker: VirtualBroker, near: VirtualBoard, far: VirtualBoard) -> None:
    """Pair two boards; the near one invites."""
    near.letters.invite("Near")
    seen = near.letters.pairing
    code = read_code((seen and seen.code) or "")
    assert code is not None
    far.letters.accept(code, "Far")
    assert broker.run(120, lambda: near.state == far.state == "confirm")
    near.confirm()
    far.confirm()
    assert broker.run(120, lambda: near.state == far.state == "paired")
