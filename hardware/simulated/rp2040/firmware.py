"""The firmware's own files, run in Python on a device that is not there."""

import builtins
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.machine import Reset, Rp2040

FIRMWARE: Final = Path(__file__).parents[3] / "firmware"
MODULES: Final = Path(__file__).parent / "modules"
OURS: Final = ("array", "binascii", "json")
"""Python modules that serve as MicroPython's."""
POINTERS: Final = {name: lambda buffer: buffer for name in ("ptr8", "ptr16", "ptr32")}
"""Viper's pointers to buffers: a buffer itself is indexed as they are."""


class Firmware:
    """The firmware on a device, one turn at a time or in a thread.

    Args:
        device: of the firmware.
        files: folder of its files.
    """

    def __init__(self, device: Rp2040, files: Path = FIRMWARE) -> None:
        self._device = device
        self._files = files
        self._app: Any = None
        self._waiting: type[Exception] = Exception
        self._tick: Callable[[], None] = lambda: None
        self._thread: threading.Thread | None = None
        self._stopping = False
        self.failure: BaseException | None = None

    def boot(self) -> None:
        """Start it, as `main.py` does."""
        self._device.boot()
        modules = _Modules(self._device, self._files)
        if "stay" in self._device.flash:
            del self._device.flash["stay"]
            self._app = None
            return
        self._waiting = modules.load("device").Waiting
        self._tick = modules.load("machine").Timer.tick
        self._app = modules.load("app").App(modules.load("usb").Usb())

    def turn(self) -> None:
        """Run one turn of its loop; restart it after a reset."""
        if self._app is None:
            return
        try:
            self._turn()
        except Reset:
            self.boot()

    def start(self) -> None:
        """Let it run in a thread of its own."""
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="rp2040", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Switch its power off. Does nothing when stopped already."""
        self._stopping = True
        self._device.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _turn(self) -> None:
        try:
            self._app.turn()
        except self._waiting:
            self._tick()

    def _run(self) -> None:
        try:
            while not self._stopping:
                try:
                    self.boot()
                    while not self._stopping and self._app is not None:
                        self._turn()
                    return
                except Reset:
                    continue
        except BaseException as error:
            self.failure = error
            raise


class PoweredLine(DirectLine):
    """A cable that gives a device its power: the firmware runs, in a thread, while it is used.

    Args:
        device: at its other end.
    """

    def __init__(self, device: Rp2040) -> None:
        super().__init__(device)
        self._firmware = Firmware(device)

    def start(self, news: Callable[[], None]) -> None:
        """Plug it in."""
        self._firmware.start()
        super().start(news)

    def stop(self) -> None:
        """Pull it."""
        super().stop()
        self._firmware.stop()


class _Modules:
    """Modules that `import` finds on the device."""

    def __init__(self, device: Rp2040, files: Path) -> None:
        self._folders = (MODULES, files)
        self._loaded: dict[str, Any] = {
            "_board": _board(device),
            "micropython": emulated_micropython(),
        }
        own = self.load("device")
        self._loaded |= {
            "time": own.Time,
            "sys": own.Sys(),
            "select": own.Select,
            "os": own.Os,
            "gc": _gc(),
        }
        self._open = own.open_file

    def load(self, name: str) -> Any:
        """Return a module, loaded once."""
        if name in self._loaded:
            return self._loaded[name]
        if name in OURS:
            return __import__(name)
        for folder in self._folders:
            path = folder / f"{name}.py"
            if path.exists():
                module = self._loaded[name] = ModuleType(name)
                module.__dict__["__builtins__"] = self._builtins()
                exec(compiled(path), module.__dict__)
                return module
        raise ImportError(f"the device has no module {name}")

    def _builtins(self) -> dict[str, Any]:
        return (
            vars(builtins)
            | POINTERS
            | {
                "__import__": lambda name, *_: self.load(name),
                "open": getattr(self, "_open", None),
                "ptr32": lambda what: self.load("machine").pointer(what),
            }
        )


def compiled(path: Path) -> CodeType:
    """Compile a file of a device; once as long as it stays the same, since every start needs it."""
    return _compiled(path.read_text("utf-8"), path)


@lru_cache
def _compiled(text: str, path: Path) -> CodeType:
    return compile(text, path, "exec")


def _board(device: Rp2040) -> ModuleType:
    waiting: list[str] = []

    def tell(text: str) -> None:
        waiting.append(text)

    def call(text: str) -> str:
        if waiting:
            text = ";".join((*waiting, text))
            waiting.clear()
        return device.answer(text)

    return _module("_board", tell=tell, call=call)


def emulated_micropython() -> ModuleType:
    """Return `micropython`: compiling to machine code changes the speed only."""

    def same(value: Any) -> Any:
        return value

    return _module("micropython", const=same, native=same, viper=same)


def _gc() -> ModuleType:
    def collect() -> None:
        """Do nothing: Python collects garbage by itself."""

    def mem_free() -> int:
        return 0

    return _module("gc", collect=collect, mem_free=mem_free)


def _module(name: str, **names: Callable[..., Any]) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(names)
    return module
