"""The strip as the game sees it when the lights helper drives it."""

import math
import socket
from collections.abc import Sequence
from typing import Final

from hardware.clock import Clock
from hardware.colours import flat
from hardware.errors import NotConnected, NotReady
from hardware.lights import protocol
from hardware.lights.protocol import (
    LightsDone,
    LightsFrame,
    LightsKeep,
    LightsRefused,
    LightsSetup,
    Message,
)
from hardware.lights.settings import HelperDriver, LightSettings
from hardware.ports import RGB

ANSWER_S: Final = 0.1
"""Longest wait for an answer; half of it for a set-up, and the next call waits further."""
SET_UP_S: Final = 5.0
"""Longest time the helper may take to open a strip, in all."""
PAUSE_S: Final = 0.25
"""Pause before a helper that failed is tried again."""

SILENT: Final = (
    "The lights helper isn't answering. If it was started with --keep, it will soon restart by "
    "itself; if the lights stay dark, restart it."
)
GONE: Final = (
    "The lights helper has stopped. If it was started with --keep, it will soon restart by "
    "itself; if the lights stay dark, restart it."
)


class HelperStrip:
    """A strip on the lights helper; a `LightStrip`. One thread uses it.

    It connects at its first use, and again when the helper comes back; no call takes much
    longer than a tenth of a second. The helper makes the strip dark when this program is silent
    for two seconds, or gone.

    Args:
        settings: the strip; its driver is the helper.
        clock: times the next try.
        answer_s: longest wait for an answer.

    Raises:
        ValueError: another driver drives the strip, or the settings do not fit the protocol.
    """

    def __init__(self, settings: LightSettings, clock: Clock, answer_s: float = ANSWER_S) -> None:
        driver = settings.driver
        if not isinstance(driver, HelperDriver):
            raise ValueError(f"a strip driven by {driver} is not for the lights helper")
        self._path = driver.socket
        self._setup = protocol.written(
            LightsSetup(
                driver.gpio,
                driver.dma,
                settings.order,
                settings.count,
                settings.currents,
                settings.budget_ma,
            )
        )
        self._start_it = (
            "Start it: the lights come back by themselves (sudo systemctl start hareboard-lights, "
            "or, in a checkout: "
            f"sudo .venv/bin/python -m hardware.lights.helper --keep --socket {self._path})."
        )
        self._clock = clock
        self._answer_s = answer_s
        self._lights = settings.count
        self._frame = LightsFrame(bytes(3 * settings.count))
        self._socket: socket.socket | None = None
        self._ready = False
        self._since_s = -math.inf
        self._again_s = -math.inf
        self._trouble = ""

    @property
    def lights(self) -> int:
        """Number of lights."""
        return self._lights

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light.

        Raises:
            ValueError: not as many as lights, or one outside 0 to 255.
            NotConnected: the helper is missing, or refuses; with cause and remedy.
            NotReady: it is setting up the strip.
        """
        self._frame = LightsFrame(flat(duties, self._lights))
        self._connect()
        self._tell(self._frame)

    def keep(self) -> None:
        """Confirm the current frame; show it again to a new helper.

        Raises:
            NotConnected: as `show`.
        """
        self._tell(self._frame if self._connect() else LightsKeep())

    def close(self) -> None:
        """Go dark and disconnect from the helper; the next frame connects again."""
        self._drop()

    def _connect(self) -> bool:
        """Connect to the helper if necessary; return True if the connection is new."""
        if self._ready:
            return False
        now_s = self._clock.now_s()
        if self._socket is None:
            if now_s < self._again_s:
                raise NotConnected(self._trouble)
            self._open()
            self._since_s = now_s
            self._send(self._setup)
        try:
            self._hear(self._answer_s / 2)
        except TimeoutError:
            if now_s < self._since_s + SET_UP_S:
                raise NotReady("The lights helper is setting up the strip.") from None
            raise self._failed(SILENT) from None
        self._ready = True
        return True

    def _open(self) -> None:
        try:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._socket.setblocking(False)
            self._socket.connect(self._path)
        except PermissionError:
            raise self._failed(
                f"This user may not speak to the lights helper at {self._path}: it must belong "
                "to the group of that file. Add it, and log in again."
            ) from None
        except (FileNotFoundError, ConnectionRefusedError):
            raise self._failed(
                f"The lights helper is not running: nobody listens at {self._path}. "
                + self._start_it
            ) from None
        except BlockingIOError:
            raise self._failed(SILENT) from None
        except OSError as error:
            raise self._failed(
                f"The lights helper cannot be reached at {self._path}: {error}. Does [lights] "
                f"name the helper's socket? {self._start_it}"
            ) from error

    def _tell(self, message: Message) -> None:
        self._send(protocol.written(message))
        try:
            self._hear(self._answer_s)
        except TimeoutError:
            raise self._failed(SILENT) from None

    def _send(self, packet: bytes) -> None:
        try:
            self._connected().send(packet)
        except OSError as error:
            raise self._failed(GONE) from error

    def _hear(self, wait_s: float) -> None:
        connection = self._connected()
        connection.settimeout(wait_s)
        try:
            packet = connection.recv(protocol.LONGEST)
        except TimeoutError:
            raise
        except OSError as error:
            raise self._failed(GONE) from error
        if not packet:
            raise self._failed(GONE)
        try:
            answer = protocol.read(packet)
        except protocol.LightsGarbage as error:
            raise self._failed(
                f"The lights helper answers what this program does not understand ({error}): "
                "install the same version of both, and start both again."
            ) from error
        if isinstance(answer, LightsRefused):
            raise self._failed(answer.text)
        if not isinstance(answer, LightsDone):
            raise self._failed("What answers is no lights helper: look at [lights] socket.")

    def _connected(self) -> socket.socket:
        if self._socket is None:  # untested: closed by another thread a moment ago
            raise NotConnected(self._trouble)
        return self._socket

    def _failed(self, trouble: str) -> NotConnected:
        self._drop()
        self._trouble = trouble
        self._again_s = self._clock.now_s() + PAUSE_S
        return NotConnected(trouble)

    def _drop(self) -> None:
        self._ready = False
        if self._socket is not None:
            self._socket.close()
            self._socket = None
