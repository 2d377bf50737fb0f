"""Firmware in a real MicroPython, for the tests."""

import contextlib
import json
import re
import subprocess
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import IO, Any, Final, Self

from tests.support.checkout import ROOT
from tests.support.needs import missing
from tests.support.waiting import PATIENCE_S

FINDER: Final = ROOT / "tools" / "micropython"
_SCRIPT: Final = ROOT / "tests" / "firmware" / "interpreter.mjs"
_MACHINE_CODE: Final = re.compile(r"^ *@micropython\.(native|viper)\n", re.MULTILINE)


class FirmwareFailed(Exception):
    """MicroPython ended code with an exception; the text is its traceback."""


def micropython_path() -> str:
    """Return the path of MicroPython for Node.js.

    It is the one named by `HAREBOARD_MICROPYTHON`, or else the one that `tools/micropython` has
    fetched; nothing is installed. Raises as `missing` if there is none.
    """
    finder = subprocess.run([FINDER, "--find"], capture_output=True, text=True, check=False)
    if finder.returncode != 0:
        missing(finder.stderr.strip())
    return finder.stdout.strip()


def as_bytecode(files: Mapping[str, str]) -> dict[str, str]:
    """The files of a firmware with native and viper code as plain functions."""
    return {name: _MACHINE_CODE.sub("", text) for name, text in files.items()}


class Interpreter:
    """A MicroPython in a process of its own. Its objects are as large as on the RP2040.

    In it, `_board.call(text)` asks `answer` and returns what that returns: both are `str`, the
    question without a NUL. MicroPython stands still meanwhile, however long it takes. What `answer`
    raises ends MicroPython, and is raised by `run` or `wait`. It is called in a thread of its own.

    Unlike on the board, garbage is collected between two runs only, never during one: the heap
    grows as it has to. What is still held after a run has to fit into `heap_bytes`.

    Unlike on the board, it compiles to bytecode only, and takes firmware `as_bytecode`: a viper
    pointer is the buffer it points to.

    Args:
        files: what is in its file system: paths from the root, such as `main.py`, and texts.
        answer: is asked by `_board.call`.
        heap_bytes: how large its heap is.

    Attributes:
        held_bytes: what it still held after the last run without an exception.
    """

    def __init__(
        self,
        files: Mapping[str, str],
        answer: Callable[[str], str],
        heap_bytes: int = 200 * 1024,
    ) -> None:
        self.held_bytes = 0
        self._answer = answer
        self._is_answering = False
        self._heap_bytes = heap_bytes
        self._printed: list[str] = []
        self._future: Future[None] = Future()
        self._thread = threading.Thread()
        self._process = subprocess.Popen(
            ["node", _SCRIPT, micropython_path(), str(heap_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to: IO[bytes] = self._process.stdin
        self._from: IO[bytes] = self._process.stdout
        self._send(dict(files))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_running(self) -> bool:
        """Whether code that was started has not ended yet."""
        return self._thread.is_alive()

    @property
    def printed(self) -> str:
        """What the last code has printed so far."""
        return "".join(self._printed)

    def run(self, code: str, timeout_s: float = 60.0) -> str:
        """Run code to its end; returns what it printed. Names stay for the next run.

        Raises:
            FirmwareFailed: it raised an exception, or holds more than fits.
            TimeoutError: it has not ended in time; MicroPython was ended.
        """
        self.start(code)
        try:
            return self.wait(timeout_s)
        except TimeoutError:
            self._end()
            raise

    def start(self, code: str) -> None:
        """Begin to run code, which may never end.

        Raises:
            RuntimeError: other code still runs, or MicroPython was ended.
        """
        if self._process.poll() is not None:
            raise RuntimeError("MicroPython has ended")
        if self.is_running:
            raise RuntimeError("MicroPython still runs other code")
        self._printed.clear()
        self._future = Future()
        self._thread = threading.Thread(target=self._work, args=(code,), daemon=True)
        self._thread.start()

    def wait(self, timeout_s: float) -> str:
        """Wait until the code that was started ends; returns what it printed.

        Raises:
            FirmwareFailed: it raised an exception, or holds more than fits.
            TimeoutError: it still runs, and goes on.
        """
        self._thread.join(timeout_s)
        if self.is_running:
            raise TimeoutError(f"MicroPython still runs after {timeout_s} s: {self.printed}")
        self._future.result()
        return self.printed

    def close(self) -> None:
        """End MicroPython, whatever it does. An `answer` that blocks is left to itself."""
        self._end()
        if self.is_running and not self._is_answering:
            self._thread.join(PATIENCE_S)
        self._from.close()
        with contextlib.suppress(BrokenPipeError):
            self._to.close()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _work(self, code: str) -> None:
        try:
            self._send(code)
            self._serve()
        except FirmwareFailed as failed:
            self._future.set_exception(failed)
        except BaseException as error:  # noqa: BLE001  # raised again in the thread that waits
            self._end()
            self._future.set_exception(error)
        else:
            self._future.set_result(None)

    def _serve(self) -> None:
        """Do what MicroPython asks for, until its code has ended."""
        while line := self._from.readline():
            content: Any = json.loads(line[1:])
            match line[:1]:
                case b"?":
                    self._send(self._answered(content))
                case b">":
                    self._printed.append(content)
                case b"!":
                    raise FirmwareFailed(content)
                case _:
                    self._check_held(content)
                    return
        status = self._process.wait(PATIENCE_S)
        raise FirmwareFailed(f"MicroPython itself ended, with status {status}: {self.printed}")

    def _answered(self, question: object) -> str:
        if not isinstance(question, str):
            raise TypeError("_board.call() takes one str")
        self._is_answering = True
        try:
            return self._answer(question)
        finally:
            self._is_answering = False

    def _check_held(self, held_bytes: int) -> None:
        self.held_bytes = held_bytes
        if held_bytes > self._heap_bytes:
            raise FirmwareFailed(
                f"MemoryError: {held_bytes} bytes are held, the heap has {self._heap_bytes}"
            )

    def _send(self, content: object) -> None:
        self._to.write(json.dumps(content).encode() + b"\n")
        self._to.flush()
