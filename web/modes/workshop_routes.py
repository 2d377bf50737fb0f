"""Routes of a board in the workshop: what belongs to the game is closed; the simulated board."""

import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol, TypeVar

from flask import Blueprint, Response, redirect, render_template, url_for
from werkzeug.wrappers import Response as Redirect

from controller.bootstrap import SimulatedWood
from controller.refusal import Refusal
from web.api.simulator.readers import BreakableReaders, add_readers
from web.api.simulator.world import add_world, looks
from web.languages.language import mark
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Streams, event, is_due
from web.views.track import track

IN_WORKSHOP: Final = mark("The board is in the workshop. The game continues afterwards.")
PAGES: Final = (
    "/watch",
    "/setup",
    "/lights",
    "/builder",
    "/join",
    "/host",
    "/card",
    "/wifi",
    "/broker",
    "/partners",
    "/people",
    "/rules",
    "/seat/<int:_number>",
    "/games/<int:_number>",
)


class Revised(Protocol):
    """A snapshot that counts its changes."""

    @property
    def revision(self) -> int:
        """The number of changes so far."""
        ...


S = TypeVar("S", bound=Revised)


def views(
    alive: Callable[[], bool], newest: Callable[[], S], view: Callable[[S], object]
) -> Iterator[bytes | None]:
    """Yield the newest view at every change, a heartbeat when nothing changes.

    Args:
        alive: whether there will be more of them.
        newest: the newest snapshot.
        view: what is shown of a snapshot.
    """
    revision, told_s = -1, 0.0
    while alive():
        snapshot = newest()
        if snapshot.revision != revision:
            yield event("view", view(snapshot))
            revision = snapshot.revision
        elif is_due(told_s):
            yield event("heartbeat", {"revision": revision})
        else:
            yield None
            continue
        told_s = time.monotonic()


def closed(page: str, *others: str) -> Blueprint:
    """Answer the routes of other modes: pages redirect to that of this mode, the API refuses.

    Args:
        page: the endpoint of this mode's page.
        others: further routes of pages.
    """
    routes = Blueprint("closed", __name__)

    def get_page(_number: int = 0) -> Redirect:
        return redirect(url_for(page))

    for rule in (*PAGES, *others):
        routes.add_url_rule(rule, view_func=get_page)

    @routes.route("/api/<path:_rest>", methods=["GET", "POST"])
    def any_order(_rest: str) -> Response:
        raise Refusal("in-workshop", IN_WORKSHOP)

    return routes


def bench(
    wood: SimulatedWood,
    alive: Callable[[], bool],
    streams: Streams,
    readers: BreakableReaders | None = None,
) -> Blueprint:
    """Make the simulator's routes without a game: its page, hands, lights and readers.

    Args:
        wood: the simulated board.
        alive: returns False once the streams are to end.
        streams: counts the streams.
        readers: its readers; None if they cannot be broken now.
    """
    routes = Blueprint("simulator", __name__)
    under = Blueprint("world", __name__, url_prefix="/api/simulator")

    @routes.get("/board")
    def get_board() -> str:
        return render_template("bench.html")

    @routes.get("/api/track")
    def get_track() -> Response:
        return as_json(track(None, spoken()))

    @under.get("")
    def get_simulator() -> Response:
        return as_json(looks(wood))

    add_world(under, wood, alive, streams)
    if readers is not None:
        add_readers(under, readers)
    routes.register_blueprint(under)
    return routes
