"""Being found, and the board's own Wi-Fi, with the real avahi-daemon and NetworkManager."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from controller.appliance.network.ports import ADDRESS
from tests.support.checkout import ROOT
from tests.support.needs import missing

SYSTEMD = ROOT / "systemd"


def room(what: str, *programs: str) -> Any:
    """What was seen in a computer of its own; skipped where that cannot be made."""
    _as_root_on_linux()
    for program in programs:
        if shutil.which(program) is None:
            missing(
                f"{program} is missing: sudo apt install network-manager avahi-daemon avahi-utils "
                "dnsmasq-base"
            )
    command = ["unshare", "--net", "--mount", "--uts", sys.executable, "-m"]
    done = subprocess.run(
        [*command, "tests.appliance.network_room", what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


def _as_root_on_linux() -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root makes network namespaces: run it as root, on Linux")


@pytest.mark.long
def test_the_board_is_found_by_its_name_and_in_lists_of_pages() -> None:
    seen = room("avahi", "avahi-daemon", "avahi-browse", "avahi-resolve")
    assert seen["name"] == "hareboard.local"
    assert seen["resolved"] == ["hareboard.local", "192.168.7.1"]
    found = [line.split(";") for line in seen["services"] if line.startswith("=;board0;IPv4;")]
    (service,) = found
    assert service[3].replace("\\032", " ").replace("\\038", "&") == "Hare & Tortoise on hareboard"
    assert service[6:10] == ["hareboard.local", "192.168.7.1", "80", '"path=/"']


def test_in_its_own_wifi_the_board_tells_phones_its_address_there() -> None:
    _as_root_on_linux()
    cable = "ip link add own type veth peer name phone"
    has = f"ip addr add {ADDRESS} dev own && ip link set own up && ip link set phone up"
    code = (
        "from controller.maintenance.doctor.network import LocalNetwork as Network\n"
        "from web.access.address import PageAddress\n"
        "print(PageAddress('0.0.0.0', 80).address(), *Network().addresses())"
    )
    words = ("unshare", "--net", "sh", "-c", f'{cable} && {has} && "$@"', "sh")
    command = [*words, sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == f"http://{ADDRESS.ip} {ADDRESS.ip}\n", done.stderr


@pytest.mark.long
def test_networkmanager_takes_the_settings_and_leads_every_name_to_the_board() -> None:
    seen = room("networkmanager", "NetworkManager", "dnsmasq")
    assert seen["seen"][0].startswith("NetworkState(wifi=False, wired=False, joined=None")
    for kept in seen["files"]:
        assert kept == {**kept, "before": 0, "mode": "0o600", "password": True}
    assert [each["name"] for each in seen["files"]] == ["Home", "New", "Café", "Unseen"]
    assert seen["opened"] == 0, "the board's own Wi-Fi is written nowhere"
    assert "wired=True" in seen["seen"][1]
    assert seen["names"] == dict.fromkeys(
        ("captive.apple.com", "hareboard.local", "example.org"), str(ADDRESS.ip)
    )


def test_avahis_file_says_where_the_pages_are() -> None:
    group = ElementTree.parse(SYSTEMD / "avahi/hareboard.service").getroot()
    assert group.tag == "service-group"
    assert [(each.tag, each.text) for each in group.find("service") or ()] == [
        ("type", "_http._tcp"),
        ("port", "80"),
        ("txt-record", "path=/"),
    ]
    socket = (SYSTEMD / "hareboard.socket").read_text()
    assert re.search(r"^ListenStream=.*\b80$", socket, re.MULTILINE)


@pytest.mark.long
def test_avahis_file_is_as_its_description_wants_it() -> None:
    dtd = Path("/usr/share/avahi/avahi-service.dtd")
    if shutil.which("xmllint") is None or not dtd.exists():
        missing("xmllint or avahi is missing: sudo apt install libxml2-utils avahi-daemon")
    words = ["xmllint", "--noout", "--dtdvalid", str(dtd), "avahi/hareboard.service"]
    done = subprocess.run(words, cwd=SYSTEMD, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_names_in_the_boards_own_wifi_lead_where_it_is() -> None:
    told = (SYSTEMD / "dnsmasq/hareboard.conf").read_text()
    assert f"address=/#/{ADDRESS.ip}" in told.splitlines()
    program = shutil.which("dnsmasq", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        missing("dnsmasq is missing: sudo apt install dnsmasq-base")
    words = [program, "--test", f"--conf-file={SYSTEMD / 'dnsmasq/hareboard.conf'}"]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_the_rule_gives_the_program_four_rights_and_no_more() -> None:
    rule = (SYSTEMD / "polkit/50-hareboard.rules").read_text()
    rights = set(re.findall(r'"org\.freedesktop\.NetworkManager\.([a-z.-]+)"', rule))
    needed = {"network-control", "settings.modify.system", "wifi.scan", "wifi.share.protected"}
    assert rights == needed
    assert 'subject.user === "hareboard"' in rule
