"""A whole table on virtual time: wood, hands, readers, session and journal, no threads.

What the stories in this folder are told with.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from controller.bootstrap import simulated_pieces, tags_of
from controller.config import Settings
from controller.game.editions.rulesets import DEFAULT_EDITION
from controller.game.journal.journal import Journal
from controller.game.opponents.characters import Opponent, find_opponent
from controller.game.pieces import COLOURS, Colour, Player
from controller.game.rules import State
from controller.game.setup import Setup
from controller.game.turn_clock import TurnClock
from controller.light.meanings import Meaning
from controller.light.preferences import Preferences
from controller.refusal import Refusal
from controller.table.commands import Abandon, Begin, Command, Play
from controller.table.kept_times import TimesFile
from controller.table.opponents.mind import OpponentMind
from controller.table.referee import RefereeFinding
from controller.table.session import Session
from controller.table.snapshot import Snapshot
from controller.table.tracker import DEPARTURE_MISSES
from hardware.clock import ManualClock
from hardware.ports import (
    BLIND,
    BoardEvent,
    ButtonName,
    ReaderChanged,
    ReaderState,
    Sighting,
    Uid,
)
from hardware.sensing.plan import serpentine
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import Piece, World

SETTLE_S = Settings().settle_s
PAUSE_S = Settings().pause_s
SCAN_S = 0.05
PLACES: Final = {square: (at.row, at.column) for square, at in serpentine(64, 8).items()}
"""Where the light of every square lies."""
NAMES = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")


class StackedDeck(random.Random):
    """Chance that deals the cards it was told to, these on top."""

    def __init__(self, *top: str) -> None:
        super().__init__(0)
        self.top = top

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]  # of strings only
        rest = list(x)
        for card in self.top:
            rest.remove(card)
        x[:] = [*self.top, *rest]


FLICKER: Final = DEPARTURE_MISSES - 1
"""How many readings in a row may miss a tag that has not left."""


class ImperfectWorld(World):
    """A world with tags that readings miss now and then, and readers that are out."""

    def __init__(self, squares: int, pieces: Iterable[Piece]) -> None:
        super().__init__(squares, pieces)
        self.out: set[int] = set()
        self.weakness: random.Random | None = None
        self.rate = 0.0
        self._to_miss: dict[Uid, int] = {}
        self._missed: dict[Uid, int] = {}

    def miss(self, name: str, readings: int) -> None:
        """Let the next readings miss a piece."""
        tag = self.piece(name).lower_tag
        assert tag is not None
        self._to_miss[tag] = readings

    def next_reading(self) -> None:
        """Decide which tags the coming reading misses."""
        for piece in self.pieces():
            tag = piece.lower_tag
            if tag is None:
                continue
            left = self._to_miss.get(tag, 0)
            self._to_miss[tag] = max(left - 1, 0)
            misses = left > 0 or (
                self.weakness is not None
                and self._missed.get(tag, 0) < FLICKER
                and self.weakness.random() < self.rate
            )
            self._missed[tag] = self._missed.get(tag, 0) + 1 if misses else 0

    def tags_on(self, square: int) -> tuple[Uid, ...]:
        if square in self.out:
            return ()
        return tuple([tag for tag in super().tags_on(square) if not self._missed.get(tag)])


class Tabletop:
    """Players called Ann, Ben, Cem ... with the red, yellow, green ... runners."""

    def __init__(
        self,
        folder: Path,
        players: int = 3,
        *,
        crowned: bool = True,
        cards: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        edition: str = DEFAULT_EDITION,
        chance: Literal["electronic", "by-hand"] = "electronic",
        last_read_s: Callable[[int], float | None] | None = None,
        settings: Settings | None = None,
        clock: TurnClock | msgspec.UnsetType = msgspec.UNSET,
        opponents: Mapping[str, str] | None = None,
        pace_s: float = 2.0,
        find: Callable[[str], Opponent] = find_opponent,
        lesson: bool = False,
    ) -> None:
        self.folder = folder
        self.crowned = crowned
        self._settings = settings
        self._last_read_s = last_read_s
        self.clock = ManualClock(100.0)
        self._pieces = simulated_pieces(crowned=crowned)
        self.world = ImperfectWorld(64, self._pieces)
        self._chance = StackedDeck(*cards)
        self._find = find
        self.mind = OpponentMind(random.Random(0), find)
        self.board = DirectBoard(self.world, self.clock)
        self.buttons = SimulatedButtons(self.world, self.clock)
        self.session = self._open()
        options = options or {}
        each = options.get("runners", 2 if players == 2 else 1)
        opponents = opponents or {}
        seats = tuple(
            Player(name, COLOURS[seat::players][:each], opponents.get(name, msgspec.UNSET))
            for seat, name in enumerate(NAMES[:players])
        )
        pace = pace_s if opponents else msgspec.UNSET
        self._setup = Setup(
            seats,
            edition,
            options=options,
            chance=chance,
            clock=clock,
            pace_s=pace,
            lesson=True if lesson else msgspec.UNSET,
        )
        self.command(Begin(self._setup))
        self.wait(SCAN_S)

    def _open(self) -> Session:
        session = Session(
            Journal(self.folder / "journal.sqlite"),
            tags_of(self._pieces),
            self.clock,
            self._chance,
            self._settings,
            last_read_s=self._last_read_s,
            preferences=Preferences(self.folder / "preferences.json"),
            places=PLACES,
            times=TimesFile(self.folder / "reserves.json"),
        )

        def hear(event: BoardEvent) -> None:
            # A reader that is out says nothing, not even that it misses a tag.
            if not (isinstance(event, Sighting) and event.square in self.world.out):
                session.sense(event)

        self.board.connect(hear)
        self.buttons.start(hear)
        return session

    # What people do

    def put(self, name: str, square: int, *, face_down: bool | None = None) -> None:
        self.world.put(_colour(name), square, face_down=face_down)
        self.wait(SCAN_S)

    def slide(self, name: str, *squares: int, rest_s: float = 0.2) -> None:
        for square in squares:
            self.world.slide(_colour(name), square)
            self.wait(rest_s)

    def lift(self, name: str) -> None:
        self.world.lift(_colour(name))
        self.wait(4 * SCAN_S)

    def turn(self, name: str) -> None:
        self.world.turn(_colour(name))
        self.wait(SCAN_S)

    def knock(self, name: str) -> None:
        self.world.knock(_colour(name))
        self.wait(4 * SCAN_S)

    def lay_bank_card(self, square: int) -> None:
        self.world.add(Piece("bank card", Uid("deadbeef"), None, square))
        self.wait(SCAN_S)

    def press(self, button: ButtonName, *, held: bool = False) -> None:
        self.world.press(button, held=held)

    def move(self, name: str, square: int) -> None:
        """Set a runner down and let it rest until the move counts."""
        self.put(name, square)
        self.wait(SETTLE_S + SCAN_S)

    def phone(self, name: str, action: str) -> None:
        self.command(Play(NAMES.index(name), action, self.snapshot.version))

    def begin_anew(self) -> None:
        """Abandon the game and begin the next; the wood stays where it is."""
        self.command(Abandon(self.snapshot.version))
        self.command(Begin(self._setup))

    def command(self, command: Command) -> None:
        self.session.carry_out(command)

    def wait(self, seconds: float) -> None:
        """Let time pass, the readers reading all the while."""
        end_s = self.clock.now_s() + seconds
        while True:
            self.world.next_reading()
            self.board.scan()
            self.session.tick()
            self._let_opponents_act()
            left_s = end_s - self.clock.now_s()
            if left_s <= 1e-9:
                return
            self.clock.advance(min(SCAN_S, left_s))

    def _let_opponents_act(self) -> None:
        let_opponent_act(self.session, self.mind, self.snapshot, self.clock.now_s(), self.command)

    def pull_the_plug(self, *, slow_s: float = 0.0) -> None:
        """The controller dies and starts again; the wood stays where it is.

        Args:
            slow_s: time until anything is read.
        """
        self.board.stop()
        self.buttons.stop()
        self.session.close()
        self.board = DirectBoard(self.world, self.clock)
        self.session = self._open()
        self.mind = OpponentMind(random.Random(0), self._find)
        self.clock.advance(slow_s)
        self.wait(SCAN_S)

    # What readers do

    def flicker(self, name: str, misses: int) -> None:
        """Let so many readings in a row miss a runner, and the next one see it again."""
        self.world.miss(_colour(name), misses)
        self.wait(misses * SCAN_S)

    def reader(self, square: int, state: ReaderState) -> None:
        """A reader gets into a state, and time for a reading passes."""
        if state in BLIND:
            self.world.out.add(square)
        else:
            self.world.out.discard(square)
        self.session.sense(ReaderChanged(square, state, self.clock.now_s()))
        self.wait(6 * SCAN_S)

    # What there is to see

    @property
    def snapshot(self) -> Snapshot:
        return self.session.snapshot

    @property
    def state(self) -> State:
        assert self.snapshot.state is not None
        return self.snapshot.state

    @property
    def finding(self) -> RefereeFinding:
        return self.snapshot.finding

    @property
    def actions(self) -> list[str]:
        """Everything played, the deals of the hare cards left out."""
        played = [str(ply.action) for ply in self.snapshot.plies]
        return [action for action in played if not action.startswith("deal")]

    @property
    def to_act(self) -> str | None:
        return None if self.state.to_act is None else NAMES[self.state.to_act]

    def light(self, square: int) -> Meaning | None:
        return self.snapshot.lights.get(square)

    def where(self, name: str) -> int | None:
        """Where a runner stands in truth."""
        return self.world.piece(_colour(name)).square

    def lies(self, name: str) -> bool:
        """Whether a runner lies face down in truth."""
        return self.world.piece(_colour(name)).face_down

    def at(self, name: str) -> int:
        """Where the game has a runner."""
        return self.state.seats[NAMES.index(name)].runners[0].at

    def carrots(self, name: str) -> int:
        return self.state.seats[NAMES.index(name)].carrots

    @property
    def faults(self) -> list[tuple[str, str | None, int | None, int | None]]:
        """The mismatches: kind, whose runner, where it is, where it belongs."""
        return [
            (fault.kind, _name(fault.colour), fault.square, fault.belongs)
            for fault in self.finding.mismatches
        ]

    @property
    def errands(self) -> list[tuple[str | None, int | None, int]]:
        return [
            (_name(errand.colour), errand.square, errand.belongs) for errand in self.finding.errands
        ]


def _colour(name: str) -> Colour:
    return COLOURS[NAMES.index(name)]


def _name(colour: Colour | None) -> str | None:
    return None if colour is None else NAMES[COLOURS.index(colour)]


def let_opponent_act(
    session: Session,
    mind: OpponentMind,
    snapshot: Snapshot,
    now_s: float,
    submit: Callable[[Command], object],
) -> None:
    """Let the opponent that has to act think, and act when it is due."""
    if snapshot.opponent is None:
        return
    while mind.prepare(snapshot):
        pass
    left_s = mind.left_s(snapshot, now_s)
    game = session.table.game
    if not mind.knows(snapshot) and game is not None:
        mind.think(snapshot, game)
    if left_s == 0:
        try:
            submit(mind.command())
        except Refusal:
            mind.refused(now_s)
