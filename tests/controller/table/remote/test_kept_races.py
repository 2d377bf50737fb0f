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
def test_a_file_that_cannot_be_read_makes_a_guest(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "races.json").write_bytes(content)
    assert RacesFile(tmp_path / "races.json").read().role("a") == "guest"


def test_the_oldest_races_are_forgotten() -> None:
    kept = KeptRaces()
    for number in range(MOST_RACES + 1):
        kept = kept.with_role(str(number), "authority")
    assert kept.role("0") == "guest"
    assert kept.role(str(MOST_RACES)) == "authority"


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
