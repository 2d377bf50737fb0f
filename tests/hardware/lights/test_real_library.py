"""The lights helper with the real `rpi_ws281x`, on a computer that is no Raspberry Pi."""

import platform
from pathlib import Path

import pytest

from hardware.errors import NotConnected
from tests.support.checkout import ROOT
from tests.support.lights.pretending import Helper
from tests.support.needs import missing

LIBRARY = ROOT / ".venv" / "ws281x"
"""Where `tools/ws281x` puts it."""


def real_library() -> Path:
    """Where the library is. Raises as `missing` if it is not there."""
    if platform.system() != "Linux" or platform.machine() in {"aarch64", "armv7l"}:
        pytest.skip("rpi_ws281x builds on Linux only, and on a Raspberry Pi it would find one")
    if not LIBRARY.is_dir():
        missing(
            "rpi_ws281x is missing, and a C compiler to build it: sudo apt install gcc python3-dev"
        )
    return LIBRARY


@pytest.mark.parametrize("words", [(), ("--keep",)])
def test_the_real_library_refuses_with_a_sentence_and_takes_nobody_down(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    with Helper(tmp_path, *words, library=real_library()) as helper:
        said: list[str] = []
        for _ in range(5):
            strip = helper.strip()
            with pytest.raises(NotConnected) as caught:
                strip.show([(1, 2, 3)] * 3)
            said.append(str(caught.value))
        assert len(set(said)) == 1
        assert said[0].startswith("The lights helper cannot drive a strip at GPIO18: ws2811_init")
        assert "It needs a Raspberry Pi" in said[0]
        assert helper.end() == 0
        assert "started again" not in helper.said
