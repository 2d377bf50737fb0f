"""What is read together with what."""

from collections import Counter
from itertools import combinations

from hardware.sensing.plan import apart, serpentine
from hardware.sensing.schedule import Schedule
from hardware.sensing.settings import ArraySettings

BOARD = serpentine(64, 8)
CROWD = frozenset({1, 2, 3})
FAR = 60


def test_a_lit_square_far_from_the_others_is_read_with_each_of_them() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3))
    lit = [slot.lit for _ in range(24) if (slot := schedule.next({*CROWD, FAR}, (), ())).lit]
    counts = Counter(square for squares in lit for square in squares)
    assert counts[FAR] == len(lit)
    assert all(counts[square] == len(lit) / len(CROWD) for square in CROWD)


def test_lit_squares_read_together_disturb_neither_each_other_nor_the_budget() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3, max_fields=2))
    lit = {*CROWD, 17, 30, 41, FAR}
    for _ in range(40):
        slot = schedule.next(lit, (), ())
        assert len(slot.squares) <= 2
        for square, other in combinations(slot.squares, 2):
            assert apart(BOARD[square], BOARD[other], 3)
