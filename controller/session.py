"""One table: the game, its journal, the wood, and what follows when they meet.

The session is where an action becomes real: it is written to the journal first, then played,
then shown. It owns no thread and no clock of its own; `controller.service` gives it both.
"""

import random
from collections.abc import Callable
from typing import Final

import msgspec

from controller.commands import Abandon, Begin, Command, Confirm, Play, Refusal, TakeBack
from controller.config import Settings
from controller.game import Game
from controller.journal import EntryKind, Journal, JournalDamaged, JournalUnwritable, played
from controller.rules import (
    Action,
    BadSetup,
    IllegalAction,
    RulesError,
    State,
    legal,
    why,
)
from controller.setup import Setup, start_game
from controller.snapshot import RECENT_PLIES, Snapshot, phase_of
from controller.table.guidance import guide
from controller.table.pieces import Tags
from controller.table.referee import Candidate, Finding, lying_down
from controller.table.wood import Wood
from hardware.clock import Clock
from hardware.ports import BLIND, BoardEvent, Pressed, ReaderChanged, Sighting

ARRIVES_WITHIN_S: Final = 0.02
"""How long after a reading what it saw may take to be heard of here."""


class _Rest:
    """A candidate that rests.

    Attributes:
        candidate: what rests.
        since_s: since when.
        overtaken_s: since when the next player has begun to move, if so.
        proved_s: when a reading was first known to have shown that it has rested long enough.
    """

    def __init__(self, candidate: Candidate, since_s: float) -> None:
        self.candidate = candidate
        self.since_s = since_s
        self.overtaken_s: float | None = None
        self.proved_s: float | None = None


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
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._chance = chance
        self._settings = settings or Settings()
        self._last_read_s = last_read_s
        self._wood = Wood(tags, self._settings.departure_misses, self._settings.first_look_s)
        self._setup: Setup | None = None
        self._game: Game | None = None
        self._resting: _Rest | None = None
        self._waits_since_s = clock.now_s()
        self._trouble: str | None = None
        self._retry_s = float("-inf")
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
        self._journal.close()

    # What comes in

    def sense(self, event: BoardEvent) -> None:
        """Take in what the board reports: a sighting, a button, or how a reader is."""
        match event:
            case Pressed():
                self._press(event)
            case Sighting():
                self._wood.see(event, self._state)
            case ReaderChanged():
                if self._wood.reader_changed(event):
                    self._waits_since_s = self._clock.now_s()
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
            self._hold_on(error)
            raise Refusal("not-saved", str(error)) from error
        finally:
            self.tick()
        return self._journal.version

    def tick(self) -> float | None:
        """Let time do its part, and make a new snapshot if anything has changed.

        Returns:
            When to be called again at the latest, in the clock's seconds; None for never.
        """
        self._wood.pass_time(self._clock.now_s(), self._state)
        finding, deadline_s = self._consider()
        picture = self._picture(finding)
        if msgspec.structs.replace(picture, revision=self._revision) != self._snapshot:
            self._revision += 1
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
                self._play(action)
            case Confirm(version):
                self._current(version)
                self._confirm()
            case TakeBack(seat, version):
                self._current(version)
                if self._game is None or self._game.taken_back_by() != seat:
                    raise Refusal(
                        "not-offered", "There is nothing of yours that can be taken back now."
                    )
                self._undo()
            case Abandon(version):
                self._current(version)
                self._write("abandon")
                self._game = None
                self._wood.left_alone()

    def _current(self, version: int) -> State:
        """The state, if the sender has seen this very version of it."""
        if self._game is None:
            raise Refusal("no-game", "No game is under way. Set one up first.")
        if version != self._journal.version:
            raise Refusal("stale", "The game has moved on. Look again, then choose.")
        return self._game.state

    def _begin(self, setup: Setup) -> None:
        if self._game is not None and self._game.state.prompt != "over":
            raise Refusal(
                "game-running", "A game is under way. Finish or abandon it, then begin another."
            )
        game = start_game(setup)
        self._write("begin", msgspec.json.encode(setup).decode())
        self._take_up(setup, game)
        self._wood.begun(game.state)

    def _take_up(self, setup: Setup, game: Game) -> None:
        self._setup = setup
        self._wood.seat(setup.seats)
        self._game = game
        self._waits_since_s = self._clock.now_s()

    def _press(self, event: Pressed) -> None:
        """Buttons are pressed by whoever is at the table; a press out of place does nothing."""
        if self._game is None:
            return
        try:
            if event.button == "confirm":
                self._confirm()
            elif self._game.taken_back_by() is not None:
                self._undo()
        except Refusal:
            return
        except JournalUnwritable as error:
            self._hold_on(error)

    def _confirm(self) -> None:
        finding = self._judge()
        if finding.put_back:
            self._undo()
        elif finding.candidate is not None:
            if finding.held:
                raise Refusal("table-not-ready", "First put the other runners right.")
            self._play(str(finding.candidate.action))
        elif (forced := self._forced()) is not None:
            self._play(str(forced))
        else:
            raise Refusal("not-offered", "There is nothing to confirm just now.")

    # The game

    def _play(self, text: str) -> None:
        """Journal an action, then play it."""
        assert self._game is not None
        before = self._game.state
        reasons = why(before, text)
        if reasons:
            raise IllegalAction(text, reasons)
        self._write("play", text)
        self._game.push(text)
        self._changed(before)

    def _undo(self) -> None:
        assert self._game is not None
        before = self._game.state
        self._write("undo")
        self._game.pop()
        self._changed(before)

    def _write(self, kind: EntryKind, text: str = "") -> None:
        """Write to the journal; what could not be written before is in nobody's way any more."""
        self._journal.append(kind, text)
        self._trouble = None
        self._retry_s = float("-inf")

    def _changed(self, before: State) -> None:
        assert self._game is not None
        self._wood.played(before, self._game.state)
        self._resting = None
        self._waits_since_s = self._clock.now_s()

    def _consider(self) -> tuple[Finding, float | None]:
        """Play whatever is due by now; returns what is left, and when to look again."""
        try:
            while self._step():
                pass
        except JournalUnwritable as error:
            self._hold_on(error)
        finding = self._judge()
        due_s = self._deadline_s(finding)
        return finding, max(due_s, self._retry_s) if due_s is not None else None

    def _hold_on(self, error: JournalUnwritable) -> None:
        """Say what is wrong, and try no more by itself for a while."""
        self._trouble = str(error)
        self._retry_s = self._clock.now_s() + self._settings.pause_s

    def _step(self) -> bool:
        """Play one thing that is due; returns whether there was one."""
        if self._game is None or self._game.state.prompt == "over":
            return False
        if self._clock.now_s() < self._retry_s:
            return False
        state = self._game.state
        if self._draws_chance(state):
            self._play(str(self._draw_chance(state)))
            return True
        now_s = self._clock.now_s()
        finding = self._judge()
        candidate = finding.candidate
        if candidate is None or finding.held:
            self._resting = None
        elif self._resting is None or self._resting.candidate != candidate:
            self._resting = _Rest(candidate, now_s)
        if self._resting is not None and not finding.overtaken:
            self._resting.overtaken_s = None
        elif self._resting is not None and self._resting.overtaken_s is None:
            self._resting.overtaken_s = now_s
        due_s = self._deadline_s(finding)
        if due_s is None or now_s < due_s:
            return False
        action = candidate.action if candidate is not None else self._forced()
        assert action is not None
        self._play(str(action))
        return True

    def _deadline_s(self, finding: Finding) -> float | None:
        """When something becomes due by itself."""
        if self._game is not None and self._draws_chance(self._game.state):
            return self._retry_s
        if self._resting is not None:
            return self._rested_s(self._resting)
        if finding.candidate is None and not finding.mismatches and self._goes_on_alone():
            return self._waits_since_s + self._settings.pause_s
        return None

    def _rested_s(self, rest: _Rest) -> float | None:
        """When a candidate has rested for long enough, or when to ask again."""
        if self._wood.wavers(rest.candidate.colour):
            rest.proved_s = None
            return None  # The next reading will tell whether it still rests.
        due_s = rest.since_s + self._settings.settle_s
        if rest.overtaken_s is not None:
            due_s = min(due_s, rest.overtaken_s)
        now_s = self._clock.now_s()
        if self._last_read_s is None or now_s < due_s:
            return due_s
        if rest.proved_s is None or rest.proved_s < due_s:
            read_s = self._last_read_s(rest.candidate.square)
            if read_s is None or read_s < due_s:
                return now_s + ARRIVES_WITHIN_S
            rest.proved_s = now_s
        return rest.proved_s + ARRIVES_WITHIN_S

    def _forced(self) -> Action | None:
        """The only thing the seat to act may do, if that is no choice and no move."""
        if self._game is None or self._game.state.prompt != "move":
            return None
        actions = legal(self._game.state)
        if len(actions) == 1 and actions[0].kind in ("miss", "chew", "rest", "restart"):
            return actions[0]
        return None

    def _goes_on_alone(self) -> bool:
        """Whether the turn needs nobody: a missed one, or a turning that no crown can tell of."""
        forced = self._forced()
        if forced is None or forced.kind == "restart" or self._game is None:
            return False
        seat = self._game.state.to_act
        assert seat is not None
        lying = lying_down(self._game.state.seats[seat])
        if forced.kind == "miss" or lying is None:
            return True
        return not self._wood.senses_turning(self._game.state, seat, lying)

    def _draws_chance(self, state: State) -> bool:
        """Whether chance is due and the electronics' to draw."""
        by_hand = self._setup is not None and self._setup.chance == "by-hand"
        return state.prompt in ("deal", "roll") and not by_hand

    def _draw_chance(self, state: State) -> Action:
        if state.prompt == "roll":
            return Action("roll", value=self._chance.randint(1, len(state.rules.table)))
        cards = list(state.rules.deck)
        self._chance.shuffle(cards)
        return Action("deal", cards=tuple(cards))

    @property
    def _state(self) -> State | None:
        return self._game.state if self._game else None

    def _judge(self) -> Finding:
        return self._wood.judge(self._game) if self._game else Finding()

    # Starting and showing

    def _resume(self) -> None:
        """Go on with the game in the journal, if one is under way."""
        entries = self._journal.current_game()
        if not entries:
            return
        try:
            setup = msgspec.json.decode(entries[0].text, type=Setup)
            game = start_game(setup)
            game.replay(played(entries))
        except (msgspec.DecodeError, RulesError, IndexError) as error:
            # Without the position: it would show every hand to whoever reads the terminal.
            cause = error.refusal if isinstance(error, IllegalAction) else error
            raise JournalDamaged(
                f"{self._journal.path}: the game under way cannot be replayed ({cause})"
            ) from error
        self._take_up(setup, game)
        self._wood.look_over_until(self._clock.now_s() + self._settings.first_look_s)
        if entries[-1].kind == "abandon":
            self._game = None

    def _picture(self, finding: Finding) -> Snapshot:
        game = self._game
        readers = self._wood.readers
        blind = [square for square, state in readers.items() if state in BLIND]
        return Snapshot(
            revision=self._revision,
            version=self._journal.version,
            phase=phase_of(game),
            setup=self._setup,
            seating=self._wood.seating,
            state=self._state,
            plies=game.plies[-RECENT_PLIES:] if game else (),
            played=len(game.plies) if game else 0,
            finding=finding,
            lights=guide(self._state, self._wood.seating, finding, blind),
            take_back=game.taken_back_by() if game else None,
            trouble=self._trouble,
            readers=readers,
            attention=self._wood.attention(game, finding) if game else frozenset(),
        )
