"""The simulated board's page and API. See docs/api.md.

`world` has the wood, the buttons and the lights; `readers` has the readers and their faults.
"""

from collections.abc import Callable

from flask import Blueprint, Response, render_template

from controller.bootstrap import SimulatedDevices
from web.access.guard import Guard
from web.api.simulator.readers import BreakableReaders, add_readers
from web.api.simulator.world import add_world, looks
from web.pages.speaking import spoken
from web.server.answers import as_json
from web.server.event_stream import Streams


def simulator(
    devices: SimulatedDevices,
    alive: Callable[[], bool],
    streams: Streams,
    guard: Guard,
    all_hands_here: Callable[[], bool],
) -> Blueprint:
    """Make the routes of a simulated board.

    Args:
        devices: the board.
        alive: returns True while the actor of the board runs; the streams end when it does not.
        streams: counts the streams.
        guard: refuses all but the host: the lights draw the PIN, and the API moves all pieces.
        all_hands_here: returns True in a game to which no phone can come: the page keeps the
            room for the phone beside the board from the start, and nothing moves.
    """
    routes = Blueprint("simulator", __name__)
    under = Blueprint("world", __name__, url_prefix="/api/simulator")
    readers = BreakableReaders(devices)

    @routes.get("/board")
    def get_board() -> str:
        return render_template("board.html", all_hands_here=all_hands_here())

    @under.before_request
    def only_the_host() -> None:
        guard.host()

    @under.get("")
    def get_simulator() -> Response:
        return as_json(readers.explain(looks(devices), spoken()))

    add_world(under, devices, alive, streams)
    add_readers(under, readers)
    routes.register_blueprint(under)
    return routes
