"""The address that the terminal prints for the screen of a simulated board."""

from collections.abc import Callable

from flask import Blueprint, Response, make_response, redirect

from web.access.guard import Guard


def board_key(guard: Guard, page: Callable[[], str]) -> Blueprint:
    """Make the route that lets a browser with the board's key be at the board.

    Args:
        guard: hands out the cookie. A wrong key, as of an earlier start, leads to the page too.
        page: returns the page it leads to: one without the key in its address.
    """
    routes = Blueprint("board_key", __name__)

    @routes.get("/board/<key>")
    def get_key(key: str) -> Response:
        return guard.seat_at_board(make_response(redirect(page(), 303)), key)

    return routes
