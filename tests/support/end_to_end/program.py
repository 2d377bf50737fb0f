"""The real program in a process of its own: started, talked to over HTTP, stopped or killed."""

import contextlib
import http.client
import http.cookiejar
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from tests.support import evidence
from tests.support.waiting import PATIENCE_S, until

HAREBOARD: Final = Path(sys.executable).with_name("hareboard")
LAST_LOOK_S: Final = 2.0
"""How long a program of a failed test may take to say how its game stands."""
MEASURED: Final = "COVERAGE_PROCESS_CONFIG"
"""What coverage sets in the environment of programs that it measures."""
LAST_WORDS_S: Final = 20.0
SEED: Final = "64"
"""What simulations draw cards and dice by."""
_ADDRESS: Final = re.compile(r"(http://\S+)/$", re.MULTILINE)
_BOARD: Final = re.compile(r"http://\S+/board/[0-9a-f]+$", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """What the program answered: the status and the JSON."""

    status: int
    body: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether it did what it was asked to do."""
        return self.status == http.HTTPStatus.OK


class NoAnswer(Exception):
    """The connection ended before the whole answer was there."""


class Pages(ABC):
    """The pages of a program that runs somewhere, as one phone asks for them.

    Args:
        address: where they are, without a path.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        # Straight to the program: a proxy has no business here.
        self._cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._cookies)
        )

    @property
    @abstractmethod
    def pin(self) -> str:
        """What makes one the host."""

    @property
    def cookie(self) -> str:
        """What it proves itself with, as a header."""
        return "; ".join(f"{each.name}={each.value}" for each in self._cookies)

    def get(self, path: str) -> dict[str, Any]:
        """Read something.

        Raises:
            NoAnswer: it is not there, or died meanwhile.
        """
        answer = self.ask(path)
        assert answer.ok, answer
        return answer.body

    def ask(self, path: str) -> Answer:
        """The same, whatever is answered.

        Raises:
            NoAnswer: it is not there, or died meanwhile.
        """
        return self._ask(urllib.request.Request(self.address + path))

    def post(self, path: str, **body: Any) -> Answer:
        """Ask for something to be done.

        Raises:
            NoAnswer: it is not there, or died meanwhile; it may have done it or not.
        """
        return self._ask(
            urllib.request.Request(
                self.address + path,
                json.dumps(body).encode(),
                {"Content-Type": "application/json"},
            )
        )

    def take_seats(self) -> None:
        """Be the host and hold every seat of the game, whoever held them before.

        Raises:
            NoAnswer: it is not there, or died meanwhile.
        """
        assert self.post("/api/host", pin=self.pin).ok
        for seat in range(len(self.get("/api/watch")["seats"])):
            assert self.post(f"/api/seats/{seat}/leave").ok
            assert self.post("/api/join", seat=seat).ok

    def begin_game(self, players: Mapping[str, str]) -> None:
        """A new game, every seat taken by whoever asks here.

        Args:
            players: the colour of each, by name.
        """
        seats = [{"name": name, "colours": [colour]} for name, colour in players.items()]
        assert self.post("/api/games", seats=seats).ok
        self.take_seats()

    @contextlib.contextmanager
    def stream(self, path: str) -> Iterator[http.client.HTTPResponse]:
        """An answer still to be read, such as a page or a stream of server-sent events."""
        with self._opener.open(self.address + path, timeout=PATIENCE_S) as response:
            yield response

    def _ask(self, request: urllib.request.Request, timeout_s: float = PATIENCE_S) -> Answer:
        try:
            with self._opener.open(request, timeout=timeout_s) as response:
                return Answer(response.status, json.loads(response.read()))
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, json.loads(error.read()))
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(str(error)) from error


class Program(Pages):
    """`hareboard` with some arguments, running.

    Args:
        arguments: the words after the name of the program.
        command: what is run with them, if not `hareboard`.
        environ: what its environment has besides.
        handed: the numbers of open files that it gets.
    """

    def __init__(
        self,
        *arguments: str | Path,
        command: Sequence[str | Path] = (HAREBOARD,),
        environ: Mapping[str, str] = MappingProxyType({}),
        handed: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="program-")
        self._output = Path(self._folder.name) / "output"
        self._errors = Path(self._folder.name) / "errors"
        with self._output.open("wb") as output, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [*command, *arguments],
                env={**os.environ, **environ},
                pass_fds=handed,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
            )

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def output(self) -> str:
        """What it has printed so far."""
        return self._output.read_text("utf-8")

    @property
    def pin(self) -> str:
        """What makes one the host: it has printed that."""
        printed = re.search(r"PIN +(\d+)", self.output)
        assert printed is not None, self.output
        return printed[1]

    @property
    def board_key(self) -> str:
        """What puts a browser at its simulated board."""
        assert self.board is not None, self.output
        return self.board.rpartition("/")[2]

    @property
    def board(self) -> str | None:
        """Where a browser is at the simulated board: it has printed that."""
        printed = _BOARD.search(self.output)
        return None if printed is None else printed[0]

    @property
    def errors(self) -> str:
        """What it has printed as errors so far."""
        return self._errors.read_text("utf-8")

    def wait_for_address(self) -> None:
        """Wait until it says where its pages are. Raises as `wait_until_ready`."""
        until(self._has_address, "the address of its pages")

    def wait_until_ready(self) -> None:
        """Wait until it answers; then be at its board if that is simulated.

        Raises:
            RuntimeError: it has ended instead.
            TimeoutError: it does neither.
        """
        until(self._is_ready, "the first answer")
        if self.board is not None:
            self._opener.open(self.board, timeout=PATIENCE_S).close()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL: what a pulled plug is to a process."""
        self._process.kill()

    def wait(self, within_s: float = PATIENCE_S) -> int:
        """Wait for its end; returns the exit status, or minus the signal that ended it.

        Raises:
            subprocess.TimeoutExpired: it is still running.
        """
        return self._process.wait(within_s)

    def close(self) -> None:
        """End it however it may be, and let go of everything but the evidence of a failure."""
        if evidence.wanted() and self._output.exists():
            self._save(evidence.folder("program"))
        if MEASURED in os.environ:  # who is killed cannot say what it has run
            self._process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LAST_WORDS_S)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._folder.cleanup()

    def _save(self, folder: Path) -> None:
        """Keep what it has printed and, if it still answers, what everybody sees."""
        for printed in (self._output, self._errors):
            shutil.copy(printed, folder)
        if self._process.poll() is None and self.address:
            with contextlib.suppress(NoAnswer):
                snapshot = self._ask(
                    urllib.request.Request(self.address + "/api/watch"), LAST_LOOK_S
                )
                folder.joinpath("snapshot.json").write_text(json.dumps(snapshot.body, indent=1))

    def _has_address(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError(f"ended with {self._process.returncode}: {self.errors}")
        address = _ADDRESS.search(self.output)
        self.address = "" if address is None else address[1]
        return address is not None

    def _is_ready(self) -> bool:
        if not self._has_address():
            return False
        with contextlib.suppress(NoAnswer):
            return self._ask(urllib.request.Request(f"{self.address}/healthz")).ok
        return False


def simulation(folder: Path, *arguments: str, under: Sequence[str | Path] = ()) -> Program:
    """`hareboard simulate` on any free port, opening no browser; the same cards every time."""
    command = (*under, HAREBOARD, "simulate", "--data", folder, "--port", "0", "--no-open")
    return Program("--seed", SEED, *arguments, command=command)


@contextlib.contextmanager
def running(folder: Path, *arguments: str, under: Sequence[str | Path] = ()) -> Iterator[Program]:
    """A simulation that answers; it is killed at the end if it is still there."""
    program = simulation(folder, *arguments, under=under)
    try:
        program.wait_until_ready()
        yield program
    finally:
        program.close()


@contextlib.contextmanager
def seated(folder: Path, *arguments: str, under: Sequence[str | Path] = ()) -> Iterator[Program]:
    """The same, with every seat of its game taken by whoever asks here."""
    with running(folder, *arguments, under=under) as program:
        program.take_seats()
        yield program


def playing_on(file: Path, data: Path) -> Program:
    """`hareboard run` on a board file, with every seat taken by whoever asks here."""
    program = Program("run", file, "--host", "127.0.0.1", "--port", "0", "--data", data)
    program.wait_until_ready()
    program.take_seats()
    return program
