"""The stream of the club screen."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.waiting import until
from tests.web.club.test_club import told
from web.club.app import create_club_app
from web.club.club import Club
from web.club.results import Results
from web.mqtt.troubles import NO_BROKER, BrokerTrouble

NOW = datetime(2026, 11, 25, 20, 0, tzinfo=UTC)


def test_a_screen_is_told_of_trouble_and_boards_and_that_it_is_still_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.event_stream.HEARTBEAT_S", 0.001)
    club = Club(Results(tmp_path / "club.sqlite3", NOW), 4, lambda: NOW)
    club.hear("hareboard/v1/b1/table", json.dumps(told(5, 7, 3)).encode())
    ended: list[bool] = []
    trouble = BrokerTrouble(NO_BROKER, {"host": "192.0.2.7", "port": 1883})
    app = create_club_app(club, lambda: trouble, lambda: bool(ended))
    with app.test_client().get("/api/club/live", buffered=False) as answer:
        events = answer.iter_encoded()
        first = [next(events) for _ in range(5)]
        assert [each.split(b"\n")[0] for each in first] == [
            b"event: broker",
            b"event: track",
            b"event: boards",
            b"event: order",
            b"event: tables",
        ]
        assert b"192.0.2.7" in first[0]
        until(lambda: b"event: heartbeat" in next(events), "nothing changes")
        ended.append(True)
        assert list(events) == []
    club.close()


def test_a_screen_left_on_over_night_shows_the_new_evening(tmp_path: Path) -> None:
    now = [NOW]
    club = Club(Results(tmp_path / "club.sqlite3", NOW), 4, lambda: now[0])
    club.hear("hareboard/v1/b1/table", json.dumps(told(64, 7, 3, over=True)).encode())
    ended: list[bool] = []
    app = create_club_app(club, lambda: None, lambda: bool(ended))
    with app.test_client().get("/api/club/live", buffered=False) as answer:
        events = answer.iter_encoded()
        until(lambda: b'"points":60' in next(events), "the evening is shown")
        now[0] += timedelta(days=1)
        until(lambda: b'"standings":[]' in next(events), "the next one is")
        ended.append(True)
        assert list(events) == []
    club.close()
