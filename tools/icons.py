"""Draws the icons of the installed app from `web/static/icon.svg`.

    HAREBOARD_CHROMIUM="$(tools/browser)" .venv/bin/python -m tools.icons

Phones cut a maskable icon to a shape of their own: its ground goes to the edge, and the drawing
stays within the circle that is never cut.
"""

import os
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

STATIC: Final = Path(__file__).parent.parent / "web" / "static"
ROUND: Final = ' rx="24"'
DRAWN: Final = "translate(14 14) scale(.72)"
WITHIN_THE_CIRCLE: Final = "translate(22 22) scale(.56)"

ARGS: Final = ["--no-sandbox", "--disable-gpu"]


def main() -> None:
    """Write the four of them."""
    plain = (STATIC / "icon.svg").read_text("utf-8")
    assert ROUND in plain, "icon.svg has another ground"
    assert DRAWN in plain, "icon.svg has another drawing"
    square = plain.replace(ROUND, "")
    icons = {
        "192": (plain, 192),
        "512": (plain, 512),
        "maskable": (square.replace(DRAWN, WITHIN_THE_CIRCLE), 512),
        "apple-touch": (square, 180),
    }
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["HAREBOARD_CHROMIUM"], args=ARGS
        )
        page = browser.new_page()
        for name, (drawing, size) in icons.items():
            _draw(page, drawing, size, STATIC / "icons" / f"{name}.png")
        browser.close()


def _draw(page: Page, drawing: str, size: int, file: Path) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f'<body style="margin:0">{drawing}')
    page.screenshot(path=file, omit_background=True)
    print(file.relative_to(STATIC.parent.parent))


if __name__ == "__main__":
    main()
