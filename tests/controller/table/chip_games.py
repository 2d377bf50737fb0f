"""Games through the real driver and emulated chips: `python -m tests.controller.table.chip_games`.

Hands carry every runner; each move has to be understood by the board, no phone is needed.
"""

import random
import sys
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap import simulated_pieces, tags_of
from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from controller.config import Settings
from controller.game.journal.journal import Journal
from controller.game.pieces import COLOURS, Player
from controller.game.rules import Action, State, legal
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import Begin, Play
from controller.table.lit_squares import destination
from controller.table.session import Session
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.simulated.pn532.faults import FAULTS, Odds
from hardware.simulated.pn532.profile import BY_THE_MANUAL, PROFILES, Profile
from hardware.simulated.pn532.radio import GARBLED, GOOD, MOVING, WEAK
from hardware.simulated.world import World
from tests.chaos.people import chosen

NAMES: Final = ("Ann", "Ben", "Cem", "Dot")
PATIENCE_S: Final = 4.0
"""After so long without an answer from the board, players take to the phone."""
ODDS: Final = Odds(corrupt=0.1, resets=0.05, busy=0.2, stale=0.2)
Choice = Callable[[State, random.Random], Action]


def any_legal(state: State, rng: random.Random) -> Action:
    """Any action: players who wander about for two thousand moves."""
    return rng.choice(legal(state))


class ChipTable:
    """A table of four whose sixty-four readers are emulated chips, on virtual time.

    Args:
        folder: of its journal.
        rng: decides everything random.
        profile: how its chips behave.
        world: the wood of the game in the journal; left out: a game begins.
        silent: squares whose readers do not answer yet.
        late_s: time after which the first square is read.
    """

    def __init__(
        self,
        folder: Path,
        rng: random.Random,
        profile: Profile,
        world: World | None = None,
        silent: Collection[int] = (),
        late_s: float = 0.0,
    ) -> None:
        self.rng = rng
        self.clock = ManualClock(100.0)
        pieces = simulated_pieces()
        self.world = world or World(64, pieces)
        board = read_board(example_path("spi-decoder-64"))
        emulation = emulate(
            self.world, board.settings.places, self.clock, rng, odds=ODDS, profile=profile
        )
        self.radio, self.chips = emulation.radio, emulation.chips
        for square in silent:
            self.chips[square].faults.set("silent", on=True)
        parts = SimulatedParts(self.chips, board.buses, self.clock, 50e-6, profile)
        lines = connect(board.buses, parts, self.clock, board.settings.timing)
        self.board = Pn532Board(board.settings, lines, self.clock)
        self.settings = Settings(settle_s=0.3)
        self.session = Session(
            Journal(folder / "journal.sqlite"),
            tags_of(pieces),
            self.clock,
            rng,
            self.settings,
            self.board.last_read_s,
        )
        self.board.connect(self.session.sense)
        if world is None:
            seats = tuple(Player(name, (each,)) for name, each in zip(NAMES, COLOURS, strict=False))
            self.session.carry_out(Begin(Setup(seats)))
        self.clock.advance(late_s)
        self.wait(0.5)

    @property
    def played(self) -> int:
        return self.session.snapshot.played

    def wait(self, seconds: float) -> None:
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            self.step()

    def step(self) -> None:
        snapshot = self.session.snapshot
        if snapshot.state is not None:
            self.board.attend(snapshot.attention)
        self.board.step()
        self.session.tick()

    def newest(self, count: int) -> list[str]:
        plies = self.session.snapshot.plies
        return [str(ply.action) for ply in plies[len(plies) - count :]] if count else []


@contextmanager
def chip_table(
    folder: Path, seed: int, profile: Profile = BY_THE_MANUAL, **how: Any
) -> Iterator[ChipTable]:
    table = ChipTable(folder, random.Random(seed), profile, **how)
    try:
        yield table
    finally:
        table.board.stop()
        table.session.close()


class Players:
    """Hands that do what they mean to, look whether it counted, and use the phone if it did not."""

    def __init__(self, table: ChipTable, choose: Choice = any_legal) -> None:
        self.table = table
        self.choose = choose
        self.rng = table.rng
        self.by_board = 0
        self.by_phone = 0

    def take_turn(self) -> bool:
        """Play one action; returns False when the game is over."""
        table = self.table
        if not self.until_somebody_may_choose():
            return False
        state = table.session.snapshot.state
        assert state is not None
        assert state.to_act is not None
        action = self.choose(state, self.rng)
        before = table.played
        self.do(action, COLOURS[state.to_act])
        if table.played == before:
            self.by_phone += 1
            self.phone(state.to_act, action)
        else:
            self.by_board += 1
        assert table.newest(table.played - before)[0] == str(action), table.session.snapshot.finding
        return True

    def until_somebody_may_choose(self) -> bool:
        """Let whatever needs nobody come by itself; returns False when the game is over."""
        table = self.table
        for _ in range(1000):
            self.tidy()
            state = table.session.snapshot.state
            assert state is not None
            if state.prompt == "over":
                return False
            actions = legal(state)
            if state.prompt not in ("deal", "roll") and actions[0].kind not in ("miss", "chew"):
                return True
            if state.to_act is not None and state.prompt == "move":
                self.phone(state.to_act, actions[0])
            table.step()
        raise AssertionError("nothing comes of waiting")

    def do(self, action: Action, colour: str) -> None:
        """Do it by hand if a hand can do it, and wait for the board to understand."""
        table = self.table
        state = table.session.snapshot.state
        assert state is not None
        to = destination(state, action)
        if to is None:
            return
        before = table.played
        table.world.lift(colour)
        table.wait(0.3)
        if self.rng.random() < 0.3 and table.world.piece(colour).square is None:
            # Set down on the way, for less than it takes to count.
            stops = [destination(state, each) for each in legal(state)]
            table.world.put(colour, self.rng.choice([stop for stop in stops if stop]))
            table.wait(0.1)
        table.world.put(colour, to, face_down=False)
        until_s = table.clock.now_s() + PATIENCE_S
        while table.played == before and table.clock.now_s() < until_s:
            table.step()

    def phone(self, seat: int, action: Action) -> None:
        version = self.table.session.snapshot.version
        try:
            self.table.session.carry_out(Play(seat, str(action), version))
        except Refusal as refusal:
            raise AssertionError(f"the phone cannot play {action}: {refusal}") from refusal

    def tidy(self) -> None:
        """Put the wood where the game has it, as people do between turns."""
        table = self.table
        state = table.session.snapshot.state
        assert state is not None
        before = table.world.pieces()
        for seat, holder in enumerate(state.seats):
            colour, (runner,) = COLOURS[seat], holder.runners
            piece = table.world.piece(colour)
            down = runner.obligation == "chew"
            if runner.at in (0, state.rules.home):
                if piece.square is not None:
                    table.world.knock(colour)
            elif (piece.square, piece.face_down) != (runner.at, down):
                table.world.put(colour, runner.at, face_down=down)
        if table.world.pieces() != before:
            table.wait(0.3)

    def disturb(self) -> None:
        """Something breaks, or mends itself."""
        table = self.table
        square = self.rng.choice(
            [square for square in table.session.snapshot.attention or (1,) if square in table.chips]
            if self.rng.random() < 0.5
            else list(table.chips)
        )
        faults = table.chips[square].faults
        if faults.active:
            faults.clear()
        else:
            faults.set(self.rng.choice(sorted(FAULTS)), on=True)
        broken = [each for each, chip in table.chips.items() if chip.faults.active]
        if len(broken) > 12:
            table.chips[self.rng.choice(broken)].faults.clear()
        piece = self.rng.choice(table.world.pieces()[: len(NAMES)])
        tag = self.rng.choice((piece.base, piece.crown or piece.base))
        table.radio.set_quality(tag, self.rng.choice((GOOD, GOOD, WEAK, GARBLED, MOVING)))


@dataclass(frozen=True)
class Played:
    """What came of a game, or of its first actions.

    Attributes:
        actions: actions that players chose.
        moves: those of them that hands made; all were understood.
        took_s: virtual time.
    """

    actions: int
    moves: int
    took_s: float


def play_by_hand(
    table: ChipTable, actions: int | None = None, choose: Choice = any_legal
) -> Played:
    """Play until the game is over or so many actions are played: every move counts by hand."""
    players = Players(table, choose)
    turns = moves = 0
    began_s = table.clock.now_s()
    while turns != actions:
        before, phone = table.played, players.by_phone
        if not players.take_turn():
            assert actions is None
            break
        turns += 1
        if any(
            ply.action.kind in ("forward", "back")
            for ply in table.session.snapshot.plies[before - table.played :]
        ):
            moves += 1
            assert players.by_phone == phone, "a move had to be played on the phone"
    return Played(turns, moves, table.clock.now_s() - began_s)


def whole_game(seed: int, profile: Profile) -> Played:
    """Play a game of four players who want to get HOME."""
    with TemporaryDirectory() as folder, chip_table(Path(folder), 100 + seed, profile) as table:
        return play_by_hand(table, choose=chosen)


def _told(seed: int, profile: str, until_s: float) -> Played | str | None:
    """Play a game, or say what was wrong; None if it is too late to begin one."""
    if time.monotonic() > until_s:
        return None
    try:
        return whole_game(seed, PROFILES[profile])
    except Exception as error:  # noqa: BLE001 - it is told with its seed
        return f"seed {seed}: {type(error).__name__}: {error}"


@click.command()
@click.argument("games", type=int, default=40)
@click.option("--first", default=0, show_default=True, help="The seed of the first one.")
@click.option("--profile", "names", multiple=True, type=click.Choice(list(PROFILES)))
@click.option("--processes", default=1, show_default=True, help="How many to use.")
@click.option("--minutes", default=1e6, help="Begin no game after so long, for each profile.")
def main(games: int, first: int, names: tuple[str, ...], processes: int, minutes: float) -> None:
    """Play whole games under each profile. Exit status 1 if anything was wrong in one."""
    failed = False
    for name in names or PROFILES:
        played: list[Played] = []
        wrong: list[str] = []
        until_s = time.monotonic() + 60 * minutes
        with ProcessPoolExecutor(processes) as pool:
            seeds = range(first, first + games)
            for came in pool.map(_told, seeds, repeat(name), repeat(until_s)):
                if isinstance(came, Played):
                    played.append(came)
                elif came is not None:
                    wrong.append(came)
                    print(came, flush=True)
        failed = failed or bool(wrong)
        print(
            f"{name}: {len(played) + len(wrong)} games, {len(wrong)} wrong, "
            f"{sum(each.actions for each in played)} actions, "
            f"{sum(each.moves for each in played)} moves by hand, all understood; "
            f"{sum(each.took_s for each in played) / 3600:.1f} virtual hours",
            flush=True,
        )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
