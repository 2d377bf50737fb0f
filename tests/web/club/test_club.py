"""What the club screen makes of the boards' messages, good ones and bad ones."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.table.snapshot import Snapshot
from tests.support.table.tabletop import Tabletop
from web.club.club import MOST_BOARDS, Club
from web.club.results import Results, evening_of
from web.languages.language import in_english
from web.mqtt.messages import HealthMessage
from web.mqtt.publication import ONLINE, Publication
from web.mqtt.topics import BoardTopics
from web.views.onlookers import view

EVENING = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)
BEGUN = "2026-11-25T18:30:00+00:00"


class Desk:
    """A club whose clock is set by hand."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "club.sqlite3"
        self.now = EVENING
        self.club = self.opened()

    def opened(self) -> Club:
        return Club(Results(self.file, self.now), 4, lambda: self.now)

    def again(self) -> None:
        self.club.close()
        self.club = self.opened()

    def hear(self, table: dict[str, Any], board: str = "b1") -> None:
        self.club.hear(f"hareboard/v1/{board}/table", json.dumps(table).encode())


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.club.close()


def told(*squares: int, over: bool = False, names: bool = True, begun: str = BEGUN) -> Any:
    """A table of Ann, Ben and Cem, whose runners stand on these squares."""
    order = sorted(range(len(squares)), key=lambda seat: -squares[seat])
    seats = [
        {
            "seat": seat,
            "name": name,
            "opponent": None,
            "runners": [
                {
                    "colour": colour,
                    "square": square,
                    "position": order.index(seat) + 1,
                    "arrived": 1 if square == 64 else None,
                }
            ],
        }
        for seat, (square, name, colour) in enumerate(
            zip(squares, ("Ann", "Ben", "Cem"), ("red", "blue", "green"), strict=False)
        )
    ]
    return {
        "board_name": "Ours",
        "begun_at": begun,
        "names": names,
        "view": {
            "phase": "over" if over else "playing",
            "paused": False,
            "setup": {"edition": "tournament-2019"},
            "to_act": None if over else 0,
            "seats": seats,
            "ranking": [{"seat": seat} for seat in order] if over else [],
        },
    }


def points(club: Club) -> dict[str, int]:
    return {each.name: each.points for each in club.tables().standings}


def test_what_a_board_really_publishes_is_understood(tmp_path: Path, desk: Desk) -> None:
    table = Tabletop(tmp_path)
    table.move("Ann", 5)

    def see(snapshot: Snapshot) -> Any:
        return view(snapshot, None, in_english(), (), "b0a4d")

    topics = BoardTopics("b0a4d")
    publication = Publication(topics, see, BEGUN, None, name="Ours", names=True)
    health = HealthMessage(64, (), None, None)
    for topic, payload in publication.retained(table.snapshot, health).items():
        desk.club.hear(topic, payload)
    table.session.close()
    (board,) = desk.club.boards()
    assert (board.id, board.name, board.online, board.phase) == ("b0a4d", "Ours", True, "playing")
    assert (board.seats[0].name, board.seats[0].runners[0].square) == ("Ann", 5)
    assert board.to_act == table.state.to_act
    assert desk.club.track(board.track)[-1] == "HOME"


def test_a_race_counts_once_however_often_it_is_told(desk: Desk) -> None:
    desk.hear(told(60, 7, 3))
    assert points(desk.club) == {}
    for _ in range(3):
        desk.hear(told(64, 7, 3, over=True))
    assert points(desk.club) == {"Ann": 60, "Ben": 30, "Cem": 0}
    desk.again()
    desk.hear(told(64, 7, 3, over=True))
    assert points(desk.club) == {"Ann": 60, "Ben": 30, "Cem": 0}


def test_an_end_that_was_taken_back_is_replaced(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.hear(told(60, 7, 3))
    desk.hear(told(60, 64, 3, over=True))
    assert points(desk.club) == {"Ben": 60, "Ann": 30, "Cem": 0}
    desk.again()
    assert points(desk.club) == {"Ben": 60, "Ann": 30, "Cem": 0}


def test_another_race_and_another_board_count_too(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.hear(told(64, 7, 3, over=True), "b2")
    desk.hear(told(64, 7, 3, over=True, begun="2026-11-25T19:30:00+00:00"))
    assert points(desk.club)["Ann"] == 180
    assert len(desk.club.tables().races) == 3


def test_the_next_evening_begins_empty_and_an_old_race_stays_in_its_own(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.now += timedelta(days=1)
    desk.again()
    desk.hear(told(64, 7, 3, over=True))  # retained since yesterday
    assert points(desk.club) == {}
    desk.hear(told(60, 64, 3))  # its end is taken back
    desk.hear(told(60, 64, 3, over=True))
    assert points(desk.club) == {}
    desk.hear(told(64, 7, 3, over=True, begun="2026-11-26T19:30:00+00:00"))
    assert points(desk.club)["Ann"] == 60


def test_a_race_that_was_over_before_the_first_evening_does_not_count(desk: Desk) -> None:
    last_week = "2026-11-18T18:30:00+00:00"
    desk.hear(told(64, 7, 3, over=True, begun=last_week))  # retained, and never heard before
    assert (points(desk.club), desk.club.tables().races) == ({}, ())
    desk.hear(told(60, 7, 3, begun=last_week))  # it was set aside, and goes on tonight
    desk.hear(told(64, 7, 3, over=True, begun=last_week))
    assert points(desk.club) == {"Ann": 60, "Ben": 30, "Cem": 0}


def test_a_race_that_ended_while_nobody_listened_counts(desk: Desk) -> None:
    desk.now += timedelta(hours=6)  # after midnight
    desk.hear(told(64, 7, 3, over=True))
    assert points(desk.club)["Ann"] == 60


@pytest.mark.parametrize("begun", ["", "?", "2027-01-01", "9999-12-31T23-14:00", "0001-01-01T00Z"])
def test_a_race_of_a_board_whose_clock_is_odd_counts(desk: Desk, begun: str) -> None:
    desk.hear(told(64, 7, 3, over=True, begun=begun))
    assert points(desk.club)["Ann"] == 60


def test_an_evening_ends_also_while_the_screen_is_shown(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.now += timedelta(days=1)
    desk.hear(told(7, 64, 3, over=True, begun="2026-11-26T19:30:00+00:00"))
    assert points(desk.club) == {"Ben": 60, "Ann": 30, "Cem": 0}


def test_an_evening_is_over_before_a_race_of_the_next_one_is(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.now += timedelta(days=1)
    tables = desk.club.tables()
    assert (tables.standings, tables.races, tables.next_round, tables.trouble) == (
        (),
        (),
        (),
        False,
    )


def test_a_clock_that_is_set_right_finds_the_evening_again(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.now -= timedelta(days=30)
    desk.again()  # on a computer that starts without the time
    assert points(desk.club) == {}
    desk.now += timedelta(days=30)
    desk.hear(told(7, 64, 3, over=True), "b2")
    assert points(desk.club) == {"Ann": 90, "Ben": 90, "Cem": 0}


def test_an_evening_that_cannot_be_read_is_said(desk: Desk) -> None:
    desk.now += timedelta(days=1)
    desk.club.close()
    assert desk.club.tables().trouble
    desk.club = desk.opened()


def test_a_race_that_another_version_has_kept_is_passed_over(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    desk.hear(told(64, 7, 3, over=True), "b2")
    with closing(sqlite3.connect(desk.file)) as other, other:
        other.execute("UPDATE race SET told = '{}' WHERE board = 'b2'")
    desk.again()
    assert points(desk.club)["Ann"] == 60


def test_after_midnight_it_is_the_same_evening() -> None:
    assert evening_of(EVENING) == evening_of(EVENING + timedelta(hours=8))
    assert evening_of(EVENING) != evening_of(EVENING + timedelta(hours=10))


def test_colours_are_nobody(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True, names=False))
    assert points(desk.club) == {}
    assert len(desk.club.tables().races) == 1


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ([[0, 2], [1]], {"Ann": 60, "Cem": 60, "Ben": 0}),
        (None, {"Ann": 60, "Cem": 30, "Ben": 0}),
        ("Ann and Cem", {"Ann": 60, "Cem": 30, "Ben": 0}),
    ],
)
def test_a_team_wins_together(desk: Desk, teams: object, expected: dict[str, int]) -> None:
    table = told(64, 3, 7, over=True)
    table["view"]["setup"]["options"] = {"teams": teams}
    desk.hear(table)
    assert points(desk.club) == expected
    wins = {each.name: each.wins for each in desk.club.tables().standings}
    assert wins == {name: int(points == 60) for name, points in expected.items()}
    desk.again()
    assert points(desk.club) == expected


def test_names_that_are_switched_off_later_take_no_points_away(desk: Desk) -> None:
    desk.hear(told(64, 7, 3, over=True))
    table = told(64, 7, 3, over=True, names=False)
    for seat, colour in zip(table["view"]["seats"], ("Red", "Blue", "Green"), strict=True):
        seat["name"] = colour
    desk.hear(table)
    assert points(desk.club) == {"Ann": 60, "Ben": 30, "Cem": 0}


def test_who_races_now_is_in_the_next_round(desk: Desk) -> None:
    desk.hear(told(5, 7, 3))
    tables = desk.club.tables()
    assert tables.running == 1
    (table,) = tables.next_round
    assert table.board is None  # none is online
    assert sorted(table.names) == ["Ann", "Ben", "Cem"]
    desk.club.hear("hareboard/v1/b1/status", ONLINE)
    assert desk.club.tables().next_round[0].board == "Ours"


def test_a_race_of_last_week_at_a_board_that_is_off_is_not_on(desk: Desk) -> None:
    desk.hear(told(5, 7, 3, begun="2026-11-18T18:30:00+00:00"))  # retained
    tables = desk.club.tables()
    assert (tables.running, tables.next_round) == (0, ())
    desk.club.hear("hareboard/v1/b1/status", ONLINE)
    assert desk.club.tables().running == 1  # it goes on
    desk.club.hear("hareboard/v1/b1/status", b'{"state": "offline"}')
    desk.hear(told(5, 7, 3))  # begun this evening: the board is lost in its middle
    assert desk.club.tables().running == 1


def test_who_races_without_a_name_is_in_no_round(desk: Desk) -> None:
    desk.hear(told(5, 7, 3, names=False))
    assert desk.club.tables().running == 1
    assert desk.club.tables().next_round == ()


def test_a_board_is_seen_to_go_and_to_be_removed(desk: Desk) -> None:
    desk.hear(told(5, 7, 3))
    desk.club.hear("hareboard/v1/b1/status", ONLINE)
    assert desk.club.boards()[0].online
    desk.club.hear("hareboard/v1/b1/status", b'{"state": "offline"}')
    assert not desk.club.boards()[0].online
    desk.club.hear("hareboard/v1/b1/table", b"")
    assert desk.club.boards() == ()


def test_boards_are_in_the_order_of_their_numbers(desk: Desk) -> None:
    for number in (10, 2, 1):
        desk.hear(told(5, 7, 3) | {"board_name": f"Table {number}"}, f"b{number}")
    assert [each.name for each in desk.club.boards()] == ["Table 1", "Table 2", "Table 10"]


def test_boards_of_one_name_are_told_apart_while_there_are_two(desk: Desk) -> None:
    for board in ("a1f0c3", "b2e9d4"):
        desk.club.hear(f"hareboard/v1/{board}/status", b'{"state": "online"}')
        desk.hear(told(12, 3, over=board[0] == "a", begun=BEGUN), board)
    assert [each.name for each in desk.club.boards()] == ["Ours (a1f0)", "Ours (b2e9)"]
    assert desk.club.tables().next_round[0].board == "Ours (a1f0)"
    shown = desk.club.revision
    desk.hear({**told(12, 3), "board_name": "Theirs"}, "b2e9d4")
    assert [each.name for each in desk.club.boards(shown)] == ["Ours", "Theirs"]
    desk.hear(told(12, 3), "b2e9d4")
    desk.club.hear("hareboard/v1/b2e9d4/table", b"")
    assert [each.name for each in desk.club.boards()] == ["Ours"]


def test_only_what_changed_is_sent_again(desk: Desk) -> None:
    desk.hear(told(5, 7, 3), "b1")
    desk.hear(told(5, 7, 3), "b2")
    before = desk.club.revision
    desk.hear(told(5, 7, 3), "b1")
    assert desk.club.revision == before
    desk.hear(told(6, 7, 3), "b2")
    assert [each.id for each in desk.club.boards(after=before)] == ["b2"]


@pytest.mark.parametrize(
    "change",
    [
        {"view": None},
        {"begun_at": 7},
        {"board_name": "x" * 1000},
    ],
)
def test_what_is_not_understood_changes_nothing(desk: Desk, change: dict[str, Any]) -> None:
    desk.hear(told(5, 7, 3))
    before = desk.club.boards()
    desk.hear(told(64, 7, 3, over=True) | change)
    assert desk.club.boards() == before
    assert desk.club.tables().races == ()


@given(payload=st.binary(max_size=300), what=st.sampled_from(["table", "status"]))
def test_no_bytes_are_a_fault_of_the_program(payload: bytes, what: str) -> None:
    club = Club(Results(Path(":memory:"), EVENING), 4, lambda: EVENING)
    club.hear(f"hareboard/v1/b1/{what}", payload)
    assert club.boards() == ()
    club.close()


def test_a_flood_of_boards_is_not_kept(desk: Desk) -> None:
    for number in range(MOST_BOARDS + 5):
        desk.hear(told(5, 7, 3), f"b{number}")
    assert len(desk.club.boards()) == MOST_BOARDS


def test_a_board_without_a_race_has_the_usual_track(desk: Desk) -> None:
    desk.hear(told(5, 7, 3))
    table = told()
    table["view"] |= {"phase": "setup", "setup": None, "to_act": None}
    desk.hear(table, "b2")
    assert len({each.track for each in desk.club.boards()}) == 1


def test_an_edition_of_a_newer_version_has_the_usual_track(desk: Desk) -> None:
    table = told(5, 7, 3)
    table["view"]["setup"] = {"edition": "of-the-future"}
    desk.hear(table)
    assert desk.club.track(desk.club.boards()[0].track)


def test_a_file_that_cannot_be_written_is_said_and_tried_again(desk: Desk) -> None:
    other = sqlite3.connect(desk.file)
    other.execute("ALTER TABLE race RENAME TO elsewhere")
    other.commit()
    desk.hear(told(64, 7, 3, over=True))
    assert desk.club.tables().trouble
    assert points(desk.club) == {}
    other.execute("ALTER TABLE elsewhere RENAME TO race")
    other.commit()
    other.close()
    desk.hear(told(5, 7, 3, begun="2026-11-25T21:00:00+00:00"))  # the next race at that board
    assert not desk.club.tables().trouble
    assert points(desk.club)["Ann"] == 60


def test_a_race_of_two_boards_counts_once(desk: Desk) -> None:
    near, far = told(64, 20, 10, over=True), told(64, 20, 10, over=True)
    near["view"]["other_board"] = {"name": "Far", "role": "authority"}
    far["view"]["other_board"] = {"name": "Near", "role": "guest"}
    desk.hear(near, "b1")
    desk.hear(far, "b2")
    assert points(desk.club) == {"Ann": 60, "Ben": 30, "Cem": 0}
    near["view"]["phase"] = far["view"]["phase"] = "playing"
    desk.hear(near, "b1")
    desk.hear(far, "b2")
    assert desk.club.tables().running == 1
