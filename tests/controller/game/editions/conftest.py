"""A folder of one's own rules, and files to put into it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.game.editions.files import FOLDER_VARIABLE, SHIPPED

Put = Callable[[str, str], Path]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one's own rules, still empty."""
    folder = tmp_path / "rules"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture
def put(own: Path) -> Put:
    """Puts a file into it: `put("tracks/long.toml", text)`."""

    def put(name: str, text: str) -> Path:
        path = own / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return put


@pytest.fixture
def parlett() -> str:
    """The text of the default edition, to be changed."""
    return (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")
