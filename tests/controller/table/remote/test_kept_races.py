"""What a board keeps of races with another board."""

from pathlib import Path

import pytest

from controller.game.journal.race_log import LogRecord
from controller.table.remote.kept_races import MOST_RACES, KeptRaces, RacesFile, is_open
from controller.table.remote.messages import SentAction

ACTION = SentAction(7, "play", "f12", 1)


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    file = RacesFile(tmp_path / "races.json")
    assert file.read() == KeptRaces()
    kept = KeptRaces().with_role("a", "authority").with_action("b", ACTION)
    file.keep(kept)
    assert file.read() == kept


@pytest.mark.parametrize("content", [b"", b"{", b'{"roles": {"a": "king"}}', b"\xff"])
def test_a_file_that_cannot_be_read_makes_a_guest_and_is_logged(
    content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "races.json"
    path.write_bytes(content)
    assert RacesFile(path).read() == KeptRaces()
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.startswith(f"{path} cannot be read (")
    assert told.endswith("): this board goes on with races of two boards as a guest.")
    assert "(None)" not in told


def test_the_oldest_races_are_forgotten() -> None:
    kept = KeptRaces()
    for number in range(MOST_RACES + 1):
        kept = kept.with_role(str(number), "authority")
    assert kept.role("0") == "guest"
    assert kept.role(str(MOST_RACES)) == "authority"


def test_a_race_that_changes_becomes_the_newest_and_the_others_stay() -> None:
    other = SentAction(8, "pause")
    kept = KeptRaces().with_role("a", "authority").with_role("b", "alone")
    kept = kept.with_action("c", ACTION).with_action("d", other)
    assert kept == KeptRaces({"a": "authority", "b": "alone"}, {"c": ACTION, "d": other}, 8)
    kept = kept.with_role("a", "alone").with_action("c", SentAction(9, "resume"))
    assert [*kept.roles.items()] == [("b", "alone"), ("a", "alone")]
    assert [*kept.sent.items()] == [("d", other), ("c", SentAction(9, "resume"))]


def test_of_too_many_actions_sent_the_oldest_are_forgotten() -> None:
    kept = KeptRaces()
    for number in range(MOST_RACES + 1):
        kept = kept.with_action(str(number), ACTION)
    assert list(kept.sent) == [str(1 + each) for each in range(MOST_RACES)]


def test_of_too_many_races_declined_the_oldest_are_forgotten(tmp_path: Path) -> None:
    kept = KeptRaces()
    for number in range(MOST_RACES + 1):
        kept = kept.with_declined(str(number)).with_declined(str(number))
    assert list(kept.declined) == [str(1 + each) for each in range(MOST_RACES)]
    file = RacesFile(tmp_path / "races.json")
    file.keep(kept)
    assert file.read() == kept


def test_who_goes_on_alone_sends_nothing_more() -> None:
    kept = KeptRaces().with_action("a", ACTION).with_role("a", "alone")
    assert kept.sent == {}
    assert kept.numbered == ACTION.number  # the next action is told apart from it


@pytest.mark.parametrize(
    ("record", "decided"),
    [
        (LogRecord("play", "f12"), True),
        (LogRecord("play", "f9"), True),
        (LogRecord("undo", ""), True),
        (LogRecord("mend", "..."), True),
        (LogRecord("pause", ""), False),
        (LogRecord("resume", ""), False),
    ],
)
def test_a_pause_decides_no_action(record: LogRecord, *, decided: bool) -> None:
    assert is_open(ACTION, record) is not decided


def test_a_pause_decides_a_pause() -> None:
    assert not is_open(SentAction(8, "pause"), LogRecord("pause", ""))
