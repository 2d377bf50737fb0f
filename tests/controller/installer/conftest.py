"""A bare computer, and a checkout to install on it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.controller.installer.computer import Computer
from tests.controller.installer.installing import Small
from tests.power.evening import IN_MEMORY


@pytest.fixture
def computer() -> Iterator[Computer]:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Computer(Path(folder))


@pytest.fixture
def checkout(tmp_path: Path) -> Small:
    return Small(tmp_path / "checkout")
