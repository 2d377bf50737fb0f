"""What the engine refuses: every error code, every reason."""

from typing import Any, Final, get_args

import msgspec
import pytest

from controller.game.rules import State, to_builtins
from controller.game.rules.errors import ReasonCode
from tests.controller.game.rules.test_why import REASONS
from tests.support.engine.talking import EDITION, Talk, code, game_of_three
from tests.support.rules.positions import opening, position


@pytest.fixture
def talk() -> Talk:
    """An engine without a game."""
    return Talk()


@pytest.fixture
def game() -> Talk:
    """An engine with a game of three, its cards dealt."""
    return game_of_three()


@pytest.mark.parametrize(
    "line",
    [
        *("", " ", "x", "{", "}", '{"cmd":"undo"', '{"cmd":"undo"}}', "{'cmd':'undo'}", "{cmd:1}"),
        *('{"cmd":"undo",}', '{"cmd":NaN}', '{"cmd":Infinity}', "nul", "01", "\ufeff{}", "1 2"),
        *('{"cmd":1e999,"depth":NaN}',),
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


@pytest.mark.parametrize("line", ["[]", '{"cmd":"undos"}', '{"play":"f5"}'])
def test_who_names_no_command_is_told_all(talk: Talk, line: str) -> None:
    message = talk.line(line)["error"]["message"]
    assert message == (
        "A request is a JSON object whose “cmd” is one of “editions”, “new”, “set”, “play”, "
        "“chance”, “undo”, “why”, “perft”, “record”."
    )


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
    message = "Square 11 is a tortoise: you can only move back to it."
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


@pytest.mark.parametrize("around", ['{"cmd":"set","state":%s}', "%s"])
def test_however_deep_a_request_is_nested_it_is_refused(talk: Talk, around: str) -> None:
    nested = ['{"a":' * depth + "1" + "}" * depth for depth in range(900, 1100)]
    codes = {code(talk.line(around % each)) for each in nested}
    assert codes <= {"bad-json", "bad-request", "bad-state"}
    assert "bad-json" in codes
