"""What comes over the wire until a phone that has seen no page can use one."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks.companion import PAGES, FirstPage, opened
from tests.support.end_to_end.program import running


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_light_and_its_view_comes_once(
    tmp_path: Path, browser: Browser, page: FirstPage
) -> None:
    with running(tmp_path, "--names", "Ann,Ben,Cem") as program:
        opening = opened(browser, program, page)
    assert opening.sent <= page.most_kb * 1000, opening
    assert opening.streamed > 0
    assert not {"/api/watch", "/api/seats/0"} & set(opening.asked)
