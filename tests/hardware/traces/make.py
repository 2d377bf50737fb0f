"""Makes the traces of this folder anew: `python -m tests.hardware.traces.make`.

Only for a new situation, a new format, or when sightings come to need readings that no board
made before: a trace that is kept shows what a board once said, and stays as it is when drivers
change. Beside each trace stands what was sighted.
"""

from pathlib import Path
from typing import Final

from hardware.ports import BoardEvent, Sighting
from tests.hardware.traces.situations import SITUATIONS, Situation
from tests.hardware.traces.stage import stage

FOLDER: Final = Path(__file__).parent


def made(situation: Situation) -> tuple[str, str]:
    """The trace of a situation, and what its board sighted."""
    with stage(**situation.stage) as board:
        situation.play(board)
        return board.trace, sighted(board.events, board.began_s)


def sighted(events: list[BoardEvent], began_s: float = 0.0) -> str:
    """Sightings as text, a line each."""
    return "".join(
        f"{each.at_s - began_s:.6f} {each.square} {each.uid} {'seen' if each.seen else 'missed'}\n"
        for each in events
        if isinstance(each, Sighting)
    )


def main() -> None:
    """Make them all."""
    for name, situation in SITUATIONS.items():
        trace, sightings = made(situation)
        (FOLDER / f"{name}.jsonl").write_text(trace, "utf-8")
        (FOLDER / f"{name}.expected").write_text(sightings, "utf-8")


if __name__ == "__main__":
    main()
