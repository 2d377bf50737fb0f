"""The disk of the real program is full for a while: told, waited, gone on with."""

import resource
import sys
from pathlib import Path

import pytest

from tests.support.end_to_end.ledger import read_journal
from tests.support.end_to_end.program import seated
from tests.support.waiting import until

PAGES = 2 * 4096
"""Room for no entry, and for what the program prints."""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process: Linux has them")
def test_a_full_disk_stops_the_game_until_there_is_room_and_no_longer(tmp_path: Path) -> None:
    with seated(tmp_path, "--players", "3") as program:
        before = program.get("/api/watch")
        without = resource.prlimit(program.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (PAGES, without[1]))
        for _ in range(3):
            answer = program.post("/api/seats/0/play", action="f5", version=before["version"])
            assert (answer.status, answer.body["error"]["code"]) == (503, "not-saved")
            assert "cannot save the game right now" in answer.body["error"]["message"]
        waiting = program.get("/api/watch")
        assert waiting["headline"] == "The game has to wait"
        assert "Is the disk full or read-only?" in waiting["trouble"]
        assert waiting["version"] == before["version"]
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, without)
        assert program.post("/api/seats/0/play", action="f5", version=before["version"]).ok
        until(lambda: program.get("/api/watch")["trouble"] is None, "the game to go on")
    assert read_journal(tmp_path)[before["version"] :] == [("play", "f5")]
