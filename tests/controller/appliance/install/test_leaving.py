"""Taking hareboard away from a computer that is a folder."""

import os
from pathlib import Path

from controller.appliance.install.changes.hostname import KEEPING
from controller.appliance.install.changes.system import NUMBERS
from controller.appliance.install.plan import leaving, settling
from controller.appliance.install.steps import go_through, tell
from controller.appliance.machine import BOARD, BOOTED, DATA, SETTINGS
from tests.support.install.computer import SERVICE, Computer
from tests.support.install.installing import Small, install, lacking

SHARED = "/etc/NetworkManager/dnsmasq-shared.d"


def leave(computer: Computer) -> list[str]:
    """Take it away, and return what was said."""
    lines: list[str] = []
    go_through(leaving(computer.machine), lines.append)
    return lines


def test_taken_away_it_leaves_the_games_and_nothing_else(
    computer: Computer, checkout: Small
) -> None:
    before = computer.tree()
    install(computer, checkout)
    computer.write(f"{DATA}/journal.sqlite", "games")
    computer.write(f"/etc/systemd/system/{SERVICE}.d/override.conf", "[Service]\n")
    checkout.becomes("2.0", "second")
    install(computer, checkout)
    board = computer.read(BOARD)
    leave(computer)
    after = {path: text for path, text in computer.tree().items() if not path.startswith("/proc")}
    left = {DATA, str(Path(DATA).parent), f"{DATA}/journal.sqlite", f"{DATA}/board.toml"}
    assert {path for path in after if path not in before} - {"/run/reboot-required"} <= left | {
        "/opt",
        "/usr",
        "/usr/local",
        "/usr/local/bin",
        "/etc/systemd",
    }
    assert {path: after[path] for path in before} == before
    assert after[f"{DATA}/board.toml"] == board
    assert not computer.enabled


def test_taken_away_twice_there_is_nothing_to_do(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    leave(computer)
    assert lacking(leave(computer)) == []


def test_installed_again_it_has_its_old_board_file(computer: Computer, checkout: Small) -> None:
    install(computer, checkout, "desk-usb")
    board = computer.read(BOARD)
    leave(computer)
    install(computer, checkout)
    assert computer.read(BOARD) == board
    assert not computer.machine.there(f"{DATA}/board.toml")


def test_games_that_were_kept_are_given_to_the_new_user(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    leave(computer)
    lines: list[str] = []
    tell(settling(computer.machine, None, start=True), lines.append)
    assert f"give {DATA} to hareboard" in lacking(lines)


def test_what_is_kept_belongs_to_root_afterwards(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    computer.write("/etc/passwd", f"root:x:{os.getuid() + 1}:0:\nhareboard:x:{os.getuid()}:0:\n")
    assert f"give what is in {DATA} to root: games, settings" in lacking(leave(computer))
    assert f"give {DATA} to {os.getuid() + 1}" in computer.said


def test_a_folder_for_a_board_file_goes_though_nothing_is_in_it(computer: Computer) -> None:
    computer.machine.path(SETTINGS).mkdir()
    assert lacking(leave(computer)) == [f"remove {SETTINGS}"]
    assert not computer.machine.there(SETTINGS)
    assert not computer.machine.there(DATA)


def test_groups_go_though_somebody_has_removed_the_user(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    computer.write("/etc/passwd", f"root:x:{os.getuid()}:0::/root:/bin/sh\n")
    leave(computer)
    assert not {"hareboard", "hareboard-lights"} & computer.groups().keys()


def test_a_folder_that_others_use_meanwhile_stays(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    computer.write(f"{SHARED}/others.conf", "theirs")
    leave(computer)
    assert [each.name for each in computer.machine.path(SHARED).iterdir()] == ["others.conf"]


def test_on_a_card_of_another_computer_nothing_is_started_or_stopped(
    computer: Computer, checkout: Small
) -> None:
    computer.machine.path(BOOTED).rmdir()
    install(computer, checkout)
    assert SERVICE in computer.enabled
    assert computer.read("/etc/hostname") == "hareboard\n"
    leave(computer)
    assert not computer.enabled
    assert computer.read("/etc/hostname") == "raspberrypi\n"
    running = ("hostnamectl", "systemctl daemon-reload", "systemctl start", "systemctl stop")
    assert [said for said in computer.said if said.startswith((*running, "udevadm"))] == []


def test_names_of_co_processors_go_with_the_rules(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    computer.write(NUMBERS, "")
    leave(computer)
    assert not computer.machine.there(NUMBERS)


def test_cloud_init_names_the_computer_again(computer: Computer, checkout: Small) -> None:
    computer.write("/etc/cloud/cloud.cfg.d/05_logging.cfg", "")
    install(computer, checkout)
    leave(computer)
    assert not computer.machine.there(KEEPING)
    assert computer.read("/etc/hostname") == "raspberrypi\n"


def test_udev_is_told_of_its_rules_where_it_runs(computer: Computer, checkout: Small) -> None:
    computer.write("/run/udev/control", "")
    reload = "udevadm control --reload"
    install(computer, checkout)
    assert computer.said.count(reload) == 1
    leave(computer)
    assert computer.said.count(reload) == 2


# A service user that wants more rights


SECRET = "root:$y$j9T$secret\n"


def test_no_link_of_the_service_user_is_followed_when_it_is_taken_away(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    computer.write("/etc/shadow", SECRET)
    computer.machine.path(BOARD).unlink()
    computer.machine.path(BOARD).symlink_to(computer.machine.path("/etc/shadow"))
    computer.machine.path(f"{DATA}/board.toml.new").symlink_to(computer.machine.path("/etc/shadow"))
    leave(computer)
    assert computer.read("/etc/shadow") == SECRET
    assert not computer.machine.there(f"{DATA}/board.toml")
    assert not computer.machine.there(SETTINGS)


def test_the_board_file_is_put_away_beside_a_prepared_name(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    board = computer.read(BOARD)
    computer.write("/etc/cron.d/daily", "theirs")
    for name in ("board.toml", "board.toml.new"):
        computer.machine.path(f"{DATA}/{name}").symlink_to(
            computer.machine.path("/etc/cron.d/daily")
        )
    leave(computer)
    assert computer.read("/etc/cron.d/daily") == "theirs"
    assert not computer.machine.path(f"{DATA}/board.toml").is_symlink()
    assert computer.read(f"{DATA}/board.toml") == board


def test_a_fifo_in_place_of_the_board_file_keeps_nobody_waiting(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    computer.machine.path(BOARD).unlink()
    os.mkfifo(computer.machine.path(BOARD))
    leave(computer)
    assert not computer.machine.there(SETTINGS)


def test_a_folder_in_place_of_the_kept_board_file_does_not_stop_the_removal(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    board = computer.read(BOARD)
    computer.write(f"{DATA}/board.toml/file", "in the way")
    leave(computer)
    assert computer.read(f"{DATA}/board.toml") == board
