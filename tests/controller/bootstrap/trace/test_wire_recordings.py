"""Recorded wires: replayed, shared, made into a profile, or refused."""

import json
import re
from pathlib import Path

import pytest

from controller.board.examples import example_path
from controller.bootstrap.trace.wires import MOST_SHOWN, OTHER_ORDER
from hardware.ports import Reading
from hardware.transfers import Transfer
from tests.support.bootstrap.traces import MARK, run, said_in


def test_wires_are_recorded_up_to_a_size(tmp_path: Path) -> None:
    out = tmp_path / "wires.trace"
    words = ["--wire", "--megabytes", "0.02", "--board", "sim://prototype-2x2"]
    result = run("trace", "record", out, *words)
    assert result.exit_code == 0, result.output
    assert "The file has 0.02 MB: recording ends." in result.output
    assert 20_000 <= out.stat().st_size < 20_300
    transfers = [each for each in said_in(out) if isinstance(each, Transfer)]
    assert {each.square for each in transfers} == {1, 2, 3, 4}
    assert run("trace", "show", out).exit_code == 0


def recorded_wires(tmp_path: Path, board: str, megabytes: str = "0.1") -> Path:
    out = tmp_path / "wires.trace"
    words = ["--wire", "--seed", "3", "--megabytes", megabytes, "--board", board]
    result = run("trace", "record", out, *words)
    assert result.exit_code == 0, result.output
    return out


def test_recorded_wires_are_replayed_with_the_same_sightings(tmp_path: Path) -> None:
    out = recorded_wires(tmp_path, "sim://prototype-2x2?profile=as-reported")
    result = run("trace", "replay", out, "--board", "sim://prototype-2x2")
    assert result.exit_code == 0, result.output
    assert ", 0 differences, " in result.output
    assert result.output.endswith(": as recorded.\n")


@pytest.mark.long
def test_a_recording_that_is_shared_has_no_uids_and_replays_as_it_did(tmp_path: Path) -> None:
    out, shared = recorded_wires(tmp_path, "sim://prototype-2x2"), tmp_path / "shared.trace"
    uids = {uid for said in said_in(out) if isinstance(said, Reading) for uid in said.uids}
    assert uids
    result = run("trace", "share", out, shared)
    assert result.exit_code == 0, result.output
    assert f", {len(uids)} pseudonym" in result.output
    text = shared.read_text("utf-8")
    assert not any(uid in text for uid in uids)
    assert len(said_in(shared)) == len(said_in(out))
    # A starved computer may record a wire that ends early: that is told, of both alike.
    replays = [
        run("trace", "replay", each, "--board", "sim://prototype-2x2") for each in (out, shared)
    ]
    told = [re.sub(r"line \d+", "line", each.output) for each in replays]
    assert told[0] == told[1]
    assert "transfers, " in told[0]
    assert run("trace", "share", out, shared).exit_code == 1


@pytest.mark.long
def test_a_driver_that_sends_something_else_is_told(tmp_path: Path) -> None:
    out = recorded_wires(tmp_path, "sim://prototype-2x2")
    board = tmp_path / "board.toml"
    text = example_path("prototype-2x2").read_text("utf-8")
    assert "[readers]\n" in text
    board.write_text(text.replace("[readers]\n", "[readers]\nretries = 4\n"), "utf-8")
    result = run("trace", "replay", out, "--board", f"pn532://{board}")
    assert result.exit_code == 1
    assert re.search(
        r"^square \d, [0-9.]+ s, line \d+: 0000ff06fad43205ff0104", result.output, re.M
    )


@pytest.mark.long
def test_of_many_differences_the_first_are_shown_and_the_others_counted(tmp_path: Path) -> None:
    out = recorded_wires(tmp_path, "sim://prototype-2x2", "0.05")
    text = out.read_text("utf-8")
    out.write_text(text.replace("d44a02", "d44a01"), "utf-8")
    result = run("trace", "replay", out, "--board", "sim://prototype-2x2")
    assert result.exit_code == 1
    *shown, more, summary, why = result.output.splitlines()
    assert why == OTHER_ORDER
    assert len(shown) == MOST_SHOWN
    assert all("4a0200e000 is sent instead of 0000ff04fcd44a0100" in each for each in shown)
    assert (left := re.fullmatch(r"and (\d+) more differences", more))
    assert f", {MOST_SHOWN + int(left[1])} differences, " in summary


@pytest.mark.long
def test_a_profile_is_made_of_recorded_wires_and_simulated(tmp_path: Path) -> None:
    out, made = recorded_wires(tmp_path, "sim://prototype-2x2"), tmp_path / "my.profile"
    result = run("trace", "profile", out, "--into", made)
    assert result.exit_code == 0, result.output
    assert result.output.endswith(f"{made}: 4 chips.\n")
    again = run("trace", "profile", out, "--into", made)
    assert again.exit_code == 1
    assert "Add --force to overwrite it." in again.output
    (tmp_path / "again").mkdir()
    simulated = recorded_wires(tmp_path / "again", f"sim://prototype-2x2?profile={made}", "0.02")
    assert run("trace", "profile", simulated).exit_code == 0


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        ("nobody", "A profile is a file or one of by-the-manual, as-reported."),
        ("", "is no profile"),
    ],
)
def test_a_profile_that_cannot_be_used_is_refused(tmp_path: Path, profile: str, why: str) -> None:
    (tmp_path / "empty").touch()
    named = profile or str(tmp_path / "empty")
    board = f"sim://prototype-2x2?profile={named}"
    result = run("trace", "record", tmp_path / "a.trace", "--board", board)
    assert result.exit_code == 1
    assert why in result.output


@pytest.mark.parametrize("command", ["replay", "profile"])
def test_a_trace_without_wires_is_refused(tmp_path: Path, command: str) -> None:
    out = tmp_path / "a.trace"
    out.write_text(json.dumps(MARK) + "\n", "utf-8")
    words = ["--board", "sim://"] if command == "replay" else []
    result = run("trace", command, out, *words)
    assert result.exit_code == 1
    assert "has no wires: record it by “hareboard trace record --wire”" in result.output


@pytest.mark.parametrize("address", ["sim://direct", "trace://{out}"])
def test_a_board_without_wires_is_refused(tmp_path: Path, address: str) -> None:
    (tmp_path / "a.trace").write_text(json.dumps(MARK) + "\n", "utf-8")
    board = address.format(out=tmp_path / "a.trace")
    result = run("trace", "record", tmp_path / "wires.trace", "--wire", "--board", board)
    assert result.exit_code == 1
    assert result.output == f"Error: {board} has no wires to record.\n"


READ = {"at_s": 0.1, "square": 1, "uids": ["04a1b2c3d4e5f6"]}


def test_a_trace_is_shared_once_and_overwritten_only_if_forced(tmp_path: Path) -> None:
    out, shared = tmp_path / "a.trace", tmp_path / "shared.trace"
    out.write_text(f"{json.dumps(MARK)}\n{json.dumps(READ)}\n", "utf-8")
    said = run("trace", "share", out, shared)
    assert said.output == f"{shared}: 1 line, 1 pseudonym.\n"
    assert "04a1b2c3d4e5f6" not in shared.read_text("utf-8")
    shared.write_text("something else", "utf-8")
    again = run("trace", "share", out, shared)
    assert (again.exit_code, shared.read_text("utf-8")) == (1, "something else")
    assert again.output == f"Error: {shared} is there already. Add --force to overwrite it.\n"
    assert run("trace", "share", out, shared, "--force").exit_code == 0


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    out, place = tmp_path / "a.trace", tmp_path / "missing" / "b.trace"
    out.write_text(json.dumps(MARK) + "\n", "utf-8")
    said = run("trace", "share", out, place)
    assert said.output == f"Error: Cannot write {place}: No such file or directory.\n"


def test_a_profile_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    out, place = recorded_wires(tmp_path, "sim://prototype-2x2", "0.02"), tmp_path / "no" / "a"
    said = run("trace", "profile", out, "--into", place)
    assert said.exit_code == 1
    assert said.output.endswith(f"Error: Cannot write {place}: No such file or directory.\n")


def test_replaying_needs_a_board_file_that_can_be_used(tmp_path: Path) -> None:
    out, file = recorded_wires(tmp_path, "sim://prototype-2x2", "0.02"), tmp_path / "board.toml"
    file.write_text("name = 5\n", "utf-8")
    told = {
        board: run("trace", "replay", out, "--board", board).output
        for board in (f"pn532://{file}", "usb://x", "sim://direct")
    }
    assert "Error: board.toml, line 1: name: 5 is not a text" in told[f"pn532://{file}"]
    assert "“usb://x” is no board." in told["usb://x"]
    assert told["sim://direct"] == "Error: sim://direct has no board file.\n"


def test_a_driver_that_reads_another_way_is_told_of(tmp_path: Path) -> None:
    out, board = recorded_wires(tmp_path, "sim://prototype-2x2", "0.02"), tmp_path / "board.toml"
    text = example_path("prototype-2x2").read_text("utf-8")
    board.write_text(text.replace("[readers]\n", "[readers]\nretries = 4\n"), "utf-8")
    result = run("trace", "replay", out, "--board", f"pn532://{board}")
    assert result.exit_code == 1
    assert re.search(r"^square \d, [0-9.]+ s, line \d+: ", result.output, re.M)
