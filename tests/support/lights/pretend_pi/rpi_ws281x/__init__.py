"""Behaves as `rpi_ws281x` on a Raspberry Pi with a strip: the helper of the tests finds this one.

It lives in the folder that `PRETEND_PI` names: `strip` there has a line for everything the strip
was told, by whichever process; `mischief` says what goes wrong next: `refuse`, `fail`, `hang` or
`die`. It is as treacherous as the real one: a strip that is touched before its `begin()` has
succeeded, at the end of the process too, ends the process with SIGSEGV.
"""

import atexit
import os
import signal
import types
from pathlib import Path

_PI = Path(os.environ["PRETEND_PI"])

# Where each colour lies in the 24 bits of a light, for the bytes in the order of the wire.
ws = types.SimpleNamespace(
    WS2811_STRIP_RGB=0x100800,
    WS2811_STRIP_RBG=0x100008,
    WS2811_STRIP_GRB=0x081000,
    WS2811_STRIP_GBR=0x080010,
    WS2811_STRIP_BRG=0x001008,
    WS2811_STRIP_BGR=0x000810,
)


class PixelStrip:
    def __init__(
        self, num: int, pin: int, *, dma: int = 10, channel: int = 0, strip_type: int
    ) -> None:
        self._lights = [0] * num
        self._shifts = strip_type.to_bytes(3, "big")
        self._what = f"begin gpio={pin} dma={dma} channel={channel} lights={num}"
        self._began = False
        atexit.register(self._cleanup)

    def begin(self) -> None:
        if _mischief() == "refuse":
            raise RuntimeError(
                "ws2811_init failed with code -3 (Hardware revision is not supported)"
            )
        self._began = True
        _note(self._what)

    def setPixelColorRGB(  # noqa: N802 - its name in the library
        self, n: int, red: int, green: int, blue: int
    ) -> None:
        self._must_have_begun()
        self._lights[n] = red << 16 | green << 8 | blue

    def show(self) -> None:
        self._must_have_begun()
        match _mischief():
            case "fail":
                raise RuntimeError("ws2811_render failed with code -12 (DMA error)")
            case "hang":
                # In C no signal gets through but SIGKILL.
                signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.valid_signals()))
                signal.sigwait({signal.SIGWINCH})
            case "die":
                _die()
        colours = (light >> shift & 0xFF for light in self._lights for shift in self._shifts)
        _note(f"show {bytes(colours).hex()}")

    def _cleanup(self) -> None:
        self._must_have_begun()
        _note("end")

    def _must_have_begun(self) -> None:
        if not self._began:
            _die()


def _mischief() -> str:
    try:
        return (_PI / "mischief").read_text()
    except FileNotFoundError:
        return ""


def _note(line: str) -> None:
    with (_PI / "strip").open("a") as strip:
        strip.write(f"{line}\n")


def _die() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)
