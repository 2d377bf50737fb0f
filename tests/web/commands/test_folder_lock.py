"""The lock on a folder of games: held by one program, and gone with it."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec
import pytest

from web.commands import folder_lock as module
from web.commands.folder_lock import NOTE_FILE, FolderTaken, Holder, folder_lock, holder_of

ANN = Holder("http://127.0.0.1:8064/board", 4711, 8064)
BEN = Holder("http://127.0.0.1:8065/board", 4712, 8065)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fcntl")


def test_a_second_program_is_told_of_the_first(tmp_path: Path) -> None:
    with folder_lock(tmp_path, ANN):
        assert holder_of(tmp_path) == ANN
        with pytest.raises(FolderTaken) as refused, folder_lock(tmp_path, BEN):
            raise AssertionError("the folder is taken")
        assert holder_of(tmp_path) == ANN
    assert str(refused.value) == (
        f"Another hareboard is using {tmp_path}: http://127.0.0.1:8064/board, process 4711. Open "
        "that page, or stop it with Ctrl-C in its terminal or “kill 4711”. To run a second one, "
        "give it a folder of its own with --data."
    )


def test_a_program_that_has_ended_leaves_nothing_behind(tmp_path: Path) -> None:
    with suppress(SystemExit), folder_lock(tmp_path, ANN):
        raise SystemExit(0)
    assert list(tmp_path.iterdir()) == []
    assert holder_of(tmp_path) is None
    with folder_lock(tmp_path, BEN):
        assert holder_of(tmp_path) == BEN


def test_the_note_of_a_killed_program_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / NOTE_FILE).write_bytes(msgspec.json.encode(ANN))
    assert holder_of(tmp_path) is None
    with folder_lock(tmp_path, BEN):
        assert holder_of(tmp_path) == BEN


@pytest.mark.parametrize("note", [b"", b"{", b'{"pid": 1}', b'{"page": "\xff"}'])
def test_a_program_that_has_not_said_who_it_is_is_refused_all_the_same(
    tmp_path: Path, note: bytes
) -> None:
    with folder_lock(tmp_path, ANN):
        (tmp_path / NOTE_FILE).write_bytes(note)
        assert holder_of(tmp_path) is None
        with pytest.raises(FolderTaken) as refused, folder_lock(tmp_path, BEN):
            raise AssertionError("the folder is taken")
    assert str(refused.value) == (
        f"Another hareboard is using {tmp_path}. To run a second one, give it a folder of its own "
        "with --data."
    )


def test_a_lock_on_a_file_that_was_removed_meanwhile_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = module._lock  # noqa: SLF001 - it happens between opening and locking

    def lock_after_the_other_has_ended(file: IO[bytes]) -> None:
        monkeypatch.undo()
        (tmp_path / NOTE_FILE).unlink()
        lock(file)

    monkeypatch.setattr(module, "_lock", lock_after_the_other_has_ended)
    with folder_lock(tmp_path, ANN):
        assert holder_of(tmp_path) == ANN


def test_where_the_note_cannot_be_written_nothing_is_locked(tmp_path: Path) -> None:
    (tmp_path / NOTE_FILE).mkdir()
    with folder_lock(tmp_path, ANN), folder_lock(tmp_path, BEN):
        assert holder_of(tmp_path) is None


def test_where_there_are_no_locks_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with folder_lock(tmp_path, ANN), folder_lock(tmp_path, BEN):
        assert holder_of(tmp_path) is None
