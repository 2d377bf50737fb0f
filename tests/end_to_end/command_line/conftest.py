"""A game that was begun and left."""

import shutil
from pathlib import Path

import pytest

from tests.support.command_line.typed import stop
from tests.support.end_to_end.program import Program, seated


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of Ann, Ben and Cem, begun and left."""
    folder = tmp_path_factory.mktemp("played")
    with seated(folder, "--players", "3") as program:
        for seat, action in enumerate(("f4", "f5", "f7")):
            play(program, seat, action)
        program.post("/api/simulator/hand", do="put", piece="red", square=4)
        stop(program)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return shutil.copytree(played, tmp_path / "games")


def play(program: Program, seat: int, action: str) -> None:
    seen = program.get(f"/api/seats/{seat}")
    answer = program.post(f"/api/seats/{seat}/play", action=action, version=seen["version"])
    assert answer.ok, answer
