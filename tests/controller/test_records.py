"""R14.4: records of games, read, written and replayed; and the two commands about them."""

import datetime
import itertools
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from controller.cli import cli
from controller.editions import edition_ids, make_ruleset
from controller.game import Game
from controller.journal import Journal, JournalDamaged, kept_games
from controller.records import (
    Header,
    Record,
    RecordError,
    RecordSeat,
    house_rules,
    read,
    record_of,
    replay,
    write,
)
from controller.records.command import record
from controller.rules import Options, Runner, Seat, State, new_game
from controller.rules.notation import PLAIN
from controller.rules.position import read_position, write_position
from controller.setup import Setup
from controller.table.pieces import COLOURS, Player
from controller.wiring import JOURNAL_FILE, simulated_table
from tests.controller.rules.positions import position
from tests.controller.rules.random_play import (
    SETTINGS,
    Chooser,
    begin,
    careless,
    choose,
    homeward,
    some_positions,
)
from web.main import main
from web.replay import replay_command

DOCUMENT = Path(__file__).parents[2] / "docs" / "records.md"
HARES = (
    *("text-cards", "number-cards", "deck-1978", "table-1974", "die-table"),
    *("tournament", "flat-cost", "nap", "off"),
)
SHORT = """\
edition: parlett-2018
seat 0: red Ann
seat 1: yellow Ben
seat 2: green Cem
first: 1
hare: off

1. f5
2. f4
3. f10
"""


def play(start: State, rng: random.Random, chooser: Chooser, plies: int = 1000) -> Game:
    """A game from a position, to its end or for so many plies."""
    game = Game(start)
    while game.state.prompt != "over" and len(game.plies) < plies:
        if game.state.prompt == "roll":
            game.push(f"roll {rng.randint(1, 6)}")
        else:
            game.push(choose(game.state, rng, chooser))
    return game


def refused(text: str) -> tuple[int, int, str]:
    """Where a text is wrong, and why."""
    with pytest.raises(RecordError) as error:
        replay(text)
    assert str(error.value).startswith(f"Line {error.value.line}, column {error.value.column}: ")
    return error.value.line, error.value.column, error.value.problem


def changed(old: str, new: str) -> str:
    assert SHORT.count(old) == 1
    return SHORT.replace(old, new)


# Exact inverses


def names() -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(["", "Ann", "#1", '"', ' "x"', "a: b", "null", "\u2028", "李", "1. f3"]),
        st.text(max_size=24),
    )


OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "hare": st.sampled_from(HARES),
    "track": st.sampled_from(["A", "B"]),
    "home_limit": st.sampled_from(["place", "flat-20"]),
    "equal": st.sampled_from(["again", "nothing"]),
    "open_hands": st.booleans(),
    "baulk": st.booleans(),
    "lettuces": st.integers(0, 6),
    "restart_carrots": st.integers(15, 10**9),
    "patch_total": st.none() | st.integers(10**3, 10**9),
}
ACTIONS = st.one_of(
    st.sampled_from([*PLAIN, "b", "2:b", "1:restart", "restart"]),
    st.builds("f{}".format, st.integers(0, 99)),
    st.builds("roll {}".format, st.integers(1, 9)),
)


OPTION_ORDER = Options.__struct_fields__


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of games that need not be possible."""
    count = draw(st.integers(2, 6))
    options = draw(st.fixed_dictionaries({}, optional=OPTIONS))
    if draw(st.booleans()) and count == 4:
        options["teams"] = [[0, 2], [1, 3]]
    if count == 3 and draw(st.booleans()):
        options["runners"] = 2
    edition = draw(st.sampled_from(edition_ids()))
    rules = make_ruleset(edition, count, options)
    each = rules.options.runners
    colours = draw(st.permutations(COLOURS))
    first = draw(st.integers(0, count - 1))
    start = ""
    if draw(st.booleans()):
        start = write_position(new_game(rules, count, first))
    return Record(
        Header(
            edition=edition,
            seats=tuple(
                RecordSeat(tuple(colours[seat * each : (seat + 1) * each]), draw(names()))
                for seat in range(count)
            ),
            first=first,
            date=draw(st.none() | st.dates()),
            options={key: options[key] for key in OPTION_ORDER if key in options},
            start=start,
            result=tuple(draw(st.permutations(range(count)))) if draw(st.booleans()) else (),
        ),
        tuple(draw(st.lists(ACTIONS, max_size=8))),
    )


@given(records())
def test_what_is_written_reads_as_it_was(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text


@given(records())
def test_line_ends_and_marks_of_other_systems_do_no_harm(record: Record) -> None:
    assert read("\ufeff" + write(record).replace("\n", "\r\n")) == record


def test_the_text_of_a_record() -> None:
    header = Header(
        edition="parlett-2018",
        seats=(RecordSeat(("red",), "Ann"), RecordSeat(("blue",)), RecordSeat(("pink",), " x")),
        first=2,
        date=datetime.date(1978, 11, 30),
        options={"track": "A", "hare": "off", "patch_total": 300, "baulk": False},
        result=(2, 0, 1),
    )
    assert write(Record(header, ("f5", "b"))) == (
        "edition: parlett-2018\n"
        "seat 0: red Ann\n"
        "seat 1: blue\n"
        'seat 2: pink " x"\n'
        "first: 2\n"
        "date: 1978-11-30\n"
        "track: A\n"
        "hare: off\n"
        "patch_total: 300\n"
        "baulk: false\n"
        "result: 2 0 1\n"
        "\n"
        "1. f5\n"
        "2. b\n"
    )


# Games


@pytest.mark.parametrize("hare", HARES)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_games_of_every_hare_rule_replay_to_the_same_state(hare: str, seats: int) -> None:
    rng = random.Random(f"{hare} {seats}")
    for options in ({}, {"patch_total": seats * 100}):
        start = begin(seats, {"hare": hare, **options}, rng.randrange(seats))
        for chooser, plies in ((homeward, 1000), (careless, 150)):
            assert_replays(play(start, rng, chooser, plies))


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_games_of_all_options_replay_to_the_same_state(
    seats: int, options: Mapping[str, Any]
) -> None:
    rng = random.Random(f"{seats} {options}")
    assert_replays(play(begin(seats, options, rng.randrange(seats)), rng, homeward, 400))


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_games_of_every_edition_replay_to_the_same_state(edition: str, seats: int) -> None:
    rng = random.Random(f"{edition} {seats}")
    game = play(new_game(make_ruleset(edition, seats), seats), rng, homeward, 200)
    assert record_of(game).header.options == {}
    assert_replays(game)


def test_games_from_any_position_replay_to_the_same_state() -> None:
    rng = random.Random(9)
    for state in some_positions(40, seed=9):
        assert_replays(play(state, rng, careless, 15))


def assert_replays(game: Game) -> None:
    record = record_of(game)
    text = write(record)
    read_back, replayed = replay(text)
    assert read_back == record
    assert replayed.state == game.state
    assert replayed.start == game.start
    assert replayed.plies == game.plies
    assert (record.header.result == ()) == (game.state.prompt != "over")


def test_what_was_taken_back_is_left_out() -> None:
    game = Game(replay(SHORT)[1].start)
    game.replay(["f5", "f4"])
    game.pop()
    game.push("f7")
    assert record_of(game).actions == ("f5", "f7")


def test_a_usual_start_is_not_written_down_another_is() -> None:
    assert record_of(Game(begin(3, {}))).header.start == ""
    start = position([4, 5, 6])
    assert record_of(Game(start)).header.start == write_position(start)


@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (3, {}),
        (3, {"hare": "deck-1978"}),
        (3, {"hare": "deck-1978", "skip_occupied_carrots": True}),
        (3, {"runners": 2, "start_carrots": 65, "patch_total": 200, "lettuces": 3}),
        (4, {"patch_total": 300, "baulk": False}),
        (4, {"teams": [[0, 2], [1, 3]]}),
    ],
)
def test_house_rules_are_those_that_make_a_difference(seats: int, given: dict[str, Any]) -> None:
    rules = make_ruleset(seats=seats, options=given)
    found = house_rules(rules, seats)
    assert make_ruleset(seats=seats, options=found) == rules
    assert len(found) <= len(given) or found.keys() == set(OPTION_ORDER)


def test_options_that_follow_from_others_are_not_named() -> None:
    rules = make_ruleset(seats=3, options={"hare": "deck-1978"})
    assert house_rules(rules, 3) == {"hare": "deck-1978"}


# By hand


def test_comments_blanks_and_any_order_are_for_people() -> None:
    text = """
# A game in the garden
first:1
hare:   off
  seat 0: red Ann
seat 1: yellow Ben
edition : parlett-2018
seat 2: green Cem
1.f5     # to the carrots

# and so on
  2. f4
3 .  f10
"""
    assert read(text) == read(SHORT)


def test_a_name_may_hold_what_it_likes() -> None:
    for name in ("Ann # 1", "A: B", "Zoë  van", "12", '"', " Ann", "new\nline"):
        seats = (RecordSeat(("red",), name), RecordSeat(("blue",)), RecordSeat(("pink",)))
        record = Record(Header(edition="parlett-2018", seats=seats))
        assert read(write(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ("edition: parlett-2018\n", "", (1, 1), "found no edition"),
        ("parlett-2018", "parlet-2018", (1, 10), "did you mean “parlett-2018”?"),
        ("edition:", "editoin:", (1, 1), "did you mean “edition”?"),
        ("edition:", "edition", (1, 1), "expected a header line like “edition: parlett-2018”"),
        ("parlett-2018", "", (1, 10), "found nothing, expected a value for “edition”."),
        ("red Ann", "rde Ann", (2, 9), "did you mean “red”?"),
        ("yellow Ben", "red Ben", (3, 9), "found red again"),
        ("yellow Ben", "yellow,red Ben", (3, 16), "found red again"),
        ("yellow Ben", "yellow,blue Ben", (3, 9), "found yellow and blue, expected a colour: one"),
        ("red Ann", 'red "Ann', (2, 13), "expected a closing quotation mark"),
        ("seat 1", "seat 2", (3, 1), "found “seat 2”, expected “seat 1”."),
        ("seat 1", "seat one", (3, 1), "expected “seat 0”, “seat 1”"),
        ("seat 2: green Cem", "hare: off", (6, 1), "found a second line “hare”"),
        ("first: 1", "first: 3", (5, 8), "found “3”, expected a seat; seats: 0 to 2."),
        ("first: 1", "first: Ben", (5, 8), "found “Ben”, expected a seat"),
        ("first: 1", "date: 30.11.1978", (5, 7), "expected a date like 1978-11-30."),
        ("first: 1", "date: 1978-02-30", (5, 7), "expected a date like 1978-11-30."),
        ("first: 1", "result: 0 1", (5, 9), "expected each seat once"),
        ("first: 1", "result: 0 1 1", (5, 9), "expected each seat once"),
        ("hare: off", "haer: off", (6, 1), "did you mean “hare”?"),
        ("hare: off", "hare: of", (6, 7), "did you mean “off”?"),
        ("hare: off", "baulk: yes", (6, 8), "is neither true nor false"),
        ("hare: off", "lettuces: many", (6, 11), "is not a whole number"),
        ("hare: off", "teams: [[0,1],[2]]", (6, 8), "teams: four play as two pairs"),
        ("hare: off", "patch_total: 100", (6, 14), "195 carrots are dealt"),
        ("2. f4", "3. f4", (9, 1), "found action number 3, expected 2."),
        ("2. f4", "f4", (9, 1), "expected an action with its number: “2. f4”."),
        ("2. f4", "date: 1978-11-30", (9, 1), "expected action 2, or the end of the record."),
        ("2. f4", "2. F4", (9, 4), "action 2: found “F4”, expected an action like"),
        ("2. f4", "2. F4", (9, 4), "did you mean “f4”?"),
        ("2. f4", "2. chwe", (9, 4), "did you mean “chew”?"),
        ("2. f4", "2.", (9, 3), "action 2: found nothing, expected an action"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    old: str, new: str, where: tuple[int, int], problem: str
) -> None:
    line, column, said = refused(changed(old, new))
    assert problem in said
    assert (line, column) == where


def test_a_game_needs_seats() -> None:
    line, _, said = refused("edition: parlett-2018\nseat 0: red Ann\n1. f5\n")
    assert said == "expected 2 to 6 seats, a line like “seat 0: red Ann” for each; found 1."
    assert line == 1


def test_an_action_that_is_not_legal_is_told_with_reasons_and_position() -> None:
    assert refused(changed("3. f10", "3.   f11")) == (
        10,
        6,
        (
            "action 3 is not legal: f11: Square 11 is a tortoise: it is reached backwards only."
            " That costs 66 carrots, and you have 65."
            " Position: 65,3@0/50,3@5/55,3@4 0 move 1 - - -"
        ),
    )


def test_a_misspelt_card_is_found() -> None:
    cards = list(make_ruleset().deck)
    cards[2] = "restor"
    text = SHORT.partition("hare")[0] + f"\n1. deal {' '.join(cards)}\n"
    line, column, said = refused(text)
    assert said == "found “restor”, expected a card; did you mean “restore”?"
    assert text.splitlines()[line - 1][column - 1 :].startswith("restor ")


def test_a_result_must_be_what_the_actions_lead_to() -> None:
    text = changed("first: 1", "first: 1\nresult: 1 0 2")
    _, column, said = refused(text)
    assert column == 9
    assert said.startswith("found “1 0 2”, but after the last action the game is not over.")
    game = play(begin(3, {"hare": "off", "finish": "first-home"}), random.Random(2), homeward)
    right = " ".join(map(str, game.state.ranking))
    wrong = " ".join(map(str, reversed(game.state.ranking)))
    text = write(record_of(game))
    said = refused(text.replace(f"result: {right}", f"result: {wrong}"))[2]
    assert said == f"found “{wrong}”, but the actions lead to “{right}”."


START = "start: 65,3@4/65,3@5/65,3@7 0 move 1 - - -"


@pytest.mark.parametrize(
    ("old", "new", "column", "problem"),
    [
        ("65,3@7", "65,3@77", 27, "found “77”, expected a square from 0 to 64."),
        ("/65,3@7", "", 8, "found 2 seats, expected 3 as above."),
        ("move 1", "move 0", 8, "seat 0 began here, but “first” is 1."),
        ("65,3@7", "65,3@5", 8, "no game has this position: Square 5 holds one runner"),
    ],
)
def test_a_start_that_cannot_be_is_told_with_its_place(
    old: str, new: str, column: int, problem: str
) -> None:
    text = changed("hare: off", f"hare: off\n{START.replace(old, new)}")
    line, found, said = refused(text)
    assert problem in said
    assert (line, found) == (7, column)


def test_a_game_may_begin_in_any_position() -> None:
    text = changed("1. f5\n2. f4\n3. f10", "1. f9").replace("hare: off", f"hare: off\n{START}")
    record, game = replay(text)
    assert game.start == read_position(START.removeprefix("start: "), game.start.rules)
    assert [runner.at for seat in game.state.seats for runner in seat.runners] == [9, 5, 7]
    assert write(record) == text


# The document


def test_the_example_of_the_document_is_a_game() -> None:
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", DOCUMENT.read_text("utf-8"), re.M)
    text = "".join(line.removeprefix("    ") for line in blocks[0].splitlines(keepends=True))
    record, game = replay(text.strip() + "\n")
    assert write(record) == text.strip() + "\n"
    assert [player.name for player in record.header.seats] == ["Ann", "Ben", "Cem"]
    line = blocks[1].strip()
    assert write_position(read_position(line, game.start.rules)) == line


# The commands


COMMANDS = {"replay": replay_command, "record": record}


def hareboard(command: str, *arguments: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(COMMANDS[command], [str(each) for each in arguments], input=typed)


def test_the_whole_command_has_both() -> None:
    assert callable(main)
    assert {name: cli.commands[name] for name in COMMANDS} == COMMANDS


def test_replay_tells_a_game_move_by_move(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT, "utf-8")
    result = hareboard("replay", tmp_path / "game.txt")
    assert result.exit_code == 0
    assert result.output == (
        "parlett-2018: Ann (red), Ben (yellow) and Cem (green)\n"
        "House rules: hare off\n"
        "\n"
        "   1. Ben: f5\n"
        "      Ben moved to square 5 for 15 carrots.\n"
        "      Carrots: Ann 65, Ben 50, Cem 65\n"
        "\n"
        "   2. Cem: f4\n"
        "      Cem moved to square 4 for 10 carrots.\n"
        "      Carrots: Ann 65, Ben 50, Cem 55\n"
        "\n"
        "   3. Ann: f10\n"
        "      Ann moved to square 10 for 55 carrots.\n"
        "      Carrots: Ann 10, Ben 50, Cem 55\n"
        "\n"
        "The record ends here, with Ben to go on.\n"
    )


@pytest.mark.parametrize("hare", HARES)
@pytest.mark.parametrize("seats", [2, 4])
def test_replay_has_words_for_every_game_and_ends_with_the_order(
    hare: str, seats: int, tmp_path: Path
) -> None:
    options = {"hare": hare, "patch_total": seats * 150, "finish": "first-home"}
    game = play(begin(seats, options), random.Random(1), homeward, 600)
    path = tmp_path / "game.txt"
    path.write_text(write(record_of(game)), "utf-8")
    result = hareboard("replay", path)
    assert result.exit_code == 0, result.output
    numbers = [int(each) for each in re.findall(r"^ *(\d+)\. ", result.output, re.M)]
    assert numbers == list(range(1, len(game.plies) + 1))
    last = result.output.splitlines()[-1]
    assert last.startswith("Final order: 1st " if game.state.ranking else "The record ends here")


def test_step_waits_for_enter_between_the_moves(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT, "utf-8")
    whole = hareboard("replay", tmp_path / "game.txt").output
    for typed in ("\n\n\n", ""):
        stepped = hareboard("replay", "--step", tmp_path / "game.txt", typed=typed)
        assert (stepped.exit_code, stepped.stdout) == (0, whole)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (changed("3. f10", "3. f11"), ", line 10, column 4: action 3 is not legal: f11: Square"),
        (changed("red", "rde"), ", line 2, column 9: found “rde”, expected one of red, yellow"),
        ("", ", line 1, column 1: found no edition"),
    ],
)
def test_replay_says_what_is_wrong_and_nothing_else(
    text: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    result = hareboard("replay", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {path}{sentence}")
    assert result.stderr.count("\n") == 1


def test_replay_says_what_it_cannot_read(tmp_path: Path) -> None:
    result = hareboard("replay", tmp_path / "none.txt")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "No such file" in result.stderr
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    result = hareboard("replay", tmp_path / "picture")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "not UTF-8 text" in result.stderr


PLAYERS = tuple(
    Player(name, (colour,)) for name, colour in zip(("Ann", "Ben", "Cem"), COLOURS, strict=False)
)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with three games: one abandoned, one over, one under way."""
    times = (
        (
            datetime.datetime(2026, 8, 1, 20, tzinfo=datetime.UTC) + datetime.timedelta(days)
        ).isoformat()
        for days in itertools.count()
    )
    first = Setup(PLAYERS, first=1, options={"hare": "off"})
    second = Setup(PLAYERS, options={"hare": "off", "finish": "first-home"})
    journal = Journal(tmp_path / JOURNAL_FILE, lambda: next(times))
    journal.append("begin", msgspec.json.encode(first).decode())
    journal.append("play", "f5")
    journal.append("abandon")
    journal.append("begin", msgspec.json.encode(second).decode())
    for ply in replayable().plies:
        journal.append("play", str(ply.action))
    journal.append("begin", msgspec.json.encode(first).decode())
    for action in ("f5", "f7"):
        journal.append("play", action)
    journal.append("undo")
    for action in ("f4", "f10"):
        journal.append("play", action)
    journal.close()
    return tmp_path


def replayable() -> Game:
    start = begin(3, {"hare": "off", "finish": "first-home"})
    return play(start, random.Random(3), homeward)


def test_record_lists_the_games(kept: Path) -> None:
    winner = PLAYERS[replayable().state.ranking[0]].name
    result = hareboard("record", "--data", kept)
    assert result.exit_code == 0
    lines = [re.sub(r"\d{4}-\d\d-\d\d", "DATE", line) for line in result.output.splitlines()]
    assert lines == [
        "   1  DATE  Ann, Ben, Cem: abandoned after 1 action",
        f"   2  DATE  Ann, Ben, Cem: over, {winner} won",
        "   3  DATE  Ann, Ben, Cem: under way after 3 actions",
    ]
    assert result.output.startswith("   1  2026-08-01")


@pytest.mark.parametrize("game", ["3", "last"])
def test_record_writes_a_game_without_what_was_taken_back(kept: Path, game: str) -> None:
    result = hareboard("record", game, "--data", kept)
    assert result.exit_code == 0
    record, _ = replay(result.output)
    assert msgspec.structs.replace(record.header, date=None) == read(SHORT).header
    assert record.actions == ("f5", "f4", "f10")
    assert write(record) == result.output


def test_record_writes_a_game_to_its_end(kept: Path) -> None:
    record, game = replay(hareboard("record", "2", "--data", kept).output)
    assert game.state == replayable().state
    assert record.header.result == game.state.ranking
    assert record.header.date == datetime.date(2026, 8, 4)


@pytest.mark.parametrize("game", ["0", "4", "-1", "first", ""])
def test_record_says_which_games_there_are(kept: Path, game: str) -> None:
    result = hareboard("record", "--data", kept, "--", game)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"There is no game “{game}” in {kept}: there is games 1 to 3." in result.stderr


def test_record_of_a_game_that_was_put_aside_and_mended(tmp_path: Path) -> None:
    setup = Setup(PLAYERS, options={"hare": "off"})
    game = Game(begin(3, {"hare": "off"}))
    game.replay(["f5", "f7", "f4"])
    after = "65,3@13/37,3@7/55,3@4 0 move 0 - - -"
    journal = Journal(tmp_path / JOURNAL_FILE)
    journal.append("begin", msgspec.json.encode(setup).decode())
    for ply in game.plies:
        journal.append("play", str(ply.action))
    journal.append("aside")
    journal.append("begin", msgspec.json.encode(setup).decode())
    journal.append("aside")
    journal.append("load", "1")
    journal.append("mend", after)
    journal.append("play", "f16")
    journal.append("pause")
    journal.close()
    lines = [
        line.split(": ")[1] for line in hareboard("record", "--data", tmp_path).output.splitlines()
    ]
    assert lines == ["under way after 4 actions", "set aside after 0 actions"]
    record, again = replay(hareboard("record", "1", "--data", tmp_path).output)
    assert (record.header.start, record.actions) == (after, ("f16",))
    assert again.state.seats[0] == Seat(59, 3, miss=False, runners=(Runner(16),))


def test_record_of_a_folder_without_games(tmp_path: Path) -> None:
    result = hareboard("record", "--data", tmp_path)
    assert (result.exit_code, result.output) == (0, f"No games are kept in {tmp_path}.\n")
    assert hareboard("record", "last", "--data", tmp_path).exit_code == 1
    assert not list(tmp_path.iterdir())


def test_record_leaves_the_journal_as_it_is(kept: Path) -> None:
    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    hareboard("record", "--data", kept)
    hareboard("record", "last", "--data", kept)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == before


def test_record_says_that_a_running_program_must_be_stopped_first(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    try:
        result = hareboard("record", "last", "--data", kept)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "Stop hareboard, then try again; the game goes on afterwards." in result.stderr
        journal.append("play", "f8")
    finally:
        journal.close()
    assert hareboard("record", "last", "--data", kept).exit_code == 0


def test_record_finds_what_a_killed_program_left_beside_the_journal(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    journal.append("play", "f8")
    copy = kept / "copy"
    copy.mkdir()
    for path in kept.glob(f"{JOURNAL_FILE}*"):
        (copy / path.name).write_bytes(path.read_bytes())
    journal.close()
    assert (copy / f"{JOURNAL_FILE}-wal").exists()
    assert kept_games(copy / JOURNAL_FILE)[-1].entries[-1].text == "f8"
    assert kept_games(copy / JOURNAL_FILE) == kept_games(kept / JOURNAL_FILE)


def test_record_says_which_game_cannot_be_replayed(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    journal.append("begin", '{"seats": 3}')
    journal.append("begin", msgspec.json.encode(Setup(PLAYERS)).decode())
    journal.append("play", "f64")
    journal.close()
    lines = hareboard("record", "--data", kept).output.splitlines()
    assert lines[3].endswith("somebody: cannot be replayed")
    assert lines[4].endswith("Ann, Ben, Cem: cannot be replayed")
    for game in ("4", "5"):
        result = hareboard("record", game, "--data", kept)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "This game cannot be replayed (" in result.stderr
        assert "Position" not in result.stderr


def test_a_game_that_cannot_go_on_shows_no_hands(kept: Path) -> None:
    journal = Journal(kept / JOURNAL_FILE)
    journal.append("play", "f64")
    journal.close()
    with pytest.raises(JournalDamaged, match="f64: That costs") as refused_to_start:
        simulated_table(kept).start()
    assert "Position" not in str(refused_to_start.value)


def test_record_refuses_what_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_bytes(b"carrots " * 1000)
    result = hareboard("record", "--data", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "is damaged" in result.stderr


def test_an_empty_journal_has_no_games(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).touch()
    assert kept_games(tmp_path / JOURNAL_FILE) == ()
    assert kept_games(tmp_path / "none") == ()
