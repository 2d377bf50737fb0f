"""R13, editions and options, and the data files they come from."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from controller import editions
from controller.editions import (
    DEFAULT_EDITION,
    Edition,
    edition_ids,
    load_edition,
    load_track,
    make_ruleset,
    resolve,
)
from controller.rules import BadSetup, Options
from tests import naive
from tests.controller.rules.positions import actions, position


def problem(edition: str = DEFAULT_EDITION, seats: int = 4, **options: Any) -> tuple[str, str]:
    """The code and the sentence with which a game is refused."""
    with pytest.raises(BadSetup) as refused:
        make_ruleset(edition, seats, options)
    return refused.value.code, str(refused.value)


# Parlett 2018


def test_the_authors_rules_of_2018_are_the_default_r13() -> None:
    assert DEFAULT_EDITION in edition_ids()
    assert make_ruleset() == make_ruleset("parlett-2018", 3, {})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_line_of_parlett_2018_in_r13(seats: int) -> None:
    assert make_ruleset("parlett-2018", seats).options == Options(
        track="B",
        runners=1,
        start_carrots=65,
        lettuces=3,
        hare="text-cards",
        home_limit="place",
        first_runner_lettuces=True,
        restart_carrots=65,
        restore_carrots=65,
        equal="nothing",
        give_ten="cascade",
        skip_occupied_carrots=True,
        ten_may_be_declined=False,
        patch_total=None,
        baulk=False,
        finish="play-on",
        open_hands=False,
        teams=None,
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_two_runners_a_seat_r10_1(seats: int) -> None:
    options = make_ruleset("parlett-2018", seats, {"runners": 2}).options
    assert (options.start_carrots, options.lettuces) == (95, 5)


def test_two_runners_are_the_rule_with_two_seats_alone_r10() -> None:
    assert [make_ruleset(seats=seats).options.runners for seats in (2, 3, 4)] == [2, 1, 1]


def test_two_seats_with_one_runner_each_start_like_three_r10_0() -> None:
    parlett = load_edition("parlett-2018")
    of_2008 = Edition("", "", {"3": 68, "4": 68}, parlett.two_runners, parlett.options)
    assert resolve(of_2008, 2, {"runners": 1}).start_carrots == 68


def test_baulking_is_on_when_a_patch_total_is_set_r13() -> None:
    assert not make_ruleset().options.baulk
    assert make_ruleset(options={"patch_total": 400}).options.baulk
    assert not make_ruleset(options={"patch_total": 400, "baulk": False}).options.baulk


# Options


def test_every_column_is_an_option_that_overrides_the_edition_r13_1() -> None:
    house_rules: dict[str, Any] = {
        "track": "A",
        "start_carrots": 40,
        "lettuces": 2,
        "home_limit": "flat-20",
        "first_runner_lettuces": False,
        "restart_carrots": 15,
        "restore_carrots": 0,
        "equal": "again",
        "give_ten": "all-or-nothing",
        "patch_total": 160,
        "baulk": False,
        "finish": "first-home",
        "open_hands": True,
        "teams": [[0, 2], [1, 3]],
    }
    rules = make_ruleset(seats=4, options=house_rules)
    for name, value in house_rules.items():
        expected = ((0, 2), (1, 3)) if name == "teams" else value
        assert getattr(rules.options, name) == expected
    assert rules.track.name == "A"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"colour": 1}, "There is no option “colour”."),
        ({"start_carots": 1}, "did you mean “start_carrots”?"),
        ({"track": "C"}, "There is no track “C”."),
        ({"track": 5}, "Options: Expected `str`, got `int` - at `$.track`."),
        ({"runners": 2}, "runners: 2 do not go with 4 seats."),
        ({"runners": 3}, "runners: 3 do not go with 4 seats."),
        ({"runners": 0}, "runners: 0 do not go with 4 seats."),
        ({"runners": True}, "got `bool` - at `$.runners`"),
        ({"lettuces": True}, "got `bool` - at `$.lettuces`"),
        ({"lettuces": -1}, "lettuces: -1 is below 0."),
        ({"start_carrots": -1}, "start_carrots: -1 is below 0."),
        ({"start_carrots": 6.5}, "got `float` - at `$.start_carrots`"),
        ({"restart_carrots": 14}, "restart_carrots: 14 is below 15."),
        ({"restore_carrots": -1}, "restore_carrots: -1 is below 0."),
        ({"patch_total": 259}, "patch_total: 260 carrots are dealt out already."),
        ({"patch_total": "all"}, "at `$.patch_total`"),
        ({"home_limit": "ten"}, "Invalid enum value 'ten' - at `$.home_limit`"),
        ({"equal": None}, "at `$.equal`"),
        ({"give_ten": "some"}, "at `$.give_ten`"),
        ({"finish": "never"}, "at `$.finish`"),
        ({"baulk": "with-patch-total"}, "at `$.baulk`"),
        ({"open_hands": 1}, "at `$.open_hands`"),
        ({"hare": "dice"}, "at `$.hare`"),
        ({"hare": "nap"}, "hare: “nap” cannot be played yet (text-cards)."),
    ],
    ids=lambda value: "-".join(f"{k}={v}" for k, v in value.items()) if type(value) is dict else "",
)
def test_impossible_options_are_refused_by_name_r13_1(
    options: dict[str, Any], sentence: str
) -> None:
    code, message = problem(**options)
    assert code == "bad-option"
    assert sentence in message


@pytest.mark.parametrize(
    ("seats", "teams", "sentence"),
    [
        (4, [[0, 1], [2, 3]], "teams: 0 sits next to one of its own team."),
        (4, [[1, 2], [0, 3]], "teams: 1 sits next to one of its own team."),
        (6, [[0, 2, 4], [1, 3, 5, 6]], "teams: four play as two pairs, six as pairs or threes."),
        (6, [[0, 3], [1, 5], [2, 4]], None),
        (6, [[0, 5], [1, 3], [2, 4]], "teams: 5 sits next to one of its own team."),
        (4, [[0, 2], [1, 1]], "teams: each of the seats 0 to 3 is in one team."),
        (4, [[0, 2], [1, 4]], "teams: each of the seats 0 to 3 is in one team."),
        (4, [[0, 2]], "teams: four play as two pairs, six as pairs or threes."),
        (4, [], "teams: four play as two pairs, six as pairs or threes."),
        (3, [[0], [1], [2]], "teams: four play as two pairs, six as pairs or threes."),
        (5, [[0, 2], [1, 3, 4]], "teams: four play as two pairs, six as pairs or threes."),
        (4, [[0, 2], [1, "3"]], "Options: Expected `int`, got `str`"),
        (4, "0213", "Options: Expected `array | null`, got `str`"),
    ],
)
def test_no_two_of_a_team_sit_next_to_each_other_r11_1(
    seats: int, teams: Any, sentence: str | None
) -> None:
    if sentence is None:
        assert make_ruleset(seats=seats, options={"teams": teams}).options.teams
        return
    code, message = problem(seats=seats, teams=teams)
    assert code == "bad-option"
    assert message.startswith(sentence)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("runners", [None, 1, 2, 3])
@pytest.mark.parametrize("patch_total", [None, 129, 130, 195, 285, 325, 390])
def test_the_naive_rules_accept_and_resolve_the_same_options(
    seats: int, runners: int | None, patch_total: int | None
) -> None:
    options: dict[str, Any] = {"patch_total": patch_total}
    if runners is not None:
        options["runners"] = runners
    try:
        theirs = naive.resolve("parlett-2018", seats, options)
    except ValueError:
        assert problem(seats=seats, **options)[0] == "bad-option"
    else:
        ours = make_ruleset(seats=seats, options=options).options
        assert {name: getattr(ours, name) for name in ours.__struct_fields__} == theirs


# Data files


def test_an_unknown_edition_is_refused_with_what_may_have_been_meant() -> None:
    assert problem("parlet-2018") == (
        "unknown-edition",
        "There is no edition “parlet-2018”; did you mean “parlett-2018”?",
    )
    assert problem("") == ("unknown-edition", "There is no edition “”.")
    assert problem("../editions/parlett-2018")[0] == "unknown-edition"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data files that may be added to."""
    copy = tmp_path / "data"
    shutil.copytree(editions.DATA, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr(editions, "DATA", copy)
    return copy


def test_a_track_of_any_length_is_loaded_from_a_file_r1_3(data: Path) -> None:
    squares = f"{' '.join(load_track('B').kinds)} C"
    (data / "tracks" / "longer.toml").write_text(
        f'name = "Longer"\nprovenance = "A page."\nsquares = "{squares}"\n', "utf-8"
    )
    rules = make_ruleset(options={"track": "longer"})
    assert (rules.home, rules.track.provenance) == (65, "A page.")
    state = position([63, 64, 0], carrots=[13, 11, 65], lettuces=0, track="longer")
    assert actions(state) == ["b", "f65", "draw", "pay"]


def test_a_kind_of_square_there_is_not_is_named_with_its_square_r1_4(data: Path) -> None:
    (data / "tracks" / "odd.toml").write_text(
        'name = "Odd"\nprovenance = ""\nsquares = "C X T"\n', "utf-8"
    )
    assert problem(track="odd") == ("bad-option", "Track odd, square 2: no kind “X”.")


def test_a_user_adds_an_edition_without_touching_code_r13_1(data: Path) -> None:
    text = (data / "editions" / "parlett-2018.toml").read_text("utf-8")
    text = text.replace("\n4 = 65\n", "\n4 = 95\n").replace('equal = "nothing"', 'equal = "again"')
    (data / "editions" / "our-own.toml").write_text(text, "utf-8")
    assert edition_ids() == ("our-own", "parlett-2018")
    rules = make_ruleset("our-own", 4)
    assert (rules.edition, rules.options.start_carrots) == ("our-own", 95)
    assert rules.options.equal == "again"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("lettuces = 3", "letuces = 3", "contains unknown field `letuces`"),
        ("lettuces = 3", "", "missing required field `lettuces`"),
        ("lettuces = 3", 'lettuces = "3"', "Expected `int`, got `str` - at `$.lettuces`"),
        ('hare = "text-cards"', "", "missing required field `hare`"),
        ('baulk = "with-patch-total"', "", "at `$.baulk`"),
        ('baulk = "with-patch-total"', 'baulk = "sometimes"', "at `$.baulk`"),
        ('track = "B"', 'track = "C"', "There is no track “C”."),
        ("provenance", "source", "our-own.toml: Object contains unknown field `source`"),
        ("lettuces = 5", "lettuces =", "our-own.toml: "),
    ],
)
def test_what_is_wrong_with_a_file_is_named_r13_1(
    data: Path, old: str, new: str, sentence: str
) -> None:
    text = (data / "editions" / "parlett-2018.toml").read_text("utf-8")
    assert text.count(old) == 1
    (data / "editions" / "our-own.toml").write_text(text.replace(old, new), "utf-8")
    code, message = problem("our-own")
    assert code == "bad-option"
    assert sentence in message


def test_every_file_says_where_it_is_known_from_r1_4(data: Path) -> None:
    for edition in edition_ids():
        assert load_edition(edition).provenance
    for track in sorted(path.stem for path in (data / "tracks").glob("*.toml")):
        assert load_track(track).provenance
