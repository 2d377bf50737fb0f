"""The topics of a board. See docs/mqtt.md."""

from dataclasses import dataclass
from typing import Final

PREFIX: Final = "hareboard/v1"
HOME_ASSISTANT: Final = "homeassistant"
"""Where Home Assistant looks for devices, unless it was told otherwise."""
BIRTH: Final = f"{HOME_ASSISTANT}/status"
"""Home Assistant says here that it has started."""
BIRTH_PAYLOAD: Final = b"online"
PARTNER: Final = f"{PREFIX}/partner/"
"""Mailboxes of boards that play together, and of their pairing, begin with this."""


@dataclass(frozen=True)
class BoardTopics:
    """The topics of one board, by its id."""

    board: str

    @property
    def status(self) -> str:
        """Whether the board is there; retained, also the last will."""
        return f"{PREFIX}/{self.board}/status"

    @property
    def table(self) -> str:
        """The public view of the game; retained."""
        return f"{PREFIX}/{self.board}/table"

    @property
    def event(self) -> str:
        """What has just happened; not retained."""
        return f"{PREFIX}/{self.board}/event"

    @property
    def health(self) -> str:
        """How readers, lights and computer are; retained."""
        return f"{PREFIX}/{self.board}/health"

    @property
    def command(self) -> str:
        """What others ask of the board."""
        return f"{PREFIX}/{self.board}/command"

    @property
    def discovery(self) -> str:
        """What Home Assistant reads of the board; retained."""
        return f"{HOME_ASSISTANT}/device/hareboard-{self.board}/config"

    @property
    def retained(self) -> tuple[str, ...]:
        """The topics whose newest message the broker keeps."""
        return self.discovery, self.table, self.health, self.status
