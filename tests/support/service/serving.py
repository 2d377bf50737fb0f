"""What the tests of the service have in common."""

from collections.abc import Callable

import pytest

from controller.game.pieces import COLOURS, Player
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Command
from controller.table.snapshot import Snapshot
from hardware.ports import Uid
from tests.support.waiting import PATIENCE_S

SEATS = tuple(
    Player(name, (colour,)) for name, colour in zip(("Ann", "Ben", "Cem"), COLOURS[:3], strict=True)
)


STRANGER = Uid("deadbeef")


class Broken(Exception):
    """Something no one has thought of."""


OpenService = Callable[..., GameActor]


def refusal(service: GameActor, command: Command) -> str:
    """The code with which a command is refused."""
    with pytest.raises(Refusal) as caught:
        service.submit(command)
    assert caught.value.message.endswith((".", "?"))
    return caught.value.code


def version(service: GameActor) -> int:
    return service.snapshot.version


def wait_until(service: GameActor, met: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot that meets a condition."""
    snapshot = service.snapshot
    while not met(snapshot):
        following = service.wait_for(snapshot.revision, PATIENCE_S)
        assert following is not snapshot, "nothing happens any more"
        snapshot = following
    return snapshot
