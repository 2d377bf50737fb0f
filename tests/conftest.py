"""What holds for all tests."""

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from controller.library.shelf import FOLDER_VARIABLE

# How long an example takes says more of what else the machine has to do than of the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session", autouse=True)
def no_rules_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tests play by the shipped rules, whatever those who run them have of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("no-rules")))
        yield


class _OneBrowser(LoadScopeScheduling):  # type: ignore[misc]  # it comes without types
    """One browser at a time: tests that run side by side leave it the room it needs.

    By the names of files: pytest 9 takes no notice of how xdist marks its groups.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "browser" if nodeid.partition("::")[0].endswith("pages.py") else nodeid


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than there are processors: many tests wait, for a browser, a program, a runner."""
    return (yield) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _OneBrowser:
    return _OneBrowser(config, log)
