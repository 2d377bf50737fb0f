"""What happens to a board in its life. Each story begins with a Debian that has just started."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.appliance.guides import GUIDES, REPOSITORY, commands, for_any_computer
from tests.appliance.home_assistant import found_by_home_assistant
from tests.appliance.hostile import a_hostile_user, a_hostile_user_of_a_package
from tests.appliance.installed_board import BOARD, NEXT, RELEASES, SERVICE, THIS, Board, told
from tests.appliance.releases import PUBLIC_KEY
from tests.appliance.updates import a_tampered_update
from tests.appliance.versions import LATER, version_of
from tests.appliance.wood import BUSY_S
from tests.support.checkout import ROOT

VERSION: Final = version_of(ROOT)
WATCHDOG_S: Final = 90.0
"""The watchdog waits for half a minute, then systemd for the core that is not written."""
GAMES: Final = "/var/lib/hareboard"
LEFT: Final = (
    *("/run", "/tmp"),
    *("/var/cache", "/var/lib/apt", "/var/lib/dpkg", "/var/lib/systemd", "/var/log", "/var/tmp"),
    *("/root", "/etc/group-", "/etc/gshadow-", "/etc/passwd-", "/etc/shadow-", "/etc/ld.so.cache"),
    *("/etc/machine-id", "/usr/lib/python3", "/usr/share"),
)
"""What changes on every computer to which packages were added: not what hareboard leaves."""


def a_dry_run_changes_nothing(board: Board) -> None:
    """`--dry-run` on a system that has nothing, and on one that has everything."""
    before = board.box.files()
    said = board.install(THIS, "--dry-run")
    assert "make the release /opt/hareboard/releases/" in said, said
    after = board.box.files()
    changed = {path for path in before.keys() ^ after.keys() if not path.startswith(LEFT)}
    assert not changed, changed
    told("--dry-run has said what would be done, and changed no file")


def a_life(board: Board) -> None:
    """Installed, killed, hung, installed again, damaged, mended, updated, gone back."""
    box, wood = board.box, board.wood
    said = board.install()
    assert "http://hareboard.local" in said, said
    wood.until_up()
    wood.begin()
    wood.moves("Ann", 2)
    told("installed: the service plays on four emulated readers")

    board.ends_and_comes_back("KILL", BUSY_S)
    wood.take_seats()
    assert wood.square_of("Ann") == 2
    wood.moves("Ben", 4)
    told("killed (SIGKILL): it came back, and the game went on")

    board.ends_and_comes_back("STOP", WATCHDOG_S + BUSY_S)
    assert "watchdog" in box.run("journalctl", "-b", "--unit", SERVICE, "--grep", "[Ww]atchdog")
    wood.take_seats()
    assert (wood.square_of("Ann"), wood.square_of("Ben")) == (2, 4)
    told("hung (SIGSTOP): the watchdog ended it, and the game went on")

    pid = board.pid()
    said = board.install()
    assert "\n* " not in said, said
    assert board.pid() == pid
    told("installed again: nothing was to be done, and the game was not interrupted")

    box.run("rm", "/etc/systemd/system/hareboard.socket", "/usr/local/bin/hareboard")
    box.run("gpasswd", "--delete", "hareboard", "hareboard-lights")
    box.run("chown", "root:root", f"{GAMES}/journal.sqlite")
    box.run("rm", "-r", f"/opt/hareboard/releases/{VERSION}/bin")
    said = board.install()
    assert "\n* " not in board.install(), said
    wood.until_up()
    wood.take_seats()
    wood.moves("Cem", 3)
    told("damaged in five ways and installed again: mended, and the game went on")

    board.install(NEXT)
    assert board.current() == LATER
    assert box.run("hareboard", "--version").strip() == f"hareboard {LATER}"
    wood.until_up()
    wood.take_seats()
    assert wood.square_of("Cem") == 3
    told(f"updated to {LATER}: the game went on")

    board.install(THIS)
    assert board.current() == VERSION
    wood.until_up()
    wood.take_seats()
    assert wood.square_of("Cem") == 3
    told(f"gone back to {VERSION}, without building it again: the game went on")


def taken_away(board: Board) -> None:
    """Installed, taken away, installed again."""
    box, wood = board.box, board.wood
    box.run("apt-get", "-qq", "update")
    box.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *PACKAGES)
    before = box.files()
    board.install()
    wood.until_up()
    wood.begin()
    wood.moves("Ann", 2)
    said = box.run(THIS, "--uninstall")
    assert GAMES in said, said
    after = box.files()
    changed = set(before.items() ^ after.items())
    rest = sorted((path, what) for path, what in changed if not path.startswith((*LEFT, GAMES)))
    assert not rest, rest
    assert box.run("systemctl", "list-units", "--all", "--plain", "--no-legend", "hareboard*") == ""
    told("taken away: every file is as before, but the games")

    box.path(BOARD).unlink()
    box.run(THIS)
    wood.until_up()
    wood.take_seats()
    assert wood.square_of("Ann") == 2
    told("installed again without a board file: the old one and the game were still there")


def a_debian_package(board: Board) -> None:
    """Built, installed, replaced by a later one, gone back, removed."""
    box, wood = board.box, board.wood
    packages = {}
    for name in ("this", "next"):
        box.run("cp", "-R", f"/mnt/{name}", f"/root/{name}")
        packages[name] = box.run(f"/root/{name}/tools/deb").splitlines()[-1]
    told(f"built by one command: {packages['this']}")

    box.path(GAMES).mkdir(parents=True)
    box.path(f"{GAMES}/board.toml").write_text(wood.board_file, "utf-8")
    apt = ("apt-get", "-qq", "install", "-y", "--no-install-recommends", "--allow-downgrades")
    box.run(*apt, f"/root/this/{packages['this']}")
    wood.until_up()
    wood.begin()
    wood.moves("Ann", 2)
    told("installed: the service plays on four emulated readers")

    box.run(*apt, f"/root/next/{packages['next']}")
    assert board.current() == LATER
    wood.until_up()
    wood.take_seats()
    assert wood.square_of("Ann") == 2
    told(f"updated to {LATER}: the game went on")

    box.run(*apt, f"/root/this/{packages['this']}")
    assert board.current() == VERSION
    wood.until_up()
    wood.take_seats()
    assert wood.square_of("Ann") == 2
    told(f"gone back to {VERSION}: the game went on")

    box.run("apt-get", "-qq", "purge", "-y", "hareboard")
    left = [path for path in box.files() if "hareboard" in path]
    assert [path for path in left if not path.startswith((GAMES, *LEFT))] == [], left
    assert f"{GAMES}/journal.sqlite" in left
    told("purged: nothing is left but the games")


def on_a_read_only_card(board: Board) -> None:
    """Only the folder of the games can be written."""
    box, wood = board.box, board.wood
    board.install()
    wood.until_up()
    wood.begin()
    wood.moves("Ann", 2)
    box.shut_down()
    box.boot(writable=GAMES)
    assert box.ask("touch", "/etc/hareboard/new").returncode != 0
    wood.until_up()
    wood.take_seats()
    wood.moves("Ben", 4)
    board.ends_and_comes_back("KILL", BUSY_S)
    wood.take_seats()
    assert (wood.square_of("Ann"), wood.square_of("Ben")) == (2, 4)
    told(f"with nothing to be written but {GAMES}: played, killed, went on")


def by_the_guides(board: Board) -> None:
    """Whatever the guides tell people to type on a board, typed in their order."""
    box = board.box
    box.run("apt-get", "-qq", "update")
    box.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", "sudo", "git", *PACKAGES)
    # What variables here say of the network is to reach what sudo starts, too.
    box.path("/etc/sudoers.d/network").write_text("Defaults !env_reset\n", "ascii")
    box.run("git", "init", "-q", REPOSITORY_HERE)
    box.run("cp", "-R", "/mnt/this/.", REPOSITORY_HERE)
    box.run("git", "-C", REPOSITORY_HERE, "add", "--all")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@localhost")
    box.run("git", "-C", REPOSITORY_HERE, *who, "commit", "-q", "-m", "This version")
    box.path("/etc/hareboard").mkdir(parents=True)
    box.path("/etc/hareboard/board.toml").write_text(board.wood.board_file, "utf-8")
    folder = "/root"
    for guide in GUIDES:
        for command in commands(guide):
            is_installed = box.ask("sh", "-c", "command -v hareboard").returncode == 0
            if for_any_computer(command) and not is_installed:
                continue
            typed = command
            for said, here in HERE.items():
                typed = typed.replace(said, here)
            done = box.ask("sh", "-c", f"cd {folder} && {typed} && pwd")
            fine = (0, 1) if TELLS.search(command) else (0,)
            assert done.returncode in fine, f"{typed}: {done.returncode}\n{done.stdout}"
            if command.startswith("git clone"):
                folder = done.stdout.splitlines()[-1]
            if command in (UPDATE, BACK):
                assert board.current() == (LATER if command == UPDATE else VERSION)
            told(command)


TELLS: Final = re.compile("hareboard (doctor|watch pn532:|status)")
"""Commands that may tell that there are no readers, as this computer has no pins, or that the
program does not answer yet."""
PACKAGES: Final = ("python3-venv", "openssh-client", "avahi-daemon")
REPOSITORY_HERE: Final = "/root/repository"
HERE: Final = {
    REPOSITORY: REPOSITORY_HERE,
    "hareboard-1.2.0.tar": f"{RELEASES}/hareboard-{LATER}.tar",
    PUBLIC_KEY: f"{RELEASES}/{PUBLIC_KEY}",
}
"""What is called otherwise in a guide."""
UPDATE: Final = "sudo hareboard update hareboard-1.2.0.tar"
BACK: Final = "sudo hareboard update --back"

STORIES: Final[Mapping[str, Callable[[Board], None]]] = {
    "dry-run": a_dry_run_changes_nothing,
    "life": a_life,
    "uninstall": taken_away,
    "package": a_debian_package,
    "read-only": on_a_read_only_card,
    "guides": by_the_guides,
    "hostile": a_hostile_user,
    "update": a_tampered_update,
    "hostile-package": a_hostile_user_of_a_package,
    "home-assistant": found_by_home_assistant,
}
