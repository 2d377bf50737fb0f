"""The modes of a board: the game, the calibration that sets it right, the acceptance.

The doctor, the calibration, the acceptance and the metrics are imported when they are first needed:
a game starts sooner without them.
"""

# ruff: noqa: PLC0415 - importing on demand, as above

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Flask, Response

from controller.appliance.status.event_log import EventLog
from controller.appliance.status.status import Running
from controller.board import BadFile, read_board
from controller.bootstrap import RunningBoard, Table, own_file
from controller.bootstrap.gauges import gauges_of
from controller.bootstrap.watchdog import Vital, Watchdog
from controller.bootstrap.watched_threads import vital_of, watch_over
from controller.game.journal.journal import JournalError
from controller.partners.letters import PartnerLetters
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.remote.thread import RaceThread
from hardware.clock import MonotonicClock
from hardware.errors import HardwareError
from web.access.address import PageAddress
from web.access.guard import Guard
from web.access.phones import Phones
from web.api.broker import broker as broker_routes
from web.api.builder import builder
from web.api.partners import partners as partner_routes
from web.api.status import how_acceptance_is, how_it_is, status
from web.api.voice import voice as voice_routes
from web.languages.language import mark
from web.modes.broker import Broker
from web.modes.game_app import board_name, create_app, open_workshop_page
from web.modes.mode_switch import ModeSwitch, RunningMode
from web.modes.partners_desk import PartnersDesk
from web.server.answers import as_json
from web.server.request_body import ModeBody, body
from web.views.shapes.building import ModeEntered, ModeSeen
from web.views.status_line import WORKSHOP_STATUS, game_status, workshop_status
from web.voice.loudspeaker import Loudspeaker

if TYPE_CHECKING:
    from controller.appliance.network import NetworkActor
    from controller.bootstrap.acceptance import AcceptanceTable
    from controller.bootstrap.calibration import CalibrationTable
    from controller.maintenance.doctor.case import Case
    from controller.maintenance.doctor.examination import Examiner, Report
    from web.modes.broker_desk import BrokerDesk

NO_FILE: Final = mark("This board has no board file, so there's nothing to learn about its wiring.")


@dataclass(frozen=True)
class BoardContext:
    """Paths, address and openers of a board, for all modes.

    Attributes:
        folder: the folder of its games.
        place: the address of its pages.
        phones: the register of its phones, the same in every mode.
        letters: the letters to other boards, which only the game reads and writes.
        file: its board file; None if it has none.
        wired: True if it is a real board, wired to this computer.
        open_table: opens and starts the table of the game.
        open_calibration: opens and starts the calibration; None if the board needs none.
        open_acceptance: the same for the acceptance.
        metrics: True to serve figures for Prometheus.
        network: the actor of its own network; None if it has none.
    """

    folder: Path
    place: PageAddress
    phones: Phones
    letters: PartnerLetters
    file: Path | None
    wired: bool
    open_table: Callable[[], Table]
    open_calibration: "Callable[[], CalibrationTable] | None"
    open_acceptance: "Callable[[], AcceptanceTable] | None" = None
    metrics: bool = False
    network: "NetworkActor | None" = None

    @property
    def own_file(self) -> Path | None:
        """The board file; of an example the copy in the folder, if it exists by now."""
        return None if self.file is None else own_file(self.file, self.folder)


def make_mode_switch(context: BoardContext) -> ModeSwitch:
    """Make a mode switch for a board; no mode is open yet."""
    clock = MonotonicClock()
    begun_s = clock.now_s()

    def tell(table: RunningBoard, watch: Watchdog) -> Running:
        return how_it_is(table, watch, context.place, clock.now_s() - begun_s)

    def tell_of(app: Flask, table: RunningBoard, watch: Watchdog) -> EventLog:
        app.register_blueprint(status(lambda: tell(table, watch)))
        if context.metrics:
            _add_metrics(app, table, lambda: tell(table, watch))
        return EventLog(lambda: tell(table, watch))

    def play() -> RunningMode:
        table = context.open_table()
        board, letters = context.phones.board, context.letters
        races = RaceThread(table.actor, letters)
        broker = Broker(table, board, context.place, lambda: tell(table, watch), letters)
        loudspeaker = Loudspeaker(table, board, context.folder)
        more = (*broker.vitals, vital_of("the race with another board", lambda: races))
        watch = watch_over(table, (*more, loudspeaker.vital))
        app = create_app(table.actor, context.phones, context.place, table, watch, context.network)
        app.register_blueprint(builder(_examiner(context, table)))
        event_log = tell_of(app, table, watch)
        app.register_blueprint(open_workshop_page())
        app.register_blueprint(mode_routes(switch, context, app.extensions["guard"]))
        _add_broker(app, context, table.actor, broker, races, board_name(table))
        return RunningMode(
            app,
            table.actor.begin_stop,
            races.started(broker.start(_speaking(app, loudspeaker, table.stop))),
            watch,
            lambda: game_status(table.actor.snapshot),
            event_log.look,
        )

    def calibration() -> RunningMode:
        if context.open_calibration is None:
            raise Refusal("no-workshop", NO_FILE)
        table = context.open_calibration()
        watch = watch_over(table)
        from web.modes.calibration.app import create_calibration_app

        app = create_calibration_app(table, context.phones, watch)
        event_log = tell_of(app, table, watch)
        if context.network is not None:
            from web.pages.captive_portal import welcome

            app.register_blueprint(welcome(context.network, context.place))
        app.register_blueprint(mode_routes(switch, context, app.extensions["guard"]))
        return RunningMode(
            app,
            table.actor.begin_stop,
            table.stop,
            watch,
            lambda: workshop_status(table.actor.snapshot),
            event_log.look,
        )

    def acceptance() -> RunningMode:
        if context.open_acceptance is None:
            raise Refusal("no-workshop", NO_FILE)
        table = context.open_acceptance()
        run = table.run
        from web.modes.acceptance.app import create_acceptance_app

        watch = Watchdog([Vital("the acceptance", lambda: run.turns, lambda: run.failure)])
        app = create_acceptance_app(table, context.phones, watch)

        def tell() -> Running:
            return how_acceptance_is(run, watch, context.place, clock.now_s() - begun_s)

        app.register_blueprint(status(tell))
        if context.network is not None:
            from web.pages.captive_portal import welcome

            app.register_blueprint(welcome(context.network, context.place))
        app.register_blueprint(mode_routes(switch, context, app.extensions["guard"]))
        return RunningMode(
            app,
            run.begin_stop,
            table.stop,
            watch,
            lambda: WORKSHOP_STATUS,
            EventLog(tell).look,
        )

    switch = ModeSwitch({"play": play, "workshop": calibration, "acceptance": acceptance}, clock)
    return switch


def _speaking(
    app: Flask, loudspeaker: Loudspeaker, stop_table: Callable[[], None]
) -> Callable[[], None]:
    """Begin to speak; return a function that ends it, and stops the table after it."""
    app.register_blueprint(voice_routes(app.extensions["guard"], loudspeaker))
    loudspeaker.start()

    def stop() -> None:
        loudspeaker.stop()
        stop_table()

    return stop


def _add_broker(
    app: Flask,
    context: BoardContext,
    actor: GameActor,
    broker: Broker,
    races: RaceThread,
    name: str,
) -> None:
    """Add what the host may do about the broker and the boards behind it."""
    guard: Guard = app.extensions["guard"]

    @cache
    def desk() -> "BrokerDesk":
        from web.modes.broker_desk import BrokerDesk

        return BrokerDesk(
            broker, context.folder, context.file, context.phones.board, threading.Lock()
        )

    app.register_blueprint(broker_routes(guard, desk))
    companions = PartnersDesk(context.letters, broker, name, races)
    app.register_blueprint(partner_routes(guard, companions, actor))


def _add_metrics(app: Flask, table: RunningBoard, tell: Callable[[], Running]) -> None:
    from controller.maintenance.doctor.computer import ExaminedComputer
    from web.api.metrics import Sources, add_metrics

    add_metrics(
        app,
        Sources(
            tell=tell,
            gauges=lambda: gauges_of(table.devices),
            snapshot=lambda: table.actor.snapshot if isinstance(table, Table) else None,
            streams=app.extensions["streams"],
            site=ExaminedComputer(),
        ),
    )


def mode_routes(switch: ModeSwitch, context: BoardContext, guard: Guard) -> Blueprint:
    """Make the routes that switch modes; only for the host."""
    routes = Blueprint("modes", __name__)

    @routes.get("/api/mode")
    def get_mode() -> Response:
        workshop = context.open_calibration is not None
        return as_json(ModeSeen(mode=switch.mode, workshop=workshop))

    @routes.post("/api/mode")
    def post_mode() -> Response:
        guard.host()
        wanted = body(ModeBody).mode
        try:
            if (file := context.own_file) is not None and wanted != switch.mode:
                read_board(file)  # checked before the open mode is closed
            switch.enter(wanted)
        except (BadFile, HardwareError, JournalError) as error:
            raise Refusal("not-there", str(error)) from error
        except OSError as error:
            raise Refusal(
                "not-there",
                "{reason}. Is the disk full, or read-only?",
                reason=error.strerror or str(error),
            ) from error
        return as_json(ModeEntered(ok=True, mode=switch.mode))

    return routes


def _examiner(context: BoardContext, table: Table) -> "Callable[[], tuple[Case, Report]]":
    """Return a function that examines the running game."""

    @cache
    def examiner() -> "Examiner":
        from controller.maintenance.doctor.examination import Examiner

        return Examiner(lambda: _case(context, table), MonotonicClock())

    def examine() -> "tuple[Case, Report]":
        return examiner()()

    return examine


def _case(context: BoardContext, table: Table) -> "Case":
    """Return the case for the doctor, from inside the running game."""
    from controller.maintenance.doctor.case import Case
    from controller.maintenance.doctor.case import RunningTable as Examined
    from controller.maintenance.doctor.computer import ExaminedComputer
    from controller.maintenance.doctor.findings import ReaderReport

    now_s = table.clock.now_s()
    snapshot = table.actor.snapshot
    return Case(
        ExaminedComputer(),
        context.folder,
        host=context.place.host,
        port=context.place.port,
        file=context.file,
        board=table.board.file,
        wired=context.wired,
        table=Examined(
            alive=table.actor.alive,
            readers=tuple(
                ReaderReport.of(health, now_s) for health in table.board.sensing.readers()
            ),
            lights=snapshot.lights_trouble,
            players=frozenset(player.name for player in snapshot.seating.players),
            inside=True,
        ),
    )
