"""Board files to start from, one for each way of wiring."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent


def example_names() -> tuple[str, ...]:
    """List the names of the examples, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def example_path(name: str) -> Path:
    """Return the file of an example.

    Raises:
        KeyError: there is no example of this name.
    """
    if name not in example_names():
        raise KeyError(name)
    return FOLDER / f"{name}.toml"
