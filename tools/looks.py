"""Pictures of every page in every state of the tour: `make looks`, into `build/looks`.

Three sizes, light and dark; whole pages, to be looked at one beside the other. Arguments name the
language and other sizes: `make looks ARGS="de 320x640 844x390"`. With `before=COMMIT` that commit
takes its pictures too, and `build/looks/compare.html` shows both.
"""

import os
import random
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from controller.bootstrap import simulated_table
from controller.config import Settings
from tests.end_to_end.conftest import CHROMIUM_ARGS, SEAT, Running
from tests.support.companion import companion, phones_of
from tests.support.end_to_end.tour import Tour
from tools.looks_before import take_before
from web.server.server import Server

FOLDER: Final = Path(__file__).parent.parent / "build" / "looks"
SIZES: Final = ("360x780", "768x1024", "1280x800")
"""Widths of pages, and the heights of their screens."""
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
PATIENCE_MS: Final = 120_000
SETTLED_MS: Final = 250
"""What moves has come to rest by then."""


def main() -> None:
    """Take the pictures."""
    words = [each for each in sys.argv[1:] if "=" not in each]
    sizes = [each for each in words if re.fullmatch(r"\d+x\d+", each)] or SIZES
    language = next((each for each in words if each not in sizes), "en")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    expect.set_options(timeout=PATIENCE_MS)  # a busy machine takes its time
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = simulated_table(Path(folder), Settings(settle_s=0.15), random.Random(2018))
        server = Server("127.0.0.1", 0)
        phones = phones_of(Path(folder))
        table.start()
        app = companion(table, phones, server.port)
        serving = threading.Thread(target=server.run, args=(app,))
        serving.start()
        browser = playwright.chromium.launch(
            executable_path=os.environ["HAREBOARD_CHROMIUM"], args=CHROMIUM_ARGS
        )
        try:
            running = Running(table, f"http://127.0.0.1:{server.port}", phones)
            _Camera(browser, running, language, sizes).take_all()
        finally:
            browser.close()
            table.stop()
            server.close()
            serving.join()
    for commit in (each.partition("=")[2] for each in sys.argv[1:] if each.startswith("before=")):
        take_before(commit, FOLDER, words, PATIENCE_MS)


class _Camera:
    """Goes on the tour and takes pictures."""

    def __init__(
        self, browser: Browser, running: Running, language: str, sizes: Sequence[str]
    ) -> None:
        self._browser = browser
        self._running = running
        self._language = language
        self._sizes = [(int(width), int(height)) for width, height in (x.split("x") for x in sizes)]
        self._taken = 0

    def take_all(self) -> None:
        Tour(self._running, self._open, self._take).go()

    def _open(self, path: str, size: Any, **how: Any) -> Page:
        # What is kept for later may answer for a board that is merely slow.
        context = self._browser.new_context(viewport=size, service_workers="block", **how)
        context.set_default_timeout(PATIENCE_MS)
        cookie = {"name": "language", "value": self._language, "url": self._running.address}
        context.add_cookies([cookie])  # type: ignore[list-item]  # that is all it needs
        page = context.new_page()
        if "extra_http_headers" not in how:
            self._running.at_board(context)
        seat = SEAT.search(path)
        if seat is not None:
            self._running.seat(context, int(seat[1]))
        page.goto(self._running.address + path)
        return page

    def _take(self, name: str, page: Page) -> None:
        self._taken += 1
        before = page.viewport_size
        for width, height in self._sizes:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.wait_for_timeout(SETTLED_MS)
                plain = re.sub(r"\W+", "-", name)
                target = FOLDER / f"{self._taken:02}-{plain}-{width}x{height}-{scheme}.png"
                page.screenshot(path=target, full_page=True, timeout=PATIENCE_MS)
        if before is not None:
            page.set_viewport_size(before)
        print(name, flush=True)


if __name__ == "__main__":
    main()
