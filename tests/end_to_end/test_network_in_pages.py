"""The board's own Wi-Fi in a browser: the welcome, another network from the phone, the card."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from controller.appliance.network import NetworkActor
from tests.end_to_end.conftest import PHONE
from tests.end_to_end.test_axe_in_pages import violations
from tests.support.end_to_end.wifi import PASSWORD, near_villa
from web.languages.language import COOKIE, LANGUAGES

pytestmark = pytest.mark.browser

A6_MM: Final = (105, 148)
PX_A_MM: Final = 96 / 25.4
ONE_MM: Final = 1


@pytest.fixture
def network() -> NetworkActor:
    """A network that the board keeps itself, with its own Wi-Fi not open yet."""
    return near_villa()


def test_the_host_lets_the_board_join_a_network(open_page: Callable[..., Page]) -> None:
    host = open_page("/host", PHONE)
    host.locator('a[href="/wifi"]').click()
    networks = host.locator(".wifi__network")
    expect(networks).to_have_count(2)
    expect(networks.last).to_be_disabled()
    assert violations("networks nearby", host) == []
    networks.first.click()
    host.locator('[name="password"]').fill("short")
    host.locator('[data-do="join"]').click()
    expect(host.locator('[data-field="password-wrong"]')).to_contain_text("8 to 63")
    assert violations("a password that cannot be one", host) == []
    host.locator('[name="password"]').fill(PASSWORD)
    host.locator('[data-do="join"]').click()
    expect(host.locator('[data-place="soon"]')).to_contain_text("hareboard.local")
    expect(host.locator('[data-field="state"]')).to_contain_text("joining Villa")
    assert violations("a network being joined", host) == []
    assert PASSWORD not in host.content()


@pytest.mark.long
def test_the_card_is_one_page_of_its_size(open_page: Callable[..., Page]) -> None:
    page = open_page("/card", PHONE)
    expect(page.locator('[data-place="card"]')).to_be_visible()
    expect(page.locator('[data-field="own-password"]')).to_have_text("abcd-efgh-mnpq")
    assert violations("the card", page) == []
    page.emulate_media(media="print")
    box: Any = page.locator(".card").bounding_box()
    assert box["width"] / PX_A_MM == pytest.approx(A6_MM[0], abs=ONE_MM)
    assert box["height"] / PX_A_MM == pytest.approx(A6_MM[1], abs=ONE_MM)
    for language in LANGUAGES:
        cookie: Any = {"name": COOKIE, "value": language, "url": page.url}
        page.context.add_cookies([cookie])
        page.reload()
        expect(page.locator('[data-place="card"]')).to_be_visible()
        over_px = page.locator(".card").evaluate("each => each.scrollHeight - each.clientHeight")
        assert over_px == 0, f"in {language} not all of it fits"
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") == 1


@pytest.mark.long
def test_who_comes_to_the_welcome_goes_on(open_page: Callable[..., Page]) -> None:
    page = open_page("/welcome", PHONE)
    assert violations("the welcome", page) == []
    page.locator('[data-do="go-on"]').click()
    expect(page.locator('[data-place="then"]')).to_contain_text("hareboard.local")
    assert violations("the welcome, gone on", page) == []
