"""Pages as phones open them: what they weigh, and how soon a slow phone can use them."""

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.figures import Figure, Figures, milliseconds
from benchmarks.phone import PHONE, browser_path
from tests.support.end_to_end.program import Program, running

OPENINGS: Final = 7
SLOWER: Final = 6
"""Times that the processor of a phone is slower than that of this machine."""
MOST_S: Final = 1.0
PATIENCE_MS: Final = 30_000
LOOK_MS: Final = 10

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
class FirstPage:
    """A page that comes first to somebody.

    Attributes:
        name: what it is called.
        path: its path; braces stand for the code to join with.
        most_kb: what it may weigh: no more than before cards, clock and opponents came.
        seat: the seat that the phone holds; None for none.
    """

    name: str
    path: str
    most_kb: float
    seat: int | None = None


PAGES: Final = (
    FirstPage("the page to join", "/join#{code}", 38.6),
    FirstPage("a hand", "/seat/0", 58.6, seat=0),
    FirstPage("the race for spectators", "/watch", 46.9),
)


@dataclass(frozen=True)
class Opening:
    """One page opened by a browser that has seen none before.

    Attributes:
        sent: bytes of all whole answers, with their headers, as they are on the wire.
        asked: the path of each.
        streamed: bytes that its stream, which never ends, has sent besides.
        usable_s: from the tap to a page that can be used.
    """

    sent: int
    asked: tuple[str, ...]
    streamed: int
    usable_s: float


class _Wire:
    """Counts what comes over the wire from now on."""

    def __init__(self, session: CDPSession) -> None:
        self.paths: dict[str, str] = {}
        self.sent: dict[str, float] = {}
        self.streamed: dict[str, float] = {}
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    @property
    def is_busy(self) -> bool:
        """Whether an answer that ends is still on its way."""
        return not self.paths.keys() <= self.sent.keys() | self.streamed.keys()

    def _asked(self, event: dict[str, Any]) -> None:
        self.paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _answered(self, event: dict[str, Any]) -> None:
        if event["type"] == "EventSource":
            self.streamed[event["requestId"]] = event["response"]["encodedDataLength"]

    def _received(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.streamed:
            self.streamed[event["requestId"]] += event["dataLength"]  # streams are not compressed

    def _finished(self, event: dict[str, Any]) -> None:
        self.sent[event["requestId"]] = event["encodedDataLength"]


def measure() -> Figures:
    """Each page that comes first to somebody, opened with nothing kept."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--names", "Ann,Ben,Cem") as program,
        _browser() as browser,
    ):
        for page in PAGES:
            yield from _page(browser, program, page)


def _page(browser: Browser, program: Program, page: FirstPage) -> Figures:
    openings = [opened(browser, program, page) for _ in range(OPENINGS)]
    sent = max(each.sent for each in openings)
    streamed = statistics.median(each.streamed for each in openings)
    times = [each.usable_s for each in openings]
    yield Figure(
        f"{page.name}: weight",
        f"{sent / 1000:.1f} kB",
        f"compressed, {len(openings[-1].asked)} answers with their headers; "
        f"at most {page.most_kb} kB; its stream sends {streamed / 1000:.1f} kB besides",
    )
    yield Figure(
        f"{page.name}: usable",
        milliseconds(statistics.median(times)),
        f"processor {SLOWER} times slower, median of {OPENINGS}, "
        f"slowest {milliseconds(max(times))}; at most {MOST_S:.0f} s",
    )


def opened(browser: Browser, program: Program, first: FirstPage) -> Opening:
    """Open a page in a browser that has seen none, on a phone that holds its seat."""
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]}, service_workers="block"
    )
    try:
        if first.seat is not None:
            _sit_down(context, program, first.seat)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        session = context.new_cdp_session(page)
        wire = _Wire(session)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(program.address + first.path.format(code=program.get("/api/table")["code"]))
        usable_ms = _until_usable(page)
        while wire.is_busy:
            page.wait_for_timeout(LOOK_MS)
        return Opening(
            int(sum(wire.sent.values())),
            tuple(wire.paths[each] for each in wire.sent),
            int(sum(wire.streamed.values())),
            usable_ms / 1000,
        )
    finally:
        if first.seat is not None:
            program.post(f"/api/seats/{first.seat}/leave")
        context.close()


def _sit_down(context: BrowserContext, program: Program, seat: int) -> None:
    code = program.get("/api/table")["code"]
    answer = context.request.post(f"{program.address}/api/join", data={"seat": seat, "code": code})
    assert answer.ok, answer.text()


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
