"""Files of a folder of games, after a person is deleted under odd circumstances."""

import logging
import stat
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
import pytest

from controller.atomic_files import keep_whole
from controller.bootstrap.table import SUMMARIES_FILE, people_files
from controller.game.journal.files.file_format import JournalBusy
from controller.game.journal.journal import Journal, JournalError, JournalUnwritable
from controller.game.journal.kept_games import kept_games
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.game.statistics import BOOK_FILE, Book, RaceAt, result_of, results
from controller.json_data import from_json
from controller.refusal import Refusal
from controller.table.commands import Begin, DeletePerson
from controller.table.deleting import NOTE_FILE, Deletion, PeopleFiles
from controller.table.past_games import summary_of
from controller.table.session import Session
from controller.table.summaries import At, Summaries
from tests.support.disk import no_room_in
from tests.support.table.opened import Opened, play_to_the_end

OPTIONS: Final = {"runners": 1}


def setup_of(*names: str) -> Setup:
    seats = zip(names, COLOURS, strict=False)
    return Setup(tuple(Player(name, (colour,)) for name, colour in seats), options=OPTIONS)


def files_with(folder: Path, name: str) -> list[str]:
    key = name.lower().encode()
    files = (each for each in folder.iterdir() if each.is_file())
    return sorted(each.name for each in files if key in each.read_bytes().lower())


def write(path: Path, *setups: Setup) -> None:
    """Write a journal with races that were begun and put aside."""
    with closing(Journal(path)) as opened:
        for setup in setups:
            opened.append("begin", msgspec.json.encode(setup).decode())
            opened.append("aside")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal in which two people have begun a race."""
    path = tmp_path / "journal.sqlite"
    write(path, setup_of("Zebulonia", "Xaver"))
    return path


def note(folder: Path, deletion: Deletion) -> None:
    """Note a deletion that a power cut then interrupts."""
    keep_whole(folder / NOTE_FILE, msgspec.json.encode(deletion))


def delete(files: PeopleFiles, journal: Path, name: str) -> None:
    with closing(Journal(journal)) as opened:
        deletion = files.deletion_of(opened, name, "A player")
    assert deletion is not None
    files.delete(deletion)


def test_a_deletion_that_could_not_be_ended_is_ended_by_the_next(
    tmp_path: Path, journal: Path
) -> None:
    note(tmp_path, Deletion("zebulonia", "A player"))
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


def partly_deleted(session: Session) -> None:
    """Delete somebody while a file cannot be changed."""
    with pytest.raises(Refusal, match=r"Not everything is deleted yet: a file") as refused:
        session.carry_out(DeletePerson("Zebulonia", "A player", lambda: None))
    assert refused.value.code == "partly-deleted"


def test_a_copy_that_cannot_be_deleted_is_told_and_deleted_by_the_next_start(
    tmp_path: Path, journal: Path
) -> None:
    stuck = tmp_path / "journal.damaged-1.sqlite"
    stuck.mkdir()
    session = Opened(tmp_path)()
    partly_deleted(session)
    setup = session.table.saved.setup
    assert setup is not None
    assert [each.name for each in setup.seats] == ["A player", "Xaver"]
    session.close()
    stuck.rmdir()
    people_files(tmp_path).finish()
    assert files_with(tmp_path, "Zebulonia") == []
    assert not (tmp_path / NOTE_FILE).exists()


def test_who_is_deleted_in_part_can_be_deleted_again(tmp_path: Path, journal: Path) -> None:
    stuck = tmp_path / "journal.damaged-1.sqlite"
    stuck.mkdir()
    session = Opened(tmp_path)()
    partly_deleted(session)
    partly_deleted(session)
    with no_room_in(tmp_path), pytest.raises(Refusal) as refused:
        session.carry_out(DeletePerson("zebulonia", "Another", lambda: None))
    assert refused.value.code == "not-saved"
    stuck.rmdir()
    session.carry_out(DeletePerson("zebulonia", "Another", lambda: None))
    assert not (tmp_path / NOTE_FILE).exists()
    setup = session.table.saved.setup
    assert setup is not None
    assert [each.name for each in setup.seats] == ["A player", "Xaver"]
    with pytest.raises(Refusal) as refused:
        session.carry_out(DeletePerson("Zebulonia", "A player", lambda: None))
    assert refused.value.code == "no-such-person"
    session.close()


def test_a_session_whose_journal_is_ruined_meanwhile_ends(tmp_path: Path, journal: Path) -> None:
    session = Opened(tmp_path)()

    def ruin() -> None:
        journal.write_bytes(bytes(journal.stat().st_size))

    with pytest.raises(JournalError, match="has lost the race on the table"):
        session.carry_out(DeletePerson("Zebulonia", "A player", ruin))
    session.close()
    assert (tmp_path / "journal.damaged-1.sqlite").exists(), "the next start tells of it"


def test_whoever_never_raced_here_is_not_deleted(tmp_path: Path, journal: Path) -> None:
    with closing(Journal(journal)) as opened:
        assert people_files(tmp_path).deletion_of(opened, "Dot", "A player") is None


def test_two_who_never_met_and_are_deleted_at_once_stay_two_people(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    write(journal, setup_of("Zebulonia", "Ben"), setup_of("Xaver", "Ben"))
    note(tmp_path, Deletion("zebulonia", "A player"))
    delete(people_files(tmp_path), journal, "Xaver")
    with closing(Journal(journal)) as opened:
        setups = [from_json(text, Setup) for text in opened.setups()]
    assert [setup.seats[0].name for setup in setups] == ["A player", "A player 2"]


def test_each_deletion_is_noted_for_this_user_alone_and_shows_that_it_goes_on(
    tmp_path: Path, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.game.journal.deleted_people.STEPS", 10)
    note(tmp_path, Deletion("zebulonia", "A player"))
    seen: set[str] = set()

    def look() -> None:
        noted = from_json((tmp_path / NOTE_FILE).read_bytes(), Deletion)
        seen.add(noted.who)
        if noted.who == "xaver":
            assert stat.S_IMODE((tmp_path / NOTE_FILE).stat().st_mode) == 0o600

    people_files(tmp_path).delete(Deletion("xaver", "A player 2"), look)
    assert seen == {"zebulonia", "xaver"}


def test_what_cannot_be_noted_is_not_begun(tmp_path: Path, journal: Path) -> None:
    path = tmp_path / NOTE_FILE
    path.with_name(f"{NOTE_FILE}.new").mkdir()
    with pytest.raises(JournalUnwritable) as refused:
        delete(people_files(tmp_path), journal, "Zebulonia")
    assert str(refused.value) == (
        f"{path} cannot be written (Is a directory). Is the folder writable, and the disk not full?"
    )
    assert files_with(tmp_path, "Zebulonia") == ["journal.sqlite"]


def test_games_in_use_are_left_alone_and_the_next_start_deletes_nobody(
    tmp_path: Path, journal: Path
) -> None:
    with closing(Journal(journal)), pytest.raises(JournalBusy):
        people_files(tmp_path).delete(Deletion("zebulonia", "A player"))
    people_files(tmp_path).finish()
    assert files_with(tmp_path, "Zebulonia") == ["journal.sqlite"]


def test_a_note_that_cannot_be_taken_away_does_not_hide_why_nothing_was_deleted(
    tmp_path: Path, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.game.journal.deleted_people.STEPS", 10)
    path = tmp_path / NOTE_FILE

    def fail() -> None:
        if path.is_file():
            path.unlink()
            path.mkdir()
        raise InterruptedError

    with pytest.raises(JournalUnwritable, match=r"cannot be written anew \(interrupted\)"):
        people_files(tmp_path).delete(Deletion("zebulonia", "A player"), fail)


def test_a_journal_that_is_half_replaced_is_replaced_at_the_next_start(
    tmp_path: Path, journal: Path
) -> None:
    stuck = journal.with_name(f"{journal.name}-confirmed")
    stuck.mkdir()
    with pytest.raises(JournalUnwritable, match="Is a directory"):
        people_files(tmp_path).delete(Deletion("zebulonia", "A player"))
    assert files_with(tmp_path, "Zebulonia") == ["deleting.json", "journal.sqlite"]
    stuck.rmdir()
    people_files(tmp_path).finish()
    assert files_with(tmp_path, "Zebulonia") == []


def test_results_and_rows_of_races_lose_the_name_too(tmp_path: Path) -> None:
    opened = Opened(tmp_path)
    session = opened()
    session.carry_out(Begin(setup_of("Zebulonia", "Xaver")))
    play_to_the_end(session)
    (at,) = session.newest(1)
    opened.close()
    (kept,) = kept_games(opened.journal)
    with closing(Book(tmp_path / BOOK_FILE)) as book:
        book.keep({RaceAt(*at): result_of(kept)}, [RaceAt(*at)])
    Summaries(tmp_path / SUMMARIES_FILE).add({At(*at): summary_of(kept, None)})
    assert files_with(tmp_path, "Zebulonia") == ["journal.sqlite", BOOK_FILE, SUMMARIES_FILE]
    delete(people_files(tmp_path), opened.journal, "Zebulonia")
    assert files_with(tmp_path, "Zebulonia") == []
    with closing(Book(tmp_path / BOOK_FILE)) as book:
        assert {each["name"] for each in results(book)} == {"A player", "Xaver"}


def test_copies_of_the_journal_and_drafts_of_any_file_are_deleted(
    tmp_path: Path, journal: Path
) -> None:
    for name in (
        "journal.damaged-1.sqlite",
        "journal.damaged-2.sqlite.new",
        "journal.format-3-1.sqlite",
        "journal.sqlite.rescuing",
        "phones.json.new",
    ):
        (tmp_path / name).write_text("Zebulonia")
    delete(people_files(tmp_path), journal, "Zebulonia")
    assert files_with(tmp_path, "Zebulonia") == []


# The log of the service


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [(record.levelname, record.getMessage()) for record in caplog.records]


def test_the_next_start_tells_the_log_that_a_deletion_has_ended(
    tmp_path: Path, journal: Path, caplog: pytest.LogCaptureFixture
) -> None:
    note(tmp_path, Deletion("zebulonia", "A player"))
    with caplog.at_level(logging.INFO):
        people_files(tmp_path).finish()
        people_files(tmp_path).finish()
    said = "A person who was being deleted when the program ended is deleted."
    assert told(caplog) == [("INFO", said)]


def test_the_next_start_tells_the_log_why_a_deletion_has_not_ended(
    tmp_path: Path, journal: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "journal.damaged-1.sqlite").mkdir()
    note(tmp_path, Deletion("zebulonia", "A player"))
    people_files(tmp_path).finish()
    ((level, said),) = told(caplog)
    assert level == "WARNING"
    assert said.startswith("A person is not deleted yet: [Errno ")


@pytest.mark.parametrize(
    ("content", "why"), [("{", "Input data was truncated"), ("[]", "Expected `object`")]
)
def test_a_note_that_cannot_be_read_deletes_nobody_and_is_told(
    tmp_path: Path, journal: Path, caplog: pytest.LogCaptureFixture, content: str, why: str
) -> None:
    (tmp_path / NOTE_FILE).write_text(content)
    people_files(tmp_path).finish()
    assert files_with(tmp_path, "Zebulonia") == ["journal.sqlite"]
    ((_, said),) = told(caplog)
    assert said.startswith(f"{tmp_path / NOTE_FILE} cannot be read ({why}")
    assert said.endswith("): if somebody was being deleted, delete them again.")
