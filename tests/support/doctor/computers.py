"""Computers laid out in a folder, to be examined: healthy ones, and whatever breaks them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.maintenance.doctor.case import Case, RunningTable, read_file
from controller.maintenance.doctor.computer import ExaminedComputer, Identity
from controller.maintenance.doctor.network import Line, Port

SOCKET = "run/hareboard-lights/socket"
ADDRESS = "192.168.7.31"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
I2C_CLOCK = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
PACKAGES = {
    "hareboard": "0.1.0",
    "Adafruit-Blinka": "10.0.0",
    "gpiod": "2.5.0",
    "lgpio": "0.2.2.0",
    "gpiozero": "2.0.1.post3",
    "rpi-ws281x": "5.0.0",
    "adafruit-circuitpython-neopixel-spi": "1.0.16",
}
GROUPS = "root:x:0:\nspi:x:999:maja\ni2c:x:998:maja\ngpio:x:997:maja\ndialout:x:20:maja\n"
PASSWD = "root:x:0:0:root:/root:/bin/bash\nmaja:x:1000:1000:Maja,,,:/home/maja:/bin/bash\n"
GIDS = frozenset({1000, 999, 998, 997, 20})

FILES: Mapping[str, str] = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0",
    "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw,nosuid 0 0\n",
    "proc/meminfo": "MemTotal:        3884356 kB\nMemAvailable:    2884356 kB\n",
    "proc/modules": "spidev 24576 0 - Live 0x0\ni2c_dev 20480 0 - Live 0x0\n",
    "proc/cmdline": "console=tty1 root=PARTUUID=1 rootwait\n",
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\n',
    "etc/group": GROUPS,
    "etc/hostname": "majas-keller\n",
    "etc/passwd": PASSWD,
    "boot/firmware/config.txt": "dtparam=i2c_arm=on\ndtparam=spi=on\ndtparam=audio=off\n",
    "sys/class/thermal/thermal_zone0/temp": "48300\n",
    THROTTLED: "0\n",
    "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
    "run/systemd/timesync/synchronized": "",
    "dev/spidev0.0": "",
    "dev/i2c-1": "",
    "dev/ttyUSB0": "",
}
PI_5: Mapping[str, str | None] = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\n',
    "dev/rtc0": "",
    THROTTLED: None,
}

BOARD = """\
name = "Majas Brett"
about = "steht in der Brunnengasse"
[squares]
count = 4
columns = 2
[readers]
stride = 2
[readers.supply]
supply_ma = 5000
[[readers.bus]]
transport = "spi"
select = "decoder"
row_pins = ["GPIO5"]
column_pins = ["GPIO16", "GPIO19"]
enable_pin = "GPIO26"
squares = [["1-2"], ["3-4"]]
[tags]
red = { base = "04a1b2c3d4e501", crown = "04a1b2c3d4e502" }
yellow = { base = "04a1b2c3d4e503", crown = "04a1b2c3d4e504" }
green = { base = "04a1b2c3d4e505", crown = "04a1b2c3d4e506" }
blue = { base = "04a1b2c3d4e507", crown = "04a1b2c3d4e508" }
pink = { base = "04a1b2c3d4e509", crown = "04a1b2c3d4e50a" }
black = { base = "04a1b2c3d4e50b", crown = "04a1b2c3d4e50c" }
"""
LIGHTS = '[lights]\ndriver = "ws281x"\npin = "GPIO18"\ncount = 4\n'
SPI_LIGHTS = '[lights]\ndriver = "ws281x"\npin = "GPIO10"\ncount = 4\n'
BUTTONS = '[buttons]\nconfirm = "GPIO17"\n'

TWO_BUSES = """\
name = "Two buses"
[squares]
count = 4
columns = 2
[readers]
[readers.supply]
supply_ma = 5000
[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6"]
squares = "1-2"
[[readers.bus]]
transport = "spi"
number = 1
select = "lines"
pins = ["GPIO16", "GPIO26"]
squares = "3-4"
"""
I2C_BOARD = """\
name = "I2C"
[squares]
count = 2
columns = 2
[readers]
[readers.supply]
supply_ma = 5000
[[readers.bus]]
transport = "i2c"
multiplexers = [0x70, 0x71]
squares = [["1"], ["2"]]
"""
USB_BOARD = """\
name = "USB"
[squares]
count = 1
columns = 1
[readers]
[readers.supply]
supply_ma = 5000
[[readers.bus]]
transport = "uart"
port = "/dev/ttyUSB0"
square = 1
"""
SCANNER_BOARD = """\
name = "Co-processor"
[squares]
count = 4
columns = 2
[readers]
[readers.supply]
supply_ma = 5000
[[readers.bus]]
transport = "scanner"
port = "/dev/ttyACM0"
squares = "1-4"
[lights]
driver = "scanner"
[buttons]
port = "/dev/ttyACM0"
confirm = "GP10"
"""


@dataclass
class FakeNetwork:
    """A network as it was laid out.

    Attributes:
        ports: what stands in the way of listening on a port.
        pages: what answers, by URL.
        at: the addresses of the computer.
        lines: how Unix sockets take connections, by their name in the computer.
    """

    ports: dict[int, Port] = field(default_factory=dict)
    pages: dict[str, tuple[int, Any]] = field(default_factory=dict)
    at: tuple[str, ...] = (ADDRESS,)
    lines: dict[str, Line] = field(default_factory=lambda: {SOCKET: "open"})

    def port(self, _host: str, port: int) -> Port:
        return self.ports.get(port, "free")

    def get(self, url: str) -> tuple[int, bytes] | None:
        if url not in self.pages:
            return None
        status, said = self.pages[url]
        return status, said if isinstance(said, bytes) else json.dumps(said).encode()

    def addresses(self) -> tuple[str, ...]:
        return self.at

    def line(self, path: Path) -> Line:
        return next(
            (how for name, how in self.lines.items() if str(path).endswith(name)), "no-socket"
        )


@dataclass
class Computer:
    """A computer, its board file and its games, all under one folder.

    Attributes:
        folder: where it is laid out.
        board: the board file's text; None for none.
        changes: what else is different about its case.
        site_changes: what else is different about the computer.
    """

    folder: Path
    board: str | None = BOARD
    network: FakeNetwork = field(default_factory=FakeNetwork)
    site_changes: dict[str, Any] = field(default_factory=dict)
    case_changes: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path, text in FILES.items():
            self.write(path, text)
        self.games.mkdir()

    @property
    def root(self) -> Path:
        return self.folder / "root"

    @property
    def games(self) -> Path:
        return self.folder / "games"

    @property
    def file(self) -> Path:
        return self.folder / "my-board.toml"

    def write(self, path: str, content: str | bytes | None) -> None:
        """Lay a file; None takes it away."""
        file = self.root / path
        if content is None:
            file.unlink()
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def add(self, path: str, text: str) -> None:
        """Add to a file."""
        self.write(path, (self.root / path).read_text() + text)

    def become_pi_5(self) -> None:
        for path, text in PI_5.items():
            self.write(path, text)

    def become_pc(self) -> None:
        for path in ("proc/device-tree/model", "boot/firmware/config.txt", THROTTLED):
            self.write(path, None)

    def run(self, **table: Any) -> None:
        """Let hareboard run on it."""
        usual: dict[str, Any] = {"alive": True, "readers": ()}
        self.case_changes["table"] = RunningTable(**usual | table)

    def site(self) -> ExaminedComputer:
        usual: dict[str, Any] = {
            "identity": Identity("maja", 1000, GIDS, "majas-keller"),
            "network": self.network,
            "now": lambda: datetime(2026, 12, 24, 17, 30, tzinfo=UTC),
            "free_bytes": lambda _: 20_000_000_000,
            "may": lambda _path, _how: True,
            "version_of": PACKAGES.get,
            "log": lambda: None,
            "python": (3, 11, 2),
            "machine": "aarch64",
            "kernel": "Linux 6.12.47+rpt-rpi-v8",
        }
        return ExaminedComputer(self.root, **usual | self.site_changes)

    def case(self) -> Case:
        case = Case(self.site(), self.games)
        if self.board is not None:
            self.file.write_text(self.board, "utf-8")
            board, mistakes = read_file(self.file)
            case = replace(case, file=self.file, board=board, mistakes=mistakes)
            if board is not None:
                case = replace(case, host=board.web.host, port=board.web.port)
        return replace(case, **self.case_changes)


Change = Callable[[Computer], None]


def writes(path: str, content: str | bytes | None) -> Change:
    return lambda computer: computer.write(path, content)


def adds(path: str, text: str) -> Change:
    return lambda computer: computer.add(path, text)


def with_board(text: str | None) -> Change:
    def change(computer: Computer) -> None:
        computer.board = text

    return change


def may_not(named: str) -> Change:
    """Whoever runs it may not use a path of this name."""

    def change(computer: Computer) -> None:
        computer.site_changes["may"] = lambda path, _how: path.name != named

    return change


def site_with(**changes: Any) -> Change:
    return lambda computer: computer.site_changes.update(changes)


def case_with(**changes: Any) -> Change:
    return lambda computer: computer.case_changes.update(changes)


def running(**table: Any) -> Change:
    return lambda computer: computer.run(**table)


def network(**changes: Any) -> Change:
    def change(computer: Computer) -> None:
        computer.network = replace(computer.network, **changes)

    return change


def pi_5(computer: Computer) -> None:
    computer.become_pi_5()


def pc(computer: Computer) -> None:
    computer.become_pc()


def read_only(computer: Computer) -> None:
    computer.add("proc/mounts", f"/dev/sda1 {computer.folder} ext4 ro,relatime 0 0\n")
