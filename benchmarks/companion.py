"""Pages as phones open them: what they weigh, and how soon a slow phone can use them."""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.figures import Figure, Figures, milliseconds
from benchmarks.phone import PHONE, browser_path
from tests.support.end_to_end.program import Program, running

OPENINGS: Final = 7
SLOWER: Final = 6
"""Times that the processor of a phone is slower than that of this machine."""
MOST_KB: Final = 60
MOST_S: Final = 1.0
PATIENCE_MS: Final = 30_000

# A page can be used once it shows what the board says, and the screen has been painted with it.
USABLE: Final = """
() => new Promise((done) => {
  const look = () => (document.body.dataset.revision
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
    : setTimeout(look, 4));
  look();
})
"""


@dataclass(frozen=True)
class _Opening:
    """One page opened by a browser that has seen none before.

    Attributes:
        sent: bytes of all answers up to then, with their headers, as they are on the wire.
        requests: how many answers these were.
        usable_s: from the tap to a page that can be used.
    """

    sent: int
    requests: int
    usable_s: float


def measure() -> Figures:
    """Each page that comes first to somebody, opened with nothing kept."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--names", "Ann,Ben,Cem") as program,
        _browser() as browser,
    ):
        link = f"/join#{program.get('/api/table')['code']}"
        yield from _page(browser, program, "the page to join", link)
        yield from _page(browser, program, "a hand", "/seat/0", seat=0)
        yield from _page(browser, program, "the race for spectators", "/watch")


def _page(
    browser: Browser, program: Program, name: str, path: str, seat: int | None = None
) -> Figures:
    openings = [_opened(browser, program, path, seat) for _ in range(OPENINGS)]
    sent = max(each.sent for each in openings)
    times = [each.usable_s for each in openings]
    yield Figure(
        f"{name}: weight",
        f"{sent / 1000:.1f} kB",
        f"compressed, {openings[-1].requests} answers with their headers; at most {MOST_KB} kB",
    )
    yield Figure(
        f"{name}: usable",
        milliseconds(statistics.median(times)),
        f"processor {SLOWER} times slower, median of {OPENINGS}, "
        f"slowest {milliseconds(max(times))}; at most {MOST_S:.0f} s",
    )


def _opened(browser: Browser, program: Program, path: str, seat: int | None) -> _Opening:
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]}, service_workers="block"
    )
    try:
        if seat is not None:
            _sit_down(context, program, seat)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        session = context.new_cdp_session(page)
        sent = _counted(session)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(program.address + path)
        usable_ms = _until_usable(page)
        return _Opening(int(sum(sent)), len(sent), usable_ms / 1000)
    finally:
        if seat is not None:
            program.post(f"/api/seats/{seat}/leave")
        context.close()


def _sit_down(context: BrowserContext, program: Program, seat: int) -> None:
    code = program.get("/api/table")["code"]
    answer = context.request.post(f"{program.address}/api/join", data={"seat": seat, "code": code})
    assert answer.ok, answer.text()


def _counted(session: CDPSession) -> list[float]:
    """What comes over the wire from now on; streams, which never end, are not in it."""
    sent: list[float] = []

    def arrived(event: dict[str, Any]) -> None:
        sent.append(event["encodedDataLength"])

    session.on("Network.loadingFinished", arrived)
    session.send("Network.enable")
    return sent


def _until_usable(page: Page) -> float:
    usable_ms: float = page.evaluate(USABLE)
    return usable_ms


@contextmanager
def _browser() -> Iterator[Browser]:
    path, arguments = browser_path(), ["--no-sandbox", "--disable-gpu"]
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=arguments) as browser,
    ):
        yield browser
