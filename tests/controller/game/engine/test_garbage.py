"""Whatever comes in: one answer to each line, and a refused one changes nothing."""

import json
import random
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from controller.game.rules import to_builtins
from tests.support.engine.talking import Talk, code
from tests.support.rules.any_rules import any_positions
from tests.support.tiers import few_or

CODES: Final = {
    *("bad-json", "bad-request", "unknown-edition", "bad-option", "bad-state", "no-game"),
    "illegal-action",
}
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 3, 5, 9, 65, 2**31, 2**63, 2**64, 10**40, 1.0, 1e300),
    *("", "0", "f5", "b", "move", "roll", "chew", "show", "\x00", "é", "\U0001f407", "x" * 300),
    *([], [0], [[0, 0]], [[[]]], {}, {"a": 1}, {"runner": 0}, {"at": 5}),
)
REQUESTS: Final[tuple[dict[str, Any], ...]] = (
    {"cmd": "new", "edition": "parlett-2018", "seats": 4, "first": 0, "options": {}, "seed": 7},
    {"cmd": "new", "edition": "abacus-2000", "seats": 2, "options": {"runners": 2}},
    {"cmd": "new", "edition": "devir-2014", "seats": 3, "options": {"patch_total": 400}},
    {"cmd": "new", "edition": "parlett-2018", "seats": 4, "options": {"teams": [[0, 2], [1, 3]]}},
    *({"cmd": "play", "action": action} for action in ("f5", "f10", "b", "draw", "1:f7", "roll 3")),
    {"cmd": "chance"},
    {"cmd": "chance"},
    {"cmd": "undo"},
    {"cmd": "why", "action": "f11"},
    {"cmd": "perft", "depth": 1},
    {"cmd": "record"},
)


def lines(count: int, seed: int) -> list[bytes]:
    """So many lines: bent requests, bent positions, noise."""
    rng = random.Random(seed)
    positions = [
        {"cmd": "set", "state": to_builtins(state)}
        for number, state in enumerate(any_positions(games=20, seed=seed))
        if number % 40 == 0 or state.prompt in ("gift", "ten", "roll", "deal")
    ]
    makers: list[Callable[[random.Random], bytes]] = [
        lambda rng: encoded(rng.choice(REQUESTS)),
        lambda rng: encoded(bent(rng.choice(REQUESTS), rng)),
        lambda rng: encoded(bent(rng.choice(REQUESTS), rng)),
        lambda rng: damaged(encoded(rng.choice(REQUESTS)), rng),
        lambda rng: damaged(encoded(rng.choice(REQUESTS)), rng),
        lambda rng: encoded(bent(rng.choice(positions), rng)),
        lambda rng: damaged(encoded(rng.choice(positions)), rng),
        lambda rng: rng.randbytes(rng.randrange(40)),
        lambda rng: encoded(anything(rng, 4)),
        lambda rng: bytes(rng.choices(b'{}[]",:0123456789truefalsn \\ucmd', k=rng.randrange(60))),
    ]
    return [rng.choice(makers)(rng).replace(b"\n", b" ") for _ in range(count)]


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def damaged(line: bytes, rng: random.Random) -> bytes:
    """A few bytes lost, added or changed."""
    text = bytearray(line)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(3)] = rng.choice((b"", b"\x00", b'"', b"9", rng.randbytes(2)))
    return bytes(text)


def bent(value: Any, rng: random.Random) -> Any:
    """The value with something else somewhere in it."""
    if rng.random() < 0.15 or not isinstance(value, dict | list) or not value:
        return rng.choice(VALUES)
    if isinstance(value, list):
        at = rng.randrange(len(value))
        return [*value[:at], bent(value[at], rng), *value[at + 1 :]]
    key = rng.choice(list(value))
    match rng.randrange(8):
        case 0:
            return {name: each for name, each in value.items() if name != key}
        case 1:
            return {**value, rng.choice(("x", "seed", "at", "")): rng.choice(VALUES)}
        case _:
            return {**value, key: bent(value[key], rng)}


def anything(rng: random.Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.4:
        return rng.choice(VALUES)
    if rng.random() < 0.5:
        return [anything(rng, depth - 1) for _ in range(rng.randrange(4))]
    keys = ("cmd", "state", "action", "seats", "options", "x")
    return {rng.choice(keys): anything(rng, depth - 1) for _ in range(rng.randrange(4))}


@pytest.mark.parametrize("count", few_or(5_000, 100_000))
def test_lines_of_anything_get_an_answer_and_refused_ones_change_nothing(count: int) -> None:
    talk = Talk()
    found = set()
    for line in lines(count, seed=1):
        before = talk.engine.state
        answer = talk.line(line)
        if not answer["ok"]:
            found.add(code(answer))
            assert talk.engine.state is before, line
    assert found == CODES


@pytest.mark.long
def test_a_refused_line_changes_nothing_that_can_be_asked_for() -> None:
    talk = Talk()
    talk.done("new", edition="parlett-2018", seats=3, seed=1)
    talk.done("chance")
    refused = 0
    for line in lines(600, seed=2):
        before = talk.standing()
        if not talk.line(line)["ok"]:
            refused += 1
            assert talk.standing() == before, line
    assert refused > 200


def test_very_long_texts_get_an_answer() -> None:
    talk = Talk()
    talk.done("new", edition="parlett-2018", seats=3, seed=1)
    long = "f" * 1_000_000
    assert code(talk.ask("play", action=long)) == "illegal-action"
    assert code(talk.ask(long)) == "bad-request"
    assert code(talk.ask("new", edition=long, seats=3)) == "unknown-edition"
    assert code(talk.ask("new", edition="parlett-2018", seats=3, options={long: 1})) == "bad-option"
    assert code(talk.ask("set", state={long: 1})) == "bad-state"
    assert code(talk.line(b" " * 1_000_000)) == "bad-json"
    assert talk.line(b" " * 1_000_000 + b'{"cmd":"undo"}')["error"]["code"] == "bad-request"


def test_hands_beyond_counting_are_played_on_all_the_same() -> None:
    talk = Talk()
    options = {"start_carrots": 1_000_000_000, "hare": "off"}
    answer = talk.done("new", edition="parlett-2018", seats=3, options=options)
    assert len(answer["legal"]) > 30
    state = answer["state"]
    state["seats"][0]["carrots"] = 2**53 - 1
    assert talk.done("set", state=state)["legal"] == answer["legal"]
    state["seats"][0]["carrots"] = 2**53
    assert talk.refused("set", state=state) == "bad-state"
    assert msgspec.json.decode(msgspec.json.encode(state)) == state
