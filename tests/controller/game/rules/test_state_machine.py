"""Any game, with any options, played any way: what holds all the time, whatever is tried."""

import random

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from controller.game.history import Game
from controller.game.rules import Action, IllegalAction, State, apply, legal, parse, why
from controller.game.rules.events import CardDrawn
from controller.game.rules.legal import count_legal
from controller.game.rules.perft import branches
from tests.controller.game.rules.test_random_games import check
from tests.controller.game.rules.test_why import candidates
from tests.support.rules.many_games import beginning
from tests.support.rules.random_play import Chooser, careless, choose, homeward

STRETCH = 30


class AnyGame(RuleBasedStateMachine):
    """A game of its own for every run; nothing is drawn from anywhere but from Hypothesis."""

    game: Game
    rng: random.Random

    @initialize(seed=st.integers(0, 10**6))
    def begin(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.game = Game(beginning(self.rng))

    @property
    def state(self) -> State:
        return self.game.state

    def playing(self) -> bool:
        return self.state.prompt != "over"

    def push(self, action: Action) -> None:
        """Play it, and see that the pile changes by a draw or a deal alone."""
        before = self.state
        self.game = self.game.push(action)
        events = self.game.plies[-1].step.events
        drawn = tuple(event.card for event in events if isinstance(event, CardDrawn))
        if action.kind == "deal":
            assert (self.state.pile, drawn) == (action.cards, ())
        else:
            assert drawn == before.pile[: len(drawn)]
            assert self.state.pile == (*before.pile[len(drawn) :], *drawn)

    @precondition(playing)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """One action, any that is possible."""
        if self.state.prompt == "deal":
            cards = data.draw(st.permutations(self.state.pile))
            self.push(Action("deal", cards=tuple(cards)))
        else:
            self.push(data.draw(st.sampled_from(branches(self.state))))

    @precondition(playing)
    @rule(chooser=st.sampled_from([homeward, careless]))
    def play_on(self, chooser: Chooser) -> None:
        """Many actions at once, so that runs get beyond the first squares."""
        for _ in range(STRETCH):
            if self.playing():
                self.push(choose(self.state, self.rng, chooser))

    @rule(text=st.text(max_size=12))
    def try_anything(self, text: str) -> None:
        """What is not legal is refused with its reasons and leaves the position as it is."""
        before = self.state
        copy = msgspec.structs.replace(before)
        possible = {str(action) for action in branches(before)}
        for action in {*self.rng.sample(sorted(candidates(before)), 20), text}:
            reasons = why(before, action)
            if before.prompt != "deal":
                assert (not reasons) == (action in possible)
            if reasons:
                with pytest.raises(IllegalAction) as refused:
                    apply(before, action)
                assert refused.value.reasons == reasons
        assert before == copy
        assert hash(before) == hash(copy)

    @precondition(lambda self: self.game.plies)
    @rule(steps=st.integers(1, 5))
    def take_back_and_play_again(self, steps: int) -> None:
        """Back and forth is where one was."""
        state = self.state
        taken = self.game.plies[-steps:]
        for _ in taken:
            self.game = self.game.pop()
        for ply in taken:
            self.game = self.game.push(str(ply.action))
        assert self.state == state

    @invariant()
    def everything_holds(self) -> None:
        check(self.state)

    @invariant()
    def what_is_listed_is_legal_and_written_as_it_is_read(self) -> None:
        actions = legal(self.state)
        assert count_legal(self.state) == len(actions) == len(set(actions))
        for action in branches(self.state):
            assert parse(str(action)) == action
            assert why(self.state, str(action)) == ()


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
