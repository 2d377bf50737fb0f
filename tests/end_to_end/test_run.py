"""`hareboard run`: a board whose readers hang on real ports and whose lights on a real helper."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.board.examples import example_path
from tests.support.command_line.typed import refused, stop
from tests.support.end_to_end.program import Program
from tests.support.end_to_end.wood import Wood
from tests.support.lights.pretending import Mischief
from tests.support.tiers import sample
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(
    sys.platform == "darwin", reason="macOS has no sockets of packets, and no lights helper"
)


DESK = example_path("desk-usb").read_text("utf-8")


@pytest.fixture
def wood(tmp_path: Path) -> Iterator[Wood]:
    with closing(Wood(tmp_path)) as wood:
        yield wood


@pytest.mark.parametrize("number", sample(2, [signal.SIGTERM, signal.SIGHUP]))
def test_a_game_is_played_on_wood_and_lit(wood: Wood, number: signal.Signals) -> None:
    until(wood.is_lit, "the board waits for a game")
    wood.begin()
    wood.moves("Ann", 2)
    wood.moves("Ben", 4)
    wood.program.send(number)
    assert wood.program.wait() == 0
    assert wood.helper.is_dark()


@pytest.mark.long
@pytest.mark.parametrize("mischief", sample(2, ["refuse", "hang"]))
def test_lights_that_go_out_cost_the_lights_and_not_the_game(
    wood: Wood, mischief: Mischief
) -> None:
    until(wood.is_lit, "the board is lit")
    wood.begin()
    wood.helper.mischief(mischief)
    os.kill(wood.helper.child(), signal.SIGKILL)
    until(wood.lights_are_out, "the phones are told")
    wood.moves("Ann", 2)
    assert "The game continues by phone" in wood.view()["lights_trouble"]
    wood.helper.mischief("")
    until(wood.is_lit, "the lights are back")
    wood.moves("Ben", 4)


@pytest.mark.long
def test_a_plug_that_is_pulled_leaves_no_light_and_loses_no_move(wood: Wood) -> None:
    wood.begin()
    wood.moves("Ann", 2)
    until(wood.is_lit, "the board is lit")
    wood.program.kill()
    wood.program.wait()
    wood.helper.until_dark()
    wood.start_again()
    assert wood.view()["seats"][0]["runners"][0]["square"] == 2
    wood.moves("Ben", 4)
    until(wood.is_lit, "the board is lit again")


@pytest.mark.long
def test_the_workshop_reads_and_lights_the_wood_too(wood: Wood) -> None:
    wood.begin()
    wood.moves("Ann", 2)
    assert wood.program.post("/api/mode", mode="workshop").ok
    until(lambda: not wood.helper.is_dark(), "the square asked for is lit")
    wood.world.put("blue", 1)
    until(lambda: wood.program.get("/api/workshop")["square"] == 2, "the first square is checked")
    wood.world.knock("blue")
    assert wood.program.post("/api/mode", mode="play").ok
    assert wood.view()["seats"][0]["runners"][0]["square"] == 2
    until(wood.is_lit, "the game is lit again")


@pytest.mark.long
def test_the_acceptance_asks_the_chips_on_the_wood(wood: Wood) -> None:
    assert wood.program.post("/api/mode", mode="acceptance").ok
    until(
        lambda: not wood.program.get("/api/acceptance")["step"].startswith("Step 1"),
        "all chips have answered",
    )
    assert wood.program.get("/api/acceptance")["findings"] == []
    assert wood.program.post("/api/mode", mode="play").ok
    until(wood.is_lit, "the game is lit again")


# Two programs


@pytest.mark.long
def test_a_second_program_is_told_of_the_first_and_may_wait_for_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(DESK, "utf-8")
    words = ("run", file, "--host", "127.0.0.1", "--port", "0", "--data", tmp_path / "data")
    with closing(Program(*words)) as first:
        first.wait_until_ready()
        said = refused(Program(*words))
        assert said.startswith(
            f"Another hareboard is using {tmp_path / 'data'}: {first.address}/, process "
            f"{first.pid}. Open that page"
        )
        with closing(Program(*words, "--keep-trying")) as waiting:
            waiting.wait_for_address()
            stop(first)
            waiting.wait_until_ready()
            stop(waiting)


@pytest.mark.long
def test_who_begins_anew_keeps_what_was_there(tmp_path: Path) -> None:
    file, data = tmp_path / "board.toml", tmp_path / "data"
    file.write_text(DESK, "utf-8")
    words = ("run", file, "--host", "127.0.0.1", "--port", "0", "--data", data)
    with closing(Program(*words)) as program:
        program.wait_until_ready()
        assert program.post("/api/host", pin=program.pin).ok
        program.begin_game({"Ann": "red", "Ben": "blue", "Cem": "green"})
        stop(program)
    with closing(Program(*words, "--fresh")) as program:
        program.wait_until_ready()
        assert program.get("/api/watch")["phase"] == "setup"
        assert f"What was there before is kept in {data / 'kept-1'}." in program.output
        stop(program)
    assert (data / "kept-1" / "journal.sqlite").stat().st_size > 0


# A board that cannot be opened


def test_a_board_file_with_a_mistake_ends_the_program(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(DESK.replace('"uart"', '"telepathy"'), "utf-8")
    with closing(Program("run", file, "--port", "0", "--data", tmp_path / "data")) as program:
        assert program.wait() == 1
        assert "telepathy" in program.errors


@pytest.mark.long
def test_who_keeps_trying_says_on_the_pages_why_and_plays_once_it_is_mended(
    tmp_path: Path,
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(DESK.replace('"uart"', '"telepathy"'), "utf-8")
    words = ("run", file, "--host", "127.0.0.1", "--port", "0", "--data", tmp_path / "data")
    with closing(Program(*words, "--keep-trying")) as program:
        program.wait_for_address()
        refused = program.post("/api/mode", mode="play")
        assert refused.status == 503
        assert "telepathy" in refused.body["error"]["message"]
        file.write_text(DESK, "utf-8")
        program.wait_until_ready()
        assert program.get("/api/watch")["phase"] == "setup"
        assert program.errors.count("The board cannot be opened") == 1, "it is said once"
        program.send(signal.SIGTERM)
        assert program.wait() == 0
