"""Hare cards on every screen: large when they are drawn, in nobody's way, and kept."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.newcomers import (
    deal,
    dock,
    play,
    stop_time,
    top_of,
)
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
LOW: Final = {"width": 1366, "height": 768}
SMALL: Final = {"width": 320, "height": 568}
COVERED: Final = """(squares) => {
  const card = document.querySelector(".moment .card__turning").getBoundingClientRect();
  return squares.filter((square) => {
    const tile = document.querySelector(`.square[data-square="${square}"]`);
    const { x, y, width, height } = tile.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    return across > card.left && across < card.right && down > card.top && down < card.bottom;
  });
}"""
"""Which of these squares a card hides."""
USED: Final = """() => {
  const card = document.querySelector(".moment .card__turning")?.getBoundingClientRect();
  const used = document.querySelectorAll(".headline, .instruction, .stop.is-lit, .choice");
  return [...used].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return card && right > card.left && left < card.right && bottom > card.top && top < card.bottom;
  }).map((each) => each.textContent);
}"""
"""What of one's own move a card hides."""


def test_a_card_is_shown_large_to_everybody_and_then_kept(
    running: Running, open_page: OpenPage
) -> None:
    deal(running, "lose-half")
    pages = [open_page("/board", LAPTOP), open_page("/seat/1", PHONE), open_page("/watch", PHONE)]
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
        expect(page.locator(".moment")).to_be_hidden()
        stop_time(page)
    play(running, "f1")
    for page in pages:
        expect(page.locator(".moment")).to_be_visible()
        expect(page.locator(".moment")).to_contain_text("Half is gone")
        expect(page.locator(".moment")).to_contain_text("Lose half your carrots, rounded down.")
    headline, card = (
        pages[2].locator(each).bounding_box() for each in (".headline", ".moment .card__turning")
    )
    assert headline is not None
    assert card is not None
    assert card["y"] + card["height"] < headline["y"], "spectators read on below it"
    board, phone, _ = pages
    assert top_of(phone, "section.card") < top_of(phone, ".race"), "above the moves"
    for page in pages:
        page.locator(".moment .card__turning").click()
        expect(page.locator(".moment")).to_be_hidden()
        expect(page.locator(".log")).to_contain_text("Lose half your carrots")
    play(running, "f4")
    expect(board.locator(".log__entry")).to_have_count(2)
    expect(board.locator(".moment")).to_be_hidden()
    board.reload()
    expect(board.locator(".log__entry")).to_have_count(2)
    expect(board.locator(".moment")).to_be_hidden()


@pytest.mark.long
def test_beside_the_board_a_question_is_seen_with_its_answers(
    running: Running, open_page: OpenPage
) -> None:
    deal(running, "give-ten")
    play(running, "f1")
    page = open_page("/board", LOW)
    answers = dock(page).locator(".choice")
    expect(answers).to_have_count(2)
    expect(dock(page).locator("section.card")).to_be_hidden()  # the board shows it
    for size in (LOW, {"width": 1440, "height": 900}):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        screen, last = (
            each.bounding_box() for each in (page.locator(".phone__screen"), answers.last)
        )
        assert screen is not None
        assert last is not None
        assert last["y"] + last["height"] < screen["y"] + screen["height"], size
        tops = {round(top_of(page, f'.tab[data-seat="{seat}"]')) for seat in range(3)}
        assert len(tops) == 1, "three names stand in one row"


@pytest.mark.long
@pytest.mark.parametrize(
    ("carrots", "moves"), [(65, ["f1"]), (600, ["f33", "f32", "f31"])], ids=["below", "between"]
)
def test_a_card_hides_no_square_that_may_be_tapped(
    running: Running, open_page: OpenPage, carrots: int, moves: list[str]
) -> None:
    deal(running, "lose-half", options={"start_carrots": carrots})
    play(running, *moves[:-1])
    pages = [open_page("/board", size) for size in (LAPTOP, LOW, PHONE)]
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
        stop_time(page)
    play(running, moves[-1])
    lit = [each["square"] for each in running.get("/api/watch")["lights"]]
    assert len(lit) > 1
    for page in pages:
        expect(page.locator(".moment")).to_be_visible()
        assert page.evaluate(COVERED, lit) == [], page.viewport_size


@pytest.mark.long
def test_anothers_card_leaves_room_for_the_moves(running: Running, open_page: OpenPage) -> None:
    deal(running, "show")
    play(running, "f1")
    running.table.world.put("red", 1)
    until(lambda: not running.table.actor.snapshot.finding.errands, "the runner is carried")
    phone = open_page("/seat/1", {"width": 360, "height": 740}, locale="it")
    expect(phone.locator("section.card")).to_contain_text("Alexandra ha in mano 64 carote.")
    expect(phone.locator(".stop.is-lit").first).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_what_stands_wrong_is_read_before_a_question(running: Running, open_page: OpenPage) -> None:
    deal(running)
    play(running, "f10", "f4", "f5")
    world = running.table.world
    for colour, square in (("red", 10), ("yellow", 4), ("green", 5)):
        world.put(colour, square, face_down=colour == "red")
    until(lambda: not running.table.actor.snapshot.finding.errands, "the runners are carried")
    world.put("yellow", 30)
    phone = open_page("/seat/0", {"width": 320, "height": 568}, locale="de")
    expect(phone.locator(".says--wrong")).to_contain_text("Maximilian")
    expect(phone.locator(".says--wrong")).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_the_phone_beside_the_board_does_not_show_a_card_again(
    running: Running, open_page: OpenPage
) -> None:
    deal(running, "lose-half")
    for seat in (0, 2):
        open_page(f"/seat/{seat}", PHONE)
    page = open_page("/board", LOW)
    expect(dock(page).locator(".headline")).to_have_text("Alexandra to move")
    stop_time(page)
    play(running, "f1")
    expect(page.locator(".moment")).to_be_visible()
    expect(dock(page).locator(".log")).to_contain_text("Half is gone")
    expect(dock(page).locator(".moment")).to_have_count(0)


@pytest.mark.long
def test_ones_own_card_lies_on_the_board_alone(running: Running, open_page: OpenPage) -> None:
    deal(running, "lose-half")
    page = open_page("/board", LOW)
    page.get_by_label("Follow the turn").uncheck()
    expect(dock(page).locator(".headline")).to_have_text("Your move")
    stop_time(page)
    play(running, "f1")
    expect(page.locator(".moment")).to_be_visible()
    expect(dock(page).locator("section.card")).to_contain_text("Half is gone")
    expect(dock(page).locator(".moment")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("card", ["lose-half", "ten-per-lettuce"])
def test_on_a_small_phone_anothers_card_covers_nothing_of_ones_own_move(
    running: Running, open_page: OpenPage, card: str
) -> None:
    deal(running, card)
    mover, onlooker = (open_page(f"/seat/{seat}", SMALL) for seat in (1, 2))
    for page in (mover, onlooker):
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
        stop_time(page)
    play(running, "f1")
    expect(onlooker.locator(".moment")).to_be_visible()
    expect(mover.locator(".headline")).to_have_text("Your move")
    expect(mover.locator("section.card")).to_contain_text(" drew")
    assert mover.evaluate(USED) == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "fr", "it"])
@pytest.mark.parametrize("size", [SMALL, {"width": 667, "height": 375}])
def test_the_longest_card_is_seen_whole_on_a_small_phone(
    running: Running, open_page: OpenPage, size: dict[str, int], language: str
) -> None:
    deal(running, "shuffle")
    play(running, "f2", "f4")
    phone = open_page("/seat/2", size, locale=language)
    expect(phone.locator("body")).to_have_attribute("data-live", "yes")
    stop_time(phone)
    play(running, "f1")
    card = phone.locator(".moment .card__face")
    expect(card.locator("[data-moment='card-outcome']")).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"]


@pytest.mark.long
def test_a_card_makes_way_on_the_phone_whose_turn_comes(
    running: Running, open_page: OpenPage
) -> None:
    deal(running, "lose-half")
    play(running, "f4", "f10")
    phones = [open_page(f"/seat/{seat}", PHONE) for seat in range(2)]
    for phone in phones:
        expect(phone.locator("body")).to_have_attribute("data-live", "yes")
        stop_time(phone)
    world = running.table.world
    world.put("red", 4)
    world.put("yellow", 10, face_down=True)
    play(running, "f1")
    world.put("green", 1)
    for phone in phones:
        expect(phone.locator(".moment")).to_be_visible()
    reach(phones[0], ".stop.is-lit")
    play(running, "f5")
    world.put("red", 5)
    reach(phones[1], ".choice")


def reach(phone: Page, offered: str) -> None:
    """The first that is offered is seen, although the card still lies there."""
    first = phone.locator(offered).first
    expect(first).to_be_in_viewport()
    expect(phone.locator(".moment")).to_be_visible()
    assert phone.evaluate(ON_TOP, offered) is True


ON_TOP: Final = """(offered) => {
  const part = document.querySelector(offered);
  const { x, y, width, height } = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
