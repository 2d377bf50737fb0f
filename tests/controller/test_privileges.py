"""Giving up root's rights before working on files of another user."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.privileges import CALLER, Owner, become_owner, foreign_owner
from tests.support.waiting import PATIENCE_S

NOBODY = 65534
ASK = (
    "import os, sys; from pathlib import Path; from controller.privileges import become_owner\n"
    "become_owner(*map(Path, sys.argv[1:]))\n"
    "print(os.getresuid(), os.getresgid(), os.getgroups(), os.environ['HOME'])"
)
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give up root's rights"
)


def given(path: Path, uid: int) -> Path:
    os.chown(path, uid, uid, follow_symlinks=False)
    return path


def became(*paths: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", ASK, *map(str, paths)],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env={"HOME": "/root", "PYTHONPATH": ":".join(sys.path), **environment},
    )
    return done.stdout.strip()


ROOT = "(0, 0, 0) (0, 0, 0)"
OTHER = f"({NOBODY}, {NOBODY}, {NOBODY}) ({NOBODY}, {NOBODY}, {NOBODY})"


@needs_root
@pytest.mark.parametrize("name", ["theirs", "theirs/board.toml", "theirs/none/board.toml"])
def test_root_becomes_the_owner_of_what_it_works_on(tmp_path: Path, name: str) -> None:
    given(tmp_path, NOBODY)
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs/board.toml").touch()
    said = became(tmp_path / name)
    assert said.startswith(OTHER)
    assert "/root" not in said


@needs_root
def test_root_becomes_the_owner_of_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    given(tmp_path / "theirs", NOBODY)
    (tmp_path / "link").symlink_to(tmp_path / "theirs")
    assert became(tmp_path / "link" / "board.toml").startswith(OTHER)


@needs_root
def test_root_becomes_who_made_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    given(tmp_path / "link", NOBODY)
    assert became(tmp_path / "file", tmp_path / "link").startswith(OTHER)


@needs_root
def test_a_user_without_a_name_has_no_further_groups(tmp_path: Path) -> None:
    given(tmp_path, 54_321)
    os.chown(tmp_path, 54_321, 54_322)
    said = became(tmp_path)
    assert said == "(54321, 54321, 54321) (54322, 54322, 54322) [] /root"


@needs_root
def test_root_stays_root_for_roots_own_files(tmp_path: Path) -> None:
    (tmp_path / "board.toml").touch()
    assert became(tmp_path, tmp_path / "board.toml").startswith(ROOT)


@needs_root
def test_root_stays_root_for_files_of_who_called_sudo(tmp_path: Path) -> None:
    given(tmp_path, NOBODY)
    assert became(tmp_path, **{CALLER: str(NOBODY)}).startswith(ROOT)
    assert became(tmp_path, **{CALLER: "54321"}).startswith(OTHER)


def test_whoever_is_not_root_stays_who_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    before = os.getuid(), os.getgid(), os.getgroups()
    become_owner(tmp_path, Path("/"))
    assert (os.getuid(), os.getgid(), os.getgroups()) == before


@needs_root
def test_what_leads_through_anothers_folder_is_theirs(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    given(tmp_path / "theirs", NOBODY)
    assert foreign_owner(tmp_path / "theirs" / "board.toml") == Owner(NOBODY, NOBODY)


def test_the_root_folder_is_roots() -> None:
    assert foreign_owner(Path("/")) is None


@needs_root
@pytest.mark.parametrize("words", [("journal", "check"), ("journal", "adopt"), ("record",)])
def test_a_link_to_where_its_owner_may_not_look_is_told(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "roots").mkdir(mode=0o700)
    (tmp_path / "roots/secret").touch()
    (tmp_path / "theirs").mkdir()
    given(tmp_path / "theirs", NOBODY)
    (tmp_path / "theirs/journal.sqlite").symlink_to(tmp_path / "roots/secret")
    tmp_path.chmod(0o755)
    for each in tmp_path.parents:
        if each.stat().st_uid == os.getuid() and each.is_relative_to("/tmp/"):
            each.chmod(each.stat().st_mode | 0o111)
    code = "import sys; from controller.cli import cli; cli(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--data", str(tmp_path / "theirs")],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert "Permission denied" in done.stderr
