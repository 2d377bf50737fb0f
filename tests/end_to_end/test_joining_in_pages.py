"""Phones that come to their seats in a real browser: by code, by tapping, by handing over."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.set_up import begin, choose_players, say_pin

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES: Final = ("Ann", "Ben", "Cem")
PLAYERS: Final = dict(zip(NAMES, ((colour,) for colour in COLOURS), strict=False))
HINT: Final = (
    "Six letters and digits: on the board's screen, on the host's phone or on the printed card."
)
WRONG_CODE: Final = "ZZZZZZ"
NARROW: Final = {"width": 320, "height": 640}


def far(number: int) -> dict[str, object]:
    """A phone that is not the machine of the board, with an address of its own."""
    return {"extra_http_headers": {"X-Forwarded-For": f"192.0.2.{number}"}, "has_touch": True}


@pytest.fixture
def started(running: Running) -> Running:
    """A game of three on which nobody has a seat yet."""
    seats = tuple(Player(name, colours) for name, colours in PLAYERS.items())
    running.table.actor.submit(Begin(Setup(seats)))
    return running


def card(page: Page, name: str) -> Locator:
    return page.locator(".seat-card", has_text=name)


def scan(open_page: OpenPage, running: Running, number: int, code: str = "") -> Page:
    return open_page(f"/join#{code or running.phones.code}", PHONE, **far(number))


def holds(page: Page) -> list[int]:
    """The seats that the service says this phone holds."""
    answer: list[int] = page.evaluate("async () => (await (await fetch('/api/me')).json()).seats")
    return answer


def post(page: Page, path: str, said: dict[str, object]) -> Any:
    """What the service answers to a page's browser."""
    script = """async ([path, body]) => (await fetch(path, {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body,
    })).json()"""
    return page.evaluate(script, [path, json.dumps(said)])


def sits_at(page: Page, seat: int, name: str) -> None:
    page.wait_for_url(f"**/seat/{seat}", wait_until="commit")
    expect(page.locator('[data-field="name"]')).to_have_text(name)
    assert seat in holds(page)


def test_three_phones_scan_the_code_and_take_a_seat_each(
    started: Running, open_page: OpenPage
) -> None:
    phones = [scan(open_page, started, number) for number in range(3)]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        expect(card(phone, name)).to_have_class("seat-card seat-card--free")
        assert phone.url == f"{started.address}/join", "no code stays in the address"
        card(phone, name).tap()
        sits_at(phone, seat, name)
        assert holds(phone) == [seat]
    late = scan(open_page, started, 9)
    expect(late.locator(".seat-card--taken")).to_have_count(3)
    expect(late.locator('[data-field="lead"]')).to_contain_text("Every seat is already on a phone")


def test_a_phone_that_comes_late_to_a_race_with_an_opponent_may_watch_it(
    running: Running, open_page: OpenPage
) -> None:
    opponents = (
        Player(name, (colour,), "walker")
        for name, colour in zip(("Owl", "Frog"), COLOURS[1:], strict=False)
    )
    seats = (Player("Ann", (COLOURS[0],)), *opponents)
    running.table.actor.submit(Begin(Setup(seats)))
    ann = scan(open_page, running, 1)
    card(ann, "Ann").tap()
    sits_at(ann, 0, "Ann")
    late = scan(open_page, running, 2)
    expect(late.locator('[data-field="lead"]')).to_contain_text("Every seat is already on a phone")
    expect(late.get_by_role("main").get_by_role("link", name="Watch the race")).to_be_visible()
    late.goto(running.address)
    expect(late.locator(".seat-card--taken")).to_be_visible()
    expect(late.locator('[data-do="tap"]')).to_be_hidden()


@pytest.mark.long
def test_a_phone_that_has_a_seat_opens_its_hand(started: Running, open_page: OpenPage) -> None:
    phone = scan(open_page, started, 1)
    card(phone, "Ben").tap()
    sits_at(phone, 1, "Ben")
    phone.goto(f"{started.address}/")
    expect(card(phone, "Ben")).to_contain_text("Open your hand")
    expect(card(phone, "Ann")).to_contain_text("Take this seat")
    card(phone, "Ben").tap()
    sits_at(phone, 1, "Ben")


@pytest.mark.long
def test_one_phone_takes_several_seats_and_says_the_code_once(
    started: Running, open_page: OpenPage
) -> None:
    phone = open_page("/", PHONE, **far(1))
    card(phone, "Ann").tap()
    typed = phone.get_by_label("Table code")
    expect(typed).to_be_focused()
    typed.fill(f" {started.phones.code[:3].lower()}-{started.phones.code[3:].lower()} ")
    phone.keyboard.press("Enter")
    sits_at(phone, 0, "Ann")
    phone.goto(f"{started.address}/")
    card(phone, "Cem").tap()
    sits_at(phone, 2, "Cem")
    assert holds(phone) == [0, 2]


@pytest.mark.long
def test_a_wrong_code_is_said_at_its_field_and_can_be_mended(
    started: Running, open_page: OpenPage
) -> None:
    phone = open_page("/", PHONE, **far(1))
    card(phone, "Ann").tap()
    typed = phone.get_by_label("Table code")
    for code, complaint in (
        ("", "Type the code first."),
        ("ABC", "The code has six letters and digits."),
        (WRONG_CODE, "That is not this board's code"),
    ):
        typed.fill(code)
        phone.locator('[data-do="enter-code"]').tap()
        wrong = phone.locator('[data-field="code-wrong"]')
        expect(wrong).to_contain_text(complaint)
        expect(typed).to_have_attribute("aria-invalid", "true")
        expect(typed).to_have_accessible_description(f"{HINT} {wrong.inner_text()}")
    assert holds(phone) == []
    typed.fill(started.phones.code)
    phone.keyboard.press("Enter")
    sits_at(phone, 0, "Ann")


@pytest.mark.long
def test_a_code_that_was_replaced_is_asked_for_again(started: Running, open_page: OpenPage) -> None:
    old = started.phones.code
    started.phones.renew_code()
    phone = open_page(f"/join#{old}", PHONE, **far(1))
    expect(phone.locator('[data-field="code-wrong"]')).to_contain_text("not this board's code")
    phone.get_by_label("Table code").fill(started.phones.code)
    phone.locator('[data-do="enter-code"]').tap()
    card(phone, "Ann").tap()
    sits_at(phone, 0, "Ann")


@pytest.mark.long
def test_who_guesses_too_often_has_to_wait(started: Running, open_page: OpenPage) -> None:
    phone = open_page("/", PHONE, **far(1))
    card(phone, "Ann").tap()
    wrong = phone.locator('[data-field="code-wrong"]')
    for guess in ("00000A", "00000B", "00000C", "00000D", "00000E"):
        phone.get_by_label("Table code").fill(guess)
        with phone.expect_response("**/api/join/code") as answer:
            phone.locator('[data-do="enter-code"]').tap()
        assert answer.value.status == 403
        expect(wrong).to_contain_text("not this board's code")
    phone.get_by_label("Table code").fill(started.phones.code)
    phone.locator('[data-do="enter-code"]').tap()
    expect(wrong).to_contain_text("Too many wrong tries.")
    assert holds(phone) == []


@pytest.mark.long
def test_a_seat_cannot_be_stolen(started: Running, open_page: OpenPage) -> None:
    owner, thief = scan(open_page, started, 1), scan(open_page, started, 2)
    expect(card(thief, "Ann")).to_have_class("seat-card seat-card--free")
    card(owner, "Ann").tap()
    sits_at(owner, 0, "Ann")
    stolen = post(thief, "/api/join", {"seat": 0, "code": started.phones.code})
    assert stolen["error"]["code"] == "seat-taken"
    assert (holds(owner), holds(thief)) == ([0], [])
    expect(card(thief, "Ann")).to_contain_text("On another phone")
    expect(card(thief, "Ann")).not_to_have_role("button")


@pytest.mark.long
def test_two_phones_that_want_the_same_seat_at_once(started: Running, open_page: OpenPage) -> None:
    quick, slow = scan(open_page, started, 1), scan(open_page, started, 2)
    expect(card(slow, "Ben")).to_be_enabled()
    # It is taken while the finger comes down.
    slow.route("**/api/join", lambda route: (started.phones.take(None, "Ben"), route.continue_()))
    card(slow, "Ben").tap()
    expect(slow.locator('[data-field="toast"]')).to_contain_text("Ben's seat is on another phone")
    expect(card(slow, "Ben")).to_contain_text("On another phone")
    expect(card(quick, "Ben")).to_contain_text("On another phone")
    assert holds(slow) == []


@pytest.mark.long
def test_a_runner_held_on_the_lit_square_gives_its_seat(
    started: Running, open_page: OpenPage
) -> None:
    phone = open_page("/", PHONE, **far(1))
    phone.locator('[data-do="tap"]').tap()
    phone.get_by_label("Table code").fill(started.phones.code)
    phone.keyboard.press("Enter")
    square = int(phone.locator(".lit b").inner_text())
    expect(phone.get_by_role("dialog")).to_have_accessible_name(
        f"Hold your runner on square {square}"
    )
    started.table.world.put(PLAYERS["Cem"][0], square)
    sits_at(phone, 2, "Cem")


@pytest.mark.long
def test_tapping_can_be_left_and_another_phone_tap_at_once(
    started: Running, open_page: OpenPage
) -> None:
    phones = [scan(open_page, started, number) for number in (1, 2)]
    for phone in phones:
        expect(card(phone, "Ann")).to_be_visible()
        phone.goto(f"{started.address}/")
    first, second = phones
    first.locator('[data-do="tap"]').tap()
    expect(first.locator(".lit")).to_be_visible()
    second.locator('[data-do="tap"]').tap()
    expect(second.locator('[data-field="toast"]')).to_be_visible()
    expect(second.get_by_role("dialog")).to_have_count(0)
    with first.expect_response("**/end"):
        first.locator('[data-do="cancel"]').tap()
    expect(first.locator('[data-do="tap"]')).to_be_focused()
    second.locator('[data-do="tap"]').tap()
    square = int(second.locator(".lit b").inner_text())
    started.table.world.put(PLAYERS["Ben"][0], square)
    sits_at(second, 1, "Ben")


@pytest.mark.long
def test_a_seat_is_handed_over_to_another_phone(started: Running, open_page: OpenPage) -> None:
    old = scan(open_page, started, 1)
    card(old, "Ben").tap()
    sits_at(old, 1, "Ben")
    old.goto(f"{started.address}/")
    expect(card(old, "Ben")).to_contain_text("Open your hand")
    code = started.phones.offer("Ben")
    new = scan(open_page, started, 2, code)
    sits_at(new, 1, "Ben")
    expect(card(old, "Ben")).to_contain_text("On another phone")
    assert holds(old) == []
    again = scan(open_page, started, 3, code)
    expect(again.locator('[data-field="lead"]')).to_contain_text("This code has been used")
    assert holds(again) == []


@pytest.mark.long
def test_a_seat_that_the_host_takes_back_is_free_at_the_gate(
    started: Running, open_page: OpenPage
) -> None:
    phone = scan(open_page, started, 1)
    card(phone, "Ann").tap()
    sits_at(phone, 0, "Ann")
    phone.goto(f"{started.address}/")
    expect(card(phone, "Ann")).to_contain_text("Open your hand")
    assert post(open_page("/"), "/api/seats/0/leave", {})["ok"]
    expect(card(phone, "Ann")).to_contain_text("Take this seat")
    assert holds(phone) == []


@pytest.mark.long
def test_at_the_board_no_code_is_asked_for(started: Running, open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.locator('[data-place="tap"]')).to_be_hidden()
    card(page, "Cem").click()
    sits_at(page, 2, "Cem")


@pytest.mark.long
def test_a_phone_that_is_the_hosts_sets_up_and_lets_others_in(
    running: Running, open_page: OpenPage
) -> None:
    host = open_page("/setup", PHONE, **far(1))
    say_pin(host, running.phones.pin)
    choose_players(host, PLAYERS, first="Ann")
    host.locator('[data-do="start"]').tap()
    expect(host.locator(".invitation__code")).to_contain_text(running.phones.code)
    expect(host.get_by_role("heading", level=1)).to_have_text("The race is on")
    expect(host.get_by_role("link", name="Take your seat")).to_be_in_viewport(ratio=1)
    expect(host.locator("img.qr")).to_have_js_property("complete", value=True)
    assert host.locator("img.qr").evaluate("(image) => image.naturalWidth") > 0
    guest = scan(open_page, running, 2)
    card(guest, "Ben").tap()
    sits_at(guest, 1, "Ben")
    host.get_by_role("link", name="Take your seat").tap()
    card(host, "Ann").tap()
    sits_at(host, 0, "Ann")


@pytest.mark.long
def test_setting_up_is_the_hosts(running: Running, open_page: OpenPage) -> None:
    phone = open_page("/setup", PHONE, **far(1))
    pin = phone.get_by_label("PIN", exact=True)
    expect(pin).to_be_focused()
    for typed, complaint in (("12", "The PIN has six digits."), ("not one", "The PIN has six")):
        pin.fill(typed)
        phone.locator('[data-do="enter-pin"]').tap()
        expect(phone.locator('[data-field="pin-wrong"]')).to_contain_text(complaint)
    wrong = "".join(str(9 - int(digit)) for digit in running.phones.pin)
    pin.fill(wrong)
    phone.keyboard.press("Enter")
    expect(phone.locator('[data-field="pin-wrong"]')).to_contain_text("That is not the PIN.")
    phone.keyboard.press("Escape")
    expect(phone.locator('[data-place="locked"]')).to_be_visible()
    expect(phone.locator("form.racers")).to_be_hidden()
    phone.locator('[data-do="pin"]').tap()
    phone.locator(".pin-where summary").tap()
    phone.locator('[data-do="show-pin"]').tap()
    expect(phone.locator('[data-field="pin-told"]')).to_contain_text("The board shows the PIN")
    say_pin(phone, running.phones.pin)
    choose_players(phone, PLAYERS, first="Ben")


@pytest.mark.long
def test_a_gate_left_open_follows_the_game(running: Running, open_page: OpenPage) -> None:
    waiting = scan(open_page, running, 1)
    expect(waiting.locator('[data-field="lead"]')).to_contain_text("No game has been set up yet")
    page = open_page("/setup", PHONE)
    choose_players(page, PLAYERS, first="Cem")
    begin(page)
    card(waiting, "Cem").tap()
    sits_at(waiting, 2, "Cem")


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/join", "/setup"])
def test_nothing_sticks_out_of_the_smallest_phone(
    path: str, started: Running, open_page: OpenPage
) -> None:
    page = open_page(path, NARROW, **far(1))
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".seat-card, .running__seats li, #code").first).to_be_attached()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.long
def test_a_phone_with_a_seat_is_not_asked_about_the_others(
    started: Running, open_page: OpenPage
) -> None:
    first, second = (open_page("/join", PHONE, **far(number)) for number in (1, 2))
    started.seat(first.context, 0)
    started.seat(second.context, 1)
    first.goto(started.address)
    expect(first.locator('[data-field="choose-title"]')).to_have_text("Your seat")
    expect(card(first, "Ben").locator("small")).to_have_text("On another phone")
