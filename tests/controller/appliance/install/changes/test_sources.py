"""What a release is made from: a checkout, or a folder of wheels."""

from pathlib import Path

import pytest

from controller.appliance.install.changes.sources import Checkout, Wheels
from controller.appliance.machine import InstallError
from controller.appliance.release.wheels import ReleaseSource
from tests.support.install.installing import Small

OURS = "hareboard-1.2.0-py3-none-any.whl"
THEIRS = "click-8.1.8-py3-none-any.whl"


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A folder with a wheel of hareboard, and one that it needs."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name in (OURS, THEIRS):
        (folder / name).write_text(name, "utf-8")
    return folder


def laid_out(source: ReleaseSource, room: Path) -> list[str]:
    """The files that a source copies."""
    room.mkdir()
    source.lay_out(room)
    return sorted(str(each.relative_to(room)) for each in room.rglob("*") if each.is_file())


def test_of_a_checkout_what_hareboard_is_made_of_is_taken(checkout: Small, tmp_path: Path) -> None:
    for name in ("web/__pycache__", "tests"):
        (checkout.folder / name).mkdir()
        (checkout.folder / name / "more.py").touch()
    source = Checkout(checkout.folder)
    assert (source.version, str(source)) == ("1.0", f"the checkout {checkout.folder}")
    ours = ["LICENSE", "README.md", "pyproject.toml", "web/code.py"]
    assert laid_out(source, tmp_path / "room") == [
        "board.txt",
        "build.txt",
        *(f"source/{each}" for each in ours),
    ]


@pytest.mark.parametrize("lock", ["board.txt", "build.txt"])
def test_a_checkout_with_another_lock_is_another_one(checkout: Small, lock: str) -> None:
    source = Checkout(checkout.folder)
    before = source.digest
    (checkout.folder / "locks" / lock).write_text("click==8.5.1", "utf-8")
    assert source.digest != before


def test_only_code_tells_one_checkout_from_another(checkout: Small) -> None:
    source = Checkout(checkout.folder)
    before = source.digest
    (checkout.folder / "web" / "__pycache__").mkdir()
    (checkout.folder / "web" / "__pycache__" / "code.pyc").touch()
    assert source.digest == before
    checkout.becomes("1.0", "second")
    assert source.digest != before


@pytest.mark.parametrize(
    ("text", "why"),
    [(None, "No such file"), ("[tool]", "'project'"), ("[project", "Expected ']'")],
)
def test_another_folder_is_no_checkout(tmp_path: Path, text: str | None, why: str) -> None:
    if text is not None:
        (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    with pytest.raises(InstallError, match=f"{tmp_path} is no checkout of hareboard: .*{why}"):
        _ = Checkout(tmp_path).version


def test_of_a_folder_of_wheels_all_are_taken_and_no_network_is_needed(
    wheels: Path, tmp_path: Path
) -> None:
    source = Wheels(wheels)
    assert (source.version, str(source)) == ("1.2.0", f"the wheels in {wheels}")
    assert laid_out(source, tmp_path / "room") == [THEIRS, OURS]


def test_a_folder_with_another_wheel_of_what_is_needed_is_another_one(wheels: Path) -> None:
    source = Wheels(wheels)
    before = source.digest
    (wheels / THEIRS).write_text("mended", "utf-8")
    assert source.digest != before


@pytest.mark.parametrize(("more", "count"), [([], 0), ([OURS, OURS.replace("2", "3")], 2)])
def test_a_folder_has_one_wheel_of_hareboard(tmp_path: Path, more: list[str], count: int) -> None:
    for name in more:
        (tmp_path / name).touch()
    with pytest.raises(InstallError, match=f"one wheel of hareboard in {tmp_path}: {count}"):
        _ = Wheels(tmp_path).version
