"""What the tests of the lights helper have in common."""

import socket
from collections.abc import Callable
from pathlib import Path

from hardware.errors import NotConnected
from hardware.lights.client import HelperStrip
from tests.support.lights.pretending import Helper, shows
from tests.support.waiting import until

RED = [(255, 0, 0)] * 3
RED_WIRE = "ff0000" * 3


StripOf = Callable[[Helper], HelperStrip]


def comes_back(helper: Helper, strip: HelperStrip) -> None:
    until(shows(strip, RED), "the strip takes frames again")
    assert helper.shown[-1] == RED_WIRE


def talk(helper: Helper) -> socket.socket:
    return talk_at(helper.socket)


def talk_at(path: Path) -> socket.socket:
    stranger = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    stranger.connect(str(path))
    stranger.settimeout(20)
    return stranger


def said(strip: HelperStrip) -> str:
    """What the strip says is wrong; nothing if it is fine."""
    try:
        strip.show(RED)
    except NotConnected as error:
        return str(error)
    return ""
