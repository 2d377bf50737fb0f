"""Takes the picture of a printed surface for the guide, from the file that builders get.

python -m tools.surface_picture
"""

from pathlib import Path
from typing import Final

import pypdfium2

from controller.board.make.order import Order
from controller.board.named import read_named
from controller.game.editions.rulesets import DEFAULT_EDITION
from web.artwork.surface import surface_files

PICTURE: Final = Path(__file__).parent.parent / "docs" / "pictures" / "surface.png"
SHEET: Final = "artwork/surface-painted.pdf"
SCALE: Final = 0.6
"""Dots per point: 43 dots an inch."""
COLOURS: Final = 128


def main() -> None:
    """Take it."""
    order = Order(read_named("spi-decoder-64"), DEFAULT_EDITION)
    (pdf,) = (file.data for file in surface_files(order) if file.path == SHEET)
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=SCALE).to_pil()
    image.quantize(COLOURS).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
