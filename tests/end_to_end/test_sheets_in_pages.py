"""Style sheets mean the same without their comments and blanks."""

import pytest
from playwright.sync_api import Browser

from web.pages.assets import FOLDER, shipped

pytestmark = pytest.mark.browser

RULES = """([written, sent]) => [written, sent].map((text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  // Browsers keep the blanks of custom properties.
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/\\s*([,:;{}()])\\s*/g, "$1"));
})"""


def test_a_browser_reads_the_same_from_what_is_sent_as_from_what_is_written(
    browser: Browser,
) -> None:
    page = browser.new_page()
    for file in sorted((FOLDER / "css").glob("*.css")):
        written = file.read_text("utf-8")
        sent = shipped().read(f"css/{file.name}").decode()
        assert len(sent) < len(written)
        as_written, as_sent = page.evaluate(RULES, [written, sent])
        assert as_written
        assert as_sent == as_written, file.name
    page.close()
