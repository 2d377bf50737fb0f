"""Whose phone is whose: what the register gives away, to whom, and what it remembers."""

import json
import logging
import re
from pathlib import Path

import pytest

from controller.game.pieces import key_of
from controller.refusal import Refusal
from hardware.clock import ManualClock
from tests.support.companion import phones_of
from web.access.kept_phones import MOST_NAMES
from web.access.limits import EACH, FORGET_S, WITHIN_S
from web.access.phones import (
    HAND_OVER_S,
    MOST_AT_BOARD,
    MOST_HOSTS,
    PHONES_FILE,
    PINS_TOGETHER,
    Phones,
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def phones(tmp_path: Path, clock: ManualClock) -> Phones:
    return phones_of(tmp_path, clock)


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> str:
    return refused.value.code


def test_a_seat_belongs_to_the_phone_that_took_it(phones: Phones) -> None:
    anns = phones.take(None, "Ann")
    assert phones.rights(anns).names == {"ann"}
    with pytest.raises(Refusal) as refused:
        phones.take(None, "ANN ")
    assert code_of(refused) == "seat-taken"
    assert "Ann" not in phones.rights("somebody else").names
    assert phones.take(anns, "Ann") == anns, "taking it twice is no theft"


def test_one_phone_may_hold_several_seats(phones: Phones) -> None:
    token = phones.take(None, "Ann")
    assert phones.take(token, "Ben") == token
    assert phones.rights(token).names == {"ann", "ben"}


def test_a_seat_that_is_left_is_free(phones: Phones) -> None:
    anns = phones.take(None, "Ann")
    phones.leave("Ann")
    assert phones.holder("Ann") is None
    assert phones.rights(anns).names == frozenset()
    assert phones.take(None, "Ann") != anns


def test_a_board_knows_its_phones_again_after_a_power_cut(tmp_path: Path, phones: Phones) -> None:
    token = phones.make_host(phones.take(None, "Ann"), phones.pin, "here")
    again = phones_of(tmp_path)
    assert again.rights(token) == phones.rights(token)
    assert again.rights(token).host
    assert (again.board, again.code) == (phones.board, phones.code)


def test_neither_token_nor_pin_is_on_the_disk(tmp_path: Path, phones: Phones) -> None:
    token = phones.take(None, "Ann")
    phones.make_host(token, phones.pin, "here")
    kept = (tmp_path / PHONES_FILE).read_text("utf-8")
    assert token not in kept
    assert re.search(rf"\b{phones.pin}\b", kept) is None


def test_a_file_that_makes_no_sense_is_a_new_beginning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / PHONES_FILE).write_text("[1, 2", "utf-8")
    with caplog.at_level(logging.WARNING):
        phones = phones_of(tmp_path)
    assert "have to join again" in caplog.text
    phones.take(None, "Ann")
    assert json.loads((tmp_path / PHONES_FILE).read_text("utf-8"))["board"] == phones.board


@pytest.mark.parametrize("damaged", ["board", "code"])
def test_a_file_with_a_line_break_in_a_name_is_damaged(
    tmp_path: Path, phones: Phones, damaged: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The cookie is named after the board: no browser could be sent it, and nobody could join."""
    phones.take(None, "Ann")
    file = tmp_path / PHONES_FILE
    kept = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**kept, damaged: f"{kept[damaged]}\n"}), "utf-8")
    again = phones_of(tmp_path)
    assert "the phones have to join again" in caplog.text
    assert "\n" not in again.board + again.code


def test_a_file_nested_without_end_is_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / PHONES_FILE).write_text('{"phones":' + "[" * 100_000, "utf-8")
    assert phones_of(tmp_path).holder("Ann") is None
    assert "the phones have to join again" in caplog.text


def test_a_disk_that_takes_nothing_stops_nobody_from_joining(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    phones = phones_of(tmp_path / "not there")
    with caplog.at_level(logging.WARNING):
        token = phones.take(None, "Ann")
    assert phones.rights(token).names == {"ann"}
    assert "cannot be written" in caplog.text


def test_a_person_is_not_forgotten_where_the_file_keeps_the_name(tmp_path: Path) -> None:
    phones = phones_of(tmp_path / "not there")
    phones.take(None, "Ann")
    with pytest.raises(Refusal, match="Is the disk full") as refused:
        phones.forget(key_of("Ann"))
    assert code_of(refused) == "not-saved"


@pytest.mark.parametrize("typed", ["{}", " {} ", "{} ".replace("{}", "{}")])
def test_a_code_is_forgiven_how_it_is_typed(phones: Phones, typed: str) -> None:
    phones.check_code(typed.format(phones.code.lower()), "here")
    phones.check_code(f"{phones.code[:3]}-{phones.code[3:]}", "here")
    phones.check_code(phones.code.replace("1", "l").replace("0", "o"), "here")


@pytest.mark.parametrize("typed", ["", "WRONG1", "ÄÖÜßßß", "\ud800" * 6, None])
def test_a_wrong_code_lets_nobody_in(phones: Phones, typed: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        phones.check_code(typed, "here")
    assert code_of(refused) == "wrong-code"


def test_a_new_code_makes_the_old_one_useless(phones: Phones) -> None:
    old, anns = phones.code, phones.take(None, "Ann")
    assert phones.renew_code() == phones.code != old
    with pytest.raises(Refusal):
        phones.check_code(old, "here")
    assert phones.rights(anns).names == {"ann"}, "who has joined stays"


def test_who_guesses_too_often_waits_and_even_a_right_guess_does_not_help(
    phones: Phones, clock: ManualClock
) -> None:
    for _ in range(EACH):
        with pytest.raises(Refusal):
            phones.make_host(None, "no", "him")
    with pytest.raises(Refusal) as refused:
        phones.make_host(None, phones.pin, "him")
    assert code_of(refused) == "too-many-tries"
    assert f"Try again in {WITHIN_S:.0f} s." in refused.value.message
    assert phones.rights(phones.make_host(None, phones.pin, "her")).host, "she has not guessed"
    clock.advance(WITHIN_S)
    assert phones.rights(phones.make_host(None, phones.pin, "him")).host


def test_wrong_guesses_of_others_do_not_delay_the_right_pin(phones: Phones) -> None:
    for number in range(4 * EACH):
        with pytest.raises(Refusal):
            phones.make_host(None, "no", f"192.0.2.{number % 4}")
    with pytest.raises(Refusal):
        phones.make_host(None, "mistyped", "192.0.2.7")
    assert phones.rights(phones.make_host(None, phones.pin, "192.0.2.7")).host


def test_from_ever_new_addresses_guessing_is_slow_but_a_player_is_not_delayed(
    phones: Phones,
) -> None:
    anns = phones.take(None, "Ann")
    for number in range(PINS_TOGETHER):
        with pytest.raises(Refusal):
            phones.make_host(None, "no", f"address {number}")
    with pytest.raises(Refusal) as refused:
        phones.make_host(None, phones.pin, "another address")
    assert code_of(refused) == "too-many-tries"
    assert phones.rights(phones.make_host(anns, phones.pin, "another address")).host


def test_a_network_with_many_addresses_guesses_like_one(phones: Phones) -> None:
    for number in range(EACH):
        with pytest.raises(Refusal):
            phones.make_host(None, "no", f"2001:db8::{number}")
    with pytest.raises(Refusal) as refused:
        phones.make_host(None, phones.pin, "2001:db8::ffff")
    assert code_of(refused) == "too-many-tries"
    assert phones.rights(phones.make_host(None, phones.pin, "2001:db8:0:1::1")).host


def test_a_seat_that_changes_phones_gives_no_more_guesses(phones: Phones) -> None:
    for number in range(EACH):
        token = phones.take(None, "Ann")
        with pytest.raises(Refusal):
            phones.make_host(token, "no", f"192.0.2.{number}")
        phones.leave("Ann")
    with pytest.raises(Refusal) as refused:
        phones.make_host(phones.take(None, "Ann"), phones.pin, "192.0.2.99")
    assert code_of(refused) == "too-many-tries"


def test_guessing_on_takes_longer_and_longer(phones: Phones, clock: ManualClock) -> None:
    guesses, begun_s = 0, clock.now_s()
    while clock.now_s() < begun_s + FORGET_S:
        with pytest.raises(Refusal) as refused:
            phones.make_host(None, "no", "192.0.2.66")
        guesses += code_of(refused) == "wrong-pin"
        clock.advance(1.0)
    # Five at once, then after 1, 2, 4, 8, 15, 15 and 15 minutes are over.
    assert guesses == EACH + 6


def test_a_seat_is_handed_over_once(phones: Phones) -> None:
    anns = phones.take(None, "Ann")
    code = phones.offer("Ann")
    assert phones.rights(anns).names == {"ann"}, "until the other phone has it"
    bens = phones.redeem(None, code, "here")
    assert phones.rights(bens).names == {"ann"}
    assert phones.rights(anns).names == frozenset()
    with pytest.raises(Refusal) as refused:
        phones.redeem(None, code, "here")
    assert code_of(refused) == "wrong-code"


def test_an_offer_ends(phones: Phones, clock: ManualClock) -> None:
    phones.take(None, "Ann")
    late, withdrawn = phones.offer("Ann"), ""
    clock.advance(HAND_OVER_S)
    with pytest.raises(Refusal):
        phones.redeem(None, late, "here")
    withdrawn = phones.offer("Ann")
    phones.leave("Ann")
    with pytest.raises(Refusal):
        phones.redeem(None, withdrawn, "here")


def test_only_the_latest_offer_of_a_seat_counts(phones: Phones) -> None:
    phones.take(None, "Ann")
    first = phones.offer("Ann")
    phones.offer("Ann")
    with pytest.raises(Refusal):
        phones.redeem(None, first, "here")


def test_offers_that_nobody_took_are_forgotten(phones: Phones, clock: ManualClock) -> None:
    for number in range(100):
        phones.offer(f"player {number}")
        clock.advance(HAND_OVER_S / 4)
    assert phones.offered <= 5


def test_a_host_may_be_one_no_longer(phones: Phones) -> None:
    token = phones.make_host(None, phones.pin, "here")
    phones.end_host(token)
    assert not phones.rights(token).host


def test_who_is_no_host_stops_being_one_without_a_change(phones: Phones) -> None:
    token = phones.take(None, "Ann")
    before = phones.revision
    for each in (token, "forged", None):
        phones.end_host(each)
    assert phones.revision == before
    assert phones.rights(token).names == {"ann"}


def test_the_register_is_bounded(tmp_path: Path, phones: Phones) -> None:
    first = phones.take(None, "player 0")
    hosts = [phones.make_host(None, phones.pin, "here") for _ in range(MOST_HOSTS + 1)]
    for number in range(1, MOST_NAMES + 1):
        phones.take(None, f"player {number}")
    assert not phones.rights(first).names, "the seat of long ago is forgotten"
    assert phones.holder(f"player {MOST_NAMES}") == "phone"
    assert not phones.rights(hosts[0]).host
    assert phones.rights(hosts[-1]).host
    kept = json.loads((tmp_path / PHONES_FILE).read_text("utf-8"))
    assert len(kept["phones"]) == MOST_NAMES + MOST_HOSTS


def test_a_laptop_with_the_names_of_many_evenings_takes_no_seat_from_a_phone(
    phones: Phones,
) -> None:
    laptop = None
    for number in range(MOST_NAMES):
        laptop = phones.take(laptop, f"player {number}", screen=True)
    ann = phones.take(None, "Ann")
    phones.take(laptop, "Ben", screen=True)
    assert phones.rights(ann).names == {"ann"}
    assert "ben" in phones.rights(laptop).names
    assert not phones.holder("player 0"), "it is the laptop's oldest names that are forgotten"


def test_a_laptop_with_todays_seats_keeps_them_beside_phones_of_other_evenings(
    phones: Phones,
) -> None:
    for number in range(MOST_NAMES - 3):
        phones.take(None, f"player {number}")
    laptop = None
    for name in ("Ann", "Ben", "Cem", "Dot"):
        laptop = phones.take(laptop, name, screen=True)
    assert phones.rights(laptop).names == {"ann", "ben", "cem", "dot"}
    assert not phones.holder("player 0")


@pytest.mark.parametrize("key", ["", "0" * 32, "\udc80", "é"])
def test_a_wrong_key_puts_nobody_at_the_board(phones: Phones, key: str) -> None:
    token = phones.take(None, "Ann")
    before = phones.revision
    assert phones.seat_at_board(token, key) is None
    assert not phones.rights(token).at_board
    assert phones.revision == before


def test_a_browser_at_the_board_is_known_after_a_restart_and_its_key_is_not(
    tmp_path: Path, phones: Phones
) -> None:
    token = phones.seat_at_board(None, phones.board_key)
    after = phones_of(tmp_path)
    assert after.rights(token).at_board
    assert after.seat_at_board(None, phones.board_key) is None
    assert phones.board_key not in (tmp_path / PHONES_FILE).read_text("utf-8")


def test_browsers_at_the_board_are_bounded(phones: Phones) -> None:
    key = phones.board_key
    tokens = [phones.seat_at_board(None, key) for _ in range(MOST_AT_BOARD + 1)]
    assert [phones.rights(each).at_board for each in tokens] == [False] + [True] * MOST_AT_BOARD


def test_every_change_is_told(phones: Phones) -> None:
    told: list[int] = []
    phones.changed = lambda: told.append(phones.revision)
    token = phones.take(None, "Ann")
    phones.take(token, "Ann")
    phones.leave("Ann")
    assert told == [1, 2], "what changes nothing is not told"


def test_what_a_newer_version_has_added_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / PHONES_FILE
    before = phones_of(tmp_path)
    token = before.take(None, "Ann")
    kept = json.loads(file.read_text("utf-8"))
    kept["phones"][0]["nickname"] = "Annie"
    file.write_text(json.dumps({**kept, "mood": "cheerful"}), "utf-8")
    after = phones_of(tmp_path)
    assert (after.board, after.code) == (before.board, before.code)
    assert after.rights(token).names == {"ann"}


def test_the_code_on_a_printed_card_holds_though_nobody_has_joined(tmp_path: Path) -> None:
    first = phones_of(tmp_path)
    again = phones_of(tmp_path)
    assert (again.code, again.board) == (first.code, first.board)
