"""`hareboard trace record` and `show`: what is recorded, shown and refused."""

import json
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.bootstrap import (
    parse_simulated,
    simulated_pieces,
)
from controller.bootstrap.readers import SimulatedHardware, open_simulated_board
from controller.plural import counted
from hardware.clock import ManualClock
from hardware.ports import ReaderChanged, Reading, Sighting
from hardware.simulated.world import World
from tests.support.bootstrap.traces import MARK, run, said_in
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S, until

HAREBOARD = Path(sys.executable).with_name("hareboard")
RED = simulated_pieces()[0].base
STRANGER = "5ac3118e"
TRACE = (
    MARK,
    {"at_s": 0.01, "square": 1, "uids": [RED]},
    {"at_s": 0.02, "square": 1, "uids": [RED]},
    {"at_s": 0.03, "square": 2, "uids": ["5ac3119e"]},
    {"at_s": 0.04, "square": 3, "failure": "no-reply"},
    {"at_s": 0.04, "square": 3, "reader": "suspect"},
    {"at_s": 0.06, "square": 1, "uids": [RED, STRANGER], "alone": True},
    {"at_s": 0.07, "square": 1, "uids": [RED, STRANGER]},
    {"at_s": 0.12, "square": 1, "uids": [STRANGER]},
    {"at_s": 0.13, "square": 3, "failure": "no-ack"},
    {"at_s": 0.13, "square": 3, "reader": "resetting"},
    {"at_s": 0.2, "square": 4, "uids": []},
    {"at_s": 0.3, "square": 4, "failure": "no-ack"},
    {"at_s": 0.3, "square": 4, "reader": "quarantined"},
    {"at_s": 0.5, "button": "confirm"},
)


def record_until(out: Path, board: str, enough: Callable[[list[dict[str, Any]]], bool]) -> str:
    """Record until the lines that are in the file are enough, then press Ctrl-C."""
    words: list[str | Path] = [HAREBOARD, "trace", "record", out, "--board", board, "--seed", "7"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as it:
        until(
            lambda: (
                out.exists()
                and enough([json.loads(line) for line in out.read_text("utf-8").split("\n")[:-1]])
            ),
            "enough is recorded",
        )
        it.send_signal(signal.SIGINT)
        output, errors = it.communicate(timeout=PATIENCE_S)
    assert (it.returncode, errors) == (0, "")
    return output


def has_a_tag_that_stays(lines: list[dict[str, Any]]) -> bool:
    """Check whether a tag was read again and again on a square, which makes a sighting."""
    read = Counter((line.get("square"), uid) for line in lines for uid in line.get("uids", ()))
    return max(read.values(), default=0) >= 5


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "board.trace"
    path.write_text("".join(json.dumps(line) + "\n" for line in TRACE), "utf-8")
    return path


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.trace"
    path.write_text("".join(json.dumps(line) + "\n" for line in TRACE[:3]), "utf-8")
    return path


# Recording


def test_a_trace_is_recorded_from_a_board_that_plays_one(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.trace"
    result = run("trace", "record", copy, "--board", f"trace://{file}")
    assert result.exit_code == 0, result.output
    assert result.output == (
        f"Recording 4 readers; Ctrl-C ends it.\n{copy}: 14 lines, 3 sightings, 3 failures.\n"
    )
    recorded, said = said_in(copy), said_in(file)
    assert len(recorded) == len(said)
    for again, before in zip(recorded, said, strict=True):
        assert again.at_s >= before.at_s
        assert type(again) is type(before)


@pytest.mark.parametrize("board", sample(3, ["sim://", "sim://direct", "sim://prototype-2x2"]))
def test_on_a_simulated_board_there_is_something_to_record(board: str, tmp_path: Path) -> None:
    out = tmp_path / "new.trace"
    output = record_until(out, board, has_a_tag_that_stays)
    said = said_in(out)
    assert {type(each) for each in said} >= {Reading}
    assert f"{out}: {counted(len(said), 'line')}, " in output
    assert " 0 sightings" not in output


def test_what_was_recorded_can_be_a_board(tmp_path: Path) -> None:
    out = tmp_path / "new.trace"
    record_until(
        out,
        "sim://prototype-2x2",
        lambda lines: {line.get("square") for line in lines} >= {1, 2, 3, 4},
    )
    hardware = SimulatedHardware(World(0, ()), random.Random())
    opened = open_simulated_board(parse_simulated(f"trace://{out}"), hardware, ManualClock())
    assert opened.squares == {1, 2, 3, 4}


def test_a_file_that_is_there_is_kept_unless_forced(file: Path, short: Path) -> None:
    before = file.read_text("utf-8")
    words = ("trace", "record", file, "--board", f"trace://{short}")
    refused = run(*words)
    assert refused.exit_code == 1
    assert refused.output == f"Error: {file} is there already. Add --force to overwrite it.\n"
    assert file.read_text("utf-8") == before
    assert run(*words, "--force").exit_code == 0
    assert len(said_in(file)) == 2


@pytest.mark.parametrize(
    ("board", "cause"),
    [
        ("sim:/", "“sim:/” is no board. A board is sim:// (emulated chips)"),
        ("my.toml", "Put pn532:// before a board file, or sim:// to emulate it: sim://my.toml."),
        ("trace://none.trace", "Cannot read none.trace: No such file or directory."),
        ("pn532://none.toml", "There is no file none.toml. To begin one: hareboard board show"),
    ],
)
def test_without_a_board_nothing_is_written(board: str, cause: str, tmp_path: Path) -> None:
    out = tmp_path / "new.trace"
    result = run("trace", "record", out, "--board", board)
    assert result.exit_code == 1
    assert f"Error: {cause}" in result.output
    assert not out.exists()


def test_a_board_that_plays_what_is_no_trace_is_refused(tmp_path: Path, file: Path) -> None:
    file.write_text('{"hareboard_trace": 1}\nHello\n', "utf-8")
    result = run("trace", "record", tmp_path / "new.trace", "--board", f"trace://{file}")
    assert result.exit_code == 1
    assert result.output == f"Error: {file} is no trace. Line 2: it is no JSON.\n"
    file.write_bytes(b"\xff\xfe\x00")
    result = run("trace", "record", tmp_path / "new.trace", "--board", f"trace://{file}")
    assert result.exit_code == 1
    assert result.output == f"Error: {file} is no trace: it is not UTF-8 text.\n"
    with file.open("wb") as huge:
        huge.truncate(1 << 40)  # takes no room
    result = run("trace", "record", tmp_path / "new.trace", "--board", f"trace://{file}")
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {file} is no trace. Line 1: it is cut off")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, short: Path) -> None:
    out = tmp_path / "none" / "new.trace"
    result = run("trace", "record", out, "--board", f"trace://{short}")
    assert result.exit_code == 1
    assert f"Error: Cannot write into {out}: No such file or directory.\n" in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk_is_told(short: Path) -> None:
    result = run("trace", "record", "/dev/full", "--board", f"trace://{short}", "--force")
    assert result.exit_code == 1
    assert "Error: Cannot write into /dev/full: No space left on device.\n" in result.output


def test_ctrl_c_ends_a_recording_that_is_whole(tmp_path: Path) -> None:
    out = tmp_path / "new.trace"
    words: list[str | Path] = [HAREBOARD, "trace", "record", out]
    words += ["--board", "sim://prototype-2x2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        assert it.stdout.readline() == "Recording 4 readers; Ctrl-C ends it.\n"
        it.send_signal(signal.SIGINT)
        output, errors = it.communicate(timeout=PATIENCE_S)
    assert (it.returncode, errors) == (0, "")
    assert output.startswith(f"{out}: {counted(len(said_in(out)), 'line')}, ")


# Showing


def test_what_a_trace_comes_to(file: Path) -> None:
    result = run("trace", "show", file)
    assert result.exit_code == 0
    assert (
        result.output
        == f"""\
0.5 s, 4 readers, 10 readings of which 3 failed, 3 sightings

    0.020 s  square  1  {RED}  seen    red runner, base
    0.040 s  square  3  reader suspect: it has failed
    0.070 s  square  1  5ac3118e        seen    a stranger
    0.120 s  square  1  {RED}  missed  red runner, base
    0.130 s  square  3  reader resetting: it is gone, and is being reset
    0.300 s  square  4  reader quarantined: it is gone, and will be reset again later
    0.500 s  button     confirm

Tags
  {RED}        red runner, base; read 4 times; on 1, last newly seen on 1 at 0.020 s
  5ac3118e              a stranger; read 3 times; on 1, last newly seen on 1 at 0.070 s
  5ac3119e              never believed; read once, on 2

Readers
  square  readings  median pause  longest pause  failed
       1         5         25 ms          50 ms  0
       2         1             -              -  0
       3         2         90 ms          90 ms  2: no-reply 1, no-ack 1
       4         2        100 ms         100 ms  1: no-ack 1

Busiest: squares 1, 3, 4.
Never answered: square 3.
Out at the end: square 4, which last answered at 0.200 s.
"""
    )


def test_all_of_it_has_every_reading(file: Path) -> None:
    lines = run("trace", "show", file, "--all").output.splitlines()
    assert lines[2:6] == [
        f"    0.010 s  square  1    reads {RED}",
        f"    0.020 s  square  1    reads {RED}",
        f"    0.020 s  square  1  {RED}  seen    red runner, base",
        "    0.030 s  square  2    reads 5ac3119e",
    ]
    assert "    0.040 s  square  3    failed: no reply" in lines
    assert "    0.200 s  square  4    reads nothing" in lines
    alone = f"    0.060 s  square  1    reads {RED}, {STRANGER}, with no other field on"
    assert alone in lines


def test_an_empty_trace_comes_to_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "empty.trace"
    empty.write_text(json.dumps(MARK) + "\n", "utf-8")
    result = run("trace", "show", empty)
    assert result.exit_code == 0
    assert result.output == "0.0 s, 0 readers, 0 readings of which 0 failed, 0 sightings\n"


def test_few_of_many_garbled_uids_are_named(tmp_path: Path) -> None:
    file = tmp_path / "garbled.trace"
    lines = [
        {"at_s": number / 10, "square": 1, "uids": [f"{number:08x}"]} for number in range(1, 12)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in (MARK, *lines)), "utf-8")
    output = run("trace", "show", file).output
    assert output.count("read once") == 8
    assert "  and 3 more that were never believed\n" in output


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"Hello\n", "{file} is no trace. Line 1: it is no JSON."),
        (b"", "{file} is no trace. Line 1: it is empty; a trace begins with"),
        (
            b'{"hareboard_trace": 1}\n{"at_s": 1, "square": 0, "uids": []}\n',
            "{file} is no trace. Line 2: 0 is no square: they are numbered from 1.",
        ),
        (b"\xff\xfe", "{file} is no trace: it is not UTF-8 text."),
        (None, "Cannot read {file}: No such file or directory."),
    ],
)
def test_what_cannot_be_shown_is_explained(
    content: bytes | None, cause: str, tmp_path: Path
) -> None:
    file = tmp_path / "some.trace"
    if content is not None:
        file.write_bytes(content)
    result = run("trace", "show", file)
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: {cause.format(file=file)}")


def test_events_of_the_fixture_are_what_they_seem(file: Path) -> None:
    said = said_in(file)
    assert sum(isinstance(each, Reading) for each in said) == 10
    assert sum(isinstance(each, ReaderChanged) for each in said) == 3
    assert not any(isinstance(each, Sighting) for each in said)
