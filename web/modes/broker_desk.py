"""What the host may do about the broker: see, try, save and remove its settings.

The section [mqtt] of the board file is the only place of the settings; the password is in a file
of its own in the folder of the games, and never leaves the board but for its broker.
"""

# ruff: noqa: PLC0415 - few boards have a broker, and paho-mqtt is an extra

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from controller.atomic_files import keep_whole
from controller.board import BadFile, read_board
from controller.board.file.addresses import is_host
from controller.board.file.broker import BrokerSettings
from controller.board.file.broker_writing import with_broker, without_broker
from controller.board.file.form import parse_board
from controller.board.file.writing import save_board
from controller.bootstrap import own_file
from controller.refusal import Refusal
from web.api.broker import BrokerBody
from web.languages.language import Speech, mark
from web.modes.broker import NOT_INSTALLED, Broker, is_installed
from web.mqtt.password import saved_password
from web.mqtt.topics import BoardTopics
from web.mqtt.troubles import BrokerTrouble, BrokerUnusable
from web.views.shapes.people import BrokerSaved, BrokerSeen, BrokerTried

PASSWORD_FILE: Final = "mqtt-password"

CONNECTED: Final = mark("The broker at {host} lets the board in.")
NO_BOARD_FILE: Final = mark(
    "This board has no board file, so its broker cannot be saved. The guide to MQTT says how to "
    "start it with one."
)
NO_HOST: Final = mark("That is no name or address of a computer, such as 192.168.1.20.")
TYPE_AGAIN: Final = mark(
    "Type the password again: the saved one is only for the broker and user it was saved with."
)
NOT_SAVED: Final = mark("The board file could not be written: {reason}. Nothing has changed.")


@dataclass(frozen=True)
class BrokerDesk:
    """See, try, save and remove the settings of a broker.

    Attributes:
        broker: the broker.
        folder: folder of the games.
        file: the board file; None if the board has none.
        board: the board's id.
        lock: held while the file is changed.
    """

    broker: Broker
    folder: Path
    file: Path | None
    board: str
    lock: threading.Lock

    def seen(self, say: Speech) -> BrokerSeen:
        """Return settings and state. No password is in it."""
        settings, trouble = self._settings(), self.broker.trouble
        return BrokerSeen(
            saved=None
            if settings is None
            else BrokerSaved(
                host=settings.host,
                port=settings.port,
                tls=settings.tls,
                user=settings.user,
                password=settings.password_file is not None,
                names=settings.names,
            ),
            state=self.broker.state,
            sentence=None if trouble is None else trouble.sentence(say),
            fixed=None if (why := self._fixed()) is None else say._(why),
            topics=BoardTopics(self.board).table.removesuffix("table"),
        )

    def tried(self, asked: BrokerBody, say: Speech) -> BrokerTried:
        """Connect once with settings that are not saved; say what happened.

        Raises:
            Refusal: `bad-broker`, `bad-password`: they cannot be tried.
        """
        if not is_installed():
            return BrokerTried(ok=True, connected=False, sentence=say._(NOT_INSTALLED))
        from web.mqtt.attempt import attempt

        settings = self._asked(asked)
        password = asked.password
        if password is None and settings.password_file is not None:
            try:
                password = saved_password(settings)
            except BrokerUnusable as error:
                return _tried(error.trouble, settings, say)
        name = f"hareboard-{self.board}-{os.urandom(3).hex()}"  # beside the one that is connected
        return _tried(attempt(settings, password, name), settings, say)

    def save(self, asked: BrokerBody) -> None:
        """Write settings to the board file, and publish with them from now on.

        A broker at another address keeps nothing of the board.

        Raises:
            Refusal: `bad-broker`, `bad-password`, `file-not-saved`: nothing has changed.
        """
        with self.lock:
            settings, old = self._asked(asked), self._settings()
            own, before = self.folder / PASSWORD_FILE, None
            if settings.user is not None and asked.password is not None:
                settings = replace(settings, password_file=str(own))
                before = own.read_bytes() if own.exists() else b""
                self._keep(own, asked.password.encode())
            try:
                self._write(lambda text: with_broker(text, _keys(settings)))
            except Refusal:
                if before is not None:
                    self._keep(own, before)
                raise
            if old is not None and old.host != settings.host:
                self.broker.leave()
            self.broker.change(settings)

    def leave(self) -> None:
        """Remove the settings, and what the broker keeps of the board.

        Raises:
            Refusal: `file-not-saved`: nothing has changed.
        """
        with self.lock:
            self._write(without_broker)
            (self.folder / PASSWORD_FILE).unlink(missing_ok=True)
            self.broker.leave()

    def _settings(self) -> BrokerSettings | None:
        """Return the settings of the board file as it is now."""
        if self.file is None:
            return None
        path = own_file(self.file, self.folder)
        try:
            now = path.stat()
            return _broker_of(path, now.st_mtime_ns, now.st_size)
        except (BadFile, OSError):
            return None  # it is told once something is to be written

    def _fixed(self) -> str | None:
        """Return why settings cannot be saved; None if they can."""
        if self.file is None:
            return NO_BOARD_FILE
        return None if is_installed() else NOT_INSTALLED

    def _asked(self, asked: BrokerBody) -> BrokerSettings:
        """Return the settings that are asked for; those that the page does not show stay.

        Raises:
            Refusal: `bad-broker`: the host is no name or address; `bad-password`: the saved
                password belongs to another broker or user.
        """
        host, user = asked.host.strip(), (asked.user or "").strip() or None
        if not is_host(host):
            raise Refusal("bad-broker", NO_HOST)
        before = self._settings() or BrokerSettings(host=host)
        settings = replace(
            before, host=host, port=asked.port, tls=asked.tls, user=user, names=asked.names
        )
        if user is None or asked.password is not None:
            return replace(settings, password_file=None)
        if before.password_file is not None and _goes_to(before) != _goes_to(settings):
            raise Refusal("bad-password", TYPE_AGAIN)
        return settings

    def _write(self, change: Callable[[str], str]) -> None:
        """Change the board file. Raises `Refusal`, `file-not-saved`."""
        if self.file is None:
            raise Refusal("file-not-saved", NO_BOARD_FILE)
        try:
            path = own_file(self.file, self.folder, copy=True)
            text = path.read_text("utf-8")
            parse_board(text, path.name)
            save_board(path, change(text))
        except BadFile as error:
            raise Refusal("file-not-saved", NOT_SAVED, reason=str(error)) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refusal("file-not-saved", NOT_SAVED, reason=reason) from error

    def _keep(self, path: Path, password: bytes) -> None:
        """Write the password, for this program's user alone. Raises `Refusal`, `file-not-saved`."""
        try:
            keep_whole(path, password, 0o600)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refusal("file-not-saved", NOT_SAVED, reason=reason) from error


@lru_cache(maxsize=1)
def _broker_of(path: Path, _changed_ns: int, _size: int) -> BrokerSettings | None:
    """Return the broker of a board file; pages ask every few seconds, and it rarely changes."""
    return read_board(path).broker


def _keys(settings: BrokerSettings) -> dict[str, str | int | bool | None]:
    """Return the keys of [mqtt] that the page changes; None for a key that is left out."""
    return {
        "host": settings.host,
        "port": settings.port,
        "tls": settings.tls or None,
        "user": settings.user,
        "password_file": settings.password_file,
        "names": settings.names or None,
    }


def _goes_to(settings: BrokerSettings) -> tuple[str, int, bool, str | None]:
    """Return whom the password is sent to, as whom, and whether others can read it."""
    return settings.host, settings.port_used, settings.tls, settings.user


def _tried(trouble: BrokerTrouble | None, settings: BrokerSettings, say: Speech) -> BrokerTried:
    sentence = say._(CONNECTED, host=settings.host) if trouble is None else trouble.sentence(say)
    return BrokerTried(ok=True, connected=trouble is None, sentence=sentence)
