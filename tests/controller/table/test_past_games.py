"""Games that were played, as a running service tells of them."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from controller.bootstrap import JOURNAL_FILE, simulated_pieces, simulated_uid, tags_of
from controller.game.journal.entries import KeptGame
from controller.game.journal.journal import Journal
from controller.game.pieces import COLOURS, Player
from controller.game.records import replay
from controller.game.rules import legal
from controller.game.rules.text.position import write_position
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Abandon, Begin, Load, Mend, Pause, Play, SetAside, TakeBack
from controller.table.past_games import LISTED, GameSummary, summary_of
from controller.table.referee import Errand
from controller.table.session import Session
from controller.table.summaries import Summaries
from hardware.clock import MonotonicClock
from hardware.ports import Sighting
from tests.support.rules.random_play import homeward

NAMES = ("Ann", "Ben", "Cem")
SEATS = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS[:3], strict=True))
BEGUN = "1978-11-01T20:00:00+00:00"
PATIENCE_S = 20.0
TAGS = [simulated_uid(colour, "base") for colour in COLOURS[:3]]
BEN = (Errand("yellow", 21, 7, face_down=False),)


SUMMARIES = "summaries.json"
OpenService = Callable[[], GameActor]


@pytest.fixture
def open_service(tmp_path: Path) -> Iterator[OpenService]:
    """Starts services over one journal, one after the other, and stops them after the test."""
    opened: list[GameActor] = []

    def make() -> GameActor:
        clock = MonotonicClock()

        def open_session() -> Session:
            journal = Journal(tmp_path / JOURNAL_FILE, lambda: BEGUN)
            return Session(
                journal,
                tags_of(simulated_pieces()),
                clock,
                random.Random(64),
                summaries=Summaries(tmp_path / SUMMARIES),
            )

        opened.append(GameActor(open_session, clock))
        opened[-1].start()
        return opened[-1]

    yield make
    for service in opened:
        service.stop()


@pytest.fixture
def service(open_service: OpenService) -> GameActor:
    """A service without a game."""
    return open_service()


def begin(service: GameActor, setup: Setup | None = None) -> int:
    """Begin a game; returns its number."""
    service.submit(Begin(setup or Setup(SEATS)))
    return service.games().rows[0].game


def play(service: GameActor, *actions: str) -> None:
    for action in actions:
        seat = service.snapshot.state.to_act if service.snapshot.state else None
        assert seat is not None
        service.submit(Play(seat, action, service.snapshot.version))


def play_to_the_end(service: GameActor) -> None:
    rng = random.Random(6)
    while (state := service.snapshot.state) is not None and state.prompt != "over":
        play(service, str(homeward(state, legal(state), rng)))


def set_aside(service: GameActor) -> None:
    service.submit(SetAside(service.snapshot.version))


def abandon(service: GameActor) -> None:
    service.submit(Abandon(service.snapshot.version))


def refused(service: GameActor, what: str, game: int) -> Refusal:
    with pytest.raises(Refusal) as caught:
        getattr(service, what)(game)
    return caught.value


def refusal(service: GameActor, what: str, game: int) -> str:
    return refused(service, what, game).code


def put_ben_on_21(service: GameActor) -> None:
    """Readers see Ann's and Cem's runners where they belong, and Ben's where it does not."""
    for tag, square in zip(TAGS, (5, 21, 4), strict=True):
        service.emit(Sighting(square, tag, True, 0.0))
    service.wait_until(lambda: service.snapshot.finding.errands[:1] == BEN, PATIENCE_S)


# The list


def test_a_new_journal_has_no_games(service: GameActor) -> None:
    assert service.games().rows == ()


def test_a_list_tells_how_every_game_stands(service: GameActor) -> None:
    left = begin(service)
    play(service, "f5")
    abandon(service)
    over = begin(service)
    play_to_the_end(service)
    assert service.snapshot.state is not None
    winner = NAMES[service.snapshot.state.ranking[0]]
    length = service.snapshot.played
    aside = begin(service, Setup(SEATS[:2], "ravensburger-1978", options={"runners": 1}))
    set_aside(service)
    now = begin(service)
    play(service, "f5", "f7")
    service.submit(TakeBack(1, service.snapshot.version))
    usual, other = "parlett-2018", "ravensburger-1978"
    assert service.games().rows == (
        GameSummary(now, BEGUN, usual, NAMES, "playing", None, 2, can_load=False),
        GameSummary(aside, BEGUN, other, NAMES[:2], "aside", None, 1, can_load=True),
        GameSummary(over, BEGUN, usual, NAMES, "over", winner, length, can_load=False),
        GameSummary(left, BEGUN, usual, NAMES, "abandoned", None, 2, can_load=True),
    )


def test_a_list_changes_with_what_is_played(service: GameActor) -> None:
    number = begin(service)
    assert [game.played for game in service.games().rows] == [1]
    play(service, "f5")
    assert [game.played for game in service.games().rows] == [2]
    set_aside(service)
    assert [game.state for game in service.games().rows] == ["aside"]
    service.submit(Load(number))
    assert [game.state for game in service.games().rows] == ["playing"]
    service.submit(Pause(paused=True))
    assert [game.state for game in service.games().rows] == ["playing"]
    abandon(service)
    assert [game.state for game in service.games().rows] == ["abandoned"]


def test_a_list_has_the_newest_hundred(service: GameActor) -> None:
    numbers = []
    for _ in range(LISTED + 3):
        numbers.append(begin(service))
        abandon(service)
    assert [game.game for game in service.games().rows] == numbers[:2:-1]


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that were replayed for the list."""
    found: list[int] = []

    def noted(kept: KeptGame, under_way: int | None) -> GameSummary | None:
        found.append(kept.number)
        return summary_of(kept, under_way)

    monkeypatch.setattr("controller.table.actor.summary_of", noted)
    return found


def test_a_game_is_replayed_for_the_list_once_also_over_a_start(
    service: GameActor, open_service: OpenService, replays: list[int]
) -> None:
    numbers = []
    for _ in range(4):
        numbers.append(begin(service))
        abandon(service)
    last = begin(service)
    assert sorted(replays) == sorted([*numbers, *numbers, last]), "begun, and abandoned"
    replays.clear()
    listed = service.games().rows
    service.stop()
    assert open_service().games().rows == listed
    assert replays == [last], "its row changes with each action"


def test_a_list_that_would_take_long_is_read_in_parts_newest_first(
    tmp_path: Path,
    service: GameActor,
    open_service: OpenService,
    replays: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = []
    for _ in range(5):
        numbers.append(begin(service))
        abandon(service)
    whole = service.games().rows
    service.stop()
    (tmp_path / SUMMARIES).unlink()
    again = open_service()
    replays.clear()
    monkeypatch.setattr("controller.table.actor.REPLAYED", 6)  # each has three entries
    parts = [again.games() for _ in range(4)]
    assert [each.unread for each in parts] == [3, 1, 0, 0]
    assert [each.rows for each in parts] == [whole[:2], whole[:4], whole, whole]
    assert replays == numbers[::-1]


@pytest.mark.parametrize("content", [b"", b'{"version":0,"rows":[]}', b"\xff"])
def test_rows_that_cannot_be_read_or_are_of_another_version_are_made_anew(
    tmp_path: Path,
    service: GameActor,
    open_service: OpenService,
    replays: list[int],
    content: bytes,
) -> None:
    number = begin(service)
    abandon(service)
    listed = service.games().rows
    service.stop()
    for rows in (content, None):
        if rows is None:
            (tmp_path / SUMMARIES).unlink()
        else:
            (tmp_path / SUMMARIES).write_bytes(rows)
        replays.clear()
        again = open_service()
        assert again.games().rows == listed
        assert replays == [number]
        again.stop()


def test_rows_that_cannot_be_written_are_told_and_stop_no_list(
    tmp_path: Path, service: GameActor, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / f"{SUMMARIES}.new").mkdir()
    begin(service)
    abandon(service)
    assert [game.state for game in service.games().rows] == ["abandoned"]
    assert "summaries.json cannot be written" in caplog.text


def test_a_game_that_cannot_be_replayed_is_listed_and_that_is_all(
    tmp_path: Path, open_service: OpenService
) -> None:
    journal = Journal(tmp_path / JOURNAL_FILE, lambda: BEGUN)
    setup = '{"seats":[{"name":"Ann","colours":["red"]}],"edition":"of-my-own"}'
    entries = (f"begin {setup}", "play f5", "play f6", "undo", "abandon", "begin carrots")
    aside = (f"begin {setup}", "play f5", "aside")
    for entry in (*entries, "abandon", *aside):
        kind, _, text = entry.partition(" ")
        journal.append(kind, text)  # type: ignore[arg-type]  # one of them
    journal.append("begin", msgspec.json.encode(Setup(SEATS)).decode())
    journal.close()
    service = open_service()
    assert service.games().rows[1:] == (
        GameSummary(8, BEGUN, "of-my-own", ("Ann",), "aside", None, 1, can_load=False),
        GameSummary(1, BEGUN, "of-my-own", ("Ann",), "abandoned", None, 1, can_load=False),
    )
    for what in ("record", "story"):
        assert [refusal(service, what, game) for game in (1, 6)] == ["no-such-game"] * 2
    abandon(service)
    with pytest.raises(Refusal) as caught:
        service.submit(Load(1))
    assert caught.value.code == "no-such-game"


# Records


def test_a_record_is_of_a_game_that_has_ended(service: GameActor) -> None:
    number = begin(service)
    play_to_the_end(service)
    end = service.snapshot.state
    record, game = replay(service.record(number))
    assert game.state == end
    assert [seat.name for seat in record.header.seats] == [*NAMES]
    assert str(record.header.date) == "1978-11-01"


def test_no_record_tells_the_hands_of_a_game_that_may_go_on(service: GameActor) -> None:
    number = begin(service)
    play(service, "f5")
    running = refused(service, "record", number)
    assert (running.code, running.message) == (
        "game-running",
        "This game isn't over yet, and its record would reveal every hand. Finish it first.",
    )
    set_aside(service)
    assert refusal(service, "record", number) == "game-running"
    service.submit(Load(number))
    abandon(service)
    assert refusal(service, "record", number) == "game-running"


def test_the_record_of_a_mended_game_starts_from_there(service: GameActor) -> None:
    number = begin(service)
    play(service, "f5", "f7", "f4")
    put_ben_on_21(service)
    service.submit(Mend("board", service.snapshot.version))
    mended = service.snapshot.state
    assert mended is not None
    play(service, "draw")
    play_to_the_end(service)
    end = service.snapshot.state
    record, game = replay(service.record(number))
    assert record.header.start == write_position(mended)
    assert (record.actions[0], game.state) == ("draw", end)


@pytest.mark.parametrize("game", [0, -1, 2, 99, 2**70])
@pytest.mark.parametrize("what", ["record", "story"])
def test_there_must_be_a_game_of_that_number(service: GameActor, what: str, game: int) -> None:
    begin(service)
    assert refusal(service, what, game) == "no-such-game"


# Stories


def test_a_story_tells_every_turn_that_stands(service: GameActor) -> None:
    number = begin(service)
    play(service, "f5", "f7")
    service.submit(TakeBack(1, service.snapshot.version))
    play(service, "f4")
    story = service.story(number)
    assert (story.game, story.begun_at) == (number, BEGUN)
    assert (story.edition, story.home) == ("parlett-2018", 64)
    assert (story.players, story.over) == (SEATS, False)
    assert [turn.number for turn in story.turns] == [1, 2, 3]
    assert [(turn.seat, str(turn.ply.action)[:4]) for turn in story.turns if turn.ply] == [
        (0, "deal"),
        (0, "f5"),
        (1, "f4"),
    ]
    assert [turn.squares for turn in story.turns] == [
        ((0,), (0,), (0,)),
        ((5,), (0,), (0,)),
        ((5,), (4,), (0,)),
    ]


def test_a_story_keeps_the_hands_until_the_game_is_over(service: GameActor) -> None:
    number = begin(service)
    play(service, "f5")
    assert {turn.carrots for turn in service.story(number).turns} == {None}
    abandon(service)
    assert {turn.carrots for turn in service.story(number).turns} == {None}
    service.submit(Load(number))
    play_to_the_end(service)
    assert service.snapshot.state is not None
    story = service.story(number)
    assert story.over
    assert [turn.carrots for turn in story.turns][:2] == [(65, 65, 65), (50, 65, 65)]
    assert story.turns[-1].carrots == tuple(seat.carrots for seat in service.snapshot.state.seats)


def test_a_story_goes_on_after_the_wood_was_taken_over(service: GameActor) -> None:
    number = begin(service)
    play(service, "f5", "f7", "f4")
    put_ben_on_21(service)
    service.submit(Mend("board", service.snapshot.version))
    play(service, "draw")
    turns = service.story(number).turns
    assert [turn.number for turn in turns] == [1, 2, 3, 4, 5, 6]
    assert [turn.seat for turn in turns] == [0, 0, 1, 2, None, 0]
    assert turns[4].ply is None
    assert [turn.squares for turn in turns[3:]] == [
        ((5,), (7,), (4,)),
        ((5,), (21,), (4,)),
        ((5,), (21,), (4,)),
    ]
