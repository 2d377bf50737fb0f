"""What can be so with a computer, beyond what its files say."""

from typing import Any

from controller.maintenance.doctor.findings import ReaderReport, Verdict
from hardware.errors import NotConnected
from hardware.ports import ReaderHealth
from tests.support.doctor.computers import (
    ADDRESS,
    BOARD,
    GROUPS,
    PACKAGES,
    USB_BOARD,
    Change,
    Computer,
    case_with,
    running,
    site_with,
    with_board,
)

CONFIG = "boot/firmware/config.txt"
URL = f"http://{ADDRESS}:8064/healthz"
SERIAL_PI = with_board(USB_BOARD.replace("ttyUSB0", "serial0"))
ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"


def reader(square: int, **how: Any) -> ReaderReport:
    counts: dict[str, Any] = {"good": 400, "failed": 0, "resets": 0}
    usual: dict[str, Any] = {"square": square, "state": "healthy", "age_s": 0.1, "trouble": ""}
    return ReaderReport(**usual | counts | how)


def dead(square: int) -> ReaderReport:
    return reader(square, state="quarantined", good=0, failed=9, age_s=None, trouble="No answer.")


def readers(*reports: ReaderReport) -> Change:
    return running(readers=reports)


def probed(*health: ReaderHealth) -> Change:
    return case_with(probe=lambda _board, _seconds: health)


def refuses(_board: object, _seconds: float) -> tuple[ReaderHealth, ...]:
    raise NotConnected("SPI bus “spi-1” cannot be opened: busy.")


def not_in(group: str) -> Change:
    def change(computer: Computer) -> None:
        gid = computer.site().groups()[group][0]
        who = computer.site().identity
        computer.site_changes["identity"] = type(who)(who.user, who.uid, who.gids - {gid}, who.host)
        computer.write("etc/group", GROUPS.replace(f"{gid}:maja", f"{gid}:"))

    return change


def not_yet_in(group: str) -> Change:
    def change(computer: Computer) -> None:
        not_in(group)(computer)
        computer.write("etc/group", GROUPS)

    return change


def as_root(computer: Computer) -> None:
    who = computer.site().identity
    computer.site_changes["identity"] = type(who)("root", 0, who.gids, who.host)


def in_2019(computer: Computer) -> None:
    now = computer.site().now().replace(year=2019)
    computer.site_changes["now"] = lambda: now


def damaged(computer: Computer) -> None:
    (computer.games / "journal.sqlite").write_bytes(b"no database, but long enough to be one" * 99)


def unreadable(computer: Computer) -> None:
    (computer.games / "journal.sqlite").mkdir()


def crownless(computer: Computer) -> None:
    computer.board = BOARD.replace(', crown = "04a1b2c3d4e502"', "")


def packages(**other: str | None) -> Change:
    found = {**PACKAGES, **other}
    return site_with(version_of=found.get)


def without_package(name: str) -> Change:
    return site_with(version_of={key: v for key, v in PACKAGES.items() if key != name}.get)


Row = tuple[str, Verdict, list[Change], str, str]
"""Check, verdict, what is so, what is said of it, what is to be done."""
