"""Random games at a table where tags flicker and readers go out: nothing is played but what was
done, and everything that was done is played.
"""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import Settings
from controller.game.rules import Action, legal
from controller.table.commands import TakeBack
from controller.table.lit_squares import destination
from tests.support.table.tabletop import NAMES, SCAN_S, SETTLE_S, Tabletop

FIRST_LOOK_S = Settings().first_look_s


class Hands:
    """Hands and phones that play random actions and keep the wood in order, more or less."""

    def __init__(self, table: Tabletop, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.done: list[str] = []

    def act(self) -> None:
        """Let the seat to act do something, by hand if a hand can do it."""
        table = self.table
        self.carry_what_is_to_be_carried(at_least=table.to_act)
        self.note_what_came_by_itself()
        name, action = table.to_act, self.rng.choice(legal(table.state))
        assert name is not None
        to = destination(table.state, action)
        if to is not None and to in [table.where(other) for other in NAMES[:3] if other != name]:
            self.carry_what_is_to_be_carried()  # Somebody stands where the game has nobody.
        felt = table.where(name) not in table.world.out
        by_hand = to is not None or (action.kind == "chew" and table.crowned and felt)
        if not by_hand or self.rng.random() < 0.2:
            table.phone(name, str(action))
        elif to is None:
            table.turn(name)
            table.wait(SETTLE_S + 3 * SCAN_S)
        else:
            self.move(name, action, to)
        self.done.append(str(action))

    def note_what_came_by_itself(self) -> None:
        """A turn that needs nobody is not a hand's."""
        felt = self.table.crowned and not self.table.world.out
        alone = ["miss"] if felt else ["miss", "chew"]
        for action in self.table.actions[len(self.done) :]:
            assert action in alone
            self.done.append(action)

    def move(self, name: str, action: Action, to: int) -> None:
        table = self.table
        how = self.rng.choice(("lift", "put", "slide", "hesitate"))
        stops = [destination(table.state, each) for each in legal(table.state)]
        others = [stop for stop in stops if stop is not None and stop != to]
        if how == "lift":
            table.lift(name)
        elif how == "slide":
            for stop in self.rng.sample(others, min(2, len(others))):
                table.slide(name, stop, rest_s=self.rng.choice((SCAN_S, SETTLE_S / 2)))
        elif how == "hesitate":
            table.put(name, self.rng.choice(others or [to]))
            table.wait(self.rng.choice((SETTLE_S / 3, SETTLE_S - 2 * SCAN_S)))
            table.lift(name)
        table.put(name, to)
        table.wait(SETTLE_S + 3 * SCAN_S)
        if to in table.world.out:
            table.phone(name, str(action))

    def carry_what_is_to_be_carried(self, at_least: str | None = None) -> None:
        """Mostly everything; sometimes only what the next move depends on."""
        table = self.table
        for seat, holder in enumerate(table.state.seats):
            name, (runner,) = NAMES[seat], holder.runners
            if at_least != name and at_least is not None and self.rng.random() < 0.3:
                continue
            stands = table.where(name)
            if runner.at == 0:
                if stands is not None:
                    table.knock(name)
                continue
            down = runner.obligation == "chew"
            if stands != runner.at or table.lies(name) != down:
                if stands is not None:
                    table.lift(name)
                table.put(name, runner.at, face_down=down)
        table.wait(3 * SCAN_S)

    def take_back(self) -> None:
        seat = self.table.snapshot.take_back
        if seat is not None:
            self.table.command(TakeBack(seat, self.table.snapshot.version))
            self.done.pop()

    def idle(self) -> None:
        self.table.wait(2 * SETTLE_S)

    def reader_out(self) -> None:
        """Of a square that matters, mostly."""
        table = self.table
        stands = [table.where(name) for name in NAMES[:3]]
        goes = [destination(table.state, action) for action in legal(table.state)]
        square = self.rng.choice([square for square in (*stands, *goes) if square] or [1])
        table.reader(square, self.rng.choice(("resetting", "quarantined")))

    def reader_back(self) -> None:
        """Once the wood stands as the game has it: what is found elsewhere is to be touched."""
        if self.table.world.out:
            self.carry_what_is_to_be_carried()
            self.table.reader(self.rng.choice(sorted(self.table.world.out)), "back")
            self.table.wait(FIRST_LOOK_S)

    def pull_the_plug(self) -> None:
        """Once the wood stands as the game has it: nobody remembers errands without power."""
        self.carry_what_is_to_be_carried()
        self.table.pull_the_plug()
        self.table.wait(FIRST_LOOK_S)
        for square in self.table.world.out:
            self.table.reader(square, "quarantined")


STEPS = ("act", "act", "act", "act", "take_back", "idle", "pull_the_plug")
READERS = ("reader_out", "reader_out", "reader_back")


def play(seed: int, rate: float, wood: str, plan: list[str]) -> None:
    """Play to a plan; what is played must be what hands and phones did, step by step."""
    with tempfile.TemporaryDirectory() as folder:
        cards = ("show", "show", "free-ride")
        table = Tabletop(Path(folder), crowned=wood == "crowned", cards=cards)
        table.world.weakness, table.world.rate = random.Random(seed), rate
        hands = Hands(table, random.Random(seed))
        try:
            for what in plan:
                getattr(hands, what)()
                hands.note_what_came_by_itself()
                assert table.actions == hands.done, (what, table.finding)
        finally:
            table.session.close()


SEEDS = st.integers(0, 2**32)
WOODS = st.sampled_from(("crowned", "plain"))


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(
    SEEDS, st.floats(0.05, 0.9), WOODS, st.lists(st.sampled_from(STEPS), min_size=5, max_size=15)
)
def test_what_is_played_is_what_the_hands_did_however_tags_flicker(
    seed: int, rate: float, wood: str, plan: list[str]
) -> None:
    play(seed, rate, wood, plan)


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(
    SEEDS,
    st.floats(0.0, 0.5),
    WOODS,
    st.lists(st.sampled_from(STEPS + READERS), min_size=5, max_size=15),
)
def test_what_is_played_is_what_hands_and_phones_did_whatever_readers_are_out(
    seed: int, rate: float, wood: str, plan: list[str]
) -> None:
    play(seed, rate, wood, plan)
