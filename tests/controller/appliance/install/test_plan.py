"""The steps of the installer, on a computer that is a folder."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.appliance.install.changes.hostname import KEEPING
from controller.appliance.install.changes.interfaces import KNOWN, interfaces, no_interfaces
from controller.appliance.install.changes.sources import Checkout
from controller.appliance.install.changes.system import FILES, NUMBERS, PLACES, RULES
from controller.appliance.install.plan import getting, settling
from controller.appliance.install.steps import Stopped, go_through, tell
from controller.appliance.machine import BOARD, COMMAND, DATA, HOME, SETTINGS
from controller.board import read_board
from controller.board.examples import example_names, example_path
from controller.board.plan.needs import needs
from controller.maintenance.doctor.config_txt import wanted
from controller.maintenance.firmware import ports
from tests.support.checkout import ROOT
from tests.support.install.computer import PI, SERVICE, Computer
from tests.support.install.installing import Small, current, install, lacking
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S

CONFIG = "/boot/firmware/config.txt"
NO_PLACE = {"README.md", "install", "signers"}
CHANGING = ("apt-get", "give", "python3", "systemctl enable", "systemctl st", "usermod")


def test_a_bare_computer_becomes_a_board(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    assert current(computer) == "releases/1.0"
    assert computer.machine.leads_to(COMMAND) == f"{HOME}/current/bin/hareboard"
    assert 'name = "Prototype, 2 by 2' in computer.read(BOARD)
    assert computer.machine.path(DATA).is_dir()
    groups = computer.groups()
    assert [name for name, users in groups.items() if "hareboard" in users] == [
        "gpio",
        "spi",
        "dialout",
        "audio",
        "hareboard-lights",
    ]
    assert {SERVICE, "hareboard.socket"} <= computer.enabled & computer.active
    assert computer.read("/etc/hostname") == "hareboard\n"
    assert computer.read("/etc/hosts").endswith("127.0.1.1\thareboard\n")


def test_the_second_time_there_is_nothing_to_do(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    before = computer.tree()
    computer.said.clear()
    assert lacking(install(computer, checkout)) == []
    assert computer.tree() == before
    assert [said for said in computer.said if said.startswith(CHANGING)] == []


def test_what_would_be_done_is_told_and_nothing_is(computer: Computer, checkout: Small) -> None:
    before = computer.tree()
    lines: list[str] = []
    steps = getting(computer.machine, Checkout(checkout.folder))
    tell([*steps, *settling(computer.machine, None, start=True)], lines.append)
    assert computer.tree() == before
    told = lacking(lines)
    assert (
        told[0] == "install python3-venv openssh-client avahi-daemon gcc libc6-dev python3-dev "
        "swig (apt-get)"
    )
    assert f"write /etc/systemd/system/{SERVICE}" in told
    assert f"start {SERVICE}" in told


def test_another_computer_than_a_pi_needs_no_compiler(tmp_path: Path, checkout: Small) -> None:
    computer = Computer(tmp_path / "pc", pi=None)
    install(computer, checkout)
    assert computer.packages == {"python3-venv", "openssh-client", "avahi-daemon"}


def test_old_package_lists_are_brought_up_to_date(computer: Computer, checkout: Small) -> None:
    computer.stale = True
    install(computer, checkout)
    assert "python3-venv" in computer.packages


def test_a_system_that_is_no_debian_is_told_so(computer: Computer, checkout: Small) -> None:
    computer.without.add("dpkg")
    with pytest.raises(Stopped, match="This is no Debian or Raspberry Pi OS"):
        install(computer, checkout)


@pytest.mark.parametrize(
    "damage",
    sample(
        2,
        [
            lambda computer: computer.machine.remove(COMMAND),
            lambda computer: computer.machine.remove(f"{HOME}/current"),
            lambda computer: computer.machine.remove(f"{HOME}/releases/1.0/bin/hareboard"),
            lambda computer: computer.machine.write(f"{HOME}/releases/1.0/unfinished", b""),
            lambda computer: computer.machine.remove(DATA),
            lambda computer: computer.machine.remove("/etc/systemd/system/hareboard.socket"),
            lambda computer: computer.write(
                "/etc/udev/rules.d/99-hareboard-scanner.rules", "other"
            ),
            lambda computer: computer.write("/etc/group", "gpio:x:1:\nhareboard:x:2:\n"),
            lambda computer: computer.write(
                "/etc/group", computer.read("/etc/group") + "i2c:x:3:\n"
            ),
            lambda computer: computer.write(CONFIG, PI),
            lambda computer: computer.active.clear(),
            lambda computer: computer.enabled.clear(),
            lambda computer: computer.packages.clear(),
        ],
    ),
)
def test_what_is_damaged_is_mended(
    computer: Computer, checkout: Small, damage: Callable[[Computer], None]
) -> None:
    install(computer, checkout)
    before = computer.tree()
    damage(computer)
    assert lacking(install(computer, checkout)) != []
    after = computer.tree()
    assert after.keys() == before.keys()
    assert lacking(install(computer, checkout)) == []


def test_without_the_network_it_stops_before_anything_is_changed(
    computer: Computer, checkout: Small
) -> None:
    computer.online = False
    before = computer.tree()
    with pytest.raises(Stopped, match=r"(?s)Packages of the system: apt-get.*Is the network there"):
        install(computer, checkout)
    assert computer.tree() == before


def test_without_venv_one_sentence_says_what_to_install(
    computer: Computer, checkout: Small
) -> None:
    computer.packages |= {"python3-venv"}
    steps = getting(computer.machine, Checkout(checkout.folder))
    computer.packages.clear()
    with pytest.raises(Stopped, match="sudo apt install python3-venv"):
        go_through(steps[1:], lambda _: None)


def test_a_release_that_was_cut_short_is_never_current_and_is_made_anew(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    checkout.becomes("2.0", "second")
    computer.pip_breaks = True
    with pytest.raises(Stopped, match="what runs now is not touched"):
        install(computer, checkout)
    assert current(computer) == "releases/1.0"
    computer.pip_breaks = False
    install(computer, checkout)
    assert current(computer) == "releases/2.0"


def test_a_dependency_with_another_hash_is_not_installed(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    checkout.becomes("2.0", "second")
    computer.wheels = "something else"
    with pytest.raises(Stopped, match=r"segno-1.6.6-py3-none-any.whl has none of the hashes"):
        install(computer, checkout)
    assert current(computer) == "releases/1.0"


def test_rules_for_the_new_user_are_read_again(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    reload = computer.said.index("systemctl reload dbus.service")
    assert computer.machine.there("/etc/dbus-1/system.d/hareboard.conf")
    assert any(said.startswith("systemd-sysusers") for said in computer.said[:reload])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs commands as others")
def test_only_the_last_step_is_done_by_root(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    pips = [said for said in computer.said if " pip " in said]
    by_root = [said for said in pips if not said.startswith("setpriv --reuid=6")]
    assert len(pips) == 4
    assert len(by_root) == 1
    assert "--no-index --no-deps --only-binary :all:" in by_root[0]
    assert all("--require-hashes" in said or "--no-index" in said for said in pips)


def test_a_board_file_is_never_overwritten(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    mine = computer.read(BOARD).replace("Prototype", "My prototype")
    computer.write(BOARD, mine)
    install(computer, checkout, "pico-64")
    assert computer.read(BOARD) == mine


def test_a_board_file_may_begin_as_any_file(
    computer: Computer, checkout: Small, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(example_path("desk-usb").read_text("utf-8") + "# mine\n", "utf-8")
    install(computer, checkout, str(mine))
    assert computer.read(BOARD) == mine.read_text("utf-8")


def test_what_others_have_written_is_given_to_hareboard(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    board = computer.read(BOARD)
    computer.write("/etc/passwd", f"hareboard:x:{os.getuid() + 1}:0:\n")
    computer.said.clear()
    told = lacking(install(computer, checkout))
    assert told == [f"give {SETTINGS} to hareboard", f"give {DATA} to hareboard"]
    given = [said for said in computer.said if said.startswith("give")]
    assert given == [f"give {each} to {os.getuid() + 1}" for each in (SETTINGS, DATA)]
    assert computer.read(BOARD) == board


@pytest.mark.parametrize("linked", ["board.toml", "board.toml.new"])
def test_no_link_of_the_service_user_is_followed_to_or_from_a_board_file(
    computer: Computer, checkout: Small, linked: str
) -> None:
    computer.write("/etc/shadow", "secret")
    for folder in (SETTINGS, DATA):
        computer.machine.path(folder).mkdir(parents=True)
    where = DATA if linked == "board.toml" else SETTINGS
    computer.machine.path(f"{where}/{linked}").symlink_to(computer.machine.path("/etc/shadow"))
    if where == DATA:
        with pytest.raises(Stopped, match=r"it is a link.*\n.*remove it, and run this again"):
            install(computer, checkout)
        assert not computer.machine.there(BOARD)
    else:
        install(computer, checkout)
        assert "Prototype" in computer.read(BOARD)
    assert computer.read("/etc/shadow") == "secret"


def test_a_board_that_nobody_knows_is_said(computer: Computer, checkout: Small) -> None:
    with pytest.raises(Stopped, match="no example and no file nonsense"):
        install(computer, checkout, "nonsense")


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        ("prototype-2x2", ["dtparam=spi=on", "dtparam=audio=off"]),
        (
            "i2c-multiplexers-64",
            ["dtparam=spi=on", "dtparam=i2c_arm=on", "core_freq=500", "core_freq_min=500"],
        ),
        ("pico-64", []),
        ("desk-usb", []),
    ],
)
def test_only_what_the_board_file_needs_is_switched_on(
    computer: Computer, checkout: Small, board: str, lines: list[str]
) -> None:
    install(computer, checkout, board)
    text = computer.read(CONFIG)
    assert text.startswith(PI)
    added = [line for line in text[len(PI) :].splitlines() if not line.startswith("#")]
    assert added == (["[all]", *lines] if lines else [])


def test_lines_are_added_to_a_file_whose_last_line_is_not_ended(
    computer: Computer, checkout: Small
) -> None:
    computer.write(CONFIG, "dtparam=audio=on")
    install(computer, checkout)
    assert computer.read(CONFIG).startswith("dtparam=audio=on\n# For hareboard")


def test_another_computer_than_a_pi_has_no_such_file(tmp_path: Path, checkout: Small) -> None:
    computer = Computer(tmp_path / "pc", pi=None)
    install(computer, checkout)
    for step in (interfaces(computer.machine), no_interfaces(computer.machine)):
        step.do()
    assert not computer.machine.there("/boot")


def test_a_file_of_the_system_keeps_its_rights(computer: Computer, checkout: Small) -> None:
    computer.machine.path("/etc/hosts").chmod(0o600)
    install(computer, checkout)
    assert computer.machine.path("/etc/hosts").stat().st_mode & 0o777 == 0o600


NUMBERED = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", ATTRS{serial}=="e66",'
    ' SYMLINK+="hareboard-scanner-1"\n'
)


def test_names_of_co_processors_stay_when_rules_are_written_anew(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    ours = computer.read(RULES)
    computer.write(NUMBERS, NUMBERED)
    install(computer, checkout)
    assert computer.read(NUMBERS) == NUMBERED

    second = NUMBERED.replace("e66", "e67").replace("-1", "-2")
    computer.write(RULES, f"{ours}{NUMBERED}{second}")  # as the guide once told
    install(computer, checkout)
    assert computer.read(RULES) == ours
    assert computer.read(NUMBERS) == NUMBERED + second
    assert lacking(install(computer, checkout)) == []
    assert NUMBERS == ports.NUMBERS


def test_a_name_that_somebody_has_chosen_stays(computer: Computer, checkout: Small) -> None:
    computer.write("/etc/hostname", "attic\n")
    install(computer, checkout)
    assert computer.read("/etc/hostname") == "attic\n"


def test_cloud_init_keeps_the_name_of_the_computer(computer: Computer, checkout: Small) -> None:
    """Else each start of the computer restores the name that was written onto the card."""
    computer.write("/etc/cloud/cloud.cfg.d/05_logging.cfg", "")
    install(computer, checkout)
    assert computer.read(KEEPING).endswith("\npreserve_hostname: true\n")
    assert lacking(install(computer, checkout)) == []


def test_a_name_that_cloud_init_has_taken_back_is_given_and_kept(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    computer.write("/etc/cloud/cloud.cfg.d/05_logging.cfg", "")
    assert lacking(install(computer, checkout)) == [f"have cloud-init keep that name ({KEEPING})"]
    computer.machine.remove(KEEPING)
    computer.write("/etc/hostname", "raspberrypi\n")
    install(computer, checkout)
    assert computer.read("/etc/hostname") == "hareboard\n"
    assert computer.machine.there(KEEPING)


def test_cloud_init_may_change_a_name_that_is_not_ours(computer: Computer, checkout: Small) -> None:
    computer.write("/etc/cloud/cloud.cfg.d/05_logging.cfg", "")
    for name in ("attic\n", "hareboard\n"):
        computer.write("/etc/hostname", name)
        install(computer, checkout)
        assert not computer.machine.there(KEEPING)


def test_a_computer_without_a_name_of_its_own_in_hosts_gets_a_line_there(
    computer: Computer, checkout: Small
) -> None:
    computer.write("/etc/hosts", "127.0.0.1\tlocalhost")
    install(computer, checkout)
    assert computer.read("/etc/hosts") == "127.0.0.1\tlocalhost\n127.0.1.1\thareboard\n"


def test_every_file_of_systemd_has_its_place() -> None:
    placed = {path for pattern in PLACES for path in FILES.glob(pattern)}
    files = {path for path in FILES.rglob("*") if path.is_file()}
    assert {path.name for path in files - placed} == NO_PLACE


def test_it_runs_before_anything_is_installed(tmp_path: Path) -> None:
    """With the standard library only: `-S` leaves out whatever was installed."""
    shutil.copytree(ROOT / "controller", tmp_path / "controller", symlinks=True)
    code = "import sys; sys.path.insert(0, sys.argv[1]); import controller.appliance.install.main"
    words = [sys.executable, "-I", "-S", "-c", code, str(tmp_path)]
    assert subprocess.run(words, check=False, timeout=PATIENCE_S).returncode == 0


@pytest.mark.parametrize(
    "line", ["kernel=theirs.img", "dtparam=spi=on,theirs", "enable_uart=1\x1b"]
)
def test_no_line_that_no_board_needs_is_written_for_the_service_user(
    computer: Computer, checkout: Small, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    install(computer, checkout)
    before = computer.read(CONFIG)
    monkeypatch.setattr(
        "tests.support.install.computer.wanted", lambda *_: ["dtparam=spi=on", line]
    )
    with pytest.raises(Stopped, match="is no line that a board needs"):
        install(computer, checkout)
    assert computer.read(CONFIG) == before


@pytest.mark.parametrize("name", example_names())
@pytest.mark.parametrize("pi", [1, 2, 3, 4, 5])
def test_every_line_that_a_board_needs_may_be_written(name: str, pi: int) -> None:
    lines = list(wanted(needs(read_board(example_path(name))), pi))
    assert [line for line in lines if not KNOWN.fullmatch(line)] == []
