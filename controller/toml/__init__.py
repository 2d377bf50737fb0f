"""Reads TOML files by declared shapes. Imports nothing of ours.

`table` reads a file, `shapes` has what a key may be, `lines` finds the line of each key, and
`mistakes` has the mistakes and the words for them.
"""

from controller.toml.mistakes import BadFile, Problem
from controller.toml.shapes import Limits
from controller.toml.table import TomlTable

__all__ = ["BadFile", "Limits", "Problem", "TomlTable"]
