"""The host's page switches the board's own loudspeaker, and says why nothing is heard."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from controller.board.examples import example_path
from tests.end_to_end.test_axe_in_pages import CLOSE, violations
from tests.support.end_to_end.program import running

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_the_host_switches_the_loudspeaker_and_reads_its_trouble(
    tmp_path: Path, browser: Browser
) -> None:
    file = tmp_path / "ours.toml"
    text = example_path("prototype-2x2").read_text()
    file.write_text(f'{text}\n[voice]\ndevice = "plughw:CARD=nowhere"\n')
    with running(tmp_path / "games", "--board", f"sim://{file}") as program:
        context = browser.new_context()
        page = context.new_page()
        assert program.board is not None
        page.goto(program.board)
        page.goto(f"{program.address}/host")
        choice = page.locator("#voice")
        expect(choice).to_have_value("moves")
        expect(page.locator('[data-field="voice"]')).to_contain_text("plughw:CARD=nowhere")
        assert violations("the loudspeaker", page, CLOSE) == []
        choice.select_option("")
        page.reload()
        expect(choice).to_have_value("")
        expect(page.locator('[data-field="voice"]')).to_be_hidden()
        context.close()
