"""A service user that wants root's rights: it prepares its folders for what root does in them.

Root installs, looks, updates and removes meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.appliance.container import Container
from tests.appliance.installed_board import BOARD, NEXT, THIS, Board, told
from tests.appliance.traps import (
    BOARD_FILE,
    DRIPPING,
    GAMES,
    LITTER,
    RUN,
    SETTINGS,
    STOPPING,
    SWAPPING,
    TRAPS,
    Outside,
    as_hareboard,
    ends,
    laid,
)

ISSUE: Final = f"{RUN}/issue"
LOGIN: Final = "/run/hareboard.issue"
JOURNAL: Final = f"{GAMES}/journal.sqlite"
KEPT: Final = f"{GAMES}/board.toml"
HOW_OFTEN: Final = 2
WORST: Final = ("a link", "a FIFO")
OTHERS: Final = (
    ("doctor", BOARD_FILE, "--bundle", "/root/bundle.tar.gz"),
    ("board", "check", BOARD_FILE),
    ("watch", f"pn532://{BOARD_FILE}", "--seconds", "1"),
    ("update", "--back"),
)
PACKAGES: Final = ("python3-venv", "openssh-client", "avahi-daemon")


def a_hostile_user(board: Board) -> None:
    """Links, FIFOs, sockets, huge files, odd names, swapped names, a deep pit: led nowhere."""
    box = board.box
    box.run("apt-get", "-qq", "update")
    box.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *PACKAGES)
    outside = Outside(box)
    board.install()
    board.wood.until_up()
    as_hareboard(box, LITTER)

    _the_board_file(box)
    outside.is_untouched()
    as_hareboard(box, f"rm -rf {BOARD_FILE}*")
    board.install()
    board.wood.until_up()
    _the_login_screen(box)
    outside.is_untouched()
    box.run("systemctl", "stop", "hareboard.socket", "hareboard.service")
    _the_games(box)
    outside.is_untouched()
    _pages_that_never_end(box)
    _swapped_names(box)
    outside.is_untouched()
    _stopped_processes(box)

    as_hareboard(box, f"rm -rf {BOARD_FILE}* {JOURNAL}* {GAMES}/inner {GAMES}/aside")
    board.install()
    board.install(NEXT)
    board.wood.until_up()
    ends(box, "hareboard", "update", "--back", "--now", good=(0,))
    board.wood.until_up()
    outside.is_untouched()
    told("updated, and gone back: the games were looked at as their owner")

    laid(box, "a link", BOARD_FILE, KEPT)
    ends(box, THIS, "--uninstall", good=(0,))
    assert not box.path(SETTINGS).exists()
    outside.is_as_before()
    box.run("rm", KEPT)
    board.install(THIS, "--no-start")
    laid(box, "a folder", KEPT)
    ends(box, THIS, "--uninstall", good=(0,))
    assert box.path(KEPT).read_text("utf-8") == board.wood.board_file
    outside.is_as_before()
    told("taken away, twice: the pit is gone with its folder, and no link was followed")
    told("no file outside its folders was read, written or given away")


def a_hostile_user_of_a_package(board: Board) -> None:
    """The same traps for what a Debian package runs as root."""
    box = board.box
    box.run("cp", "-R", "/mnt/this", "/root/this")
    file = f"/root/this/{box.run('/root/this/tools/deb').splitlines()[-1]}"
    box.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *PACKAGES)
    outside = Outside(box)
    box.path(GAMES).mkdir(parents=True)
    box.path(KEPT).write_text(board.wood.board_file, "utf-8")
    box.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", file)
    board.wood.until_up()
    as_hareboard(box, LITTER)
    laid(box, "a FIFO", ISSUE, f"{JOURNAL}-confirmed")
    for what in TRAPS:
        laid(box, what, BOARD_FILE)
        # apt-get does not install again what could not be configured the last time.
        said = ends(box, "dpkg", "--install", file, good=(1,))
        assert "Stopped. Interfaces: " in said, said
        outside.is_untouched()
    told("configured with every trap in place of the board file: stopped with a reason")
    ends(box, "apt-get", "-qq", "purge", "-y", "hareboard", good=(0,))
    outside.is_as_before()
    told("purged: no file outside its folders was read, written or given away")


def _the_board_file(box: Container) -> None:
    for what in TRAPS:
        laid(box, what, BOARD_FILE)
        said = ends(box, THIS, good=(1,))
        assert "Stopped. Interfaces: " in said, said
        ends(box, "hareboard", "doctor", BOARD_FILE, "--data", GAMES)
        ends(box, "hareboard", "status")
        # The others read it in the same way.
        for words in OTHERS if what in WORST else ():
            ends(box, "hareboard", *words)
    told("installed again with every trap in place of the board file: stopped with a reason")
    told("status, doctor and others looked at it without waiting for anybody")


def _the_login_screen(box: Container) -> None:
    for what in TRAPS:
        laid(box, what, ISSUE)
        box.run("systemctl", "reset-failed", "hareboard-console.service")
        box.run("systemctl", "start", "hareboard-console.service")
        assert box.run("cat", LOGIN) == "", what
        if what in WORST:
            ends(box, THIS, "--board", BOARD)
    as_hareboard(box, f"rm -rf {ISSUE}; printf 'Join\\033[2J \\\\4\\n' > {ISSUE}")
    box.run("systemctl", "reset-failed", "hareboard-console.service")
    box.run("systemctl", "start", "hareboard-console.service")
    assert box.run("cat", LOGIN) == "Join\N{REPLACEMENT CHARACTER}[2J \\\\4\n"
    assert box.run("stat", "-c", "%U %a", LOGIN) == "root 600\n"
    told(f"the login screen and the installer follow no link from {RUN}, and wait for none")


def _the_games(box: Container) -> None:
    """The service is stopped: nobody has the journal open."""
    names = (JOURNAL, f"{JOURNAL}-confirmed", f"{JOURNAL}.damaged.json")
    for name in names:
        as_hareboard(box, f"rm -rf {GAMES}/aside; cp -a {name} {GAMES}/aside 2>/dev/null || true")
        for what in TRAPS if name == JOURNAL else WORST:
            laid(box, what, name)
            ends(box, "hareboard", "doctor", BOARD_FILE, "--data", GAMES)
            for words in ("check --keep", "adopt") if name != names[-1] else ():
                ends(box, "hareboard", "journal", *words.split(), "--data", GAMES)
            if what in WORST:
                ends(box, "hareboard", "record", "--data", GAMES)
        back = f"rm -rf {name}* && if [ -e {GAMES}/aside ]; then cp -a {GAMES}/aside {name}; fi"
        as_hareboard(box, back)
    as_hareboard(box, f'printf %s \'{{"kept":"\\u001b[2J","actions":1,"games":1}}\' > {names[-1]}')
    ends(box, "hareboard", "doctor", BOARD_FILE, "--data", GAMES)
    laid(box, "a FIFO", JOURNAL, f"{JOURNAL}-wal")
    ends(box, THIS, "--no-start")
    as_hareboard(box, f"rm -rf {JOURNAL}* {GAMES}/aside")
    told("doctor, journal and record, as root, met every trap in place of the games")


def _pages_that_never_end(box: Container) -> None:
    with _running(box, DRIPPING):
        for words in (("status",), ("doctor", BOARD_FILE), ("update", "/none/hareboard-1.whl")):
            ends(box, "hareboard", *words)
    told("status, doctor and update give up on pages that never end")


def _swapped_names(box: Container) -> None:
    with _running(box, SWAPPING):
        for _ in range(HOW_OFTEN):
            box.run("sh", "-c", f"touch {GAMES}/given; chown root:root {GAMES}/given {SETTINGS}")
            ends(box, THIS, "--no-start")
            ends(box, "hareboard", "status")
            ends(box, "hareboard", "doctor", BOARD_FILE, "--data", GAMES)
    told("installed and looked at while names became links and files again")


def _stopped_processes(box: Container) -> None:
    as_hareboard(box, f"rm -rf {BOARD_FILE}*")
    with _running(box, STOPPING):
        said = ends(box, THIS, "--board", BOARD, "--no-start", good=(1,))
        assert "Stopped. Interfaces: " in said, said
        assert "it was stopped (SIGSTOP). Look at ps -u hareboard." in said, said
    told("the installer gives up at once on a process that its user has stopped, and says so")


@contextmanager
def _running(box: Container, code: str) -> Iterator[None]:
    """Let the service user run something meanwhile."""
    name = "hareboard-hostile"
    run = ("systemd-run", "--quiet", f"--unit={name}", "--uid=hareboard")
    box.run(*run, "/usr/bin/python3", "-c", code)
    try:
        yield
        is_active = box.ask("systemctl", "is-active", name).stdout
        assert is_active == "active\n", box.run("journalctl", "-b", f"--unit={name}")
    finally:
        box.ask("systemctl", "kill", "--signal=KILL", name)
        box.ask("systemctl", "reset-failed", name)
