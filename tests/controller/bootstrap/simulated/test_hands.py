"""Hands that move simulated runners at random."""

import random

import pytest

from controller.bootstrap import simulated_pieces
from controller.bootstrap.simulated.hands import RandomHands
from hardware.simulated.world import Piece, World


def moved(seed: int, squares: set[int], moves: int) -> list[tuple[Piece, ...]]:
    world = World(64, simulated_pieces())
    hands = RandomHands(world, squares, random.Random(seed))
    hands.lay_out()
    stages = [world.pieces()]
    for _ in range(moves):
        hands.move()
        stages.append(world.pieces())
    return stages


def test_all_six_are_laid_out_on_squares_of_their_own() -> None:
    pieces = moved(1, set(range(1, 65)), 0)[0]
    assert len({piece.square for piece in pieces} - {None}) == 6


def test_on_a_small_board_one_square_stays_free() -> None:
    pieces = moved(1, {1, 2, 3, 4}, 0)[0]
    assert len({piece.square for piece in pieces} - {None}) == 3


@pytest.mark.parametrize("squares", [{1}, {2, 5}, {1, 2, 3, 4}, set(range(1, 65))])
def test_pieces_stay_on_squares_with_a_reader_and_never_two_on_one(squares: set[int]) -> None:
    for pieces in moved(5, squares, 200):
        standing = [piece.square for piece in pieces if piece.square is not None]
        assert set(standing) <= squares
        assert len(standing) == len(set(standing))
        assert sum(piece.in_hand for piece in pieces) <= 1


def test_the_same_seed_does_the_same() -> None:
    squares = set(range(1, 65))
    assert moved(3, squares, 50) == moved(3, squares, 50)
    assert moved(3, squares, 50) != moved(4, squares, 50)


def test_hands_carry_push_and_turn() -> None:
    stages = moved(2, set(range(1, 65)), 100)
    assert any(piece.in_hand for pieces in stages for piece in pieces)
    assert any(piece.face_down for pieces in stages for piece in pieces)
