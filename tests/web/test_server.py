"""The server ends cleanly, whatever it is doing at that moment."""

import threading
from typing import Any

import pytest
from flask import Flask
from waitress.trigger import trigger

from web.server import Server


def test_a_server_that_is_awake_already_still_closes_cleanly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Waking it is two steps, and it may be woken by something else between them."""
    server = Server("127.0.0.1", 0)
    serving = threading.Thread(target=server.run, args=(Flask("empty"),))
    serving.start()
    real_pull: Any = vars(trigger)["_physical_pull"]

    def awake_already(self: Any) -> None:
        real_pull(self)
        # All the time it needs to do what it was asked to.
        serving.join(0.3)
        real_pull(self)

    monkeypatch.setattr(trigger, "_physical_pull", awake_already)
    server.close()
    serving.join(10)
    assert not serving.is_alive()
