"""A board wired wrongly on purpose: as wrong as was asked for, and always the same."""

import random
from collections import Counter

import pytest

from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap import parse_simulated
from controller.bootstrap.readers import SimulatedHardware, open_simulated_board
from controller.bootstrap.simulated.miswired import Miswiring, TooManyMistakes, miswired
from controller.bootstrap.simulated.wiring import SimulatedWiring
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.simulated.world import World

BIG = read_board(example_path("spi-decoder-64"))
SMALL = read_board(example_path("prototype-2x2"))


def test_no_mistakes_are_a_board_wired_as_its_file_says() -> None:
    assert miswired(BIG, 0, random.Random(1)) == Miswiring()


def test_the_same_chance_makes_the_same_mistakes() -> None:
    assert miswired(BIG, 8, random.Random(8)) == miswired(BIG, 8, random.Random(8))
    assert miswired(BIG, 8, random.Random(8)) != miswired(BIG, 8, random.Random(9))


@pytest.mark.parametrize("seed", range(20))
def test_eight_mistakes_are_of_every_kind_and_touch_no_square_twice(seed: int) -> None:
    wrong = miswired(BIG, 8, random.Random(seed))
    swapped = {at for at, to in wrong.readers.items() if to and wrong.readers.get(to) == at}
    dead = {at for at, to in wrong.readers.items() if to is None}
    twice = {at: to for at, to in wrong.readers.items() if at not in swapped | dead}
    assert (len(swapped), len(dead), len(twice), len(wrong.weak)) == (4, 1, 1, 1)
    touched = Counter([*wrong.readers, *(to for to in twice.values() if to), *wrong.weak])
    assert set(touched.values()) == {1}
    assert len(wrong.dark) == 1
    assert not wrong.dark & wrong.lights.keys()
    assert sorted(wrong.lights) == sorted(wrong.lights.values())


def test_a_board_too_small_for_so_many_says_how_many_it_has_room_for() -> None:
    with pytest.raises(TooManyMistakes, match=r"has room for [0-9]+ mistakes, not for 50"):
        miswired(SMALL, 50, random.Random(1))


def test_a_board_with_room_for_one_mistake_says_so_in_the_singular() -> None:
    board = read_board(example_path("desk-usb"))
    with pytest.raises(TooManyMistakes, match="has room for 1 mistake, not for 3"):
        miswired(board, 3, random.Random(1))


def test_a_reader_without_power_never_answers_and_the_others_do() -> None:
    wiring = SimulatedWiring(SMALL, Miswiring(readers={2: None}))
    hardware = SimulatedHardware(World(4, ()), random.Random(1), wiring)
    address = parse_simulated("sim://prototype-2x2")
    opened = open_simulated_board(address, hardware, ManualClock())
    board = opened.sensing
    assert isinstance(board, Pn532Board)
    board.connect(lambda _event: None)
    for _ in range(100):
        board.step()
    good = {each.square: each.good > 0 for each in board.readers()}
    assert good == {1: True, 2: False, 3: True, 4: True}
    board.stop()
