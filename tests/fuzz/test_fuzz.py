"""Every parser of foreign input, with inputs made by a seed: more by `python -m tests.fuzz`."""

import pytest

from tests.fuzz.all_harnesses import HARNESSES
from tests.fuzz.mutations import inputs
from tests.support.tiers import few_or

SLOW = {"journal": 10, "http": 5, "bodies": 5, "board": 3, "small": 3, "record": 3, "log": 3}
"""By what the inputs of some harnesses are fewer."""


@pytest.mark.parametrize("name", HARNESSES)
@pytest.mark.parametrize("count", few_or(40, 6000))
def test_whatever_comes_is_read_or_refused_as_it_is_documented(name: str, count: int) -> None:
    harness = HARNESSES[name]
    for data in inputs(harness, count // SLOW.get(name, 1), seed=18):
        harness.attempt(data)
