"""Fills in the set-up page as people do."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect


def choose_players(page: Page, players: Mapping[str, tuple[str, ...]], first: str) -> None:
    """Fill in who plays, each with the colour of every runner."""
    expect(page.locator('[data-do="start"]')).to_be_visible()
    page.locator(f'[name="players"][value="{len(players)}"]').check(force=True)
    for seat, (name, colours) in enumerate(players.items()):
        page.locator(f'[name="name-{seat}"]').fill(name)
        for field, colour in zip(("colour", "colour2"), colours, strict=False):
            page.locator(f'[name="{field}-{seat}"][value="{colour}"]').check(force=True)
    page.locator(f'[name="first"][value="{list(players).index(first)}"]').check(force=True)


def choose_rules(
    page: Page, edition: str = "", teams: str = "", chance: str = "", **options: Any
) -> None:
    """Choose an edition and house rules, a word or a number each."""
    if edition:
        page.locator('[name="edition"]').select_option(edition)
    if not page.locator('[data-place="options"]').is_visible():
        page.locator('[data-place="rules"] > summary').click()
    for name, value in (("teams", teams), ("chance", chance)):
        if value:
            page.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    for option, value in options.items():
        control = page.locator(f'[name="option-{option}"]')
        if isinstance(value, int):
            control.fill(str(value))
            control.blur()
        else:
            control.select_option(value)


def say_pin(page: Page, pin: str) -> None:
    """Say that one is the host, where it is asked."""
    page.get_by_label("PIN", exact=True).fill(pin)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def begin(page: Page) -> None:
    """Start the race, at the board."""
    page.locator('[data-do="start"]').click()
    page.wait_for_url(lambda url: not url.endswith("/setup"))
