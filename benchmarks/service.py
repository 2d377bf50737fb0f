"""The service as on a board: how soon it answers and shines, and what it takes while nobody plays.

Four squares: readers emulated behind real serial ports, lights behind the real helper process and
a pretended strip; both are outside the process that is measured.
"""

import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds
from benchmarks.process import processor_s
from tests.support.end_to_end.program import Program
from tests.support.end_to_end.wood import Wood
from tests.support.waiting import until

STARTS: Final = 7
SETTLE_S: Final = 10.0
IDLE_S: Final = 20.0


class Board(Wood):
    """Notes how long each start of the program takes.

    Attributes:
        page_s: from the start of the process to its first page, of every start.
        light_s: likewise to its first light.
    """

    def __init__(self, folder: Path) -> None:
        self.page_s: list[float] = []
        self.light_s: list[float] = []
        super().__init__(folder)

    def start_again(self) -> None:
        """End the program, wait until it is dark, and start it."""
        self.program.close()
        self.helper.until_dark()
        self.program = self._started()

    def _started(self) -> Program:
        started_s = time.perf_counter()
        program = Program(
            "run", self.file, "--host", "127.0.0.1", "--port", "0", "--data", self.data
        )
        with ThreadPoolExecutor() as looking:
            lit_s = looking.submit(self._lit_s)
            program.wait_until_ready()
            with program.stream("/") as page:
                assert b"</html>" in page.read()
            self.page_s.append(time.perf_counter() - started_s)
            self.light_s.append(lit_s.result() - started_s)
        return program

    def _lit_s(self) -> float:
        until(lambda: not self.helper.is_dark(), "the first light")
        return time.perf_counter()


def measure() -> Figures:
    """Starts, and what the service takes while nothing happens."""
    with _board() as board:
        for _ in range(STARTS - 1):
            board.start_again()
        yield _start("first page answered", board.page_s)
        yield _start("first light", board.light_s)
        time.sleep(SETTLE_S)
        before_s, _ = _taken(board.program)
        time.sleep(IDLE_S)
        after_s, memory_mib = _taken(board.program)
    share = (after_s - before_s) / IDLE_S
    note = f"no game, no page open, {IDLE_S:.0f} s"
    yield Figure("processor, idle", f"{100 * share:.1f} % of a core", note)
    yield Figure("resident memory, idle", f"{memory_mib:.1f} MiB", "VmRSS")


@contextmanager
def _board() -> Iterator[Board]:
    if not Path("/proc/self/stat").exists():
        raise CannotMeasure("Processor time and memory are read from /proc, which only Linux has.")
    with tempfile.TemporaryDirectory() as folder, closing(Board(Path(folder))) as board:
        yield board


def _start(what: str, seconds: list[float]) -> Figure:
    note = f"hareboard run, median of {len(seconds)}, slowest {milliseconds(max(seconds))}"
    return Figure(f"process started to {what}", milliseconds(statistics.median(seconds)), note)


def _taken(program: Program) -> tuple[float, float]:
    """The processor time of a program, in seconds, and its resident memory in MiB. proc(5)."""
    status = Path(f"/proc/{program.pid}/status").read_text()
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    assert found is not None
    return processor_s(program), int(found[1]) / 1024
