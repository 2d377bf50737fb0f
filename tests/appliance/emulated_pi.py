"""A Raspberry Pi 3B that starts Debian with Debian's own kernel, under qemu-system-aarch64.

Its GPIO chip is real to the kernel, and so is its SPI bus, on four of its pins: nothing hangs on
them. Pull-ups and edges are not modelled, and what lights need is missing. A Raspberry Pi's own
firmware, which adds its kind to the device tree, does not run: that is written in here.
"""

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from tests.appliance.container import Container
from tests.support.checkout import ROOT
from tests.support.waiting import until

EMULATOR: Final = "qemu-system-aarch64"
COMPILER: Final = "dtc"
PACKAGES: Final = ("qemu-system-arm", "device-tree-compiler", "e2fsprogs")
KERNEL: Final = ("linux-image-arm64", "initramfs-tools")
DRIVERS: Final = ("bcm2835", "sdhci-iproc", "mmc_block", "ext4")
"""What the kernel needs for its memory card. Asked about each of its thousands of drivers, an
emulated processor takes longer than for everything else."""
TREE: Final = "usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb"
WIRED: Final = """
/ {
    system { linux,revision = <0xa02082>; };
    spi-lines {
        compatible = "spi-gpio";
        #address-cells = <1>;
        #size-cells = <0>;
        sck-gpios = <&{/soc/gpio@7e200000} 11 0>;
        mosi-gpios = <&{/soc/gpio@7e200000} 10 0>;
        miso-gpios = <&{/soc/gpio@7e200000} 9 0>;
        cs-gpios = <&{/soc/gpio@7e200000} 8 1>;
        num-chipselects = <1>;
        spidev@0 {
            compatible = "rohm,dh2228fv";
            reg = <0>;
            spi-max-frequency = <10000000>;
        };
    };
};
"""
"""What is added to the device tree: which Raspberry Pi it is, and SPI on the pins of SPI 0, since
qemu has no such controller. spidev serves a few parts by name only; that is one of them."""
CARD_SIZE: Final = "4G"
"""Cards of qemu are a power of two."""
LOOKED: Final = re.compile(rb"FOUND ([A-Za-z0-9+/=]+)\s+ALL FOUND")
LOOK: Final = """\
#!/bin/sh
hareboard doctor /etc/hareboard/board.toml --json >/root/found
printf '\\nFOUND %s\\nALL FOUND\\n' "$(base64 --wrap=0 /root/found)" >/dev/ttyS1
"""
UNIT: Final = """\
[Unit]
After=hareboard.service

[Service]
Type=oneshot
ExecStart=/root/look

[Install]
WantedBy=multi-user.target
"""
WORDS: Final = "console=ttyS1,115200 root=/dev/mmcblk0 rootwait rw quiet systemd.show_status=0"
START_S: Final = 3600.0
"""Minutes, and far more on a computer that does other work."""
LOOK_S: Final = 1.0


def had() -> None:
    """See to it that what makes and emulates a Raspberry Pi is there.

    Raises:
        CalledProcessError: it could not be installed.
    """
    if not all(shutil.which(name) for name in (EMULATOR, COMPILER, "mkfs.ext4")):
        words = (str(ROOT / "tools/apt"), "what emulates a Raspberry Pi")
        subprocess.run((*words, *PACKAGES), check=True)


def found_by_its_doctor(box: Container, room: Path) -> list[dict[str, Any]]:
    """Start an emulated Raspberry Pi from what a container has installed.

    Args:
        box: the container, with hareboard and its board file; it gets a kernel, too.
        room: an empty folder, for the memory card.

    Returns:
        the findings of `hareboard doctor` on it.

    Raises:
        TimeoutError: it has not come so far; says what its console shows.
    """
    memory_of = box.path("/etc/initramfs-tools")
    (memory_of / "conf.d").mkdir(parents=True)
    (memory_of / "conf.d/drivers").write_text("MODULES=list\n", "ascii")
    (memory_of / "modules").write_text("\n".join((*DRIVERS, "")), "ascii")
    keep = ("-o", "Dpkg::Options::=--force-confold")
    box.run("apt-get", "-qq", "update")
    box.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", *keep, *KERNEL)
    box.run("apt-get", "clean")
    box.path("/root/look").write_text(LOOK, "ascii")
    box.path("/root/look").chmod(0o755)
    box.path("/etc/systemd/system/look.service").write_text(UNIT, "ascii")
    box.run("systemctl", "enable", "look.service")
    card, console = room / "card", room / "console"
    _run("mkfs.ext4", "-q", "-F", "-d", box.root, card, CARD_SIZE)
    (kernel,) = box.root.glob("boot/vmlinuz-*")
    (memory,) = box.root.glob("boot/initrd.img-*")
    parts = ("-kernel", kernel, "-initrd", memory, "-dtb", _tree(box, room))
    card_in = ("-drive", f"if=sd,format=raw,file={card}")
    # The console is the second of its two serial ports.
    ports = ("-display", "none", "-serial", "null", "-serial", f"file:{console}")
    board = (EMULATOR, "-M", "raspi3b", "-no-reboot", *ports)
    pi = subprocess.Popen((*board, *parts, *card_in, "-append", WORDS), stdin=subprocess.DEVNULL)
    try:
        ended = "the doctor has told its findings"
        until(lambda: _told(console) is not None or pi.poll() is not None, ended, START_S, LOOK_S)
    except TimeoutError as error:
        raise TimeoutError(f"{error}:\n{console.read_text('utf-8', 'replace')}") from None
    finally:
        pi.kill()
        pi.wait()
    told = _told(console)
    assert told is not None, console.read_text("utf-8", "replace")
    found: list[dict[str, Any]] = json.loads(base64.b64decode(told))["findings"]
    return found


def _tree(box: Container, room: Path) -> Path:
    """The device tree of the kernel's package, and what is wired."""
    (made,) = box.root.glob(TREE)
    text, tree = room / "tree.dts", room / "tree.dtb"
    _run(COMPILER, "-q", "-I", "dtb", "-O", "dts", "-o", text, made)
    with text.open("a", encoding="ascii") as file:
        file.write(WIRED)
    _run(COMPILER, "-q", "-I", "dts", "-O", "dtb", "-o", tree, text)
    return tree


def _told(console: Path) -> bytes | None:
    found = LOOKED.search(console.read_bytes()) if console.exists() else None
    return found and found[1]


def _run(*words: str | Path) -> None:
    subprocess.run(words, check=True)
