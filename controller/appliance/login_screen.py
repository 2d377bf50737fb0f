"""Copies how to join the game to the login screen of the computer, as root.

    python -I -m controller.appliance.login_screen

The game's user writes the text; agetty reads the copy as root. So the copy belongs to root, and
is made by root: a process of the game's user could write anything into a file opened for it.
"""

import sys
from pathlib import Path
from typing import Final

from controller.atomic_files import keep_whole
from controller.foreign_files import read_foreign
from controller.plain_text import plain_lines

ISSUE: Final = Path("/run/hareboard/issue")
"""Text that the running program writes: address, join code, PIN, QR codes."""
COPY: Final = Path("/run/hareboard.issue")
LARGEST: Final = 32_768
"""Bytes of the largest text; two QR codes and the lines around them take about 5,000."""


def how_to_join(path: Path) -> str:
    """Return the text that the program has written, without control characters.

    Raises:
        OSError: it cannot be read, or is no plain file.
    """
    return plain_lines(read_foreign(path, LARGEST).decode("utf-8", "replace"))


def main(path: Path = ISSUE, copy: Path = COPY) -> None:
    """Copy the text; without one that can be read, the login screen shows nothing."""
    try:
        # A backslash begins an escape of agetty's. Source: agetty(8), "ISSUE FILES".
        text = how_to_join(path).replace("\\", "\\\\")
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            sys.stderr.write(f"{path} is not shown on the login screen: {error.strerror}.\n")
        text = ""
    keep_whole(copy, text.encode())


if __name__ == "__main__":  # untested: a unit of systemd runs it
    main()
