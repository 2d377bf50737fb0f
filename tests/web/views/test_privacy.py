"""Hands stay private: what a seat may not know makes no difference to what it is sent."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.game.history import Ply
from controller.game.rules.events import HIDDEN, Event
from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import NAMES, Tabletop
from tests.support.tiers import sample
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

MOST_ACTIONS = 250
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {}),
    (5, {}),
    (6, {}),
    (2, {}),
    (3, {"runners": 2, "hare": "tournament"}),
    (4, {"hare": "number-cards"}),
    (3, {"hare": "die-table", "teams": None}),
]


def snapshots(folder: Path, seed: int) -> list[Snapshot]:
    """A game by phone to its end, every snapshot of it."""
    rng = random.Random(seed)
    seats, options = SETTINGS[seed]
    deck = ["give-ten", "lose-half", "show", "restore", "shuffle", "more-behind"]
    rng.shuffle(deck)
    table = Tabletop(folder, seats, options=options, cards=() if "hare" in options else deck)
    seen = [table.snapshot]
    try:
        for _ in range(MOST_ACTIONS):
            seat = table.state.to_act
            if seat is None:
                return seen
            me = view(table.snapshot, seat, in_english(), (), "")["me"]
            # One in three actions at random, so that hares and mistakes happen too.
            usual = rng.random() < 0.67 and len(me["runners"]) == 1
            choices = [each["action"] for each in (*me["destinations"], *me["choices"])]
            table.phone(NAMES[seat], choose(me, rng) if usual else rng.choice(choices))
            seen.append(table.snapshot)
    finally:
        table.session.close()
    return seen


def otherwise(snapshot: Snapshot, seat: int, rng: random.Random) -> Snapshot:
    """The same game, had this seat other carrots and the pile another order."""
    state = snapshot.state
    assert state is not None
    replace = msgspec.structs.replace
    holder = replace(state.seats[seat], carrots=state.seats[seat].carrots + rng.randint(1, 99))
    pile = list(state.pile)
    rng.shuffle(pile)
    seats = (*state.seats[:seat], holder, *state.seats[seat + 1 :])
    plies = tuple(_other_ply(ply, seat) for ply in snapshot.plies)
    return replace(snapshot, state=replace(state, seats=seats, pile=tuple(pile)), plies=plies)


def _other_ply(ply: Ply, seat: int) -> Ply:
    events = tuple(_other_event(event, seat) for event in ply.step.events)
    return msgspec.structs.replace(ply, step=msgspec.structs.replace(ply.step, events=events))


def _other_event(event: Event, seat: int) -> Event:
    fields = HIDDEN.get(type(event), ())
    if getattr(event, "seat", None) != seat:
        return event
    return msgspec.structs.replace(event, **{name: getattr(event, name) + 5 for name in fields})


@pytest.mark.parametrize("seed", sample(7, range(len(SETTINGS))))
def test_no_view_depends_on_what_its_reader_may_not_know(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    for snapshot in snapshots(tmp_path, seed)[::3]:
        assert snapshot.state is not None
        everyone = range(len(snapshot.state.seats))
        told = {each: view(snapshot, each, in_english(), (), "") for each in (None, *everyone)}
        for seat in everyone:
            other = otherwise(snapshot, seat, rng)
            for reader, seen in told.items():
                same = view(other, reader, in_english(), (), "") == seen
                assert same == (reader != seat), "only the owner sees the difference"


def test_a_view_never_holds_the_pile(tmp_path: Path) -> None:
    def words(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*(words(each) for each in value.values()))
        if isinstance(value, list):
            return set().union(*(words(each) for each in value))
        return {value} if isinstance(value, str) else set()

    for snapshot in snapshots(tmp_path, 3)[:50]:
        seen = view(snapshot, 0, in_english(), (), "")
        shown = (seen["card"], *(line["card"] for line in seen["log"]))
        drawn = {each["card"] for each in shown if each}
        assert not (words(seen) - drawn) & set(snapshot.state.pile if snapshot.state else ())
