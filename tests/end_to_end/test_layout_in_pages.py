"""Pages at every width, without sight and without movement."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.newcomers import begin, dock, play, play_on, top_of
from tests.support.waiting import until
from web.access.address import PageAddress

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
SMALL = {"width": 320, "height": 640}
TABLET = {"width": 1024, "height": 768}
ON_ITS_SIDE = {"width": 844, "height": 390}
TELEVISION = {"width": 1920, "height": 1080}
MOVING = {"reduced_motion": "no-preference"}


@pytest.fixture
def race(running: Running) -> Running:
    """Three at START."""
    begin(running)
    return running


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones on the network get to the pages."""
    monkeypatch.setattr(PageAddress, "reachable", property(lambda _: True))


# Layout


@pytest.mark.long
def test_a_move_is_a_line_and_a_tap_tells_the_rest(race: Running, open_page: OpenPage) -> None:
    play(race, "f4", "f2", "f3")
    phone = open_page("/seat/0", SMALL)
    expect(phone.locator(".dest").first).to_be_visible()
    heights = phone.evaluate("[...document.querySelectorAll('.dest')].map((e) => e.offsetHeight)")
    assert max(heights) < 64
    phone.locator(".dest__row:has(.risk:not([hidden]))").first.click()
    expect(phone.locator(".sheet-up .risk")).to_be_visible()


WATCH_PAYMENTS = """() => {
  const texts = ["headline", "instruction", "carrots", "position"];
  const written = (field) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(`[data-field="${field}"]`));
    const { left, right, top, bottom } = range.getBoundingClientRect();
    // Digits are lower than their line.
    return { left, right, top: field === "carrots" ? top + (bottom - top) * 0.15 : top, bottom };
  };
  window.payments = [];
  new MutationObserver((changes) => {
    for (const chip of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (chip.className !== "travel") continue;
      const [flight] = chip.getAnimations();
      const touched = (share) => {
        flight.currentTime = flight.effect.getTiming().duration * share;
        const { left, right, top, bottom } = chip.getBoundingClientRect();
        return texts.filter((field) => {
          const it = written(field);
          return left < it.right && right > it.left && top < it.bottom && bottom > it.top;
        });
      };
      window.payments.push([chip.textContent, [0.2, 0.9].flatMap(touched)]);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes what is told of each payment, and which texts it lies on."""


@pytest.mark.long
def test_what_was_paid_lies_on_no_text(running: Running, open_page: OpenPage) -> None:
    begin(running, options={"start_carrots": 2080, "lettuces": 0})
    board = open_page("/board", LAPTOP, **MOVING)
    board.get_by_label("Follow the turn").uncheck()
    phones = [open_page(f"/seat/{i}", s, **MOVING) for i, s in enumerate((SMALL, PHONE), 1)]
    bodies = [dock(board).locator("body"), *(phone.locator("body") for phone in phones)]
    for body in bodies:
        expect(body.locator('[data-field="carrots"]')).to_have_text("2080")
        body.evaluate(WATCH_PAYMENTS)
    play(running, "f64", "f63", "f61")
    for body, paid in zip(bodies, (2080, 2016, 1891), strict=True):
        until(partial(body.evaluate, "window.payments.length"), "a payment")
        assert body.evaluate("window.payments") == [[f"\N{MINUS SIGN}{paid}", []]]


LINES = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.mark.long
def test_long_names_stay_whole(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/0", SMALL)
    expect(phone.locator(".player")).to_have_count(3)
    for selector in (".player__name b", ".who__name > span:first-child"):
        for name in phone.locator(selector).all():
            assert name.evaluate(LINES) == 1, name.text_content()
    board = open_page("/board", TABLET)
    expect(board.locator(".tab")).to_have_count(2)
    for width in (1024, 1440, 700):
        board.set_viewport_size({"width": width, "height": 900})
        for name in board.locator(".tab > span:last-child").all():
            assert name.evaluate(LINES) == 1, name.text_content()
            assert name.evaluate("(e) => e.scrollWidth <= e.clientWidth"), name.text_content()


@pytest.mark.long
def test_a_phone_on_its_side_uses_its_width(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/0", ON_ITS_SIDE)
    expect(phone.locator(".dest").first).to_be_visible()
    hand, moves = (phone.locator(each).bounding_box() for each in (".hand", ".race"))
    assert hand is not None
    assert moves is not None
    assert moves["x"] > hand["x"] + hand["width"]
    assert moves["y"] < hand["y"]


@pytest.mark.long
def test_what_lies_over_the_page_stays_readable_while_the_board_is_lost(
    race: Running, open_page: OpenPage
) -> None:
    phone = open_page("/seat/0", PHONE)
    phone.locator(".stop.is-lit button").first.click()
    sheet = phone.locator(".sheet-up")
    expect(sheet).to_be_visible()
    phone.context.set_offline(True)
    expect(sheet).to_have_class(re.compile("is-off"), timeout=30_000)
    expect(sheet).to_have_css("opacity", "1")
    expect(sheet.locator(".button").last).to_have_css("opacity", "0.45")


@pytest.mark.long
def test_what_is_lost_covers_neither_headline_nor_menu(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator("body")).to_have_attribute("data-live", "yes")
    phone.context.set_offline(True)
    banner = phone.locator('[data-field="lost"]')
    expect(banner).to_contain_text("Lost contact with the board.")
    box = banner.bounding_box()
    assert box is not None
    for selector in (".headline", ".who__menu"):
        assert top_of(phone, selector) >= box["y"] + box["height"]


@pytest.mark.long
def test_new_lights_do_not_flash_black(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP, **MOVING)
    expect(page.locator(".board")).to_be_visible()
    page.evaluate(
        """() => {
          window.black = [];
          const look = () => {
            for (const light of document.querySelectorAll(".light")) {
              const lit = Number(getComputedStyle(light, "::before").opacity);
              if (lit > .05 && getComputedStyle(light).color === "rgb(0, 0, 0)")
                window.black.push(light.parentElement.dataset.square);
            }
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    play(race, "f4", "f10", "f3")
    expect(page.locator('[data-square="14"]')).to_have_attribute(
        "aria-label", "Square 14, hare; You may go here; It costs 55 carrots."
    )
    assert page.evaluate("window.black") == []


LEFT = "(selector) => document.querySelector(selector).getBoundingClientRect().left"


@pytest.mark.long
def test_those_at_the_start_stay_put_while_others_leave(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    yellow = page.locator('[data-piece="yellow"]')
    expect(page.locator('[data-piece="black"]')).to_be_visible()
    before = yellow.get_attribute("style")
    race.table.world.put("red", 2)
    expect(page.locator('[data-square="2"]')).to_have_attribute("aria-label", re.compile("red"))
    assert yellow.get_attribute("style") == before


@pytest.mark.long
def test_the_squares_ahead_stay_put_while_others_leave(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/1", PHONE)

    def height() -> float:
        box = phone.locator(".lane").bounding_box()
        assert box is not None
        return box["height"]

    before = height()
    play(race, "f3")
    expect(phone.locator(".stop .token")).to_have_count(1)
    assert height() == before


@pytest.mark.long
def test_a_tortoise_just_behind_is_seen_whole(race: Running, open_page: OpenPage) -> None:
    play(race, "f4", "f2", "f5", "f12", "f9", "f8")
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator(".stop.is-lit [data-square='11']")).to_be_visible()
    assert phone.evaluate(LEFT, "[data-square='11']") >= phone.evaluate(LEFT, ".lane")


@pytest.mark.long
def test_a_tortoise_ahead_has_no_price(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/0", PHONE)
    for square, told in (
        (10, "Square 10, lettuce, you may go here, costs 55 carrots"),
        (11, "Square 11, tortoise"),
        (14, "Square 14, hare, costs 105 carrots"),
    ):
        expect(phone.locator(f".stop [data-square='{square}'] .unseen")).to_have_text(told)
    expect(phone.locator(".stop [data-square='11'] .stop__price")).to_be_empty()


@pytest.mark.long
@pytest.mark.parametrize("carrots", [250, 2080])
def test_a_rich_hand_keeps_its_place_within_a_small_phone(
    running: Running, open_page: OpenPage, carrots: int
) -> None:
    begin(running, options={"start_carrots": carrots})
    play(running, "f10", "f9")
    phone = open_page("/seat/1", SMALL)
    place = phone.locator(".hand__position")
    expect(place).to_contain_text("2nd of 3")
    card, inner = phone.locator(".hand").bounding_box(), place.bounding_box()
    assert card is not None
    assert inner is not None
    assert inner["height"] < 48, "one line"
    assert inner["x"] + inner["width"] <= card["x"] + card["width"] - 8


MIDDLES_PX = """(player) => [".player__holds", ".player__place"].map((part) => {
  const { top, bottom } = player.querySelector(part).getBoundingClientRect();
  return (top + bottom) / 2;
})"""


@pytest.mark.long
def test_lettuces_and_place_of_a_player_stand_in_one_line(
    race: Running, open_page: OpenPage
) -> None:
    play(race, "f4")
    for size in (SMALL, PHONE, LAPTOP):
        player = open_page("/seat/0", size).locator(".player").first
        expect(player.locator(".player__place")).to_have_text("1st")
        lettuces_px, place_px = player.evaluate(MIDDLES_PX)  # at once: more may come above them
        assert abs(lettuces_px - place_px) < 3, size


@pytest.mark.long
def test_a_low_screen_keeps_what_is_below_the_log(race: Running, open_page: OpenPage) -> None:
    play(race, "f4", "f2", "f5", "f8", "f9", "f13")
    page = open_page("/board", {"width": 1366, "height": 768})
    expect(page.locator(".log__entry:visible")).to_have_count(3)
    page.set_viewport_size({"width": 1366, "height": 1000})
    expect(page.locator(".log__entry:visible")).to_have_count(6)


@pytest.mark.long
def test_a_lying_runner_stays_within_the_margin(race: Running, open_page: OpenPage) -> None:
    play(race, "f10")
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator(".who .token--down")).to_be_visible()
    assert phone.evaluate(LEFT, ".who .token__body") >= phone.evaluate(LEFT, ".headline") - 1


@pytest.mark.long
def test_the_end_of_a_race_fits_a_low_screen(race: Running, open_page: OpenPage) -> None:
    play_on(race, 600)
    page = open_page("/board", {"width": 1366, "height": 768})
    expect(page.locator(".ranking__facts").first).to_contain_text("eaten,")
    expect(page.locator(".ranking-box [data-do=again]")).to_be_in_viewport(ratio=1)


# Without sight, or without movement


@pytest.mark.long
def test_squares_and_runners_say_all_there_is(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    label = "aria-label"
    lit = page.locator('[data-square="2"]')
    expect(lit).to_have_attribute(label, "Square 2, carrot; Go here and earn; It costs 3 carrots.")
    expect(page.locator('[data-piece="red"]')).to_have_attribute(label, "Runner 1, red, at START")
    expect(page.locator('[data-piece="black"]')).to_have_attribute(
        label, "Runner 6, black, not in this game"
    )
    race.table.world.put("red", 2)
    expect(lit).to_have_attribute(label, "Square 2, carrot; runner 1, red")


@pytest.mark.long
@pytest.mark.parametrize("arrow", ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"])
def test_every_arrow_leads_from_the_start_onto_the_track(
    race: Running, open_page: OpenPage, arrow: str
) -> None:
    page = open_page("/board", LAPTOP)
    page.locator('[data-piece="red"]').focus()
    page.keyboard.press(arrow)
    expect(page.locator('[data-square="1"]')).to_be_focused()


@pytest.mark.long
def test_lights_stand_still_for_those_who_want_it(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    expect(page.locator('[data-square="2"]')).to_have_attribute(
        "aria-label", "Square 2, carrot; Go here and earn; It costs 3 carrots."
    )
    seen = page.evaluate(
        """async () => {
          const lights = [...document.querySelectorAll(".light")];
          const lit = () => lights.map((e) => e.style.getPropertyValue("--lit")).join();
          const frames = new Set();
          for (let i = 0; i < 200; i += 1) {
            frames.add(lit());
            await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
          }
          return frames.size;
        }"""
    )
    assert seen == 1


@pytest.mark.long
def test_on_a_small_board_no_number_lies_on_a_drawing(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", SMALL)
    expect(page.locator("[data-square]")).to_have_count(64)
    on_each_other = page.evaluate(
        """() => [...document.querySelectorAll("[data-square]:not(.square--home)")]
          .filter((square) => square.querySelector(".square__number").getBoundingClientRect().bottom
            > square.querySelector(".square__art").getBoundingClientRect().top + .5)
          .map((square) => square.dataset.square)"""
    )
    assert on_each_other == []


@pytest.mark.long
def test_the_focus_is_seen_on_a_lit_square(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    page.keyboard.press("Tab")
    square = page.locator('[data-square="2"]')
    square.focus()
    width, ring, around = square.evaluate(
        "(e) => { const { outlineWidth, outlineColor, boxShadow } = getComputedStyle(e);"
        "return [outlineWidth, outlineColor, boxShadow]; }"
    )
    assert float(width.removesuffix("px")) >= 3
    assert abs(lightness(ring) - lightness(around)) > 150, "dark on light, whatever is lit"


def lightness(colour: str) -> float:
    """The mean of the first red, green and blue in a text, from 0 to 255."""
    parts = re.search(r"rgba?\((\d+), (\d+), (\d+)", colour)
    assert parts is not None, colour
    return sum(map(int, parts.groups())) / 3
