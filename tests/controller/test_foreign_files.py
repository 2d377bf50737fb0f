"""Folders of a hostile user: nothing outside them is read, written or given away."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from controller import foreign_files
from controller.foreign_files import (
    NotPlainFile,
    give,
    others_in,
    read_foreign,
    read_small,
    remove_foreign,
    write_foreign,
)

SECRET = "root:$y$j9T$secret"
NAMES = ("plain", "with\nbreak", "-rf", "ä", "\udcff")
NOBODY = 65534


class Hostile:
    """A folder whose owner tries to lead others out of it, beside a file that they are after."""

    def __init__(self, room: Path) -> None:
        self.folder = room / "theirs"
        self.folder.mkdir()
        self.secret = room / "secret"
        self.secret.write_text(SECRET)
        self.elsewhere = room / "elsewhere"
        self.elsewhere.mkdir()
        (self.elsewhere / "file").write_text(SECRET)

    def outside(self) -> list[tuple[str, int, int, str]]:
        """All that must not change: names, owners, times of the last change, content."""
        there = [self.secret, self.elsewhere, *self.elsewhere.iterdir()]
        return [
            (
                path.name,
                path.stat().st_uid,
                path.stat().st_ctime_ns,
                path.read_text() if path.is_file() else "",
            )
            for path in there
        ]


@pytest.fixture
def hostile(tmp_path: Path) -> Hostile:
    return Hostile(tmp_path)


def a_link(path: Path, hostile: Hostile) -> None:
    path.symlink_to(hostile.secret)


def a_hard_link(path: Path, hostile: Hostile) -> None:
    path.hardlink_to(hostile.secret)


def a_fifo(path: Path, _: Hostile) -> None:
    os.mkfifo(path)


def a_socket(path: Path, _: Hostile) -> None:
    with socket.socket(socket.AF_UNIX) as line:
        line.bind(str(path))


def a_folder(path: Path, _: Hostile) -> None:
    path.mkdir()


def a_huge_file(path: Path, _: Hostile) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


def a_device(path: Path, _: Hostile) -> None:
    path.symlink_to("/dev/zero")


TRAPS = (a_link, a_hard_link, a_fifo, a_folder, a_huge_file, a_device)


@pytest.mark.parametrize("trap", TRAPS)
def test_what_is_no_plain_file_is_not_read(
    hostile: Hostile, trap: Callable[[Path, Hostile], None]
) -> None:
    file = hostile.folder / "board.toml"
    trap(file, hostile)
    with pytest.raises(NotPlainFile) as refused:
        read_foreign(file)
    assert SECRET not in str(refused.value)


def test_a_plain_file_is_read(hostile: Hostile) -> None:
    (hostile.folder / "board.toml").write_text("[squares]")
    assert read_foreign(hostile.folder / "board.toml") == b"[squares]"


@pytest.mark.parametrize("trap", [a_fifo, a_folder, a_huge_file, a_device])
def test_nobody_waits_for_a_fifo_or_reads_without_end(
    hostile: Hostile, trap: Callable[[Path, Hostile], None]
) -> None:
    file = hostile.folder / "board.toml"
    trap(file, hostile)
    with pytest.raises(NotPlainFile):
        read_small(file)


def test_users_follow_links_in_their_own_folders_and_root_in_roots(hostile: Hostile) -> None:
    a_link(hostile.folder / "board.toml", hostile)
    assert read_small(hostile.folder / "board.toml").decode() == SECRET


def test_root_follows_no_link_in_a_folder_of_another_user(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_link(hostile.folder / "board.toml", hostile)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    if os.getuid() == 0:
        os.chown(hostile.folder, NOBODY, NOBODY)
    with pytest.raises(NotPlainFile, match="it is a link, in a folder of another user"):
        read_small(hostile.folder / "board.toml")


@pytest.mark.parametrize("trap", TRAPS[:3])
@pytest.mark.parametrize("name", ["board.toml", "board.toml.new", ".board.toml.new"])
def test_nothing_is_written_through_what_lies_there(
    hostile: Hostile, trap: Callable[[Path, Hostile], None], name: str
) -> None:
    trap(hostile.folder / name, hostile)
    content = hostile.secret.read_text()
    write_foreign(hostile.folder / "board.toml", b"[squares]", 0o644)
    assert hostile.secret.read_text() == content
    written = hostile.folder / "board.toml"
    assert not written.is_symlink()
    assert (written.read_bytes(), written.stat().st_mode & 0o777) == (b"[squares]", 0o644)
    assert {each.name for each in hostile.folder.iterdir()} == {"board.toml", name}


def test_what_cannot_be_written_leaves_nothing_behind(hostile: Hostile) -> None:
    (hostile.folder / "board.toml").mkdir()
    with pytest.raises(IsADirectoryError):
        write_foreign(hostile.folder / "board.toml", b"[squares]")
    assert [each.name for each in hostile.folder.iterdir()] == ["board.toml"]


def test_a_link_is_removed_itself(hostile: Hostile) -> None:
    a_link(hostile.folder / "board.toml", hostile)
    before = hostile.outside()
    remove_foreign(hostile.folder / "board.toml")
    remove_foreign(hostile.folder / "board.toml")
    assert hostile.outside() == before
    assert list(hostile.folder.iterdir()) == []


def test_a_folder_is_given_with_all_that_is_its_own_and_nothing_else(hostile: Hostile) -> None:
    for name in NAMES:
        (hostile.folder / name).touch()
    (hostile.folder / "inner").mkdir()
    (hostile.folder / "inner" / "game").touch()
    for trap in TRAPS:
        trap(hostile.folder / f"inner/{trap.__name__}", hostile)
    (hostile.folder / "way\nout").symlink_to(hostile.elsewhere)
    before = hostile.outside()
    own = [*(hostile.folder / name for name in NAMES), hostile.folder / "inner/game"]
    times = [path.stat().st_ctime_ns for path in own]
    uid = os.getuid() if os.getuid() else NOBODY
    give(hostile.folder, uid, os.getgid())
    assert hostile.outside() == before
    assert all(path.stat().st_uid == uid for path in own)
    assert all(path.stat().st_ctime_ns > time for path, time in zip(own, times, strict=True))
    assert not others_in(hostile.folder, uid)
    assert others_in(hostile.folder, uid + 1)


@pytest.mark.parametrize("trap", [a_link, a_hard_link, a_fifo, None])
def test_a_file_that_is_swapped_after_it_was_looked_at_leads_nowhere(
    hostile: Hostile,
    monkeypatch: pytest.MonkeyPatch,
    trap: Callable[[Path, Hostile], None] | None,
) -> None:
    file = hostile.folder / "game"
    file.touch()
    opened = os.open

    def swapped(path: str | Path, flags: int, *rest: int, dir_fd: int | None = None) -> int:
        if path == "game":
            file.unlink()
            if trap is not None:
                trap(file, hostile)
        return opened(path, flags, *rest, dir_fd=dir_fd)

    # A second name changes when the secret was last changed, without a hand of ours.
    before = [(name, uid, text) for name, uid, _, text in hostile.outside()]
    monkeypatch.setattr(os, "open", swapped)
    give(hostile.folder, os.getuid() if os.getuid() else NOBODY, os.getgid())
    assert [(name, uid, text) for name, uid, _, text in hostile.outside()] == before


def test_a_folder_that_becomes_a_link_is_not_entered(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = hostile.folder / "inner"
    inner.mkdir()
    opened = os.open

    def swapped(path: str | Path, flags: int, *rest: int, dir_fd: int | None = None) -> int:
        if path == "inner":
            inner.rmdir()
            inner.symlink_to(hostile.elsewhere)
        return opened(path, flags, *rest, dir_fd=dir_fd)

    before = hostile.outside()
    monkeypatch.setattr(os, "open", swapped)
    give(hostile.folder, os.getuid() if os.getuid() else NOBODY, os.getgid())
    assert hostile.outside() == before


def test_folders_deeper_in_each_other_than_ours_are_left(hostile: Hostile) -> None:
    inner = hostile.folder
    for _ in range(foreign_files.DEEPEST + 3):
        inner = inner / "deeper"
        inner.mkdir()
    before = inner.stat().st_ctime_ns
    give(hostile.folder, os.getuid(), os.getgid())
    assert inner.stat().st_ctime_ns == before


def test_a_folder_that_is_not_there_has_nothing_of_others(tmp_path: Path) -> None:
    assert not others_in(tmp_path / "none", None)


def test_what_cannot_be_opened_is_told(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    (hostile.folder / "game").touch()
    opened = os.open

    def refuse(path: str | Path, flags: int, *rest: int, dir_fd: int | None = None) -> int:
        if path == "game":
            raise OSError(5, "Input/output error")
        return opened(path, flags, *rest, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refuse)
    for work in (
        lambda: give(hostile.folder, os.getuid(), os.getgid()),
        lambda: read_foreign(hostile.folder / "game"),
    ):
        with pytest.raises(OSError, match="Input/output error"):
            work()


def test_a_folder_that_cannot_be_looked_through_is_told(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    (hostile.folder / "games").mkdir()
    opened = os.open

    def refuse(path: str | Path, flags: int, *rest: int, dir_fd: int | None = None) -> int:
        if path == "games":
            raise OSError(5, "Input/output error")
        return opened(path, flags, *rest, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(OSError, match="Input/output error"):
        others_in(hostile.folder, os.getuid())


@pytest.mark.parametrize("trap", [a_link, a_fifo, a_socket])
def test_what_may_be_swapped_before_it_is_given_is_not_given(
    hostile: Hostile, trap: Callable[[Path, Hostile], None]
) -> None:
    trap(hostile.folder / "trap", hostile)
    before = (hostile.folder / "trap").lstat().st_ctime_ns
    uid = os.getuid() if os.getuid() else NOBODY
    give(hostile.folder, uid, os.getgid())
    assert (hostile.folder / "trap").lstat().st_ctime_ns == before
    assert not others_in(hostile.folder, uid)


def test_a_folder_that_becomes_a_second_name_of_a_file_is_not_given(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = hostile.folder / "inner"
    inner.mkdir()
    opened = os.open

    def swapped(path: str | Path, flags: int, *rest: int, dir_fd: int | None = None) -> int:
        if path == "inner" and inner.is_dir():
            inner.rmdir()
            inner.hardlink_to(hostile.secret)
        return opened(path, flags, *rest, dir_fd=dir_fd)

    before = hostile.secret.stat().st_uid
    monkeypatch.setattr(os, "open", swapped)
    give(hostile.folder, os.getuid() if os.getuid() else NOBODY, os.getgid())
    assert hostile.secret.stat().st_uid == before


def test_a_socket_is_no_plain_file(hostile: Hostile) -> None:
    a_socket(hostile.folder / "board.toml", hostile)
    with pytest.raises(NotPlainFile, match="no regular file"):
        read_foreign(hostile.folder / "board.toml")
