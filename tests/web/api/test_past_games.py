"""The games of a board, and what only its host may do with them."""

import random
from typing import Any, get_args

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from controller.bootstrap import SimulatedTable
from controller.game.records import replay
from tests.support.companion import stranger
from tests.support.records.stories import drawn_texts
from tests.support.waiting import until
from tests.web.api.test_game import PLAYERS, code, play, view
from tests.web.conftest import NAMES
from tools.autoplayer import choose
from web.api.past_games import PictureQuery, day_of
from web.languages.language import LANGUAGES

MOST_ACTIONS = 600
ORDERS = [
    ("pause", {"paused": True}),
    ("set-aside", {"version": 1}),
    ("mend", {"by": "game", "version": 1}),
    ("1/load", {}),
]
"""What only the host may do."""


def games(client: FlaskClient) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = client.get("/api/games").get_json()["games"]
    return listed


def story(client: FlaskClient, game: int) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"/api/games/{game}/story").get_json()
    return told


def do(client: FlaskClient, what: str, **body: Any) -> Any:
    return client.post(f"/api/games/{what}", json=body)


def put_aside(client: FlaskClient) -> None:
    assert do(client, "set-aside", version=view(client)["version"]).status_code == 200


def moves(client: FlaskClient, actions: int, seed: int = 1) -> None:
    """Play so many actions by phone, or until the race is over."""
    rng = random.Random(seed)
    for _ in range(actions):
        seen = view(client)
        if (seat := seen["to_act"]) is None:
            return
        answer = play(client, seat, choose(view(client, seat)["me"], rng), seen["version"])
        assert answer.status_code == 200, answer.get_json()


@pytest.fixture
def over(game: SimulatedTable, client: FlaskClient) -> int:
    """A game that was played to its end; its number."""
    moves(client, MOST_ACTIONS)
    assert view(client)["phase"] == "over"
    return int(games(client)[0]["game"])


@pytest.mark.usefixtures("over")
def test_the_next_race_has_the_same_players_and_another_begins(client: FlaskClient) -> None:
    setup = view(client)["setup"]
    do(client, "again")
    assert view(client)["setup"] == {**setup, "first": 1}
    assert view(client)["phase"] == "playing"
    assert do(client, "again").get_json()["error"]["code"] == "no-such-game"


def test_a_board_without_games_has_an_empty_list(client: FlaskClient) -> None:
    assert games(client) == []


def test_the_list_tells_the_newest_game_first_and_how_each_stands(
    game: SimulatedTable, client: FlaskClient
) -> None:
    moves(client, 4)
    put_aside(client)
    client.post("/api/games", json={"seats": PLAYERS})
    do(client, "abandon", version=view(client)["version"])
    client.post("/api/games", json={"seats": PLAYERS[::-1], "edition": "gibsons-1987"})
    newest, middle, oldest = games(client)
    assert [each["state"] for each in (newest, middle, oldest)] == ["playing", "abandoned", "aside"]
    assert [each["can_load"] for each in (newest, middle, oldest)] == [False, True, True]
    assert newest["game"] > middle["game"] > oldest["game"]
    assert (newest["players"], oldest["players"]) == (["Cem", "Ben", "Ann"], list(NAMES))
    assert newest["edition"] == "gibsons-1987"
    assert newest["edition_name"] != "gibsons-1987"
    assert oldest["played"] == 5  # The deal, and four by the players.
    assert {each["winner"] for each in (newest, middle, oldest)} == {None}
    assert oldest["begun_at"].endswith("+00:00")


def test_a_game_put_away_goes_on_where_it_stood(game: SimulatedTable, client: FlaskClient) -> None:
    moves(client, 6)
    number = games(client)[0]["game"]
    before = [view(client, seat)["me"] for seat in range(3)]
    put_aside(client)
    assert view(client)["phase"] == "setup"
    assert do(client, f"{number}/load").status_code == 200
    assert [view(client, seat)["me"] for seat in range(3)] == before
    assert games(client)[0]["state"] == "playing"


def test_no_game_is_gone_on_with_while_another_is_under_way(
    game: SimulatedTable, client: FlaskClient
) -> None:
    number = games(client)[0]["game"]
    put_aside(client)
    client.post("/api/games", json={"seats": PLAYERS})
    assert code(do(client, f"{number}/load")) == "game-running"
    assert games(client)[1]["state"] == "aside"


def test_a_pause_lets_nobody_play_until_it_ends(game: SimulatedTable, client: FlaskClient) -> None:
    assert do(client, "pause", paused=True).status_code == 200
    assert view(client)["paused"] is True
    refused = play(client, 0, "f5")
    assert (refused.status_code, code(refused)) == (409, "paused")
    assert do(client, "pause", paused=False).status_code == 200
    assert view(client)["paused"] is False
    assert play(client, 0, "f5").status_code == 200


def test_the_board_is_right_and_the_game_takes_what_stands_there(
    game: SimulatedTable, client: FlaskClient
) -> None:
    def wrong() -> bool:
        return bool(game.actor.snapshot.finding.mismatches)

    game.world.put("yellow", 17)  # Ben's, though Ann is to move.
    game.actor.wait_until(wrong, 10.0)
    seen = view(client)
    assert (seen["can_mend"], len(seen["table"]["mismatches"])) == (True, 1)
    assert do(client, "mend", by="board", version=seen["version"]).status_code == 200
    now = view(client)
    assert now["table"]["mismatches"] == []
    assert [each["runners"][0]["square"] for each in now["seats"]] == [0, 17, 0]
    assert story(client, games(client)[0]["game"])["turns"][-1]["seat"] is None


def test_the_game_is_right_and_the_board_tells_where_runners_belong(
    game: SimulatedTable, client: FlaskClient
) -> None:
    def wrong() -> bool:
        return bool(game.actor.snapshot.finding.mismatches)

    game.world.put("yellow", 17)
    game.actor.wait_until(wrong, 10.0)
    assert do(client, "mend", by="game", version=view(client)["version"]).status_code == 200
    now = view(client)
    assert now["table"]["mismatches"] == []
    assert [each["colour"] for each in now["table"]["errands"]] == ["yellow"]
    assert [each["runners"][0]["square"] for each in now["seats"]] == [0, 0, 0]


def test_there_is_nothing_to_mend_where_board_and_game_agree(
    game: SimulatedTable, client: FlaskClient
) -> None:
    refused = do(client, "mend", by="board", version=view(client)["version"])
    assert (refused.status_code, code(refused)) == (400, "not-offered")


@pytest.mark.parametrize(("what", "body"), ORDERS)
def test_only_the_host_may_do_this(
    what: str, body: dict[str, Any], game: SimulatedTable, app: Flask
) -> None:
    before = game.actor.snapshot
    refused = do(stranger(app), what, **body)
    assert (refused.status_code, code(refused)) == (403, "host-only")
    assert game.actor.snapshot is before


@pytest.mark.parametrize(("what", "body"), ORDERS)
def test_a_strange_body_is_refused(
    what: str, body: dict[str, Any], game: SimulatedTable, client: FlaskClient
) -> None:
    refused = do(client, what, **body, more=1)
    assert (refused.status_code, code(refused)) == (400, "bad-request")


def test_an_old_version_is_refused(game: SimulatedTable, client: FlaskClient) -> None:
    version = view(client)["version"]
    moves(client, 1)
    refused = do(client, "set-aside", version=version)
    assert (refused.status_code, code(refused)) == (409, "stale")
    assert games(client)[0]["state"] == "playing"


def test_a_game_that_can_go_on_shows_nobodys_hand(
    game: SimulatedTable, client: FlaskClient
) -> None:
    moves(client, 6)
    number = games(client)[0]["game"]
    for _ in ("under way", "put away"):
        told = story(client, number)
        assert told["over"] is False
        assert {str(turn["carrots"]) for turn in told["turns"]} == {"None"}
        assert told["start"] == {"squares": [[0], [0], [0]], "carrots": None}
        refused = client.get(f"/api/games/{number}/record")
        assert (refused.status_code, code(refused)) == (400, "game-running")
        if told["turns"] and view(client)["phase"] == "playing":
            put_aside(client)


def test_the_story_of_a_race_tells_where_everybody_was_and_held(
    over: int, client: FlaskClient
) -> None:
    told = story(client, over)
    seen = view(client)
    last = told["turns"][-1]
    assert [each["name"] for each in told["players"]] == list(NAMES)
    assert [each["colours"] for each in told["players"]] == [["red"], ["yellow"], ["green"]]
    assert (told["home"], told["over"], told["lettuces"]) == (64, True, [10, 22, 42, 57])
    assert told["start"] == {"squares": [[0], [0], [0]], "carrots": [65, 65, 65]}
    assert told["begun_at"] == games(client)[0]["begun_at"]
    assert told["ranking"] == [each["seat"] for each in seen["ranking"]]
    assert told["bg_stats"].startswith("bgstats://")
    assert [turn["number"] for turn in told["turns"]] == list(range(1, len(told["turns"]) + 1))
    assert last["squares"] == [[each["runners"][0]["square"]] for each in seen["seats"]]
    assert last["carrots"] == [view(client, seat)["me"]["carrots"] for seat in range(3)]
    assert last["sentence"].endswith(seen["log"][-1]["sentence"])


def test_the_record_of_a_race_is_a_file_that_replays(over: int, client: FlaskClient) -> None:
    answer = client.get(f"/api/games/{over}/record")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=hareboard-{over}.txt"
    record, game = replay(answer.get_data(as_text=True))
    assert [seat.name for seat in record.header.seats] == list(NAMES)
    assert list(game.state.ranking) == story(client, over)["ranking"]


def picture(client: FlaskClient, game: int, **query: Any) -> Any:
    return client.get(f"/api/games/{game}/picture.svg", query_string=query)


def test_the_picture_of_a_race_has_names_only_if_they_are_asked_for(
    over: int, client: FlaskClient
) -> None:
    answer = picture(client, over)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Content-Disposition"] == f"attachment; filename=hareboard-{over}.svg"
    winner = NAMES[story(client, over)["ranking"][0]]
    nameless, named = answer.get_data(as_text=True), picture(client, over, names="yes").text
    assert not any(name in drawn_texts(nameless) for name in NAMES)
    assert all(f">{name}</" in named for name in NAMES)
    assert f'<title id="title">{winner} has won the race</title>' in named
    assert picture(client, over, names="no").text == nameless


def test_the_picture_of_a_race_is_in_the_language_asked_for(over: int, client: FlaskClient) -> None:
    german = picture(client, over, language="de").text
    assert ' lang="de"' in german
    accepted = client.get(
        f"/api/games/{over}/picture.svg", headers={"Accept-Language": "de"}
    ).get_data(as_text=True)
    assert accepted == german


def test_every_language_may_be_asked_for() -> None:
    (asked,) = [each for each in msgspec.structs.fields(PictureQuery) if each.name == "language"]
    assert {*get_args(get_args(asked.type)[0])} == {*LANGUAGES}


@pytest.mark.parametrize(
    ("offset", "day"), [(0, 14), (90, 15), (-1439, 13)], ids=["UTC", "before", "behind"]
)
def test_the_picture_tells_the_day_where_its_reader_is(offset: int, day: int) -> None:
    assert day_of("2026-08-14T22:45:00+00:00", offset).day == day


@pytest.mark.parametrize(
    "query",
    [
        {"names": "maybe"},
        {"name": "yes"},
        {"language": "xx"},
        {"utc_offset_min": "soon"},
        {"utc_offset_min": 1440},
    ],
)
def test_a_strange_wish_for_a_picture_is_refused(
    query: dict[str, Any], game: SimulatedTable, client: FlaskClient
) -> None:
    before = game.actor.snapshot
    refused = picture(client, 1, **query)
    assert (refused.status_code, code(refused)) == (400, "bad-request")
    assert next(iter(query)) in refused.get_json()["error"]["message"]
    assert game.actor.snapshot is before


def test_a_game_under_way_or_put_away_has_no_picture(
    game: SimulatedTable, client: FlaskClient
) -> None:
    moves(client, 4)
    number = games(client)[0]["game"]
    for _ in ("under way", "put away"):
        refused = picture(client, number, names="yes")
        assert (refused.status_code, code(refused)) == (400, "game-running")
        if view(client)["phase"] == "playing":
            put_aside(client)


def test_a_game_that_is_over_has_a_winner_in_the_list(over: int, client: FlaskClient) -> None:
    listed = games(client)[0]
    assert (listed["game"], listed["state"], listed["can_load"]) == (over, "over", False)
    assert listed["winner"] == view(client)["ranking"][0]["name"]
    assert listed["played"] == len(story(client, over)["turns"])


def test_a_team_wins_together_in_list_and_story(client: FlaskClient) -> None:
    setup = {
        "seats": [*PLAYERS, {"name": "Dot", "colours": ["black"]}],
        "options": {
            "teams": [[0, 2], [1, 3]],
            "finish": "first-home",
            "start_carrots": 2080,
            "lettuces": 0,
        },
    }
    assert client.post("/api/games", json=setup).status_code == 200
    assert games(client)[0]["winner"] is None
    assert play(client, 0, "f1").status_code == 200
    assert play(client, 1, "f64").status_code == 200
    [listed] = games(client)
    assert (listed["state"], listed["winner"]) == ("over", "Team B")
    told = story(client, listed["game"])
    assert (told["ranking"], told["teams"]) == ([1, 3, 0, 2], [[0, 2], [1, 3]])


@pytest.mark.parametrize("path", ["99/story", "99/record", "99/picture.svg"])
def test_there_is_no_such_game(path: str, client: FlaskClient) -> None:
    refused = client.get(f"/api/games/{path}")
    assert (refused.status_code, code(refused)) == (404, "no-such-game")


def test_no_game_can_be_gone_on_with_that_never_was(client: FlaskClient) -> None:
    refused = do(client, "99/load")
    assert (refused.status_code, code(refused)) == (404, "no-such-game")


def analysis(client: FlaskClient, game: int, language: str = "en") -> Any:
    path = f"/api/games/{game}/analysis"
    return client.get(path, headers={"Accept-Language": language}).get_json()


@pytest.mark.long
def test_a_game_that_is_over_is_analysed(client: FlaskClient, over: int) -> None:
    assert analysis(client, over) == {
        "ready": False,
        "chances": [],
        "turning_points": [],
        "sources": [],
    }
    until(lambda: analysis(client, over)["ready"], "the analysis", 300)
    told, turns = analysis(client, over), story(client, over)["turns"]
    assert len(told["chances"]) == len(turns) + 1
    assert all(97 <= sum(each) <= 103 for each in told["chances"])
    assert sorted(told["chances"][-1]) == [0, 0, 100]
    assert [turns[each["number"] - 1]["sentence"] for each in told["turning_points"]] == [
        each["sentence"] for each in told["turning_points"]
    ]
    assert told["sources"][0]["title"] == "Moves"
    assert analysis(client, over, "de")["sources"][0]["title"] == "Züge"


def test_the_analysis_of_a_game_under_way_is_refused(
    game: SimulatedTable, client: FlaskClient
) -> None:
    moves(client, 4)
    assert analysis(client, 1)["error"]["code"] == "game-running"
    assert analysis(client, 99)["error"]["code"] == "no-such-game"
