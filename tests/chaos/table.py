"""A table for messy games: wood, board, session and journal, and who answers for what is played."""

import random
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final, Literal

from controller.bootstrap import simulated_pieces, tags_of
from controller.config import Settings
from controller.game.journal.journal import EntryKind
from controller.game.pieces import Colour
from controller.game.rules import State
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import Begin, Command, Mend, Pause, Play, TakeBack
from controller.table.opponents.mind import OpponentMind
from controller.table.referee import RefereeFinding
from controller.table.session import Session
from controller.table.snapshot import Snapshot
from controller.table.stages.buttons import command_of
from hardware.clock import ManualClock
from hardware.ports import BoardEvent, ButtonName, LightsChanged, Pressed, Uid
from hardware.sensing.plan import serpentine
from hardware.simulated.world import Piece
from tests.chaos.boards import (
    SCAN_S,
    SQUARES,
    MessyBoard,
    MessyWorld,
    PlainBoard,
)
from tests.chaos.driven import ChipsBoard, CoprocessorBoard, PicoBoard
from tests.chaos.opponents import PROGRAMS, find
from tests.chaos.truth import PowerCut, Truth, WatchedJournal, Wrong

Kind = Literal["plain", "chips", "co-processors", "pico"]
PLACES: Final = {square: (at.row, at.column) for square, at in serpentine(SQUARES, 8).items()}
CARD: Final = "bank card"
LONGEST_STEP_S: Final = 60.0


class Table:
    """One table, and everything that may happen at it. Nothing here is a check but for `Truth`.

    While `opponents_rest`, no computer opponent acts. `steps` counts what was done of the lesson.

    Args:
        folder: where the journal is.
        kind: of board.
        rng: decides what is a matter of chance.
        crowned: runners have a tag in their crown.
        absent: squares that have no reader.
    """

    def __init__(
        self,
        folder: Path,
        kind: Kind,
        rng: random.Random,
        *,
        crowned: bool,
        proved: bool,
        absent: Collection[int] = (),
    ) -> None:
        self.rng = rng
        self.kind = kind
        self.clock = ManualClock(100.0)
        self._folder = folder
        self._pieces = simulated_pieces(crowned=crowned)
        self.world = MessyWorld(self._pieces)
        self.settings = Settings(programs=PROGRAMS)
        self._proved = proved or kind != "plain"
        self.board: MessyBoard
        match kind:
            case "plain":
                self.board = PlainBoard(self.world, self.clock, absent)
            case "chips":
                self.board = ChipsBoard(self.world, self.clock, rng)
            case "co-processors":
                self.board = CoprocessorBoard(self.world, self.clock, rng)
            case "pico":
                self.board = PicoBoard(self.world, self.clock, rng)
        self.mind = OpponentMind(rng, find)
        self.opponents_rest = False
        self.truth = Truth(self.world, self.clock, self.settings.settle_s)
        self.carries = 0
        self.restarts = 0
        self.steps: Counter[str] = Counter()
        self.is_dead = False
        self._known: State | None = None
        self.journal, self.session = self._open()

    # The program

    def _open(self) -> tuple[WatchedJournal, Session]:
        journal = WatchedJournal(self._folder / "journal.sqlite", self._entry)
        session = Session(
            journal,
            tags_of(self._pieces),
            self.clock,
            self.rng,
            self.settings,
            self.board.last_read_s if self._proved else None,
            places=PLACES,
        )
        self.session = session
        self._catch_up()
        self.board.connect(self._hear)
        return journal, session

    def _hear(self, event: BoardEvent) -> None:
        if not self.is_dead:
            self._alive(lambda: self.session.sense(event))

    def _alive(self, do: Callable[[], object]) -> None:
        """Let the program do something, if the power lasts."""
        if self.is_dead:
            return
        try:
            do()
        except PowerCut:
            self.is_dead = True
        self._catch_up()

    def _entry(self, kind: EntryKind, text: str) -> None:
        self._catch_up()
        self.truth.entry(kind, text)

    def _catch_up(self) -> None:
        """Know the game as the session has it."""
        truth, table = self.truth, self.session.table
        truth.game, truth.setup = table.saved.game, table.saved.setup
        truth.seating, truth.lesson = table.seating, table.lesson
        state = table.position
        known, self._known = self._known, state
        if state is None or known is None or state is known:
            return
        if len(state.seats) == len(known.seats):
            truth.played(known, state)

    def pull_the_plug(self) -> None:
        """The program dies, and starts again; what was confirmed must be there."""
        before, version = self._known, self.journal.version
        paused = self.session.snapshot.paused
        died_writing = self.is_dead
        self.board.stop()
        self.session.close()
        self.is_dead = False
        self.restarts += 1
        self._known = None
        self.truth.mark()
        self.mind = OpponentMind(self.rng, find)
        self.journal, self.session = self._open()
        if self.journal.version < version:
            raise Wrong("entries were lost")
        by_chance = before is not None and before.prompt in ("deal", "roll")
        if not (died_writing or by_chance) and self.session.snapshot.state != before:
            raise Wrong("the game is not what it was")
        if not died_writing and self.session.snapshot.paused != paused:
            raise Wrong("the game does not wait as it did")

    # Time

    def wait(self, seconds: float) -> None:
        """Let time pass, the readers reading all the while."""
        until_s = self.clock.now_s() + seconds
        while True:
            self.board.report()
            now_s = self.clock.now_s()
            due_s: float | None = None
            if not self.is_dead:
                try:
                    due_s = self.session.tick()
                except PowerCut:
                    self.is_dead = True
                self._catch_up()
                due_s = _earlier(due_s, self._let_opponents_act())
                self.board.attend(self.session.snapshot.attention)
            left_s = until_s - now_s
            if left_s <= 1e-9:
                return
            if due_s is not None:
                left_s = min(left_s, max(due_s - now_s, 0.005))
            self.board.go_on(left_s)

    def _let_opponents_act(self) -> float | None:
        """Let the opponent that has to act think, and act when it is due; return when that is."""
        snapshot, mind = self.session.snapshot, self.mind
        if self.is_dead or self.opponents_rest or snapshot.opponent is None:
            return None
        while mind.prepare(snapshot):
            pass
        left_s = mind.left_s(snapshot, self.clock.now_s())
        if not mind.knows(snapshot):
            game = self.session.table.game
            assert game is not None
            mind.think(snapshot, game)
        if left_s == 0 and not self.ask(mind.command()):
            mind.refused(self.clock.now_s())
        return self.clock.now_s() + left_s

    def look(self) -> None:
        """Let the board see what there is to see now."""
        self.wait(5 * SCAN_S if self.kind == "plain" else 0.5)

    # Commands

    def ask(self, command: Command) -> bool:
        """Send a command; returns whether it was carried out."""
        if self.is_dead:
            return False
        self.truth.doing = command
        if isinstance(command, Pause) and not command.paused:
            self.truth.mark()
        done = False

        def carry_out() -> None:
            nonlocal done
            try:
                self.session.carry_out(command)
                done = True
            except Refusal:
                pass

        before = self.finding
        self._alive(carry_out)
        self.truth.doing = None
        if done and isinstance(command, Mend):
            candidate = before.candidate
            kept = candidate is not None and command.by == "board"
            self.truth.mark(*([candidate.colour] if candidate is not None and kept else []))
        return done

    def play(self, action: object) -> bool:
        """The seat to act plays on its phone."""
        state = self.state
        assert state is not None
        assert state.to_act is not None
        return self.ask(Play(state.to_act, str(action), self.version))

    def take_back(self, seat: int) -> bool:
        return self.ask(TakeBack(seat, self.version))

    def press(self, button: ButtonName, *, held: bool = False) -> None:
        event = Pressed(button, self.clock.now_s(), held)
        if not self.is_dead:
            self.truth.doing = command_of(event, self.session.table)
            self._hear(event)
            self.truth.doing = None

    def lights(self, trouble: str | None) -> None:
        self._hear(LightsChanged(trouble, self.clock.now_s()))

    # What there is to see

    @property
    def snapshot(self) -> Snapshot:
        return self.session.snapshot

    @property
    def version(self) -> int:
        return self.snapshot.version

    @property
    def state(self) -> State | None:
        return self.snapshot.state

    @property
    def finding(self) -> RefereeFinding:
        return self.snapshot.finding

    # Hands

    def put(self, colour: str, square: int, *, face_down: bool | None = None) -> None:
        """Set a runner down; on 0 is beside the board."""
        self.world.between.pop(colour, None)
        if square:
            self.world.put(colour, square, face_down=face_down)
        else:
            self.world.knock(colour)
        self.truth.touched(colour)

    def lift(self, colour: str) -> None:
        self.world.between.pop(colour, None)
        self.world.lift(colour)
        self.truth.touched(colour)

    def put_between(self, colour: str, seen_by: tuple[int, ...]) -> None:
        """Set a runner down between squares: seen by two of them, or by none."""
        self.world.knock(colour)
        self.world.between[colour] = seen_by
        self.truth.look()
        self.truth.touched(colour)

    def turn(self, colour: str) -> None:
        self.world.turn(colour)
        self.truth.touched(colour)

    def lay_card(self, square: int) -> None:
        self.world.add(Piece(CARD, Uid("deadbeef"), None, square))

    def take_card(self) -> None:
        self.world.remove(CARD)

    def stands(self, colour: Colour) -> tuple[int, ...]:
        """The squares that see a runner, if their readers work."""
        return self.world.seen_on(self.world.piece(colour))


def _earlier(*moments_s: float | None) -> float | None:
    return min((each for each in moments_s if each is not None), default=None)


def begun(table: Table, setup: Setup) -> None:
    """Begin a game."""
    assert table.ask(Begin(setup))
    table.look()
