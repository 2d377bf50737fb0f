"""systemd, asked by a systemctl that notes what it was asked."""

from pathlib import Path

import pytest

from controller.appliance.service_manager import CannotSupervise, SystemdService
from controller.appliance.status.status import ServiceState

STATE = "LoadState=loaded\nActiveState=active\nNRestarts=1"


class Programs:
    """A folder of programs, the only one in which any is found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked = folder / "asked"

    def put(self, name: str, script: str) -> None:
        """Lay a program there that notes what it is asked and then runs a script."""
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho {name} "$*" >> {self.asked}\n{script}\n', "utf-8")
        path.chmod(0o755)

    def notes(self) -> list[str]:
        return self.asked.read_text("utf-8").splitlines()


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    monkeypatch.setenv("PATH", str(tmp_path))
    return Programs(tmp_path)


def test_the_service_is_as_systemctl_tells_it(programs: Programs, tmp_path: Path) -> None:
    programs.put("systemctl", f'echo "{STATE}"')
    assert SystemdService(tmp_path).state() == ServiceState("hareboard.service", "active", None, 1)
    (asked,) = programs.notes()
    assert asked.startswith("systemctl show hareboard.service --timestamp=unix")


def test_where_systemd_does_not_run_nobody_is_asked(programs: Programs, tmp_path: Path) -> None:
    programs.put("systemctl", f'echo "{STATE}"')
    assert SystemdService(tmp_path / "none").state() is None
    assert not programs.asked.exists()


def test_a_systemctl_that_fails_or_is_missing_knows_no_service(
    programs: Programs, tmp_path: Path
) -> None:
    assert SystemdService(tmp_path).state() is None
    programs.put("systemctl", "exit 1")
    assert SystemdService(tmp_path).state() is None


def test_the_service_is_stopped_with_its_socket_and_started_after_it(
    programs: Programs, tmp_path: Path
) -> None:
    programs.put("systemctl", "")
    systemd = SystemdService(tmp_path)
    systemd.restart()
    systemd.stop()
    systemd.start()
    assert programs.notes() == [
        "systemctl restart hareboard.service",
        "systemctl stop hareboard.socket hareboard.service",
        "systemctl start hareboard.socket hareboard.service",
    ]


def test_an_order_that_is_refused_says_why(programs: Programs, tmp_path: Path) -> None:
    systemd = SystemdService(tmp_path)
    with pytest.raises(CannotSupervise, match=r"systemctl stop: .*No such file"):
        systemd.stop()
    programs.put("systemctl", "echo Access denied. >&2; exit 4")
    with pytest.raises(CannotSupervise, match=r"^Access denied\.$"):
        systemd.restart()
    programs.put("systemctl", "exit 4")
    with pytest.raises(CannotSupervise, match=r"^systemctl start failed$"):
        systemd.start()


def test_the_last_lines_of_the_log(programs: Programs, tmp_path: Path) -> None:
    assert SystemdService(tmp_path).log(5) == ()
    programs.put("journalctl", "echo one; echo two")
    assert SystemdService(tmp_path).log(5) == ("one", "two")
    assert "--unit=hareboard.service --lines=5" in programs.notes()[0]
