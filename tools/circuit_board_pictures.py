"""Takes the pictures of the circuit boards for the guide, with gerbv, from what builders get.

python -m tools.circuit_board_pictures
"""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from controller.board.circuit_boards.files import circuit_board_files
from controller.board.named import read_named

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
BOARD: Final = "spi-decoder-64"
DPI: Final = 220
GROUND: Final = "#1d4d2b"
TOP: Final = (
    ("holes-plated.drl", "#101010"),
    ("holes-bare.drl", "#101010"),
    ("legend-top.gbr", "#ffffff"),
    ("copper-top.gbr", "#c8963c"),
)
BOTTOM: Final = (
    ("holes-plated.drl", "#101010"),
    ("holes-bare.drl", "#101010"),
    ("copper-bottom.gbr", "#6f9fd0"),
)


def main() -> None:
    """Take them."""
    files = dict(circuit_board_files(read_named(BOARD)))
    for design in sorted({name.partition("/")[0] for name in files if "/" in name}):
        for side, layers in (("top", TOP), ("bottom", BOTTOM)):
            _take(files, design, layers, PICTURES / f"{design}-{side}.png")


def _take(
    files: Mapping[str, str], design: str, layers: tuple[tuple[str, str], ...], picture: Path
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        order = ["gerbv", "--export=png", f"--output={picture}", f"--dpi={DPI}", "--border=1"]
        order.append(f"--background={GROUND}")
        order += [f"--foreground={colour}" for _, colour in layers]
        for name, _ in layers:
            path = Path(folder) / name
            path.write_text(files[f"{design}/{name}"], "utf-8")
            order.append(str(path))
        subprocess.run(order, check=True)


if __name__ == "__main__":
    main()
