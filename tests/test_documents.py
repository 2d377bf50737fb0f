"""The documents agree with each other and with what they lead to."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.game.editions.files import FOLDER_VARIABLE, own_folder
from tests.support.checkout import ROOT

DOCUMENTS: Final = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(
        ROOT / folder / name
        for folder, name in (("systemd", "README.md"), ("firmware", "README.md"))
    ),
]
_LINK: Final = re.compile(r"\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)")
_BLOCK: Final = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_MESSAGE: Final = re.compile(r'^msgid(?:_plural)? ((?:".*"\n)+)', re.MULTILINE)
_HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(document: Path) -> Iterator[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    for heading in _HEADING.findall(_BLOCK.sub("", document.read_text("utf-8"))):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        yield re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_link_leads_to_a_file_and_a_heading_that_there_is(document: Path) -> None:
    for target, anchor in _LINK.findall(document.read_text("utf-8")):
        path = document.parent / target if target else document
        assert path.exists(), target
        assert not anchor or anchor in set(anchors(path)), f"{target}#{anchor}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_is_told_to_enter_the_folder_of_the_service(document: Path) -> None:
    """Only the service and root may (`StateDirectoryMode=0750`): the line would end there."""
    for block in _BLOCK.findall(document.read_text("utf-8")):
        assert "cd /var/lib/hareboard" not in block


@pytest.mark.parametrize("name", ["lesson.md", "remote.md", "speech.md"])
def test_what_a_guide_says_to_press_is_on_the_pages(name: str) -> None:
    catalogue = (ROOT / "web" / "languages" / "de.po").read_text("utf-8")
    messages = re.sub(r'"\n"', "", "\n".join(_MESSAGE.findall(catalogue)))
    for quoted in re.findall("“([^”]+)”", (ROOT / "docs" / name).read_text("utf-8")):
        assert quoted in messages, quoted


def test_an_installed_board_is_given_editions_where_it_looks_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    users = (ROOT / "systemd" / "hareboard.sysusers").read_text("utf-8")
    home = re.search(r'^u hareboard - "[^"]+" (\S+)$', users, re.MULTILINE)
    assert home is not None
    assert FOLDER_VARIABLE not in (ROOT / "systemd" / "hareboard.service").read_text("utf-8")
    for variable in (FOLDER_VARIABLE, "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", home[1])
    assert f" tee {own_folder()}/editions/" in (ROOT / "docs" / "editions.md").read_text()


def test_what_an_action_and_a_game_write_is_told_alike() -> None:
    guide = (ROOT / "docs" / "operate.md").read_text("utf-8")
    measured = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    for here, there in (
        ("an action", "bytes for an action, median"),
        ("a game of about a hundred actions", "bytes for a game of about a hundred actions"),
    ):
        told = re.search(rf"^\| {here} \| ([\d.]+ [KM]iB)", guide, re.MULTILINE)
        found = re.search(rf"^\| {there} \| ([\d.]+ [KM]iB)", measured, re.MULTILINE)
        assert told is not None
        assert found is not None
        assert told[1] == found[1]
