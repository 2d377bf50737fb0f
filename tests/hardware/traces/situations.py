"""The nasty situations of which a trace is kept."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hardware.ports import Uid
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.radio import WEAK, Bleeding
from hardware.simulated.world import Piece
from tests.hardware.traces.stage import RED, Stage

BANK_CARD: Final = Uid("5ac3118e")


@dataclass(frozen=True)
class Situation:
    """Something that happens on a small board.

    Attributes:
        play: what hands, tags and readers do.
        been: where each runner ever was; it ends on the last one, None for beside the board.
        strangers: squares with a tag of no runner at the end.
        stage: what kind of board it is.
    """

    play: Callable[[Stage], None]
    been: Mapping[str, tuple[int | None, ...]]
    strangers: frozenset[int] = frozenset()
    stage: Mapping[str, Any] = field(default_factory=dict)


def crosstalk(stage: Stage) -> None:
    """Neighbours read each other's tags, often wrongly: their fields are on together."""
    stage.world.put("red", 2)
    stage.run(0.6)
    stage.world.put("blue", 5)
    stage.run(0.6)
    stage.world.lift("red")
    stage.run(0.3)
    stage.world.put("red", 6)
    stage.run(0.8)


def weak_tag(stage: Stage) -> None:
    """A tag that answers every other try."""
    stage.radio.set_quality(RED, WEAK)
    stage.world.put("blue", 2)
    stage.world.put("red", 3)
    stage.run(3.0)


def reader_out(stage: Stage) -> None:
    """The reader under a runner hangs, and comes back after its reset."""
    stage.world.put("red", 3)
    stage.world.put("blue", 1)
    stage.run(0.5)
    stage.fault(3, "silent")
    stage.run(2.0)
    stage.fault(3, "silent", on=False)
    stage.run(3.5)


def pushed(stage: Stage) -> None:
    """A runner is pushed along over three squares without being lifted."""
    stage.world.put("red", 1)
    stage.world.put("blue", 6)
    stage.run(0.4)
    for square in (2, 3, 4):
        stage.world.slide("red", square)
        stage.run(0.12)
    stage.run(0.6)


def swapped(stage: Stage) -> None:
    """Two runners change places, one of them by way of the hand."""
    stage.world.put("red", 2)
    stage.world.put("blue", 3)
    stage.run(0.4)
    stage.world.lift("red")
    stage.run(0.1)
    stage.world.slide("blue", 2)
    stage.run(0.1)
    stage.world.put("red", 3)
    stage.run(0.8)


def bank_card(stage: Stage) -> None:
    """A purse lies on the board: a card with a UID of four bytes beside a runner."""
    stage.world.put("red", 3)
    stage.run(0.4)
    stage.world.add(Piece("card", BANK_CARD, None, square=3))
    stage.run(0.4)
    stage.world.slide("card", 2)
    stage.run(0.6)


def corrupt_replies(stage: Stage) -> None:
    """Every fifteenth frame arrives with wrong or missing bytes, while a runner moves."""
    for square in stage.chips:
        stage.fault(square, "corrupt")
    stage.world.put("blue", 4)
    stage.world.put("red", 2)
    stage.run(1.5)
    stage.world.slide("red", 3)
    stage.run(2.5)


ROW: Final = {"squares": 6, "columns": 6}
SITUATIONS: Final[Mapping[str, Situation]] = {
    "crosstalk": Situation(
        crosstalk,
        {"red": (2, None, 6), "blue": (5,)},
        stage={
            "squares": 6,
            "columns": 3,
            "seed": 3,
            "stride": 1,
            "bleeding": Bleeding(reach_mm=90.0, read=0.3, garbled=0.5),
        },
    ),
    "weak-tag": Situation(weak_tag, {"red": (3,), "blue": (2,)}),
    "reader-out": Situation(reader_out, {"red": (3,), "blue": (1,)}),
    "pushed": Situation(pushed, {"red": (1, 2, 3, 4), "blue": (6,)}, stage=ROW),
    "swapped": Situation(swapped, {"red": (2, None, 3), "blue": (3, 2)}),
    "bank-card": Situation(bank_card, {"red": (3,)}, strangers=frozenset({2})),
    "corrupt-replies": Situation(
        corrupt_replies,
        {"red": (2, 3), "blue": (4,)},
        stage={"seed": 2, "odds": Odds(corrupt=1 / 15)},
    ),
}
