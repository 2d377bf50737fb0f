"""Makes the thread that publishes a board, from its settings. Needs the extra `mqtt`."""

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import metadata

from controller.appliance.status.status import Running
from controller.board.file.broker import BrokerSettings
from controller.maintenance.doctor.checks.supply import degrees_of
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.snapshot import Snapshot
from web.languages.language import speech
from web.mqtt.connection import BrokerConnection
from web.mqtt.discovery import discovery
from web.mqtt.messages import HealthMessage
from web.mqtt.nameless import nameless, nameless_refusal
from web.mqtt.publication import OFFLINE, Publication
from web.mqtt.thread import BrokerThread
from web.mqtt.topics import BIRTH, BoardTopics
from web.mqtt.troubles import BrokerUnusable
from web.views.onlookers import view
from web.views.refusals import refusal
from web.views.shapes.view import View

__all__ = ["BrokerUnusable", "broker_thread"]


def broker_thread(
    settings: BrokerSettings,
    actor: GameActor,
    board: str,
    name: str,
    address: str,
    tell: Callable[[], Running],
    site: ExaminedComputer | None = None,
) -> BrokerThread:
    """Return the thread that publishes a board; it is not started yet.

    Args:
        settings: the broker, and what is published.
        actor: the game.
        board: the board's id.
        name: the board's name.
        address: URL of its pages.
        tell: returns the state of the program.
        site: the computer; this one unless given.

    Raises:
        BrokerUnusable: password or certificates cannot be read.
    """
    topics, say = BoardTopics(board), speech(settings.language)
    computer = site or ExaminedComputer()

    def see(snapshot: Snapshot) -> View:
        shown = snapshot if settings.names else nameless(snapshot, say)
        return view(shown, None, say, (), board)

    def word(error: Refusal) -> str:
        return refusal(error if settings.names else nameless_refusal(error, say), say).message

    def measure() -> HealthMessage:
        running = tell()
        return HealthMessage(
            readers=running.readers.there,
            readers_out=running.readers.out,
            trouble=running.trouble or running.lights.trouble,
            temperature_c=degrees_of(computer),
        )

    def connect(
        connected: Callable[[], None], received: Callable[[str, bytes], None]
    ) -> BrokerConnection:
        return BrokerConnection(
            settings,
            f"hareboard-{board}",
            (topics.status, OFFLINE),
            (BIRTH, topics.command) if settings.commands else (BIRTH,),
            connected,
            received,
        )

    told = discovery(
        topics,
        name=name,
        version=metadata.version("hareboard"),
        address=address,
        commands=settings.commands,
    )
    publication = Publication(
        topics,
        see,
        datetime.now(UTC).isoformat(timespec="seconds"),
        told if settings.home_assistant else None,
        name=name,
        names=settings.names,
    )
    return BrokerThread(actor, topics, publication, measure, word, connect)
