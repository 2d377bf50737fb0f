"""A network between two boards that loses, repeats, delays and reorders letters."""

import heapq
import itertools
import random

from hardware.clock import ManualClock


class Network:
    """Carries letters between two boards, badly."""

    def __init__(self, clock: ManualClock, chance: random.Random) -> None:
        self._clock = clock
        self._chance = chance
        self._way: list[tuple[float, int, int, bytes]] = []
        self._numbers = itertools.count()
        self.lost = 0.0
        self.repeated = 0.0
        self.delay_s = 0.0
        self.is_cut = False
        self.carried = 0

    def send(self, to: int, letter: bytes) -> None:
        if self.is_cut:
            return
        for _ in range(2 if self._chance.random() < self.repeated else 1):
            if self._chance.random() >= self.lost:
                at_s = self._clock.now_s() + self._chance.random() * self.delay_s
                heapq.heappush(self._way, (at_s, next(self._numbers), to, letter))

    def arrived(self) -> list[tuple[int, bytes]]:
        found = []
        while self._way and self._way[0][0] <= self._clock.now_s():
            _, _, to, letter = heapq.heappop(self._way)
            found.append((to, letter))
        self.carried += len(found)
        return found
