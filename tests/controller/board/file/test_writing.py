"""A board file is changed by what was learned, and keeps everything else."""

import os
import random
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.board import BadFile, Board, parse_board, read_board
from controller.board.examples import example_names, example_path
from controller.board.file.writing import rewritten, save_board
from controller.game.pieces import COLOURS, Tag
from hardware.ports import Uid
from hardware.sensing.settings import (
    Bus,
    DecoderSelect,
    I2cBus,
    LineSelect,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiBus,
    UartPort,
)
from tests.support.board.broken import (
    CO_PROCESSOR,
    CO_PROCESSORS,
    DECODER,
    GOOD,
    LIT,
    MULTIPLEXER,
    REGISTER,
    SERIAL,
)

TEXTS = {name: example_path(name).read_text("utf-8") for name in example_names()}
SCANNER = """\
name = "Nine"
[squares]
count = 9
columns = 3
[readers]
stride = 2
[[readers.bus]]
transport = "scanner"
port = "/dev/ttyACM0"
squares = {}
"""
USUAL = ['"1-9"', '["9-1", "-", "-"]', '[["1-8"], [9]]', '[["1-3"], ["4-6"], ["9-7"]]']
NINE = [SCANNER.format(squares) for squares in USUAL]
LINES = SCANNER.format('"1-9"').replace(
    "squares =",
    'select = "lines"\npins = ["gp2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8", "GP9", "GP28"]\n'
    "squares =",
)
FORMS = [
    *(*TEXTS.values(), GOOD, DECODER, REGISTER, MULTIPLEXER, SERIAL, LIT),
    *(CO_PROCESSOR, CO_PROCESSORS, *NINE, LINES),
]


def wiring(board: Board) -> dict[int, tuple[str, object]]:
    """What the reader of each square is wired to."""
    return {square: (bus.name, where) for bus in board.buses for square, where in _where(bus)}


def _where(bus: Bus) -> list[tuple[int, object]]:
    found: Mapping[int, object]
    match bus:
        case SpiBus() | ScannerPort():
            found = _selected(bus.select)
        case I2cBus(readers=found):
            pass
        case UartPort():
            found = {bus.square: bus.port}
    return list(found.items())


def _selected(select: Select) -> Mapping[int, object]:
    match select:
        case LineSelect():
            return select.pins
        case DecoderSelect():
            return select.lines
        case ShiftRegisterSelect():
            return select.outputs


def comments(text: str) -> list[str]:
    return [line.partition("#")[2] for line in text.splitlines() if "#" in line]


@given(st.sampled_from(FORMS), st.randoms(use_true_random=False), st.data())
def test_the_file_that_is_written_has_exactly_the_wiring_that_was_learned(
    text: str, rng: random.Random, data: st.DataObject
) -> None:
    before = parse_board(text, "b.toml")
    squares = sorted(before.settings.places)
    true: dict[int, int | None] = dict(
        zip(squares, rng.sample(sorted(before.squares), len(squares)), strict=True)
    )
    for square in data.draw(st.sets(st.sampled_from(squares), max_size=len(squares) - 1)):
        true[square] = None
    after = parse_board(rewritten(text, true, None, None), "b.toml")
    places = wiring(before)
    assert wiring(after) == {new: places[old] for old, new in true.items() if new is not None}
    assert (after.squares, after.lights, after.buttons, after.tags, after.web) == (
        before.squares,
        before.lights,
        before.buttons,
        before.tags,
        before.web,
    )


@pytest.mark.long
@given(st.sampled_from(FORMS), st.lists(st.randoms(use_true_random=False), max_size=3))
def test_a_file_may_be_written_again_and_again(text: str, rngs: list[random.Random]) -> None:
    places = wiring(parse_board(text, "b.toml"))
    for rng in rngs:
        squares = sorted(places)
        true: dict[int, int | None] = dict(
            zip(squares, rng.sample(squares, len(squares)), strict=True)
        )
        if len(squares) > 1:
            true[rng.choice(squares)] = None
        places = {new: places[old] for old, new in true.items() if new is not None}
        text = rewritten(text, true, None, None)
        assert wiring(parse_board(text, "b.toml")) == places


@pytest.mark.parametrize(
    ("squares", "after"),
    [
        ('"1-9"', [2, 1, "3-8", "-"]),
        ('[["1-8"], [9]]', [[2, 1, "3-8"], ["-"]]),
    ],
)
def test_a_co_processor_that_loses_its_ninth_reader_keeps_its_decoders(
    squares: str, after: list[object]
) -> None:
    text = SCANNER.format(squares)
    once = rewritten(text, {9: None}, None, None)
    twice = rewritten(once, {1: 2, 2: 1}, None, None)
    places = wiring(parse_board(text, "b.toml"))
    del places[9]
    assert wiring(parse_board(once, "b.toml")) == places
    assert wiring(parse_board(twice, "b.toml")) == {**places, 1: places[2], 2: places[1]}
    assert tomllib.loads(twice)["readers"]["bus"][0]["squares"] == after


@pytest.mark.long
@given(st.sampled_from([text for text in FORMS if "[lights]" in text]), st.data())
def test_the_file_that_is_written_has_exactly_the_lights_that_were_learned(
    text: str, data: st.DataObject
) -> None:
    before = parse_board(text, "b.toml").lights
    assert before is not None
    squares = sorted(before.squares)
    over = data.draw(
        st.lists(
            st.sampled_from(squares) | st.none(), min_size=before.count, max_size=before.count
        ).filter(any)
    )
    true = {
        square: tuple(light for light, each in enumerate(over) if each == square)
        for square in squares
    }
    after = parse_board(rewritten(text, {}, true, None), "b.toml").lights
    assert after is not None
    assert after.squares == {square: lights for square, lights in true.items() if lights}
    assert (after.count, after.driver, after.budget_ma) == (
        before.count,
        before.driver,
        before.budget_ma,
    )


TAGS = st.dictionaries(
    st.sampled_from(COLOURS),
    st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=2, unique=True),
).map(
    lambda drawn: {
        Uid(f"{number:08x}"): Tag(colour, "crown" if at else "base")
        for colour, pair in drawn.items()
        for at, number in enumerate(pair)
    }
)


@pytest.mark.long
@given(TAGS, TAGS)
def test_the_register_of_tags_is_replaced(first: dict[Uid, Tag], second: dict[Uid, Tag]) -> None:
    text = TEXTS["prototype-2x2"]
    for tags in (first, second):
        if {tag.colour for tag in tags.values() if tag.end == "crown"} <= {
            tag.colour for tag in tags.values() if tag.end == "base"
        }:
            text = rewritten(text, {}, None, tags)
            assert parse_board(text, "b.toml").tags == tags
    assert comments(text) == comments(TEXTS["prototype-2x2"])


@pytest.mark.parametrize("name", example_names())
def test_what_was_learned_to_be_right_changes_nothing(name: str) -> None:
    board = parse_board(TEXTS[name], "b.toml")
    as_it_is: dict[int, int | None] = {square: square for square in board.settings.places}
    assert rewritten(TEXTS[name], as_it_is, None, None) == TEXTS[name]


def test_every_comment_beside_what_changes_survives() -> None:
    text = TEXTS["spi-shift-register-64"]
    readers: dict[int, int | None] = {1: 33, 33: 1, 7: None}
    lights = {square: (64 - square,) for square in range(1, 65)}
    tags = {Uid("04a1b2c3"): Tag("red", "base")}
    after = rewritten(text, readers, lights, tags)
    lost = set(comments(text)) - set(comments(after))
    assert lost == {" eight strips, one behind the other, each beginning on the left"}
    assert tomllib.loads(after)["readers"]["bus"][0]["squares"] == [33, "2-6", "-", "8-32"]


def test_lists_of_lists_stay_so_and_exceptions_are_said_by_the_list() -> None:
    text = TEXTS["spi-decoder-64"].replace(
        "# exceptions = { 17 = [2, 1], 18 = [2, 0] }", "exceptions = { 17 = [2, 1], 18 = [2, 0] }"
    )
    after = rewritten(text, {1: 2, 2: 1, 64: None}, None, None)
    bus = tomllib.loads(after)["readers"]["bus"][0]
    assert "exceptions" not in bus
    assert bus["squares"][:3] == [[2, 1, "3-8"], ["16-9"], [18, 17, "19-24"]]
    assert bus["squares"][7] == ["-", "63-57"]
    assert "without_reader = 64\n\n[readers]" in after


def test_a_new_key_stands_below_the_others_and_above_the_comment_on_what_follows() -> None:
    text = LIT.replace("[readers]", "# how they are read\n[readers]")
    after = rewritten(text, {4: None}, None, None)
    assert "columns = 2\nwithout_reader = 4\n# how they are read\n[readers]" in after


def test_a_port_whose_reader_does_not_work_is_left_free() -> None:
    text = GOOD.replace("count = 4", "count = 5").replace("columns = 2", "columns = 3") + (
        '[[readers.bus]]\ntransport = "uart"\nport = "/dev/ttyUSB0"\nsquare = 5  # on the shelf\n'
    )
    after = rewritten(text, {5: None, 1: 5}, None, None)
    assert after.endswith('square = "-"  # on the shelf\n')
    assert wiring(parse_board(after, "b.toml")).keys() == {2, 3, 4, 5}
    again = rewritten(after, {5: 1}, None, None)
    assert wiring(parse_board(again, "b.toml")).keys() == {1, 2, 3, 4}


def test_saving_keeps_what_stood_there_before_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    path.write_text(GOOD, "utf-8")
    path.chmod(0o640)
    text = rewritten(GOOD, {1: 2, 2: 1}, None, None)
    assert save_board(path, text) == read_board(path)
    assert path.read_text("utf-8") == text
    assert path.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "b.toml.before").read_text("utf-8") == GOOD
    assert {each.name for each in tmp_path.iterdir()} == {"b.toml", "b.toml.before"}


def test_a_text_that_is_no_board_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    path.write_text(GOOD, "utf-8")
    twice = rewritten(GOOD, {1: 2}, None, None)
    with pytest.raises(BadFile, match=r"b\.toml, line 12: .*square 2 is listed twice"):
        save_board(path, twice)
    assert path.read_text("utf-8") == GOOD
    assert [each.name for each in tmp_path.iterdir()] == ["b.toml"]


def test_a_link_to_a_board_file_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text(GOOD, "utf-8")
    (tmp_path / "b.toml").symlink_to("real.toml")
    save_board(tmp_path / "b.toml", LIT)
    assert (tmp_path / "b.toml").is_symlink()
    assert (tmp_path / "real.toml").read_text("utf-8") == LIT


def test_a_file_that_cannot_be_written_is_told_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    path.write_text(GOOD, "utf-8")
    (tmp_path / "b.toml.before").mkdir()
    with pytest.raises(IsADirectoryError):
        save_board(path, LIT)
    assert path.read_text("utf-8") == GOOD
    assert {each.name for each in tmp_path.iterdir()} == {"b.toml", "b.toml.before"}


def test_a_board_file_may_be_saved_where_none_stood(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    assert save_board(path, GOOD) == read_board(path)
    assert [each.name for each in tmp_path.iterdir()] == ["b.toml"]


def test_a_disk_that_keeps_something_else_is_told_and_the_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.toml"
    path.write_text(GOOD, "utf-8")

    def keep_another(_file: int) -> None:
        (tmp_path / "b.toml.new").write_text(LIT, "utf-8")

    monkeypatch.setattr(os, "fsync", keep_another)
    with pytest.raises(OSError, match="reads differently from what was written"):
        save_board(path, rewritten(GOOD, {1: 2, 2: 1}, None, None))
    assert path.read_text("utf-8") == GOOD


def test_runners_that_have_a_section_each_keep_it() -> None:
    text = GOOD + (
        '[tags.red]\nbase = "04A1B2C3"  # the big one\ncrown = "04A1B2C4"\n'
        '[tags.green]\nbase = "04A1B2C5"\n'
        '[tags.blue]\nbase = "04A1B2C6"\n'
        '[tags.pink]\nbase = "04A1B2CA"\n'
    )
    tags = {
        Uid("04a1b2c7"): Tag("red", "base"),
        Uid("04a1b2c8"): Tag("blue", "base"),
        Uid("04a1b2c9"): Tag("blue", "crown"),
        Uid("04a1b2cb"): Tag("pink", "base"),
    }
    after = rewritten(text, {}, None, tags)
    assert parse_board(after, "b.toml").tags == tags
    assert '[tags.red]\nbase = "04a1b2c7"  # the big one\n[tags.blue]' in after


def test_lights_at_the_end_of_the_strip_that_lie_under_no_square_are_counted() -> None:
    text = LIT.replace("[lights.currents]", "without_light = 4\ncount = 5\n[lights.currents]")
    after = rewritten(text, {}, {1: (0,), 2: (2,), 3: (1,)}, None)
    lights = parse_board(after, "b.toml").lights
    assert lights is not None
    assert (lights.squares, lights.count) == ({1: (0,), 2: (2,), 3: (1,)}, 5)
    all_lit = rewritten(after, {}, {1: (0,), 2: (2,), 3: (1,), 4: (3, 4)}, None)
    assert "without_light" not in all_lit
