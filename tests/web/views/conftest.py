"""Tables whose views are looked at."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.table.tabletop import Tabletop


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Tabletop]]:
    made: list[Tabletop] = []

    def one(*args: Any, **kwargs: Any) -> Tabletop:
        made.append(Tabletop(tmp_path, *args, **kwargs))
        return made[-1]

    yield one
    for table in made:
        table.session.close()
