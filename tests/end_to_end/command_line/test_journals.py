"""Journals that are there already: damaged ones, and those that are put aside."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.bootstrap import JOURNAL_FILE, WORLD_FILE
from controller.game.journal.files.file_format import checksum
from controller.game.journal.journal import SCHEMA_VERSION
from tests.end_to_end.command_line.conftest import play
from tests.support.command_line.typed import contents, refused, stop
from tests.support.end_to_end.ledger import read_journal
from tests.support.end_to_end.program import running, seated, simulation
from tests.support.tiers import sample
from web.access.phones import PHONES_FILE


def garbage(journal: Path) -> None:
    journal.write_bytes(b"carrots, lettuces and cabbages\n" * 300)


def cut_short(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:4096])


def foreign(journal: Path) -> None:
    journal.unlink()
    alter(journal, "CREATE TABLE recipes (carrots)")


def newer(journal: Path) -> None:
    alter(journal, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def impossible(journal: Path) -> None:
    rewrite(journal, "UPDATE entry SET text = 'f64' WHERE text = 'f4'")


def no_set_up(journal: Path) -> None:
    rewrite(journal, "UPDATE entry SET text = '{\"seats\": 3}' WHERE kind = 'begin'")


def alter(journal: Path, statement: str) -> None:
    with closing(sqlite3.connect(journal)) as db:
        db.execute(statement)
        db.commit()


def rewrite(journal: Path, statement: str) -> None:
    """Change entries as if they had been written so."""
    with closing(sqlite3.connect(journal)) as db:
        db.create_function("checksum", 4, checksum)
        db.execute(statement)
        db.execute(
            "UPDATE entry SET checksum = checksum("
            "id, CAST(kind AS BLOB), CAST(text AS BLOB), CAST(written_at AS BLOB))"
        )
        db.commit()


Damage = Callable[[Path], None]


TORN: tuple[Damage, ...] = (garbage, cut_short)
"""What can be saved of such a journal goes on."""


UNUSABLE: tuple[Damage, ...] = (foreign, newer, impossible, no_set_up)
"""Nothing is wrong with the file itself: somebody has to decide."""


@pytest.fixture(params=[*TORN, *UNUSABLE])
def damaged(request: pytest.FixtureRequest, folder: Path) -> Path:
    """A folder whose journal cannot be used."""
    damage: Damage = request.param
    damage(folder / JOURNAL_FILE)
    return folder


@pytest.mark.parametrize("damage", sample(4, UNUSABLE))
def test_a_journal_that_cannot_be_used_is_left_as_it_is(folder: Path, damage: Damage) -> None:
    damage(folder / JOURNAL_FILE)
    before = contents(folder)
    for arguments in ((), ("--players", "3")):
        sentence = refused(simulation(folder, *arguments))
        assert str(folder / JOURNAL_FILE) in sentence
        assert "Nothing has been changed. Add --fresh to keep the old games aside" in sentence
        assert contents(folder) == before


@pytest.mark.parametrize("damage", sample(4, TORN))
def test_of_a_damaged_journal_what_can_be_saved_goes_on(folder: Path, damage: Damage) -> None:
    damage(folder / JOURNAL_FILE)
    before = (folder / JOURNAL_FILE).read_bytes()
    kept = folder / "journal.damaged-1.sqlite"
    with running(folder) as program:
        assert "is damaged" in program.errors
        assert f"The damaged journal is kept as {kept}." in program.errors
        stop(program)
    assert kept.read_bytes() == before
    with running(folder) as program:
        assert program.errors == ""
        stop(program)


@pytest.mark.long
def test_a_damaged_journal_is_kept_aside(damaged: Path) -> None:
    before = contents(damaged)
    assert_begins_anew(damaged, before)


# Beginning anew


@pytest.mark.long
def test_what_was_there_is_kept_aside(folder: Path) -> None:
    assert set(contents(folder)) == {JOURNAL_FILE, PHONES_FILE, WORLD_FILE}
    assert_begins_anew(folder, contents(folder))


@pytest.mark.long
def test_what_a_killed_program_left_is_kept_aside(folder: Path) -> None:
    with seated(folder) as program:
        play(program, 0, "f9")
        program.kill()
        program.wait()
    before = read_journal(folder)
    with seated(folder, "--fresh") as program:
        stop(program)
    assert read_journal(folder / "kept-1") == before
    assert read_journal(folder) == []


@pytest.mark.long
def test_everything_ever_put_aside_stays(folder: Path) -> None:
    for number in (1, 2, 3):
        with seated(folder, "--fresh", "--players", "3") as program:
            assert str(folder / f"kept-{number}") in program.output
            play(program, 0, f"f{3 + number}")
            stop(program)
    lines = [read_journal(folder / f"kept-{number}") for number in (1, 2, 3)]
    assert [each[2] for each in (*lines, read_journal(folder))] == [
        ("play", action) for action in ("f4", "f4", "f5", "f6")
    ]
    shutil.rmtree(folder / "kept-1")
    with seated(folder, "--fresh") as program:
        assert str(folder / "kept-1") in program.output
        stop(program)
    assert read_journal(folder / "kept-1")[2] == ("play", "f6")


@pytest.mark.long
def test_nothing_is_put_aside_where_nothing_was(tmp_path: Path) -> None:
    with running(tmp_path, "--fresh") as program:
        assert "kept" not in program.output.partition("the board")[0]
        stop(program)
    assert not list(tmp_path.glob("kept-*"))


def assert_begins_anew(folder: Path, before: dict[str, bytes]) -> None:
    with seated(folder, "--fresh") as program:
        assert f"What was there before is kept in {folder / 'kept-1'}." in program.output
        assert program.get("/api/watch")["phase"] == "setup"
        pieces = program.get("/api/simulator")["pieces"]
        assert {piece["square"] for piece in pieces} == {None}
        stop(program)
    assert contents(folder / "kept-1") == before
