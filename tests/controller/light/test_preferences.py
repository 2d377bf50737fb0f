"""What people have chosen for the lights, kept in a file that is in nobody's way."""

import json
import logging
from pathlib import Path

import pytest

from controller.light.look import Look
from controller.light.preferences import Preferences
from tests.support.disk import no_room_in

LANTERN = Look("lantern", brightness=0.25, night=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "preferences.json"


def test_before_anything_is_chosen_there_is_no_file_and_no_complaint(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert Preferences(file).look() == Look()
    assert not file.exists()
    assert caplog.text == ""


def test_what_was_kept_is_found_again_and_can_be_read_by_people(file: Path) -> None:
    Preferences(file).keep(LANTERN)
    assert Preferences(file).look() == LANTERN
    assert json.loads(file.read_text())["look"]["theme"] == "lantern"
    assert [path.name for path in file.parent.iterdir()] == [file.name], "nothing lies about"


def test_the_test_pattern_is_not_kept(file: Path) -> None:
    Preferences(file).keep(Look(night=True, test=True))
    assert Preferences(file).look() == Look(night=True)
    file.write_text(file.read_text().replace('"test": false', '"test": true'))
    assert Preferences(file).look() == Look(night=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"look": {"brightness": "full"}}',
        '{"look": {"theme": "gard\xe9n"}}',
        '{"look": {"brightness": 2}}',
        '{"look": {"brightness": NaN}}',
        '{"look": {"theme": "no such theme"}}',
        '{"look": {"theme": "../secret"}}',
        '{"look": {"night": true}',
        "\x00\xff",
        '{"look": ' + "[" * 100_000,
    ],
)
def test_a_damaged_file_means_the_usual_look_and_a_line_in_the_log(
    file: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_text(text, "latin-1")
    with caplog.at_level(logging.WARNING):
        look = Preferences(file).look()
    assert look == Look()
    assert str(file) in caplog.text
    assert "as usual" in caplog.text
    Preferences(file).keep(LANTERN)
    assert Preferences(file).look() == LANTERN


def test_what_a_newer_version_has_added_is_passed_over(file: Path) -> None:
    file.write_text('{"look": {"night": true, "colour": "red"}, "hands": 3}', "utf-8")
    assert Preferences(file).look() == Look(night=True)


def test_a_file_that_cannot_be_read_is_no_crash(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.mkdir()
    assert Preferences(file).look() == Look()
    Preferences(file).keep(LANTERN)
    assert "cannot be read" in caplog.text
    assert "cannot be written" in caplog.text


def test_a_full_disk_leaves_what_was_kept_before(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Preferences(file).keep(LANTERN)
    file.write_text(file.read_text().strip().replace(" ", ""))
    with no_room_in(file.parent):
        Preferences(file).keep(Look("clear"))
    assert Preferences(file).look() == LANTERN
    assert "until the program ends" in caplog.text
