"""A Debian of its own, with systemd as its first process, thrown away afterwards.

It needs root, debootstrap and systemd-nspawn (`tools/debian`). The bare system is made once, in
`build/appliance`, and never written again: what happens in a container lies in a folder above it.
Its network is that of whoever starts it (`tests.appliance.network`). One for another processor runs
under qemu-user: its commands run, its systemd is not started.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.support.waiting import until

PACKAGES: Final = "systemd,systemd-sysv,dbus,udev,ca-certificates,python3,iproute2"
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NAME: Final = "raspberrypi"
"""As an image comes: nobody has chosen it."""
BOOT_S: Final = 180.0
END_S: Final = 60.0
LOOK_S: Final = 0.2
HANDED_ON: Final = ("PIP_", "SSL_CERT")
"""How this computer reaches the network, as far as variables say it."""


def bare_system(suite: str, arch: str, kept: Path) -> Path:
    """The folder with a bare Debian, made if it is not there.

    Args:
        suite: `bookworm` or `trixie`.
        arch: its processor, as Debian names it.
        kept: where bare systems are kept.
    """
    name = suite if is_own(arch) else f"{suite}-{arch}"
    folder, whole = kept / name, kept / f"{name}.whole"
    if not whole.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        print(f"Making a Debian {name} in {folder} (debootstrap): once, some minutes.", flush=True)
        kind = ("--variant=minbase", f"--arch={arch}", f"--include={PACKAGES}")
        words = ("debootstrap", *kind, suite, folder)
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        whole.touch()
    return folder


def is_own(arch: str) -> bool:
    """Whether this computer has this processor itself."""
    words = ("dpkg", "--print-architecture")
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip() == arch


class Container:
    """A computer with a Debian and systemd.

    Args:
        base: the folder of the bare system.
        binds: folders of this computer that it has too, read-only, by where it has them.
    """

    def __init__(self, base: Path, binds: Mapping[str, Path]) -> None:
        self._room = Path(tempfile.mkdtemp(prefix="hareboard-appliance-", dir="/var/tmp"))
        self.root = self._room / "root"
        for name in ("root", "above", "work"):
            (self._room / name).mkdir()
        above, work = self._room / "above", self._room / "work"
        layers = f"lowerdir={base.resolve()},upperdir={above},workdir={work}"
        _run("mount", "-t", "overlay", "overlay", "-o", layers, str(self.root))
        self.path("/etc/hostname").write_text(f"{NAME}\n", "ascii")
        self.path("/etc/hosts").write_text(f"127.0.0.1\tlocalhost\n127.0.1.1\t{NAME}\n", "ascii")
        self._binds = {**{str(path): path for path in _certificates()}, **binds}
        self._nspawn: subprocess.Popen[bytes] | None = None

    def boot(self, *, writable: str | None = None) -> None:
        """Switch it on.

        Args:
            writable: the only folder of its disk that can be written; None for all of it.
        """
        rights: tuple[str, ...] = ()
        if writable is not None:
            kept = self._room / "kept"
            _run("cp", "--archive", str(self.path(writable)), str(kept))
            rights = ("--read-only", f"--bind={kept}:{writable}")
        self._start("--boot", *rights)
        until(self._is_up, "the container has started", BOOT_S, LOOK_S)

    def open(self) -> None:
        """Let commands run in it, without its systemd."""
        self._start("--as-pid2", words=("sleep", "infinity"))
        until(self._is_open, "the container is open", BOOT_S, LOOK_S)

    def _start(self, *options: str, words: tuple[str, ...] = ()) -> None:
        binds = [f"--bind-ro={path}:{at}" for at, path in self._binds.items()]
        plain = ("--quiet", "--register=no", "--keep-unit", "--console=pipe", f"--hostname={NAME}")
        with (self._room / "console").open("ab") as console:
            self._nspawn = subprocess.Popen(
                ["systemd-nspawn", "-D", self.root, *plain, *binds, *options, *words],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
                # Its own cgroups are of the second kind, whatever this computer has.
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            )

    def shut_down(self) -> None:
        """Switch it off, in order."""
        if self._nspawn is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            if self.ask("systemctl", "poweroff").returncode == 0:
                self._nspawn.wait(END_S)
        if self._nspawn.poll() is None:
            os.killpg(self._nspawn.pid, signal.SIGKILL)
            self._nspawn.wait()
        self._nspawn = None

    def close(self) -> None:
        """Switch it off, and throw it away."""
        self.shut_down()
        _run("umount", "--lazy", str(self.root))
        shutil.rmtree(self._room, ignore_errors=True)

    def ask(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command in it as root, and wait for its end."""
        leader = self._leader()
        assert leader is not None, "it is not on"
        inside = ["nsenter", "-t", str(leader), "-m", "-p", "-u", "-i", "-C", "--wdns=/"]
        return subprocess.run(
            [*inside, "env", "-i", *_variables(), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def run(self, *words: str) -> str:
        """What a command says.

        Raises:
            AssertionError: it has failed.
        """
        done = self.ask(*words)
        assert done.returncode == 0, f"{' '.join(words)}: {done.returncode}\n{done.stdout}"
        return done.stdout

    def path(self, path: str) -> Path:
        """Where one of its files is here; not those that it has in memory, as in /run."""
        return self.root / path.lstrip("/")

    def files(self) -> dict[str, str]:
        """Every file of its disk, with kind, rights, owner, and size, or where it leads."""
        words = ("find", "/", "-xdev", "-printf", "%p\\t%y %m %u:%g %s %l\\n")
        lines = self.run(*words).splitlines()
        return dict(line.split("\t", 1) for line in lines)

    def _leader(self) -> int | None:
        """Its first process, as this computer numbers it."""
        if self._nspawn is None or self._nspawn.poll() is not None:
            return None
        pid = self._nspawn.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        return int(children[0]) if children else None

    def _is_open(self) -> bool:
        return self._leader() is not None and self.ask("true").returncode == 0

    def _is_up(self) -> bool:
        assert self._nspawn is not None
        if self._nspawn.poll() is not None:
            raise RuntimeError((self._room / "console").read_text("utf-8", errors="replace"))
        if self._leader() is None:
            return False
        said = self.ask("systemctl", "is-system-running").stdout.strip()
        return said in ("running", "degraded")


@contextlib.contextmanager
def container(base: Path, binds: Mapping[str, Path], *, boots: bool = True) -> Iterator[Container]:
    """A container that has started; thrown away at the end.

    Args:
        base: the folder of the bare system.
        binds: folders of this computer that it has too, read-only, by where it has them.
        boots: whether its systemd is started.
    """
    made = Container(base, binds)
    try:
        if boots:
            made.boot()
        else:
            made.open()
        yield made
    finally:
        made.close()


def _variables() -> list[str]:
    own = {"PATH": PATH, "HOME": "/root", "LC_ALL": "C.UTF-8"}
    handed = {name: text for name, text in os.environ.items() if name.startswith(HANDED_ON)}
    return [f"{name}={text}" for name, text in {**own, **handed}.items()]


def _certificates() -> list[Path]:
    """Whose certificates this computer trusts, if it says so."""
    named = {os.environ[name] for name in ("PIP_CERT", "SSL_CERT_FILE") if name in os.environ}
    return [Path(name) for name in sorted(named) if Path(name).is_file()]


def _run(*words: str) -> None:
    subprocess.run(words, check=True)
