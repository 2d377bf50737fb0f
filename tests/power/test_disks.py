"""A disk that is full, broken, taken away or somebody else's: told, and nothing half done."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.game.journal.journal import Journal, JournalError, JournalUnwritable
from tests.power.evening import JOURNAL
from tests.power.vfs import FULL, SYNC_FAILED, WRITE_FAILED, Op, Recorder, Sync, Write
from tests.support.journal.files import copied

GAME = [("begin", "{}"), ("play", "f3")]
ILLS: tuple[tuple[str, Callable[[Op], bool], int], ...] = (
    ("full", lambda op: isinstance(op, Write), FULL),
    ("broken", lambda op: isinstance(op, Write), WRITE_FAILED),
    ("not synced", lambda op: isinstance(op, Sync), SYNC_FAILED),
    ("dead", lambda op: True, WRITE_FAILED),
)


@pytest.mark.parametrize(("name", "met", "error"), ILLS, ids=[each[0] for each in ILLS])
def test_what_the_disk_refuses_has_not_happened_and_the_game_goes_on_afterwards(
    tmp_path: Path, name: str, met: Callable[[Op], bool], error: int
) -> None:
    recorder = Recorder()
    with recorder.recording():
        journal = Journal(tmp_path / JOURNAL, open_copy=recorder.copy_file)
        journal.append("begin", "{}")
        journal.append("play", "f3")
        recorder.refuse = lambda op: error if met(op) else 0
        for _ in range(3):
            with pytest.raises(JournalUnwritable, match="Is the folder there, writable"):
                journal.append("play", "f5")
            assert journal.version == 2
        recorder.refuse = lambda _: 0
        assert journal.append("play", "f7") == 3
        assert [row[1:3] for row in copied(tmp_path / JOURNAL)] == [*GAME, ("play", "f7")]
        journal.close()


@pytest.mark.long
def test_no_single_refusal_leaves_anything_half_done(tmp_path: Path) -> None:
    """Every operation of three entries is refused once, in every way, the others done."""
    asked, place = 0, 0
    while asked >= place:
        for error in (FULL, WRITE_FAILED, SYNC_FAILED):
            asked = _refused_once(tmp_path / f"{place}-{error}", place, error)
        place += 1
    assert place > 20


def _refused_once(folder: Path, place: int, error: int) -> int:
    """Three entries, the operation of a number refused; returns how many there were."""
    folder.mkdir()
    recorder, asked = Recorder(), 0

    def refuse(_: Op) -> int:
        nonlocal asked
        asked += 1
        return error if asked == place + 1 else 0

    written: list[str] = []
    with recorder.recording():
        recorder.refuse = refuse
        try:
            journal = Journal(folder / JOURNAL, open_copy=recorder.copy_file)
        except JournalError:
            journal = Journal(folder / JOURNAL, open_copy=recorder.copy_file)
        for text in ("f3", "f5", "f7"):
            try:
                journal.append("play", text)
            except JournalUnwritable:
                assert [row[2] for row in copied(folder / JOURNAL)] == written
                continue
            written.append(text)
        journal.close()
    again = Journal(folder / JOURNAL)
    assert again.version == len(written)
    again.close()
    return asked
