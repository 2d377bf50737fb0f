"""A bare computer, and a checkout to install on it."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.power.evening import IN_MEMORY
from tests.support.install.computer import Computer
from tests.support.install.installing import Small


@pytest.fixture
def computer() -> Iterator[Computer]:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        yield Computer(Path(folder))


@pytest.fixture
def checkout(tmp_path: Path) -> Small:
    return Small(tmp_path / "checkout")
