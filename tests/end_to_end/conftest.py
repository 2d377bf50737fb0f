"""A real browser against the real server, with the table in this process."""

import json
import random
import threading
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from controller.config import Settings
from controller.wiring import SimulatedTable, simulated_table
from tests.browser import chromium_path
from web.app import create_app
from web.server import Server

LAPTOP = {"width": 1366, "height": 800}
PHONE = {"width": 390, "height": 844}
# Quicker hands than at a table; everything else is as it is there.
QUICK = Settings(settle_s=0.15, pause_s=60.0, after_race_s=0.0)
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@dataclass(frozen=True)
class Running:
    """A table that is served."""

    table: SimulatedTable
    address: str

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return json.load(answer)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    table = simulated_table(tmp_path, QUICK, random.Random(2018))
    server = Server("127.0.0.1", 0)
    table.start()
    thread = threading.Thread(target=server.run, args=(create_app(table.service, table),))
    thread.start()
    yield Running(table, f"http://127.0.0.1:{server.port}")
    table.stop()
    server.close()
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, running: Running) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser of its own; fails on any error a page reports.

    A request that did not reach a board that has stopped is no error of the page.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str, size: Any = LAPTOP, **how: Any) -> Page:
        context = browser.new_context(viewport=size, **how)
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{path}: {error}"))
        page.on(
            "console",
            lambda message: (
                complaints.append(f"{path}: {message.text}")
                if message.type == "error" and "Failed to load resource" not in message.text
                else None
            ),
        )
        page.goto(running.address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
