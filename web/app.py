"""The Flask application: pages and API of a game."""

from typing import Final

from flask import Flask, render_template

from controller.network import Network
from controller.service import Service
from controller.watch import Watch
from controller.wiring import SimulatedTable, Table
from web.api import api
from web.app_shell import app_shell
from web.archive import archive
from web.card import card
from web.guard import Guard
from web.health import health
from web.joining import joining, people
from web.lights import lights
from web.live import STREAMS, Streams
from web.manners import add_manners
from web.network import network_pages
from web.openapi import openapi
from web.phones import Phones
from web.place import Place
from web.readers import readers
from web.simulator import simulator
from web.welcome import welcome
from web.words import has_hedgehog

SIMULATED: Final = "The simulated board"
NAMELESS: Final = "The board"


def create_app(
    service: Service,
    phones: Phones,
    place: Place,
    table: Table | None = None,
    watch: Watch | None = None,
    network: Network | None = None,
) -> Flask:
    """The companion of one board.

    Args:
        service: the game.
        phones: the register of its phones.
        place: where it is served.
        table: the board it is played on. Of a simulated one there is a page, too.
        watch: knows whether everything goes on.
        network: the network of a board that stands by itself; None if nobody keeps it.
    """
    app = Flask(__name__)
    streams = Streams(STREAMS)
    phones.changed = service.nudge
    guard = Guard(
        phones,
        lambda: service.snapshot.seating.players if service.snapshot.state is not None else (),
        simulated=isinstance(table, SimulatedTable),
    )
    app.extensions["guard"] = guard
    app.extensions["streams"] = streams
    app.register_blueprint(api(service, guard, streams))
    app.register_blueprint(archive(service, guard))
    app.register_blueprint(people(guard, board_name(table)))
    app.register_blueprint(joining(service, guard, place))
    app.register_blueprint(lights(service, guard))
    app.register_blueprint(openapi(guard))
    app.register_blueprint(app_shell())
    if table is not None:
        app.register_blueprint(readers(table.board, table.clock))
    if isinstance(table, SimulatedTable):
        app.register_blueprint(simulator(table.devices, lambda: service.alive, streams, guard))
    app.register_blueprint(health(service, watch))
    app.register_blueprint(card(guard, place, network))
    if network is not None:
        app.register_blueprint(welcome(network, place))
        app.register_blueprint(network_pages(network, guard, place))
    _pages(app)
    add_manners(app, lambda: has_hedgehog(service.snapshot))
    return app


def board_name(table: Table | None) -> str:
    """What a board is called."""
    if table is not None and table.board.file is not None:
        return table.board.file.name
    return SIMULATED if isinstance(table, SimulatedTable) else NAMELESS


def _pages(app: Flask) -> None:
    """Pages are the same for everybody: what is in them comes by the API, from who may ask."""

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

    @app.get("/rules")
    def rules() -> str:
        return render_template("rules.html")
