"""What the lights helper makes of what it is told, without sockets and processes."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.budget import draw_ma
from hardware.lights.protocol import (
    LONGEST,
    LightsDone,
    LightsFrame,
    LightsKeep,
    LightsRefused,
    LightsSetup,
    Message,
    Reason,
    read,
    written,
)
from hardware.lights.server import CannotDrive, LightsServer
from hardware.lights.settings import LightCurrents
from hardware.ports import RGB

SETUP = LightsSetup(gpio=18, dma=10, order="GRB", count=2, currents=LightCurrents(), budget_ma=1000)
RED = LightsFrame(bytes([255, 0, 0, 255, 0, 0]))
RED_LIGHTS, DARK = ((255, 0, 0),) * 2, ((0, 0, 0),) * 2


class Recorded:
    """A strip that keeps what it showed."""

    def __init__(self, setup: LightsSetup) -> None:
        self.setup = setup
        self.frames: list[tuple[RGB, ...]] = []
        self.open = True
        self.broken = False

    def show(self, duties: Sequence[RGB]) -> None:
        assert self.open
        if self.broken:
            raise CannotDrive("The wire has come off.")
        self.frames.append(tuple(duties))

    def close(self) -> None:
        self.open = False


class Case:
    def __init__(self, most_ma: int = 2000) -> None:
        self.strips: list[Recorded] = []
        self.refuses = False
        self.desk = LightsServer(self._opened, most_ma)
        self.now_s = 0.0

    def _opened(self, setup: LightsSetup) -> Recorded:
        if self.refuses:
            raise CannotDrive("No Raspberry Pi.")
        self.strips.append(Recorded(setup))
        return self.strips[-1]

    def say(self, message: Message, who: str = "game") -> Message:
        return read(self.desk.hear(who, written(message), self.now_s))

    def reason(self, message: Message, who: str = "game") -> Reason | None:
        answer = self.say(message, who)
        return answer.reason if isinstance(answer, LightsRefused) else None

    @property
    def frames(self) -> list[tuple[RGB, ...]]:
        return self.strips[-1].frames


@pytest.fixture
def case() -> Case:
    return Case()


def test_a_strip_is_dark_at_first_then_shows_what_it_is_told(case: Case) -> None:
    assert [case.say(SETUP), case.say(RED), case.say(LightsKeep())] == [LightsDone()] * 3
    assert case.frames == [DARK, RED_LIGHTS]
    assert case.desk.setup == SETUP


def test_the_helper_caps_the_current_itself(case: Case) -> None:
    case.say(replace(SETUP, budget_ma=42))
    case.say(LightsFrame(b"\xff" * 6))
    assert draw_ma(case.frames[-1], LightCurrents()) <= 42
    assert case.frames[-1] == ((84, 84, 84),) * 2


@pytest.mark.parametrize(
    ("setup", "wrong"),
    [
        (replace(SETUP, gpio=17), "GPIO17 drives no strip"),
        (replace(SETUP, dma=5), "corrupt"),
        (replace(SETUP, dma=15), "no DMA channel 15"),
        (replace(SETUP, count=0), "0 lights"),
        (replace(SETUP, count=513), "513 lights, where a strip has 1 to 512"),
        (
            replace(SETUP, currents=LightCurrents(blue_ma=0.5)),
            "a colour of a light takes 1 to 100 mA",
        ),
        (
            replace(SETUP, currents=LightCurrents(red_ma=101)),
            "a colour of a light takes 1 to 100 mA",
        ),
        (replace(SETUP, currents=LightCurrents(dark_ma=11)), "at most 10 mA"),
        (replace(SETUP, budget_ma=2001), "larger --most-ma"),
    ],
)
def test_a_set_up_that_is_not_allowed_is_refused_with_the_reason(
    case: Case, setup: LightsSetup, wrong: str
) -> None:
    answer = case.say(setup)
    assert isinstance(answer, LightsRefused)
    assert answer.reason == "settings"
    assert wrong in answer.text
    assert case.strips == []


def test_everything_wrong_with_a_set_up_is_told_at_once(case: Case) -> None:
    answer = case.say(LightsSetup(1, 5, "RGB", 0, LightCurrents(), 9000))
    assert isinstance(answer, LightsRefused)
    assert answer.text.count(";") == 3


def test_a_frame_before_any_set_up_is_refused(case: Case) -> None:
    assert [case.reason(RED), case.reason(LightsKeep())] == ["no-setup", "no-setup"]


def test_a_frame_of_another_length_is_refused_and_changes_nothing(case: Case) -> None:
    case.say(SETUP)
    case.say(RED)
    assert case.reason(LightsFrame(bytes(9))) == "settings"
    assert case.frames[-1] == RED_LIGHTS


def test_lights_go_dark_after_two_seconds_of_silence_and_come_back_with_a_word(
    case: Case,
) -> None:
    case.say(SETUP)
    case.say(RED)
    for now_s in (0.5, 1.0, 1.9, 2.0, 2.5, 3.0):
        case.now_s = now_s
        case.desk.tick(now_s)
    assert case.frames == [DARK, RED_LIGHTS, DARK]
    case.say(LightsKeep())
    case.desk.tick(4.9)
    assert case.frames == [DARK, RED_LIGHTS, DARK, RED_LIGHTS]


def test_what_is_refused_does_not_keep_the_lights_on(case: Case) -> None:
    case.say(SETUP)
    case.say(RED)
    case.now_s = 1.9
    case.desk.hear("game", b"garbage", 1.9)
    case.say(LightsFrame(b""))
    case.desk.tick(2.0)
    assert case.frames[-1] == DARK


def test_when_its_program_leaves_the_strip_is_dark_and_free(case: Case) -> None:
    case.say(SETUP)
    case.say(RED)
    case.desk.leave("somebody else")
    assert case.frames[-1] == RED_LIGHTS
    case.desk.leave("game")
    assert case.frames[-1] == DARK
    assert not case.strips[-1].open
    assert case.desk.setup is None
    assert case.reason(LightsKeep()) == "no-setup"


def test_a_second_program_is_refused_while_the_first_one_speaks(case: Case) -> None:
    case.say(SETUP)
    case.say(RED)
    case.now_s = 1.9
    assert [case.reason(message, "other") for message in (SETUP, RED, LightsKeep())] == ["busy"] * 3
    assert case.frames[-1] == RED_LIGHTS


def test_a_second_program_takes_the_place_of_one_that_is_silent(case: Case) -> None:
    case.say(SETUP)
    case.say(RED)
    case.now_s = 2.0
    assert case.reason(RED, "other") == "busy"
    assert case.say(SETUP, "other") == LightsDone()
    assert case.strips[0].frames[-1] == DARK
    assert case.say(RED, "other") == LightsDone()
    assert case.reason(RED) == "busy"
    case.desk.leave("game")
    assert case.frames[-1] == RED_LIGHTS


def test_a_new_set_up_of_the_same_program_opens_the_strip_again(case: Case) -> None:
    case.say(SETUP)
    case.say(RED)
    assert case.say(replace(SETUP, count=1)) == LightsDone()
    assert case.strips[0].frames[-1] == DARK
    assert not case.strips[0].open
    assert case.frames == [((0, 0, 0),)]


def test_a_strip_that_cannot_be_opened_is_refused_in_its_words(case: Case) -> None:
    case.refuses = True
    assert case.say(SETUP) == LightsRefused("no-strip", "No Raspberry Pi.")
    case.refuses = False
    assert case.say(SETUP, "other") == LightsDone()


def test_a_strip_that_fails_is_let_go_of(case: Case) -> None:
    case.say(SETUP)
    case.strips[-1].broken = True
    assert case.say(RED) == LightsRefused("failed", "The wire has come off.")
    assert not case.strips[-1].open
    assert case.say(SETUP) == LightsDone()


def test_a_strip_left_lit_by_another_helper_is_made_dark(case: Case) -> None:
    case.desk.darken(SETUP)
    assert set(case.frames) == {DARK}
    assert not case.strips[-1].open
    case.refuses = True
    case.desk.darken(SETUP)


def test_a_message_of_another_version_says_so(case: Case) -> None:
    packet = bytearray(written(LightsKeep()))
    packet[2] += 1
    answer = read(case.desk.hear("game", bytes(packet), 0.0))
    assert isinstance(answer, LightsRefused)
    assert answer.reason == "version"
    assert "install the same version of both" in answer.text


PACKETS = st.one_of(
    st.binary(max_size=40),
    st.binary(min_size=LONGEST - 1, max_size=LONGEST + 1),
    st.binary(max_size=40).map(lambda body: b"HL\x01" + body),
    st.sampled_from([written(m) for m in (LightsDone(), LightsRefused("busy", "No."))]),
)


@given(st.lists(PACKETS, max_size=10))
def test_any_bytes_are_answered_and_only_frames_change_what_is_shown(packets: list[bytes]) -> None:
    case = Case()
    case.say(SETUP)
    case.say(RED)
    for packet in packets:
        frames = list(case.frames)
        answer = read(case.desk.hear("game", packet, 0.0))
        if isinstance(answer, LightsRefused):
            assert case.frames == frames
            assert case.desk.setup is not None


@given(st.binary(min_size=6, max_size=6), st.integers(0, 4000), st.integers(0, 2000))
def test_the_budget_holds_whatever_is_sent(duties: bytes, dark_ua: int, budget_ma: int) -> None:
    case = Case()
    currents = LightCurrents(dark_ma=dark_ua / 1000)
    case.say(replace(SETUP, currents=currents, budget_ma=budget_ma))
    case.say(LightsFrame(duties))
    assert draw_ma(case.frames[-1], currents) <= max(budget_ma, 2 * currents.dark_ma)
