"""What holds for all tests."""

from collections.abc import Iterator

import pytest

from controller.library.shelf import FOLDER_VARIABLE


@pytest.fixture(scope="session", autouse=True)
def no_rules_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tests play by the shipped rules, whatever those who run them have of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("no-rules")))
        yield
