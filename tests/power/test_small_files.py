"""What is written beside the journal: nothing at all while people play."""

import random
from pathlib import Path

from controller.bootstrap import JOURNAL_FILE, parse_simulated, simulated_table
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.support.companion import companion, phones_of, seated
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

NAMES = ("Ann", "Ben", "Cem")
ACTIONS = 40
LOOK = {"night": True, "brightness": 0.5}


def written(folder: Path) -> dict[str, tuple[int, int]]:
    """Of each file but the journal, which one it is and when it was written last."""
    return {
        each.name: (each.stat().st_ino, each.stat().st_mtime_ns)
        for each in folder.iterdir()
        if not each.name.startswith(JOURNAL_FILE)
    }


def test_a_game_is_written_into_its_journal_and_nowhere_else(tmp_path: Path) -> None:
    table = simulated_table(
        tmp_path, chance=random.Random(7), address=parse_simulated("sim://direct")
    )
    table.start()
    try:
        service, rng = table.actor, random.Random(3)
        seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
        service.submit(Begin(Setup(seats)))
        phones = phones_of(tmp_path)
        client = seated(companion(table, phones), phones, *NAMES)
        assert client.post("/api/lights", json=LOOK).status_code == 200
        before = written(tmp_path)
        assert {"phones.json", "preferences.json"} <= set(before)
        played = service.snapshot.played
        while service.snapshot.played < played + ACTIONS:
            snapshot = service.snapshot
            assert snapshot.state is not None
            seat = snapshot.state.to_act
            assert seat is not None
            hand = view(snapshot, seat, in_english(), (), "")["me"]
            service.submit(Play(seat, choose(hand, rng), snapshot.version))
            client.get(f"/api/seats/{seat}")
        assert client.post("/api/lights", json=LOOK).status_code == 200
        assert written(tmp_path) == before
    finally:
        table.stop()
