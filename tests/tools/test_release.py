"""Making releases: their files, their key, and what a bill of materials says."""

import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.appliance.machine import InstallError
from tests.support.releasing import Publisher
from tools.release import main, make_release, sign, write_archive


def test_without_a_key_it_says_how_to_make_one(tmp_path: Path) -> None:
    for words in ([], ["--key", str(tmp_path / "none")]):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 1
        assert "make release KEY=path" in result.output
        assert "ssh-keygen -t ed25519" in result.output


def test_the_same_files_make_the_same_archive(tmp_path: Path) -> None:
    files = {"b": b"second", "a": b"first"}
    write_archive(tmp_path / "one.tar", files)
    write_archive(tmp_path / "two.tar", dict(reversed(files.items())))
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "two.tar").read_bytes()
    with tarfile.open(tmp_path / "one.tar") as tar:
        assert [(each.name, each.uid, each.uname) for each in tar] == [("a", 0, ""), ("b", 0, "")]


def test_a_release_is_signed_anew_without_a_question(tmp_path: Path) -> None:
    ann = Publisher(tmp_path / "ann")
    archive = ann.release("1.2.0")
    before = Path(f"{archive}.sig").read_bytes()
    archive.write_bytes(b"another")
    sign(archive, ann.key)
    assert Path(f"{archive}.sig").read_bytes() != before


def test_what_is_no_key_signs_nothing(tmp_path: Path) -> None:
    archive = tmp_path / "hareboard-1.tar"
    archive.write_bytes(b"")
    key = tmp_path / "key"
    key.write_text("carrots", "utf-8")
    key.chmod(0o600)
    with pytest.raises(InstallError, match=r"ssh-keygen .* failed"):
        sign(archive, key)
    assert not Path(f"{archive}.sig").exists()


def test_another_folder_is_not_released(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="is no checkout of hareboard"):
        make_release(tmp_path, tmp_path / "key", tmp_path / "out")
