"""A board in a container, for the stories."""

from typing import Final

from tests.appliance.container import Container
from tests.appliance.wood import LOOK_S, Wood
from tests.support.waiting import until

THIS: Final = "/mnt/this/systemd/install"
NEXT: Final = "/mnt/next/systemd/install"
RELEASES: Final = "/mnt/releases"
SERVICE: Final = "hareboard.service"
BOARD: Final = "/root/four-squares.toml"


class Board:
    """A board in a container, and what is told of it.

    Args:
        box: the container.
    """

    def __init__(self, box: Container) -> None:
        self.box = box
        self.wood = Wood(box)

    def close(self) -> None:
        """Pull its readers out."""
        self.wood.close()

    def install(self, command: str = THIS, *words: str) -> str:
        """Run the installer, with a board file of this board if there is none."""
        self.box.path(BOARD).write_text(self.wood.board_file, "utf-8")
        return self.box.run(command, "--board", BOARD, *words)

    def pid(self) -> int:
        """The first process of the service."""
        return int(self.box.run("systemctl", "show", "--value", "-p", "MainPID", SERVICE))

    def ends_and_comes_back(self, how: str, within_s: float) -> None:
        """Wait until the service runs in another process, and answers."""
        before = self.pid()
        self.box.run("systemctl", "kill", "--kill-whom=main", f"--signal={how}", SERVICE)
        until(lambda: self.pid() not in (0, before), "another process", within_s, LOOK_S)
        self.wood.until_up()

    def current(self) -> str:
        """The release that `current` leads to."""
        return self.box.path("/opt/hareboard/current").readlink().name


def told(what: str) -> None:
    """Say what was shown."""
    print(f"  - {what}", flush=True)
