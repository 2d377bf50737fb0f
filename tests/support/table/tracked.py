"""Sightings of a few tags, and the tracker that takes them in."""

from controller.game.pieces import Tag
from controller.table.tracker import Spot, Tracker
from hardware.ports import Sighting, Uid

BASE, CROWN, OTHER, CARD = Uid("04aa01"), Uid("04aa02"), Uid("04bb01"), Uid("deadbeef")
TAGS = {BASE: Tag("red", "base"), CROWN: Tag("red", "crown"), OTHER: Tag("blue", "base")}


class Story:
    """Sightings a tenth of a second apart."""

    def __init__(self) -> None:
        self.tracker = Tracker(TAGS, departure_misses=3)
        self.now_s = 0.0

    def seen(self, uid: Uid, square: int) -> None:
        self._see(uid, square, seen=True)

    def missed(self, uid: Uid, square: int, times: int = 1) -> None:
        for _ in range(times):
            self._see(uid, square, seen=False)

    def _see(self, uid: Uid, square: int, *, seen: bool) -> None:
        self.now_s += 0.1
        self.tracker = self.tracker.see(Sighting(square, uid, seen, self.now_s))

    def out(self, square: int) -> None:
        self.now_s += 0.1
        self.tracker = self.tracker.read_no_more(square, self.now_s)

    def back(self, square: int) -> None:
        self.now_s += 0.1
        self.tracker = self.tracker.read_again(square, self.now_s)

    @property
    def red(self) -> Spot:
        return self.tracker.placement.spot("red")
