"""tools/browser and tests/support/browser.py: a browser for the tests, or what to do about it."""

from pathlib import Path

import pytest

from tests.support import browser
from tests.support.tools.machine import Machine

WORKS = 'echo "Chromium 156"'
PLACE_HOLDER = 'echo "requires the chromium snap to be installed" >&2; exit 1'

ROOT = "echo 0"
SOMEBODY = "echo 1000"
SUDO = '[ "$1" = -n ] || exit 1; shift; exec "$@"'
SUDO_ASKS = 'echo "sudo: a password is required" >&2; exit 1'

# Logs what it is asked; installs `chromium` where the package lists are there or were fetched.
APT_GET = r"""
echo "apt-get $* [$DEBIAN_FRONTEND]" >>"$LOG"
case "$*" in
    *update) touch "$HOME/lists" ;;
    *)
        [ -e "$HOME/lists" ] || { echo "E: Unable to locate package chromium" >&2; exit 100; }
        printf '#!/bin/sh\necho Chromium\n' >"$HOME/bin/chromium"
        chmod +x "$HOME/bin/chromium"
        ;;
esac
"""
OPTIONS = "-qq -o DPkg::Lock::Timeout=120"
INSTALL = f"apt-get {OPTIONS} install -y --no-install-recommends chromium fonts-liberation"
UPDATE = f"apt-get {OPTIONS} update"
UNATTENDED = " [noninteractive]"

no_browser_in_applications = pytest.mark.skipif(
    Path("/Applications/Google Chrome.app").exists() or Path("/Applications/Chromium.app").exists(),
    reason="this Mac has a browser wherever PATH points",
)


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_prints_the_browser_found(machine: Machine, name: str) -> None:
    there = machine.add(name, WORKS)
    found = machine.run("tools/browser")
    assert (found.returncode, found.stdout, found.stderr) == (0, f"{there}\n", "")


@no_browser_in_applications
def test_finds_chrome_among_the_applications_of_a_mac(machine: Machine) -> None:
    chrome = Path(
        machine.environment["HOME"],
        "Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    )
    chrome.parent.mkdir(parents=True)
    machine.add("chrome", WORKS).rename(chrome)
    assert machine.run("tools/browser").stdout == f"{chrome}\n"


def test_passes_over_a_browser_that_does_not_run(machine: Machine) -> None:
    machine.add("chromium-browser", PLACE_HOLDER)
    works = machine.add("google-chrome", WORKS)
    found = machine.run("tools/browser")
    assert (found.stdout, found.stderr) == (f"{works}\n", "")


def test_the_browser_named_by_the_user_is_the_one(machine: Machine) -> None:
    machine.add("chromium", WORKS)
    mine = machine.add("mine", WORKS)
    assert machine.run("tools/browser", HAREBOARD_CHROMIUM=str(mine)).stdout == f"{mine}\n"


def test_a_browser_named_by_the_user_that_does_not_run_is_not_replaced(machine: Machine) -> None:
    machine.add("chromium", WORKS)
    found = machine.run("tools/browser", HAREBOARD_CHROMIUM="/no/such")
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == (
        "HAREBOARD_CHROMIUM is /no/such, which does not run: "
        "name a Chromium or Chrome that does, or unset it.\n"
    )


@no_browser_in_applications
def test_root_has_chromium_installed_without_a_question(machine: Machine) -> None:
    machine.add("id", ROOT)
    machine.add("apt-get", APT_GET)
    (Path(machine.environment["HOME"]) / "lists").touch()
    found = machine.run("tools/browser")
    assert found.stdout == f"{machine.commands / 'chromium'}\n"
    assert machine.said_to_log == [INSTALL + UNATTENDED]


@no_browser_in_applications
def test_package_lists_are_fetched_once_if_they_are_missing(machine: Machine) -> None:
    machine.add("id", ROOT)
    machine.add("apt-get", APT_GET)
    found = machine.run("tools/browser")
    assert (found.returncode, found.stderr.count("\n")) == (0, 1)
    assert machine.said_to_log == [s + UNATTENDED for s in (INSTALL, UPDATE, INSTALL)]


@no_browser_in_applications
def test_sudo_is_used_where_it_asks_no_password(machine: Machine) -> None:
    machine.add("id", SOMEBODY)
    machine.add("sudo", SUDO)
    machine.add("apt-get", APT_GET)
    assert machine.run("tools/browser").stdout == f"{machine.commands / 'chromium'}\n"


@no_browser_in_applications
@pytest.mark.parametrize("sudo", [SUDO_ASKS, None])
def test_without_the_right_to_install_it_says_what_to_do(
    machine: Machine, sudo: str | None
) -> None:
    machine.add("id", SOMEBODY)
    machine.add("apt-get", APT_GET)
    if sudo:
        machine.add("sudo", sudo)
    found = machine.run("tools/browser")
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith("The browser tests need Chromium or Chrome, and none was found:")
    assert found.stderr.count("\n") == 1
    assert machine.said_to_log == []


@no_browser_in_applications
def test_a_failed_installation_shows_what_apt_said_and_what_to_do(machine: Machine) -> None:
    machine.add("id", ROOT)
    machine.add("apt-get", "echo 'E: no route to the mirror' >&2; exit 100")
    found = machine.run("tools/browser")
    assert (found.returncode, found.stdout) == (1, "")
    assert "E: no route to the mirror" in found.stderr
    assert "(or set HAREBOARD_CHROMIUM to one), then run make test again." in found.stderr


@no_browser_in_applications
def test_only_looking_installs_nothing(machine: Machine) -> None:
    machine.add("id", ROOT)
    machine.add("apt-get", APT_GET)
    assert machine.run("tools/browser", "--find").returncode == 1
    assert machine.said_to_log == []


class TestChromiumPath:
    """What a test gets from tests/support/browser.py."""

    def test_is_the_browser_found(self, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
        there = machine.add("mine", WORKS)
        monkeypatch.setenv("HAREBOARD_CHROMIUM", str(there))
        assert browser.chromium_path() == str(there)

    def test_skips_with_what_to_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HAREBOARD_CHROMIUM", "/no/such")
        monkeypatch.delenv("CI", raising=False)
        with pytest.raises(pytest.skip.Exception, match="name a Chromium or Chrome that does"):
            browser.chromium_path()

    def test_fails_where_nobody_would_read_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HAREBOARD_CHROMIUM", "/no/such")
        monkeypatch.setenv("CI", "true")
        with pytest.raises(pytest.fail.Exception, match="name a Chromium or Chrome that does"):
            browser.chromium_path()
