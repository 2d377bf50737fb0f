"""Computer opponents in words: who is offered, and what a table says while one plays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.config import Settings
from controller.game.opponents.characters import OPPONENTS
from controller.game.pieces import Player, Seating
from controller.game.rules.state import Obligation
from controller.game.setup import LONGEST_NAME
from controller.table.commands import Abandon
from controller.table.referee import Errand
from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import SCAN_S, Tabletop
from tests.support.web.views import view
from web.languages.language import LANGUAGES, in_english, speech
from web.pages.assets import shipped
from web.views.headline import headline
from web.views.instruction import instruction
from web.views.opponents import named_as_usual, named_in, opponents, without_errands

ANN, BEN, CEM = 0, 1, 2


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Tabletop]:
    table = Tabletop(tmp_path)
    yield table
    table.session.close()


def played_by(snapshot: Snapshot, *seats: int) -> Snapshot:
    """The same snapshot, with these seats played by the program."""
    players = [
        replace(player, opponent="walker") if seat in seats else player
        for seat, player in enumerate(snapshot.seating.players)
    ]
    acts = snapshot.state.to_act if snapshot.state is not None else None
    return replace(
        snapshot,
        seating=Seating(tuple(players), snapshot.seating.crowned),
        opponent=acts if acts in seats else None,
        opponent_waits=bool(snapshot.finding.errands),
    )


def told(snapshot: Snapshot, seat: int | None) -> tuple[str, str]:
    return headline(snapshot, seat, in_english()), instruction(snapshot, seat, in_english())


def test_every_character_that_is_offered_exists_and_has_a_face() -> None:
    for each in opponents(in_english()):
        assert each.opponent in OPPONENTS
        assert shipped().read(f"faces/{each.opponent}.svg").startswith(b"<svg")


def test_programs_are_offered_after_the_characters() -> None:
    *characters, last = opponents(in_english(), ["mine"])
    assert tuple(characters) == opponents(in_english())
    assert (last.opponent, last.name, last.level) == ("mine", "mine", "added program")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_different_and_leave_room_for_a_number(language: str) -> None:
    names = [each.name for each in opponents(speech(language))]
    assert len({name.casefold() for name in names}) == len(names)
    assert max(map(len, names)) <= LONGEST_NAME - len(" 6")


def test_an_opponent_thinks(table: Tabletop) -> None:
    snapshot = played_by(table.snapshot, ANN)
    for seat in (None, BEN):
        assert told(snapshot, seat) == ("Ann thinks", "The program plays in a moment.")


def test_an_opponents_move_is_an_errand_for_anybody(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 2)):
        table.move(name, square)
    table.phone("Ann", "f7")
    snapshot = played_by(table.snapshot, ANN)
    carry = ("Move Ann's runner to square 7", "Anybody may carry it: both squares are lit.")
    for seat in (None, CEM):
        assert told(snapshot, seat) == carry
    assert told(snapshot, BEN)[0] == "Your move"
    assert snapshot.lights[5] == snapshot.lights[7] == "errand"


def test_a_runner_that_stands_nowhere_is_put_on_the_lit_square(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    assert told(played_by(table.snapshot, ANN), None) == (
        "Move Ann's runner to square 5",
        "Anybody may put it on the lit square.",
    )


@pytest.mark.parametrize(
    ("errand", "head", "says"),
    [
        (
            Errand("green", 10, 10, face_down=True),
            "Turn Cem's runner over",
            "Anybody may do it: the light shows the square.",
        ),
        (
            Errand("green", 12, 0, face_down=False),
            "Move Cem's runner to START",
            "Anybody may take it back to START: the light shows where it stands.",
        ),
        (
            Errand("green", 60, 64, face_down=False),
            "Move Cem's runner to HOME",
            "Anybody may carry it: both squares are lit.",
        ),
        (
            Errand("green", None, 12, face_down=False),
            "Move Cem's runner to square 12",
            "Anybody may put it on the lit square.",
        ),
    ],
)
def test_a_headline_says_what_is_to_be_carried_for_an_opponent(
    table: Tabletop, errand: Errand, head: str, says: str
) -> None:
    snapshot = played_by(table.snapshot, CEM)
    carried = replace(snapshot, finding=replace(snapshot.finding, errands=(errand,)))
    assert told(carried, None) == (head, says)


def test_what_the_board_carries_itself_is_asked_of_nobody(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.phone("Ben", "f4")
    seen = without_errands(played_by(table.snapshot, ANN, CEM))
    assert not seen.finding.errands
    assert not seen.opponent_waits
    assert told(seen, None)[0] == "Cem thinks"
    table.put("Ann", 6)
    table.wait(3 * SCAN_S)
    assert without_errands(played_by(table.snapshot, ANN, CEM)).opponent_waits


def test_an_opponent_waits_until_everybodys_runners_are_carried(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    assert told(played_by(table.snapshot, BEN), None) == (
        "Ben waits for the board",
        "First do what is asked below, then the program plays.",
    )


def test_people_deal_for_an_opponent_on_any_phone(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, chance="by-hand")
    snapshot = played_by(table.snapshot, ANN)
    assert told(snapshot, BEN)[0] == "Deal the hare cards for Ann"
    seen = view(snapshot, BEN, in_english(), (), "")
    assert seen["me"]["chance"]["kind"] == "deal"
    assert seen["me"]["my_turn"] is False
    assert view(played_by(table.snapshot, CEM), BEN, in_english(), (), "")["me"]["chance"] is None
    table.session.close()


@pytest.mark.parametrize(
    ("hare", "head", "text"),
    [
        (
            "die-table",
            "Roll the die for Ann",
            "Roll the real die. Any player taps its number on a phone.",
        ),
        (
            "table-1974",
            "Draw a number for Ann",
            "Draw one of the real numbered cards. Any player taps its number on a phone.",
        ),
    ],
)
def test_people_roll_for_an_opponent_on_any_phone(
    tmp_path: Path, hare: str, head: str, text: str
) -> None:
    table = Tabletop(tmp_path, chance="by-hand", options={"hare": hare})
    table.move("Ann", 3)
    snapshot = played_by(table.snapshot, ANN)
    assert told(snapshot, BEN) == (head, text)
    asked = view(snapshot, BEN, in_english(), (), "")["me"]["chance"]
    assert asked["kind"] == "roll"
    table.session.close()


@pytest.mark.parametrize(
    ("owed", "head"),
    [
        ("chew", "Ann chews a lettuce"),
        ("back", "Ann must go back"),
        ("rest", "Ann sleeps on"),
    ],
)
def test_what_an_opponent_owes_is_told_as_of_anybody(
    table: Tabletop, owed: Obligation, head: str
) -> None:
    state = table.state
    runner = replace(state.seats[ANN].runners[0], at=14, obligation=owed)
    ann = replace(state.seats[ANN], runners=(runner,))
    owing = replace(table.snapshot, state=replace(state, seats=(ann, *state.seats[1:])))
    assert told(played_by(owing, ANN), BEN)[0] == head


def test_pages_say_who_would_race_while_buttons_choose(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    table.wait(Settings().after_race_s + SCAN_S)
    for _ in range(2):
        table.press("confirm")
        table.wait(SCAN_S)
    assert told(table.snapshot, None) == (
        "Next race: Ann, Ben, Cem and Frog",
        "Hold the button to begin; press it for one computer opponent more.",
    )


def test_a_headline_names_nobody_in_particular_while_buttons_choose(table: Tabletop) -> None:
    assert view(table.snapshot, None, in_english(), (), "")["named"] == ANN
    table.command(Abandon(table.snapshot.version))
    table.wait(Settings().after_race_s + SCAN_S)
    table.press("confirm")
    assert view(table.snapshot, None, in_english(), (), "")["named"] is None


def test_a_view_names_the_character_of_each_seat(table: Tabletop) -> None:
    seen = view(played_by(table.snapshot, BEN), None, in_english(), (), "")
    assert [each["opponent"] for each in seen["seats"]] == [None, "walker", None]


def players(*names: str) -> list[Player]:
    """Owls of these names, after a person of the first."""
    return [
        Player(names[0], ("red",)),
        *(Player(name, ("blue",), "strategist-2") for name in names[1:]),
    ]


def named(language: str, *names: str) -> list[str]:
    return [each.name for each in named_in(players(*names), speech(language))]


def test_opponents_have_their_usual_names_in_the_readers_language() -> None:
    assert named("de", "Ann", "Owl", "Owl 2") == ["Ann", "Eule", "Eule 2"]
    assert named("it", "Ann", "Owl", "Owl 2") == ["Ann", "Gufo", "Gufo 2"]
    assert named("en", "Ann", "Owl", "Owl 2") == ["Ann", "Owl", "Owl 2"]


def test_names_that_people_gave_stay() -> None:
    given = ["Owl", "Owlbert", "Snail", "Owl the Great", "Owl 17"]
    assert named("de", *given) == given


def test_an_opponent_is_not_called_what_somebody_else_is() -> None:
    assert named("de", "eule", "Owl", "Owl 2") == ["eule", "Owl", "Eule 2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_a_page_gave_in_its_language_are_kept_in_english(language: str) -> None:
    say = speech(language)
    usual = tuple(players("Ann", "Owl", "Owl 2"))
    assert named_as_usual(named_in(usual, say), say) == usual


def test_pages_name_opponents_in_the_readers_language_while_buttons_choose(
    table: Tabletop,
) -> None:
    table.command(Abandon(table.snapshot.version))
    table.wait(Settings().after_race_s + SCAN_S)
    for _ in range(2):
        table.press("confirm")
        table.wait(SCAN_S)
    assert view(table.snapshot, None, speech("de"), (), "")["headline"] == (
        "Nächstes Rennen: Ann, Ben, Cem und Frosch"
    )
