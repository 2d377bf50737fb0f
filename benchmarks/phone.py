"""From a runner set down to a phone's page: the real program and a real browser."""

import random
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from benchmarks.figures import ROOT, CannotMeasure, Figures, median_and_p99
from tests.support.end_to_end.program import Program, running

PUTS: Final = 150
PHONE: Final = {"width": 390, "height": 844}
PATIENCE_MS: Final = 10_000
LONGEST_PAUSE_S: Final = 0.1
RED: Final = "red"

# Notes the moment of every change of `data-revision`, in seconds of the machine's clock.
OBSERVE: Final = """
() => {
  window.seen = [];
  const body = document.body;
  new MutationObserver(() => {
    const moment = (performance.timeOrigin + performance.now()) / 1000;
    window.seen.push([Number(body.dataset.revision), moment]);
  }).observe(body, { attributes: true, attributeFilter: ["data-revision"] });
}
"""
CAUGHT_UP: Final = "revision => Number(document.body.dataset.revision) >= revision"
SEEN_AFTER: Final = "revision => window.seen.find(([each]) => each > revision)"


def browser_path() -> str:
    """The browser the tests use too.

    Raises:
        CannotMeasure: there is none.
    """
    finder = subprocess.run(
        [ROOT / "tools" / "browser", "--find"], capture_output=True, text=True, check=False
    )
    if finder.returncode:
        raise CannotMeasure(finder.stderr.strip())
    return finder.stdout.strip()


def measure() -> Figures:
    """From the request that puts a runner down to the page's change."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--players", "4") as program,
        _page(program) as page,
    ):
        seconds = list(_puts(program, page, random.Random(64)))
    yield from median_and_p99(
        "runner put down to the phone's page",
        seconds,
        f"real server, Chromium on /seat/0, {len(seconds)} puts",
    )


def _puts(program: Program, page: Page, rng: random.Random) -> Iterator[float]:
    view = page.context.request.get(f"{program.address}/api/seats/0").json()
    squares = [each["square"] for each in view["me"]["destinations"]]
    for _ in range(PUTS):
        revision = _at_rest(program, page)
        time.sleep(rng.uniform(0, LONGEST_PAUSE_S))
        put_s = time.time()
        program.post("/api/simulator/hand", do="put", piece=RED, square=rng.choice(squares))
        page.wait_for_function(SEEN_AFTER, arg=revision, timeout=PATIENCE_MS)
        _, seen_s = page.evaluate(SEEN_AFTER, revision)
        assert program.get("/api/watch")["table"]["understood"] is not None
        yield seen_s - put_s
        program.post("/api/simulator/hand", do="lift", piece=RED)


def _at_rest(program: Program, page: Page) -> int:
    """The revision once the runner is off the board and the page shows it."""
    view: dict[str, Any] = program.get("/api/watch")
    while view["table"]["understood"] is not None:
        view = program.get("/api/watch")
    assert view["prompt"] == "move"
    assert view["to_act"] == 0
    page.wait_for_function(CAUGHT_UP, arg=view["revision"], timeout=PATIENCE_MS)
    return int(view["revision"])


@contextmanager
def _page(program: Program) -> Iterator[Page]:
    path, arguments = browser_path(), ["--no-sandbox", "--disable-gpu"]
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=arguments) as browser,
    ):
        page = browser.new_page(viewport={"width": PHONE["width"], "height": PHONE["height"]})
        assert program.board is not None
        page.goto(program.board)
        page.context.request.post(f"{program.address}/api/join", data={"seat": 0})
        page.goto(f"{program.address}/seat/0")
        try:
            page.wait_for_selector("body[data-revision]", timeout=PATIENCE_MS)
        except PlaywrightTimeoutError as error:
            raise CannotMeasure(f"{page.url} never showed a view: look at its console.") from error
        page.evaluate(OBSERVE)
        yield page
