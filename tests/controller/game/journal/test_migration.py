"""Journals of a version that is newer than this one, and the way back."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import cli
from controller.game.journal.files.file_format import JournalBusy, JournalUnwritable
from controller.game.journal.journal import SCHEMA_VERSION, Journal, JournalDamaged, JournalForeign
from controller.game.journal.kept_games import kept_games
from controller.game.journal.migration import Adopted, Looked, adopt, kept_copy, look_at
from controller.game.journal.saved_game import saved_game
from tests.controller.game.journal.test_journal_versions import SETUP, of_format
from tests.support.journal.files import alter, contents, rows, write
from tests.support.journal.newer import NEWER, migrate, write_newer


@pytest.fixture
def games(path: Path) -> Path:
    """Two games, the second one under way."""
    journal = Journal(path)
    write(journal, f"begin {SETUP}", "play f5", "abandon", f"begin {SETUP}", "play f7")
    journal.close()
    return path


def last_actions(path: Path) -> list[str]:
    return [entry.text for entry in kept_games(path)[-1].entries[1:]]


def aside(path: Path, number: int = 1) -> Path:
    return path.with_name(f"journal.format-{NEWER}-{number}.sqlite")


def test_what_was_played_with_the_newer_version_goes_on_with_the_older(games: Path) -> None:
    migrate(games)
    write_newer(games, "play f5")
    with pytest.raises(JournalForeign, match=f"format {NEWER}"):
        Journal(games)
    newer = games.read_bytes()
    assert adopt(games) == Adopted(aside(games), None, entries=6, left_out=0)
    assert aside(games).read_bytes() == newer
    journal = Journal(games)
    assert saved_game(journal).version == 6
    journal.close()
    assert last_actions(games) == ["f7", "f5"]


def test_there_and_back_again_and_there(games: Path) -> None:
    before = rows(games)
    migrate(games)
    adopt(games)
    assert rows(games) == before
    journal = Journal(games)
    write(journal, "play f5")
    journal.close()
    migrate(games)
    write_newer(games, "play chew")
    adopt(games)
    assert last_actions(games) == ["f7", "f5", "chew"]
    assert aside(games, 2).exists()


def test_a_game_with_an_entry_of_an_unknown_kind_is_left_out_and_the_others_go_on(
    games: Path,
) -> None:
    migrate(games)
    write_newer(games, "applaud Ann", "play f5", "aside", "load 1", "play f7")
    assert adopt(games) == Adopted(aside(games), None, entries=5, left_out=1)
    journal = Journal(games)
    assert saved_game(journal).number == 1
    journal.close()


def test_a_game_that_does_not_follow_the_rules_known_here_is_left_out(games: Path) -> None:
    migrate(games)
    write_newer(games, "play f1000")
    assert adopt(games) == Adopted(aside(games), None, entries=3, left_out=1)


def test_what_cannot_be_read_at_all_goes_back_to_the_copy_that_was_kept(games: Path) -> None:
    before = rows(games)
    kept_copy(games, SCHEMA_VERSION).write_bytes(games.read_bytes())
    migrate(games)
    write_newer(games, "play f5")
    alter(games, "ALTER TABLE entry RENAME TO story")
    assert adopt(games) == Adopted(aside(games), kept_copy(games, SCHEMA_VERSION), 5, 0)
    assert rows(games) == before


def test_without_a_copy_nothing_is_changed(games: Path) -> None:
    migrate(games)
    alter(games, "ALTER TABLE entry RENAME TO story")
    before = contents(games.parent)
    with pytest.raises(JournalForeign, match="Run the version that wrote it"):
        adopt(games)
    assert contents(games.parent) == before


def test_what_this_version_opens_anyway_is_left_alone(games: Path) -> None:
    before = contents(games.parent)
    assert adopt(games) == Adopted(None)
    assert contents(games.parent) == before
    assert adopt(games.with_name("none.sqlite")) == Adopted(None)


def test_nothing_is_taken_over_while_somebody_plays_on_it(games: Path) -> None:
    journal = Journal(games)
    try:
        alter_header(games)
        with pytest.raises(JournalBusy, match="Stop it first"):
            adopt(games)
    finally:
        journal.close()


def alter_header(path: Path) -> None:
    """Make a journal that is open look like one of the newer version."""
    data = bytearray(path.read_bytes())
    data[60:64] = NEWER.to_bytes(4, "big")
    with path.open("r+b") as file:
        file.write(data)


# Looking


def test_a_journal_of_this_version_is_looked_at_and_not_copied(games: Path) -> None:
    before = contents(games.parent)
    assert look_at(games, keep=True) == Looked(SCHEMA_VERSION, None)
    assert contents(games.parent) == before


def test_of_an_older_one_a_copy_is_kept(path: Path) -> None:
    older = of_format(1, path)
    before = contents(path.parent)
    assert look_at(path, keep=False) == Looked(1, None)
    assert contents(path.parent) == before
    assert look_at(path, keep=True) == Looked(1, kept_copy(path, 1))
    assert rows(kept_copy(path, 1)) == older
    assert path.read_bytes() == before[path.name]


def test_a_journal_is_looked_at_while_it_is_played_on(games: Path) -> None:
    journal = Journal(games)
    try:
        write(journal, "play f5")
        assert look_at(games, keep=True) == Looked(SCHEMA_VERSION, None)
        write(journal, "play f3")
    finally:
        journal.close()
    assert last_actions(games) == ["f7", "f5", "f3"]


def test_what_it_could_not_go_on_with_is_told(games: Path) -> None:
    migrate(games)
    with pytest.raises(JournalForeign, match=str(games)):
        look_at(games, keep=True)
    games.write_bytes(b"carrots " * 1000)
    with pytest.raises(JournalDamaged, match=str(games)):
        look_at(games, keep=True)


def test_what_is_another_programs_is_not_looked_at(path: Path) -> None:
    alter(path, "CREATE TABLE recipes (carrots)")
    with pytest.raises(JournalForeign, match="some other program"):
        look_at(path, keep=True)


def test_without_room_for_the_copy_the_journal_stays_as_it_is(path: Path) -> None:
    of_format(1, path)
    before = contents(path.parent)
    kept_copy(path, 1).with_name(f"{kept_copy(path, 1).name}.new").mkdir()
    with pytest.raises(JournalUnwritable, match=r"A copy of .* cannot be kept"):
        look_at(path, keep=True)
    assert path.read_bytes() == before[path.name]
    assert not kept_copy(path, 1).exists()


def test_what_cannot_be_copied_is_told(games: Path) -> None:
    log = games.with_name(f"{games.name}-wal")
    log.mkdir()
    with pytest.raises(JournalUnwritable, match="cannot be copied"):
        look_at(games, keep=True)


def test_what_is_written_to_all_the_while_is_in_use(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copyfile

    def copy_and_play_on(source: Path, target: Path) -> None:
        copy(source, target)
        with games.open("ab") as file:
            file.write(b"f5")

    monkeypatch.setattr(shutil, "copyfile", copy_and_play_on)
    with pytest.raises(JournalBusy, match="Try again when it is over"):
        look_at(games, keep=True)


def test_without_room_nothing_is_taken_over(games: Path) -> None:
    migrate(games)
    newer = games.read_bytes()
    aside(games).with_name(f"{aside(games).name}.new").mkdir()
    with pytest.raises(JournalUnwritable, match="cannot be taken over"):
        adopt(games)
    assert games.read_bytes() == newer
    aside(games).with_name(f"{aside(games).name}.new").rmdir()
    games.with_name(f"{games.name}.rescuing-journal").mkdir()
    with pytest.raises(JournalUnwritable, match="rescuing cannot be written"):
        adopt(games)
    assert games.read_bytes() == newer


def test_where_nothing_was_played_yet_there_is_nothing_to_look_at(path: Path) -> None:
    assert look_at(path, keep=True) == Looked(None, None)


# As it is typed


def typed(path: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["journal", *words, "--data", str(path.parent)])
    return result.exit_code, result.output


def test_the_words(games: Path) -> None:
    whole = f"The games in {games} are whole (format {SCHEMA_VERSION}).\n"
    assert typed(games, "check", "--keep") == (0, whole)
    migrate(games)
    write_newer(games, "applaud Ann")
    status, said = typed(games, "check")
    assert status == 1
    assert "Run the version that wrote it." in said
    status, said = typed(games, "adopt")
    assert status == 0
    assert said == (
        "This version goes on with 3 actions of the games. 1 game that it does not know had to be "
        f"left out. The newer journal is kept as {aside(games)}.\n"
    )
    as_they_are = "This version can go on with the games as they are.\n"
    assert typed(games, "adopt") == (0, as_they_are)
    assert typed(games, "check") == (0, whole)


def test_the_words_where_no_games_are(path: Path) -> None:
    assert typed(path, "check") == (0, f"No games are kept in {path.parent} yet.\n")


def test_the_words_about_a_damaged_journal(path: Path) -> None:
    path.write_bytes(b"carrots " * 1000)
    status, said = typed(path, "check")
    assert status == 1
    assert said.endswith(
        "The next start of hareboard repairs the games and keeps the damaged file.\n"
    )


def test_the_words_about_an_older_journal(path: Path) -> None:
    of_format(1, path)
    status, said = typed(path, "check", "--keep")
    assert status == 0
    assert said == (
        f"The games in {path} are whole. Their format is 1, and becomes {SCHEMA_VERSION} with "
        f"this version. A copy is kept as {kept_copy(path, 1)}.\n"
    )


def test_the_words_about_a_journal_that_only_its_copy_is_left_of(games: Path) -> None:
    copy = kept_copy(games, SCHEMA_VERSION)
    copy.write_bytes(games.read_bytes())
    migrate(games)
    alter(games, "ALTER TABLE entry RENAME TO story")
    status, said = typed(games, "adopt")
    assert status == 0
    assert said == (
        "This version cannot read what the newer one has written: the games are as they were "
        f"when {copy} was copied. The newer journal is kept as {aside(games)}.\n"
    )
