"""A picture of every light: on squares of the board and over time, for three colour visions."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser

from controller.light.frames import frame
from controller.light.look import Look
from controller.light.meanings import MEANINGS, Meaning, meanings
from controller.light.themes import load_theme
from hardware.ports import RGB
from tools.colour_vision import VISIONS, Vision

SHOWN: Final[tuple[Vision, ...]] = ("normal", "deuteranopia", "protanopia")
SQUARES: Final = 64
FIRST: Final = 9
"""The square of the first meaning."""
APART: Final = 3
"""How many squares further on the next one is."""
SECONDS: Final = 6.0
STEPS: Final = 90

DRAW: Final = Path(__file__).with_suffix(".js")
STYLE: Final = Path(__file__).with_suffix(".css")


def take(browser: Browser, address: str, target: Path) -> None:
    """Take the picture.

    Args:
        browser: takes it.
        address: of a running table, whose board is drawn.
        target: where it goes.
    """
    context = browser.new_context(
        viewport={"width": 1640, "height": 1300}, bypass_csp=True, color_scheme="light"
    )
    page = context.new_page()
    page.goto(f"{address}/watch")
    page.wait_for_function("() => document.body.dataset.live === 'yes'")
    page.add_style_tag(path=STYLE)
    page.evaluate(DRAW.read_text("utf-8"), _sheet())
    page.wait_for_timeout(500)
    page.locator(".contact").screenshot(path=target)
    context.close()


def _sheet() -> dict[str, Any]:
    """What is drawn, as plain values."""
    look = Look()
    at = {FIRST + APART * number: meaning for number, meaning in enumerate(MEANINGS)}
    colours = load_theme(look.theme).colours
    return {
        "blocks": [
            {
                "name": vision,
                "title": "As it is" if vision == "normal" else f"With {vision}",
                "matrix": _filter(vision),
            }
            for vision in SHOWN
        ],
        "lights": "".join(
            _hex(colours[at[square]]) if square in at else "000000"
            for square in range(1, SQUARES + 1)
        ),
        "rows": [
            {
                "square": square,
                "title": meanings()[meaning].title,
                "frames": _over_time(meaning, look),
            }
            for square, meaning in at.items()
        ],
    }


def _over_time(meaning: Meaning, look: Look) -> list[str]:
    return [_hex(frame({1: meaning}, look, 1, SECONDS * step / STEPS)[0]) for step in range(STEPS)]


def _filter(vision: Vision) -> str:
    """A matrix as SVG filters have it."""
    rows = [" ".join(f"{part:.6f}" for part in (*row, 0, 0)) for row in VISIONS[vision]]
    return " ".join((*rows, "0 0 0 1 0"))


def _hex(colour: RGB) -> str:
    return bytes(colour).hex()
