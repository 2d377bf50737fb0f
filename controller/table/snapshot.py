"""The immutable picture of everything, from which lights and phones are drawn."""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.game.advice.fading import hints_offered
from controller.game.history import Ply
from controller.game.journal.damage import Rescued
from controller.game.lesson.progress import LessonAt
from controller.game.pieces import Seating
from controller.game.rules import Action, State, legal
from controller.game.setup import Setup
from controller.game.turn_clock import TurnClock
from controller.light.digits import DrawnDigits
from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.table.lit_squares import light_squares
from controller.table.referee import RefereeFinding
from controller.table.remote.races import SharedRace
from controller.table.stages.judging import squares_to_attend
from controller.table.stages.opponent_turns import opponent_to_act, waits_for_hands
from controller.table.stages.shared_race import is_on_its_way, shared_race
from controller.table.stages.tap_to_join import tap_attention, tap_lit
from controller.table.stages.thinking import reserves_left_s
from controller.table.stages.turns import can_mend
from controller.table.state import Phase, TableState, Tap, Thinking
from hardware.ports import BLIND, ReaderState

RECENT_PLIES: Final = 40


class Snapshot(msgspec.Struct, frozen=True):
    """Everything shown by lights and phones, at one moment.

    Attributes:
        revision: grows with every snapshot of this run of the program.
        version: the game as it stood: the journal's last entry.
        phase: no game, under way, or over.
        setup: set-up of the game; that of the last game once it has been abandoned.
        seating: the players and their runners.
        state: the position; None without a game.
        plies: the newest actions, oldest first.
        played: number of actions played in all.
        finding: the referee's finding.
        lights: the meaning of every lit square.
        look: the preferred look of the lights.
        lights_trouble: fault of the lights and its remedy, in words, or None.
        take_back: the seat that may take back, or None.
        trouble: reason why the game cannot continue, in words, or None.
        readers: the readers that are not healthy, by square.
        attention: squares where a tag may come or go now.
        paused: True if the game waits to be resumed; the board is ignored meanwhile.
        can_mend: True if there are mismatches and the game could take over the placement.
        tap: the tap in progress, waiting for a runner or already with one.
        digits: set while the lights draw a number.
        rescued: report on a damaged journal, until it is acknowledged.
        begun_at: the date and time the game was begun, UTC, ISO 8601; None without one, or if
            the journal does not record it.
        thinking: how long the seat to act has been thinking, on the table's clock.
        reserves_left_s: the reserve that each seat has left since its last move; empty without.
        opponent: the seat of the computer opponent that has to decide; None if none has to.
            `seating.opponents` has the seats of all opponents.
        plain: numbers of the actions that the board played for opponents that did not answer.
        next_setup: who would play the next race, as chosen by buttons; None if nobody chooses.
        programs: names of the programs that may be opponents.
        lesson: where the game is in the lesson; None in a race.
        hints: number of hints that the phone of the seat to act may ask for.
        together: the race of two boards on the table; None without one.
        joining: the race that this board joins as soon as its log comes; empty for none.
        opponent_waits: True while it waits until people have carried or mended something.
    """

    revision: int
    version: int
    phase: Phase
    setup: Setup | None
    seating: Seating
    state: State | None
    plies: tuple[Ply, ...]
    played: int
    finding: RefereeFinding
    lights: dict[int, Meaning]
    look: Look
    lights_trouble: str | None
    take_back: int | None
    trouble: str | None
    readers: Mapping[int, ReaderState]
    attention: frozenset[int]
    paused: bool = False
    can_mend: bool = False
    tap: Tap | None = None
    digits: DrawnDigits | None = None
    rescued: Rescued | None = None
    begun_at: str | None = None
    thinking: Thinking = Thinking()
    reserves_left_s: tuple[float, ...] = ()
    opponent: int | None = None
    opponent_waits: bool = False
    plain: frozenset[int] = frozenset()
    next_setup: Setup | None = None
    programs: tuple[str, ...] = ()
    lesson: LessonAt | None = None
    hints: int = 0
    together: SharedRace | None = None
    joining: str = ""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Actions that are offered now: the legal ones, in a lesson those it asks for.

        While an action is on its way to the other board of a race, there are none.
        """
        if self.state is None or (self.together is not None and self.together.sent is not None):
            return ()
        return tuple(legal(self.state)) if self.lesson is None else self.lesson.asked

    @property
    def thinks(self) -> int | None:
        """Seat of the opponent that thinks or is about to act; None if none does."""
        return None if self.opponent_waits else self.opponent

    @property
    def clock(self) -> TurnClock | None:
        """Clock of the game; None without one."""
        if self.setup is None or self.setup.clock is msgspec.UNSET or self.lesson is not None:
            return None
        return self.setup.clock

    def turn_s(self, now_s: float) -> float | None:
        """Return how long the seat to act has been thinking, in seconds; None if no seat is."""
        return None if self.thinking.asked is None else self.thinking.spent_at(now_s)

    @property
    def blind(self) -> frozenset[int]:
        """Squares without a working reader: moves there are entered by phone."""
        return frozenset(square for square, state in self.readers.items() if state in BLIND)

    @property
    def absent(self) -> frozenset[int]:
        """Blind squares that are not meant to have a reader."""
        return frozenset(square for square, state in self.readers.items() if state == "absent")


def snapshot_of(table: TableState, now_s: float, revision: int) -> Snapshot:
    """Return the picture of a table."""
    saved, game = table.saved, table.game
    history = game.history if game is not None else ()
    return Snapshot(
        revision=revision,
        version=saved.version,
        phase=table.phase,
        setup=table.setup,
        seating=table.seating,
        state=table.position,
        plies=history[-RECENT_PLIES:],
        played=len(history),
        finding=table.finding,
        lights=_lit(table, now_s),
        look=table.look,
        lights_trouble=table.lights_trouble,
        take_back=None if saved.paused else saved.taken_back_by(),
        trouble=table.trouble,
        readers=table.readers,
        tap=table.tap,
        digits=None if table.number is None else DrawnDigits(table.number.until_s),
        rescued=table.rescued,
        attention=_attention(table),
        paused=saved.paused,
        can_mend=can_mend(table),
        begun_at=None if game is None else table.begun_at,
        thinking=table.thinking,
        reserves_left_s=reserves_left_s(table),
        opponent=(opponent := opponent_to_act(table)),
        opponent_waits=opponent is not None and waits_for_hands(table),
        plain=table.plain,
        next_setup=None if table.button_setup is None else table.button_setup.setup,
        programs=tuple(table.settings.programs),
        lesson=table.lesson,
        hints=hints_offered(table.saved.setup, game),
        together=shared_race(table),
        joining=table.races.joining,
    )


def _lit(table: TableState, now_s: float) -> dict[int, Meaning]:
    """Return the meaning of every lit square; while a number is drawn, only that is lit."""
    if table.number is not None:
        return dict.fromkeys(sorted(table.number.squares(now_s)), "digits")
    state = None if table.saved.paused else table.position
    blind = [square for square, reader in table.readers.items() if reader in BLIND]
    absent = [square for square, reader in table.readers.items() if reader == "absent"]
    cheers = table.cheer_until_s is not None and now_s < table.cheer_until_s
    lights = light_squares(
        state, table.seating, table.finding, blind, absent, cheers=cheers, actions=_offered(table)
    )
    return lights if table.saved.paused else tap_lit(table, lights)


def _offered(table: TableState) -> tuple[Action, ...] | None:
    """Return the actions that are offered, if they are not all legal ones; see `actions`."""
    if is_on_its_way(table):
        return ()
    return table.actions if table.in_lesson else None


def _attention(table: TableState) -> frozenset[int]:
    """Return the squares where a tag may come or go now."""
    if table.game is None:
        return frozenset()
    moving = frozenset() if table.saved.paused else squares_to_attend(table, table.finding)
    return moving | tap_attention(table)
