"""Everything that can happen can be said, and everything that can be chosen is offered."""

import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from controller.editions import make_ruleset
from controller.library.shelf import FOLDER_VARIABLE, SHIPPED
from controller.rules import events, legal
from controller.rules.events import Event
from controller.rules.hares.actions import ACTIONS
from controller.rules.options import HareRule, Options
from tests.controller.table.tabletop import NAMES, Tabletop
from tools.autoplayer import choose
from web import words
from web.choices import CHOICES, editions
from web.views import view

PLIES = 150
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    *((seats, {"hare": hare}) for hare in get_args(HareRule) for seats in (2, 4)),
    (2, {"runners": 1}),
    (3, {"runners": 2, "hare": "tournament"}),
    (4, {"teams": [[0, 2], [1, 3]], "open_hands": True}),
    (4, {"patch_total": 300, "baulk": True}),
    (6, {"hare": "deck-1978"}),
]


def test_every_event_has_its_words() -> None:
    kinds = {kind for kind in vars(events).values() if _is_event(kind)}
    assert set(words._HAPPENED) == kinds  # noqa: SLF001 - the table has no other reader


def _is_event(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


def test_every_card_and_action_has_its_words() -> None:
    numbers = ["+5", "-25", "0"]
    for name in (*words.CARDS, *ACTIONS, *numbers):
        title, text = words.card(name)
        assert title
        assert text.endswith(".")


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_a_game_of_every_kind_is_told_to_everybody(
    tmp_path: Path, seats: int, options: dict[str, Any]
) -> None:
    rng = random.Random(seats)
    table = Tabletop(tmp_path, seats, options=options)
    try:
        for _ in range(PLIES):
            seat = table.state.to_act
            if seat is None:
                break
            for reader in (None, *range(seats)):
                seen = view(table.snapshot, reader)
                assert seen["headline"]
                for line in seen["log"]:
                    assert line["sentence"][-1] in ".!?”"
                    assert "{" not in line["sentence"]
            me = view(table.snapshot, seat)["me"]
            moves = [each["action"] for each in (*me["destinations"], *me["choices"])]
            one_runner = len(me["runners"]) == 1
            usual = one_runner and rng.random() < 0.5
            table.phone(NAMES[seat], choose(me, rng) if usual else rng.choice(moves))
    finally:
        table.session.close()


def test_what_may_be_done_is_what_is_offered(tmp_path: Path) -> None:
    rng = random.Random(4)
    table = Tabletop(tmp_path, 3, options={"runners": 2, "hare": "tournament"})
    for _ in range(200):
        seat = table.state.to_act
        if seat is None:
            break
        me = view(table.snapshot, seat)["me"]
        offered = [each["action"] for each in (*me["destinations"], *me["choices"])]
        assert sorted(offered) == sorted(str(action) for action in legal(table.state))
        table.phone(NAMES[seat], rng.choice(offered))
    table.session.close()


def test_set_up_offers_every_option() -> None:
    offered = {choice.option: choice for choice in CHOICES}
    assert set(offered) == set(Options.__struct_fields__) - {"teams"}
    assert set(offered["hare"].values) == set(get_args(HareRule))


def test_set_up_tells_every_edition() -> None:
    offered = editions()
    assert offered["default"] == "parlett-2018"
    assert len(offered["editions"]) == 10
    for entry in offered["editions"]:
        assert all(sentence.endswith(".") for sentence in entry["summary"])
        for option in offered["options"]:
            words_for = [each["value"] for each in option["values"]]
            value = entry["options"][option["option"]]
            assert value in words_for or not words_for


def test_set_up_knows_what_every_number_of_players_plays_by() -> None:
    ways = [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (5, 1), (6, 1)]
    for entry in editions()["editions"]:
        told = {
            (each["players"], each["runners"]): {**entry["options"], **each["options"]}
            for each in entry["by_players"]
        }
        assert sorted(told) == ways
        for (players, runners), options in told.items():
            rules = make_ruleset(entry["id"], players, {"runners": runners})
            assert options == msgspec.to_builtins(rules.options)


def test_an_edition_with_too_small_a_box_is_not_offered_to_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    printed = (SHIPPED / "editions" / "gibsons-1987.toml").read_text("utf-8")
    small = tmp_path / "editions" / "small-box.toml"
    small.parent.mkdir()
    small.write_text(printed.replace("[options]", "[options]\npatch_total = 300"), "utf-8")
    entry = next(each for each in editions()["editions"] if each["id"] == "small-box")
    ways = [(each["players"], each["runners"]) for each in entry["by_players"]]
    assert sorted(ways) == [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1)]
