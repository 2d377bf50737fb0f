"""Everything that can happen can be said, and everything that can be chosen is offered."""

import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from controller.game.editions.files import FOLDER_VARIABLE, SHIPPED
from controller.game.editions.rulesets import edition_ids, load_edition, make_ruleset
from controller.game.pieces import COLOURS, NameAt, Player, Seating
from controller.game.rules import BadSetup, events, legal
from controller.game.rules.errors import reason
from controller.game.rules.events import Event
from controller.game.rules.hares.actions import ACTIONS
from controller.game.rules.ruleset.options import HareRule, Options
from controller.game.rules.ruleset.track import HARE, LETTUCE
from controller.refusal import Refusal
from tests.support.table.tabletop import NAMES, Tabletop
from tests.support.tiers import sample
from tests.support.web.views import editions, view
from tools.autoplayer import choose
from web.languages.language import in_english, speech
from web.views import events as happenings
from web.views import refusals, setup_options, words
from web.views.setup_options import CHOICES
from web.views.shapes.basics import TroubleView

PLIES = 150
ENGLISH = in_english()
OPTIONS = make_ruleset().options
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
    assert set(happenings._HAPPENED) == kinds  # noqa: SLF001 - the table has no other reader


def _is_event(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


def test_every_card_and_action_has_its_words() -> None:
    numbers = ["+5", "-25", "0"]
    for name in (*words.CARDS, *ACTIONS, *numbers):
        assert words.card_title(name, ENGLISH)
        assert words.card_text(name, ENGLISH, OPTIONS).endswith(".")


def test_actions_say_what_becomes_of_those_who_cannot_r8_2() -> None:
    assert "or start again" in words.card_text("chew-carrot", ENGLISH, OPTIONS)
    assert "With none, miss it" in words.card_text("chew-lettuce", ENGLISH, OPTIONS)


@pytest.mark.parametrize(("seats", "options"), sample(20, SETTINGS))
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
                seen = view(table.snapshot, reader, ENGLISH, (), "board")
                assert seen["headline"]
                for line in seen["log"]:
                    assert line["sentence"][-1] in ".!?”"
                    assert "{" not in line["sentence"]
            me = view(table.snapshot, seat, ENGLISH, (), "board")["me"]
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
        me = view(table.snapshot, seat, ENGLISH, (), "board")["me"]
        offered = [each["action"] for each in (*me["destinations"], *me["choices"])]
        assert sorted(offered) == sorted(str(action) for action in legal(table.state))
        table.phone(NAMES[seat], rng.choice(offered))
    table.session.close()


def test_set_up_offers_every_option() -> None:
    offered = {choice.option: choice for choice in CHOICES}
    assert set(offered) == set(Options.__struct_fields__) - {"teams"}
    assert {each.value for each in offered["hare"].values} == set(get_args(HareRule))


def test_set_up_tells_every_edition() -> None:
    offered = editions(ENGLISH)
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
    for entry in editions(ENGLISH)["editions"]:
        told = {
            (each["players"], each["runners"]): {**entry["options"], **each["options"]}
            for each in entry["by_players"]
        }
        assert sorted(told) == ways
        for (players, runners), options in told.items():
            rules = make_ruleset(entry["id"], players, {"runners": runners})
            assert options == msgspec.to_builtins(rules.options)


@pytest.mark.parametrize(
    ("total", "offered"),
    [(300, [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1)]), (150, [(2, 1)])],
)
def test_an_edition_with_too_small_a_box_is_not_offered_to_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, total: int, offered: list[tuple[int, int]]
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    printed = (SHIPPED / "editions" / "gibsons-1987.toml").read_text("utf-8")
    small = tmp_path / "editions" / "small-box.toml"
    small.parent.mkdir()
    small.write_text(printed.replace("[options]", f"[options]\npatch_total = {total}"), "utf-8")
    entry = next(each for each in editions(ENGLISH)["editions"] if each["id"] == "small-box")
    ways = [(each["players"], each["runners"]) for each in entry["by_players"]]
    assert sorted(ways) == offered


@pytest.mark.parametrize(
    ("limit", "finish", "summary"),
    [
        (
            "place",
            "first-home",
            (
                "HOME: with 10 carrots at most for the first, 20 for the second, and so on. The "
                "first arrival ends the game."
            ),
        ),
        (
            "place",
            "play-on",
            (
                "HOME: with 10 carrots at most for the first, 20 for the second, and so on. The "
                "others play on for places."
            ),
        ),
        (
            "flat-20",
            "first-home",
            "HOME: with 20 carrots at most, whatever the place. The first arrival ends the game.",
        ),
        (
            "flat-20",
            "play-on",
            "HOME: with 20 carrots at most, whatever the place. The others play on for places.",
        ),
    ],
)
def test_set_up_says_how_the_race_of_an_edition_ends(limit: Any, finish: Any, summary: str) -> None:
    printed = load_edition("gibsons-1987")
    options = {**printed.options, "home_limit": limit, "finish": finish}
    edition = msgspec.structs.replace(printed, options=options)
    assert setup_options._about_home(edition, ENGLISH) == summary  # noqa: SLF001 - no file is needed


def test_an_edition_with_mistakes_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    file = tmp_path / "editions" / "mistaken.toml"
    file.parent.mkdir()
    file.write_text("[options", "utf-8")
    assert "mistaken" in edition_ids()
    assert "mistaken" not in {each["id"] for each in editions(ENGLISH)["editions"]}


def test_an_edition_that_suits_no_number_of_players_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    file = tmp_path / "editions" / "poor.toml"
    file.parent.mkdir()
    usual = (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")
    file.write_text(usual.replace("[options]", "[options]\npatch_total = 1"), "utf-8")
    assert "poor" in edition_ids()
    assert "poor" not in {each["id"] for each in editions(ENGLISH)["editions"]}


def test_an_edition_whose_file_has_gone_goes_by_its_id_and_the_usual_words() -> None:
    assert words.edition_name("parlett-2018") == "Parlett 2018"
    assert words.edition_name("gone-1999") == "gone-1999"
    assert words.board_words("gone-1999") == {}
    assert not words.is_hedgehog("gone-1999")


def test_a_colour_without_words_goes_by_its_own() -> None:
    told = [words.colour_name(colour, ENGLISH) for colour in (*COLOURS, "mauve")]
    assert told == [*COLOURS, "mauve"]


def test_a_square_goes_by_the_word_of_the_board() -> None:
    assert words.kind_name(HARE, ENGLISH) == "hare"
    assert words.kind_name(HARE, ENGLISH, {"hare": "rabbit"}) == "rabbit"
    assert words.kind_name(LETTUCE, ENGLISH, {"lettuce": "bed"}) == "bed"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Gave(0, (1, 2), 0), "Ann cannot afford a gift."),
        (events.Gave(0, (1,), 5), "Ann gives 5 carrots to Ben."),
        (events.Gave(0, (1, 2), 1), "Ann gives 1 carrot each to Ben and Cem."),
        (events.Collected(0, ()), "Nobody has a carrot to give."),
        (events.Collected(0, (2,)), "Ann collected a carrot from Cem."),
        (events.LostHalf(0, None), "Ann lost half their carrots."),
        (events.LostHalf(0, 30), "Ann lost 30 carrots, half their hand."),
    ],
)
def test_what_happened_is_told_as_it_was(event: Event, sentence: str) -> None:
    seats = (Player("Ann", ("red",)), Player("Ben", ("yellow",)), Player("Cem", ("green",)))
    assert happenings.happened(event, words.Teller(ENGLISH, Seating(seats), 64)) == sentence


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            events.Collected(0, (1, 2)),
            [
                "Ann collected a carrot each from Ben and Cem.",
                "You collected a carrot each from Ben and Cem.",
                "Ann collected a carrot from you, and from Cem.",
            ],
        ),
        (
            events.Gave(0, (1,), 5),
            [
                "Ann gives 5 carrots to Ben.",
                "You give 5 carrots to Ben.",
                "Ann gives you 5 carrots.",
            ],
        ),
        (
            events.LostHalf(0, 30),
            [
                "Ann lost 30 carrots, half their hand.",
                "You lost 30 carrots, half your hand.",
                "Ann lost 30 carrots, half their hand.",
            ],
        ),
        (
            events.Passed(0, 0, 1, 10, back=False),
            [
                "Ben passed Ann, who paid 10 carrots.",
                "Ben passed you, and you paid 10 carrots.",
                "You passed Ann, who paid 10 carrots.",
            ],
        ),
    ],
)
def test_whoever_reads_it_is_called_you(event: Event, told: list[str]) -> None:
    seats = (Player("Ann", ("red",)), Player("Ben", ("yellow",)), Player("Cem", ("green",)))
    table = words.Teller(ENGLISH, Seating(seats), 64)
    assert [happenings.happened(event, table, seat) for seat in (None, 0, 1)] == told


def test_of_two_runners_the_one_that_is_home_is_named_r10_1() -> None:
    seats = (Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue")))
    table = words.Teller(ENGLISH, Seating(seats), 64)
    told = [happenings.happened(events.Arrived(0, 1, 3), table, seat) for seat in (None, 0, 1)]
    anns = "Ann (green) is HOME, 3rd!"
    assert told == [anns, "Your green runner is HOME, 3rd!", anns]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            events.Moved(0, 1, 2, 5, 6),
            [
                "Ann (green) moved to square 5 for 6 carrots.",
                "You moved to square 5 for 6 carrots.",
            ],
        ),
        (
            events.Passed(0, 0, 1, 10, back=False),
            [
                "Ben passed Ann (red), who paid 10 carrots.",
                "Ben passed you, and you paid 10 carrots.",
            ],
        ),
        (
            events.Restarted(0, None, 65),
            ["Ann starts again with 65 carrots.", "You start again with 65 carrots."],
        ),
    ],
)
def test_two_runners_are_told_apart_by_colour(event: Event, told: list[str]) -> None:
    seats = (Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue")))
    table = words.Teller(ENGLISH, Seating(seats), 64)
    assert [happenings.happened(event, table, seat) for seat in (None, 0)] == told


@pytest.mark.parametrize("kind", Event.__subclasses__())
def test_no_event_of_ones_own_names_oneself(kind: type[Event]) -> None:
    facts: dict[str, Any] = dict.fromkeys(kind.__struct_fields__, 1)
    given = {"card": "miss", "action": "miss", "by": 2, "givers": (2, 3), "runner": 0}
    for field, value in given.items():
        if field in facts:
            facts[field] = value
    if kind is events.Gave:
        facts["to"] = (2, 3)
    event = kind(**facts)
    names = ("Ann", "Ben", "Cem", "Dot")
    seats = tuple(Player(name, (colour,)) for name, colour in zip(names, COLOURS, strict=False))
    told = happenings.happened(event, words.Teller(ENGLISH, Seating(seats), 64), 1)
    assert "Ben" not in told, told


def test_a_refusal_is_told_with_its_facts() -> None:
    refusal = Refusal("not-your-turn", "It is {name}'s turn.", name="{Ann}")
    told = TroubleView("not-your-turn", "It is {Ann}'s turn.", ())
    assert refusals.refusal(refusal, ENGLISH) == told
    colour = BadSetup("bad-request", "The colour “{colour}” is used twice.", colour="red")
    assert refusals.refusal(colour, ENGLISH).message == "The colour “red” is used twice."


def test_a_refusal_names_an_opponent_in_the_readers_language() -> None:
    players = (Player("Ann", ("red",)), Player("Owl", ("blue",), "strategist-2"))
    refusal = Refusal("not-your-turn", "It is {name}'s turn.", name=NameAt(players, 1))
    assert refusal.message == refusals.refusal(refusal, ENGLISH).message == "It is Owl's turn."
    assert refusals.refusal(refusal, speech("de")).message == "Eule ist dran."


def test_a_single_carrot_is_one_carrot() -> None:
    told = refusals.reason(reason("too-few-carrots", need=1, have=0), ENGLISH, hedgehog=False)
    assert told == "That costs 1 carrot, and you have 0."


def test_options_that_do_not_go_together_keep_the_facts_of_their_sentence() -> None:
    with pytest.raises(BadSetup) as refused:
        make_ruleset("parlett-2018", 3, {"patch_total": 100})
    assert refused.value.facts == {"total": 100, "dealt": 195, "seats": 3}
    said = "patch_total: 100 is too few: 195 carrots are dealt to 3 seats."
    assert str(refused.value) == refusals.refusal(refused.value, ENGLISH).message == said


@pytest.mark.parametrize(
    ("options", "said", "template"),
    [
        ({"restart_carrots": 5}, "is below 15", "{option}: {value} is below {least}."),
        ({"start_carrots": 3.5}, "not a whole", "{option}: {value} is not a whole number."),
        ({"patch_total": 10**10}, "is above", "{option}: {value} is above {most}."),
        ({"lettuces": -1, "patch_total": 9}, "is below", "{option}: {value} is below {least}."),
    ],
)
def test_a_number_that_is_refused_is_so_in_the_readers_language(
    options: dict[str, Any], said: str, template: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        make_ruleset("parlett-2018", 3, options)
    assert refused.value.template == template
    message = refusals.refusal(refused.value, ENGLISH).message
    assert message.startswith(f"{next(iter(options))}: ")
    assert said in message


def test_what_cannot_be_saved_names_no_folder() -> None:
    refusal = Refusal("not-saved", "Cannot write /home/ann/journal.sqlite (disk full).")
    assert "/home" not in refusals.refusal(refusal, ENGLISH).message
