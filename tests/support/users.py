"""Who the tests are run by."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NOBODY: Final = 65534


@contextmanager
def no_root() -> Iterator[None]:
    """Have no more rights than anybody: root may use every file, whatever its mode."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
