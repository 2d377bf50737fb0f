"""Small files: whole or not at all, and there to stay."""

import os
from pathlib import Path

import pytest

from controller.atomic_files import keep_whole, make_folder, sync_folder
from tests.support.disk import no_room_in


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What reaches the disk, and where names change, in order."""
    told: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(number: int) -> None:
        told.append(f"sync {Path(f'/proc/self/fd/{number}').readlink().name}")
        sync(number)

    def replaced(path: Path, target: Path) -> Path:
        told.append(f"rename {path.name} {target.name}")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    return told


on_linux = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="which file is synced is read from /proc"
)


@on_linux
def test_a_file_is_safe_before_it_has_its_name_and_its_name_before_it_is_kept(
    tmp_path: Path, steps: list[str]
) -> None:
    keep_whole(tmp_path / "phones.json", b"{}")
    assert (tmp_path / "phones.json").read_bytes() == b"{}"
    assert steps == [
        "sync phones.json.new",
        "rename phones.json.new phones.json",
        f"sync {tmp_path.name}",
    ]


@on_linux
def test_every_folder_that_is_made_is_safe(tmp_path: Path, steps: list[str]) -> None:
    make_folder(tmp_path / "share" / "hareboard")
    assert steps == ["sync share", f"sync {tmp_path.name}"]
    make_folder(tmp_path / "share" / "hareboard")
    assert len(steps) == 2


def test_without_room_what_was_there_stays_and_nothing_lies_about(tmp_path: Path) -> None:
    keep_whole(tmp_path / "phones.json", b"before")
    with no_room_in(tmp_path), pytest.raises(OSError, match="too large"):
        keep_whole(tmp_path / "phones.json", b"afterwards")
    assert [path.name for path in tmp_path.iterdir()] == ["phones.json"]
    assert (tmp_path / "phones.json").read_bytes() == b"before"


def test_where_folders_cannot_be_opened_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Path("/nowhere/at/all")
    with pytest.raises(FileNotFoundError):
        sync_folder(nowhere)
    with monkeypatch.context() as windows:
        windows.setattr(os, "name", "nt")
        sync_folder(nowhere)
