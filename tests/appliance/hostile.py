"""A service user that wants root's rights: it prepares its folders for what root does in them.

Root installs, looks, updates and removes meanwhile. One of its files stands for all that is
outside: when it was last read shows whether a link to it was followed.
"""

import subprocess
from typing import Final

from tests.appliance.container import Container
from tests.appliance.installed_board import BOARD, THIS, Board, told

SECRET: Final = "/root/secret"
WORD: Final = "carrots-are-under-the-tree"
GAMES: Final = "/var/lib/hareboard"
SETTINGS: Final = "/etc/hareboard"
BOARD_FILE: Final = f"{SETTINGS}/board.toml"
ISSUE: Final = "/run/hareboard/issue"
LOGIN: Final = "/run/hareboard.issue"
CONFIG: Final = "/boot/firmware/config.txt"
PLANTED: Final = "/etc/cron.d/planted"
LONG_AGO: Final = 1_000_000_000
PATIENCE: Final = ("timeout", "300")
"""Whoever reads a FIFO waits for ever: the command is ended, and the story fails."""

LITTER: Final = f"""
cd {GAMES}
ln -s {SECRET} preferences.json.new
ln -s {PLANTED} board.toml.new
ln -s {PLANTED} .board.toml.new
ln -s /etc out
ln -s /etc "$(printf 'way\\nout')"
touch "$(printf 'line\\nbreak')" -- -rf
mkfifo pipe
truncate -s 1T huge
ln /etc/hostname named-twice 2>/dev/null || true
for each in $(seq 300); do mkdir deeper && cd deeper; done
cd {SETTINGS}
ln -s {PLANTED} board.toml.new
ln -s {PLANTED} .board.toml.new
ln -s {SECRET} board.toml.before
"""
"""What needs no watching: it is there from the beginning to the end."""


def a_hostile_user(board: Board) -> None:
    """Links, FIFOs, huge files, odd names and a deep pit: root is led nowhere."""
    box = board.box
    board.install()
    board.wood.until_up()
    box.path(CONFIG).parent.mkdir(parents=True, exist_ok=True)
    box.path(CONFIG).write_text("dtparam=audio=on\n", "ascii")
    box.run("sh", "-c", f"umask 077; echo {WORD} > {SECRET}")
    _reset(box)
    box.run("cat", SECRET)
    assert _was_read(box), "this disk does not say when a file was last read"
    before = _outside(box)  # reads it, too
    _reset(box)
    _as_hareboard(box, LITTER)

    for what, said in _in_place_of_the_board_file(box).items():
        assert WORD not in said, said
        assert "Stopped. Interfaces: " in said, said
        told(f"installed again with {what} in place of the board file: stopped with a reason")
        told("status, doctor and an update looked at it without waiting for anybody")
    assert not _was_read(box)

    _as_hareboard(box, f"rm {BOARD_FILE}")
    board.install()
    board.wood.until_up()
    for trap in (f"ln -s {SECRET} {ISSUE}", f"mkfifo {ISSUE}"):
        _as_hareboard(box, f"rm -f {ISSUE}; {trap}")
        box.ask(*PATIENCE, "systemctl", "start", "hareboard-console.service")
        assert box.run("cat", LOGIN) == ""
        said = box.run(*PATIENCE, THIS, "--board", BOARD)
        assert WORD not in said, said
    assert box.run("stat", "-c", "%U", LOGIN) == "root\n"
    told("the login screen and the installer follow no link from /run/hareboard, and wait for none")

    _as_hareboard(box, f"rm {BOARD_FILE}; ln -s {SECRET} {BOARD_FILE}")
    box.run(*PATIENCE, THIS, "--uninstall")
    assert not _was_read(box)
    assert not box.path(f"{SETTINGS}").exists()
    assert not box.path(f"{GAMES}/board.toml").exists()
    told("taken away: the pit is gone with its folder, and no link was followed")

    after = _outside(box)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert not changed, changed
    assert box.ask("test", "-e", PLANTED).returncode != 0
    told("no file outside its folders was read, written or given away")


def _in_place_of_the_board_file(box: Container) -> dict[str, str]:
    """What the installer says of each trap; other commands of root's have to end, too."""
    said = {}
    for what, trap in {
        "a link": f"ln -s {SECRET} {BOARD_FILE}",
        "a FIFO": f"mkfifo {BOARD_FILE}",
        "a huge file": f"truncate -s 1T {BOARD_FILE}",
    }.items():
        _as_hareboard(box, f"rm -f {BOARD_FILE}; {trap}")
        said[what] = _ends(box, THIS)
        for words in (("status",), ("doctor", BOARD_FILE), ("update", "--back")):
            said[what] += _ends(box, "hareboard", *words, good=(0, 1))
    return said


def _ends(box: Container, *words: str, good: tuple[int, ...] = (1,)) -> str:
    """What a command says that ends in time, and in one of these ways."""
    done = box.ask(*PATIENCE, *words)
    assert done.returncode in good, f"{' '.join(words)}: {done.returncode}\n{done.stdout}"
    return done.stdout


def _as_hareboard(box: Container, script: str) -> None:
    done: subprocess.CompletedProcess[str] = box.ask(
        "runuser", "-u", "hareboard", "--", "sh", "-c", script
    )
    assert done.returncode == 0, done.stdout


def _reset(box: Container) -> None:
    box.run("touch", "-a", "-d", f"@{LONG_AGO}", SECRET)


def _was_read(box: Container) -> bool:
    return box.run("stat", "-c", "%X", SECRET).strip() != str(LONG_AGO)


def _outside(box: Container) -> dict[str, str]:
    """Who owns each file of root's that a link or a second name was laid to, and its digest."""
    find = "find /etc/cron.d /etc/passwd /etc/shadow /etc/hosts /root -xdev -type f"
    lines = box.run("sh", "-c", f"{find} -exec stat -c '%n %U %a' {{}} + -exec sha256sum {{}} +")
    found: dict[str, str] = {}
    for line in lines.splitlines():
        path = next(word for word in line.split() if word.startswith("/"))
        found[path] = found.get(path, "") + line
    return found
