"""The file of an SPI bus of Blinka's, which its `deinit` leaves open."""

import os
from typing import Any


def close_spi(bus: Any) -> None:
    """Release an SPI bus and close its file.

    Source: Adafruit_PureIO 1.1, `spi.py`: it opens `handle` and has nothing to close it.

    Args:
        bus: a `busio.SPI`, or something with its methods that has no such file.
    """
    device = getattr(getattr(bus, "_spi", None), "_spi", None)
    bus.deinit()
    handle = getattr(device, "handle", None)
    if handle is not None:
        os.close(handle)
