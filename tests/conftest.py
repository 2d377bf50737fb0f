"""What holds for all tests."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

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


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser at a time: tests that run side by side leave it the room it needs."""
    for item in items:
        if item.get_closest_marker("browser") is not None:
            item.add_marker(pytest.mark.xdist_group("browser"))
