"""Phones that slept while the others played: right at once, and never wrong in between."""

from itertools import dropwhile
from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, Page

from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import Running
from tests.support.end_to_end.company import NAMES, THREE, OpenPage, carrots, headline, sit_down
from tests.support.end_to_end.phones import as_it_should_be, as_shown, tap_action
from tests.support.waiting import until

pytestmark = pytest.mark.browser

ABLE_TO_SLEEP: Final = """() => {
  const real = Date.now.bind(Date);
  let slept = 0;
  let woken = null;
  const seen = [];
  const look = () => {
    const { live, version } = document.body.dataset;
    const box = document.querySelector('[data-place="turn"]');
    const able = Boolean(box) && !box.hidden && !box.inert;
    seen.push({ after_ms: performance.now() - woken, live, version: Number(version), able });
  };
  Date.now = () => real() + slept;
  window.nap = {
    seen,
    sleep: (ms) => { slept += ms; },
    wake() {
      woken = performance.now();
      new MutationObserver(look)
        .observe(document, { attributes: true, childList: true, subtree: true });
    },
    hide(hidden) {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}"""
TEN_MINUTES_MS: Final = 600_000
BY_ITSELF_MS: Final = 10_000
"""Sooner than a page doubts a silent stream, which it does after 12 s, on any computer."""


class Sleeper:
    """A phone that is put to sleep as phones are, and woken ten minutes later by its own clock.

    While it sleeps none of its scripts run; what the board sends meanwhile waits for it.

    Args:
        phone: its page.
        how: "locked", when the page is hidden first; "frozen", when the browser freezes it and
            says so; "lid", when the machine stops without a word.
    """

    def __init__(self, phone: Page, how: str) -> None:
        self._phone = phone
        self._how = how
        self._session: CDPSession = phone.context.new_cdp_session(phone)
        self._stopped = False
        self._session.on("Debugger.paused", lambda _: setattr(self, "_stopped", True))
        phone.evaluate(ABLE_TO_SLEEP)

    def fall_asleep(self) -> None:
        """From now on nothing moves."""
        if self._how == "frozen":
            self._session.send("Page.setWebLifecycleState", {"state": "frozen"})
            return
        if self._how == "locked":
            self._say("nap.hide(true)")
        self._session.send("Debugger.enable")
        self._session.send("Debugger.pause")
        until(self._has_stopped, "the next line of a script")

    def wake(self) -> None:
        """Ten minutes have passed."""
        self._say(f"nap.sleep({TEN_MINUTES_MS})")
        self._say("nap.wake()")
        if self._how == "frozen":
            self._session.send("Page.setWebLifecycleState", {"state": "active"})
            return
        self._session.send("Debugger.disable")
        if self._how == "locked":
            self._say("nap.hide(false)")

    def seen(self) -> list[dict[str, Any]]:
        """What the page showed since it woke, after every change of it."""
        found: list[dict[str, Any]] = self._phone.evaluate("nap.seen")
        return found

    def shown(self) -> set[tuple[str, int]]:
        """Whether it was in touch, and with which version, after every change since it woke."""
        return {(each["live"], each["version"]) for each in self.seen()}

    def _has_stopped(self) -> bool:
        # Anything that is answered lets news through; a script would be what is stopped.
        self._session.send("Debugger.setPauseOnExceptions", {"state": "none"})
        return self._stopped

    def _say(self, script: str) -> None:
        # Not by the page's own means: they wait for scripts that are asleep.
        said = {"expression": script, "disableBreaks": True}
        answer = self._session.send("Runtime.evaluate", said)
        assert "exceptionDetails" not in answer, answer


@pytest.mark.parametrize("how", ["locked", "frozen", "lid"])
@pytest.mark.long
def test_a_phone_that_slept_ten_minutes_comes_right_by_itself(
    how: str, running: Running, open_page: OpenPage
) -> None:
    running.table.actor.submit(Begin(Setup(THREE)))
    phones = sit_down(running, open_page, *NAMES)
    ann = phones[0]
    headline(ann).to_have_text("Your move")
    before = running.get("/api/watch")["version"]
    sleeper = Sleeper(ann, how)
    sleeper.fall_asleep()

    # A whole round: it is her move again, and everything else has changed.
    carry(running, "red", 2)
    tap_action(phones[1], "f4")
    headline(phones[2]).to_have_text("Your move")
    running.table.world.put("blue", 4)
    tap_action(phones[2], "f7")
    headline(phones[1]).to_have_text("Ann to move")
    running.table.world.put("green", 7)
    version = running.get("/api/watch")["version"]

    sleeper.wake()
    # Asked from outside: a page that was frozen may go on without drawing, and then polls nothing.
    until(lambda: ("yes", version) in sleeper.shown(), "the board as it is now, in touch")

    # A machine that stops without a word has its old picture until its first script runs.
    def unaware(each: dict[str, Any]) -> bool:
        return how == "lid" and each["live"] == "yes" and each["version"] == before

    seen = list(dropwhile(unaware, sleeper.seen()))
    right = next(each for each in seen if each["live"] == "yes")
    assert right["after_ms"] < BY_ITSELF_MS
    for each in seen:
        assert each["version"] == version or (each["live"], each["able"]) == ("no", False)
    should = running.get("/api/seats/0")
    assert should["me"]["my_turn"]
    assert as_shown(ann) == as_it_should_be(should, 0)
    carrots(ann).to_have_text("62")
    tap_action(ann, "f5")
    headline(ann).to_have_text("Ben to move")


def carry(running: Running, colour: str, square: int) -> None:
    """A hand carries a runner, and the board has understood."""
    version = running.get("/api/watch")["version"]
    running.table.world.put(colour, square)
    until(lambda: running.get("/api/watch")["version"] > version, "the move")
