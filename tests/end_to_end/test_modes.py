"""The board goes from the game to the workshop and back, in the real program."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.end_to_end.program import Answer, Program, running, simulation

SEATS = [{"name": name, "colours": [colour]} for name, colour in (("Ann", "red"), ("Ben", "blue"))]
THREE = [*SEATS, {"name": "Cem", "colours": ["green"]}]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with running(tmp_path, "--mistakes", "8") as program:
        assert program.post("/api/games", seats=THREE).ok
        yield program


def go(program: Program, mode: str) -> Answer:
    answer = program.post("/api/mode", mode=mode)
    assert program.get("/api/mode") == {"mode": mode, "workshop": True}
    return answer


def test_the_game_goes_on_after_the_workshop(program: Program) -> None:
    before = program.get("/api/watch")["version"]
    assert go(program, "workshop").ok
    assert program.get("/api/workshop")["squares"][0]["square"] == 1
    assert go(program, "play").ok
    assert program.get("/api/watch")["version"] == before


@pytest.mark.long
def test_in_the_workshop_the_game_says_where_the_board_is(program: Program) -> None:
    go(program, "workshop")
    for refused in (
        program.post("/api/seats/0/play", action="f1", version=1),
        program.post("/api/confirm", version=1),
    ):
        assert (refused.status, refused.body["error"]["code"]) == (503, "in-workshop")
    assert program.get("/healthz") == {"alive": True}
    assert len(program.get("/api/readers")["readers"]) == 64


def test_who_watches_is_told_when_the_board_is_taken_away(program: Program) -> None:
    with program.stream("/api/watch/live") as stream:
        assert stream.readline().startswith(b"event: view")
        go(program, "workshop")
        stream.read()  # it ends
    for path in ("/api/watch", "/api/watch/live"):
        answer = program.ask(path)
        assert (answer.status, answer.body["error"]["code"]) == (503, "in-workshop")


@pytest.mark.long
def test_a_program_killed_in_the_workshop_starts_with_the_game(tmp_path: Path) -> None:
    with running(tmp_path, "--mistakes", "8") as program:
        assert program.post("/api/games", seats=THREE).ok
        go(program, "workshop")
        program.kill()
        program.wait()
    with running(tmp_path) as program:
        assert program.get("/api/mode")["mode"] == "play"
        assert program.get("/api/watch")["phase"] == "playing"
        wiring = json.loads((tmp_path / "simulated-wiring.json").read_text("utf-8"))
        assert wiring["mistakes"] == 8


def test_a_board_without_a_file_has_no_workshop(tmp_path: Path) -> None:
    with running(tmp_path, "--board", "sim://direct") as program:
        assert program.get("/api/mode") == {"mode": "play", "workshop": False}
        answer = program.post("/api/mode", mode="workshop")
        assert answer.body["error"]["code"] == "no-workshop"
        assert program.get("/api/mode")["mode"] == "play"


def test_a_board_without_a_file_cannot_be_wired_wrongly(tmp_path: Path) -> None:
    program = simulation(tmp_path, "--board", "sim://direct", "--mistakes", "2")
    try:
        assert program.wait() == 1
        assert "has no board file, so there is nothing to wire" in program.errors
    finally:
        program.close()


@pytest.mark.long
def test_fresh_puts_the_wiring_aside_and_leaves_other_files_alone(tmp_path: Path) -> None:
    mine = tmp_path / "my-board.toml"
    mine.write_text("mine", "utf-8")
    with running(tmp_path, "--mistakes", "8") as program:
        go(program, "workshop")
    with running(tmp_path, "--fresh"):
        pass
    kept = {path.name for path in (tmp_path / "kept-1").iterdir()}
    assert {"simulated-wiring.json", "spi-decoder-64.toml"} <= kept
    assert mine.read_text("utf-8") == "mine"


@pytest.mark.long
@pytest.mark.browser
def test_the_builders_phone_finds_the_door_after_a_power_cut(
    tmp_path: Path, browser: Browser
) -> None:
    with running(tmp_path, "--mistakes", "8") as program:
        go(program, "workshop")
        page = browser.new_page()
        assert program.board is not None
        page.goto(program.board)  # whoever is at the board may open the workshop again
        page.goto(f"{program.address}/workshop")
        expect(page.locator("h1")).to_have_text("Put a runner on square 1")
        program.kill()
        program.wait()
        port = program.address.rpartition(":")[2]
        with running(tmp_path, "--port", port):
            page.get_by_role("button", name="Open the workshop").click()
            expect(page.locator("h1")).to_have_text("Put a runner on square 1")
        page.close()
