"""When the board's own Wi-Fi opens and closes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.appliance.network.own_wifi_policy import ALONE_S, COMING_S, IDLE_S, decide
from controller.appliance.network.ports import NetworkState

ALONE = NetworkState()
SEEN = st.builds(
    NetworkState,
    wifi=st.booleans(),
    wired=st.booleans(),
    joined=st.sampled_from((None, "Home")),
    coming=st.booleans(),
    hotspot=st.booleans(),
    known=st.booleans(),
)
SECONDS = st.floats(0, 10_000)


@pytest.mark.parametrize(
    ("seen", "alone_s", "deed"),
    [
        (ALONE, 0, "nothing"),
        (ALONE, ALONE_S - 0.1, "nothing"),
        (ALONE, ALONE_S, "open"),
        (replace(ALONE, coming=True), ALONE_S, "nothing"),
        (replace(ALONE, coming=True), COMING_S, "open"),
        (replace(ALONE, wired=True), COMING_S, "nothing"),
        (replace(ALONE, joined="Home"), COMING_S, "nothing"),
        (replace(ALONE, wifi=False), COMING_S, "nothing"),
    ],
)
def test_it_opens_after_a_minute_without_any_network(
    seen: NetworkState, alone_s: float, deed: str
) -> None:
    assert decide(seen, alone_s, 0.0) == deed


@pytest.mark.parametrize(
    ("seen", "idle_s", "deed"),
    [
        (replace(ALONE, hotspot=True), 10 * IDLE_S, "nothing"),
        (replace(ALONE, hotspot=True, known=True), IDLE_S - 0.1, "nothing"),
        (replace(ALONE, hotspot=True, known=True), IDLE_S, "close"),
        (replace(ALONE, hotspot=True, wired=True), IDLE_S - 0.1, "nothing"),
        (replace(ALONE, hotspot=True, wired=True), IDLE_S, "close"),
    ],
)
def test_it_closes_when_nobody_uses_it_and_there_may_be_another_one(
    seen: NetworkState, idle_s: float, deed: str
) -> None:
    assert decide(seen, 0.0, idle_s) == deed


@given(SEEN, SECONDS, SECONDS)
def test_nobody_is_thrown_out_and_nothing_is_opened_twice(
    seen: NetworkState, alone_s: float, idle_s: float
) -> None:
    deed = decide(seen, alone_s, idle_s)
    if deed == "open":
        assert seen.wifi
        assert not seen.hotspot
        assert not seen.online
        assert alone_s >= ALONE_S
    if deed == "close":
        assert seen.hotspot
        assert idle_s >= IDLE_S
