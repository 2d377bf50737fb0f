"""The keeper of the network, over stories that a board goes through."""

import logging
from pathlib import Path

import pytest

from controller.appliance.network.guests import Guests
from controller.appliance.network.keeper import ANSWER_S, JOIN_S, Join, Keeper, LookAround
from controller.appliance.network.own_wifi import fits, own_hotspot
from controller.appliance.network.own_wifi_policy import ALONE_S, IDLE_S
from controller.appliance.network.ports import Hotspot, Nearby
from controller.appliance.network.snapshot import JoinFailed, NetworkSnapshot
from controller.refusal import Refusal
from hardware.clock import ManualClock
from tests.support.network.air import Air, Router

OWN = Hotspot("hareboard", "abcd-efgh-mnpq")
PASSWORD = "carrots for all"


class Story:
    """A board with its network, whose time is told."""

    def __init__(self, air: Air) -> None:
        self.air = air
        self.clock = ManualClock(100.0)
        self.guests = Guests(self.clock)
        self.keeper = Keeper(air, OWN, self.guests, self.clock)
        self._due_s = self.keeper.tick()

    @property
    def shown(self) -> NetworkSnapshot:
        return self.keeper.snapshot

    def has_wifi(self) -> bool:
        return self.shown.wifi

    def is_open(self) -> bool:
        """Whether the board's own Wi-Fi is on the air."""
        return self.air.hotspot == OWN

    def later(self, seconds: float) -> None:
        """Let time pass, as the thread does that asks the keeper to go on."""
        end_s = self.clock.now_s() + seconds
        while self._due_s <= end_s:
            self.clock.advance(max(self._due_s - self.clock.now_s(), 0.0))
            self._due_s = self.keeper.tick()
        self.clock.advance(end_s - self.clock.now_s())

    def order(self, command: Join | LookAround) -> None:
        self.keeper.carry_out(command)
        self._due_s = self.keeper.tick()


@pytest.fixture
def home() -> Air:
    return Air({"Home": Router(PASSWORD), "Café": Router(None, 30, "open")})


def test_without_a_network_the_board_opens_its_own(home: Air) -> None:
    story = Story(home)
    story.later(ALONE_S - 1)
    assert not story.is_open()
    story.later(10)
    assert story.is_open()
    assert story.shown.hotspot


def test_networks_that_were_seen_are_remembered_while_its_own_is_open(home: Air) -> None:
    story = Story(home)
    story.later(ALONE_S + 30)
    assert home.nearby() == ()
    assert story.shown.nearby == (Nearby("Home", 70, "wpa-psk"), Nearby("Café", 30, "open"))


def test_in_a_known_network_nothing_is_opened(home: Air) -> None:
    home.known["Home"] = PASSWORD
    story = Story(home)
    story.later(10 * ALONE_S)
    assert not story.is_open()
    assert story.shown.joined == "Home"


def test_a_network_joined_from_the_phone_takes_the_place_of_its_own(home: Air) -> None:
    story = Story(home)
    story.later(ALONE_S + 10)
    story.order(Join("Home", PASSWORD))
    assert story.shown.joining == "Home"
    story.later(ANSWER_S - 1)
    assert story.is_open(), "the phone has to be answered first"
    story.later(3)
    assert not story.is_open()
    assert home.known == {"Home": PASSWORD}
    shown = story.shown
    assert (shown.joining, shown.joined, shown.failed) == (None, "Home", None)
    story.later(10 * ALONE_S)
    assert not story.is_open()


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Join("Home", "carrots for none"), "password"),
        (Join("Elsewhere", PASSWORD), "not-found"),
    ],
)
def test_what_cannot_be_joined_leads_back_and_is_said(home: Air, order: Join, why: str) -> None:
    story = Story(home)
    story.later(ALONE_S + 10)
    story.order(order)
    story.later(ANSWER_S + 3)
    assert story.is_open()
    assert home.known == {}
    assert story.shown.failed is not None
    assert (story.shown.failed.name, story.shown.failed.why) == (order.name, why)


def test_a_network_that_never_answers_is_given_up(home: Air) -> None:
    class Silent(Air):
        def trial(self) -> "str":  # type: ignore[override]  # of the answers only this one
            return "under-way"

    story = Story(Silent({"Home": Router(PASSWORD)}))
    story.later(ALONE_S + 10)
    story.order(Join("Home", PASSWORD))
    story.later(ANSWER_S + JOIN_S + 1)
    assert story.shown.failed == JoinFailed("Home", "other")
    assert story.shown.hotspot


def test_from_one_network_to_another_and_back_if_that_fails(home: Air) -> None:
    home.known["Home"] = PASSWORD
    home.routers["Garden"] = Router("tortoises", addresses=False)
    story = Story(home)
    story.order(Join("Garden", "tortoises"))
    story.later(ANSWER_S + 3)
    assert story.shown.failed == JoinFailed("Garden", "no-address")
    assert story.shown.joined == "Home"
    assert not story.is_open()


def test_a_router_that_comes_late_is_found_when_nobody_is_there(home: Air) -> None:
    router = home.routers.pop("Home")
    home.known["Home"] = PASSWORD
    story = Story(home)
    story.later(ALONE_S + 10)
    assert story.is_open()
    home.routers["Home"] = router
    story.guests.come()
    story.later(10 * IDLE_S)
    assert story.is_open(), "somebody is there"
    story.guests.leave()
    story.later(IDLE_S + 10)
    assert not story.is_open()
    assert story.shown.joined == "Home"


def test_a_router_that_does_not_come_is_looked_for_now_and_then(home: Air) -> None:
    del home.routers["Home"]
    home.known["Home"] = PASSWORD
    story = Story(home)
    story.later(ALONE_S + IDLE_S + 15)
    assert not story.is_open()
    story.later(ALONE_S)
    assert story.is_open()


def test_a_board_that_knows_no_network_keeps_its_own_open(home: Air) -> None:
    story = Story(home)
    story.later(ALONE_S + 10 * IDLE_S)
    assert story.is_open()


def test_the_program_started_anew_finds_its_own_open(home: Air) -> None:
    home.hotspot = OWN
    story = Story(home)
    assert story.shown.hotspot
    story.keeper.close()
    assert story.is_open()


def test_nobody_who_keeps_the_network_is_said_once(
    home: Air, caplog: pytest.LogCaptureFixture
) -> None:
    story = Story(home)
    assert story.has_wifi()
    home.there = False
    story.later(60)
    assert not story.has_wifi()
    assert len(caplog.records) == 1
    home.there = True
    story.later(10)
    assert story.has_wifi()


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Join("", PASSWORD), "bad-network"),
        (Join("é" * 17, PASSWORD), "bad-network"),
        (Join("\ud800", PASSWORD), "bad-network"),
        (Join("Home", "short"), "bad-password"),
        (Join("Home", None), "bad-password"),
        (Join("Home", "carótene"), "bad-password"),
        (Join("Home", "x" * 64), "bad-password"),
        (Join("Office", PASSWORD), "bad-network"),
    ],
)
def test_what_cannot_be_a_network_or_a_password_is_refused(
    home: Air, order: Join, code: str
) -> None:
    home.routers["Office"] = Router(PASSWORD, security="beyond")
    story = Story(home)
    with pytest.raises(Refusal) as refused:
        story.keeper.carry_out(order)
    assert refused.value.code == code
    assert story.shown.joining is None


def test_one_network_after_the_other(home: Air) -> None:
    story = Story(home)
    story.order(Join("Home", PASSWORD))
    with pytest.raises(Refusal) as refused:
        story.keeper.carry_out(Join("Café", None))
    assert refused.value.code == "network-busy"


def test_looking_around(home: Air) -> None:
    story = Story(home)
    story.order(LookAround())
    assert home.scans == 1
    home.radio = False
    with pytest.raises(Refusal) as refused:
        story.keeper.carry_out(LookAround())
    assert refused.value.code == "no-network"


def test_no_password_is_logged_or_shown(home: Air, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    story = Story(home)
    story.later(ALONE_S + 10)
    for password in ("carrots for none", PASSWORD):
        order = Join("Home", password)
        story.order(order)
        assert password not in repr(order)
        assert password not in repr(story.keeper.__dict__)
        story.later(ANSWER_S + 3)
        assert password not in repr(story.shown)
    assert OWN.password not in caplog.text
    assert "carrots" not in caplog.text


# The board's own Wi-Fi


def test_its_own_wifi_is_made_up_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made = own_hotspot(tmp_path)
    assert not caplog.records
    assert fits(made.password)
    assert own_hotspot(tmp_path) == made
    (tmp_path / "other").mkdir()
    assert own_hotspot(tmp_path / "other").password != made.password
    assert (tmp_path / "hotspot.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "kept", ["", "{}", '{"name":"x","password":"short"}', '{"name":"","password":"long enough"}']
)
def test_a_file_that_has_no_wifi_in_it_is_written_anew(
    tmp_path: Path, kept: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "hotspot.json").write_text(kept)
    made = own_hotspot(tmp_path)
    assert fits(made.password)
    assert own_hotspot(tmp_path) == made
    assert caplog.records


def test_a_name_and_password_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "hotspot.json").write_text('{"name":"Garden","password":"let me in please"}')
    assert own_hotspot(tmp_path) == Hotspot("Garden", "let me in please")


def test_its_own_wifi_that_cannot_be_kept_is_another_one_next_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "none"
    made = own_hotspot(folder)
    assert fits(made.password)
    assert "could not be saved, and changes at the next start: No such file" in caplog.text
    assert made.password not in caplog.text


def test_a_radio_that_goes_away_while_a_network_is_joined_leads_back(home: Air) -> None:
    story = Story(home)
    story.later(ALONE_S + 10)
    story.order(Join("Home", PASSWORD))
    home.radio = False
    story.later(ANSWER_S + 5)
    assert story.shown.failed == JoinFailed("Home", "other")
    home.radio = True
    story.later(ALONE_S + 10)
    assert story.is_open()
