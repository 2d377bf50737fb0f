"""The broker in a browser: a test that fails and says why, one that succeeds, the host's page."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.conftest import LAPTOP, PHONE
from tests.end_to_end.test_axe_in_pages import LOOKS, violations
from tests.support.modes import app_of, mode_switch_in
from tests.support.mqtt.broker import HERE, Mosquitto, with_user
from tests.support.waiting import PATIENCE_S
from web.access.guard import Guard
from web.server.server import Server

pytestmark = pytest.mark.browser

USER, PASSWORD = "board", "carrots, for all"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path, with_user(tmp_path, USER, PASSWORD)) as broker:
        yield broker


@pytest.fixture(params=["phone", pytest.param("laptop", marks=pytest.mark.long)])
def host(request: Any, tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """The host's page of a board with a board file."""
    (tmp_path / "games").mkdir()
    with ExitStack() as stack:
        switch = stack.enter_context(mode_switch_in(tmp_path / "games"))
        guard: Guard = app_of(switch, "play").extensions["guard"]
        server = Server("127.0.0.1", 0)
        serving = threading.Thread(target=server.run, args=(switch,))
        serving.start()
        size: Any = PHONE if request.param == "phone" else LAPTOP
        context = browser.new_context(viewport=size, service_workers="block")
        context.set_default_timeout(PATIENCE_S * 1000)
        address = f"http://127.0.0.1:{server.port}"
        token = guard.phones.seat_at_board(None, guard.phones.board_key)
        assert token is not None
        context.add_cookies([{"name": guard.cookie, "value": token, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/host")
        yield page
        context.close()
        switch.begin_stop()
        server.close()
        serving.join(PATIENCE_S)


def test_the_host_tries_a_broker_and_saves_it(host: Page, broker: Mosquitto) -> None:
    looks = LOOKS[:1] if host.viewport_size == PHONE else LOOKS[1:]
    expect(host.locator('[data-field="readers"]')).to_contain_text("working")
    expect(host.locator('[data-place="broker"]')).to_be_hidden()
    host.locator('a[href="/broker"]').click()
    expect(host.locator('[data-field="state"]')).to_have_text("The game is not published.")
    host.locator("#host").fill("two words")
    tried = host.locator('[data-field="tried"]')
    host.locator('[data-do="try"]').click()
    expect(host.locator('[data-field="host-wrong"]')).to_be_visible()
    assert violations("an address that is none", host, looks) == []
    host.locator("#host").fill(HERE)
    host.locator("#port").fill(str(broker.port))
    host.locator("#user").fill(USER)
    host.locator("#password").fill("wrong")
    host.locator('[data-do="try"]').click()
    expect(tried).to_have_text(f"The broker at {HERE} refuses this user and password.")
    assert violations("a refused password", host, looks) == []
    host.locator("#password").fill(PASSWORD)
    host.locator('[data-do="try"]').click()
    expect(tried).to_have_text(f"The broker at {HERE} lets the board in.")
    host.locator('[data-do="save"]').click()
    expect(host.locator('[data-field="state"]')).to_contain_text("The game is published")
    expect(host.locator("#password")).to_have_value("")
    assert PASSWORD not in host.content()
    width: int = host.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    host.locator('main a[href="/host"]').click()
    expect(host.locator('[data-field="broker"]')).to_contain_text(f"is published through {HERE}")
    broker.stop()
    expect(host.locator('[data-field="broker"]')).to_contain_text(
        "There is trouble with the broker"
    )
