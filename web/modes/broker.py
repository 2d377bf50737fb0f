"""Publishes the board of a game to the MQTT broker that its board file names, if it names one."""

# ruff: noqa: PLC0415 - few boards have a broker, and paho-mqtt is an extra

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from controller.appliance.status.status import Running
from controller.bootstrap import Table
from controller.bootstrap.watchdog import Vital
from web.access.address import PageAddress

if TYPE_CHECKING:
    from web.mqtt.thread import BrokerThread

NOT_INSTALLED: Final = (
    "The board file has [mqtt], but paho-mqtt is not installed, so nothing is published. Install "
    "it: pip install 'hareboard[mqtt]'."
)

_LOG: Final = logging.getLogger(__name__)


class Broker:
    """The broker of a board; without a thread it does nothing.

    Args:
        thread: publishes the board.
    """

    def __init__(self, thread: "BrokerThread | None" = None) -> None:
        self._thread = thread

    @property
    def vitals(self) -> tuple[Vital, ...]:
        """The thread, for the watchdog."""
        thread = self._thread
        if thread is None:
            return ()
        return (
            Vital(
                "the broker's thread",
                lambda: thread.turns,
                lambda: thread.failure,
                needed=False,
                restart=thread.start,
            ),
        )

    def start(self, stop_table: Callable[[], None]) -> Callable[[], None]:
        """Begin to publish; return a function that ends it, and stops the table after it."""
        thread = self._thread
        if thread is None:
            return stop_table
        thread.start()

        def stop() -> None:
            with suppress(Exception):  # whatever fails there, the table is stopped
                thread.stop()
            stop_table()

        return stop


def open_broker(
    table: Table, board: str, place: PageAddress, tell: Callable[[], Running]
) -> Broker:
    """Return the broker of a board. One that cannot be used is logged: the game does without.

    Args:
        table: the board, with its game.
        board: the board's id.
        place: the address of its pages.
        tell: returns the state of the program.
    """
    file = table.board.file
    if file is None or file.broker is None:
        return Broker()
    try:
        from web.mqtt.opening import BrokerUnusable, broker_thread
    except ModuleNotFoundError:
        _LOG.error(NOT_INSTALLED)
        return Broker()
    try:
        return Broker(
            broker_thread(file.broker, table.actor, board, file.name, f"{place.address()}/", tell)
        )
    except BrokerUnusable as error:
        _LOG.error("%s Nothing is published.", error)
        return Broker()
