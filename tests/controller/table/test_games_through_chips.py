"""Random games through the real driver and emulated chips that have every fault there is.

Whatever readers, wires and tags do, nothing is played that hands and phones did not mean, and
the game can always go on.
"""

import random
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path
from typing import Any, Final

import pytest

from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap import simulated_pieces, tags_of
from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from controller.config import Settings
from controller.game.journal.journal import Journal
from controller.game.pieces import COLOURS, Player
from controller.game.rules import Action, legal
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import Begin, Play
from controller.table.lit_squares import destination
from controller.table.session import Session
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.simulated.pn532.faults import FAULTS, Odds
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL, PROFILES, Profile
from hardware.simulated.pn532.radio import GARBLED, GOOD, MOVING, WEAK
from hardware.simulated.world import World

NAMES: Final = ("Ann", "Ben", "Cem", "Dot")
MANY: Final = 200
PATIENCE_S: Final = 4.0
"""After so long without an answer from the board, players take to the phone."""
ODDS: Final = Odds(corrupt=0.1, resets=0.05, busy=0.2, stale=0.2)


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

    def __init__(self, table: ChipTable) -> None:
        self.table = table
        self.rng = table.rng
        self.by_board = 0
        self.by_phone = 0

    def take_turn(self) -> bool:
        """Play one action; returns False when the game is over."""
        table = self.table
        self.tidy()
        if not self.until_somebody_may_choose():
            return False
        state = table.session.snapshot.state
        assert state is not None
        assert state.to_act is not None
        action = self.rng.choice(legal(state))
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
        for seat, holder in enumerate(state.seats):
            colour, (runner,) = COLOURS[seat], holder.runners
            piece = table.world.piece(colour)
            down = runner.obligation == "chew"
            if runner.at in (0, state.rules.home):
                if piece.square is not None:
                    table.world.knock(colour)
            elif (piece.square, piece.face_down) != (runner.at, down):
                table.world.put(colour, runner.at, face_down=down)
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


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_nothing_is_played_that_nobody_meant_whatever_breaks(
    tmp_path: Path, profile: Profile
) -> None:
    with chip_table(tmp_path, 0, profile) as table:
        players = Players(table)
        plies, had = 0, set[str]()
        while plies < MANY and players.take_turn():
            plies += 1
            players.disturb()
            had |= {name for chip in table.chips.values() for name in chip.faults.active}
        assert plies == MANY
        assert had == set(FAULTS)
        assert players.by_board > players.by_phone / 3
        assert table.radio.closest is not None


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_with_sound_readers_every_move_is_understood(tmp_path: Path, profile: Profile) -> None:
    with chip_table(tmp_path, 7, profile) as table:
        play_by_hand(table, 30)


def test_some_moves_with_chips_as_reported(tmp_path: Path) -> None:
    with chip_table(tmp_path, 8, AS_REPORTED) as table:
        play_by_hand(table, 3)


@pytest.mark.parametrize("silent", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
@pytest.mark.parametrize(
    "profile",
    [AS_REPORTED, pytest.param(BY_THE_MANUAL, marks=pytest.mark.long)],
    ids=lambda profile: profile.name,
)
def test_a_square_first_read_late_after_a_start_is_not_taken_for_a_move(
    tmp_path: Path, profile: Profile, seed: int, *, silent: bool
) -> None:
    """Its runner stands where it may go: a move was taken back when the power was cut.

    It is read late since the start takes long, or its reader does not answer at first.
    """
    with chip_table(tmp_path, seed, profile) as table:
        players = Players(table)
        play_by_hand(table, 1)
        players.tidy()
        players.until_somebody_may_choose()
        state = table.session.snapshot.state
        assert state is not None
        assert state.to_act is not None
        to = max(filter(None, (destination(state, each) for each in legal(state))))
        colour, played = COLOURS[state.to_act], table.played
        world = table.world
    world.put(colour, to, face_down=False)
    how = {"silent": (to,)} if silent else {"late_s": Settings().first_look_s + 0.2}
    with chip_table(tmp_path, seed, profile, world=world, **how) as table:
        if silent:
            table.wait(5.0)
            assert table.board.last_read_s(to) is None
            table.chips[to].faults.clear()
        while table.board.last_read_s(to) is None:
            table.step()
        table.wait(2.0)
        assert table.played == played
        assert to in {errand.square for errand in table.session.snapshot.finding.errands}
        # Once it is lifted and put down there, it counts.
        table.world.lift(colour)
        table.wait(0.5)
        table.world.put(colour, to)
        until_s = table.clock.now_s() + PATIENCE_S
        while table.played == played and table.clock.now_s() < until_s:
            table.step()
        assert table.played > played


@pytest.mark.long
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("seed", range(int(environ.get("HAREBOARD_CHIP_GAMES", "1"))))
def test_a_whole_game(tmp_path: Path, seed: int, profile: Profile) -> None:
    """Many: `HAREBOARD_CHIP_GAMES=400 make test ARGS="-m long -k test_a_whole_game"`."""
    with chip_table(tmp_path, 100 + seed, profile) as table:
        play_by_hand(table)


def play_by_hand(table: ChipTable, actions: int | None = None) -> None:
    """Play until the game is over or so many actions are played: every move counts by hand."""
    players = Players(table)
    turns = 0
    while turns != actions:
        state = table.session.snapshot.state
        assert state is not None
        before, phone = table.played, players.by_phone
        if not players.take_turn():
            assert actions is None
            return
        turns += 1
        moved = any(
            ply.action.kind in ("forward", "back")
            for ply in table.session.snapshot.plies[before - table.played :]
        )
        assert not moved or players.by_phone == phone
