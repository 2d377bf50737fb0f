"""Two tables that race together over a network that loses, repeats, delays and reorders letters.

No threads: one virtual clock for both boards, and links that are called when they are due.
"""

import random
import shutil
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Final

import msgspec

from controller.bootstrap import simulated_pieces, tags_of
from controller.game.journal.journal import Journal
from controller.game.journal.race_log import LogRecord
from controller.game.pieces import COLOURS, Player
from controller.game.rules import State, legal
from controller.game.setup import Setup, Together, race_of
from controller.refusal import Refusal
from controller.table.commands import Begin, JoinRace, Play, PlaySent, TableOrder
from controller.table.lit_squares import destination
from controller.table.opponents.mind import OpponentMind
from controller.table.referee import Errand, Mismatch
from controller.table.remote.kept_races import RacesFile
from controller.table.remote.link import RaceLink
from controller.table.remote.messages import SentAction
from controller.table.remote.races import RaceSoFar, SharedRace
from controller.table.session import Session
from controller.table.snapshot import Snapshot
from hardware.clock import ManualClock
from hardware.ports import BoardEvent
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from tests.support.rules.random_play import homeward
from tests.support.table.network import Network
from tests.support.table.tabletop import NAMES, let_opponent_act

PAIR: Final = "pair-1"
RACE: Final = "race-1"
STEP_S: Final = 0.25
"""Time between two looks at everything."""


class Board:
    """A table, its wood and its link. Board 0 invites."""

    def __init__(
        self, number: int, folder: Path, clock: ManualClock, network: Network, *, wood: bool
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.number = number
        self.folder = folder
        self.clock = clock
        self._network = network
        self._pieces = simulated_pieces(crowned=True)
        self._wood = wood
        self.world = World(64, self._pieces)
        self.world.watch(self._stir)
        self.sent: dict[int, SentAction] = {}
        self.fates: dict[int, str] = {}
        self.played_for: list[int] = []
        self._due_s = 0.0
        self.open()

    def open(self) -> None:
        self._tick_due_s = -inf
        self.session = Session(
            Journal(self.folder / "journal.sqlite"),
            tags_of(self._pieces),
            self.clock,
            random.Random(self.number),
            races=RacesFile(self.folder / "races.json"),
        )
        self.link = RaceLink(self, self._send, lambda pair: pair == PAIR, self.clock.now_s)
        self._seen: Snapshot | None = None
        self.mind = OpponentMind(random.Random(0))
        self.board = DirectBoard(self.world, self.clock)
        self._to_scan = True
        if self._wood:
            self.board.connect(self._sense)

    def restart(self) -> None:
        if self._wood:
            self.board.stop()
        self.session.close()
        self.open()

    def pull_the_plug(self) -> None:
        """Power fails: what is on the disk at this moment is what there is afterwards."""
        if self._wood:
            self.board.stop()
        cut = self.folder.with_name(f"{self.folder.name}x")
        shutil.copytree(self.folder, cut)
        self.session.close()
        self.folder = cut
        self.open()

    def _send(self, pair: str, letter: bytes) -> None:
        assert pair == PAIR
        self._network.send(1 - self.number, letter)

    # What the link asks of the table

    @property
    def snapshot(self) -> Snapshot:
        return self.session.snapshot

    def race_so_far(self, race: str) -> RaceSoFar:
        return self.session.race_so_far(race)

    def race_log(self) -> tuple[LogRecord, ...]:
        return self.race_so_far(RACE).log

    def _stir(self) -> None:
        self._to_scan = True

    def _sense(self, event: BoardEvent) -> None:
        self._tick_due_s = -inf
        self.session.sense(event)

    def _carry_out(self, command: TableOrder) -> int:
        self._tick_due_s = -inf
        return self.session.carry_out(command)

    def submit(self, command: TableOrder) -> int:
        version = self._carry_out(command)
        if isinstance(command, PlaySent):
            self.played_for.append(command.action.number)
        self.note_what_is_sent()
        return version

    def note_what_is_sent(self) -> None:
        """Note the action that is on its way, and what has become of the one before."""
        race = self.snapshot.together
        if race is None:
            return
        sent = race.sent
        for number in self.sent:
            if number not in self.fates and (sent is None or sent.number != number):
                self.fates[number] = race.declined or "played"
        if sent is not None:
            self.sent[sent.number] = sent

    # Time

    def look(self) -> None:
        if self._wood and self._to_scan:
            self._to_scan = self.board.scan()
        if self.clock.now_s() >= self._tick_due_s:
            due_s = self.session.tick()
            self._tick_due_s = inf if due_s is None else due_s
            self.note_what_is_sent()
        let_opponent_act(
            self.session, self.mind, self.snapshot, self.clock.now_s(), self._carry_out
        )
        if self.snapshot is not self._seen or self.clock.now_s() >= self._due_s:
            self._seen = self.snapshot
            self._due_s = self.clock.now_s() + self.link.tick()
        self.note_what_is_sent()

    # What there is

    @property
    def race(self) -> SharedRace:
        race = self.snapshot.together
        assert race is not None
        return race

    @property
    def state(self) -> State:
        assert self.snapshot.state is not None
        return self.snapshot.state

    @property
    def races_begun(self) -> list[str | None]:
        """The races of two boards in its journal; None for one of its own."""
        begun = (self.session.kept(at.game) for at in self.session.newest(100))
        return [race_of(kept.entries[0].text) for kept in begun if kept is not None]

    @property
    def is_my_turn(self) -> bool:
        seating = self.snapshot.seating
        state = self.snapshot.state
        if state is None or state.to_act is None or state.to_act in seating.carried:
            return False
        return not self.snapshot.paused and self.race.sent is None

    def try_to(self, command: TableOrder) -> bool:
        try:
            self.submit(command)
        except Refusal:
            return False
        return True


class People:
    """Hands and phones at one board: messy, but they do what the lights say in the end."""

    def __init__(self, board: Board, chance: random.Random, *, wood: bool) -> None:
        self.board = board
        self.chance = chance
        self.wood = wood

    def act(self) -> None:
        """Do the next thing, perhaps."""
        snapshot = self.board.snapshot
        if snapshot.state is None or snapshot.state.prompt == "over":
            return
        if self.wood and (snapshot.finding.errands or snapshot.finding.mismatches):
            self._carry()
            return
        if not self.board.is_my_turn or snapshot.finding.candidate is not None:
            return
        state = self.board.state
        if state.prompt in ("deal", "roll"):
            return
        action = homeward(state, legal(state), self.chance)
        seat = state.to_act
        assert seat is not None
        to = destination(state, action)
        if self.wood and to is not None and self.chance.random() < 0.9:
            colour = snapshot.seating.colour(seat, action.runner or 0)
            if self.chance.random() < 0.15:
                self.board.world.lift(colour)
                return
            crowd = {piece.square for piece in self.board.world.pieces()}
            if to not in crowd or to == state.rules.home:
                self.board.world.put(colour, to)
            return
        self.board.try_to(Play(seat, str(action), snapshot.version))

    def _carry(self) -> None:
        """Put one runner where it belongs, if its square is free; else take that one off."""
        finding, world = self.board.snapshot.finding, self.board.world
        wrong: list[Mismatch | Errand] = [*finding.mismatches, *finding.errands]
        fault = self.chance.choice(wrong)
        if fault.colour is None:
            return
        state, seating = self.board.state, self.board.snapshot.seating
        runner = seating.runner(fault.colour)
        if runner is None:
            world.knock(fault.colour)
            return
        holder = state.seats[runner[0]].runners[runner[1]]
        if holder.at == 0:
            world.knock(fault.colour)
            return
        others = {
            piece.square: piece.name for piece in world.pieces() if piece.name != fault.colour
        }
        if holder.at in others and holder.at != state.rules.home:
            world.lift(others[holder.at])
            return
        if self.chance.random() < 0.1:
            world.lift(fault.colour)
            return
        world.put(fault.colour, holder.at, face_down=holder.obligation in ("chew", "rest"))


class TwoBoards:
    """Two boards, the people at both, and the network between."""

    def __init__(
        self,
        folder: Path,
        seed: int = 1,
        *,
        wood: bool = False,
        players: int = 4,
        guests: tuple[int, ...] = (1, 3),
        edit: Callable[[Setup], Setup] = lambda setup: setup,
    ) -> None:
        self.clock = ManualClock(1000.0)
        self.chance = random.Random(seed)
        self.network = Network(self.clock, self.chance)
        self.boards = tuple(
            Board(each, folder / str(each), self.clock, self.network, wood=wood) for each in (0, 1)
        )
        self.people = tuple(People(each, self.chance, wood=wood) for each in self.boards)
        self.setup = edit(setup_of(players, guests))

    @property
    def host(self) -> Board:
        return self.boards[0]

    @property
    def guest(self) -> Board:
        return self.boards[1]

    @property
    def of_its_own(self) -> Setup:
        """The same set-up at one board alone."""
        return msgspec.structs.replace(self.setup, together=msgspec.UNSET)

    def wait(self, seconds: float, step_s: float = STEP_S) -> None:
        end_s = self.clock.now_s() + seconds
        while self.clock.now_s() < end_s:
            self.look()
            self.clock.advance(step_s)
        self.look()

    def look(self) -> None:
        for board in self.boards:
            board.look()
        for to, letter in self.network.arrived():
            self.boards[to].link.received(PAIR, letter)
            self.boards[to].note_what_is_sent()

    def until(self, condition: Callable[[], bool], within_s: float = 120.0) -> None:
        end_s = self.clock.now_s() + within_s
        while not condition():
            assert self.clock.now_s() < end_s, "it did not come in time"
            self.look()
            self.clock.advance(STEP_S)

    def close(self) -> None:
        for board in self.boards:
            board.session.close()


def setup_of(players: int, guests: tuple[int, ...]) -> Setup:
    """A race of so many players, some of them at the invited board."""
    each = 2 if players == 2 else 1
    seats = tuple(
        Player(name, COLOURS[seat::players][:each]) for seat, name in enumerate(NAMES[:players])
    )
    return Setup(seats, together=Together(PAIR, guests, RACE, ("Here", "There")))


def with_opponent(setup: Setup, seat: int, character: str) -> Setup:
    """The set-up with a computer opponent at a seat."""
    seats = list(setup.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], opponent=character)
    return msgspec.structs.replace(setup, seats=tuple(seats))


def in_teams(setup: Setup) -> Setup:
    """The set-up with each seat in a team with the one opposite (R11.1)."""
    options = {**setup.options, "teams": [[0, 2], [1, 3]]}
    return msgspec.structs.replace(setup, options=options)


def begin(two: TwoBoards) -> None:
    """Begin a race at the host's board, and join it at the guest's."""
    two.host.submit(Begin(two.setup))
    two.until(lambda: two.guest.link.invitation is not None)
    two.guest.submit(JoinRace(RACE))
    two.until(lambda: two.guest.snapshot.together is not None, 300)
    two.until(agreeing(two), 300)


def agreeing(two: TwoBoards) -> Callable[[], bool]:
    """Whether both boards have the same log."""

    def agree() -> bool:
        host, guest = two.host.snapshot.together, two.guest.snapshot.together
        return host is not None and guest is not None and host.digest == guest.digest

    return agree


def play(two: TwoBoards, board: int) -> str:
    """Play something that can be taken back, by phone at a board where the seat to act sits."""
    state, game = two.boards[board].state, two.boards[board].session.table.game
    assert game is not None
    action = next(str(each) for each in legal(state) if game.push(each).take_back() is not None)
    assert state.to_act is not None
    two.boards[board].submit(Play(state.to_act, action, two.boards[board].snapshot.version))
    return action
