"""The Flask application of a game: its pages and API."""

from typing import TYPE_CHECKING, Final

from flask import Blueprint, Flask, redirect, render_template, url_for
from werkzeug.wrappers import Response as Redirect

from controller.bootstrap import SimulatedTable, Table
from controller.bootstrap.watchdog import Watchdog
from controller.table.actor import GameActor
from web.access.address import PageAddress
from web.access.guard import Guard
from web.access.phones import Phones
from web.api.game import api
from web.api.health import health
from web.api.hints import hints
from web.api.joining import joining, people
from web.api.lights import lights
from web.api.openapi_route import openapi
from web.api.past_games import archive
from web.api.readers import readers
from web.api.simulator import simulator
from web.api.statistics import statistics
from web.modes.policy import add_manners
from web.pages.app_shell import app_shell
from web.pages.board_key import board_key
from web.pages.table_card import card
from web.server.event_stream import Streams
from web.server.routes import LateRule
from web.views.words import has_hedgehog

if TYPE_CHECKING:
    from controller.appliance.network import NetworkActor

SIMULATED: Final = "The simulated board"
NAMELESS: Final = "The board"


def create_app(
    actor: GameActor,
    phones: Phones,
    place: PageAddress,
    table: Table | None = None,
    watch: Watchdog | None = None,
    network: "NetworkActor | None" = None,
) -> Flask:
    """Make the application of a game.

    Args:
        actor: the actor of the game.
        phones: the register of its phones.
        place: the address of the pages.
        table: the board it is played on. A simulated one adds the simulator's page.
        watch: the watchdog of the threads.
        network: the actor of the board's own network; None if it has none.
    """
    app = Flask("web")
    app.url_rule_class = LateRule
    streams = Streams()
    phones.changed = actor.nudge
    guard = Guard(
        phones,
        lambda: actor.snapshot.seating.players if actor.snapshot.state is not None else (),
        lambda: actor.snapshot.seating.elsewhere,
        simulated=isinstance(table, SimulatedTable),
    )
    app.extensions["guard"] = guard
    app.extensions["streams"] = streams
    carries = table is not None and table.opponents.carries
    app.register_blueprint(api(actor, guard, streams, carries=carries))
    app.register_blueprint(archive(actor, guard))
    app.register_blueprint(statistics(actor, guard))
    app.register_blueprint(hints(actor, guard))
    app.register_blueprint(people(guard, board_name(table)))
    app.register_blueprint(joining(actor, guard, place, streams))
    app.register_blueprint(lights(actor, guard))
    app.register_blueprint(openapi(guard))
    app.register_blueprint(app_shell())
    app.register_blueprint(
        board_key(guard, lambda: "/setup" if actor.snapshot.state is None else "/board")
    )
    if table is not None:
        app.register_blueprint(readers(table.board, table.clock))
    if isinstance(table, SimulatedTable):
        app.register_blueprint(
            simulator(
                table.devices,
                lambda: actor.alive,
                streams,
                guard,
                lambda: not place.reachable and actor.snapshot.state is not None,
            )
        )
    app.register_blueprint(health(actor, watch))
    app.register_blueprint(card(guard, place, network))
    if network is not None:
        from web.api.network import network_pages  # noqa: PLC0415 - few boards open a network
        from web.pages.captive_portal import welcome  # noqa: PLC0415 - few boards open a network

        app.register_blueprint(welcome(network, place))
        app.register_blueprint(network_pages(network, guard, place))
    _pages(app)
    add_manners(app, lambda: has_hedgehog(actor.snapshot))
    return app


def open_workshop_page() -> Blueprint:
    """Make the page `/workshop` while the game is open: it starts calibration or acceptance."""
    routes = Blueprint("open_workshop", __name__)

    @routes.get("/workshop")
    def get_open_workshop() -> str:
        return render_template("open-workshop.html")

    @routes.get("/acceptance")
    def get_open_acceptance() -> Redirect:
        return redirect(url_for("open_workshop.get_open_workshop"))

    return routes


def board_name(table: Table | None) -> str:
    """Return the name of a board."""
    if table is not None and table.board.file is not None:
        return table.board.file.name
    return SIMULATED if isinstance(table, SimulatedTable) else NAMELESS


def _pages(app: Flask) -> None:
    """Add the pages; they hold no game data, which comes by the API with its own checks."""

    @app.get("/")
    def index() -> str:
        return render_template("index.html")

    @app.get("/join")
    def join() -> str:
        return render_template("join.html")

    @app.get("/seat/<int:seat>")
    def seat(seat: int) -> str:
        return render_template("seat.html", seat=seat)

    @app.get("/watch")
    def watch() -> str:
        return render_template("watch.html")

    @app.get("/setup")
    def setup() -> str:
        return render_template("setup.html")

    @app.get("/host")
    def host() -> str:
        return render_template("host.html")

    @app.get("/games/<int:game>")
    def story(game: int) -> str:
        return render_template("story.html", game=game)

    @app.get("/people")
    def everybody() -> str:
        return render_template("people.html")

    @app.get("/rules")
    def rules() -> str:
        return render_template("rules.html")
