"""What is shown of a Raspberry Pi's processor on a PC: under qemu-user, without systemd.

One story goes on in an emulated Raspberry Pi (`emulated_pi`), with systemd and Debian's kernel.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.appliance.emulated_pi import found_by_its_doctor, had
from tests.appliance.installed_board import THIS, Board, told
from tests.support.checkout import ROOT
from tests.support.waiting import until

BINFMT: Final = Path("/proc/sys/fs/binfmt_misc")
"""How Linux runs programs of other processors. Source: Linux, "binfmt-misc.rst"."""
QEMU: Final = "qemu-*-static"
PROCESSORS: Final = {"arm64": "aarch64"}
"""What qemu calls a processor of Debian."""
CONFIG: Final = "/boot/firmware/config.txt"
PYTHON: Final = "/opt/hareboard/current/bin/python"
DRIVERS: Final = "import gpiod, gpiozero, lgpio, msgspec, rpi_ws281x, serial"
PAGES: Final = "http://127.0.0.1:8064"
STRIP_ON_SPI: Final = "i2c-multiplexers-64"
ON_SPI: Final = "prototype-2x2"
GROUPS: Final = ("gpio", "spi")
RULES: Final = "/etc/udev/rules.d/99-com.rules"
OPENED_BY: Final = """\
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
"""
"""Who may open pins and buses on Raspberry Pi OS; Debian lets root alone. Source: its package
raspberrypi-sys-mods."""
START_S: Final = 300.0
"""Emulated code takes ten times as long, on a computer that does other work, too."""
LOOK_S: Final = 1.0


def understood(arch: str) -> None:
    """See to it that programs of another processor run here.

    Raises:
        CalledProcessError: binfmt_misc cannot be mounted, or qemu-user-static not be installed.
        RuntimeError: qemu-user-static has not said how they run.
    """
    if shutil.which("update-binfmts") is None or not list(Path("/usr/bin").glob(QEMU)):
        words = (str(ROOT / "tools/apt"), "what runs programs of other processors")
        subprocess.run((*words, "qemu-user-static", "binfmt-support"), check=True)
    if not (BINFMT / "register").exists():
        subprocess.run(("mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT), check=True)
    rule = BINFMT / f"qemu-{PROCESSORS[arch]}"
    if not rule.exists():
        subprocess.run(("update-binfmts", "--enable", rule.name), check=False, capture_output=True)
    if not rule.exists():
        raise RuntimeError(f"Programs of {arch} cannot run here: install qemu-user-static.")


def installed(board: Board) -> None:
    """Installed from a checkout: what is compiled compiles, what is imported is there."""
    box = board.box
    box.path(CONFIG).parent.mkdir(parents=True)
    box.path(CONFIG).write_text("dtparam=audio=on\n", "ascii")
    box.run(THIS, "--board", STRIP_ON_SPI, "--no-start")
    told("installed from the checkout (--no-start)")
    _works(board)


def a_debian_package(board: Board) -> None:
    """Built by `make deb`, and installed."""
    box = board.box
    box.path(CONFIG).parent.mkdir(parents=True)
    box.path(CONFIG).write_text("dtparam=audio=on\n", "ascii")
    box.run("apt-get", "-qq", "update")
    box.run("cp", "-R", "/mnt/this", "/root/this")
    package = box.run("/root/this/tools/deb").splitlines()[-1]
    told(f"built by one command: {package}")
    install = ("apt-get", "-qq", "install", "-y", "--no-install-recommends")
    box.run(*install, f"/root/this/{package}")
    told("installed from the package")
    _works(board)


def _works(board: Board) -> None:
    """What drives a board can be imported, the card is prepared, pages are served."""
    box = board.box
    box.run(PYTHON, "-I", "-c", DRIVERS)
    told(DRIVERS)
    wheels = box.run("sh", "-c", "cat /opt/hareboard/current/lib/python3*/site-packages/*/WHEEL")
    assert "aarch64" in wheels, wheels
    config = box.path(CONFIG).read_text("ascii")
    assert "For hareboard" in config, config
    told(f"{CONFIG} is written, though nothing tells which Raspberry Pi it is")
    box.run(
        "sh", "-c", "hareboard simulate --data /root/games >/root/said 2>&1 & echo $! >/root/pid"
    )
    board.wood.address = PAGES
    until(board.wood.answers, "the first page is served", START_S, LOOK_S)
    box.run("sh", "-c", "kill $(cat /root/pid)")
    told("hareboard simulate has served its pages")


def starts(board: Board) -> None:
    """Installed, and started on an emulated Raspberry Pi: its doctor finds real pins and buses."""
    had()
    box = board.box
    box.path(CONFIG).parent.mkdir(parents=True)
    box.path(CONFIG).write_text("dtparam=audio=on\n", "ascii")
    for group in GROUPS:
        box.run("groupadd", "--force", "--system", group)
    box.path(RULES).parent.mkdir(parents=True, exist_ok=True)
    box.path(RULES).write_text(OPENED_BY, "ascii")
    box.run(THIS, "--board", ON_SPI, "--no-start")
    told("installed from the checkout (--no-start)")
    with tempfile.TemporaryDirectory(prefix="hareboard-card-", dir="/var/tmp") as room:
        findings = found_by_its_doctor(box, Path(room))
    for each in findings:
        told(f"{each['check']}, {each['verdict']}: {each['found']}")
    good = {each["check"]: each["found"] for each in findings if each["verdict"] == "good"}
    assert {"board", "computer", "libraries", "lights", "spi", "system"} <= set(good), good
    assert "Raspberry Pi 3 Model B" in good["computer"]
    assert "/dev/spidev0.0" in good["spi"]
    assert "aarch64" in good["system"]
    (readers,) = (each for each in findings if each["check"] == "readers")
    assert "no acknowledgement" in readers["found"], readers  # opened, and nothing hangs on it


STORIES: Final[Mapping[str, Callable[[Board], None]]] = {
    "install": installed,
    "package": a_debian_package,
    "start": starts,
}
