"""The command that lists and writes the games that are kept."""

import contextlib
import datetime
import itertools
import random
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest

from controller.bootstrap import JOURNAL_FILE, simulated_table
from controller.game.history import Game
from controller.game.journal.files.file_format import SCHEMA_VERSION
from controller.game.journal.journal import Journal, JournalDamaged
from controller.game.journal.kept_games import kept_games
from controller.game.pieces import COLOURS, Player
from controller.game.records import read, replay, write
from controller.game.rules import Runner, Seat
from controller.game.setup import Setup
from tests.support.records.asking import hareboard
from tests.support.records.games import SHORT, play
from tests.support.rules.random_play import begin, homeward

PLAYERS = tuple(
    Player(name, (colour,)) for name, colour in zip(("Ann", "Ben", "Cem"), COLOURS, strict=False)
)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with three games: one abandoned, one over, one under way."""
    times = (
        (
            datetime.datetime(2026, 8, 1, 20, tzinfo=datetime.UTC) + datetime.timedelta(days)
        ).isoformat()
        for days in itertools.count()
    )
    first = Setup(PLAYERS, first=1, options={"hare": "off"})
    second = Setup(PLAYERS, options={"hare": "off", "finish": "first-home"})
    journal = Journal(tmp_path / JOURNAL_FILE, lambda: next(times))
    journal.append("begin", msgspec.json.encode(first).decode())
    journal.append("play", "f5")
    journal.append("abandon")
    journal.append("begin", msgspec.json.encode(second).decode())
    for ply in replayable().plies:
        journal.append("play", str(ply.action))
    journal.append("begin", msgspec.json.encode(first).decode())
    for action in ("f5", "f7"):
        journal.append("play", action)
    journal.append("undo")
    for action in ("f4", "f10"):
        journal.append("play", action)
    journal.close()
    return tmp_path


def replayable() -> Game:
    start = begin(3, {"hare": "off", "finish": "first-home"})
    return play(start, random.Random(3), homeward)


def test_record_lists_the_games(kept: Path) -> None:
    winner = PLAYERS[replayable().state.ranking[0]].name
    result = hareboard("record", "--data", kept)
    assert result.exit_code == 0
    lines = [re.sub(r"\d{4}-\d\d-\d\d", "DATE", line) for line in result.output.splitlines()]
    assert lines == [
        "   1  DATE  Ann, Ben, Cem: abandoned after 1 action",
        f"   2  DATE  Ann, Ben, Cem: over, {winner} won",
        "   3  DATE  Ann, Ben, Cem: under way after 3 actions",
    ]
    assert result.output.startswith("   1  2026-08-01")


def test_record_lists_all_of_a_team_that_has_won(tmp_path: Path) -> None:
    options = {"start_carrots": 2080, "lettuces": 0, "teams": [[0, 2], [1, 3]]}
    players = (*PLAYERS, Player("Dot", (COLOURS[3],)))
    setup = Setup(players, options={**options, "finish": "first-home", "hare": "off"})
    journal = Journal(tmp_path / JOURNAL_FILE)
    journal.append("begin", msgspec.json.encode(setup).decode())
    journal.append("play", "f64")
    journal.close()
    result = hareboard("record", "--data", tmp_path)
    assert result.output.endswith("Ann, Ben, Cem, Dot: over, Ann and Cem won\n")


@pytest.mark.parametrize("game", ["3", "last"])
def test_record_writes_a_game_without_what_was_taken_back(kept: Path, game: str) -> None:
    result = hareboard("record", game, "--data", kept)
    assert result.exit_code == 0
    record, _ = replay(result.output)
    assert msgspec.structs.replace(record.header, date=None) == read(SHORT).header
    assert record.actions == ("f5", "f4", "f10")
    assert write(record) == result.output


def test_record_writes_a_game_to_its_end(kept: Path) -> None:
    record, game = replay(hareboard("record", "2", "--data", kept).output)
    assert game.state == replayable().state
    assert record.header.result == game.state.ranking
    assert record.header.date == datetime.date(2026, 8, 4)


@pytest.mark.parametrize("game", ["0", "4", "-1", "first", ""])
def test_record_says_which_games_there_are(kept: Path, game: str) -> None:
    result = hareboard("record", "--data", kept, "--", game)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"There is no game “{game}” in {kept}: there are games 1 to 3." in result.stderr


def test_record_of_a_game_that_was_put_aside_and_mended(tmp_path: Path) -> None:
    setup = Setup(PLAYERS, options={"hare": "off"})
    game = Game(begin(3, {"hare": "off"}))
    game = game.replay(["f5", "f7", "f4"])
    after = "65,3@13/37,3@7/55,3@4 0 move 0 - - -"
    journal = Journal(tmp_path / JOURNAL_FILE)
    journal.append("begin", msgspec.json.encode(setup).decode())
    for ply in game.plies:
        journal.append("play", str(ply.action))
    journal.append("aside")
    journal.append("begin", msgspec.json.encode(setup).decode())
    journal.append("aside")
    journal.append("load", "1")
    journal.append("mend", after)
    journal.append("play", "f16")
    journal.append("pause")
    journal.close()
    lines = [
        line.split(": ")[1] for line in hareboard("record", "--data", tmp_path).output.splitlines()
    ]
    assert lines == ["under way after 4 actions", "set aside after 0 actions"]
    record, again = replay(hareboard("record", "1", "--data", tmp_path).output)
    assert (record.header.start, record.actions) == (after, ("f16",))
    assert again.state.seats[0] == Seat(59, 3, miss=False, runners=(Runner(16),))


def test_record_of_a_folder_without_games(tmp_path: Path) -> None:
    result = hareboard("record", "--data", tmp_path)
    assert result.exit_code == 0
    assert result.output == (
        f"No games are kept in {tmp_path}. Name their folder with --data: make simulate has them "
        "in .data, an installed board in /var/lib/hareboard.\n"
    )
    assert hareboard("record", "last", "--data", tmp_path).exit_code == 1
    assert not list(tmp_path.iterdir())


def test_record_leaves_the_journal_as_it_is(kept: Path) -> None:
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    hareboard("record", "--data", kept)
    hareboard("record", "last", "--data", kept)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


def test_record_says_that_a_running_program_must_be_stopped_first(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    try:
        result = hareboard("record", "last", "--data", kept)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "Stop hareboard, then try again; the game goes on afterwards." in result.stderr
        journal.append("play", "f8")
    finally:
        journal.close()
    assert hareboard("record", "last", "--data", kept).exit_code == 0


def test_record_finds_what_a_killed_program_left_beside_the_journal(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    journal.append("play", "f8")
    copy = kept / "copy"
    copy.mkdir()
    for path in kept.glob(f"{JOURNAL_FILE}*"):
        (copy / path.name).write_bytes(path.read_bytes())
    journal.close()
    assert (copy / f"{JOURNAL_FILE}-wal").exists()
    assert kept_games(copy / JOURNAL_FILE)[-1].entries[-1].text == "f8"
    assert kept_games(copy / JOURNAL_FILE) == kept_games(kept / JOURNAL_FILE)


def test_record_says_which_game_cannot_be_replayed(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    journal.append("begin", '{"seats": 3}')
    journal.append("begin", msgspec.json.encode(Setup(PLAYERS)).decode())
    journal.append("play", "f64")
    journal.close()
    lines = hareboard("record", "--data", kept).output.splitlines()
    assert lines[3].endswith("somebody: cannot be replayed")
    assert lines[4].endswith("Ann, Ben, Cem: cannot be replayed")
    for game in ("4", "5"):
        result = hareboard("record", game, "--data", kept)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "This game cannot be replayed (" in result.stderr
        assert "Position" not in result.stderr


def test_a_game_that_cannot_go_on_shows_no_hands(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    journal.append("play", "f64")
    journal.close()
    with pytest.raises(JournalDamaged, match="breaks the rules") as refused_to_start:
        simulated_table(kept, chance=random.Random(7)).start()
    assert not re.search(r"Position|costs|carrots", str(refused_to_start.value))


def test_record_refuses_what_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_bytes(b"carrots " * 1000)
    result = hareboard("record", "--data", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "is damaged" in result.stderr
    assert (
        "The next start of hareboard repairs the games and keeps the damaged file." in result.stderr
    )


def test_record_offers_no_repair_of_a_newer_journal(kept: Path) -> None:
    with contextlib.closing(sqlite3.connect(kept / JOURNAL_FILE)) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    result = hareboard("record", "--data", kept)
    assert result.stderr.endswith("Run the version that wrote it.\n")


def test_an_empty_journal_has_no_games(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).touch()
    assert kept_games(tmp_path / JOURNAL_FILE) == ()
    assert kept_games(tmp_path / "none") == ()
