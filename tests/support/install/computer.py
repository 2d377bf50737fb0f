"""A computer in a folder, whose commands do in small what they do on a Raspberry Pi."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from controller.appliance.install.main import main
from controller.appliance.machine import BOARD, BOOTED, HOME, Machine
from controller.appliance.release.locked import lock_of
from controller.board import read_board
from controller.board.plan.needs import needs
from controller.maintenance.doctor.config_txt import wanted

SERVICE: Final = "hareboard.service"
UNITS: Final = "/etc/systemd/system"
PI: Final = "# a Raspberry Pi\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n"


class Computer:
    """The computer; follows `Commands`.

    Args:
        root: where its files are.
        pi: the generation of the Raspberry Pi; None if it is none.

    Attributes:
        online: whether it reaches the network.
        stale: whether its package lists are too old to install anything from.
        without: commands that it does not have.
        said: every command it was given, as one text.
        packages: those that are installed.
        enabled: the units that start with it.
        active: those that have been started.
        pip_breaks: whether pip fails.
        wheels: what is in wheels of dependencies, if it is not what the lock says.
        doctor: the exit status of the doctor, and what it says.
    """

    def __init__(self, root: Path, pi: int | None = 4) -> None:
        self.root = root
        self.machine = Machine(root, self, sync=lambda: None, give=self._give)
        self.online = True
        self.stale = False
        self.without: set[str] = set()
        self.said: list[str] = []
        self.packages: set[str] = set()
        self.enabled: set[str] = set()
        self.active: set[str] = set()
        self.pip_breaks = False
        self.wheels = ""
        self.doctor = (0, "Fine: 12.")
        self._pi = pi
        self._loaded: dict[str, bytes] = {}
        # Whoever runs the tests is root on it: all its files are theirs.
        self.write("/etc/passwd", f"root:x:{os.getuid()}:0::/root:/bin/sh\n")
        self.write(
            "/etc/group", "root:x:0:\ngpio:x:997:\nspi:x:996:pi\ndialout:x:20:pi\naudio:x:29:pi\n"
        )
        self.write("/etc/hostname", "raspberrypi\n")
        self.write("/etc/hosts", "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
        self.machine.path("/var/tmp").mkdir(parents=True)
        self.machine.path("/etc/avahi/services").mkdir(parents=True)
        self.machine.path(BOOTED).mkdir(parents=True)
        if pi is not None:
            self.write("/boot/firmware/config.txt", PI)

    def write(self, path: str, text: str) -> None:
        """Put a file there."""
        at = self.machine.path(path)
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(text, "utf-8")

    def read(self, path: str) -> str:
        """What is in a file."""
        return self.machine.path(path).read_text("utf-8")

    def tree(self) -> dict[str, str]:
        """Every file, folder and link, with what is in it."""
        found = {}
        for path in self.root.rglob("*"):
            name = f"/{path.relative_to(self.root)}"
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}"
            else:
                found[name] = path.read_text("utf-8") if path.is_file() else ""
        return found

    def groups(self) -> dict[str, list[str]]:
        """Who is in which group."""
        lines = [line.split(":") for line in self.read("/etc/group").splitlines()]
        return {name: users.split(",") if users else [] for name, _, _, users in lines}

    # Commands

    def run(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        """Do what a command does."""
        self.said.append(" ".join(words))
        words = _as_whoever(words)
        name = Path(words[0]).name
        known: dict[str, Callable[[tuple[str, ...]], str | None]] = {
            "apt-get": self._apt,
            "dpkg": lambda _: "amd64\n" if self._pi is None else "arm64\n",
            "dpkg-query": lambda words: self._installed(words[-1]),
            "groupdel": lambda words: self._drop("/etc/group", words[1]),
            "hareboard": self._hareboard,
            "hostnamectl": lambda _: "",
            "python": self._python,
            "python3": self._venv,
            "rm": self._rm,
            "segno": self._segno,
            "systemctl": self._systemctl,
            "systemd-sysusers": self._sysusers,
            "udevadm": lambda _: "",
            "userdel": self._userdel,
            "usermod": self._usermod,
        }
        if name == "runuser" and name not in self.without:
            return self._as_user(words[words.index("--") + 1 :])
        if name not in known or name in self.without:
            raise FileNotFoundError(2, "No such file or directory", words[0])
        output = known[name](words[1:] if name == "systemctl" else words)
        broke = output is None
        return subprocess.CompletedProcess(words, broke, "it broke" if broke else output)

    def become(self, words: tuple[str, ...]) -> NoReturn:
        """Go on as the installer of the current release, which is this version's."""
        self.said.append(" ".join(words))
        assert self.machine.path(words[0]).is_file()
        main(
            words[words.index("controller.appliance.install") + 1 :],
            lambda _: self.machine,
            lambda: 0,
        )
        sys.exit()

    def _as_user(self, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        """The program that the command leads to, asked by the user it runs as."""
        if words[0].endswith("/python"):
            return self.run(words)
        program = self.machine.leads_to(words[0])
        there = program is not None and self.machine.path(program).is_file()
        status, said = self.doctor if words[1] == "doctor" else (0, "")
        return subprocess.CompletedProcess(words, status if there else 127, said if there else "")

    def _give(self, folder: Path, uid: int, _gid: int) -> None:
        self.said.append(f"give /{folder.relative_to(self.root)} to {uid}")

    def _rm(self, words: tuple[str, ...]) -> str:
        shutil.rmtree(self.machine.path(words[-1]), ignore_errors=True)
        return ""

    def _apt(self, words: tuple[str, ...]) -> str | None:
        if not self.online:
            return None
        if "update" in words:
            self.stale = False
        if "install" in words:
            if self.stale:
                return None
            wanted = words[words.index("install") + 1 :]
            self.packages |= {word for word in wanted if not word.startswith("-")}
        return ""

    def _installed(self, package: str) -> str | None:
        return "install ok installed" if package in self.packages else None

    def _venv(self, words: tuple[str, ...]) -> str | None:
        if "python3-venv" not in self.packages:
            return None
        self.write(f"{words[-1]}/bin/python", "a Python")
        return ""

    def _python(self, words: tuple[str, ...]) -> str | None:
        if not self.machine.path(words[0]).is_file():
            return None
        if "pip" in words:
            if self.pip_breaks or not (self.online or "--no-index" in words):
                return None
            if "wheel" in words:
                return self._wheel(words)
            for name in ("hareboard", "segno"):
                self.write(f"{Path(words[0]).parent}/{name}", "a program")
            return ""
        board = needs(read_board(self.machine.path(BOARD)))
        return "".join(f"{line}\n" for line in wanted(board, self._pi))

    def _wheel(self, words: tuple[str, ...]) -> str:
        """Make a wheel of a checkout; or of all that a lock names, each with its name in it."""
        folder, what = words[words.index("--wheel-dir") + 1], words[-1]
        if "--require-hashes" in words:
            for name, version in lock_of(self.read(what)).versions.items():
                self.write(f"{folder}/{name}-{version}-py3-none-any.whl", self.wheels or name)
        else:
            project = tomllib.loads(self.read(f"{what}/pyproject.toml"))["project"]
            self.write(f"{folder}/hareboard-{project['version']}-py3-none-any.whl", "ours")
        return ""

    def _hareboard(self, words: tuple[str, ...]) -> str | None:
        return "hareboard 1" if self.machine.path(words[0]).is_file() else None

    def _segno(self, words: tuple[str, ...]) -> str | None:
        there = self.machine.path(words[0]).is_file()
        return f"a code that leads to {words[-1]}\n" if there else None

    def _sysusers(self, words: tuple[str, ...]) -> str | None:
        if not self.machine.path(words[-1]).is_file():
            return None
        # The user has the number of whoever runs the tests: what they write is the user's.
        for file, line in (
            ("/etc/passwd", f"hareboard:x:{os.getuid()}:{os.getgid()}::/:/usr/sbin/nologin\n"),
            ("/etc/group", "hareboard:x:990:\nhareboard-lights:x:991:hareboard\n"),
        ):
            self.write(file, self.read(file) + line)
        return ""

    def _usermod(self, words: tuple[str, ...]) -> str:
        group, user = words[-2:]
        lines = []
        for line in self.read("/etc/group").splitlines():
            comma = "" if line.endswith(":") else ","
            lines.append(line + (f"{comma}{user}" if line.startswith(f"{group}:") else ""))
        self.write("/etc/group", "".join(f"{line}\n" for line in lines))
        return ""

    def _userdel(self, words: tuple[str, ...]) -> str:
        self._drop("/etc/passwd", words[1])
        self._drop("/etc/group", words[1])
        text = self.read("/etc/group").replace(f",{words[1]}", "").replace(f":{words[1]}\n", ":\n")
        self.write("/etc/group", text)
        return ""

    def _drop(self, file: str, name: str) -> str:
        lines = self.read(file).splitlines(keepends=True)
        self.write(file, "".join(line for line in lines if line.split(":")[0] != name))
        return ""

    def _systemctl(self, words: tuple[str, ...]) -> str | None:
        verb, units = words[0], set(words[1:])
        match verb:
            case "enable":
                self.enabled |= units
            case "disable":
                self.enabled -= units
            case "start":
                self.active |= units
                if SERVICE in units:
                    self._start()
            case "stop":
                self.active -= units
            case "try-restart":
                if SERVICE in units & self.active:
                    self._start()
            case "daemon-reload":
                self._loaded = {path.name: path.read_bytes() for path in self._units()}
            case "is-enabled":
                return "enabled" if units <= self.enabled else "disabled"
            case "is-active":
                return "active" if units <= self.active else "inactive"
            case "show":
                return self._show(words[2], words[-1])
            case _:
                return None
        return ""

    def _show(self, what: str, unit: str) -> str | None:
        if what == "MainPID":
            return "77" if unit in self.active else "0"
        now = {path.name: path.read_bytes() for path in self._units()}
        return "yes" if unit in self._loaded and now.get(unit) != self._loaded[unit] else "no"

    def _start(self) -> None:
        current = self.machine.path(f"{HOME}/current").readlink()
        self.write("/proc/77/cmdline", f"{HOME}/{current}/bin/python\0hareboard\0run")

    def _units(self) -> list[Path]:
        folder = self.machine.path(UNITS)
        return [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []


def _as_whoever(words: tuple[str, ...]) -> tuple[str, ...]:
    """A command without the words before it: who runs it, and with which variables."""
    if "env" not in words:
        return words
    rest = words[words.index("env") + 1 :]
    return rest[next(i for i, word in enumerate(rest) if word.startswith("/")) :]
