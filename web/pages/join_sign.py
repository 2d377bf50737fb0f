"""The sign in the terminal and on the login screen that says how to join.

A board that runs by itself shows no terminal. If systemd gives it a folder
(RuntimeDirectory), the same text is kept there for the login screen on a monitor, and for the
installer; the file is readable by its user only, because it holds the PIN.
"""

import io
import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import segno

from controller.appliance.network import NetworkActor
from web.access.address import PageAddress
from web.access.phones import Phones
from web.pages.table_card import wifi_link

FOLDER_VARIABLE: Final = "RUNTIME_DIRECTORY"
ISSUE_FILE: Final = "issue"
LOOK_S: Final = 5.0
"""Seconds between checks of the text."""

_LOG: Final = logging.getLogger(__name__)


def how_to_join(place: PageAddress, phones: Phones, keeper: NetworkActor | None) -> str:
    """Return the text for a screen at the board, with QR codes."""
    network = keeper.snapshot if keeper is not None else None
    link = f"{place.address()}/join#{phones.code}"
    lines = ["Hare & Tortoise", ""]
    if network is not None and network.hotspot:
        own = network.own
        lines += [
            f"There is no other network here. First join the board's Wi-Fi “{own.name}”,",
            f"password {own.password}:",
            _drawn(wifi_link(own)),
        ]
    named = place.at(network.name) if network is not None and network.name else None
    lines += [
        f"To join the game scan this, or open {named or place.address()}/join",
        f"  code         {phones.code}",
        f"  host's PIN   {phones.pin}",
        _drawn(link),
    ]
    if network is not None and network.wifi and not network.hotspot:
        own = network.own
        lines += [f"Without a network it is Wi-Fi “{own.name}”, password {own.password}.", ""]
    return "\n".join(lines)


class JoinSign:
    """Keeps the login screen's text up to date.

    Args:
        folder: the folder of the text file.
        text: returns the current text.
    """

    def __init__(self, folder: Path, text: Callable[[], str]) -> None:
        self._path = folder / ISSUE_FILE
        self._text = text
        self._shown: str | None = None

    def look(self) -> None:
        """Write the file if the text has changed."""
        text = self._text()
        if text == self._shown:
            return
        self._shown = text
        try:
            draft = self._path.with_suffix(".new")
            draft.touch(mode=0o600)
            draft.write_text(text, encoding="utf-8")
            draft.replace(self._path)
        except OSError as error:
            _LOG.warning("The login screen does not show how to join: %s.", error.strerror)


@contextmanager
def shown(text: Callable[[], str]) -> Iterator[None]:
    """Keep the login screen's text within the context, if systemd gives a folder for it."""
    folder = os.environ.get(FOLDER_VARIABLE, "").partition(":")[0]
    if not folder:
        yield
        return
    ends = threading.Event()
    sign = JoinSign(Path(folder), text)
    threading.Thread(target=_keep, args=(sign, ends), name="sign", daemon=True).start()
    try:
        yield
    finally:
        ends.set()


def _keep(sign: JoinSign, ends: threading.Event) -> None:
    sign.look()
    while not ends.wait(LOOK_S):
        sign.look()


def _drawn(link: str) -> str:
    drawn = io.StringIO()
    segno.make_qr(link).terminal(drawn, compact=True)
    return drawn.getvalue()
