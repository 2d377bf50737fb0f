"""Harnesses of texts that people write or other programs send: engine, records, TOML files."""

import contextlib
import json
import random
import tomllib
from pathlib import Path
from typing import Any, Final

from controller.board import BadFile
from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board
from controller.board.plan.picture import picture
from controller.board.plan.report import plan_text
from controller.game.editions.files import KINDS, SHIPPED
from controller.game.editions.inspect import MARKS, inspect
from controller.game.editions.options import OPTIONS
from controller.game.editions.rulesets import make_ruleset
from controller.game.engine.engine import Engine
from controller.game.engine.requests import EngineRefusal, PerftRequest, read_request
from controller.game.pieces import COLOURS
from controller.game.records import RecordError, record_of, replay, write
from controller.game.rules import new_game
from controller.game.rules.text.position import BadPosition, read_position, write_position
from controller.light.themes import FOLDER as THEMES
from controller.light.themes import read_theme
from controller.toml.lines import lines_of
from hardware.trace import BadTrace, read_trace
from tests.fuzz.harness import Harness, hold
from tests.fuzz.scratch import scratch
from tests.support.records.games import SHORT, play
from tests.support.rules.random_play import homeward

ROOT: Final = Path(__file__).parents[2]
ENGINE_CODES: Final = frozenset(
    ("bad-json", "bad-request", "unknown-edition", "bad-option", "bad-state", "no-game")
) | {"illegal-action"}
ENGINE_LINES: Final = (
    b'{"cmd":"new","edition":"parlett-2018","seats":4,"seed":7}',
    b'{"cmd":"new","edition":"abacus-2000","seats":2,"options":{"runners":2}}',
    b'{"cmd":"chance"}\n{"cmd":"play","action":"f5"}\n{"cmd":"why","action":"f11"}',
    b'{"cmd":"undo"}\n{"cmd":"record"}\n{"cmd":"editions"}\n{"cmd":"perft","depth":1}',
)
ENGINE_WORDS: Final = tuple(
    f'"{word}"'.encode()
    for word in ("cmd", "set", "state", "action", "options", "seats", "first", "depth", *OPTIONS)
)
TOML_WORDS: Final = (
    *(b"[[a.b]]\n", b"a.b.c = 1\n", b"{ x = [1, { y = 2 }] }", b'"""', b"'''", b'"\\u00e9"', b"#"),
    *(b"1979-05-27", b"0x1F", b"1e400", b"nan", b"true", b'"a b".c = 1\n', b"[squares]\n"),
)


def engine_lines(data: bytes) -> None:
    """Each line gets one answer; a refused one changes nothing."""
    engine = Engine()
    engine.answer(ENGINE_LINES[0])
    for line in data.split(b"\n")[:20]:
        with contextlib.suppress(EngineRefusal):
            request = read_request(line)
            if isinstance(request, PerftRequest) and request.depth > 1:
                continue  # counts for as long as it is told to
        before = engine.state
        said = engine.answer(line)
        answer: Any = json.loads(said)
        hold(b"\n" not in said and len(said) < 200_000 + 40 * len(line), "its answer is too long")
        if not answer["ok"]:
            hold(answer["error"]["code"] in ENGINE_CODES, f"the code is {answer['error']['code']}")
            hold(engine.state is before, "a refused line has changed the game")


def record(data: bytes) -> None:
    """It is a game, which is written as it was read, or the place of its mistake is told."""
    text = data.decode("utf-8", "replace")
    try:
        read, game = replay(text)
    except RecordError as error:
        hold(1 <= error.line <= text.count("\n") + 1, f"line {error.line} is none of it")
        hold(error.column >= 1, f"column {error.column} is none")
        hold(len(str(error)) < 2000 + 4 * len(text), "the mistake is told at length")
        return
    again, same = replay(write(read))
    hold(again == read and same.state == game.state, "it is written as another game")


def position(data: bytes) -> None:
    """It is a position, which is written as it was read, or the place of its mistake is told."""
    text = data.decode("utf-8", "replace")
    rules = make_ruleset("parlett-2018", 3)
    try:
        state = read_position(text, rules)
    except BadPosition as error:
        hold(1 <= error.column <= len(text) + 1, f"column {error.column} is none of it")
        return
    hold(read_position(write_position(state), rules) == state, "it is written as another position")


def board_file(data: bytes) -> None:
    """It is a board that can be planned, or all its mistakes are told."""
    text = data.decode("utf-8", "replace")
    try:
        board: Board = parse_board(text, "b.toml")
    except BadFile as error:
        told = [str(each) for each in error.problems]
        hold(told and all(each.startswith("b.toml") for each in told), "no mistake is told")
        hold(sum(map(len, told)) < 20_000 + 40 * len(text), "the mistakes are told at length")
        return
    hold(plan_text(board, 80), "the plan is empty")
    hold(picture(board).startswith("<svg"), "there is no picture")


def rules_file(data: bytes) -> None:
    """An edition, track, deck, table or theme is read, or all its mistakes are told."""
    path = scratch("rules.toml", data)
    found = inspect(path)
    hold(found.what or found.problems, "nothing is told")
    hold(sum(map(len, found.problems)) < 20_000 + 40 * len(data), "mistakes are told at length")
    with contextlib.suppress(BadFile):
        read_theme(path)


def toml_lines(data: bytes) -> None:
    """Each key of a valid file has a line in it."""
    text = data.decode("utf-8", "replace")
    try:
        read = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    lines = lines_of(text)
    hold(set(_spots(read)) <= set(lines), "a key has no line")
    hold(all(1 <= line <= text.count("\n") + 1 for line in lines.values()), "no line of the file")


def trace(data: bytes) -> None:
    """A recorded board is read, or the line of its mistake is told."""
    lines = data.decode("utf-8", "replace").splitlines()
    try:
        said = list(read_trace(lines))
    except BadTrace as error:
        hold(len(str(error)) < 2000, "the mistake is told at length")
        return
    hold(len(said) <= len(lines), "more is said than there are lines")


def _spots(table: Any, spot: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inside = table.items() if isinstance(table, dict) else enumerate(table)
    found = []
    for key, value in inside:
        found.append((*spot, key))
        if isinstance(value, dict | list):
            found += _spots(value, (*spot, key))
    return found


def _files(folder: Path, pattern: str) -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(folder.glob(pattern)))


def _played(edition: str, seats: int) -> bytes:
    """Return the record of the first moves of a game by chance."""
    start = new_game(make_ruleset(edition, seats, {"hare": "off"}), seats)
    return write(record_of(play(start, random.Random(seats), homeward, 12))).encode()


def _boards() -> tuple[bytes, ...]:
    return tuple(example_path(name).read_bytes() for name in example_names())


def _rules() -> tuple[bytes, ...]:
    folders = (*(SHIPPED / kind for kind in KINDS), THEMES)
    return tuple(each for folder in folders for each in _files(folder, "*.toml"))


TEXTS: Final = (
    Harness(
        "engine",
        "lines to `hareboard engine`: an answer to each, a known code, no change if refused",
        engine_lines,
        lambda: ENGINE_LINES,
        ENGINE_WORDS,
    ),
    Harness(
        "record",
        "game records: read and written alike, or one mistake with its place",
        record,
        lambda: (
            SHORT.encode(),
            b"edition: abacus-2000\nseat 0: red\nseat 1: blue\nseat 2: green\nfirst: 1\n1. f3\n",
            _played("parlett-2018", 3),
            _played("ravensburger-1978", 4),
            _played("abacus-2000", 2),
        ),
        (
            *(b"result: 0 1 2\n", b"start: ", b"date: 2020-02-30\n", b"deal ", b"2. b\n"),
            *(f"{word} ".encode() for word in (*OPTIONS, *COLOURS, "roll 3", "seat 3:")),
        ),
    ),
    Harness(
        "position",
        "one-line positions: read and written alike, or the column of the mistake",
        position,
        lambda: (write_position(new_game(make_ruleset("parlett-2018", 3), 3)).encode(),),
        (b"/", b" - ", b"over", b"deal", b"0", b"64", b"m", b"d"),
        longest=400,
    ),
    Harness(
        "board",
        "board files: planned and drawn, or every mistake",
        board_file,
        _boards,
        TOML_WORDS,
        longest=8192,
    ),
    Harness(
        "rules",
        "files of editions, tracks, decks, tables and themes: read, or every mistake",
        rules_file,
        _rules,
        (*TOML_WORDS, *(f"{mark} = ".encode() for mark in MARKS)),
    ),
    Harness(
        "toml",
        "TOML files of any content: each key has its line",
        toml_lines,
        lambda: (*_boards(), b"a = [1, [2, {b = 3}]]\n[[c.d]]\n'e f' = '''\nx'''\n[[c.d]]\n"),
        TOML_WORDS,
        longest=2048,
    ),
    Harness(
        "trace",
        "recorded boards: read, or the line of the mistake",
        trace,
        lambda: _files(ROOT / "tests/hardware/traces", "**/*.jsonl"),
        (b'"at_s": 1e999', b'"uid": "', b'"square": -1', b"null", b"\n"),
        longest=16_384,
    ),
)
