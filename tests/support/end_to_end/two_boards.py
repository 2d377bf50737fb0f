"""Two programs whose boards are paired, and a race of both: seat 0 at the first, 1 at the other."""

from typing import Any, Final

from controller.game.setup import USUAL_PACE_S
from tests.support.end_to_end.program import Program
from tests.support.waiting import until

COLOURS: Final = ("red", "green")


def reaches(board: Program) -> bool:
    """Whether a board reaches the other one; its host asks."""
    partners = board.get("/api/partners")["partners"]
    return bool(partners and partners[0]["reached"])


def begin_race(near: Program, far: Program, pace_s: float = USUAL_PACE_S, **options: Any) -> None:
    """Invite the other board and join there, with Ann and Ben; return when the race is there.

    Args:
        near: the board that invites.
        far: the other one.
        pace_s: errands are carried after half this time.
        options: house rules.
    """
    seats = [
        {"name": name, "colours": [colour]}
        for name, colour in zip(("Ann", "Ben"), COLOURS, strict=True)
    ]
    setup = {"seats": seats, "options": {"runners": 1, **options}, "pace_s": pace_s}
    (partner,) = near.get("/api/partners")["partners"]
    asked = near.post("/api/partners/race", pair=partner["id"], guests=[1], setup=setup)
    assert asked.ok, asked
    until(lambda: far.get("/api/partners")["race"] is not None, "the other board is invited")
    race = far.get("/api/partners")["race"]["race"]
    assert far.post("/api/partners/race/join", race=race).ok
    until(lambda: is_racing(far), "the race comes")


def is_racing(board: Program) -> bool:
    """Whether a race goes on at a board."""
    return bool(board.get("/api/watch")["phase"] == "playing")


def stands(board: Program) -> bool:
    """Whether the wood of a board stands where the game has it; START is beside it."""
    pieces = board.get("/api/simulator")["pieces"]
    square_of = {each["piece"]: each["square"] or 0 for each in pieces}
    return all(
        square_of[runner["colour"]] == runner["square"] or runner["place"] == "HOME"
        for seat in board.get("/api/watch")["seats"]
        for runner in seat["runners"]
    )
