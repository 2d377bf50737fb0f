"""The simulated board's page and API. See docs/api.md.

`world` has the wood, the buttons and the lights; `readers` has what is under the squares, and
what can be made to go wrong there.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, render_template

from controller.bootstrap import SimulatedDevices
from web.access.guard import Guard
from web.api.simulator.readers import BreakableReaders, add_readers
from web.api.simulator.world import add_world, looks
from web.server.event_stream import Streams


def simulator(
    devices: SimulatedDevices, alive: Callable[[], bool], streams: Streams, guard: Guard
) -> Blueprint:
    """The routes of a simulated board.

    Args:
        devices: the board.
        alive: whether whoever owns it is at work; its streams end when not.
        streams: counts them.
        guard: lets nobody in but the host: the lights draw the PIN, the hands are everybody's.
    """
    routes = Blueprint("simulator", __name__)
    under = Blueprint("world", __name__, url_prefix="/api/simulator")
    readers = BreakableReaders(devices)

    @routes.get("/board")
    def get_board() -> str:
        return render_template("board.html")

    @under.before_request
    def only_the_host() -> None:
        guard.host()

    @under.get("")
    def get_simulator() -> dict[str, Any]:
        return {**looks(devices), **readers.words()}

    add_world(under, devices, alive, streams)
    add_readers(under, readers)
    routes.register_blueprint(under)
    return routes
