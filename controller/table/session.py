"""One table: the game, its journal, the wood, and what follows when they meet.

The session is where an action becomes real: it is written to the journal first, then played,
then shown. It owns no thread and no clock of its own; `controller.table.actor` gives it both.
"""

import contextlib
import random
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from controller.config import Settings
from controller.game.journal.damage import DamageNote
from controller.game.journal.journal import Journal, JournalUnwritable, KeptGame
from controller.game.journal.saved_game import NoSuchGame, SavedGame
from controller.game.pieces import Tags
from controller.game.rules import BadSetup, IllegalAction, State
from controller.light.digits import LONGEST, Signs, Spot, can_be_shown
from controller.light.look import Look
from controller.light.meanings import Meaning
from controller.light.preferences import Preferences, problem_with
from controller.refusal import Refusal
from controller.table.buttons import command_of
from controller.table.commands import (
    Abandon,
    AskTap,
    Begin,
    Command,
    Confirm,
    EndTap,
    Load,
    Mend,
    Pause,
    Play,
    SeeRescue,
    SetAside,
    SetLook,
    ShowSign,
    TakeBack,
)
from controller.table.guidance import guide
from controller.table.mending import CannotMend
from controller.table.physical_board import PhysicalBoard
from controller.table.referee import RefereeFinding
from controller.table.settle import SettleTimer, forced
from controller.table.snapshot import RECENT_PLIES, Snapshot, phase_of
from controller.table.tap_to_join import TapToJoin
from controller.table.turn_times import Times
from controller.table.turns import Turns
from hardware.clock import Clock
from hardware.ports import BLIND, BoardEvent, LightsChanged, Pressed, ReaderChanged, Sighting


class Session:
    """A table with at most one game at a time. Not thread-safe.

    Args:
        journal: stores the actions; a game found there is resumed.
        tags: the runner of each tag.
        clock: the table's time.
        chance: draws cards and dice.
        settings: the times the table waits.
        last_read_s: returns the time a square was last read successfully, None if never. With it
            a runner has rested only once it was still seen at the end of the settle time;
            without it silence counts as rest, for boards that report every change at once.
        preferences: stores the look of the lights; None to forget it.
        places: row and column of every square with a light, from the upper left; empty for a
            board without lights.
        damage: reports the repair of a damaged journal; None for no report.

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
        places: Mapping[int, Spot] | None = None,
        damage: DamageNote | None = None,
    ) -> None:
        settings = settings or Settings()
        self._clock = clock
        self._first_look_s = settings.first_look_s
        self._after_race_s = settings.after_race_s
        self._kept = SavedGame(journal)
        self._wood = PhysicalBoard(
            tags, settings.departure_misses, settings.first_look_s, settings.settle_s
        )
        self._settling = SettleTimer(self._wood, clock, settings, last_read_s)
        self._playing = Turns(
            self._kept, self._wood, self._settling, clock, chance, settings.pause_s
        )
        self._tapping = TapToJoin(self._wood, clock, settings)
        self._signs = Signs(places or {})
        self._sign_s = settings.sign_s
        self._preferences = preferences
        self._look = preferences.look() if preferences is not None else Look()
        self._damage = damage
        self._rescued = damage.read() if damage is not None else None
        self._lights_trouble: str | None = None
        self._times = Times(self._kept, clock)
        self._revision = 0
        self._resume()
        self._snapshot = self._picture(RefereeFinding())
        self.tick()

    @property
    def snapshot(self) -> Snapshot:
        """Newest snapshot."""
        return self._snapshot

    @property
    def under_way(self) -> int | None:
        """Number of the game on the table, also once it is over; None without one."""
        return self._kept.number if self._kept.game is not None else None

    def kept(self, number: int) -> KeptGame | None:
        """Return a game of the journal by its number; None if there is none."""
        return self._kept.kept(number)

    def newest(self, most: int) -> tuple[tuple[int, int], ...]:
        """Return the number and the last entry of each of the newest games, newest first."""
        return self._kept.newest(most)

    def close(self) -> None:
        """Close the journal."""
        self._kept.close()

    # Inputs

    def sense(self, event: BoardEvent) -> None:
        """Take in a board event: a sighting, a press, a change of readers or lights."""
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
            Refusal: it was not carried out; says why.
        """
        try:
            self._dispatch(command)
        except IllegalAction as error:
            sentences = " ".join(each.message for each in error.reasons)
            raise Refusal(error.reasons[0].code, sentences, error.reasons) from error
        except BadSetup as error:
            raise Refusal(error.code, error.template, (), **error.facts) from error
        except CannotMend as error:
            raise Refusal("table-not-ready", error.template, (), **error.facts) from error
        except NoSuchGame as error:
            raise Refusal("no-such-game", str(error)) from error
        except JournalUnwritable as error:
            self._playing.hold_on(error)
            raise Refusal("not-saved", str(error)) from error
        finally:
            self.tick()
        return self._kept.version

    def tick(self) -> float | None:
        """Do what is due by now, and make a new snapshot if anything has changed.

        Returns:
            Latest time of the next call, in the clock's seconds; None for never.
        """
        self._wood.pass_time(self._clock.now_s(), self._kept.state)
        self._signs.pass_time(self._clock.now_s())
        self._tapping.observe(self._kept.game)
        finding, deadline_s = self._playing.go_on()
        self._tapping.make_room(self._kept.game, finding)
        self._times.note()
        picture = self._picture(finding)
        if picture != self._snapshot:
            self._revision += 1
            self._snapshot = msgspec.structs.replace(picture, revision=self._revision)
        moments = (
            deadline_s,
            self._wood.due_s,
            self._tapping.due_s(),
            self._signs.due_s(self._clock.now_s()),
        )
        return min((due_s for due_s in moments if due_s is not None), default=None)

    # Commands

    def _dispatch(self, command: Command) -> None:
        match command:
            case Begin(setup):
                self._nobody_plays()
                self._playing.begin(setup)
            case Play(seat, action, version):
                state = self._current(version)
                if seat != state.to_act and state.to_act is not None:
                    name = self._wood.seating.players[state.to_act].name
                    raise Refusal("not-your-turn", "It is {name}'s turn.", name=name)
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
                self._unchanged(version)
                self._playing.abandon()
            case SetAside(version):
                self._not_over(self._unchanged(version))
                self._playing.set_aside()
            case Load(game):
                self._nobody_plays()
                self._playing.load(game)
            case Pause(paused):
                self._pause(paused=paused)
            case Mend(by, version):
                self._current(version)
                self._mend(by)
            case SetLook():
                self._set_look(command)
            case AskTap():
                self._tapping.ask(self._kept.game, self._playing.judge())
            case EndTap(number):
                self._tapping.end(number)
            case ShowSign(text):
                self._show(text)
            case SeeRescue():
                self._see_rescue()

    def _current(self, version: int) -> State:
        """Return the state; refuse if the sender saw another version or the game is paused."""
        if self._kept.paused:
            raise Refusal("paused", "The game is paused. Let it go on first.")
        return self._unchanged(version)

    def _unchanged(self, version: int) -> State:
        """Return the state; refuse if the sender saw another version."""
        state = self._under_way()
        if version != self._kept.version:
            raise Refusal("stale", "The game has moved on. Look again, then choose.")
        return state

    def _under_way(self) -> State:
        state = self._kept.state
        if state is None:
            raise Refusal("no-game", "No game is under way. Set one up first.")
        return state

    def _not_over(self, state: State) -> None:
        if state.prompt == "over":
            raise Refusal("not-offered", "The game is over, and kept already.")

    def _nobody_plays(self) -> None:
        state = self._kept.state
        if state is not None and state.prompt != "over":
            raise Refusal(
                "game-running", "A game is under way. Finish or abandon it, then begin another."
            )

    def _pause(self, *, paused: bool) -> None:
        self._not_over(self._under_way())
        if paused != self._kept.paused:
            self._playing.pause(paused=paused)

    def _mend(self, by: Literal["board", "game"]) -> None:
        if self._playing.judge() == RefereeFinding():
            raise Refusal("not-offered", "Wood and game agree: there is nothing to mend.")
        if by == "board":
            self._playing.mend_by_board()
        else:
            self._playing.mend_by_game()

    def _press(self, event: Pressed) -> None:
        command = command_of(event, self._snapshot)
        if (
            isinstance(command, Begin)
            and event.at_s < self._times.phase_since_s + self._after_race_s
        ):
            return
        if command is not None:
            with contextlib.suppress(Refusal):
                self.carry_out(command)

    def _set_look(self, wanted: SetLook) -> None:
        changes = {
            key: value for key, value in msgspec.structs.asdict(wanted).items() if value is not None
        }
        look = msgspec.structs.replace(self._look, **changes)
        if (problem := problem_with(look)) is not None:
            raise Refusal("bad-request", problem)
        changed, self._look = look != self._look, look
        if changed and self._preferences is not None:
            self._preferences.keep(look)

    def _show(self, text: str) -> None:
        if not can_be_shown(text):
            raise Refusal(
                "bad-request", "Lights can draw a number of {most} digits at most.", most=LONGEST
            )
        if not self._signs.possible or self._lights_trouble is not None:
            raise Refusal("no-lights", "This board has no lights that could draw a number.")
        self._signs.show(text, self._clock.now_s(), self._sign_s)

    def _see_rescue(self) -> None:
        self._rescued = None
        if self._damage is not None:
            self._damage.seen()

    def _lit(
        self, finding: RefereeFinding, blind: list[int], absent: list[int]
    ) -> dict[int, Meaning]:
        """Return the meaning of every lit square; while a number is drawn, only that is lit."""
        drawn = self._signs.squares(self._clock.now_s())
        if drawn is not None:
            return dict.fromkeys(sorted(drawn), "sign")
        state = None if self._kept.paused else self._kept.state
        lights = guide(state, self._wood.seating, finding, blind, absent)
        return self._tapping.lit(self._kept.game, lights)

    def _attention(self, finding: RefereeFinding) -> frozenset[int]:
        game = self._kept.game
        if game is None:
            return frozenset()
        moving = frozenset() if self._kept.paused else self._wood.attention(game, finding)
        return moving | self._tapping.attention(game)

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
        """Resume the game in the journal, if there is one."""
        if self._kept.setup is not None and self._kept.game is not None:
            self._wood.seat(self._kept.setup.seats)
            self._wood.look_over(self._kept.game, self._clock.now_s() + self._first_look_s)

    def _picture(self, finding: RefereeFinding) -> Snapshot:
        game = self._kept.game
        history = game.history if game else ()
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
            plies=history[-RECENT_PLIES:],
            played=len(history),
            finding=finding,
            lights=self._lit(finding, blind, absent),
            look=self._look,
            lights_trouble=self._lights_trouble,
            take_back=game.taken_back_by() if game and not self._kept.paused else None,
            trouble=self._playing.trouble,
            readers=readers,
            tap=self._tapping.tap,
            sign=self._signs.sign,
            rescued=self._rescued,
            attention=self._attention(finding),
            paused=self._kept.paused,
            can_mend=self._playing.can_mend(finding),
            begun_at=None if game is None else self._times.begun_at,
            turn_since_s=self._times.turn_since_s,
        )
