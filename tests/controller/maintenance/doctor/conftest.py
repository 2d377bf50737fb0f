from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.doctor.computers import Change, Computer

MakeComputer = Callable[..., Computer]


@pytest.fixture
def computer(tmp_path: Path) -> MakeComputer:
    """Lays out a healthy Raspberry Pi 4, changed as it is told."""

    def make(*changes: Change) -> Computer:
        made = Computer(tmp_path)
        for change in changes:
            change(made)
        return made

    return make
