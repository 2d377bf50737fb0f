"""The folder of this checkout, for tests that read its documents or start its programs."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SUPPORT: Final = Path(__file__).parent
