"""Helpers as processes, and strips that speak to them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.lights.client import HelperStrip
from tests.support.lights.pretending import Helper


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Helper]:
    with Helper(tmp_path) as helper:
        yield helper


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Helper]:
    with Helper(tmp_path, "--keep") as helper:
        yield helper


@pytest.fixture
def strip_of() -> Iterator[Callable[[Helper], HelperStrip]]:
    strips: list[HelperStrip] = []

    def strip(helper: Helper) -> HelperStrip:
        strips.append(helper.strip())
        return strips[-1]

    yield strip
    for one in strips:
        one.close()
