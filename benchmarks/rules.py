"""Speed of the rules: perft beside python-chess's, and whole random games.

Processor time: others who use the machine meanwhile do not count.
"""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import chess

from benchmarks.figures import Figure, Figures, milliseconds
from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.playouts import race as playouts
from controller.game.opponents.playouts.states import fill
from controller.game.rules import Action, State, apply_legal, legal, new_game, perft

SEATS: Final = 4
DEPTH: Final = 7
CHESS_DEPTH: Final = 4
CHESS_LEAVES: Final = 197_281
"""Source: Robert Hyatt's table, https://www.chessprogramming.org/Perft_Results"""
ROUNDS: Final = 7
GAMES: Final = 60
RANDOM_ACTIONS: Final = 2_000_000
UNCOMPILED_ACTIONS: Final = 100_000


def opening() -> State:
    """A four-player game after its deal, the first seat to move."""
    start = new_game(make_ruleset(seats=SEATS), SEATS)
    (deal,) = legal(start)
    return apply_legal(start, deal).state


def chess_perft(board: chess.Board, depth: int) -> int:
    """The number of move sequences, as python-chess's own example counts them."""
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += chess_perft(board, depth - 1)
        board.pop()
    return leaves


def measure() -> Figures:
    """Leaves per second, the ratio of the two, and the time of a whole random game."""
    yield from _leaves()
    yield from _games()
    yield _playouts()


def _leaves() -> Figures:
    start, board = opening(), chess.Board()
    leaves = perft(start, DEPTH)
    assert chess_perft(board, CHESS_DEPTH) == CHESS_LEAVES
    ours, theirs = [], []
    # Turn and turn about, so that a busy machine slows both.
    for _ in range(ROUNDS):
        ours.append(leaves / _seconds(lambda: perft(start, DEPTH)))
        theirs.append(CHESS_LEAVES / _seconds(lambda: chess_perft(board, CHESS_DEPTH)))
    ratio = statistics.median(our / their for our, their in zip(ours, theirs, strict=True))
    yield Figure(
        "perft of hareboard's rules",
        f"{statistics.median(ours):,.0f} leaves/s",
        f"{SEATS} players after the deal, depth {DEPTH}, {leaves:,} leaves, median of {ROUNDS}",
    )
    yield Figure(
        f"perft of python-chess {chess.__version__}",
        f"{statistics.median(theirs):,.0f} leaves/s",
        f"from the opening, depth {CHESS_DEPTH}, {CHESS_LEAVES:,} leaves, median of {ROUNDS}",
    )
    yield Figure("hareboard / python-chess", f"{ratio:.2f}", "median of the rounds' ratios")


def _games() -> Figures:
    rng = random.Random(2018)
    times, lengths = [], []
    for _ in range(GAMES):
        actions = _random_game(rng)
        lengths.append(len(actions))
        times.append(_seconds(partial(_play, actions)))
    length = statistics.median(lengths)
    yield Figure(
        "a whole random game, legal and apply only",
        milliseconds(statistics.median(times)),
        f"{SEATS} players, median of {GAMES} games; {length:,.0f} actions in the median",
    )
    each_s = statistics.median(took / count for took, count in zip(times, lengths, strict=True))
    yield Figure("one action of it", f"{each_s * 1e6:.1f} µs", "median of the games' means")


def _playouts() -> Figure:
    """Random games in whole numbers: chance, legal actions and apply."""
    compiled = not playouts.__file__.endswith(".py")
    wanted = RANDOM_ACTIONS if compiled else UNCOMPILED_ACTIONS
    start = opening()
    root, race = (playouts.CompactRace(start.rules, SEATS) for _ in range(2))
    fill(root, start)
    played = games = 0

    def play() -> None:
        nonlocal played, games
        while played < wanted:
            race.copy(root)
            played += race.play_at_random(wanted)
            games += 1

    seconds = _seconds(play)
    how = "compiled" if compiled else "not compiled"
    return Figure(
        "random actions in whole numbers",
        f"{played / seconds:,.0f} actions/s",
        f"{SEATS} players, {games} games to their end, {played:,} actions, {how}",
    )


def _random_game(rng: random.Random) -> list[Action]:
    """The actions of a game in which everybody does anything that is legal."""
    state, actions = opening(), []
    while state.prompt != "over":
        actions.append(rng.choice(legal(state)))
        state = apply_legal(state, actions[-1]).state
    return actions


def _play(actions: list[Action]) -> None:
    state = opening()
    for action in actions:
        legal(state)
        state = apply_legal(state, action).state


def _seconds(work: Callable[[], object]) -> float:
    started_s = time.process_time()
    work()
    return time.process_time() - started_s
