"""Set-up by buttons: every race that can be chosen can begin."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from controller.config import Settings
from controller.game.editions.files import FOLDER_VARIABLE, SHIPPED
from controller.game.editions.rulesets import edition_ids
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup, check_players, start_game
from controller.light.digits import Canvas
from controller.table.commands import Abandon, SeatChange
from controller.table.session import Session
from controller.table.stages.button_setup import CHARACTERS, seats_changed
from controller.table.state import TableState
from hardware.ports import ButtonName
from tests.support.table.states import SETUP, START_S, no_table
from tests.support.table.tabletop import SCAN_S, Tabletop
from tests.support.tiers import sample
from web.views.opponents import OFFERED

MORE: Final = "more-opponents"
FEWER: Final = "fewer-people"
STRONGER: Final = "stronger"
WEAKER: Final = "weaker"


THREE: Final = replace(
    SETUP,
    seats=(
        Player("Zoë", ("red",)),
        Player("Yan", ("green",)),
        Player("Kim", ("blue",)),
        Player("Frog", ("pink",), "alternator"),
    ),
)


def shown(table: TableState, *changes: SeatChange) -> TableState:
    for change in changes:
        table = seats_changed(table, change, START_S)
    return table


def chosen(table: TableState) -> list[tuple[str, str | None]]:
    assert table.button_setup is not None
    seats = table.button_setup.setup.seats
    return [(each.name, None if each.opponent is UNSET else each.opponent) for each in seats]


def after_a_race(setup: Setup = SETUP) -> TableState:
    saved = no_table().saved.begin(setup).after
    return no_table().change(saved=saved.set_aside().after)


def test_the_names_are_those_of_the_pages() -> None:
    assert {each.opponent: each.name for each in OFFERED} == CHARACTERS
    assert [each.opponent for each in OFFERED] == [*CHARACTERS]


def test_before_the_first_race_one_person_plays_against_three() -> None:
    assert chosen(shown(no_table(), MORE)) == [
        ("Ann", None),
        ("Frog", "alternator"),
        ("Squirrel", "sprinter"),
        ("Owlet", "strategist-1"),
    ]


def test_a_first_press_shows_who_played_last() -> None:
    table = shown(after_a_race(), MORE)
    assert table.button_setup is not None
    assert table.button_setup.setup == SETUP


def test_further_presses_add_opponents_then_leave_them_out() -> None:
    table, numbers = shown(after_a_race(), MORE), []
    for _ in range(5):
        numbers.append(sum(who is not None for _, who in chosen(table)))
        table = shown(table, MORE)
    assert numbers == [0, 1, 2, 3, 0]


def test_people_leave_one_by_one_and_all_come_again() -> None:
    table, numbers = shown(after_a_race(), MORE, MORE), []
    for _ in range(5):
        numbers.append(sum(who is None for _, who in chosen(table)))
        table = shown(table, FEWER)
    assert numbers == [3, 2, 1, 5, 4]
    assert len(chosen(table)) == 4


def test_nobody_is_called_like_somebody_else_but_for_capitals_and_blanks() -> None:
    seats = (
        Player("ann", ("red",)),
        Player("wise  owl", ("green",)),
        Player("Eule", ("blue",), "strategist-2"),
    )
    table = shown(after_a_race(replace(SETUP, seats=seats)), MORE, STRONGER, FEWER, FEWER)
    for _ in range(6):
        assert table.button_setup is not None
        check_players(table.button_setup.setup)
        table = shown(table, FEWER)


def test_whoever_played_last_comes_again_before_invented_names() -> None:
    table, names = shown(after_a_race(THREE), MORE), []
    for _ in range(5):
        table = shown(table, FEWER)
        names.append([name for name, _ in chosen(table)])
    assert names == [
        ["Zoë", "Yan", "Frog"],
        ["Zoë", "Frog"],
        ["Zoë", "Yan", "Kim", "Ann", "Ben", "Frog"],
        ["Zoë", "Yan", "Kim", "Ann", "Frog"],
        ["Zoë", "Yan", "Kim", "Frog"],
    ]


@pytest.fixture
def sunday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of one's own edition, whose carrots suffice for four players."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    usual = (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")
    path = tmp_path / "editions" / "sunday.toml"
    path.parent.mkdir()
    path.write_text(usual.replace("[options]", "[options]\npatch_total = 270"), "utf-8")
    return path


def editions_pressed_through(table: TableState) -> list[tuple[int, str]]:
    pressed = []
    for _ in range(4):
        assert table.button_setup is not None
        setup = table.button_setup.setup
        assert start_game(setup).state.rules.edition == setup.edition
        pressed.append((len(setup.seats), setup.edition))
        table = shown(table, MORE)
    return pressed


def test_for_more_players_than_ones_own_edition_allows_a_race_goes_by_the_usual_rules(
    sunday: Path,
) -> None:
    table = shown(after_a_race(replace(SETUP, edition=sunday.stem)), MORE)
    assert editions_pressed_through(table) == [
        (3, "sunday"),
        (4, "sunday"),
        (5, "parlett-2018"),
        (6, "parlett-2018"),
    ]


def test_after_a_race_by_an_edition_whose_file_has_gone_the_next_goes_by_the_usual_rules(
    sunday: Path,
) -> None:
    table = after_a_race(replace(SETUP, edition=sunday.stem, options={"track": "A"}))
    sunday.unlink()
    assert editions_pressed_through(shown(table, MORE)) == [
        (count, "parlett-2018") for count in (3, 4, 5, 6)
    ]


@pytest.mark.parametrize("change", [MORE, FEWER])
def test_who_presses_through_all_numbers_comes_to_the_last_race_as_it_was(
    change: SeatChange,
) -> None:
    zoe, *others = THREE.seats
    seats = (*others, zoe)  # the opponent sits between people
    last = replace(THREE, seats=seats, options={"lettuces": 2, "runners": 1}, first=2)
    table = shown(after_a_race(last), MORE)
    for _ in range(6):
        table = shown(table, change)
        assert table.button_setup is not None
        if table.button_setup.setup == last:
            return
    pytest.fail("the last race never comes again")


def test_whoever_is_left_alone_gets_an_opponent() -> None:
    two = replace(SETUP, seats=(Player("Ann", ("red",)), Player("Ben", ("black",))))
    two = replace(two, options={"runners": 1})
    assert chosen(shown(after_a_race(two), MORE, FEWER)) == [("Ann", None), ("Frog", "alternator")]


def test_house_rules_that_do_not_fit_so_many_are_put_away() -> None:
    three = replace(SETUP, options={"patch_total": 200, "lettuces": 2})
    table = shown(after_a_race(three), MORE)
    assert table.button_setup is not None
    assert table.button_setup.setup.options == three.options
    table = shown(table, MORE)
    assert table.button_setup is not None
    assert len(table.button_setup.setup.seats) == 4, "they are dealt 260 carrots"
    assert table.button_setup.setup.options == {}


def test_opponents_become_stronger_and_weaker_as_far_as_there_are_any() -> None:
    table = shown(no_table(), MORE)
    ends: tuple[tuple[SeatChange, str], ...] = ((STRONGER, "Owl King"), (WEAKER, "Snail"))
    for change, most in ends:
        for _ in CHARACTERS:
            table = shown(table, change)
        assert [name for name, _ in chosen(table)] == ["Ann", most, f"{most} 2", f"{most} 3"]


def test_names_and_colours_of_those_who_stay_are_kept() -> None:
    seats = (
        Player("Zoë", ("black",)),
        Player("Frog", ("red",)),
        Player("Tiger", ("green",), "mine"),
        Player("Eule", ("pink",), "strategist-2"),
    )
    table = shown(after_a_race(replace(SETUP, seats=seats, first=2)), MORE, STRONGER, MORE)
    assert table.button_setup is not None
    assert table.button_setup.setup.seats == (
        *seats[:3],
        Player("Wise Owl", ("pink",), "strategist-3"),
        Player("Owlet", ("yellow",), "strategist-1"),
    )


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("players", sample(2, range(2, 7)))
def test_every_race_that_can_be_chosen_can_begin(edition: str, players: int) -> None:
    each = 2 if players == 2 else 1
    colours = [COLOURS[at * each : (at + 1) * each] for at in range(players)]
    seats = tuple(Player(str(at), own) for at, own in enumerate(colours))
    options = {"teams": [[0, 2], [1, 3]]} if players == 4 else {"runners": each}
    table = shown(after_a_race(replace(SETUP, seats=seats, edition=edition, options=options)), MORE)
    for change in (MORE, FEWER, STRONGER, MORE, MORE, WEAKER, FEWER, FEWER, MORE, MORE) * 3:
        table = shown(table, change)
        assert table.button_setup is not None
        setup = table.button_setup.setup
        check_players(setup)
        assert len(start_game(setup).state.seats) == len(setup.seats)


# At the board


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[Tabletop]:
    """Nobody has set up anything with a phone: the game under way is over."""
    table = Tabletop(tmp_path)
    table.command(Abandon(table.snapshot.version))
    table.wait(Settings().after_race_s + SCAN_S)
    yield table
    table.session.close()


def press(table: Tabletop, *buttons: ButtonName) -> None:
    for button in buttons:
        table.press(button)
        table.wait(SCAN_S)


def drawn(session: Session) -> int:
    """How many lights draw digits now."""
    return sum(meaning == "digits" for meaning in session.snapshot.lights.values())


def test_buttons_alone_begin_a_race_with_opponents(table: Tabletop) -> None:
    press(table, "confirm", "take-back", "take-back", "confirm", "confirm", "carrot-draw")
    assert drawn(table.session) > 0
    table.press("confirm", held=True)
    table.wait(SCAN_S)
    seats = table.snapshot.seating
    assert [each.name for each in seats.players] == ["Ann", "Squirrel", "Owlet", "Mole"]
    assert seats.opponents == {1, 2, 3}
    assert table.snapshot.phase == "playing"
    assert table.snapshot.next_setup is None
    assert drawn(table.session) == 0


def test_what_was_chosen_is_forgotten_after_a_while_and_the_last_race_is_there_again(
    table: Tabletop,
) -> None:
    press(table, "confirm", "confirm")
    table.wait(31)
    assert (table.snapshot.next_setup, drawn(table.session)) == (None, 0)
    table.press("confirm", held=True)
    table.wait(SCAN_S)
    assert table.snapshot.seating.opponents == set()


def test_other_buttons_do_nothing_before_the_confirm_button_was_pressed(table: Tabletop) -> None:
    press(table, "take-back", "carrot-draw", "carrot-pay")
    assert (table.snapshot.next_setup, table.snapshot.phase) == (None, "setup")


def test_a_race_under_way_is_not_touched(table: Tabletop) -> None:
    table.press("confirm", held=True)
    table.wait(SCAN_S)
    press(table, "confirm", "take-back")
    assert (table.snapshot.phase, table.snapshot.next_setup) == ("playing", None)


def test_a_board_without_lights_sets_up_too() -> None:
    pressed = shown(after_a_race().change(canvas=Canvas({})), MORE, MORE)
    assert pressed.number is None
    assert len(chosen(pressed)) == 4
