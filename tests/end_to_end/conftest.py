"""A real browser against the real server, with the table in this process."""

import json
import os
import random
import re
import threading
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from controller.appliance.network import NetworkActor
from controller.bootstrap import SimulatedTable, parse_simulated, simulated_table
from controller.config import Settings
from tests.support.browser import chromium_path
from tests.support.companion import companion, phones_of, speak_only
from tests.support.waiting import PATIENCE_S
from tests.support.web.views import view
from web.access.phones import Phones
from web.languages.language import Speech, in_english
from web.server.server import Server

SEAT = re.compile(r"/seats?/(\d+)")
LAPTOP = {"width": 1366, "height": 800}
PHONE = {"width": 390, "height": 844}
# Quicker hands than at a table; everything else is as it is there.
QUICK = Settings(settle_s=0.15, pause_s=60.0, after_race_s=0.0, lesson_s=600.0)
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-audio-output",
]


@dataclass(frozen=True)
class Running:
    """A table that is served."""

    table: SimulatedTable
    address: str
    phones: Phones

    def get(self, path: str) -> Any:
        """What the screen at the board may see, or of a seat what its phone is shown."""
        seat = SEAT.search(path)
        if seat is not None:
            return view(
                self.table.actor.snapshot, int(seat[1]), in_english(), (), self.phones.board
            )
        asked = urllib.request.Request(self.address + path, headers={"Cookie": self._at_board})
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def seat(self, context: BrowserContext, seat: int) -> None:
        """Let a browser have a seat, whoever held it before."""
        name = self.table.actor.snapshot.seating.players[seat].name
        # Handed over, not left and taken: it is never free for the page of the board to take.
        code = self.phones.offer(name)
        self._keep(context, self.phones.redeem(self._token(context), code, ""))

    def at_board(self, context: BrowserContext) -> None:
        """Let a browser be at the simulated board, as the address in the terminal does."""
        token = self.phones.seat_at_board(self._token(context), self.phones.board_key)
        assert token is not None
        self._keep(context, token)

    @cached_property
    def _at_board(self) -> str:
        token = self.phones.seat_at_board(None, self.phones.board_key)
        return f"{self._cookie}={token}"

    @property
    def _cookie(self) -> str:
        return f"hareboard-{self.phones.board}"

    def _token(self, context: BrowserContext) -> str | None:
        found = (each.get("value") for each in context.cookies() if each["name"] == self._cookie)
        return next(found, None)

    def _keep(self, context: BrowserContext, token: str) -> None:
        context.add_cookies([{"name": self._cookie, "value": token, "url": self.address}])


@pytest.fixture
def board() -> str:
    """The address of the board: without chips, unless a test is about them."""
    return "sim://direct"


@pytest.fixture
def network() -> NetworkActor | None:
    """The board's own network; None if it has none."""
    return None


@pytest.fixture
def only() -> Speech | None:
    """The one language of the pages; None for the languages that browsers ask for."""
    return None


@pytest.fixture
def carries() -> bool:
    """Whether runners of errands carry themselves; if not, hands do it, as on a real board."""
    return False


@pytest.fixture
def running(
    tmp_path: Path, board: str, network: NetworkActor | None, only: Speech | None, *, carries: bool
) -> Iterator[Running]:
    address = parse_simulated(board)
    table = simulated_table(tmp_path, QUICK, random.Random(2018), address, carries=carries)
    server = Server("127.0.0.1", 0)
    if network is not None:
        network.start()
    table.start()
    phones = phones_of(tmp_path)
    app = companion(table, phones, server.port, network)
    if only is not None:
        speak_only(app, only)
    thread = threading.Thread(target=server.run, args=(app,))
    thread.start()
    yield Running(table, f"http://127.0.0.1:{server.port}", phones)
    table.stop()
    if network is not None:
        network.stop()
    server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = chromium_path()
    # It writes of crashes even where there are none.
    environ: dict[str, str | float | bool] = {
        **os.environ,
        "XDG_CONFIG_HOME": str(tmp_path_factory.mktemp("chromium")),
    }
    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGS, env=environ)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, running: Running) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser of its own; fails on any error a page reports.

    The page of a seat is opened on a phone that holds it. A browser is at the board, unless it says
    by its headers that it is elsewhere.

    A request that did not reach a board that has stopped is no error of the page.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str, size: Any = LAPTOP, **how: Any) -> Page:
        # What glides, and what is kept for later, only costs time here: tests of it ask for it.
        usual = {"reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(viewport=size, **{**usual, **how})
        contexts.append(context)
        context.set_default_timeout(PATIENCE_S * 1000)
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
        if "extra_http_headers" not in how:
            running.at_board(context)
        seat = SEAT.search(path)
        if seat is not None and int(seat[1]) < len(running.table.actor.snapshot.seating.players):
            running.seat(context, int(seat[1]))
        page.goto(running.address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
