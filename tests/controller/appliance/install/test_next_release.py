"""The next release of an installed board: what is kept, started and built again."""

from controller.appliance.install.plan import settling
from controller.appliance.install.steps import go_through
from controller.appliance.machine import HOME
from tests.support.install.computer import SERVICE, Computer
from tests.support.install.installing import Small, current, install, lacking

CHANGING = ("apt-get", "give", "python3", "systemctl enable", "systemctl st", "usermod")


def test_a_new_release_is_started_and_the_old_one_kept(computer: Computer, checkout: Small) -> None:
    install(computer, checkout)
    checkout.becomes("2.0", "second")
    told = lacking(install(computer, checkout))
    assert "restart hareboard with the new release; a game goes on where it was" in told
    assert computer.machine.leads_to(f"{HOME}/previous") == "releases/1.0"
    assert computer.read("/proc/77/cmdline").startswith(f"{HOME}/releases/2.0/")


def test_of_older_releases_only_the_one_before_is_kept(computer: Computer, checkout: Small) -> None:
    for version in ("1.0", "2.0", "3.0"):
        checkout.becomes(version, version)
        told = lacking(install(computer, checkout))
    assert "remove the release 1.0" in told
    releases = computer.machine.path(f"{HOME}/releases")
    assert sorted(each.name for each in releases.iterdir()) == ["2.0", "3.0"]


def test_an_update_has_new_units_read_and_starts_nothing_itself(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    computer.write(f"/etc/systemd/system/{SERVICE}", "of another release")
    computer.run(("systemctl", "daemon-reload"))
    computer.said.clear()
    go_through(settling(computer.machine, None, start=False), lambda _: None)
    assert [said for said in computer.said if said.startswith(CHANGING)] == []
    assert "systemctl daemon-reload" in computer.said


def test_new_units_are_read_and_the_game_is_started_with_them(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    computer.write(f"/etc/systemd/system/{SERVICE}", "of another release")
    computer.run(("systemctl", "daemon-reload"))
    computer.said.clear()
    told = lacking(install(computer, checkout))
    assert "restart hareboard with its new units; a game goes on where it was" in told
    order = ("systemctl daemon-reload", "systemctl stop", "systemctl start")
    did = [said for said in computer.said if said.startswith(order)]
    assert [said[: len(word)] for said, word in zip(did, order, strict=True)] == list(order)
    assert {SERVICE, "hareboard.socket"} <= computer.active
    assert lacking(install(computer, checkout)) == []


def test_going_back_builds_nothing_and_needs_no_network(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    checkout.becomes("2.0", "second")
    install(computer, checkout)
    checkout.becomes("1.0", "first")
    computer.online = False
    install(computer, checkout)
    assert current(computer) == "releases/1.0"
    assert computer.machine.leads_to(f"{HOME}/previous") == "releases/2.0"


def test_changed_code_of_the_same_version_is_a_release_of_its_own(
    computer: Computer, checkout: Small
) -> None:
    install(computer, checkout)
    checkout.becomes("1.0", "mended")
    install(computer, checkout)
    assert current(computer) == "releases/1.0-2"
    checkout.becomes("1.0", "mended again")
    install(computer, checkout)
    assert current(computer) == "releases/1.0-3"
    releases = computer.machine.path(f"{HOME}/releases")
    assert sorted(each.name for each in releases.iterdir()) == ["1.0-2", "1.0-3"]
