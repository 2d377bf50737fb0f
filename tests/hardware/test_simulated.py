"""The simulated world: pieces, hands, buttons, lights."""

from pathlib import Path

import pytest

from hardware.clock import ManualClock
from hardware.errors import NoSuchPlace, NotConnected
from hardware.ports import BoardEvent, Pressed, Uid
from hardware.simulated.buttons import SimulatedButtons, SimulatedContacts
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import LARGEST_MEMORY_BYTES, Piece, World

RED, RED_CROWN, BLUE = Uid("0401"), Uid("0402"), Uid("0403")


@pytest.fixture
def world(tmp_path: Path) -> World:
    pieces = [Piece("red", RED, RED_CROWN), Piece("blue", BLUE, None)]
    return World(64, pieces, memory=tmp_path / "world.json")


def test_a_button_is_reported_with_its_time(world: World) -> None:
    events: list[BoardEvent] = []
    buttons = SimulatedButtons(world, ManualClock(10.0))
    buttons.start(events.append)
    world.press("confirm")
    assert events == [Pressed("confirm", 10.0)]


def test_stopped_buttons_report_nothing(world: World) -> None:
    events: list[BoardEvent] = []
    buttons = SimulatedButtons(world, ManualClock(10.0))
    buttons.start(events.append)
    buttons.stop()
    buttons.stop()
    world.press("confirm")
    assert events == []


def test_buttons_that_are_stopped_by_a_press_report_nothing_of_it(world: World) -> None:
    events: list[BoardEvent] = []
    first, second = (SimulatedButtons(world, ManualClock(10.0)) for _ in range(2))
    first.start(lambda _: second.stop())
    second.start(events.append)
    world.press("confirm")
    assert events == []


def test_contacts_that_another_program_holds_cannot_be_watched(world: World) -> None:
    contacts = SimulatedContacts(world, ManualClock(10.0))
    told: list[tuple[str, bool]] = []
    contacts.taken = True
    with pytest.raises(NotConnected, match="Another program uses the pins"):
        contacts.watch(lambda button, closed, _: told.append((button, closed)))
    contacts.stop()
    contacts.taken = False
    assert not any(contacts.watch(lambda *each: told.append(each[:2])).values())
    world.press("confirm")
    assert (told[0], told[-1]) == (("confirm", True), ("confirm", False))


def test_the_world_has_only_the_buttons_it_has(world: World) -> None:
    world.buttons = ("confirm",)
    with pytest.raises(NoSuchPlace, match="no button 'take-back'; there are confirm"):
        world.press("take-back")


# The world


def test_the_world_has_only_the_places_it_has(world: World) -> None:
    for square in (0, 65, -1):
        with pytest.raises(NoSuchPlace):
            world.put("red", square)
        with pytest.raises(NoSuchPlace):
            world.slide("red", square)
    with pytest.raises(NoSuchPlace):
        world.lift("mauve")
    assert world.piece("red").square is None


def test_a_knocked_piece_comes_to_stand_beside_the_board(world: World) -> None:
    world.put("red", 5, face_down=True)
    world.knock("red")
    assert (world.piece("red").square, world.piece("red").face_down) == (None, False)


def test_another_thing_is_read_where_it_lies_until_it_is_taken_away(world: World) -> None:
    told: list[tuple[Uid, ...]] = []
    world.watch(lambda: told.append(world.tags_on(5)))
    world.add(Piece("card", Uid("deadbeef"), Uid("feedface"), 5))
    assert world.upper_tags_on(5) == (Uid("feedface"),)
    world.remove("card")
    world.remove("card")
    assert told == [(Uid("deadbeef"),), ()]
    assert world.upper_tags_on(5) == ()


def test_the_wood_stays_where_it_is_when_the_power_goes(world: World, tmp_path: Path) -> None:
    world.put("red", 5, face_down=True)
    again = World(64, [Piece("red", RED, RED_CROWN)], memory=tmp_path / "world.json")
    assert (again.piece("red").square, again.piece("red").face_down) == (5, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"red": 5}',
        '{"red": {"square": 99}}',
        '{"red": {"square": 9}}' + " " * LARGEST_MEMORY_BYTES,
    ],
)
def test_a_world_file_that_makes_no_sense_is_an_empty_board(tmp_path: Path, text: str) -> None:
    memory = tmp_path / "world.json"
    memory.write_text(text)
    world = World(64, [Piece("red", RED, RED_CROWN)], memory=memory)
    assert world.piece("red").square is None


# The strip


def test_the_strip_looks_brighter_than_its_duties_and_goes_dark_at_the_end() -> None:
    strip = SimulatedStrip(3)
    strip.show([(55, 1, 255), (0, 0, 0), (255, 255, 255)])
    assert strip.colours == ((127, 21, 255), (0, 0, 0), (255, 255, 255))
    strip.close()
    assert strip.colours == ((0, 0, 0),) * 3


def test_a_square_shows_the_lights_that_really_lie_under_it() -> None:
    strip = SimulatedStrip(3, under={1: (3, 0), 3: (1,)}, lights=4)
    strip.show([(110, 0, 0), (0, 0, 55), (255, 255, 255), (0, 0, 0)])
    assert strip.colours == ((127, 0, 0), (0, 0, 0), (0, 0, 127))


def test_a_dead_light_stays_dark() -> None:
    strip = SimulatedStrip(2)
    strip.show([(255, 255, 255)] * 2)
    strip.dead.add(1)
    assert strip.colours == ((255, 255, 255), (0, 0, 0))


def test_only_lights_of_the_strip_can_lie_under_a_square() -> None:
    with pytest.raises(ValueError, match="has no light 5"):
        SimulatedStrip(3, under={1: (5,)}, lights=4)
