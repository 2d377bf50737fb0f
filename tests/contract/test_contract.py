"""A few hundred requests made up from the description; `make contract` sends ten thousand."""

from pathlib import Path

import pytest

from tests.contract.asking import ROLES, ask_many
from web.server.request_body import Mode


@pytest.mark.long
@pytest.mark.parametrize(("name", "requests"), [("play", 260), ("workshop", 60)])
def test_every_answer_is_as_it_is_described(tmp_path: Path, name: Mode, requests: int) -> None:
    told = ask_many(tmp_path, name, requests, 1978)
    assert told.wrong == []
    assert told.answers.total() >= requests
    assert {role for role, _, _ in told.answers} == set(ROLES)
    # They were not all turned away at the door.
    done = {what for _, what, how in told.answers if how == "200"}
    assert len(done) >= 8
