"""What speaks to NetworkManager, against python-dbusmock's and a message bus of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from jeepney import DBusAddress

from controller.appliance.network.dbus import DBus
from controller.appliance.network.network_manager import (
    COMING,
    ENTERPRISE,
    NAME,
    OWN_UUID,
    PSK,
    ROOT,
    SAE,
    NetworkManager,
)
from controller.appliance.network.ports import Hotspot, Nearby, NetworkState, NetworkTrouble, Wish
from controller.bootstrap.network import open_network
from hardware.clock import ManualClock
from tests.support.network.nm import (
    ACTIVATED,
    DISCONNECTED,
    FAILED,
    NEEDS_SECRETS,
    MockedManager,
    avahi,
    mocked,
    private_bus,
)

OWN = Hotspot("hareboard", "abcd-efgh-mnpq")
PASSWORD = "carrots for all"
LEAVING = 3
"""The state of a connection that ends."""
WISH = Wish("Home", PASSWORD, "wpa-psk")


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("bus")
    with private_bus(folder) as address, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield


@pytest.fixture(scope="module")
def one_mock(bus: None) -> Iterator[None]:
    with mocked():
        yield


@pytest.fixture
def mock(one_mock: None) -> Iterator[MockedManager]:
    mock = MockedManager()
    mock.reset()
    yield mock
    mock.close()


@pytest.fixture
def manager() -> Iterator[NetworkManager]:
    line = DBus()
    yield NetworkManager(line)
    line.close()


def ssid(settings: dict[str, dict[str, tuple[str, object]]]) -> object:
    return settings["802-11-wireless"]["ssid"][1]


def test_no_wifi_and_no_cable(mock: MockedManager, manager: NetworkManager) -> None:
    assert manager.seen() == NetworkState(wifi=False)
    assert manager.nearby() == ()
    with pytest.raises(NetworkTrouble, match="no Wi-Fi"):
        manager.open_hotspot(OWN)


def test_a_radio_that_may_not_be_used_is_none(mock: MockedManager, manager: NetworkManager) -> None:
    mock.add_wifi(state=20)  # as it is without a country
    assert not manager.seen().wifi


def test_a_cable_leads_into_a_network(mock: MockedManager, manager: NetworkManager) -> None:
    mock.add_wifi()
    assert manager.seen() == NetworkState()
    mock.plug_cable()
    assert manager.seen() == NetworkState(wired=True)


@pytest.mark.parametrize(
    ("state", "seen"), [(COMING, NetworkState(coming=True)), (LEAVING, NetworkState())]
)
def test_a_cable_that_is_not_in_use_yet_or_no_more_leads_nowhere(
    mock: MockedManager, manager: NetworkManager, state: int, seen: NetworkState
) -> None:
    mock.add_wifi()
    mock.plug_cable(state)
    assert manager.seen() == seen


def test_other_connections_and_those_that_have_just_gone_lead_nowhere(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    bridge = mock.connect("bridge")
    assert manager.seen() == NetworkState()
    mock.lose(bridge)
    assert manager.seen() == NetworkState()


def test_settings_that_have_just_gone_are_passed_over(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    mock.lose(mock.know("802-11-wireless"))
    manager.open_hotspot(OWN)
    assert manager.seen() == NetworkState(hotspot=True)


def test_the_computer_is_called_what_avahi_calls_it(bus: None, manager: NetworkManager) -> None:
    assert manager.name() is None
    with avahi("hareboard-2.local"):
        assert manager.name() == "hareboard-2.local"


def test_networks_that_do_not_say_their_name_or_have_just_gone_are_left_out(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    mock.add_point("Home", 40, PSK)
    mock.add_point("", 80, PSK)
    mock.rename_point(mock.add_point("Odd", 70, PSK), b"\xff\xfe")
    mock.lose(mock.add_point("Gone", 60, PSK))
    assert manager.nearby() == (Nearby("Home", 40, "wpa-psk"),)


def test_the_networks_nearby(mock: MockedManager, manager: NetworkManager) -> None:
    mock.add_wifi()
    for name, percent, flags in (
        ("Home", 40, PSK),
        ("Home", 81, PSK),
        ("Home", 60, PSK),
        ("Café", 90, 0),
        ("New", 30, SAE),
        ("Office", 55, ENTERPRISE),
        ("Old", 20, 1),
    ):
        mock.add_point(name, percent, flags)
    assert manager.nearby() == (
        Nearby("Café", 90, "open"),
        Nearby("Home", 81, "wpa-psk"),
        Nearby("Office", 55, "beyond"),
        Nearby("New", 30, "sae"),
        Nearby("Old", 20, "beyond"),
    )
    manager.look()


def test_its_own_wifi_opens_and_leaves_nothing(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    manager.open_hotspot(OWN)
    assert manager.seen() == NetworkState(hotspot=True)
    (settings,) = mock.known().values()
    assert settings["connection"]["uuid"][1] == OWN_UUID
    assert settings["802-11-wireless"]["mode"][1] == "ap"
    assert ssid(settings) == b"hareboard"
    assert settings["ipv4"]["method"][1] == "shared"
    manager.close_hotspot()
    assert mock.known() == {}
    assert manager.seen() == NetworkState()
    manager.close_hotspot()


def test_a_network_is_joined_and_kept(mock: MockedManager, manager: NetworkManager) -> None:
    mock.add_wifi()
    manager.join(WISH)
    ((path, settings),) = mock.known().items()
    assert settings["802-11-wireless-security"]["psk"][1] == PASSWORD
    assert manager.trial() == "joined"
    mock.let_save(path)
    manager.keep()
    assert manager.seen() == NetworkState(joined="Home")
    manager.open_hotspot(OWN)
    assert manager.seen().known


def test_a_network_with_another_password_takes_the_old_ones_place(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    for _ in range(2):
        manager.join(WISH)
        newest = list(mock.known())[-1]
        mock.let_save(newest)
        manager.trial()
        manager.keep()
    assert [ssid(each) for each in mock.known().values()] == [b"Home"]


@pytest.mark.parametrize(
    ("reason", "why"),
    [(7, "password"), (8, "password"), (17, "no-address"), (53, "not-found"), (1, "other")],
)
def test_a_network_that_cannot_be_joined_says_why_and_is_forgotten(
    mock: MockedManager, manager: NetworkManager, reason: int, why: str
) -> None:
    mock.add_wifi()
    # The template is in at once: the radio falls out before anybody looks, and that came first.
    manager.join(WISH)
    assert manager.trial() == "joined"
    manager.give_up()
    assert mock.known() == {}
    mock.add_point("Home", 70, PSK)
    trial = _Failing(mock, manager)
    assert trial.with_reason(reason) == why
    assert mock.known() == {}


class _Failing:
    """A network that is joined, and says no."""

    def __init__(self, mock: MockedManager, manager: NetworkManager) -> None:
        self._mock, self._manager = mock, manager

    def with_reason(self, reason: int) -> str:
        self._mock.refuse_to_activate()
        self._manager.join(WISH)
        assert self._manager.trial() == "under-way"
        self._mock.say(NEEDS_SECRETS, 0)
        assert self._manager.trial() == "under-way"
        self._mock.say(FAILED, reason)
        self._mock.say(DISCONNECTED, 0)
        self._mock.say(ACTIVATED, 0)  # an older network it knows
        state = self._manager.trial()
        self._manager.give_up()
        return state


def test_without_anybody_on_the_bus_there_is_no_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with private_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        assert open_network(tmp_path, ManualClock()) is None
    assert not (tmp_path / "hotspot.json").exists()


def test_without_a_bus_there_is_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    assert open_network(tmp_path, ManualClock()) is None


def test_with_networkmanager_there_is_one(mock: MockedManager, tmp_path: Path) -> None:
    mock.add_wifi()
    network = open_network(tmp_path, ManualClock())
    assert network is not None
    network.start()
    network.wait_until(lambda: network.snapshot.wifi, timeout_s=10)
    assert network.snapshot.wifi
    network.stop()


def test_an_error_says_nothing_of_the_password(
    mock: MockedManager, manager: NetworkManager
) -> None:
    with pytest.raises(NetworkTrouble) as trouble:
        manager.join(WISH)
    assert PASSWORD not in str(trouble.value)


def test_what_was_never_tried_cannot_be_asked_after_kept_or_given_up(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    with pytest.raises(NetworkTrouble, match="No network is being joined"):
        manager.trial()
    manager.keep()
    manager.give_up()
    assert mock.known() == {}


def test_its_own_wifi_opened_anew_takes_the_place_of_what_was_left_of_it(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    mock.plug_cable()
    for _ in range(2):
        manager.open_hotspot(OWN)
    uuids = [settings["connection"].get("uuid") for settings in mock.known().values()]
    assert [uuid[1] for uuid in uuids if uuid is not None].count(OWN_UUID) == 1
    assert len(uuids) == 2
    assert manager.seen() == NetworkState(wired=True, hotspot=True)


def test_a_network_that_is_open_to_everybody_is_joined_without_a_password(
    mock: MockedManager, manager: NetworkManager
) -> None:
    mock.add_wifi()
    manager.join(Wish("Café", None, "open"))
    (settings,) = mock.known().values()
    assert "802-11-wireless-security" not in settings
    assert ssid(settings) == "Café".encode()


def test_a_call_that_is_refused_says_which(mock: MockedManager) -> None:
    bus = DBus()
    with pytest.raises(NetworkTrouble, match="NetworkManager: Nonsense was refused"):
        bus.call(DBusAddress(ROOT, NAME, NAME), "Nonsense")
    bus.close()
