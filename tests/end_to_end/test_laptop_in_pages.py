"""What made three people hesitate who played a race on one laptop."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import Running
from tests.support.end_to_end.newcomers import begin, dock, play, point_at, stop_time
from tests.support.waiting import until
from web.access.address import PageAddress

pytestmark = [pytest.mark.browser, pytest.mark.long]

OpenPage = Callable[..., Page]
LOW: Final = {"width": 1366, "height": 768}
LANGUAGES: Final = ("en", "de", "fr", "it", "es", "ca", "pt")


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones on the network get to the pages."""
    monkeypatch.setattr(PageAddress, "reachable", property(lambda _: True))


TOUCHING: Final = """() => {
  const words = [...document.querySelectorAll(".knob__label")].map((label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getBoundingClientRect();
  });
  return words.slice(1).some(({ left }, i) => left < words[i].right + 2);
}"""
"""Whether two words below the buttons of the board touch."""

CUT: Final = """() => [...document.querySelectorAll(".rule select")].filter((select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const [padding, arrow] = [parseFloat(style.paddingLeft) + parseFloat(style.paddingRight), 20];
  const room = select.clientWidth - padding - arrow;
  return [...select.options].some(({ text }) => pen.measureText(text).width > room);
}).map(({ name }) => name)"""
"""The house rules of which a choice is cut."""


def speaking(language: str) -> dict[str, str]:
    return {"locale": language}


def below(page: Page, selector: str) -> float:
    """How far a part of the phone beside the board reaches below what is seen of it."""
    # Asked of the page around it: one phone may give way to the next while it is looked at.
    reaches = """(selector) => {
      const phone = document.querySelector(".phone iframe:not(.is-coming)")?.contentWindow;
      const part = [...(phone?.document.querySelectorAll(selector) ?? [])].at(-1);
      return part && [part.getBoundingClientRect().bottom - phone.innerHeight];
    }"""
    (pixels,) = page.wait_for_function(reaches, arg=selector).json_value()
    return float(pixels)


def test_enter_leads_from_name_to_name_and_starts_nothing(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/setup", LOW)
    names = page.locator(".racer__name")
    names.first.click()
    for at, name in enumerate(("Ida", "Tom", "Una")):
        expect(names.nth(at)).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    start = page.get_by_role("button", name="Start the race")
    expect(start).to_be_focused()
    assert running.table.actor.snapshot.state is None
    page.keyboard.press("Enter")
    expect(page.locator(".tab > span:last-child")).to_have_text(["Ida", "Tom", "Una"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_three_racers_and_the_button_are_on_one_screen(
    open_page: OpenPage, language: str
) -> None:
    page = open_page("/setup", LOW, **speaking(language))
    for at in range(3):
        expect(page.locator(".racer").nth(at)).to_be_in_viewport(ratio=1)
    rows, button = (
        page.locator(each).bounding_box() for each in (".racers__rows", ".racers__start")
    )
    assert rows is not None
    assert button is not None
    assert rows["y"] + rows["height"] <= button["y"], "the button covers nobody"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_house_rule_is_cut(open_page: OpenPage, language: str) -> None:
    page = open_page("/setup", LOW, **speaking(language))
    page.locator("details.rules > summary").click()
    expect(page.locator(".rule select").first).to_be_visible()
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("height", "language"), [(768, "en"), (650, "de")])
def test_half_a_screen_shows_the_whole_board(
    running: Running, open_page: OpenPage, height: int, language: str
) -> None:
    """Two simulated boards stand side by side."""
    begin(running)
    page = open_page("/board", {"width": 683, "height": height}, **speaking(language))
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    there = page.locator(".board").bounding_box()
    play(running, "f3")
    expect(page.locator(".headline")).to_contain_text("Maximilian")
    assert page.locator(".board").bounding_box() == there


def test_the_board_stays_where_it_is_when_its_phone_comes(
    running: Running, open_page: OpenPage
) -> None:
    begin(running)
    page = open_page("/board", LOW)
    expect(page.locator(".tab")).to_have_count(3)
    there = page.locator(".board").bounding_box()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/table", hold)
    page.reload()
    expect(page.locator(".headline")).to_contain_text("to move")
    expect(page.locator(".tab")).to_have_count(0)
    assert page.locator(".board").bounding_box() == there
    for each in held:
        each.continue_()
    page.unroute("**/api/table")
    expect(page.locator(".tab")).to_have_count(3)
    assert page.locator(".board").bounding_box() == there


def test_a_lit_square_says_what_it_costs_or_draws(running: Running, open_page: OpenPage) -> None:
    begin(running, options={"start_carrots": 200})
    page = open_page("/board", LOW)
    tip = page.locator(".board__tip")
    point_at(page.locator('[data-square="2"]'), "It costs 3 carrots.")
    expect(tip).to_contain_text("On later turns, stay to draw or pay 10 carrots.")
    play(running, "f13", "f4", "f5")
    point_at(page.locator('[data-square="11"]'), "You draw 20 carrots.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_the_board_what_can_be_done_is_seen(
    running: Running, open_page: OpenPage, language: str
) -> None:
    begin(running)
    page = open_page("/board", LOW, **speaking(language))
    expect(dock(page).locator(".is-lit .stop__price").first).to_be_attached()
    assert below(page, ".is-lit .stop__price") <= 0, "prices of the moves"
    assert page.evaluate(TOUCHING) is False
    play(running, "f5", "f4", "f2")
    expect(dock(page).locator('.choice[data-action="pay"]')).to_be_visible()
    assert below(page, ".choice") <= 0, "to draw and to pay"


@pytest.mark.usefixtures("reachable")
@pytest.mark.parametrize("language", ["de", "fr"])
def test_who_plays_where_leaves_the_room_to_the_phone(
    running: Running, open_page: OpenPage, language: str
) -> None:
    begin(running)
    page = open_page("/board", LOW, **speaking(language))
    page.locator('[data-do="everyone"]').click()
    expect(page.locator(".places summary")).to_be_visible()
    expect(dock(page).locator(".is-lit .stop__price").first).to_be_attached()
    assert below(page, ".is-lit .stop__price") <= 0


def test_the_next_phone_lies_over_the_last_one_at_once(
    running: Running, open_page: OpenPage
) -> None:
    begin(running)
    page = open_page("/board", LOW, reduced_motion="no-preference")
    expect(dock(page).locator(".headline")).to_have_text("Your move")
    page.evaluate(
        """() => {
          window.pale = [];
          const screen = document.querySelector(".phone__screen");
          new MutationObserver(() => {
            const [only, more] = screen.children;
            if (!more) window.pale.push(getComputedStyle(only).opacity);
          }).observe(screen, { childList: true });
        }"""
    )
    play(running, "f5")
    until(lambda: page.evaluate("window.pale.length") > 0, "the next phone is there")
    assert page.evaluate("window.pale") == ["1"]


def test_the_end_is_told_once(running: Running, open_page: OpenPage) -> None:
    begin(running, options={"start_carrots": 2080, "lettuces": 0, "finish": "first-home"})
    page = open_page("/board", LOW)
    expect(dock(page).locator(".headline")).to_have_text("Your move")
    play(running, "f64")
    expect(page.locator('[data-do="again"]')).to_be_visible()
    expect(dock(page).locator(".headline")).to_contain_text("won the race")
    expect(dock(page).locator('[data-do="again"]')).to_be_hidden()


def test_coming_home_is_a_moment_on_the_board(running: Running, open_page: OpenPage) -> None:
    begin(running, options={"start_carrots": 2080, "lettuces": 0})
    pages = [open_page(path, LOW) for path in ("/board", "/watch")]
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
        stop_time(page)
    play(running, "f64")
    for page in pages:
        moment = page.locator(".moment:visible")
        expect(moment).to_have_text("Alexandra is HOME, 1st!")
        moment.locator(".card__turning").click()
        expect(moment).to_have_count(0)
    play(running, "f4")
    for page in pages:
        expect(page.locator(".log__entry")).to_have_count(2)
        expect(page.locator(".moment:visible")).to_have_count(0)


def test_of_two_runners_the_board_shows_which_one_is_home(
    running: Running, open_page: OpenPage
) -> None:
    seats = (Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue")))
    options = {"start_carrots": 4160, "lettuces": 0, "hare": "off"}
    running.table.actor.submit(Begin(Setup(seats, options=options)))
    page = open_page("/board", LOW)
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    stop_time(page)
    play(running, "2:f64")
    told = "Ann (green) is HOME, 1st!"
    expect(page.locator(".moment:visible")).to_have_text(told)
    expect(page.locator(".log__entry")).to_contain_text(told)


def test_whoever_is_home_reads_it_once(running: Running, open_page: OpenPage) -> None:
    begin(running, options={"start_carrots": 2080, "lettuces": 0})
    page = open_page("/seat/0", {"width": 390, "height": 844})
    play(running, "f64")
    expect(page.locator('[data-place="take-back"]')).to_contain_text("You ran HOME")
    text = page.locator("main").inner_text()
    assert text.split("What happened")[0].count("You are HOME") == 1


def test_a_phone_on_its_side_shows_take_back_whole(running: Running, open_page: OpenPage) -> None:
    begin(running)
    page = open_page("/seat/0", {"width": 740, "height": 360})
    play(running, "f5")
    expect(page.locator('[data-do="take-back"]')).to_be_in_viewport(ratio=1)
