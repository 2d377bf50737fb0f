"""`hareboard status`, as it is typed."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from controller.appliance.service_manager import ServiceManager, state_of
from controller.appliance.status import command as status_module
from controller.appliance.status.command import status_command
from controller.appliance.status.status import (
    BoardStatus,
    GameNow,
    LightsNow,
    ReadersStatus,
    Running,
    ServiceState,
)
from controller.appliance.status.text import lasting
from tests.controller.maintenance.doctor.conftest import MakeComputer
from tests.support.appliance.supervised import Unsupervised, WithService
from tests.support.doctor.computers import THROTTLED, Computer, network, pc, writes

GAME = GameNow(
    phase="playing",
    players=("Ann", "Ben"),
    to_act="Ben",
    turn_s=63.4,
    begun_at="2026-12-24T16:20:00+00:00",
    actions=17,
    paused=False,
    trouble=None,
)
RUNNING = Running(
    version="0.1.0",
    up_s=7380.0,
    address="http://192.168.7.31:8064/",
    board="Majas Brett",
    mode="play",
    alive=True,
    trouble=None,
    game=GAME,
    readers=ReadersStatus(there=64, answering=62, out=(3, 17)),
    lights=LightsNow(there=True, trouble=None, draw_ma=341.6),
)
SERVICE = ServiceState("hareboard.service", "active", "2026-12-24T15:27:00+00:00", 2)


def answering(running: Running, port: int = 8064) -> Any:
    page = {f"http://127.0.0.1:{port}/api/status": (200, msgspec.to_builtins(running))}
    return network(pages=page)


def run(made: Computer, *words: str, by: ServiceManager | None = None) -> Result:
    made.case()
    command = status_command(made.site, lambda: by or WithService(SERVICE))
    folder = ["--board", str(made.file), "--data", str(made.games)]
    return CliRunner().invoke(command, [*words, *folder])


def test_everything_is_told_in_a_line_each(computer: MakeComputer) -> None:
    made = computer(answering(RUNNING))
    result = run(made)
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "hareboard 0.1.0\n"
        "  Service      active since 24 December 2026, 15:27 UTC (2 h 3 min ago), "
        "started again by itself 2 times\n"
        "  Program      0.1.0, for 2 h 3 min; everything in it goes on\n"
        "  Pages        http://192.168.7.31:8064/\n"
        "  Board        Majas Brett\n"
        "  Game         Ann, Ben; 17 actions, begun 24 December 2026, 16:20 UTC "
        "(1 h 10 min ago); it is Ben's turn, for 1 min 3 s\n"
        "  Readers      62 of 64 readers answer; out: squares 3, 17\n"
        "  Lights       they work, and take 342 mA\n"
        "  Temperature  48 °C\n"
        "  Supply       its voltage has never been too low\n"
        f"  Disk         20000 MB are free ({made.games})\n"
    )


def test_a_name_of_an_earlier_version_does_not_steer_the_terminal(computer: MakeComputer) -> None:
    players = ("Ann", "B\x1b[2J\nen", "\u202emeC")
    running = msgspec.structs.replace(RUNNING, game=msgspec.structs.replace(GAME, players=players))
    result = run(computer(answering(running)))
    assert "Ann, B�[2J�en, �meC; 17 actions" in result.stdout


def test_programs_are_told_the_same(computer: MakeComputer) -> None:
    result = run(computer(answering(RUNNING)), "--json")
    told = msgspec.json.decode(result.stdout, type=BoardStatus)
    assert (told.running, told.service) == (RUNNING, SERVICE)
    assert (told.computer.temperature_c, told.computer.voltage) == (48.3, "good")
    assert set(json.loads(result.stdout)) == {
        "made_at",
        "version",
        "service",
        "running",
        "asked",
        "computer",
    }


def test_that_nothing_runs_is_said_plainly(computer: MakeComputer) -> None:
    result = run(computer(), by=Unsupervised())
    assert result.exit_code == 1
    assert (
        "  Service      none: there is no systemd here, or it does not know hareboard.service\n"
        "  Program      does not run: nobody answers at http://127.0.0.1:8064 or "
        "http://127.0.0.1:80\n"
        "  Temperature  48 °C\n"
    ) in result.stdout


@pytest.mark.parametrize("state", ["active", "activating"])
def test_of_a_service_that_was_just_started_it_is_said_that_it_starts(
    computer: MakeComputer, state: str
) -> None:
    service = ServiceState("hareboard.service", state, None, 0)
    result = run(computer(), by=WithService(service))
    assert result.exit_code == 1
    assert (
        "  Program      starts, or hangs: it does not answer yet at http://127.0.0.1:8064 or "
        "http://127.0.0.1:80. If that stays so: journalctl --unit=hareboard.service\n"
    ) in result.stdout


def test_the_port_of_the_socket_is_tried_too(computer: MakeComputer) -> None:
    assert run(computer(answering(RUNNING, port=80))).exit_code == 0


def test_what_else_answers_there_is_no_hareboard(computer: MakeComputer) -> None:
    page = {"http://127.0.0.1:8064/api/status": (200, b"<html>A printer</html>")}
    result = run(computer(network(pages=page)), by=Unsupervised())
    assert "does not run" in result.stdout


def test_what_does_not_go_on_shows_in_the_exit_status(computer: MakeComputer) -> None:
    trouble = "The readers hung: no sign of life for 12 s."
    hanging = msgspec.structs.replace(RUNNING, alive=False, trouble=trouble)
    result = run(computer(answering(hanging)))
    assert result.exit_code == 1
    assert trouble in result.stdout


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"phase": "setup", "players": (), "to_act": None}, "  Game         none\n"),
        ({"paused": True}, "; it is paused\n"),
        ({"phase": "over", "to_act": None}, "; it is over\n"),
        ({"begun_at": None, "turn_s": None}, "Ann, Ben; 17 actions; it is Ben's turn\n"),
        ({"trouble": "The disk is full."}, "ago). The disk is full.\n"),
        # Set back since: nobody knows how long ago that was.
        ({"begun_at": "2026-12-25T16:20:00+00:00"}, "begun 25 December 2026, 16:20 UTC; it"),
    ],
)
def test_how_the_game_is(changes: dict[str, Any], told: str, computer: MakeComputer) -> None:
    game = msgspec.structs.replace(GAME, **changes)
    made = computer(answering(msgspec.structs.replace(RUNNING, game=game)))
    assert told in run(made).stdout


@pytest.mark.parametrize(
    ("lights", "told"),
    [
        (LightsNow(False, None, None), "the board has none"),
        (LightsNow(True, "The helper has ended.", None), "out. The helper has ended."),
    ],
)
def test_how_the_lights_are(lights: LightsNow, told: str, computer: MakeComputer) -> None:
    made = computer(answering(msgspec.structs.replace(RUNNING, lights=lights)))
    assert f"  Lights       {told}\n" in run(made).stdout


def test_in_the_workshop_there_is_no_game(computer: MakeComputer) -> None:
    running = msgspec.structs.replace(RUNNING, mode="workshop", game=None)
    assert "the workshop has the board" in run(computer(answering(running))).stdout


@pytest.mark.parametrize(
    ("flags", "told"),
    [("50005\n", "too low just now"), ("50000\n", "has been too low since the start")],
)
def test_how_the_supply_is(flags: str, told: str, computer: MakeComputer) -> None:
    assert told in run(computer(writes(THROTTLED, flags))).stdout


def test_a_computer_that_tells_nothing_of_itself(computer: MakeComputer) -> None:
    made = computer(pc, writes("sys/class/thermal/thermal_zone0/temp", None))
    made.write("sys/class/hwmon/hwmon1/name", "coretemp\n")
    result = run(made)
    assert "Temperature  this computer does not tell\n  Supply       this" in result.stdout


def test_a_service_as_systemd_tells_it() -> None:
    said = (
        "LoadState=loaded\nActiveState=active\nActiveEnterTimestamp=@1798126020\n"
        "InactiveEnterTimestamp=@1798126000\nNRestarts=2\n"
    )
    assert state_of(said) == SERVICE
    failed = said.replace("=active", "=failed")
    assert state_of(failed) == ServiceState(
        "hareboard.service", "failed", "2026-12-24T15:26:40+00:00", 2
    )
    never = "LoadState=loaded\nActiveState=inactive\nInactiveEnterTimestamp=\nNRestarts=0\n"
    assert state_of(never) == ServiceState("hareboard.service", "inactive", None, 0)
    assert state_of("LoadState=not-found\nActiveState=inactive\n") is None


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.4, "0 s"), (59, "59 s"), (3600, "1 h"), (3725, "1 h 2 min"), (200_000, "2 d 7 h")],
)
def test_times_are_told_in_their_two_largest_units(seconds: float, said: str) -> None:
    assert lasting(seconds) == said


def test_what_there_is_nothing_to_say_of_is_left_out(computer: MakeComputer) -> None:
    readers = ReadersStatus(there=64, answering=64, out=())
    fine = msgspec.structs.replace(RUNNING, board=None, readers=readers)
    service = ServiceState("hareboard.service", "active", None, 0)
    said = run(computer(answering(fine)), by=WithService(service)).stdout
    assert "  Service      active\n" in said
    assert "  Board " not in said
    assert "  Readers      64 of 64 readers answer\n" in said


@pytest.mark.parametrize(
    ("readers", "said"),
    [
        (ReadersStatus(1, 1, ()), "1 of 1 reader answers"),
        (ReadersStatus(2, 1, (7,)), "1 of 2 readers answers; out: square 7"),
        (ReadersStatus(1, 0, (7,)), "0 of 1 reader answer; out: square 7"),
    ],
)
def test_one_reader_is_told_in_the_singular(
    computer: MakeComputer, readers: ReadersStatus, said: str
) -> None:
    running = msgspec.structs.replace(RUNNING, readers=readers)
    assert f"  Readers      {said}\n" in run(computer(answering(running))).stdout


def test_a_folder_that_is_not_there_has_no_room_to_tell_of(computer: MakeComputer) -> None:
    def no_disk(_path: Path) -> int:
        raise FileNotFoundError

    made = computer()
    made.site_changes["free_bytes"] = no_disk
    standing = json.loads(run(made, "--json").stdout)
    assert standing["computer"]["free_bytes"] is None


def test_the_games_are_those_of_the_service_or_else_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, computer: MakeComputer
) -> None:
    made = computer()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    command = status_command(made.site, lambda: WithService(SERVICE))
    told = []
    for folder in (tmp_path, tmp_path / "none"):
        monkeypatch.setattr(status_module, "DATA", folder)
        said = CliRunner().invoke(command, ["--json", "--board", str(made.file)]).stdout
        told.append(json.loads(said)["computer"]["folder"])
    assert told[0] == str(tmp_path)
    assert Path(told[1]).name == "hareboard"
