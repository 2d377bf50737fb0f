"""What the tests of the scripts share."""

from pathlib import Path

import pytest

from tests.support.tools.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with a checkout, the usual small commands, no Python and no browser."""
    return Machine(tmp_path)
