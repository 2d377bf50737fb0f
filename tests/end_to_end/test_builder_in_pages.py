"""The builder's page in a real browser: what is wrong, what to do, and that it was mended."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from controller.maintenance.doctor.examination import Examiner
from hardware.clock import ManualClock
from tests.end_to_end.conftest import LAPTOP, PHONE
from tests.support.doctor.computers import Computer
from tests.support.doctor.situations import dead, reader
from tests.support.waiting import PATIENCE_S
from web.api.builder import builder
from web.modes.policy import add_manners
from web.pages.app_shell import app_shell
from web.server.server import Server

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Bench:
    """A computer that is examined, and the address of its page."""

    computer: Computer
    clock: ManualClock
    address: str


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    computer, clock = Computer(tmp_path), ManualClock()
    computer.run(readers=(reader(1), reader(2, failed=90), dead(3), reader(4)))
    app = Flask("web")
    app.register_blueprint(builder(Examiner(computer.case, clock)))
    app.register_blueprint(app_shell())
    add_manners(app)
    server = Server("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=(app,))
    thread.start()
    yield Bench(computer, clock, f"http://127.0.0.1:{server.port}/builder")
    server.close()
    thread.join(PATIENCE_S)


@pytest.mark.parametrize(
    ("size", "how"),
    [(LAPTOP, {}), (PHONE, {"has_touch": True, "is_mobile": True})],
    ids=["laptop", "phone"],
)
def test_a_dead_reader_is_found_mended_and_looked_at_again(
    bench: Bench, browser: Browser, size: Any, how: dict[str, Any]
) -> None:
    context = browser.new_context(viewport=size, **how)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(bench.address)
    summary = page.locator('[data-field="summary"]')
    expect(summary).to_have_text("2 things need fixing. 1 piece of advice.")
    wrong = page.locator(".findings--bad .finding").first
    expect(wrong).to_contain_text("Square 3: its reader has never answered")
    expect(wrong).to_contain_text("What to do")
    expect(page.locator('[data-place="tally"]')).to_have_text("Healthy: 3Quarantined: 1")
    page.locator('[data-place="readers-all"] summary').click()
    expect(page.locator('[data-place="readers"] tr').nth(2)).to_contain_text("never")
    assert fits(page)

    bench.computer.run(readers=tuple(map(reader, (1, 2, 3, 4))))
    bench.clock.advance(10)
    page.get_by_role("button", name="Check again").click()
    expect(summary).to_have_text("1 thing needs fixing.")
    expect(page.locator('[data-place="tally"]')).to_have_text("Healthy: 4")
    expect(page.locator(".findings--bad")).not_to_contain_text("Square 3")
    page.locator(".findings--good summary").click()
    expect(page.locator(".findings--good")).to_contain_text("Readers that answer well: 4 of 4.")
    assert fits(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Ask for help").click()
    assert download.value.suggested_filename == "hareboard-doctor.tar.gz"
    context.close()
    assert complaints == []


def fits(page: Page) -> bool:
    """Whether nothing lies beyond the right edge."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )
