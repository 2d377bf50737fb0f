"""The board file (docs/boards.md): reading, writing, plans made from it. Imports `game`.

`file` reads and writes it, one module for each section. `plan` makes connections, currents, parts
and drawings of it, `electronics` the circuit, `make` the build files. `examples` has files to start
from, `named` finds a file or an example, `no_file` has the words for a file that does not exist,
`command` is `hareboard board`.
"""

from controller.board.file.form import Board, parse_board, read_board
from controller.board.file.sections import WebSettings
from controller.toml import BadFile, Problem

__all__ = ["BadFile", "Board", "Problem", "WebSettings", "parse_board", "read_board"]
