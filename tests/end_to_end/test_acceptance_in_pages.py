"""A board with faults, measured by somebody who has its lights and a phone."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from controller.maintenance.acceptance.bundle import read_acceptance_bundle
from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.questions import Ask, Put
from tests.end_to_end.conftest import PHONE
from tests.end_to_end.test_abroad_in_pages import Listener, words
from tests.end_to_end.test_axe_in_pages import violations
from tests.support.acceptance.desk import AcceptanceDesk
from tests.support.companion import phones_of, speak_only
from tests.support.end_to_end.program import running as program
from tests.support.waiting import PATIENCE_S, until
from tests.support.web.abroad import abroad
from web.languages.language import LANGUAGES, Speech
from web.modes.acceptance.app import create_acceptance_app
from web.server.server import Server

pytestmark = pytest.mark.browser

DEAD: Final = 2
"""The square whose chip is dead."""


class Served:
    """An acceptance that is served at one address, however often it is opened.

    Args:
        desk: opens it.
    """

    def __init__(self, desk: AcceptanceDesk) -> None:
        self.desk = desk
        self.phones = phones_of(desk.folder)
        self.server = Server("127.0.0.1", 0)
        self._app: Flask | None = None

    @property
    def board(self) -> str:
        """Its address for whoever is at the board."""
        return f"http://127.0.0.1:{self.server.port}/board/{self.phones.board_key}"

    @property
    def page(self) -> str:
        """The address of its page."""
        return f"http://127.0.0.1:{self.server.port}/acceptance"

    def open(self, fault: str, only: Speech | None = None) -> None:
        """Open it, as after a start of the program; in one language if that is named."""
        self._app = create_acceptance_app(self.desk.open(fault), self.phones)
        if only is not None:
            speak_only(self._app, only)

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Answer a request (WSGI)."""
        assert self._app is not None
        return self._app(environ, start_response)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(AcceptanceDesk(tmp_path))
    served.open("dead-chip")
    thread = threading.Thread(target=served.server.run, args=(served,))
    thread.start()
    yield served
    served.desk.stop()
    served.server.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


@pytest.fixture
def open_phone(browser: Browser, served: Served) -> Iterator[Callable[[], Page]]:
    complaints: list[str] = []
    contexts = []

    def open_phone() -> Page:
        size: Any = PHONE
        context = browser.new_context(viewport=size, reduced_motion="reduce", locale="en")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(served.board)
        page.goto(served.page)
        return page

    yield open_phone
    for context in contexts:
        context.close()
    assert complaints == []


class Person:
    """Somebody beside the board who does what the phone says, and taps what is to be seen.

    Args:
        desk: the board.
        phone: the page.
    """

    def __init__(self, desk: AcceptanceDesk, phone: Page) -> None:
        self._desk = desk
        self._phone = phone
        self.read: list[str] = []

    def until(self, reached: Callable[[], bool]) -> None:
        """Answer until something is reached."""
        while True:
            until(lambda: reached() or self._is_asked(), "something is asked, or it is reached")
            if reached():
                self.reads(self._desk.snapshot.version)
                return
            self.answer()

    def answer(self) -> None:
        """Answer the question on the page."""
        desk = self._desk
        question, version = desk.snapshot.question, desk.snapshot.version
        if question is None:
            return
        self.reads(version)
        self.read.append(self._phone.locator('[data-field="headline"]').inner_text())
        text = desk.rehearsal.builder.ask(question)
        seen = isinstance(question, Put) and question.square != DEAD
        if not seen:
            self._say(text, many=isinstance(question, Ask) and question.about == "dark")
        until(lambda: desk.snapshot.version > version, "the answer is taken")

    def reads(self, version: int) -> None:
        """Wait until the page shows what is asked."""
        expect(self._phone.locator("body")).to_have_attribute("data-version", str(version))

    def _say(self, text: str, *, many: bool) -> None:
        for square in text.split() if many else ():
            self._phone.locator(f'[data-place="plan"] [data-square="{square}"]').click()
        self._phone.locator(f'[data-place="choices"] [data-choice="{text or "told"}"]').click()

    def _is_asked(self) -> bool:
        return self._desk.snapshot.question is not None


def test_a_board_with_a_dead_chip_is_measured_by_lights_and_phone(
    tmp_path: Path, served: Served, open_phone: Callable[[], Page]
) -> None:
    phone = open_phone()
    person = Person(served.desk, phone)
    person.until(lambda: isinstance(served.desk.snapshot.question, Put))
    found = violations("asked for a square", phone)
    phone.reload()  # as after a sleep in which the browser threw the page away
    asked = phone.locator('[data-field="headline"]')
    expect(asked).to_have_text("Put the runner in the middle of square 1")
    expect(phone.locator(".cell.is-asked")).to_have_attribute("data-square", "1")
    person.until(lambda: served.desk.snapshot.verdict is not None)
    assert person.read[:2] == [
        "Did the lights run along the track, from the first to the last?",
        "Which squares stay dark now?",
    ]
    expect(asked).to_have_text("1 fault was found")
    fault = phone.locator('[data-place="findings"] li')
    expect(fault).to_have_count(1)
    expect(fault).to_contain_text("Square 2")
    expect(fault).to_contain_text("The reader doesn't answer.")
    dead = phone.locator(f'.cell[data-square="{DEAD}"]')
    expect(dead).to_have_attribute("aria-label", "Square 2: Must be repaired")
    expect(dead).to_contain_text("✕")
    expect(phone.locator('[data-place="grades"]')).to_contain_text("Must be repaired")
    found += violations("what was found", phone)
    with phone.expect_download() as download:
        phone.locator('[data-place="bundle"] a').click()
    bundle = tmp_path / "bundle.tar.gz"
    download.value.save_as(bundle)
    kept = read_acceptance_bundle(bundle)
    assert judge(kept.facts, tuple(kept.log)) == kept.verdict == served.desk.snapshot.verdict
    assert found == []


@pytest.mark.long
def test_dark_lights_are_tapped_on_the_drawn_board(
    served: Served, open_phone: Callable[[], Page]
) -> None:
    served.desk.stop()
    served.desk.memory.unlink()
    served.open("dark-light")
    phone = open_phone()
    person = Person(served.desk, phone)
    person.until(lambda: served.desk.snapshot.question == Ask("dark"))
    phone.locator('.cell[data-square="3"]').click()
    expect(phone.locator('[data-choice="3"]')).to_have_text("Dark: 3")
    assert violations("which are dark", phone) == []
    phone.locator('.cell[data-square="3"]').click()
    expect(phone.locator('[data-place="choices"] .button').first).to_have_text("None is dark")
    person.answer()
    served.desk.finish()
    expect(phone.locator('[data-place="findings"] li')).to_contain_text("The light stays dark.")
    expect(phone.locator('.cell[data-square="2"]')).to_have_attribute("data-state", "bad")


@pytest.mark.long
def test_the_page_says_messages_only(served: Served, open_phone: Callable[[], Page]) -> None:
    served.desk.stop()
    served.desk.memory.unlink()
    served.open("dark-light", abroad())
    phone = open_phone()
    person = Person(served.desk, phone)
    quoted = ("board.toml", "clock_hz", "spi", "MHz", "confirm", *LANGUAGES.values())
    listener = Listener({word for each in quoted for word in words(each)})
    person.until(lambda: served.desk.snapshot.question == Ask("dark"))
    listener.listen("which are dark", phone)
    phone.locator('.cell[data-square="2"]').click()
    listener.listen("one is dark", phone)
    phone.locator('.cell[data-square="2"]').click()
    person.until(lambda: isinstance(served.desk.snapshot.question, Put))
    listener.listen("asked for a square", phone)
    served.desk.finish()
    expect(phone.locator('[data-place="findings"] li')).to_have_count(1)
    listener.listen("what was found", phone)
    assert listener.found == {}


@pytest.mark.long
def test_after_a_restart_the_same_page_goes_on(
    served: Served, open_phone: Callable[[], Page]
) -> None:
    phone = open_phone()
    person = Person(served.desk, phone)
    person.until(lambda: getattr(served.desk.snapshot.question, "square", 0) == 3)
    served.desk.stop()
    expect(phone.locator('[data-field="lost"]')).to_be_visible()
    served.open("dead-chip")
    expect(phone.locator('[data-field="lost"]')).to_be_hidden()
    asked = phone.locator('[data-field="headline"]')
    expect(asked).to_have_text("Put the runner in the middle of square 2")
    expect(phone.locator('[data-field="news"]')).to_have_text(
        "You can continue where you left off."
    )
    person.until(lambda: served.desk.snapshot.verdict is not None)
    expect(asked).to_have_text("1 fault was found")


@pytest.mark.long
def test_a_killed_program_goes_on_where_it_was(tmp_path: Path, browser: Browser) -> None:
    size: Any = PHONE
    context = browser.new_context(viewport=size, locale="en")
    page = context.new_page()
    order = "Did the lights run along the track, from the first to the last?"
    for start in range(2):
        with program(tmp_path, "--board", "sim://prototype-2x2") as simulation:
            assert simulation.board is not None
            page.goto(simulation.board)
            page.goto(f"{simulation.address}/acceptance")
            page.locator('[data-do="measure"]').click()
            headline = page.locator('[data-field="headline"]')
            if start == 0:
                expect(headline).to_have_text(order)
                page.locator('[data-choice="yes"]').click()
                expect(headline).to_have_text("Which squares stay dark now?")
                page.locator('[data-choice="told"]').click()
                expect(headline).to_have_text("Which colour do the lights have now?")
                simulation.kill()
            else:
                expect(headline).to_have_text("Which colour do the lights have now?")
                expect(page.locator('[data-field="news"]')).to_be_visible()
    context.close()
