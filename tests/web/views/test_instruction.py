"""One sentence in every state that says what to do now."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.table.commands import Pause
from controller.table.referee import Mismatch
from tests.support.table.tabletop import Tabletop
from web.languages.language import in_english
from web.views.headline import headline
from web.views.instruction import instruction

ANN, BEN = 0, 1


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path)
    yield table
    table.session.close()


def told(table: Tabletop, seat: int | None) -> str:
    return instruction(table.snapshot, seat, in_english())


def test_a_move(table: Tabletop) -> None:
    assert told(table, ANN) == "Lift your runner onto a lit square, or tap one here."
    assert told(table, BEN) == "Until it is your turn, tap a square to see what it would cost you."
    assert told(table, None) == "Ann moves the runner to a lit square."


def test_a_choice_beside_moves(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    table.phone("Ben", "f4")
    table.phone("Cem", "f2")
    assert told(table, ANN).endswith("or tap one here; or choose below.")
    table.move("Ann", 5)
    assert told(table, None) == (
        "Ann draws or pays carrots, by phone or button, or moves the runner to a lit square."
    )


def test_no_move_at_all(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, options={"start_carrots": 1, "hare": "off"})
    assert told(table, ANN) == "No move is possible: tap the button below."
    # What others are told must not depend on what Ann can pay for.
    assert told(table, None) == "Ann moves the runner to a lit square."
    table.session.close()


def test_a_lettuce(table: Tabletop) -> None:
    table.phone("Ann", "f10")
    table.phone("Ben", "f4")
    table.phone("Cem", "f2")
    table.put("Ann", 10, face_down=True)
    assert told(table, ANN) == "Turn your runner upright where it lies, or tap the button below."
    assert told(table, BEN) == "Ann turns the runner upright where it lies."


def test_a_lettuce_of_a_runner_that_was_not_laid_down(table: Tabletop) -> None:
    table.move("Ann", 10)
    table.phone("Ben", "f4")
    table.phone("Cem", "f2")
    assert told(table, ANN).startswith("First lay your runner face down, then turn it upright;")
    assert told(table, BEN) == "Ann first lays the runner face down, then turns it upright."


def test_a_gift_while_the_runner_is_still_to_be_laid_down(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, cards=["give-ten"], options={"start_carrots": 200})
    table.move("Ann", 10)
    table.phone("Ben", "f14")
    table.phone("Cem", "keep")
    assert told(table, ANN) == "Choose below: only you can decide."
    assert told(table, BEN) == "Ann decides on the phone."
    table.session.close()


def test_a_move_that_waits_for_rest(table: Tabletop) -> None:
    table.put("Ann", 5)
    assert told(table, ANN) == "Leave the runner there and the move counts. Or confirm it now."
    assert told(table, BEN) == "The move counts once the runner stands still."


def test_a_square_that_nobody_reads(table: Tabletop) -> None:
    for square in range(1, 65):
        table.reader(square, "quarantined")
    assert told(table, ANN) == "The board cannot see where you may go: tap your move here."


def test_runners_out_of_place(table: Tabletop) -> None:
    table.put("Ben", 30)
    for seat in (None, ANN, BEN):
        assert told(table, seat).startswith("Set the runner where it belongs.")
        assert headline(table.snapshot, seat, in_english()) == "A runner is out of place"
    table.put("Cem", 31)
    for seat in (None, ANN, BEN):
        assert told(table, seat).startswith("Set every runner where the list says.")
        assert headline(table.snapshot, seat, in_english()) == "Runners out of place"


def test_a_runner_that_was_moved_where_it_may_not_go(table: Tabletop) -> None:
    table.put("Ann", 30)
    for seat, head in ((ANN, "You can't go there"), (BEN, "Ann can't go there")):
        assert headline(table.snapshot, seat, in_english()) == head
        assert told(table, seat) == "Put the runner back, or on a lit square."


def test_a_runner_that_was_moved_onto_another(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 5)
    assert [each.kind for each in table.snapshot.finding.mismatches] == ["crowded"]
    for seat, head in ((BEN, "You can't go there"), (ANN, "Ben can't go there")):
        assert headline(table.snapshot, seat, in_english()) == head
        assert told(table, seat) == "Put the runner back, or on a lit square."


def test_a_pause(table: Tabletop) -> None:
    table.command(Pause(paused=True))
    assert told(table, ANN) == "The host has paused the game. You can look, but not play."


def test_a_take_back(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    table.put("Ann", 5)
    table.wait(5)
    table.knock("Ann")
    table.wait(5)
    assert table.finding.put_back
    assert told(table, ANN).startswith("Tap “Take back”")
    assert headline(table.snapshot, ANN, in_english()) == "Take back your move?"
    for seat in (None, BEN):
        assert headline(table.snapshot, seat, in_english()) == "Take back Ann's move?"
        assert told(table, seat).startswith("Ann takes it back by phone or button, or")


def test_trouble_no_game_and_the_end(table: Tabletop) -> None:
    stopped = replace(table.snapshot, trouble="The disk is full.")
    assert instruction(stopped, ANN, in_english()).startswith("Nothing is lost")
    nobody = replace(table.snapshot, state=None)
    assert instruction(nobody, None, in_english()) == "Choose who plays, and the race begins."
    over = replace(table.snapshot, state=replace(table.state, to_act=None))
    assert instruction(over, ANN, in_english()) == "Look at how the race went, or play again."


def test_who_is_home_waits_for_no_turn(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, options={"start_carrots": 2080, "lettuces": 0})
    table.phone("Ann", "f64")
    assert told(table, ANN) == "You are HOME. Watch the others race for the next places."
    table.session.close()


def test_whoever_has_won_is_called_you(tmp_path: Path) -> None:
    options = {"start_carrots": 2080, "lettuces": 0, "finish": "first-home"}
    table = Tabletop(tmp_path, options=options)
    table.phone("Ann", "f64")
    for seat, head in ((ANN, "You have won the race"), (BEN, "Ann has won the race")):
        assert headline(table.snapshot, seat, in_english()) == head
    assert headline(table.snapshot, None, in_english()) == "Ann has won the race"
    table.session.close()


def test_what_belongs_nowhere_is_taken_away(table: Tabletop) -> None:
    stranger = Mismatch("stranger", 30)
    finding = replace(table.finding, mismatches=(stranger,))
    strange = replace(table.snapshot, finding=finding)
    assert instruction(strange, ANN, in_english()).startswith("Take away what doesn't belong")
    assert headline(strange, ANN, in_english()) == "Something doesn't belong there"
    finding = replace(table.finding, mismatches=(stranger, Mismatch("misplaced", 5, "red", 0)))
    mixed = replace(table.snapshot, finding=finding)
    assert instruction(mixed, ANN, in_english()).startswith("Set every runner")


def test_a_missed_turn_passes_by_itself(table: Tabletop) -> None:
    state = table.state
    ann = replace(state.seats[ANN], miss=True)
    missing = replace(table.snapshot, state=replace(state, seats=(ann, *state.seats[1:])))
    assert instruction(missing, BEN, in_english()) == "In a moment it's the next player's turn."
    assert instruction(missing, ANN, in_english()).startswith("In a moment it's the next")
