"""What holds for all tests."""

import gc
import os
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import NodeManager

from controller.game.editions.files import FOLDER_VARIABLE
from tests.support.evidence import Evidence
from tests.support.needs import NotRun
from tests.support.sandbox import Sandbox, give_default_signals

TOGETHER = ("pages.py", "circuit_boards/test_files.py", "languages/test_languages.py")

# The same examples in every run. How long one takes says more of the machine than of the code.
settings.register_profile("hareboard", deadline=None, derandomize=True)
settings.load_profile("hareboard")

# A process that is measured writes at its end which lines it has run. xdist kills it after ten
# seconds, and on a busy machine all that it had run counted as left out.
if "COVERAGE_PROCESS_CONFIG" in os.environ:
    NodeManager.EXIT_TIMEOUT = 600


def pytest_configure(config: pytest.Config) -> None:
    """Give the run a sandbox; its processes save evidence of what fails in them."""
    give_default_signals()
    config.pluginmanager.register(Evidence())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Sandbox())
        config.pluginmanager.register(NotRun())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: nobody looks through it for garbage again and again."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


@pytest.fixture(scope="session", autouse=True)
def no_rules_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tests play by the shipped rules, whatever those who run them have of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("no-rules")))
        yield


class _ByPages(LoadScopeScheduling):  # type: ignore[misc]  # it comes without types
    """Gives tests out one by one, and together those of a file that opens pages or routes a board.

    So a process of the run opens one browser at a time, and a board is routed in one of them. By
    the names of files: pytest 9 takes no notice of how xdist marks its groups.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file.endswith(TOGETHER) else nodeid


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Two more than there are processors: many tests wait, for a browser, a program, a runner."""
    return (yield) + 2


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _ByPages:
    return _ByPages(config, log)
