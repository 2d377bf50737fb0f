"""A disk without room, for as long as it takes."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def no_room_in(folder: Path) -> Iterator[None]:
    """Let no file of this process grow past the largest one in a folder."""
    largest = max((path.stat().st_size for path in folder.iterdir()), default=0)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
