"""One table: the game, its journal, the wood, and what follows when they meet.

The session is where an action becomes real: it is written to the journal first, then played,
then shown. It owns no thread and no clock of its own; `controller.service` gives it both.
"""

import contextlib
import random
from collections.abc import Callable

import msgspec

from controller.commands import (
    Abandon,
    Begin,
    Command,
    Confirm,
    Play,
    Refusal,
    SetLook,
    TakeBack,
)
from controller.config import Settings
from controller.journal import Journal, JournalUnwritable
from controller.journalled import JournalledGame
from controller.light.look import Look
from controller.playing import Playing
from controller.preferences import Preferences, problem_with
from controller.presses import command_of
from controller.rules import BadSetup, IllegalAction, State
from controller.setup import Setup
from controller.snapshot import RECENT_PLIES, Snapshot, phase_of
from controller.table.guidance import guide
from controller.table.pieces import Tags
from controller.table.referee import Finding
from controller.table.settling import Settling, forced
from controller.table.wood import Wood
from hardware.clock import Clock
from hardware.ports import BLIND, BoardEvent, LightsChanged, Pressed, ReaderChanged, Sighting


class Session:
    """A table with at most one game at a time. Not thread-safe.

    Args:
        journal: where actions are kept; a game found there goes on.
        tags: which tag is in which runner.
        clock: the table's time.
        chance: draws cards and dice.
        settings: how patient the table is.
        last_read_s: when a square was last read successfully, None if never. With it a runner
            has rested only once it was still seen at the end of the settle time; without it
            silence is taken for rest, which suits boards that report every change at once.
        preferences: where the look of the lights is kept; None to forget it.

    Raises:
        JournalDamaged: the game in the journal does not follow the rules.
    """

    def __init__(
        self,
        journal: Journal,
        tags: Tags,
        clock: Clock,
        chance: random.Random,
        settings: Settings | None = None,
        last_read_s: Callable[[int], float | None] | None = None,
        preferences: Preferences | None = None,
    ) -> None:
        settings = settings or Settings()
        self._clock = clock
        self._first_look_s = settings.first_look_s
        self._after_race_s = settings.after_race_s
        self._kept = JournalledGame(journal)
        self._wood = Wood(tags, settings.departure_misses, settings.first_look_s)
        self._settling = Settling(self._wood, clock, settings, last_read_s)
        self._playing = Playing(
            self._kept, self._wood, self._settling, clock, chance, settings.pause_s
        )
        self._preferences = preferences
        self._look = preferences.look() if preferences is not None else Look()
        self._lights_trouble: str | None = None
        self._phase_since_s = clock.now_s()
        self._revision = 0
        self._resume()
        self._snapshot = self._picture(Finding())
        self.tick()

    @property
    def snapshot(self) -> Snapshot:
        """The newest picture of everything."""
        return self._snapshot

    def close(self) -> None:
        """Let go of the journal."""
        self._kept.close()

    # What comes in

    def sense(self, event: BoardEvent) -> None:
        """Take in what the board reports: a sighting, a button, how readers and lights are."""
        match event:
            case Pressed():
                self._press(event)
            case Sighting():
                self._wood.see(event, self._kept.state)
            case ReaderChanged():
                if self._wood.reader_changed(event):
                    self._settling.wait_anew()
            case LightsChanged():
                self._lights_trouble = event.trouble
        self.tick()

    def carry_out(self, command: Command) -> int:
        """Carry out a command.

        Returns:
            The version of the game afterwards.

        Raises:
            Refusal: it was not carried out, and why.
        """
        try:
            self._dispatch(command)
        except IllegalAction as error:
            sentences = " ".join(each.message for each in error.reasons)
            raise Refusal(error.reasons[0].code, sentences, error.reasons) from error
        except BadSetup as error:
            raise Refusal(error.code, str(error)) from error
        except JournalUnwritable as error:
            self._playing.hold_on(error)
            raise Refusal("not-saved", str(error)) from error
        finally:
            self.tick()
        return self._kept.version

    def tick(self) -> float | None:
        """Let time do its part, and make a new snapshot if anything has changed.

        Returns:
            When to be called again at the latest, in the clock's seconds; None for never.
        """
        self._wood.pass_time(self._clock.now_s(), self._kept.state)
        finding, deadline_s = self._playing.go_on()
        picture = self._picture(finding)
        if msgspec.structs.replace(picture, revision=self._revision) != self._snapshot:
            self._revision += 1
            if picture.phase != self._snapshot.phase:
                self._phase_since_s = self._clock.now_s()
            self._snapshot = msgspec.structs.replace(picture, revision=self._revision)
        return min(
            (due_s for due_s in (deadline_s, self._wood.due_s) if due_s is not None), default=None
        )

    # Commands

    def _dispatch(self, command: Command) -> None:
        match command:
            case Begin(setup):
                self._begin(setup)
            case Play(seat, action, version):
                state = self._current(version)
                if seat != state.to_act and state.to_act is not None:
                    name = self._wood.seating.players[state.to_act].name
                    raise Refusal("not-your-turn", f"It is {name}'s turn.")
                self._playing.play(action)
            case Confirm(version):
                self._current(version)
                self._confirm()
            case TakeBack(seat, version):
                self._current(version)
                if self._kept.taken_back_by() != seat:
                    raise Refusal(
                        "not-offered", "There is nothing of yours that can be taken back now."
                    )
                self._playing.undo()
            case Abandon(version):
                self._current(version)
                self._playing.abandon()
            case SetLook():
                self._set_look(command)

    def _current(self, version: int) -> State:
        """The state, if the sender has seen this very version of it."""
        state = self._kept.state
        if state is None:
            raise Refusal("no-game", "No game is under way. Set one up first.")
        if version != self._kept.version:
            raise Refusal("stale", "The game has moved on. Look again, then choose.")
        return state

    def _begin(self, setup: Setup) -> None:
        state = self._kept.state
        if state is not None and state.prompt != "over":
            raise Refusal(
                "game-running", "A game is under way. Finish or abandon it, then begin another."
            )
        self._playing.begin(setup)

    def _press(self, event: Pressed) -> None:
        command = command_of(event, self._snapshot)
        if isinstance(command, Begin) and event.at_s < self._phase_since_s + self._after_race_s:
            return
        if command is not None:
            with contextlib.suppress(Refusal):
                self.carry_out(command)

    def _set_look(self, wanted: SetLook) -> None:
        changes = {
            key: value for key, value in msgspec.structs.asdict(wanted).items() if value is not None
        }
        look = msgspec.structs.replace(self._look, **changes)
        problem = problem_with(look)
        if problem is not None:
            raise Refusal("bad-request", problem)
        self._look = look
        if self._preferences is not None:
            self._preferences.keep(look)

    def _confirm(self) -> None:
        finding = self._playing.judge()
        if finding.put_back:
            self._playing.undo()
        elif finding.candidate is not None:
            if finding.held:
                raise Refusal("table-not-ready", "First put the other runners right.")
            self._playing.play(str(finding.candidate.action))
        elif (state := self._kept.state) is not None and (only := forced(state)) is not None:
            self._playing.play(str(only))
        else:
            raise Refusal("not-offered", "There is nothing to confirm just now.")

    # Starting and showing

    def _resume(self) -> None:
        """Go on with the game in the journal, if there is one."""
        if self._kept.setup is not None:
            self._wood.seat(self._kept.setup.seats)
            self._wood.look_over_until(self._clock.now_s() + self._first_look_s)

    def _picture(self, finding: Finding) -> Snapshot:
        game = self._kept.game
        readers = self._wood.readers
        blind = [square for square, state in readers.items() if state in BLIND]
        absent = [square for square, state in readers.items() if state == "absent"]
        return Snapshot(
            revision=self._revision,
            version=self._kept.version,
            phase=phase_of(game),
            setup=self._kept.setup,
            seating=self._wood.seating,
            state=self._kept.state,
            plies=game.plies[-RECENT_PLIES:] if game else (),
            played=len(game.plies) if game else 0,
            finding=finding,
            lights=guide(self._kept.state, self._wood.seating, finding, blind, absent),
            look=self._look,
            lights_trouble=self._lights_trouble,
            take_back=game.taken_back_by() if game else None,
            trouble=self._playing.trouble,
            readers=readers,
            attention=self._wood.attention(game, finding) if game else frozenset(),
        )
