"""A race of three with long names, played through the actor, and what its pages show."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FrameLocator, Locator, Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import Running
from tests.support.waiting import until
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

NAMES = ("Alexandra", "Maximilian", "Sebastian")


def begin(running: Running, **settings: Any) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats, **settings)))


def play(running: Running, *actions: str) -> None:
    for action in actions:
        snapshot = running.table.actor.snapshot
        assert snapshot.state is not None
        assert snapshot.state.to_act is not None
        running.table.actor.submit(Play(snapshot.state.to_act, action, snapshot.version))


def play_on(running: Running, most: int) -> None:
    """Play by phone, at most so many actions."""
    rng = random.Random(3)
    for _ in range(most):
        snapshot = running.table.actor.snapshot
        assert snapshot.state is not None
        if snapshot.state.to_act is None:
            return
        me = view(snapshot, snapshot.state.to_act, in_english(), (), "")["me"]
        play(running, choose(me, rng))


def deal(running: Running, *top: str, **settings: Any) -> None:
    begin(running, chance="by-hand", **settings)
    snapshot = running.table.actor.snapshot
    assert snapshot.state is not None
    pile = list(snapshot.state.rules.deck)
    for card in top:
        pile.remove(card)
    play(running, " ".join(("deal", *top, *pile)))


def instruction(page: Page) -> Any:
    return expect(page.locator('[data-field="instruction"]'))


def dock(page: Page) -> FrameLocator:
    return page.frame_locator(".phone iframe:not(.is-coming)")


def point_at(target: Locator, told: str) -> None:
    """Point at something of the board until its tip says a text.

    What comes late may move the board under a mouse that rests: then it is pointed at anew.
    """
    tip = target.page.locator(".board__tip")

    def says() -> bool:
        target.hover()
        return told in tip.inner_text()

    until(says, f"{told!r} is told")


def stop_time(page: Page) -> None:
    """Let nothing on a page end by itself, however long it takes to look."""
    page.clock.install()

    def stands() -> bool:
        try:
            page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
        except PlaywrightError as error:
            # On a busy computer a second may be over before the page hears of it.
            if "to the past" not in str(error):
                raise
            return False
        return True

    until(stands, "time stands still")


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["y"]
