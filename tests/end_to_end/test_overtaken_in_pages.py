"""What the page of the board shows and does while an answer is late."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.end_to_end.conftest import LAPTOP, Running
from tests.support.end_to_end.newcomers import begin
from tests.support.end_to_end.table_driver import Board

pytestmark = [pytest.mark.browser, pytest.mark.long]


def is_put(request: Request) -> bool:
    """Whether a hand puts a runner down."""
    return '"put"' in (request.post_data or "")


def test_a_late_answer_does_not_set_a_runner_back(
    running: Running, open_page: Callable[..., Page]
) -> None:
    begin(running)
    page = open_page("/board", LAPTOP)
    page.wait_for_function("() => Boolean(document.body.dataset.world)")
    red = page.locator('[data-piece="red"]')

    def overtake(route: Route) -> None:
        answer = route.fetch()
        if is_put(route.request):
            shown = page.evaluate("Number(document.body.dataset.world)")
            running.table.world.put("red", 9)
            page.wait_for_function(
                "(then) => Number(document.body.dataset.world) > then", arg=shown
            )
        route.fulfill(response=answer)

    page.route("**/api/simulator/hand", overtake)
    with page.expect_response(lambda answer: is_put(answer.request)) as late:
        Board(page).drag("red", 5)
    late.value.finished()
    with page.expect_response("**/api/simulator/press") as next_order:
        Board(page).press("confirm")
    next_order.value.finished()  # orders go one after the other: the late answer has been heard
    expect(red).to_have_attribute("aria-label", "Runner 1, red, square 9, number 4")


def test_a_runner_whose_square_is_not_confirmed_yet_goes_where_it_is_dragged(
    running: Running, open_page: Callable[..., Page]
) -> None:
    begin(running)
    world = running.table.world
    world.put("red", 2)
    page = open_page("/board", LAPTOP)
    red = page.locator('[data-piece="red"]')
    expect(red).to_have_attribute("aria-label", re.compile("square 2,"))
    late: list[Route] = []

    def keep_first(route: Route) -> None:
        if is_put(route.request) and not late:
            late.append(route)
        else:
            route.continue_()

    page.route("**/api/simulator/hand", keep_first)
    board = Board(page)
    with page.expect_request(is_put):
        board.drag("red", 5)
    board.drag("red", 7)
    late[0].continue_()
    expect(red).to_have_attribute("aria-label", re.compile("square 7,"))
    assert world.piece("red").square == 7
