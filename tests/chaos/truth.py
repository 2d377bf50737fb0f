"""What hands and phones really did: whoever writes into the journal has to answer for it here."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from controller.game.history import Game
from controller.game.journal.journal import EntryKind, Journal, JournalUnwritable
from controller.game.lesson.progress import BEFORE, LessonAt
from controller.game.pieces import Colour, Seating
from controller.game.rules import Action, State, legal
from controller.game.setup import Setup
from controller.table.commands import Command, Confirm, Play
from controller.table.lit_squares import destination
from controller.table.referee import expected
from controller.table.stages.settle import forced
from hardware.clock import ManualClock
from hardware.simulated.world import Piece
from tests.chaos.boards import SCAN_S, MessyWorld

EARLY_S: Final = 1e-6
UNSEEN_S: Final = 1.5 * SCAN_S
"""A runner that has been lifted may not have been missed by any reader for so long."""
NEVER_S: Final = float("-inf")


class PowerCut(BaseException):
    """The controller dies between two instructions."""


class Wrong(AssertionError):
    """Something that must never be; says what."""


class WatchedJournal(Journal):
    """A journal whose entries are looked at, which may fail, and may be the last thing written.

    Attributes:
        is_full: no more is written.
        dies: the power goes once the next entry is on the disk.
    """

    def __init__(self, path: Path, look: Callable[[EntryKind, str], None]) -> None:
        super().__init__(path)
        self._look = look
        self.is_full = False
        self.dies = False

    def append(self, kind: EntryKind, text: str = "") -> int:
        if self.is_full:
            raise JournalUnwritable("The disk is full.")
        self._look(kind, text)
        number = super().append(kind, text)
        if self.dies:
            raise PowerCut
        return number


class _Left(NamedTuple):
    """Where a runner stood last, and from when to when."""

    squares: tuple[int, ...]
    came_s: float
    left_s: float


def _is_back(
    left: _Left,
    before: tuple[tuple[int, ...], bool],
    stands: tuple[tuple[int, ...], bool],
    now_s: float,
) -> bool:
    """Whether a runner is where it was, so soon that no reader can be sure that it had left.

    Another square that saw it meanwhile is read again before it is believed.
    """
    return (left.squares, before[1]) == stands and now_s - left.left_s <= UNSEEN_S


def _is_nudged(before: tuple[tuple[int, ...], bool], stands: tuple[tuple[int, ...], bool]) -> bool:
    """Whether a runner that stood between squares is now seen by one of them alone.

    That one has seen it all the while: nobody can tell that it moved.
    """
    return bool(stands[0]) and set(stands[0]) < set(before[0]) and before[1] == stands[1]


class Truth:
    """Where every runner really is, since when, and which command is being carried out.

    Args:
        world: the wood.
        clock: its time.
        settle_s: how long a runner must rest.

    Attributes:
        doing: the command that is being carried out, None between two.
        game: the game under way.
        setup: how it was set up.
        seating: who plays with what, and which runners have a crown.
        lesson: where the game is in the lesson.
    """

    def __init__(self, world: MessyWorld, clock: ManualClock, settle_s: float) -> None:
        self._world = world
        self._clock = clock
        self._settle_s = settle_s
        self._came_s: dict[str, float] = {}
        self._rests_s: dict[str, float] = {}
        self._stood: dict[str, tuple[tuple[int, ...], bool]] = {}
        self._left: dict[str, _Left] = {}
        self._touched_s: dict[str, float] = {}
        self._marked_s: dict[str, float] = {}
        self.doing: Command | None = None
        self.game: Game | None = None
        self.setup: Setup | None = None
        self.seating: Seating = Seating(())
        self.lesson: LessonAt | None = None
        self.written: list[tuple[EntryKind, str]] = []
        world.watch(self.look)

    def look(self) -> None:
        """Hands have done something: see what has changed."""
        now_s = self._clock.now_s()
        for piece in self._world.pieces():
            stands = (self._world.seen_on(piece), piece.face_down)
            before = self._stood.get(piece.name, ((), False))
            if before != stands:
                left = self._left.get(piece.name)
                self._left[piece.name] = _Left(
                    before[0], self._came_s.get(piece.name, now_s), now_s
                )
                self._stood[piece.name] = stands
                self._touched_s[piece.name] = self._came_s[piece.name] = now_s
                if left is not None and _is_back(left, before, stands, now_s):
                    self._came_s[piece.name] = left.came_s
                if not _is_nudged(before, stands):
                    self._rests_s[piece.name] = self._came_s[piece.name]

    def touched(self, colour: str) -> None:
        """A hand has had a runner, wherever it is now."""
        self._touched_s[colour] = self._clock.now_s()

    def mark(self, *but: Colour) -> None:
        """What stands anywhere now means nothing until it is touched, but for some."""
        for piece in self._world.pieces():
            if piece.name not in but:
                self._marked_s[piece.name] = self._clock.now_s()

    def entry(self, kind: EntryKind, text: str) -> None:
        """An entry is about to be written: somebody must have done what it says.

        Raises:
            Wrong: nobody did.
        """
        self.written.append((kind, text))
        doing = type(self.doing).__name__ if self.doing is not None else None
        match kind:
            case "play":
                self._played(text)
            case "undo" if doing not in ("TakeBack", "Confirm", "Pressed"):
                raise Wrong(f"taken back by nobody: {self.doing}")
            case "mend" if doing != "Mend" and not self._next_step(doing):
                raise Wrong(f"mended by nobody: {self.doing}")
            case "pause" | "resume" if doing != "Pause":
                raise Wrong(f"{kind} by nobody")
            case "begin" if doing not in ("Begin", "Pressed") and not self._race_after(doing):
                raise Wrong("begun by nobody")
            case _:
                pass

    def _next_step(self, doing: str | None) -> bool:
        """Whether another step of the lesson may begin, by itself after one that is done."""
        lesson = self.lesson
        if lesson is None:
            return False
        by_itself = lesson.index == BEFORE or (lesson.done and not lesson.is_last)
        return doing in ("LessonTo", "Confirm") or by_itself

    def _race_after(self, doing: str | None) -> bool:
        """Whether the race after the lesson may begin: somebody has to ask for it."""
        return self.lesson is not None and doing in ("LessonTo", "Confirm")

    def _played(self, text: str) -> None:
        assert self.game is not None
        assert self.setup is not None
        state = self.game.state
        kind = text.split(maxsplit=1)[0]
        doing = self.doing
        decides = kind not in ("deal", "roll") and state.to_act in self.seating.opponents
        if decides and not (isinstance(doing, Play) and doing.thought):
            raise Wrong(f"{text} played for an opponent by {doing}")
        if isinstance(doing, Play) and doing.action == text:
            self.doing = None
            return
        if kind in ("deal", "roll"):
            if self.setup.chance == "electronic" or self.lesson is not None:
                return
            raise Wrong(f"{text} drawn by nobody")
        only = forced(state, legal(state))
        if only is not None and str(only) == text and only.kind != "restart":
            return  # It goes on by itself after a while, or was turned or confirmed.
        if isinstance(doing, Confirm) and only is not None and str(only) == text:
            return
        action = next(each for each in legal(state) if str(each) == text)
        to = destination(state, action)
        if to is None:
            if kind in ("chew", "rest") and self._turned(state, action):
                return
            raise Wrong(f"{text} played by nobody")
        self._moved(state, action, to)

    def _turned(self, state: State, action: Action) -> bool:
        assert state.to_act is not None
        return any(
            self._touched(self.seating.colour(state.to_act, index))
            and not self.piece(self.seating.colour(state.to_act, index)).face_down
            for index in range(len(state.seats[state.to_act].runners))
        )

    def _moved(self, state: State, action: Action, to: int) -> None:
        """A hand set this runner down there and it rested, was confirmed or overtaken."""
        assert state.to_act is not None
        colour = self.seating.colour(state.to_act, action.runner or 0)
        piece = self.piece(colour)
        came_s, left_s = self._rests_s[colour], self._clock.now_s()
        touched = self._touched(colour)
        if to not in self._world.seen_on(piece):
            left = self._left.get(colour)
            if left is None or to not in left.squares or left_s - left.left_s > UNSEEN_S:
                raise Wrong(f"{action} of {colour}, which stands on {self._world.seen_on(piece)}")
            # No reader can have noticed yet that it was lifted: what counts is how it stood.
            came_s, left_s = left.came_s, left.left_s
            touched = came_s >= self._marked_s.get(colour, NEVER_S)
        if not touched:
            raise Wrong(f"{action} of {colour}, which nobody has touched since it was marked")
        rested_s = left_s - came_s
        if rested_s > self._settle_s - EARLY_S or isinstance(self.doing, Confirm):
            return
        later = [s for name, s in self._came_s.items() if name != colour]
        if max(later, default=NEVER_S) < came_s:
            raise Wrong(f"{action} of {colour}, which rested for {rested_s:.3f} s only")

    def played(self, before: State, after: State) -> None:
        """The game has gone on or back: whoever it moved has to be touched to move again."""
        old, new = expected(before, self.seating), expected(after, self.seating)
        for colour in old:
            if old[colour] != new[colour]:
                self._marked_s[colour] = self._clock.now_s()

    def _touched(self, colour: Colour) -> bool:
        touched_s = self._touched_s.get(colour, NEVER_S)
        return touched_s >= self._marked_s.get(colour, NEVER_S)

    def piece(self, colour: str) -> Piece:
        """A piece as it really is."""
        return self._world.piece(colour)
