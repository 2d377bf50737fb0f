"""The state of a board in one line, for systemd and the log."""

from typing import TYPE_CHECKING, Final

from controller.table.snapshot import Snapshot
from web.languages.language import in_english
from web.views import board_trouble, words
from web.views.headline import headline

if TYPE_CHECKING:
    from controller.maintenance.calibration.snapshot import CalibrationSnapshot

WORKSHOP_STATUS: Final = "The board is in the workshop, and the game waits."


def game_status(snapshot: Snapshot) -> str:
    """Return the player to act or the task before it, with any trouble."""
    say = in_english()
    first = headline(snapshot, None, say)
    told = [first if first.endswith("?") else f"{first}."]
    if snapshot.trouble is not None:
        told.append(snapshot.trouble)
    if snapshot.state is not None and (out := snapshot.blind - snapshot.absent):
        told.append(board_trouble.unseen(out, snapshot.state.rules.home, say, here=False))
    if snapshot.lights_trouble is not None:
        told.append(words.lights_out(snapshot.lights_trouble, say))
    return " ".join(told)


def workshop_status(snapshot: "CalibrationSnapshot") -> str:
    """Return that the board is being calibrated, with any trouble."""
    told = WORKSHOP_STATUS
    return told if snapshot.lights_trouble is None else f"{told} {snapshot.lights_trouble}"
