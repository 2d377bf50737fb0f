"""A company at a board: everybody joins, plays, sleeps and wakes on a phone of their own."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from controller.commands import Begin, Play
from controller.setup import Setup
from controller.table.pieces import Player
from tests.end_to_end.company import Company, from_elsewhere, take_seat
from tests.end_to_end.conftest import PHONE, Running
from tests.end_to_end.phones import as_it_should_be, as_shown, tap_action
from tests.end_to_end.program import Program, simulation, until
from tests.end_to_end.set_up import choose_players, choose_rules, say_pin

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
PLAYERS: Final[dict[str, tuple[str, ...]]] = {
    "Ann": ("red",),
    "Ben": ("blue",),
    "Cem": ("green",),
}
THREE: Final = tuple(Player(name, colours) for name, colours in PLAYERS.items())
MOST_ACTIONS: Final = 120
STRIDE: Final = 12
NEARLY_HOME: Final = 50


def headline(page: Page) -> Any:
    return expect(page.locator('[data-field="headline"]'))


def carrots(page: Page) -> Any:
    return expect(page.locator('[data-field="carrots"]'))


def sit_down(running: Running, open_page: OpenPage, *names: str) -> list[Page]:
    """Everybody scans the code and takes their seat."""
    phones = []
    for seat, name in enumerate(names):
        phones.append(open_page(f"/join#{running.phones.code}", PHONE, **from_elsewhere(seat)))
        take_seat(phones[-1], seat, name)
    return phones


# Whole games


def test_three_phones_and_a_board_from_joining_to_the_last_place(
    running: Running, open_page: OpenPage
) -> None:
    host = open_page("/setup", PHONE, **from_elsewhere(0))
    say_pin(host, running.phones.pin)
    choose_players(host, PLAYERS, first="Ann")
    choose_rules(host, start_carrots=250, lettuces=1)
    host.locator('[data-do="start"]').tap()
    code = host.locator(".invitation__code > [aria-hidden]").inner_text()
    phones = [host]
    for seat in (1, 2):
        phones.append(open_page(f"/join#{code}", PHONE, **from_elsewhere(seat)))
    host.get_by_role("link", name="Take your seat").tap()
    for seat, (phone, name) in enumerate(zip(phones, PLAYERS, strict=True)):
        take_seat(phone, seat, name)
    board = open_page("/board")
    company = Company(running, phones, board, seed=1)

    for _ in range(MOST_ACTIONS):
        if not company.play_on():
            break
    view = company.view()
    assert view["phase"] == "over"
    assert [each["place"] for each in view["ranking"]] == [1, 2, 3]
    assert {"H", "T", "L", "C", "chew", "HOME"} <= company.met
    for page in (*phones, board):
        headline(page).to_have_text(f"{view['ranking'][0]['name']} has won the race")


def test_two_players_race_with_two_runners_each(running: Running, open_page: OpenPage) -> None:
    seats = (Player("Ann", ("black", "green")), Player("Ben", ("blue", "yellow")))
    options = {"start_carrots": 600, "lettuces": 1}
    running.table.service.submit(Begin(Setup(seats, options=options)))
    phones = sit_down(running, open_page, "Ann", "Ben")
    moved: set[str] = set()

    def pick(me: Any) -> str:
        action = onwards(me)
        moved.add(f"{me['seat']}/{action[:2]}")
        return action

    company = Company(running, phones, open_page("/board"), seed=1, pick=pick)
    for _ in range(MOST_ACTIONS):
        if not company.play_on():
            break
    assert company.view()["phase"] == "over"
    assert {"0/1:", "0/2:", "1/1:", "1/2:"} <= moved


def onwards(me: Any) -> str:
    """HOME, or a lettuce, or a stride with the runner that is behind; no hares, little chance."""
    moves = me["destinations"]
    wished = [each for kind in ("HOME", "L") for each in moves if each["kind"] == kind]
    if wished or not moves:
        return str((wished or me["choices"])[0]["action"])
    squares = [each["square"] for each in me["runners"]]
    last = min((each["runner"] for each in moves), key=lambda runner: squares[runner])
    if squares[last] >= NEARLY_HOME and any(each["action"] == "pay" for each in me["choices"]):
        return "pay"
    own = [each for each in moves if each["runner"] == last]
    sure = [each for each in own if each["kind"] not in ("H", "T")] or own
    near = [each for each in sure if each["square"] - squares[last] <= STRIDE] or sure
    return str(near[-1]["action"])


# Asleep

ABLE_TO_SLEEP: Final = """() => {
  const real = Date.now.bind(Date);
  let slept = 0;
  let woken = null;
  const seen = [];
  const look = () => {
    const { live, version } = document.body.dataset;
    const box = document.querySelector('[data-place="turn"]');
    const able = Boolean(box) && !box.hidden && !box.inert;
    seen.push({ after_ms: performance.now() - woken, live, version: Number(version), able });
  };
  Date.now = () => real() + slept;
  window.nap = {
    seen,
    sleep: (ms) => { slept += ms; },
    wake() {
      woken = performance.now();
      new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
    },
    hide(hidden) {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}"""
TEN_MINUTES_MS: Final = 600_000


class Sleeper:
    """A phone that is put to sleep as phones are, and woken ten minutes later by its own clock.

    While it sleeps none of its scripts run; what the board sends meanwhile waits for it.

    Args:
        phone: its page.
        how: "locked", when the page is hidden first; "frozen", when the browser freezes it and
            says so; "lid", when the machine stops without a word.
    """

    def __init__(self, phone: Page, how: str) -> None:
        self._phone = phone
        self._how = how
        self._session: CDPSession = phone.context.new_cdp_session(phone)
        self._stopped = False
        self._session.on("Debugger.paused", lambda _: setattr(self, "_stopped", True))
        phone.evaluate(ABLE_TO_SLEEP)

    def fall_asleep(self) -> None:
        """From now on nothing moves."""
        if self._how == "frozen":
            self._session.send("Page.setWebLifecycleState", {"state": "frozen"})
            return
        if self._how == "locked":
            self._say("nap.hide(true)")
        self._session.send("Debugger.enable")
        self._session.send("Debugger.pause")
        until(self._has_stopped, "the next line of a script")

    def wake(self) -> None:
        """Ten minutes have passed."""
        self._say(f"nap.sleep({TEN_MINUTES_MS})")
        self._say("nap.wake()")
        if self._how == "frozen":
            self._session.send("Page.setWebLifecycleState", {"state": "active"})
            return
        self._session.send("Debugger.disable")
        if self._how == "locked":
            self._say("nap.hide(false)")

    def seen(self) -> list[dict[str, Any]]:
        """What the page showed since it woke, after every change of it."""
        found: list[dict[str, Any]] = self._phone.evaluate("nap.seen")
        return found

    def _has_stopped(self) -> bool:
        # Anything that is answered lets news through; a script would be what is stopped.
        self._session.send("Debugger.setPauseOnExceptions", {"state": "none"})
        return self._stopped

    def _say(self, script: str) -> None:
        # Not by the page's own means: they wait for scripts that are asleep.
        said = {"expression": script, "disableBreaks": True}
        answer = self._session.send("Runtime.evaluate", said)
        assert "exceptionDetails" not in answer, answer


@pytest.mark.parametrize("how", ["locked", "frozen", "lid"])
def test_a_phone_that_slept_ten_minutes_is_right_within_a_second(
    how: str, running: Running, open_page: OpenPage
) -> None:
    running.table.service.submit(Begin(Setup(THREE)))
    phones = sit_down(running, open_page, *PLAYERS)
    ann = phones[0]
    headline(ann).to_have_text("Your move")
    sleeper = Sleeper(ann, how)
    sleeper.fall_asleep()

    # A whole round: it is her move again, and everything else has changed.
    carry(running, "red", 2)
    tap_action(phones[1], "f4")
    headline(phones[2]).to_have_text("Your move")
    running.table.world.put("blue", 4)
    tap_action(phones[2], "f7")
    headline(phones[1]).to_have_text("Ann to move")
    running.table.world.put("green", 7)
    version = running.get("/api/watch")["version"]

    sleeper.wake()
    ann.wait_for_function(
        "version => nap.seen.some((each) => each.live === 'yes' && each.version === version)",
        arg=version,
    )
    seen = sleeper.seen()
    right = next(each for each in seen if each["live"] == "yes")
    assert right["after_ms"] < 1000
    for each in seen:
        assert each["version"] == version or (each["live"], each["able"]) == ("no", False)
    should = running.get("/api/seats/0")
    assert should["me"]["my_turn"]
    assert as_shown(ann) == as_it_should_be(should, 0)
    carrots(ann).to_have_text("62")
    tap_action(ann, "f5")
    headline(ann).to_have_text("Ben to move")


def carry(running: Running, colour: str, square: int) -> None:
    """A hand carries a runner, and the board has understood."""
    version = running.get("/api/watch")["version"]
    running.table.world.put(colour, square)
    until(lambda: running.get("/api/watch")["version"] > version, "the move")


# The plug is pulled


@pytest.fixture
def pockets(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Phones for any board, each from elsewhere; fails on any error of a page's scripts."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_phone(address: str) -> Page:
        context = browser.new_context(viewport=PHONE, **from_elsewhere(len(contexts)))
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield open_phone
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def programs() -> Iterator[Callable[..., Program]]:
    """Starts `hareboard simulate`; whatever is still there at the end is killed."""
    started: list[Program] = []

    def start(folder: Path, *arguments: str) -> Program:
        started.append(simulation(folder, *arguments))
        started[-1].wait_until_ready()
        return started[-1]

    yield start
    for each in started:
        each.close()


def test_a_server_that_is_killed_under_the_phones_and_comes_back(
    tmp_path: Path,
    programs: Callable[..., Program],
    pockets: Callable[[str], Page],
) -> None:
    program = programs(tmp_path / "ours", "--names", ",".join(PLAYERS))
    address, port = program.address, program.address.rsplit(":", 1)[1]
    code = re.search(r"to join +(\w+)", program.output)
    assert code is not None
    phones = [pockets(f"{address}/join#{code[1]}") for _ in PLAYERS]
    for seat, (phone, name) in enumerate(zip(phones, PLAYERS, strict=True)):
        take_seat(phone, seat, name)
    tap_action(phones[0], "f2")
    runner = program.get("/api/watch")["seats"][0]["runners"][0]["colour"]
    assert program.post("/api/simulator/hand", do="put", piece=runner, square=2).ok
    expect(phones[0].locator('[data-place="table"]')).to_be_empty()
    for phone, hand in zip(phones, ("62", "65", "65"), strict=True):
        headline(phone).to_have_text("Your move" if phone is phones[1] else "Ben to move")
        carrots(phone).to_have_text(hand)

    program.kill()
    program.wait()
    for phone in phones:
        expect(phone.locator("body")).to_have_attribute("data-live", "no")
        expect(phone.locator('[data-field="lost"]')).to_contain_text("Out of touch with the board")
    assert phones[1].locator('[data-place="turn"]').evaluate("each => each.inert")

    program = programs(tmp_path / "ours", "--port", port)
    for phone, hand in zip(phones, ("62", "65", "65"), strict=True):
        expect(phone.locator("body")).to_have_attribute("data-live", "yes")
        expect(phone.locator('[data-field="lost"]')).to_be_hidden()
        headline(phone).to_have_text("Your move" if phone is phones[1] else "Ben to move")
        carrots(phone).to_have_text(hand)
    tap_action(phones[1], "f4")
    carrots(phones[1]).to_have_text("55")
    headline(phones[2]).to_have_text("Your move")

    # Another board comes to the same address: it is not taken for this one.
    program.kill()
    program.wait()
    programs(tmp_path / "theirs", "--port", port, "--names", ",".join(PLAYERS))
    for phone in phones:
        headline(phone).to_have_text("Another board answers here")
        assert phone.locator(".hand, .dest, .stop").count() == 0


# Gifts

FRANTIC: Final = """(action) => {
  const press = () => document.querySelectorAll(`.choice[data-action="${action}"]`)
    .forEach((button) => { for (let tap = 0; tap < 3; tap += 1) button.click(); });
  new MutationObserver(press).observe(document, { attributes: true, childList: true, subtree: true });
  window.toasts = [];
  new MutationObserver(() => {
    const said = document.querySelector('[data-field="toast"]')?.textContent;
    if (said && window.toasts.at(-1) !== said) window.toasts.push(said);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
AT_ONCE: Final = """([action, at]) => setTimeout(
  () => document.querySelector(`.choice[data-action="${action}"]`)?.click(), at - Date.now())"""


def begin_with(running: Running, *top: str) -> None:
    """Begin a game whose pile has these cards on top."""
    service = running.table.service
    service.submit(Begin(Setup(THREE, chance="by-hand")))
    state = service.snapshot.state
    assert state is not None
    pile = list(state.rules.deck)
    for card in top:
        pile.remove(card)
    service.submit(Play(0, " ".join(("deal", *top, *pile)), service.snapshot.version))


def played(running: Running) -> list[str]:
    """What has been played since the cards were dealt."""
    return [str(ply.action) for ply in running.table.service.snapshot.plies][1:]


def test_two_phones_answer_a_gift_as_fast_as_fingers_can(
    running: Running, open_page: OpenPage
) -> None:
    begin_with(running, "give-ten")
    ann, ben, cem = sit_down(running, open_page, *PLAYERS)
    posted: list[str] = []
    for phone in (ben, cem):
        phone.on("request", lambda each: posted.append(each.url) if is_play(each) else None)
        phone.evaluate(FRANTIC, "keep")
    tap_action(ann, "f1")
    for phone, hand in ((ann, "44"), (ben, "75"), (cem, "75")):
        headline(phone).to_have_text("Your move" if phone is ben else "Ben to move")
        carrots(phone).to_have_text(hand)
    assert played(running) == ["f1", "keep", "keep"]
    assert sorted(url.rsplit("/seats/", 1)[1] for url in posted) == ["1/play", "2/play"]
    assert [phone.evaluate("toasts") for phone in (ben, cem)] == [[], []]


def is_play(request: Any) -> bool:
    return bool(request.method == "POST" and request.url.endswith("/play"))


def test_a_gift_is_answered_by_everybody_at_the_same_moment(
    running: Running, open_page: OpenPage
) -> None:
    begin_with(running, "give-ten")
    ann, ben, cem = sit_down(running, open_page, *PLAYERS)
    again = ben.context.new_page()
    again.goto(f"{running.address}/seat/1")
    headline(again).to_have_text("Ann to move")
    tap_action(ann, "f1")
    pages = (ben, again, cem)
    for page in (ben, again):
        expect(page.locator('.choice[data-action="keep"]')).to_be_visible()
        headline(page).to_have_text("Do you keep the gift?")
    headline(cem).to_have_text("Ben: keep the gift?")
    moment = ben.evaluate("Date.now() + 500")
    for page in pages:
        page.evaluate(AT_ONCE, ["keep", moment])
    for page in (ben, again):
        carrots(page).to_have_text("75")
        headline(page).to_have_text("Cem: keep the gift?")
        toast = page.locator('[data-field="toast"]').all_inner_texts()
        assert set(toast) <= {"", "The game has moved on. Here is how it stands now."}
    assert played(running) == ["f1", "keep"]
    cem.locator('.choice[data-action="discard"]').dblclick()
    carrots(cem).to_have_text("65")
    headline(ben).to_have_text("Your move")
    assert played(running) == ["f1", "keep", "discard"]
