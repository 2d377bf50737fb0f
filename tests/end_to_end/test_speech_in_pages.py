"""What phones and screens read aloud, and what they answer, in a real browser."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Pause, Play
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.newcomers import stop_time
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES: Final = ("Ann", "Ben", "Cem")
VOICE: Final = """
  // A browser's voice, which says one thing after the other and is quick about it.
  window.said = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => window.voices ?? [],
    cancel() {},
    speak(words) {
      if (window.silent) return setTimeout(() => words.onerror({ error: "not-allowed" }));
      window.said.push(words.text);
      window.end = () => words.onend({});
      if (!window.slow) setTimeout(end);
    },
  } });
"""
"""Chromium has no voice here: this one behaves like a voice, and keeps what it was to say."""


@pytest.fixture
def listen(running: Running, open_page: OpenPage) -> Callable[..., Page]:
    """Open a page in a browser that has a voice, while a race is on."""
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats, options={"hare": "off"})))

    def opened(path: str, size: dict[str, int] = PHONE, *, script: str = "") -> Page:
        page = open_page(path, size)
        page.context.add_init_script(VOICE + script)
        page.reload()
        return listening(page)

    return opened


def listening(page: Page) -> Page:
    """The page, once it shows the race and can speak: it fetches its speech when it is asked."""
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    page.locator('[data-place="listening"]').dispatch_event("toggle")
    expect(page.locator('[data-field="announced"]')).to_be_attached()
    if "/seat/" in page.url:
        # What is somebody's own is told once the phone knows whether others share it.
        opened = page.locator('[data-field="carrots"]:visible, [data-do="look"]:visible')
        expect(opened.first).to_be_visible()
    return page


def play(running: Running, seat: int, action: str) -> None:
    running.table.actor.submit(Play(seat, action, running.table.actor.snapshot.version))


def said(page: Page) -> list[str]:
    told: list[str] = page.evaluate("said")
    return told


def says(page: Page, *sentences: str) -> None:
    """It says this next, and nothing else."""
    until(lambda: len(said(page)) >= len(sentences), f"it says {sentences}")
    assert said(page) == list(sentences)
    page.evaluate("said.length = 0")


def heard(page: Page) -> list[str]:
    """What a screen reader has been given to say."""
    return [each.strip() for each in page.locator('[data-field="announced"] p').all_text_contents()]


def test_a_phone_reads_each_new_sentence_once(
    running: Running, listen: Callable[..., Page]
) -> None:
    page = listen("/seat/0")
    button = page.get_by_role("button", name="Read aloud")
    expect(button).to_have_attribute("aria-pressed", "false")
    play(running, 0, "f5")
    until(lambda: heard(page)[-1:] == ["Please put your runner on square 5."], "it is told")
    assert said(page) == []
    button.click()
    says(page, "Ben to move.", "Please put your runner on square 5.")
    play(running, 1, "f7")
    says(
        page,
        "Ben moved to square 7 for 28 carrots.",
        "Ben is 1st now.",
        "Cem to move.",
        "Please put Ben's runner on square 7.",
    )
    page.keyboard.press("1")
    says(page, "You have 50 carrots and 3 lettuces.")
    expect(page.locator('[data-field="announced"]')).to_have_attribute("aria-live", "off")


@pytest.mark.long
def test_a_screen_reader_is_told_the_same_sentences_once(
    running: Running, listen: Callable[..., Page]
) -> None:
    pages = [listen("/seat/1"), listen("/board", LAPTOP), listen("/watch", LAPTOP)]
    for page in pages:
        region = page.locator('[data-field="announced"]')
        expect(region).to_have_attribute("role", "log")
        expect(region).to_have_attribute("aria-live", "polite")
        expect(page.locator("[aria-live]:visible")).to_have_count(1)
    play(running, 0, "f5")
    own = ["Ann moved to square 5 for 15 carrots.", "Your move."]
    other = ["Ann moved to square 5 for 15 carrots.", "Ben to move."]
    for page, told in zip(pages, (own, other, other), strict=True):
        sentences = [*told, "Please put Ann's runner on square 5."]
        until(lambda: heard(page) == sentences, f"it is told {sentences}")  # noqa: B023 - called now


@pytest.mark.long
def test_what_is_over_before_it_is_said_is_not_said(
    running: Running, listen: Callable[..., Page]
) -> None:
    page = listen("/seat/2")
    stop_time(page)
    for paused in (True, False):
        running.table.actor.submit(Pause(paused=paused))
    play(running, 0, "f5")
    version = running.table.actor.snapshot.version
    expect(page.locator("body")).to_have_attribute("data-version", str(version))
    page.clock.resume()
    until(lambda: "Ben to move." in heard(page), "it is told of the move")
    assert "The game is paused." not in heard(page)


@pytest.mark.long
def test_a_covered_hand_says_nothing_of_its_own(
    running: Running, listen: Callable[..., Page]
) -> None:
    page = listen("/seat/0")
    running.seat(page.context, 1)
    page.reload()
    listening(page).get_by_text("Listen and ask").click()
    expect(page.locator("[data-ask]:visible")).to_have_count(3)
    running.table.world.put("red", 11)
    until(lambda: "You can't go there." in heard(page), "it is told")
    reason = "Square 11 is a tortoise: you can only move back to it."
    assert not [each for each in heard(page) if reason in each]

    look = page.get_by_role("button", name="Hold to look")
    look.focus()
    page.keyboard.down(" ")
    until(lambda: any(reason in each for each in heard(page)), "whoever looks is told why")
    page.locator("[data-ask=carrots]").dispatch_event("click")
    answer = page.locator('[data-field="answer"]')
    expect(answer).to_have_text("You have 65 carrots and 3 lettuces.")
    page.keyboard.up(" ")
    expect(answer).to_be_hidden()
    expect(page.locator("[data-ask]:visible")).to_have_count(3)
    assert not [each for each in heard(page) if reason in each or "65 carrots" in each]
    assert answer.text_content() == ""
    page.locator("[data-ask=choices]").click()
    expect(answer).to_have_text(re.compile("^Ann can't go there"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("turn", ["Ben to move.", "Please put your runner on square 5."]),
        (
            "all",
            [
                "You moved to square 5 for 15 carrots.",
                "You have 50 carrots.",
                "Ben to move.",
                "Please put your runner on square 5.",
            ],
        ),
    ],
)
def test_how_much_is_read_aloud_is_chosen_and_kept(
    running: Running, listen: Callable[..., Page], level: str, told: list[str]
) -> None:
    page = listen("/seat/0")
    page.get_by_text("Listen and ask").click()
    page.locator(f'[name="speech-detail"][value="{level}"]').check()
    page.reload()
    listening(page).get_by_text("Listen and ask").click()
    expect(page.locator(f'[name="speech-detail"][value="{level}"]')).to_be_checked()
    play(running, 0, "f5")
    until(lambda: heard(page) == told, f"it is told {told}")


@pytest.mark.long
def test_a_page_that_may_not_be_heard_yet_is_heard_once_it_is_touched(
    running: Running, listen: Callable[..., Page]
) -> None:
    page = listen(
        "/seat/0", script='localStorage.setItem("hareboard-speech", "on"); silent = true;'
    )
    play(running, 0, "f5")
    until(lambda: len(heard(page)) == 3, "it has something to say")
    assert said(page) == []
    page.evaluate("silent = false")
    page.locator("h1").click()
    until(lambda: len(said(page)) == 3, "it says it")


@pytest.mark.long
def test_an_answer_comes_before_what_waits(running: Running, listen: Callable[..., Page]) -> None:
    page = listen("/seat/0", script="slow = true;")
    page.get_by_role("button", name="Read aloud").click()
    play(running, 0, "f5")
    until(lambda: len(heard(page)) == 4, "it has something to say")
    page.keyboard.press("1")
    until(lambda: len(heard(page)) == 5, "it has an answer")
    for _ in range(9):
        page.evaluate("end()")
    carrots = "You have 50 carrots and 3 lettuces."
    moved = "You moved to square 5 for 15 carrots."
    assert said(page)[:4] == ["Your move.", carrots, moved, "Ben to move."]


@pytest.mark.long
def test_a_page_fetches_its_speech_by_itself_and_misses_nothing(
    running: Running, open_page: OpenPage, listen: Callable[..., Page]
) -> None:
    del listen  # only its race
    page = open_page("/seat/1", PHONE)
    expect(page.locator("body")).to_have_attribute("data-live", "yes")
    play(running, 0, "f5")
    until(lambda: "Your move." in heard(page), "it is told of what was new before it came")
    expect(page.locator("[data-ask]")).to_have_count(5)


@pytest.mark.long
def test_a_browser_without_a_voice_for_the_language_says_so(listen: Callable[..., Page]) -> None:
    page = listen("/seat/0", script='voices = [{ lang: "fi-FI" }];')
    page.get_by_role("button", name="Read aloud").click()
    expect(page.locator('[data-field="toast"]')).to_contain_text("no voice for this language")


@pytest.mark.long
def test_a_refusal_is_said_with_its_reason(running: Running, listen: Callable[..., Page]) -> None:
    page = listen("/seat/0")
    page.get_by_role("button", name="Read aloud").click()
    until(lambda: said(page) == ["Your move."], "it has begun")
    page.evaluate("said.length = 0")
    running.table.world.put("red", 11)
    reason = re.compile("Square 11 is a tortoise: you can only move back to it.")
    until(lambda: any(reason.search(each) for each in said(page)), "it says why not")


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "questions"),
    [("/seat/0", 5), ("/board", 3), ("/watch", 3)],
)
def test_what_one_may_ask_is_answered_by_button_and_by_key(
    running: Running, listen: Callable[..., Page], path: str, questions: int
) -> None:
    page = listen(path, LAPTOP)
    play(running, 0, "f5")
    page.get_by_text("Listen and ask").click()
    buttons = page.locator("[data-ask]:visible")
    expect(buttons).to_have_count(questions)
    answers: dict[str, Any] = {}
    for button in buttons.all():
        button.click()
        expect(page.locator('[data-field="answer"]')).not_to_have_text(answers.get("last", ""))
        answers["last"] = page.locator('[data-field="answer"]').text_content()
        until(lambda: answers["last"] in heard(page), "it is told")
    assert answers["last"] == (
        f"{'You' if 'seat' in path else 'Ann'} moved to square 5 for 15 carrots."
    )
    page.keyboard.press("3")
    expect(page.locator('[data-field="answer"]')).to_have_text(answers["last"])  # off: no keys
    page.get_by_role("button", name="Read aloud").click()
    page.keyboard.press("3")
    expect(page.locator('[data-field="answer"]')).to_contain_text("1st Ann: square 5.")
