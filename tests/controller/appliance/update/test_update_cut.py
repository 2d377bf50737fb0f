"""Whatever line of an update is cut, a complete release starts next and the game is whole."""

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from controller.appliance.update import releases as releases_module
from controller.appliance.update import update as update_module
from controller.appliance.update.update import NotUpdated
from tests.support.appliance.installed import Installed
from tests.support.tiers import sample


class Cut(BaseException):
    """The power is gone."""


MODULES = {releases_module.__file__, update_module.__file__}
TIMES = 2
"""A line that is run again and again, as while it is waited, is cut so often."""


def cut_at(number: int, work: Callable[[], None]) -> bool:
    """Do something until so many lines of updating have been begun; whether it was cut there.

    In a thread of its own: what a trace raises in a handler may leave its thread with an exception
    that is never over.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_cut_at, number, work).result()


def _cut_at(number: int, work: Callable[[], None]) -> bool:
    begun: Counter[tuple[str, int]] = Counter()

    def trace(frame: FrameType, event: str, _arg: Any) -> Any:
        if frame.f_code.co_filename not in MODULES:
            return None
        if event == "line":
            line = (frame.f_code.co_filename, frame.f_lineno)
            begun[line] += begun[line] < TIMES
            if begun.total() >= number:
                raise Cut
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except Cut:
        return True
    except NotUpdated:
        return False
    finally:
        sys.settrace(before)
    return False


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: hundreds of updates wait for no disk."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def forth(board: Installed) -> Callable[[], None]:
    return lambda: board.update().to("0.2.0", now=False)


def back(board: Installed) -> Callable[[], None]:
    board.update().to("0.2.0", now=False)
    return lambda: board.update().back(now=False)


# What a cut leaves of a download is cleaned up by whoever empties the folder for such things.
@pytest.mark.filterwarnings("ignore:Implicitly cleaning up:ResourceWarning")
@pytest.mark.parametrize("fate", sample(2, ["dead", "well"]))
@pytest.mark.parametrize(("begin", "target"), [(forth, "0.2.0"), (back, "0.1.0")])
def test_whatever_line_is_cut_a_complete_release_starts_next_and_the_game_is_whole(
    quick_folder: Path, begin: Callable[[Installed], Callable[[], None]], target: str, fate: str
) -> None:
    seen = set()
    number, cut = 0, True
    while cut:
        number += 1
        board = Installed(quick_folder / str(number))
        work = begin(board)
        board.service.fate[target] = fate
        cut = cut_at(number, work)
        current = board.releases.linked("current")
        assert current is not None
        seen.add(current)
        board.service.fate.clear()
        board.service.restart()
        assert board.service.running == current
        assert board.journals.read()[1] == ("f5", "f7")
        # Whatever was left there, the next try succeeds.
        board.update().to("0.3.0", now=False)
        assert board.linked() == ("0.3.0", current)
    assert number > 50
    assert len(seen) == 2
