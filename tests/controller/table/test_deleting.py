"""Files of a folder of games, after a person is deleted under odd circumstances."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from controller.atomic_files import keep_whole
from controller.bootstrap.table import people_files
from controller.game.journal.journal import Journal, JournalError, JournalUnwritable
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.commands import DeletePerson
from controller.table.deleting import NOTE_FILE, Deletion, PeopleFiles
from tests.support.disk import no_room_in
from tests.support.table.opened import Opened


def files_with(folder: Path, name: str) -> list[str]:
    key = name.lower().encode()
    files = (each for each in folder.iterdir() if each.is_file())
    return [each.name for each in files if key in each.read_bytes().lower()]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal in which two people have begun a race."""
    path = tmp_path / "journal.sqlite"
    seats = (
        Player(name, (colour,))
        for name, colour in zip(("Zebulonia", "Xaver"), COLOURS, strict=False)
    )
    with closing(Journal(path)) as opened:
        opened.append(
            "begin", msgspec.json.encode(Setup(tuple(seats), options={"runners": 1})).decode()
        )
        opened.append("aside")
    return path


def delete(files: PeopleFiles, journal: Path, name: str) -> None:
    with closing(Journal(journal)) as opened:
        deletion = files.deletion_of(opened, name, "A player")
    assert deletion is not None
    files.delete(deletion)


def test_a_deletion_that_could_not_be_ended_is_ended_by_the_next(
    tmp_path: Path, journal: Path
) -> None:
    begun = msgspec.json.encode(Deletion("zebulonia", "A player"))
    keep_whole(tmp_path / NOTE_FILE, begun)
    files = people_files(tmp_path)
    with no_room_in(tmp_path):
        files.finish()  # logs that it cannot
    assert "journal.sqlite" in files_with(tmp_path, "Zebulonia")
    delete(files, journal, "Xaver")
    assert [files_with(tmp_path, name) for name in ("Zebulonia", "Xaver")] == [[], []]
    with closing(Journal(journal)) as opened:
        names = [each["name"] for each in msgspec.json.decode(next(opened.setups()))["seats"]]
    assert names == ["A player", "A player 2"]


def test_a_session_whose_journal_cannot_be_opened_again_ends_and_refuses_nothing_more(
    tmp_path: Path, journal: Path
) -> None:
    session = Opened(tmp_path)()
    blocked = journal.with_name(f"{journal.name}.rescued")
    with pytest.raises(JournalError) as ended:
        session.carry_out(DeletePerson("Zebulonia", "A player", blocked.mkdir))
    assert not isinstance(ended.value, JournalUnwritable)
    blocked.rmdir()
    delete(people_files(tmp_path), journal, "Zebulonia")  # as the next start could
    assert files_with(tmp_path, "Zebulonia") == []


def test_a_copy_that_cannot_be_deleted_is_told_and_deleted_by_the_next_start(
    tmp_path: Path, journal: Path
) -> None:
    stuck = tmp_path / "journal.damaged-1.sqlite"
    stuck.mkdir()
    session = Opened(tmp_path)()
    with pytest.raises(Refusal, match=r"Not everything is deleted yet \(.*\)\. The next start"):
        session.carry_out(DeletePerson("Zebulonia", "A player", lambda: None))
    setup = session.table.saved.setup
    assert setup is not None
    assert [each.name for each in setup.seats] == ["A player", "Xaver"]
    session.close()
    stuck.rmdir()
    people_files(tmp_path).finish()
    assert files_with(tmp_path, "Zebulonia") == []
    assert not (tmp_path / NOTE_FILE).exists()
