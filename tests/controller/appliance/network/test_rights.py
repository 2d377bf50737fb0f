"""What the program may ask of NetworkManager, with a real message bus and our file of its rules."""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jeepney import DBusAddress, Properties
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

from controller.appliance.network.dbus import DBus
from controller.appliance.network.network_manager import NAME, PSK, ROOT, WIFI, NetworkManager
from controller.appliance.network.ports import Hotspot, NetworkTrouble, Wish
from tests.support.checkout import ROOT as CHECKOUT
from tests.support.network.nm import ACTIVATED, MockedManager, mocked, private_bus

RULES = CHECKOUT / "systemd" / "dbus" / "hareboard.conf"
MOCKING = f'<allow send_destination="{NAME}" send_interface="org.freedesktop.DBus.Mock"/>'
"""How the test drives it from the world's side."""
SETTINGS = f"{ROOT}/Settings"


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    found = re.search(r"<policy.*?(?=</policy>)", RULES.read_text("utf-8"), re.DOTALL)
    assert found is not None
    # The user that runs the test is the one whom the rules are for.
    policy = found[0].replace('user="hareboard"', f'user="{os.getuid()}"')
    with (
        private_bus(tmp_path_factory.mktemp("bus"), f"{policy}{MOCKING}</policy>") as address,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        with mocked():
            yield


@pytest.fixture
def mock(bus: None) -> Iterator[MockedManager]:
    made = MockedManager()
    made.reset()
    yield made
    made.close()


def test_all_that_the_board_does_is_allowed(mock: MockedManager) -> None:
    mock.add_wifi()
    mock.add_point("Home", 80, PSK)
    manager = NetworkManager(DBus())
    assert [each.name for each in manager.nearby()] == ["Home"]
    manager.look()
    manager.open_hotspot(Hotspot("hareboard", "abcd-efgh-mnpq"))
    assert manager.seen().hotspot
    manager.close_hotspot()
    manager.join(Wish("Home", "carrots for all", "wpa-psk"))
    mock.say(ACTIVATED, 0)
    (joined,) = mock.known()
    mock.let_save(joined)
    assert manager.trial() == "joined"
    manager.keep()
    manager.join(Wish("Other", "carrots for all", "wpa-psk"))
    manager.give_up()
    manager.close()


@pytest.mark.parametrize(
    ("path", "interface", "method", "signature", "arguments"),
    [
        (f"{SETTINGS}/1", ".Settings.Connection", "GetSecrets", "s", (WIFI,)),
        (f"{SETTINGS}/1", ".Settings.Connection", "Update", "a{sa{sv}}", ({},)),
        (f"{SETTINGS}/1", ".Settings.Connection", "UpdateUnsaved", "a{sa{sv}}", ({},)),
        (f"{SETTINGS}/1", ".Settings.Connection", "Update2", "a{sa{sv}}ua{sv}", ({}, 0, {})),
        (SETTINGS, ".Settings", "AddConnection", "a{sa{sv}}", ({},)),
        (SETTINGS, ".Settings", "LoadConnections", "as", (["/etc/shadow"],)),
        (SETTINGS, ".Settings", "SaveHostname", "s", ("elsewhere",)),
        (ROOT, "", "DeactivateConnection", "o", ("/",)),
        (ROOT, "", "Sleep", "b", (True,)),
        (ROOT, "", "Enable", "b", (False,)),
        (f"{ROOT}/Devices/1", ".Device", "Disconnect", "", ()),
        (f"{ROOT}/DnsManager", ".DnsManager", "Anything", "", ()),
    ],
)
def test_nothing_else_is(
    mock: MockedManager,
    path: str,
    interface: str,
    method: str,
    signature: str,
    arguments: tuple[Any, ...],
) -> None:
    bus = DBus()
    with pytest.raises(NetworkTrouble, match=rf"{method} was refused \(.*AccessDenied\)"):
        bus.call(DBusAddress(path, NAME, NAME + interface), method, signature, *arguments)
    bus.close()


def test_no_switch_of_the_network_is_thrown(mock: MockedManager) -> None:
    off = Properties(DBusAddress(ROOT, NAME, NAME)).set("WirelessEnabled", "b", False)
    with (
        open_dbus_connection("SYSTEM") as line,
        pytest.raises(DBusErrorResponse, match="AccessDenied"),
    ):
        unwrap_msg(line.send_and_get_reply(off, timeout=10))
