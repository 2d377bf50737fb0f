"""No seat is ever sent what only another may know; and the recorder would notice."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import web.api.game
from controller.table.snapshot import Snapshot
from tests.support.tiers import few_or
from tests.support.web.worlds import Leak
from tests.web.recorder import Total, record_game
from web.views.onlookers import view
from web.views.shapes.view import View

LEAKY = 8
"""So many games notice every leak that is planted here."""

Leaking = Callable[[View, Snapshot], View]


def record_games(folder: Path, games: int, first: int = 0) -> Total:
    total = Total()
    for seed in range(first, first + games):
        record_game(folder, seed, total)
    return total


@pytest.mark.parametrize("games", few_or(1, 8))
def test_nobody_is_sent_what_only_another_may_know(tmp_path: Path, games: int) -> None:
    total = record_games(tmp_path, games, first=1)
    assert total.over, "whole games"
    assert total.same > 100 * games, "most of them is compared"
    assert total.other, "and the owner sees the difference"


def tell_a_hand(seen: View, now: Snapshot) -> View:
    assert now.state is not None
    hands = f"{now.state.seats[0].carrots} {now.state.seats[1].carrots}"
    return replace(seen, headline=hands)


def tell_who_leads_in_carrots(seen: View, now: Snapshot) -> View:
    assert now.state is not None
    hands = [seat.carrots for seat in now.state.seats]
    return replace(seen, edition_name=seen.edition_name + "!" * (1 + hands.index(max(hands))))


def tell_the_next_card(seen: View, now: Snapshot) -> View:
    assert now.state is not None
    return replace(seen, trouble="".join(now.state.pile[-2:]) or None)


def log_a_hand(seen: View, now: Snapshot) -> View:
    assert now.state is not None
    logging.getLogger("web").debug("hands: %s", [seat.carrots for seat in now.state.seats])
    return seen


@pytest.mark.long
@pytest.mark.parametrize(
    "leak", [tell_a_hand, tell_who_leads_in_carrots, tell_the_next_card, log_a_hand]
)
def test_a_leak_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leaking) -> None:
    def leaky(snapshot: Snapshot, *args: Any) -> View:
        seen = view(snapshot, *args)
        return seen if snapshot.state is None else leak(seen, snapshot)

    monkeypatch.setattr(web.api.game, "view", leaky)
    with pytest.raises(Leak):
        record_games(tmp_path, LEAKY)


@pytest.mark.long
def test_a_token_in_an_answer_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(snapshot: Snapshot, seat: int | None, say: Any, *rest: Any) -> View:
        return replace(view(snapshot, seat, say, *rest), headline=codes[0])

    codes: list[str] = []
    create = web.access.phones.Phones.__init__

    def made(self: Any, *args: Any) -> None:
        create(self, *args)
        codes[:] = [self.pin]

    monkeypatch.setattr(web.api.game, "view", leaky)
    monkeypatch.setattr(web.access.phones.Phones, "__init__", made)
    with pytest.raises(Leak, match="only for nobody"):
        record_games(tmp_path, 1)
