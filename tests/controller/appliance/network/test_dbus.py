"""The line to the message bus."""

from pathlib import Path

import pytest

from controller.appliance.network.dbus import DBus
from controller.appliance.network.ports import NetworkTrouble
from tests.support.network.nm import private_bus

ITSELF = "org.freedesktop.DBus"


def test_a_line_that_breaks_is_told_and_opened_anew_at_the_next_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = DBus()
    with private_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        assert bus.has(ITSELF)
    with pytest.raises(NetworkTrouble, match=f"{ITSELF}: NameHasOwner was not answered"):
        bus.has(ITSELF)
    with private_bus(tmp_path):
        assert bus.has(ITSELF)
        bus.close()
