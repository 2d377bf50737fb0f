"""Which tests are in `make test`, and which in `make test-all` only: the marker `long` says so."""

from collections.abc import Iterable
from typing import Any

import pytest


def sample(nth: int, values: Iterable[Any]) -> list[Any]:
    """Parameters for `parametrize`: each nth is in `make test`, the others are long.

    Args:
        nth: how many values each of those stands for.
        values: the parameters; a tuple holds one for each name.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if number % nth == 0 else (pytest.mark.long,),
        )
        for number, value in enumerate(values)
    ]


def few_or(few: Any, many: Any) -> list[Any]:
    """Parameters for `parametrize`: how many in `make test`, and how many in `make test-all`."""
    return [few, pytest.param(many, marks=pytest.mark.long)]
