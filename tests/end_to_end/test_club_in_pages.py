"""The club screen in a browser: the real command, a real broker, boards that publish."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.test_axe_in_pages import violations
from tests.support.mqtt.broker import HERE, Listener, Mosquitto
from tests.support.waiting import PATIENCE_S
from tests.web.club.test_club import told

pytestmark = pytest.mark.browser

SCREEN: Any = {"width": 1920, "height": 1080}
COMMAND = Path(sys.executable).with_name("hareboard")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@pytest.fixture
def silent_board(broker: Mosquitto) -> None:
    """A board that said something once, and nothing since."""
    with Listener(broker.port) as board:
        board.say("hareboard/v1/b1/status", '{"state": "online"}', retain=True)
        board.say("hareboard/v1/b1/table", json.dumps(told(5, 7, 3)), retain=True)


@pytest.fixture
def screen(tmp_path: Path, browser: Browser, broker: Mosquitto) -> Iterator[Page]:
    words = ("club", "--broker", f"{HERE}:{broker.port}", "--port", "0", "--data", str(tmp_path))
    program = subprocess.Popen((COMMAND, *words), stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    address = program.stdout.readline().split()[-1]
    context = browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_S * 1000)
    complaints: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    yield page
    context.close()
    program.terminate()
    assert program.wait(PATIENCE_S) == 0
    program.stdout.close()
    assert complaints == []


def test_boards_results_and_the_next_round_are_seen(screen: Page, broker: Mosquitto) -> None:
    expect(screen.locator('[data-place="none"]')).to_be_visible()
    with Listener(broker.port) as board:
        board.say("hareboard/v1/b1/status", '{"state": "online"}')
        board.say("hareboard/v1/b1/table", json.dumps(told(5, 7, 3)))
        tile = screen.locator(".club-board")
        expect(tile).to_have_count(1)
        expect(tile.locator("li.is-turn")).to_contain_text("Ann")
        expect(tile.locator(".club-runner")).to_have_count(3)
        before = tile.locator(".club-runner").first.get_attribute("transform")
        board.say("hareboard/v1/b1/table", json.dumps(told(9, 7, 3)))
        expect(tile.locator(".club-runner").first).not_to_have_attribute("transform", before or "")
        assert violations("a board of the club", screen) == []
        screen.set_viewport_size(SCREEN)
        board.say("hareboard/v1/b1/table", json.dumps(told(64, 7, 3, over=True)))
        expect(screen.locator('[data-place="standings"] tr').first).to_contain_text("Ann")
        expect(screen.locator('[data-place="next"] li')).to_contain_text("Ours Ann, Ben, Cem")
        expect(screen.locator('[data-place="races"] li')).to_contain_text("Ann, Ben, Cem")
        assert violations("an evening of the club", screen) == []
    broker.stop()
    expect(screen.locator('[data-field="broker"]')).to_be_visible()


@pytest.mark.usefixtures("silent_board")
def test_a_board_that_is_silent_is_seen_by_what_the_broker_has_retained(screen: Page) -> None:
    expect(screen.locator(".club-board li.is-turn")).to_contain_text("Ann")
