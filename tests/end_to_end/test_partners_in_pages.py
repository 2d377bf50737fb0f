"""Two hosts pair their boards in two browsers, through a real broker; one forgets the other."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.board.examples import example_path
from tests.end_to_end.conftest import LAPTOP, PHONE
from tests.end_to_end.test_axe_in_pages import violations
from tests.support.modes import app_of, mode_switch_in
from tests.support.mqtt.broker import HERE, Mosquitto
from tests.support.waiting import PATIENCE_S
from web.access.guard import Guard
from web.server.server import Server

SET_ASIDE = """async () => {
  const { version } = await (await fetch("/api/watch")).json();
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/games/set-aside",
    { method: "POST", headers, body: JSON.stringify({ version }) });
  if (!answer.ok) throw new Error(await answer.text());
}"""

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def host_of(
    stack: ExitStack, browser: Browser, folder: Path, name: str, broker: int | None
) -> Page:
    """The page of other boards, for the host of a board."""
    folder.mkdir()
    file = folder / "ours.toml"
    text = example_path("prototype-2x2").read_text().replace("Prototype, 2 by 2", name)
    settings = "" if broker is None else f"\n[mqtt]\nhost = {json.dumps(HERE)}\nport = {broker}\n"
    file.write_text(text + settings)
    (folder / "games").mkdir()
    switch = stack.enter_context(mode_switch_in(folder / "games", f"sim://{file}"))
    guard: Guard = app_of(switch, "play").extensions["guard"]
    server = Server(HERE, 0)
    serving = threading.Thread(target=server.run, args=(switch,))
    serving.start()
    stack.callback(serving.join, PATIENCE_S)
    stack.callback(server.close)
    stack.callback(switch.begin_stop)
    size: Any = PHONE if name == "Near" else LAPTOP
    context = stack.enter_context(browser.new_context(viewport=size, service_workers="block"))
    context.set_default_timeout(PATIENCE_S * 1000)
    address = f"http://{HERE}:{server.port}"
    token = guard.phones.seat_at_board(None, guard.phones.board_key)
    assert token is not None
    context.add_cookies([{"name": guard.cookie, "value": token, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/partners")
    return page


def paired(
    stack: ExitStack, browser: Browser, folder: Path, broker: Mosquitto | None = None
) -> tuple[Page, Page]:
    """The pages of two hosts whose boards are paired."""
    broker = broker or stack.enter_context(Mosquitto(folder))
    near = host_of(stack, browser, folder / "near", "Near", broker.port)
    far = host_of(stack, browser, folder / "far", "Far", broker.port)
    near.locator('[data-do="invite"]').click()
    expect(near.locator(".qr")).to_be_visible()
    far.locator("#code").fill(near.locator('[data-field="code"]').inner_text())
    far.locator('[data-do="accept"]').click()
    for page in (near, far):
        expect(page.locator('[data-do="confirm"]')).to_be_visible()
        page.locator('[data-do="confirm"]').click()
    for page in (near, far):
        expect(page.locator('[data-field="pairing"]')).to_contain_text("is paired")
        page.locator('[data-do="cancel"]').click()
        expect(page.locator(".partners__one")).to_contain_text("Connected")
    return near, far


def test_two_hosts_race_together(stack: ExitStack, browser: Browser, tmp_path: Path) -> None:
    near, far = paired(stack, browser, tmp_path)
    near.locator(".partners__deeds a").click()
    expect(near.locator("#together option:checked")).to_have_text("Far")
    there = near.locator("[data-place=there] input")
    expect(there).to_have_count(3)
    near.locator('[name="players"][value="2"]').check()  # who sat there does not play
    expect(there).to_have_count(2)
    expect(there.nth(1)).to_be_checked()
    near.locator('[name="players"][value="3"]').check()
    expect(there).to_have_count(3)
    there.nth(1).uncheck()
    there.nth(2).uncheck()
    near.locator('[data-do="start"]').click()
    expect(near.locator('[data-field="wrong"]')).to_have_text(
        "At each of the two boards somebody has to sit."
    )
    there.nth(1).check()
    near.evaluate("scrollTo(0, document.body.scrollHeight)")  # where its button covers nothing
    assert violations("who sits at the other board", near) == []
    near.locator('[data-do="start"]').click()
    expect(far.locator('[data-field="race"]')).to_have_text("“Near” invites you to a race")
    assert violations("invited to a race", far) == []
    far.locator('[data-do="join-race"]').click()
    expect(far.locator('[data-field="racing"]')).to_have_text("The race with “Near”")
    assert violations("a race with another board", far) == []
    far.evaluate(SET_ASIDE)
    far.locator('[data-do="join-race"]').click()  # the page has stayed open
    expect(far.locator('[data-field="racing"]')).to_have_text("The race with “Near”")
    address = far.url.removesuffix("/partners")
    far.goto(f"{address}/")
    expect(far.locator('[data-seat="0"]')).to_contain_text("Sits at “Near”")
    assert violations("seats at two boards", far) == []
    far.goto(f"{address}/partners")
    far.locator('[data-do="alone"]').click()
    far.locator("dialog button", has_text="Go on alone").click()
    expect(far.locator('[data-place="racing"]')).to_be_hidden()


def test_set_up_tells_which_boards_are_not_there(
    stack: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    with Mosquitto(tmp_path) as broker:
        near, _ = paired(stack, browser, tmp_path, broker)
        near.locator(".partners__deeds a").click()
        expect(near.locator("#together option:checked")).to_have_text("Far")
    expect(near.locator("#together option:checked")).to_have_text("Far (not connected)")
    expect(near.locator("[data-place=who-there] legend")).to_have_text("Who sits at “Far”?")


def test_two_hosts_pair_their_boards(stack: ExitStack, browser: Browser, tmp_path: Path) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path))
    near = host_of(stack, browser, tmp_path / "near", "Near", broker.port)
    far = host_of(stack, browser, tmp_path / "far", "Far", broker.port)
    far.locator("#code").fill("12")
    far.locator('[data-do="accept"]').click()
    expect(far.locator('[data-field="code-wrong"]')).to_contain_text("ten digits")
    assert violations("a code that is none", far) == []
    near.locator('[data-do="invite"]').click()
    expect(near.locator(".qr")).to_be_visible()
    assert violations("a code for another board", near) == []
    code = near.locator('[data-field="code"]').inner_text()
    far.locator("#code").fill(code)
    far.locator('[data-do="accept"]').click()
    for page, other in ((near, "Far"), (far, "Near")):
        expect(page.locator('[data-field="pairing"]')).to_have_text(
            f"Is “{other}” the board you mean?"
        )
        assert violations("a board to confirm", page) == []
    near.locator('[data-do="confirm"]').click()
    expect(near.locator('[data-field="pairing"]')).to_have_text("Waiting for the host of “Far”")
    far.locator('[data-do="confirm"]').click()
    for page in (near, far):
        expect(page.locator('[data-field="pairing"]')).to_contain_text("is paired")
        page.locator('[data-do="cancel"]').click()
        expect(page.locator(".partners__one")).to_contain_text("Connected")
        assert violations("a paired board", page) == []
    near.locator('[data-do="forget"]').click()
    assert violations("a board to forget", near) == []
    near.locator('.dialog__buttons [data-do="cancel"]').click()
    expect(near.locator(".partners__one")).to_contain_text("Connected")
    near.locator('[data-do="forget"]').click()
    near.locator('[data-do="sure"]').click()
    expect(near.locator(".partners__one")).to_have_count(0)


def test_a_scanned_link_fills_in_the_code(
    stack: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    broker = stack.enter_context(Mosquitto(tmp_path))
    far = host_of(stack, browser, tmp_path / "far", "Far", broker.port)
    far.goto(f"{far.url}#4821593077")
    far.reload()  # a link with another fragment alone loads nothing
    expect(far.locator("#code")).to_have_value("4821593077")
    assert "#" not in far.url
    far.locator('[data-do="accept"]').click()
    expect(far.locator('[data-field="pairing"]')).to_contain_text("Looking for the other board")
    far.locator('[data-do="cancel"]').click()
    expect(far.locator("#code")).to_be_visible()


def test_a_board_without_a_broker_leads_to_its_settings(
    stack: ExitStack, browser: Browser, tmp_path: Path
) -> None:
    near = host_of(stack, browser, tmp_path / "near", "Near", None)
    expect(near.locator('[data-field="fixed"]')).to_contain_text("none yet")
    assert violations("no broker", near) == []
    near.locator('[data-place="to-broker"]').click()
    expect(near.locator("#host")).to_be_visible()
