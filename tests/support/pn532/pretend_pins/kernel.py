"""The kernel's rule for lines and devices: what one has opened is busy for everybody else."""

import errno

HELD: set[str] = set()
BROKEN: set[str] = set()
"""What cannot be opened."""
STUBBORN: set[str] = set()
"""What complains when it is let go of."""
ANSWERS: dict[int, bytes] = {}
"""What the chips on I2C buses say, by their addresses."""


def hold(name: str) -> None:
    if name in HELD or name in BROKEN:
        raise OSError(errno.EBUSY, f"{name}: Device or resource busy")
    HELD.add(name)


def release(name: str) -> None:
    HELD.discard(name)
    if name in STUBBORN:
        raise OSError(errno.EIO, f"{name}: Input/output error")
