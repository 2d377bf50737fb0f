"""Pages used by the keyboard alone."""

import re
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.support.waiting import until

COLUMNS: Final = 8
HOME: Final = 64
FOCUSED = """() => {
  const { activeElement: focused } = document;
  return (focused.getAttribute("aria-label") ?? focused.textContent).trim();
}"""


def offered(me: dict[str, Any], action: str) -> tuple[str, str]:
    """What a control for an action is called, and the one that confirms it, if that is asked."""
    for each in me["destinations"]:
        if each["action"] == action:
            home = each["kind"] == "HOME"
            return ("HOME", "Run HOME") if home else (f"{each['square']} {each['name']}", "Move")
    return next(each["label"] for each in me["choices"] if each["action"] == action), ""


def go_to(page: Page, name: str) -> None:
    """Press Tab until something of this name has the focus; the page may still have to draw it."""

    def is_there() -> bool:
        if re.search(name, re.sub(r"\s+", " ", page.evaluate(FOCUSED))):
            return True
        page.keyboard.press("Tab")
        return False

    until(is_there, f"{name} is reached by Tab")


def walk(page: Page, runner: int, start: int, to: int) -> None:
    """Take a runner from one square of the board to another by arrows, and set it down."""
    standing = f"square {start}," if start else "(at START|beside the board)"
    expect(
        page.get_by_role("button", name=re.compile(f"^Runner {runner},.* {standing}"))
    ).to_be_visible()
    go_to(page, f"^Runner {runner},")
    if not start:
        page.keyboard.press("ArrowUp")
        start = 1
    (row, column), (to_row, to_column) = place(start), place(to)
    for key, steps in (
        ("ArrowUp", to_row - row),
        ("ArrowDown", row - to_row),
        ("ArrowRight", to_column - column),
        ("ArrowLeft", column - to_column),
    ):
        for _ in range(steps):
            page.keyboard.press(key)
    expect(page.locator(f'[data-square="{to}"]')).to_be_focused()
    page.keyboard.press("Enter")


def place(square: int) -> tuple[int, int]:
    """Row from below and column of a square: the track winds."""
    row, column = divmod(square - 1, COLUMNS)
    return row, column if row % 2 == 0 else COLUMNS - 1 - column
