"""Every request of the engine protocol, every error code, every reason."""

import random
from typing import Any, Final, get_args

import msgspec
import pytest

from controller.editions import edition_ids
from controller.library.options import OPTIONS
from controller.records import read, replay
from controller.rules import Options, State, legal, to_builtins
from controller.rules.errors import ReasonCode
from tests import naive
from tests.controller.engine.talking import Talk, code
from tests.controller.rules.any_rules import any_positions
from tests.controller.rules.positions import actions, deal, opening, position
from tests.controller.rules.test_why import REASONS

EDITION: Final = "parlett-2018"


@pytest.fixture
def talk() -> Talk:
    """An engine without a game."""
    return Talk()


@pytest.fixture
def game() -> Talk:
    """An engine with a game of three, its cards dealt."""
    talk = Talk()
    talk.done("new", edition=EDITION, seats=3, seed=1)
    talk.done("chance")
    return talk


# Requests


def test_new_begins_a_game(talk: Talk) -> None:
    answer = talk.done("new", edition=EDITION, seats=4)
    assert answer == {"state": naive.new(EDITION, 4), "legal": ["deal"], "events": []}
    options = {"hare": "die-table", "patch_total": 500}
    answer = talk.done("new", edition=EDITION, seats=5, first=2, options=options, seed=-3)
    assert answer["state"] == naive.new(EDITION, 5, 2, options)
    assert answer["legal"] == actions(position([0] * 5))


def test_play_answers_with_the_position_what_is_legal_and_what_happened(game: Talk) -> None:
    answer = game.done("play", action="f5")
    assert answer["state"]["to_act"] == 1
    assert answer["legal"] == ["f1", "f2", "f3", "f4", "f6", "f7", "f8", "f9", "f10"]
    assert answer["events"] == [
        {"event": "moved", "seat": 0, "runner": 0, "start": 0, "to": 5, "cost": 15}
    ]


def test_a_whole_game_is_that_of_the_other_implementation(talk: Talk) -> None:
    rng = random.Random(6)
    for edition in edition_ids():
        theirs = naive.new(edition, 3)
        answer = talk.done("new", edition=edition, seats=3, seed=5)
        for _ in range(300):
            assert answer["state"] == theirs
            if answer["state"]["prompt"] in ("deal", "roll"):
                assert answer["legal"] == [answer["state"]["prompt"]]
                answer = talk.done("chance")
                if theirs["prompt"] == "deal":
                    theirs = naive.play(theirs, deal(answer["state"]["pile"]))
                else:
                    rolled = answer["events"][0]["value"]
                    theirs = naive.play(theirs, f"roll {rolled}")
                continue
            assert answer["legal"] == naive.legal(theirs)
            if not answer["legal"]:
                break
            action = rng.choice(answer["legal"])
            answer, theirs = talk.done("play", action=action), naive.play(theirs, action)


def test_set_takes_a_whole_position(talk: Talk) -> None:
    for number, state in enumerate(any_positions(games=12, seed=3)):
        if number % 7 == 0 or state.prompt != "move":
            plain = to_builtins(state)
            expected = [str(action) for action in legal(state)]
            answer = talk.done("set", state=plain)
            assert answer == {"state": plain, "legal": expected, "events": []}


def test_chance_draws_from_the_seed(talk: Talk) -> None:
    def dealt(seed: int) -> list[Any]:
        talk.done("new", edition=EDITION, seats=3, seed=seed)
        first = talk.done("chance")["state"]["pile"]
        talk.done("undo")
        return [first, talk.done("chance")["state"]["pile"]]

    assert dealt(7) == dealt(7)
    assert dealt(7) != dealt(8)
    first, second = dealt(7)
    assert first != second, "another draw is another deal"
    assert sorted(first) == sorted(opening().pile)


def test_chance_without_a_seed_differs_from_game_to_game(talk: Talk) -> None:
    piles = set()
    for _ in range(4):
        talk.done("new", edition=EDITION, seats=3)
        piles.add(tuple(talk.done("chance")["state"]["pile"]))
    assert len(piles) == 4


def test_chance_rolls_every_number(talk: Talk) -> None:
    talk.stand(position([13, 0, 0], hare="die-table"))
    talk.done("play", action="f14")
    rolled = set()
    for _ in range(200):
        rolled.add(talk.done("chance")["events"][0]["value"])
        talk.done("undo")
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_a_roll_or_deal_may_be_played_by_hand(talk: Talk) -> None:
    talk.done("new", edition="intellect-1974", seats=3)
    talk.done("play", action="f1")
    assert talk.done("play", action="roll 6")["events"][0]["action"] == "again"
    talk.done("new", edition=EDITION, seats=3)
    pile = list(opening().pile[::-1])
    assert talk.done("play", action=deal(pile))["state"]["pile"] == pile


def test_undo_takes_back_chance_too_down_to_the_start(game: Talk) -> None:
    answer = game.done("play", action="f5")
    game.done("play", action="f6")
    assert game.done("undo") == {**answer, "events": []}
    game.done("undo")
    assert game.done("undo")["legal"] == ["deal"]
    assert game.refused("undo") == "bad-request"


def test_why_says_what_is_against_an_action(game: Talk) -> None:
    assert game.done("why", action="f5") == {"reasons": []}
    assert game.done("why", action="f11")["reasons"] == [
        {
            "code": "tortoise-is-backwards-only",
            "message": "Square 11 is a tortoise: it is reached backwards only.",
        },
        {"code": "too-few-carrots", "message": "That costs 66 carrots, and you have 65."},
    ]


def test_perft_counts_sequences(game: Talk) -> None:
    state = game.done("play", action="f5")["state"]
    for depth in range(4):
        assert game.done("perft", depth=depth) == {"leaves": naive.perft(state, depth)}
    game.done("new", edition="abacus-2000", seats=3)
    state = game.done("play", action="f1")["state"]
    assert game.done("perft", depth=1) == {"leaves": 6}
    assert game.done("perft", depth=2) == {"leaves": naive.perft(state, 2)}
    game.stand(position([63, 64, 0], carrots=1, lettuces=0, patch=0))
    assert game.done("perft", depth=2)["leaves"] == naive.perft(
        to_builtins(position([63, 64, 0], carrots=1, lettuces=0, patch=0)), 2
    ), "the game may end before the second action"


def test_record_writes_the_game_so_far(game: Talk) -> None:
    game.done("play", action="f5")
    game.done("play", action="f6")
    game.done("undo")
    text = game.done("record")["record"]
    assert read(text).header.edition == EDITION
    assert read(text).actions[1:] == ("f5",)
    game.done("play", action="f6")
    _, replayed = replay(text)
    assert to_builtins(replayed.state) == game.done("undo")["state"]


def test_record_of_a_position_says_where_it_began(talk: Talk) -> None:
    state = position([5, 4, 6], patch=50)
    talk.stand(state)
    talk.done("play", action="draw")
    _, replayed = replay(talk.done("record")["record"])
    assert replayed.start == state


def test_editions_lists_editions_and_every_option_with_its_values(talk: Talk) -> None:
    answer = talk.done("editions")
    assert tuple(answer["editions"]) == edition_ids()
    assert tuple(answer["options"]) == OPTIONS == Options.__struct_fields__
    for edition, told in answer["editions"].items():
        for seats in range(2, 7):
            options = {**told["options"], **told["with_seats"].get(str(seats), {})}
            assert talk.done("new", edition=edition, seats=seats)["state"]["options"] == options
    for option, values in answer["options"].items():
        if isinstance(values, list):
            for value in values:
                talk.done("new", edition=EDITION, seats=2, options={option: value})
        else:
            assert values.keys() & {"from", "lists_of"}


def test_an_edition_whose_file_is_wrong_is_listed_with_its_problem(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "ours.toml").write_text("name = 3\n")
    monkeypatch.setenv("HAREBOARD_RULES", str(tmp_path))
    assert "ours.toml" in talk.done("editions")["editions"]["ours"]["problem"]
    assert code(talk.ask("new", edition="ours", seats=3)) in ("bad-option", "unknown-edition")


# Error codes


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "x", "{", "}", '{"cmd":"undo"', '{"cmd":"undo"}}', "{'cmd':'undo'}", "{cmd:1}"),
        *('{"cmd":"undo",}', '{"cmd":NaN}', '{"cmd":Infinity}', "nul", "01", "\ufeff{}", "1 2"),
        *('{"cmd":"undo","cmd":"undo"}', '{"cmd":"set","state":{"a":{"b":1,"b":1}}}'),
        *('{"cmd":"\x00"}', '{"cmd":"\\ud800"}', '{"cmd":"\\x"}', '"\t"', "[" * 100_000),
        *("[" * 100_000 + "]" * 100_000, '{"a":' * 50_000 + "1" + "}" * 50_000, '{"cmd":1e999'),
        b"\xff\xfe",
        b'{"cmd":"\xff"}',
        b'{"cmd":"\xed\xa0\x80"}',
        '{"cmd":"undo"}'.encode("utf-16"),
        bytes(range(256)),
    ],
    ids=lambda line: repr(line[:24]),
)
def test_what_is_not_json_is_bad_json(game: Talk, line: bytes | str) -> None:
    before = game.standing()
    assert code(game.line(line)) == "bad-json"
    assert game.standing() == before


@pytest.mark.parametrize(
    "line",
    [
        *("null", "true", "7", '"undo"', "[]", '["cmd","undo"]', "{}", '{"CMD":"undo"}'),
        *('{"cmd":null}', '{"cmd":7}', '{"cmd":""}', '{"cmd":"undos"}', '{"cmd":["undo"]}'),
        *('{"cmd":"undo","times":2}', '{"cmd":"chance","seed":1}', '{"cmd":"editions","x":null}'),
        *('{"cmd":"play"}', '{"cmd":"play","action":5}', '{"cmd":"play","action":null}'),
        *(
            '{"cmd":"why"}',
            '{"cmd":"why","action":["f5"]}',
            '{"cmd":"set"}',
            '{"cmd":"set","state":[]}',
        ),
        *('{"cmd":"set","state":null}', '{"cmd":"perft"}', '{"cmd":"perft","depth":-1}'),
        *(
            '{"cmd":"perft","depth":9}',
            '{"cmd":"perft","depth":true}',
            '{"cmd":"perft","depth":2.0}',
        ),
        *('{"cmd":"perft","depth":"2"}', '{"cmd":"perft","depth":1e999}'),
        '{"cmd":"perft","depth":' + "9" * 10_000 + "}",
        '{"cmd":"perft","depth":' + "9" * 400 + "}",
        '{"cmd":"undo","x":' + "[" * 500 + "]" * 500 + "}",
    ],
    ids=lambda line: repr(line[:40]),
)
def test_what_is_no_request_is_bad_request(game: Talk, line: str) -> None:
    before = game.standing()
    assert code(game.line(line)) == "bad-request"
    assert game.standing() == before


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"edition": None}, "bad-request"),
        ({"edition": 2018}, "bad-request"),
        ({"seats": "3"}, "bad-request"),
        ({"seats": 3.0}, "bad-request"),
        ({"seats": True}, "bad-request"),
        ({"seats": 1}, "bad-request"),
        ({"seats": 7}, "bad-request"),
        ({"seats": -(10**30)}, "bad-request"),
        ({"first": 3}, "bad-request"),
        ({"first": -1}, "bad-request"),
        ({"first": False}, "bad-request"),
        ({"first": None}, "bad-request"),
        ({"options": []}, "bad-request"),
        ({"options": None}, "bad-request"),
        ({"seed": "x"}, "bad-request"),
        ({"seed": 1.5}, "bad-request"),
        ({"seed": True}, "bad-request"),
        ({"seed": None}, "bad-request"),
        ({"players": 3}, "bad-request"),
        ({"edition": "parlett"}, "unknown-edition"),
        ({"edition": ""}, "unknown-edition"),
        ({"edition": "../editions/parlett-2018"}, "unknown-edition"),
        ({"edition": "PARLETT-2018"}, "unknown-edition"),
        ({"edition": "\x00"}, "unknown-edition"),
        ({"options": {"hares": "off"}}, "bad-option"),
        ({"options": {"": 1}}, "bad-option"),
        ({"options": {"hare": "rabbits"}}, "bad-option"),
        ({"options": {"hare": None}}, "bad-option"),
        ({"options": {"hare": ["off"]}}, "bad-option"),
        ({"options": {"track": "C"}}, "bad-option"),
        ({"options": {"track": "../tracks/A"}}, "bad-option"),
        ({"options": {"track": 1}}, "bad-option"),
        ({"options": {"runners": 3}}, "bad-option"),
        ({"options": {"runners": True}}, "bad-option"),
        ({"options": {"runners": 1.0}}, "bad-option"),
        ({"options": {"runners": [2]}}, "bad-option"),
        ({"seats": 4, "options": {"runners": 2}}, "bad-option"),
        ({"options": {"start_carrots": -1}}, "bad-option"),
        ({"options": {"start_carrots": "65"}}, "bad-option"),
        ({"options": {"start_carrots": 10**400}}, "bad-option"),
        ({"options": {"lettuces": True}}, "bad-option"),
        ({"options": {"restart_carrots": 14}}, "bad-option"),
        ({"options": {"patch_total": 194}}, "bad-option"),
        ({"options": {"baulk": 1}}, "bad-option"),
        ({"options": {"teams": [[0, 2], [1, 3]]}}, "bad-option"),
        ({"options": {"teams": [[0], "x"]}}, "bad-option"),
        ({"seats": 4, "options": {"teams": [[0, 1], [2, 3]]}}, "bad-option"),
        ({"options": {"teams": {"a": 1}}}, "bad-option"),
    ],
)
def test_a_game_that_cannot_be_is_not_begun(
    game: Talk, fields: dict[str, Any], expected: str
) -> None:
    assert game.refused("new", **{"edition": EDITION, "seats": 3, **fields}) == expected


@pytest.mark.parametrize("missing", ["edition", "seats"])
def test_edition_and_seats_have_to_be_told(game: Talk, missing: str) -> None:
    fields = {"edition": EDITION, "seats": 3}
    del fields[missing]
    assert game.refused("new", **fields) == "bad-request"


def test_options_are_refused_with_every_reason(talk: Talk) -> None:
    options = {"hares": "off", "lettuces": -1, "equal": "maybe"}
    error = talk.ask("new", edition=EDITION, seats=3, options=options)["error"]
    assert [reason["code"] for reason in error["reasons"]] == ["bad-option"] * 3
    assert error["message"] == " ".join(reason["message"] for reason in error["reasons"])


@pytest.mark.parametrize(
    ("cmd", "fields"),
    [
        ("play", {"action": "f5"}),
        ("chance", {}),
        ("undo", {}),
        ("why", {"action": "f5"}),
        ("perft", {"depth": 3}),
        ("record", {}),
    ],
)
def test_without_a_game_there_is_nothing_to_do(
    talk: Talk, cmd: str, fields: dict[str, Any]
) -> None:
    assert talk.refused(cmd, **fields) == "no-game"
    assert talk.refused("new", edition="x", seats=3) == "unknown-edition"
    assert talk.refused("set", state={}) == "bad-state"
    assert talk.refused(cmd, **fields) == "no-game"


def test_chance_that_is_not_due_is_a_bad_request(game: Talk) -> None:
    assert game.refused("chance") == "bad-request"


def test_an_impossible_position_is_refused_with_every_reason(game: Talk) -> None:
    data = to_builtins(position([5, 5, 64]))
    data["home"] = []
    assert game.refused("set", state=data) == "bad-state"
    error = game.ask("set", state=data)["error"]
    assert error["reasons"] == [
        {
            "code": "bad-state",
            "message": "Square 5 holds one runner, not 2:"
            " Runner 0 of seat 0, Runner 0 of seat 1 (R1.2).",
        },
        {
            "code": "bad-state",
            "message": "home: Runner 0 of seat 2 is at HOME and not in the list.",
        },
    ]
    assert error["message"] == " ".join(reason["message"] for reason in error["reasons"])


def test_a_position_of_no_edition_or_option_has_its_own_code(game: Talk) -> None:
    for field, value, expected in (
        ("edition", "none", "unknown-edition"),
        ("options", {"hare": 1}, "bad-option"),
        ("options", None, "bad-state"),
        ("seats", [], "bad-state"),
        ("first", 9, "bad-state"),
    ):
        assert game.refused("set", state={**to_builtins(opening()), field: value}) == expected


def test_an_illegal_action_is_refused_with_its_reasons_and_the_position(game: Talk) -> None:
    assert game.refused("play", action="f11") == "illegal-action"
    error = game.ask("play", action="f11")["error"]
    message = "Square 11 is a tortoise: it is reached backwards only."
    assert error["message"].startswith(f"f11: {message}")
    assert "65,3@0/65,3@0/65,3@0 0 move 0 - - " in error["message"]
    reasons = [reason["code"] for reason in error["reasons"]]
    assert reasons == ["tortoise-is-backwards-only", "too-few-carrots"]


MORE_REASONS: Final[list[tuple[ReasonCode, State, str]]] = [
    ("hare-square-forbidden", position([13, 0, 0], hare="off"), "f14"),
    ("must-rest", position([14, 0, 0], hare="nap", owes={0: "rest"}), "f16"),
    ("must-move-back", position([14, 0, 0], hare="tournament", owes={0: "back"}), "f16"),
]


def test_every_reason_there_is_has_its_case() -> None:
    found = {each for each, *_ in REASONS} | {each for each, *_ in MORE_REASONS}
    assert found == set(get_args(ReasonCode))


@pytest.mark.parametrize(
    ("reason", "state", "action"),
    [*(each[:3] for each in REASONS if each[1].rules.edition), *MORE_REASONS],
)
def test_play_and_why_give_the_same_reasons(
    talk: Talk, reason: ReasonCode, state: State, action: str
) -> None:
    talk.stand(_possible(state))
    told = talk.done("why", action=action)["reasons"]
    assert reason in [each["code"] for each in told]
    assert talk.refused("play", action=action) == "illegal-action"
    assert talk.ask("play", action=action)["error"]["reasons"] == told


def _possible(state: State) -> State:
    """The position, its runners on lettuce squares with something to do there."""
    seats = []
    for number, seat in enumerate(state.seats):
        owed = "leave" if number == state.to_act else "chew"
        runners = tuple(
            msgspec.structs.replace(runner, obligation=runner.obligation or owed)
            if state.rules.lettuce >> runner.at & 1
            else runner
            for runner in seat.runners
        )
        seats.append(msgspec.structs.replace(seat, runners=runners))
    return msgspec.structs.replace(state, seats=tuple(seats))
