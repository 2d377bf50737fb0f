"""The frozen state of a table: game, tags, readers, errands, tap, lights and times.

Each stage is a plain function of a state, an event and the time; `step` puts them together.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec

from controller.config import Settings
from controller.game.history import Game
from controller.game.journal.damage import Rescued
from controller.game.journal.saved_game import SavedGame
from controller.game.lesson.progress import LessonAt
from controller.game.pieces import Colour, Seating
from controller.game.rules import Action, State, legal
from controller.game.setup import Setup
from controller.light.digits import Canvas, ShownNumber
from controller.light.look import Look
from controller.table.kept_times import KeptTimes
from controller.table.referee import Candidate, RefereeFinding, ToCarry
from controller.table.remote.races import TableRaces
from controller.table.tracker import Placement, Tracker
from hardware.ports import BLIND, ReaderState

Phase = Literal["setup", "playing", "over"]

LONG_AGO_S: Final = float("-inf")


class Moment(msgspec.Struct, frozen=True):
    """The time, and how lately squares were read.

    Attributes:
        now_s: the table's clock.
        last_read_s: returns the time a square was last read successfully, None if never. With it
            a runner has rested only once it was still seen at the end of the settle time;
            without it silence counts as rest, for boards that report every change at once.
    """

    now_s: float
    last_read_s: Callable[[int], float | None] | None = None


class FirstLook(msgspec.Struct, frozen=True):
    """Time in which a reader that is back first sees runners that stood there all along.

    Attributes:
        until_s: its end.
        unseen: the runners that no reader has seen since.
    """

    until_s: float
    unseen: frozenset[Colour]


class Rest(msgspec.Struct, frozen=True):
    """A candidate that rests.

    Attributes:
        candidate: the candidate.
        since_s: start of its rest.
        overtaken_s: time when the next player began to move; None if not yet.
        proved_s: time when a reading was first known to prove that it rested long enough.
        between: True if it stands between two squares.
    """

    candidate: Candidate
    since_s: float
    overtaken_s: float | None = None
    proved_s: float | None = None
    between: bool = False


class Tap(msgspec.Struct, frozen=True):
    """A tap in progress.

    Attributes:
        number: its number, counted from 1 since the program started.
        square: the lit square; another one if the game comes to need it.
        until_s: its end, in the clock's seconds.
        colour: the runner that has been held there; None until then.
        seat: the seat of that runner.
    """

    number: int
    square: int
    until_s: float
    colour: Colour | None = None
    seat: int | None = None


class Thinking(msgspec.Struct, frozen=True):
    """How long a seat has been thinking.

    Attributes:
        turn: counts the turns since the program started.
        asked: the game, the seat that is to move, and the number of actions before; None if no
            seat is.
        spent_s: time of this turn until it last stood still.
        since_s: time since when it runs; None while it stands still.
    """

    turn: int = 0
    asked: tuple[int, int, int] | None = None
    spent_s: float = 0.0
    since_s: float | None = None

    def spent_at(self, now_s: float) -> float:
        """Return the time of this turn, in seconds."""
        return self.spent_s + (0.0 if self.since_s is None else max(0.0, now_s - self.since_s))


class ButtonSetup(msgspec.Struct, frozen=True):
    """A set-up that was chosen by buttons, and the time when it is forgotten."""

    setup: Setup
    until_s: float


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment.

    Attributes:
        settings: the times the table waits.
        canvas: the lights that can draw digits.
        saved: the game as the journal has it.
        begun_at: the date and time it was begun, UTC, ISO 8601; None if that is not known.
        seating: the players and their runners.
        tracker: evidence of the readers, and the placement.
        readers: the readers that are not healthy, by square.
        first_looks: the readers that are back and not trusted yet, by square.
        resumed: True if a game was under way before the program started. A runner that the first
            reading of its square found then stood there all along, however late that reading was.
        first_look_until_s: until this time, so did any runner that was first sighted.
        stood_before: the square of each runner before its last move, if a game was resumed.
        unmoved: the runners that it had not moved by then since it was begun or loaded.
        stood: the spots of runners that have not been touched; standing there is no move.
        to_carry: errands not carried out yet, with the spots where their runners stood.
        plain: numbers of the actions that the board played for opponents that did not answer.
        excused: runners moved for a tap: the referee takes them to stand where they belong.
        exchanged_s: time when two exchanged runners of a player may have rested; None if none.
        rest: the candidate that rests; None without one.
        waits_since_s: start of the pause after which a turn without a choice continues.
        retry_s: time before which nothing is written to the journal again.
        trouble: reason why the game cannot continue, in words, or None.
        tap: the tap to join in progress; None without one.
        taps: number of taps asked for so far.
        tapped_s: time when the last one was asked for.
        back_by_s: for each tapped runner, the time by which it must be put back.
        look: the preferred look of the lights.
        lights_trouble: fault of the lights and its remedy, in words, or None.
        number: the number that the lights draw; None without one.
        button_setup: who would play the next race, as chosen by buttons; None if nobody chooses.
        rescued: report on a damaged journal, until it is acknowledged.
        noted_phase: the phase whose start was noted last.
        phase_since_s: its start.
        thinking: how long the seat to act has been thinking.
        times: times of games that the journal does not have.
        races: races of two boards.
        finding: the referee's finding.
    """

    settings: Settings
    canvas: Canvas
    saved: SavedGame
    begun_at: str | None = None
    seating: Seating
    tracker: Tracker
    readers: Mapping[int, ReaderState] = {}
    first_looks: Mapping[int, FirstLook] = {}
    resumed: bool = False
    first_look_until_s: float = LONG_AGO_S
    stood_before: Mapping[Colour, int] = {}
    unmoved: frozenset[Colour] = frozenset()
    stood: ToCarry = {}
    to_carry: ToCarry = {}
    plain: frozenset[int] = frozenset()
    excused: frozenset[Colour] = frozenset()
    exchanged_s: float | None = None
    rest: Rest | None = None
    waits_since_s: float
    retry_s: float = LONG_AGO_S
    trouble: str | None = None
    tap: Tap | None = None
    taps: int = 0
    tapped_s: float = 0.0
    back_by_s: Mapping[Colour, float] = {}
    look: Look = Look()
    lights_trouble: str | None = None
    number: ShownNumber | None = None
    button_setup: ButtonSetup | None = None
    rescued: Rescued | None = None
    noted_phase: Phase
    phase_since_s: float
    thinking: Thinking = Thinking()
    times: KeptTimes = KeptTimes()
    races: TableRaces = TableRaces()
    finding: RefereeFinding = RefereeFinding()

    @property
    def phase(self) -> Phase:
        """Phase of the game: to be set up, under way, or over."""
        if self.position is None:
            return "setup"
        if self.in_lesson:
            return "playing"
        return "over" if self.position.prompt == "over" else "playing"

    @property
    def in_lesson(self) -> bool:
        """True during a lesson; it is not over when a runner's arrival would end a race."""
        setup = self.saved.setup
        return self.game is not None and setup is not None and setup.lesson is not msgspec.UNSET

    @property
    def lesson(self) -> LessonAt | None:
        """Where the game is in the lesson; None in a race."""
        return self.saved.lesson

    @property
    def actions(self) -> tuple[Action, ...]:
        """Actions that may be played now: the legal ones, in a lesson those it asks for."""
        if self.position is None:
            return ()
        lesson = self.lesson
        return tuple(legal(self.position)) if lesson is None else lesson.asked

    @property
    def cheer_until_s(self) -> float | None:
        """End of the lights' celebration of a race; None while no race is over."""
        if self.phase != "over" or self.noted_phase != "over":
            return None
        return self.phase_since_s + self.settings.cheer_s

    @property
    def game_key(self) -> str:
        """Name of the game that no game of another journal has either."""
        return f"{self.saved.number} of {self.begun_at}"

    @property
    def setup(self) -> Setup | None:
        """Set-up of the game, or of the last one, with what was changed since; None without one."""
        setup, pace_s = self.saved.setup, self.times.paces_s.get(self.game_key)
        if setup is None or pace_s is None:
            return setup
        return msgspec.structs.replace(setup, pace_s=pace_s)

    @property
    def game(self) -> Game | None:
        """The game; None without one."""
        return self.saved.game

    @property
    def position(self) -> State | None:
        """Position of the game; None without one."""
        return self.saved.state

    @property
    def placement(self) -> Placement:
        """Placement that the readers sense, before the referee judges it."""
        return self.tracker.placement

    @property
    def blind(self) -> frozenset[int]:
        """Squares without a working reader."""
        return frozenset(square for square, state in self.readers.items() if state in BLIND)

    def change(self, **changes: object) -> "TableState":
        """Return the state with changed fields."""
        return msgspec.structs.replace(self, **changes)
