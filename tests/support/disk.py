"""A disk without room, for as long as it takes."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PAGE: Final = 4096


@contextmanager
def no_room_in(folder: Path) -> Iterator[None]:
    """Let no file of this process grow past the largest one in a folder, nor past two pages.

    So there is no room for an entry of the journal either in a log that was emptied.
    """
    largest = max((path.stat().st_size for path in folder.iterdir()), default=0)
    largest = min(largest, 2 * PAGE)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
