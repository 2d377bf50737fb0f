"""Reads TOML files by declared shapes. Imports nothing of ours.

`section` reads a file, `shapes` has what a key may be, `lines` finds the line of each key, and
`mistakes` has the mistakes and the words for them.
"""

from controller.toml.mistakes import BadFile, Problem
from controller.toml.section import TomlSection
from controller.toml.shapes import Limits

__all__ = ["BadFile", "Limits", "Problem", "TomlSection"]
