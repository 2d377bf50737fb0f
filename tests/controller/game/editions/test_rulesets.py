"""R13, editions and options. The data files they come from are tested in `library`."""

from typing import Any

import msgspec
import pytest

from controller.game.editions.mistakes import BadRules
from controller.game.editions.rulesets import (
    DEFAULT_EDITION,
    edition_ids,
    load_edition,
    make_ruleset,
    resolve,
)
from controller.game.rules import BadSetup, Options, new_game
from tests import naive
from tests.support.tiers import sample


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
    assert make_ruleset("ravensburger-2008", 2, {"runners": 1}).options.start_carrots == 68


def test_baulking_is_on_when_a_patch_total_is_set_r13() -> None:
    assert not make_ruleset().options.baulk
    assert make_ruleset(options={"patch_total": 400}).options.baulk
    assert not make_ruleset(options={"patch_total": 400, "baulk": False}).options.baulk


# The ten editions of R13

TABLE = """
intellect-1974    | A | 65 65 65 65 | table-1974   | flat-20 | yes | 65    | -       | -    | no
ravensburger-1978 | A | 65 65 65 65 | deck-1978    | place   | yes | 65    | -       | -    | no
gibsons-1987      | B | 65 65 95 95 | die-table    | place   | yes | 65    | -       | -    | no
abacus-2000       | B | 65 95 95 95 | die-table    | place   | no  | start | -       | 1434 | no
ravensburger-2008 | B | 68 68 98 98 | text-cards   | place   | yes | 68    | again   | -    | no
gibsons-2010      | B | 65 65 65 65 | text-cards   | place   | yes | 65    | again   | -    | no
devir-2014        | B | 65 95 95 95 | number-cards | place   | no  | 65    | -       | 1644 | no
parlett-2018      | B | 65 65 65 65 | text-cards   | place   | yes | 65    | nothing | -    | no
broadway-2018     | B | 65 65 65 65 | text-cards   | place   | yes | 65    | nothing | -    | no
tournament-2019   | B | 65 65 65 65 | tournament   | place   | yes | 65    | -       | 1434 | yes
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in TABLE.split("\n") if row]


def test_the_ten_editions_are_there_r13() -> None:
    assert edition_ids() == tuple(sorted(row[0] for row in ROWS))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_edition_has_its_line_of_r13(row: list[str]) -> None:
    edition, track, start, hare, limit, first, restart, equal, total, baulk = row
    for seats, carrots in zip((3, 4, 5, 6), map(int, start.split()), strict=True):
        options = make_ruleset(edition, seats).options
        assert options.track == track
        assert options.start_carrots == carrots
        assert options.hare == hare
        assert options.home_limit == limit
        assert options.first_runner_lettuces == (first == "yes")
        assert options.restart_carrots == (carrots if restart == "start" else int(restart))
        assert equal in ("-", options.equal)
        assert options.patch_total == (None if total == "-" else int(total))
        assert options.baulk == (baulk == "yes")


def test_2008_gives_all_or_nothing_and_restores_68_r7_1_r13_2() -> None:
    for edition in edition_ids():
        options, of_2008 = make_ruleset(edition).options, edition == "ravensburger-2008"
        assert options.give_ten == ("all-or-nothing" if of_2008 else "cascade")
        assert options.restore_carrots == (68 if of_2008 else 65)
        two = make_ruleset(edition, 2).options
        assert (two.start_carrots, two.lettuces) == (98 if of_2008 else 95, 5)


@pytest.mark.parametrize(("start", "restart"), [(40, 40), (15, 15), (14, 15), (0, 15), (95, 95)])
def test_the_restart_of_2000_is_what_the_game_began_with_r13_1a(start: int, restart: int) -> None:
    options = make_ruleset("abacus-2000", 4, {"start_carrots": start}).options
    assert options.restart_carrots == restart
    assert make_ruleset("abacus-2000", 2).options.restart_carrots == 95
    given = {"start_carrots": start, "restart_carrots": 33}
    assert make_ruleset("abacus-2000", 4, given).options.restart_carrots == 33


def test_broadway_has_beds_for_lettuces_and_otherwise_the_rules_of_its_year_r13_3() -> None:
    assert load_edition("broadway-2018").words == {"lettuce": "bed"}
    for seats in range(2, 7):
        ours = make_ruleset("broadway-2018", seats)
        assert msgspec.structs.replace(ours, edition=DEFAULT_EDITION) == make_ruleset(seats=seats)


@pytest.mark.parametrize("edition", [row[0] for row in ROWS])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_edition_begins_with_every_number_of_seats_r2_1(edition: str, seats: int) -> None:
    state = new_game(make_ruleset(edition, seats), seats)
    assert len(state.seats) == seats


@pytest.mark.parametrize("edition", [row[0] for row in ROWS])
def test_every_fact_of_an_edition_says_how_it_is_known_r13(edition: str) -> None:
    loaded = load_edition(edition)
    facts = {"start_carrots", "two_runners", *loaded.options} - {"finish", "open_hands"}
    if loaded.options["hare"] != "text-cards":
        facts -= {"restore_carrots", "equal", "give_ten"}
    facts |= {"words"} if loaded.words else set()
    assert facts - set(loaded.provenance) == set()
    assert loaded.about
    assert str(loaded.year) in edition


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
        ({"start_carots": 1}, "There is no option “start_carots”; did you mean “start_carrots”?"),
        ({"track": "C"}, "track: There is no track “C”."),
        ({"track": "b"}, "track: There is no track “b”; did you mean “B”?"),
        ({"track": 5}, "track: 5 is not the name of a track: A or B."),
        ({"runners": 2}, "runners: with 4 seats only 1 each is allowed, not 2."),
        ({"runners": 3}, "runners: 3 is not 1 or 2."),
        ({"runners": 0}, "runners: 0 is not 1 or 2."),
        ({"runners": True}, "runners: true is not 1 or 2."),
        ({"lettuces": True}, "lettuces: true is not a whole number."),
        ({"lettuces": -1}, "lettuces: -1 is below 0."),
        ({"lettuces": None}, "lettuces: null is not a whole number."),
        ({"start_carrots": -1}, "start_carrots: -1 is below 0."),
        ({"start_carrots": 6.5}, "start_carrots: 6.5 is not a whole number."),
        ({"start_carrots": 10**10}, "start_carrots: 10000000000 is above 1000000000."),
        ({"restart_carrots": 14}, "restart_carrots: 14 is below 15."),
        ({"restart_carrots": "start-carrots"}, "“start-carrots” is not a whole number."),
        ({"restore_carrots": -1}, "restore_carrots: -1 is below 0."),
        (
            {"patch_total": 259},
            "patch_total: 259 is too few: 260 carrots are dealt to 4 seats.",
        ),
        ({"patch_total": "all"}, "patch_total: “all” is not a whole number."),
        ({"home_limit": "ten"}, "home_limit: “ten” is not place or flat-20."),
        ({"home_limit": "flat20"}, "is not place or flat-20; did you mean “flat-20”?"),
        ({"equal": None}, "equal: null is not again or nothing."),
        ({"give_ten": "some"}, "give_ten: “some” is not cascade or all-or-nothing."),
        ({"finish": "never"}, "finish: “never” is not play-on or first-home."),
        ({"finish": ["play-on"]}, "finish: ['play-on'] is not play-on or first-home."),
        ({"baulk": "with-patch-total"}, "“with-patch-total” is neither true nor false."),
        ({"open_hands": 1}, "open_hands: 1 is neither true nor false."),
        ({"hare": "die-tabel"}, "did you mean “die-table”?"),
        ({"hare": []}, "hare: [] is not text-cards, number-cards, deck-1978, table-1974,"),
    ],
    ids=lambda value: "-".join(f"{k}={v}" for k, v in value.items()) if type(value) is dict else "",
)
def test_impossible_options_are_refused_by_name_r13_1(
    options: dict[str, Any], sentence: str
) -> None:
    code, message = problem(**options)
    assert code == "bad-option"
    assert sentence in message


def test_everything_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadRules) as refused:
        resolve(
            load_edition(DEFAULT_EDITION),
            4,
            {
                "lettuce": 3,
                "hare": "rabbit",
                "runners": 2,
                "start_carrots": -1,
                "patch_total": 3,
                "teams": [[0, 1], [2, 3]],
            },
        )
    assert [problem.split(":")[0] for problem in refused.value.problems] == [
        "There is no option “lettuce”; did you mean “lettuces”?",
        "start_carrots",
        "hare",
        "runners",
        "teams",
        "teams",
    ]
    assert str(refused.value) == " ".join(refused.value.problems)


@pytest.mark.parametrize(
    ("seats", "teams", "sentence"),
    [
        (
            4,
            [[0, 1], [2, 3]],
            "teams: seats 0 and 1 are in the same team, so they must not sit next to each other.",
        ),
        (
            4,
            [[1, 2], [0, 3]],
            "teams: seats 1 and 2 are in the same team, so they must not sit next to each other.",
        ),
        (6, [[0, 2, 4], [1, 3, 5, 6]], "teams: four play as two pairs, six as three pairs or"),
        (6, [[0, 3], [1, 5], [2, 4]], None),
        (
            6,
            [[0, 5], [1, 3], [2, 4]],
            "teams: seats 5 and 0 are in the same team, so they must not sit next to each other.",
        ),
        (4, [[0, 2], [1, 1]], "teams: each seat from 0 to 3 must be in exactly one team."),
        (4, [[0, 2], [1, 4]], "teams: each seat from 0 to 3 must be in exactly one team."),
        (4, [[0, 2]], "teams: four play as two pairs, six as three pairs or two threes."),
        (4, [], "teams: four play as two pairs, six as three pairs or two threes."),
        (3, [[0], [1], [2]], "teams: four play as two pairs, six as three pairs or two threes."),
        (5, [[0, 2], [1, 3, 4]], "teams: four play as two pairs, six as three pairs or two"),
        (4, [[0, 2], [1, "3"]], "teams: this is not a list of teams, each a list of seats"),
        (4, [[0, 2], [1, True]], "teams: this is not a list of teams, each a list of seats"),
        (4, "0213", "teams: this is not a list of teams, each a list of seats"),
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


@pytest.mark.parametrize("edition", sample(2, [row[0] for row in ROWS]))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("runners", [None, 1, 2, 3])
def test_the_naive_rules_accept_and_resolve_the_same_options(
    edition: str, seats: int, runners: int | None
) -> None:
    own = {} if runners is None else {"runners": runners}
    for options in (*HOUSE_RULES, *({"patch_total": total} for total in TOTALS)):
        given = {**own, **options}
        try:
            theirs = naive.resolve(edition, seats, given)
        except ValueError:
            assert problem(edition, seats, **given)[0] == "bad-option"
        else:
            ours = make_ruleset(edition, seats, given).options
            assert {name: getattr(ours, name) for name in ours.__struct_fields__} == theirs


TOTALS = (None, 0, 129, 130, 195, 285, 325, 390, 1434)
HOUSE_RULES: list[dict[str, Any]] = [
    {},
    {"track": "A"},
    *({"start_carrots": carrots} for carrots in (-1, 0, 14, 15, 16, 300)),
    *({"restart_carrots": carrots} for carrots in (0, 14, 15, 95)),
    *({"hare": hare} for hare in ("text-cards", "deck-1978", "die-table", "nap", "dice", None)),
    {"hare": "deck-1978", "ten_may_be_declined": False},
    {"skip_occupied_carrots": False},
    {"lettuces": 0},
    {"baulk": True},
    {"baulk": False, "patch_total": 600},
    {"finish": "first-home", "open_hands": True, "equal": "again", "give_ten": "all-or-nothing"},
    {"first_runner_lettuces": False, "home_limit": "flat-20", "restore_carrots": 1},
]


# Unknown editions


def test_an_unknown_edition_is_refused_with_what_may_have_been_meant() -> None:
    assert problem("parlet-2018") == (
        "unknown-edition",
        "There is no edition “parlet-2018”; did you mean “parlett-2018”?",
    )
    assert problem("") == ("unknown-edition", "There is no edition “”.")
    assert problem("../editions/parlett-2018")[0] == "unknown-edition"
