"""A board with wiring mistakes, calibrated by somebody who has its lights and a phone."""

import json
import re
import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.board import Board, read_board
from controller.bootstrap import simulated_pieces, tags_of
from controller.bootstrap.calibration import CalibrationTable, simulated_calibration
from controller.bootstrap.devices import SimulatedDevices
from controller.bootstrap.simulated.wiring import SimulatedWiring, simulated_wiring, solder
from controller.game.pieces import COLOURS
from hardware.sensing.settings import LineSelect, SpiBus
from tests.end_to_end.conftest import LAPTOP, PHONE
from tests.support.companion import phones_of
from tests.support.tiers import few_or
from tests.support.waiting import PATIENCE_S, until
from web.modes.calibration.app import create_calibration_app
from web.server.server import Server

pytestmark = pytest.mark.browser

PINS: Final = (5, 6, 13, 19, 26, 16, 20, 21, 12)
BUSY: Final = frozenset({"looking", "look", "reading", "done"})

BOARD: Final = """\
# A few squares, to be wired by somebody in a hurry.
name = "In a hurry"

[squares]
count = {count}
columns = {columns}

[readers]
stride = 2

[readers.supply]
supply_ma = 5000
reserve_ma = 1400

[[readers.bus]]
transport = "spi"
clock_hz = 4_000_000
select = "lines"
pins = {pins}
squares = "1-{count}"     # in the order of the track

[lights]
driver = "ws281x"
budget_ma = 500
"""

RING: Final = """() => {
  const { borderTopWidth } = getComputedStyle(document.querySelector(".light"), "::before");
  return parseFloat(borderTopWidth) / document.querySelector(".board").offsetWidth;
}"""
"""How broad the ring of a light is, in widths of the board."""

SETTLED: Final = """() => {
  const glow = (square) => Number(square.querySelector(".light").style.getPropertyValue("--lit"));
  const lit = [...document.querySelectorAll(".square")].filter(glow).map((s) => s.dataset.square);
  const shown = lit.join(" "), now = performance.now();
  if (window.shown !== shown) { window.shown = shown; window.since = now; }
  return now - window.since > 500 ? lit.map(Number) : null;
}"""
"""Whether an eye has seen the same squares lit for half a second."""


class Builder:
    """Somebody with a phone, who looks at the lights of the board and moves its runners.

    Args:
        phone: the workshop's page.
        bench: the simulated board's page.
        table: the workshop that both are of.
        unseen: the squares that no reader reads.
    """

    def __init__(
        self, phone: Page, bench: Page, table: CalibrationTable, unseen: Collection[int]
    ) -> None:
        self._phone = phone
        self._bench = bench
        self._table = table
        self._unseen = unseen
        self._told: set[int] = set()
        self.taps = 0

    def work(self) -> None:
        """Do what the phone says, until it says that that was everything."""
        while (stage := self._stage()) != "sum":
            match stage:
                case "square":
                    self._square(self._asked())
                case "where":
                    self._tap("here")
                case "runner":
                    self._runner(self._asked())
                case _:
                    raise AssertionError(f"nobody knows what to do at {stage!r}")

    def save(self) -> None:
        self._tap("save")
        self._wait("document.body.dataset.stage === 'saved'")

    def _square(self, square: int) -> None:
        lit = self._lit()
        if lit != [square] and square not in self._told:
            self._told.add(square)
            if lit:
                version = self._version()
                self._tap("lit")
                self._phone.locator(f'[data-place="plan"] [data-square="{lit[0]}"]').click()
                self._past(version)
            else:
                self._tap("dark")
        self._put("red", square)
        if square in self._unseen:
            self._tap("there")
        else:
            asked = f"document.querySelector('.cell.is-asked')?.dataset.square === '{square}'"
            self._wait(f"!(document.body.dataset.stage === 'square' && {asked})")

    def _runner(self, square: int) -> None:
        for colour in COLOURS:
            self._put(colour, square)
            self._wait("document.body.dataset.stage === 'crown'")
            self._bench.locator(f'[data-piece="{colour}"]').click()
            self._bench.locator('[data-do="turn"]').click()
            self._wait("document.body.dataset.stage !== 'crown'")
            self._bench.locator(f'[data-piece="{colour}"]').click()
            self._bench.locator('[data-do="knock"]').click()

    def _lit(self) -> list[int]:
        """The squares lit on the page, once it has caught up with the lights, and they with us."""
        lights, devices = self._table.lights, self._table.devices
        assert lights is not None
        assert isinstance(devices, SimulatedDevices)
        # The turn that goes on may be of the question before, the one after it is not.
        drawn = lights.turns + 2
        until(lambda: lights.turns >= drawn, "the lights show what is asked")
        lit: list[int] | None = None

        def settled() -> bool:
            nonlocal lit
            lit = self._bench.evaluate(SETTLED)
            colours = devices.strip.colours
            return lit == [square for square, colour in enumerate(colours, 1) if any(colour)]

        until(settled, "the page shows the lights, and they stay", every_s=0.05)
        assert lit is not None
        return lit

    def _put(self, piece: str, square: int) -> None:
        runner = self._bench.locator(f'[data-piece="{piece}"]')
        runner.click()
        if f"square {square}," in (runner.get_attribute("aria-label") or ""):
            self._bench.locator('[data-do="knock"]').click()
            runner.click()
        self._bench.locator(f'[data-square="{square}"]').click()
        expect(runner).to_have_attribute("aria-label", re.compile(f"square {square},"))

    def _tap(self, choice: str) -> None:
        self.taps += 1
        version = self._version()
        self._phone.locator(f'[data-place="choices"] [data-choice="{choice}"]').first.click()
        if choice != "lit":
            self._past(version)

    def _version(self) -> str | None:
        """What the phone shows."""
        return self._phone.locator("body").get_attribute("data-version")

    def _past(self, version: str | None) -> None:
        """Wait until the phone shows something newer."""
        self._wait(f"document.body.dataset.version !== '{version}'")

    def _stage(self) -> str:
        self._wait(f"!{sorted(BUSY)!r}.includes(document.body.dataset.stage ?? 'looking')")
        return self._phone.locator("body").get_attribute("data-stage") or ""

    def _asked(self) -> int:
        return int(self._phone.locator(".cell.is-asked").get_attribute("data-square") or 0)

    def _wait(self, true: str) -> None:
        self._phone.wait_for_function(f"() => {true}", polling=50, timeout=PATIENCE_S * 1000)


@dataclass(frozen=True)
class Hurry:
    """How a board is wired in a hurry."""

    rows: int
    columns: int
    mistakes: int

    @property
    def squares(self) -> range:
        return range(1, self.rows * self.columns + 1)

    @property
    def text(self) -> str:
        count = len(self.squares)
        pins = [f"GPIO{number}" for number in PINS[:count]]
        return BOARD.format(count=count, columns=self.columns, pins=json.dumps(pins))


@pytest.fixture(params=few_or(Hurry(1, 2, 1), Hurry(3, 3, 8)), ids=repr)
def hurry(request: pytest.FixtureRequest) -> Hurry:
    made: Hurry = request.param
    return made


@pytest.fixture
def file(tmp_path: Path, hurry: Hurry) -> Path:
    path = tmp_path / "hurry.toml"
    path.write_text(hurry.text, "utf-8")
    solder(tmp_path, path, hurry.mistakes)
    return path


@pytest.fixture
def table(tmp_path: Path, file: Path) -> Iterator[CalibrationTable]:
    table = simulated_calibration(tmp_path, file)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def board(tmp_path: Path, table: CalibrationTable) -> Iterator[str]:
    server, phones = Server("127.0.0.1", 0), phones_of(tmp_path)
    thread = threading.Thread(target=server.run, args=(create_calibration_app(table, phones),))
    thread.start()
    yield f"http://127.0.0.1:{server.port}/board/{phones.board_key}"
    server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


@pytest.fixture
def open_page(browser: Browser, board: str) -> Iterator[Callable[..., Page]]:
    complaints: list[str] = []
    contexts = []

    def open_page(path: str, size: dict[str, int]) -> Page:
        context = browser.new_context(viewport={"width": size["width"], "height": size["height"]})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{path}: {error}"))
        page.goto(board)
        page.goto(urljoin(board, path))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def wires(board: Board) -> dict[str, int]:
    """The square of the reader at each select pin."""
    (bus,) = board.buses
    assert isinstance(bus, SpiBus)
    assert isinstance(bus.select, LineSelect)
    return {pin: square for square, pin in bus.select.pins.items()}


def true_wires(really: SimulatedWiring) -> dict[str, int]:
    """The square each select pin leads to; of two that lead to one, the one that is meant to."""
    wrong = really.miswiring.readers
    true = {pin: wrong.get(square, square) or square for pin, square in wires(really.board).items()}
    twice = {place for place in true.values() if list(true.values()).count(place) > 1}
    return {
        pin: place
        for pin, place in true.items()
        if place not in twice or wires(really.board)[pin] == place
    }


def test_a_board_with_mistakes_is_calibrated_by_lights_and_phone(
    tmp_path: Path,
    hurry: Hurry,
    file: Path,
    table: CalibrationTable,
    open_page: Callable[..., Page],
) -> None:
    really = simulated_wiring(tmp_path, file)
    phone, bench = open_page("/workshop", PHONE), open_page("/board", LAPTOP)
    expect(bench.locator('[data-piece="red"]')).to_be_visible()
    assert bench.evaluate(RING) > 0.008, "whoever looks for one white light finds it"
    read = {really.miswiring.readers.get(square, square) for square in hurry.squares}
    builder = Builder(phone, bench, table, set(hurry.squares) - read)
    builder.work()
    expect(phone.locator('[data-place="findings"] > li').first).to_be_visible()
    builder.save()
    expect(phone.locator('[data-field="headline"]')).to_have_text("The board file is now correct")

    saved, wrong = read_board(file), really.miswiring
    assert wires(saved) == true_wires(really)
    assert really.board.lights is not None
    assert saved.lights is not None
    assert dict(saved.lights.squares) == dict(
        sorted(wrong.under(really.board.lights.squares).items())
    )
    assert saved.tags == tags_of(simulated_pieces())
    assert "# A few squares, to be wired by somebody in a hurry." in file.read_text("utf-8")
    assert (tmp_path / "hurry.toml.before").read_text("utf-8") == hurry.text
