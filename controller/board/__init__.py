"""The board file: which squares there are, which reader is under each, what feeds them.

`form` has what a board is, and reads its file; `squares`, `readers` and `buses` read its
sections, `outlets` and `selects` who is wired to what, `claims` sees that nothing is used twice;
`sheet` notes every mistake, `lines` knows where in the file it stands. `examples` has files to
start from, `drawing` shows what a file comes to, and `command` is what a terminal makes of it.
The format is told in docs/boards.md. Nothing here opens a device.
"""

from controller.board.form import Board, read_board
from controller.board.mistakes import BadBoard, Problem

__all__ = ["BadBoard", "Board", "Problem", "read_board"]
