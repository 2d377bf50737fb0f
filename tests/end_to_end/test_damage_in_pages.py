"""Saved games that were damaged, in a real browser: told on every phone until it has been seen."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from controller.table.commands import Abandon
from tests.end_to_end.conftest import PHONE, Running
from tests.end_to_end.test_axe_in_pages import violations
from tests.support.journal.files import leave_damaged

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
BOX = '[data-place="rescued"]'


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """The folder of the table: its journal is damaged."""
    leave_damaged(tmp_path / "journal.sqlite")
    return tmp_path


@pytest.mark.long
def test_every_page_of_players_and_host_tells_it_until_one_has_seen_it(
    running: Running, open_page: OpenPage
) -> None:
    ann, setup, host = (open_page(path, PHONE) for path in ("/seat/0", "/setup", "/host"))
    for page in (ann, setup, host):
        expect(page.locator(f"{BOX} p")).to_contain_text("(games: 1, actions: 1)")
        expect(page.locator(f"{BOX} p")).to_contain_text("journal.damaged-1.sqlite")
        assert violations(page.url, page) == []
    button = ann.get_by_role("button", name="Got it")
    button.focus()
    button.press("Enter")
    for page in (ann, setup, host):
        expect(page.locator(BOX)).to_be_hidden()
        expect(page.locator(f"{BOX} p")).to_have_count(0)
    expect(ann.locator("h1")).to_be_focused()
    ann.reload()
    expect(ann.locator('[data-place="hand"]')).to_be_visible()
    expect(ann.locator(BOX)).to_be_hidden()


@pytest.mark.long
def test_the_host_is_told_before_the_next_game_in_the_language_of_the_phone(
    running: Running, open_page: OpenPage
) -> None:
    service = running.table.actor
    service.submit(Abandon(service.snapshot.version))
    page = open_page("/setup", PHONE, locale="de")
    expect(page.locator(BOX)).to_contain_text("Spiele: 1, Aktionen: 1")
    expect(page.locator("form")).to_be_visible()
    page.get_by_role("button", name="Verstanden").click()
    expect(page.locator(BOX)).to_be_hidden()
