"""The board file: which squares there are, which reader and light is under each, what feeds them.

`form` has what a board is, and reads its file; `squares`, `readers`, `buses`, `lights`,
`buttons`, `tags` and `web` read its sections, `outlets`, `selects` and `strip` what is wired to
what, `scanners` what hangs on co-processors, `claims` sees that nothing is used twice; `sheet`
notes every mistake, `lines` knows where in the file it stands. `writing` changes a file and keeps
its comments. `examples` has files to start from, `drawing` and `picture` show what a file comes to,
and `command` is what a terminal makes of it. The format is told in docs/boards.md. Nothing here
opens a device.
"""

from controller.board.form import Board, parse_board, read_board
from controller.board.mistakes import BadBoard, Problem
from controller.board.web import WebSettings

__all__ = ["BadBoard", "Board", "Problem", "WebSettings", "parse_board", "read_board"]
