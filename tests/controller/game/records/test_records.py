"""R14.4: records of games, read and written."""

import datetime
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.pieces import COLOURS
from controller.game.records import Record, RecordHeader, RecordSeat, read, replay, write
from controller.game.rules import new_game
from controller.game.rules.text.notation import PLAIN
from controller.game.rules.text.position import read_position, write_position
from tests.support.checkout import ROOT
from tests.support.records.games import HARES, OPTION_ORDER

DOCUMENT = ROOT / "docs" / "records.md"


def names() -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(["", "Ann", "#1", '"', ' "x"', "a: b", "null", "\u2028", "李", "1. f3"]),
        st.text(max_size=24),
    )


OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "hare": st.sampled_from(HARES),
    "track": st.sampled_from(["A", "B"]),
    "home_limit": st.sampled_from(["place", "flat-20"]),
    "equal": st.sampled_from(["again", "nothing"]),
    "open_hands": st.booleans(),
    "baulk": st.booleans(),
    "lettuces": st.integers(0, 6),
    "restart_carrots": st.integers(15, 10**9),
    "patch_total": st.none() | st.integers(10**3, 10**9),
}


ACTIONS = st.one_of(
    st.sampled_from([*PLAIN, "b", "2:b", "1:restart", "restart"]),
    st.builds("f{}".format, st.integers(0, 99)),
    st.builds("roll {}".format, st.integers(1, 9)),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of games that need not be possible."""
    count = draw(st.integers(2, 6))
    options = draw(st.fixed_dictionaries({}, optional=OPTIONS))
    if draw(st.booleans()) and count == 4:
        options["teams"] = [[0, 2], [1, 3]]
    if count == 3 and draw(st.booleans()):
        options["runners"] = 2
    edition = draw(st.sampled_from(edition_ids()))
    rules = make_ruleset(edition, count, options)
    each = rules.options.runners
    colours = draw(st.permutations(COLOURS))
    first = draw(st.integers(0, count - 1))
    start = ""
    if draw(st.booleans()):
        start = write_position(new_game(rules, count, first))
    return Record(
        RecordHeader(
            edition=edition,
            seats=tuple(
                RecordSeat(
                    tuple(colours[seat * each : (seat + 1) * each]),
                    draw(names()),
                    draw(st.just("") | st.just("strategist-2") | names()),
                )
                for seat in range(count)
            ),
            first=first,
            date=draw(st.none() | st.dates()),
            options={key: options[key] for key in OPTION_ORDER if key in options},
            start=start,
            result=tuple(draw(st.permutations(range(count)))) if draw(st.booleans()) else (),
        ),
        tuple(draw(st.lists(ACTIONS, max_size=8))),
    )


@given(records())
def test_what_is_written_reads_as_it_was(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text


@given(records())
def test_line_ends_and_marks_of_other_systems_do_no_harm(record: Record) -> None:
    assert read("\ufeff" + write(record).replace("\n", "\r\n")) == record


def test_the_text_of_a_record() -> None:
    header = RecordHeader(
        edition="parlett-2018",
        seats=(
            RecordSeat(("red",), "Ann"),
            RecordSeat(("blue",)),
            RecordSeat(("pink",), " x", "walker"),
        ),
        first=2,
        date=datetime.date(1978, 11, 30),
        options={"track": "A", "hare": "off", "patch_total": 300, "baulk": False},
        result=(2, 0, 1),
    )
    assert write(Record(header, ("f5", "b"))) == (
        "edition: parlett-2018\n"
        "seat 0: red Ann\n"
        "seat 1: blue\n"
        'seat 2: pink " x"\n'
        "opponent 2: walker\n"
        "first: 2\n"
        "date: 1978-11-30\n"
        "track: A\n"
        "hare: off\n"
        "patch_total: 300\n"
        "baulk: false\n"
        "result: 2 0 1\n"
        "\n"
        "1. f5\n"
        "2. b\n"
    )


def test_the_example_of_the_document_is_a_game() -> None:
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", DOCUMENT.read_text("utf-8"), re.M)
    text = "".join(line.removeprefix("    ") for line in blocks[0].splitlines(keepends=True))
    record, game = replay(text.strip() + "\n")
    assert write(record) == text.strip() + "\n"
    assert [player.name for player in record.header.seats] == ["Ann", "Ben", "Cem"]
    line = blocks[1].strip()
    assert write_position(read_position(line, game.start.rules)) == line
