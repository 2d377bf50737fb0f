"""An SPI bus of Blinka's that is closed leaves no file open."""

import os
from pathlib import Path
from typing import Any

import pytest

from hardware.spi_file import close_spi

pure = pytest.importorskip("Adafruit_PureIO.spi")
FILES = Path("/proc/self/fd")


class Bus:
    """What `busio.SPI` is on Linux: its `deinit` lets go of what it holds, and no more."""

    def __init__(self) -> None:
        self._spi: Any = type("Held", (), {"_spi": pure.SPI(os.devnull)})()

    def deinit(self) -> None:
        self._spi = None


@pytest.mark.skipif(not FILES.exists(), reason="asks /proc which files are open")
def test_its_file_is_closed() -> None:
    before = len(list(FILES.iterdir()))
    for _ in range(3):
        close_spi(Bus())
    assert len(list(FILES.iterdir())) == before
