"""Publishes the board of a game to the MQTT broker that its board file names, if it names one."""

# ruff: noqa: PLC0415 - few boards have a broker, and paho-mqtt is an extra

import logging
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from controller.appliance.status.status import Running
from controller.board.file.broker import BrokerSettings
from controller.bootstrap import Table
from controller.bootstrap.watchdog import Vital
from controller.bootstrap.watched_threads import vital_of
from controller.partners.letters import PartnerLetters
from controller.partners.letters import is_installed as partners_installed
from web.access.address import PageAddress
from web.languages.language import mark
from web.mqtt.troubles import BrokerTrouble, BrokerUnusable
from web.views.shapes.people import BrokerState

if TYPE_CHECKING:
    from web.mqtt.letters_thread import LettersThread
    from web.mqtt.thread import BrokerThread

NOT_INSTALLED: Final = mark(
    "paho-mqtt is not installed, so nothing can be published. Install it: pip install "
    "'hareboard[mqtt]'."
)

_LOG: Final = logging.getLogger(__name__)


class Broker:
    """The broker of a board; without settings it does nothing.

    Args:
        table: the board, with its game.
        board: the board's id.
        place: the address of its pages.
        tell: returns the state of the program.
        letters: the letters to other boards, which the broker carries too.
    """

    def __init__(
        self,
        table: Table,
        board: str,
        place: PageAddress,
        tell: Callable[[], Running],
        letters: PartnerLetters,
    ) -> None:
        self._letters = letters
        self._table = table
        self._board = board
        self._place = place
        self._tell = tell
        self._thread: BrokerThread | None = None
        self._letters_thread: LettersThread | None = None
        self._unusable: BrokerTrouble | None = None

    @property
    def vitals(self) -> tuple[Vital, ...]:
        """The threads, for the watchdog; without one it counts by itself."""
        return (
            vital_of("the broker's thread", lambda: self._thread),
            vital_of("the letters' thread", lambda: self._letters_thread),
        )

    @property
    def state(self) -> BrokerState:
        """Whether the broker is connected."""
        thread = self._thread  # another request may change it meanwhile
        if thread is None:
            return "off" if self._unusable is None else "trouble"
        if self.trouble is not None:
            return "trouble"
        return "connected" if thread.is_up else "trying"

    @property
    def trouble(self) -> BrokerTrouble | None:
        """Why it is not connected, or of no full use; None if it is, or if there is none."""
        thread, letters = self._thread, self._letters_thread
        if thread is None:
            return self._unusable
        return thread.trouble or (None if letters is None else letters.trouble)

    def start(self, stop_table: Callable[[], None]) -> Callable[[], None]:
        """Begin to publish to the broker of the board file.

        Returns:
            A function that ends it, and stops the table after it.
        """
        file = self._table.board.file
        if file is not None and file.broker is not None:
            self._open(file.broker, file.name)

        def stop() -> None:
            self.stop()
            stop_table()

        return stop

    def stop(self) -> None:
        """Say that the board goes, and end it. Nothing that fails there is raised."""
        threads = self._letters_thread, self._thread
        self._letters_thread = self._thread = self._unusable = None
        for thread in threads:
            if thread is not None:
                with suppress(Exception):  # whatever fails there, the table is stopped
                    thread.stop()

    def change(self, settings: BrokerSettings) -> None:
        """Publish with other settings from now on."""
        self.stop()
        file = self._table.board.file
        self._open(settings, "" if file is None else file.name)

    def leave(self) -> None:
        """Clear what the broker keeps of the board, and publish nothing more."""
        thread, self._thread, self._unusable = self._thread, None, None
        letters, self._letters_thread = self._letters_thread, None
        if letters is not None:
            letters.stop()
        if thread is not None:
            thread.leave()

    def _open(self, settings: BrokerSettings, name: str) -> None:
        """Open a broker. One that cannot be used is logged: the game does without."""
        if not is_installed():
            self._unusable = BrokerTrouble(NOT_INSTALLED)
            _LOG.error("%s", self._unusable)
            return
        from web.mqtt.letters_thread import letters_thread
        from web.mqtt.opening import broker_thread

        address = f"{self._place.address()}/"
        try:
            self._thread = broker_thread(
                settings, self._table.actor, self._board, name, address, self._tell
            )
            if partners_installed():
                self._letters_thread = letters_thread(settings, self._letters, self._board)
        except BrokerUnusable as error:
            self._unusable, self._thread = error.trouble, None
            _LOG.error("%s Nothing is published.", error)
            return
        self._thread.start()
        if self._letters_thread is not None:
            self._letters_thread.start()


def is_installed() -> bool:
    """Return True if paho-mqtt is installed."""
    return find_spec("paho") is not None
