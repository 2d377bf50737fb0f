"""The login screen: what the game's user wrote, and nothing that leads root elsewhere."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.appliance.login_screen import LARGEST, main

SECRET = "carrots-are-under-the-tree"


@pytest.fixture
def issue(tmp_path: Path) -> Path:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "secret").write_text(SECRET)
    return tmp_path / "theirs" / "issue"


def a_link(path: Path) -> None:
    path.symlink_to(path.parent.parent / "secret")


def a_hard_link(path: Path) -> None:
    path.hardlink_to(path.parent.parent / "secret")


def a_fifo(path: Path) -> None:
    os.mkfifo(path)


def a_huge_file(path: Path) -> None:
    path.touch()
    os.truncate(path, LARGEST + 1)


def a_folder(path: Path) -> None:
    path.mkdir()


def test_the_login_screen_shows_what_the_program_wrote(issue: Path, tmp_path: Path) -> None:
    issue.write_text("Hare & Tortoise\n\n  code         AB12CD\n▄▀█\n", "utf-8")
    main(issue, tmp_path / "copy")
    assert (tmp_path / "copy").read_text("utf-8") == issue.read_text("utf-8")


def test_it_shows_neither_control_characters_nor_escapes_of_agetty(
    issue: Path, tmp_path: Path
) -> None:
    issue.write_bytes(b"\x1b[2J\xc2\x9b\xff \\4{eth0}\n")
    main(issue, tmp_path / "copy")
    shown = (tmp_path / "copy").read_text("utf-8")
    assert shown == "\N{REPLACEMENT CHARACTER}[2J" + "\N{REPLACEMENT CHARACTER}" * 2 + (
        " \\\\4{eth0}\n"
    )


@pytest.mark.parametrize("trap", [a_link, a_hard_link, a_fifo, a_huge_file, a_folder])
def test_it_shows_nothing_instead_of_what_is_no_text_of_the_program(
    issue: Path, tmp_path: Path, trap: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    trap(issue)
    (tmp_path / "copy").write_text("what was shown before")
    main(issue, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == ""
    assert f"{issue} is not shown" in capsys.readouterr().err


def test_it_shows_nothing_after_the_program_has_ended(
    issue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(issue, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == ""
    assert capsys.readouterr().err == ""
