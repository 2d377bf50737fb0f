"""What a service user lays out for root, and whether root has walked into it.

One file stands for all that is outside: when it was last read shows whether a link to it was
followed. Another one, which is never there, stands for all that could be written.
"""

from typing import Final

from tests.appliance.container import Container

SECRET: Final = "/root/secret"
WORD: Final = "carrots-are-under-the-tree"
PLANTED: Final = "/etc/cron.d/planted"
GAMES: Final = "/var/lib/hareboard"
SETTINGS: Final = "/etc/hareboard"
BOARD_FILE: Final = f"{SETTINGS}/board.toml"
RUN: Final = "/run/hareboard"
CONFIG: Final = "/boot/firmware/config.txt"
LONG_AGO: Final = 1_000_000_000
PATIENCE: Final = ("timeout", "--kill-after=5", "240")
"""Whoever reads a FIFO waits for ever: the command is ended, and the story fails."""
SOCKET: Final = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
TRAPS: Final = {
    "a link": f"ln -s {SECRET} @",
    "a link to a device": "ln -s /dev/zero @",
    "a FIFO": "mkfifo @",
    "a huge file": "truncate -s 1T @",
    "a folder": "mkdir @ && touch @/file",
    "a socket": f"python3 -c '{SOCKET}' @",
    "a file with two names": "touch @.one && ln -f @.one @",
}
"""Commands of the service user; `@` is the name that root will look for."""

LITTER: Final = f"""
cd {GAMES}
ln -s {SECRET} preferences.json.new
ln -s {PLANTED} board.toml.new
ln -s {PLANTED} .board.toml.new
ln -s /etc out
ln -s /etc "$(printf 'way\\nout')"
touch "$(printf 'line\\nbreak')" "$(printf 'escape\\033[2Jd')" -- -rf
mkfifo pipe
python3 -c '{SOCKET}' socket
truncate -s 1T huge
ln /etc/hostname named-twice 2>/dev/null || true
for each in $(seq 300); do mkdir deeper && cd deeper; done
cd {SETTINGS}
ln -s {PLANTED} board.toml.new
ln -s {PLANTED} .board.toml.new
ln -s {SECRET} board.toml.before
"""
"""What needs no watching: it is there from the beginning to the end."""

SWAPPING: Final = f"""
import contextlib, itertools, os
from pathlib import Path
games, settings = Path("{GAMES}"), Path("{SETTINGS}")
good = (settings / "board.toml").read_bytes()
(games / "inner").mkdir()
for turn in itertools.count():
    with contextlib.suppress(OSError):  # the folder is root's for a moment, and is given back
        (settings / "x").unlink(missing_ok=True)
        os.symlink("{SECRET}" if turn % 3 else "/etc/shadow", settings / "x")
        os.replace(settings / "x", settings / "board.toml")
    os.symlink("/etc", games / "y")
    os.rename(games / "inner", games / "aside")
    os.rename(games / "y", games / "inner")
    (games / "link").unlink(missing_ok=True)
    os.symlink("{SECRET}", games / "link")
    os.replace(games / "link", games / "game")
    with contextlib.suppress(OSError):
        (settings / "z").write_bytes(good)
        os.replace(settings / "z", settings / "board.toml")
    os.unlink(games / "inner")
    os.rename(games / "aside", games / "inner")
    (games / "plain").touch()
    os.replace(games / "plain", games / "game")
"""
"""Names that are a file or a folder at one moment, and a link at the next, thousands of times a
second."""

STOPPING: Final = """
import contextlib, os, signal
while True:
    for each in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if int(each) != os.getpid() and os.stat(f"/proc/{each}").st_uid == os.getuid():
                os.kill(int(each), signal.SIGSTOP)
"""
"""Stops whatever else its user runs."""

DRIPPING: Final = """
import socketserver, time
class Answer(socketserver.BaseRequestHandler):
    def handle(self):
        self.request.recv(9999)
        self.request.sendall(b"HTTP/1.1 200 \\x1b[2J\\r\\n\\r\\n{")
        try:
            while True:
                self.request.sendall(b" ")
                time.sleep(0.5)
        except OSError:
            pass
socketserver.ThreadingTCPServer.allow_reuse_address = True
with socketserver.ThreadingTCPServer(("127.0.0.1", 8064), Answer) as server:
    server.serve_forever()
"""
"""Pages that never end."""


class Outside:
    """Everything that is not the service's, as it is before and after.

    Args:
        box: a container without hareboard.
    """

    def __init__(self, box: Container) -> None:
        self._box = box
        box.path(CONFIG).parent.mkdir(parents=True, exist_ok=True)
        box.path(CONFIG).write_text("dtparam=audio=on\n", "ascii")
        box.run("sh", "-c", f"umask 077; echo {WORD} > {SECRET}")
        self._reset()
        box.run("cat", SECRET)
        assert self.was_read(), "this disk does not say when a file was last read"
        self._before = self._files()

    def was_read(self) -> bool:
        """Whether anybody has read the secret."""
        return self._box.run("stat", "-c", "%X", SECRET).strip() != str(LONG_AGO)

    def is_untouched(self) -> None:
        """Check that root was led nowhere.

        Raises:
            AssertionError: it was.
        """
        assert not self.was_read(), f"{SECRET} was read"
        assert self._box.ask("test", "-e", PLANTED).returncode != 0, f"{PLANTED} was written"

    def is_as_before(self) -> None:
        """Check that every file has the owner, rights and content of the beginning."""
        self.is_untouched()
        before, after = self._before, self._files()
        paths = before.keys() | after.keys()
        changed = {path for path in paths if before.get(path) != after.get(path)}
        assert not changed, changed

    def _reset(self) -> None:
        self._box.run("touch", "-a", "-d", f"@{LONG_AGO}", SECRET)

    def _files(self) -> dict[str, str]:
        find = "find /etc /boot /root/secret -xdev -type f ! -name '*-' ! -name ld.so.cache"
        lines = self._box.run(
            "sh", "-c", f"{find} -exec stat -c '%n %U %a' {{}} + -exec sha256sum {{}} +"
        )
        found: dict[str, str] = {}
        for line in lines.splitlines():
            path = next(word for word in line.split() if word.startswith("/"))
            found[path] = found.get(path, "") + line
        self._reset()  # this has read the secret, too
        return found


def ends(box: Container, *words: str, good: tuple[int, ...] = (0, 1, 2)) -> str:
    """What a command of root's says that ends in time, in one of these ways, and tells no secret.

    Raises:
        AssertionError: it does not.
    """
    done = box.ask(*PATIENCE, *words)
    assert done.returncode in good, f"{' '.join(words)}: {done.returncode}\n{done.stdout}"
    assert WORD not in done.stdout, done.stdout
    assert "Traceback" not in done.stdout, done.stdout
    assert "\x1b" not in done.stdout, repr(done.stdout)
    return done.stdout


def as_hareboard(box: Container, script: str) -> None:
    """Run a script as the service user."""
    done = box.ask("runuser", "-u", "hareboard", "--", "sh", "-c", script)
    assert done.returncode == 0, done.stdout


def laid(box: Container, trap: str, *names: str) -> None:
    """Put a trap in the place of each of some names."""
    for name in names:
        script = f"rm -rf {name} {name}.one; {TRAPS[trap].replace('@', name)}"
        as_hareboard(box, script)
