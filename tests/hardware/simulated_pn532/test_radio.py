"""Fields, currents, tags and neighbours."""

import pytest

from hardware.ports import Uid
from hardware.simulated.pn532.radio import GARBLED, MOVING, WEAK, Bleeding, Quality, Radio
from hardware.simulated.pn532.tags import tag_of
from tests.support.simulated_pn532.bench import BLUE, RED, RED_CROWN, Bench

RED_BYTES, BLUE_BYTES = bytes.fromhex(RED), bytes.fromhex(BLUE)


def scans(bench: Bench, square: int = 1, times: int = 400) -> list[list[bytes]]:
    found = []
    for _ in range(times):
        bench.time.advance(0.011)
        found.append([tag.uid for tag in bench.radio.scan(square)])
    return found


def share(found: list[list[bytes]], uid: bytes) -> float:
    return sum(uid in uids for uids in found) / len(found)


def field(bench: Bench, square: int, *, on: bool = True) -> None:
    bench.radio.switch(square, "field on" if on else "field off", bench.time.now_s())


def test_good_tags_always_answer_on_their_square_and_nowhere_else() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    bench.world.put("blue", 1)
    field(bench, 1)
    assert share(scans(bench), RED_BYTES) == share(scans(bench), BLUE_BYTES) == 1.0
    field(bench, 1, on=False)
    field(bench, 2)
    assert scans(bench, 2) == [[]] * 400


def test_the_crown_answers_when_the_runner_stands_on_its_head() -> None:
    bench = Bench()
    bench.world.put("red", 1, face_down=True)
    assert [tag.uid for tag in bench.radio.scan(1)] == [bytes.fromhex(RED_CROWN)]


def test_three_tries_find_a_weak_tag_nine_times_out_of_ten() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    bench.radio.set_quality(RED, WEAK)
    found = scans(bench, times=1200)
    in_threes = [found[n] + found[n + 1] + found[n + 2] for n in range(0, 1200, 3)]
    assert share(in_threes, RED_BYTES) == pytest.approx(0.9, abs=0.04)


def test_a_garbled_tag_has_another_uid_now_and_then() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    bench.radio.set_quality(RED, GARBLED)
    found = scans(bench)
    assert share(found, RED_BYTES) == pytest.approx(0.7, abs=0.08)
    assert all(len(uids) == 1 and len(uids[0]) == 7 for uids in found)


def test_a_moving_tag_is_near_for_part_of_the_time() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    bench.radio.set_quality(RED, MOVING)
    assert share(scans(bench), RED_BYTES) == pytest.approx(0.5, abs=0.05)
    bench.radio.set_quality(RED, Quality())
    assert share(scans(bench), RED_BYTES) == 1.0


def test_a_neighbour_bleeds_only_while_its_field_is_on() -> None:
    bench = Bench()
    bench.world.put("red", 2)
    field(bench, 1)
    assert share(scans(bench), RED_BYTES) == 0.0
    field(bench, 2)
    found = scans(bench)
    assert share(found, RED_BYTES) == pytest.approx(0.3 * 0.7, abs=0.06)
    garbled = [uid for uids in found for uid in uids if uid != RED_BYTES]
    assert len(garbled) / len(found) == pytest.approx(0.3 * 0.3, abs=0.05)
    field(bench, 2, on=False)
    assert scans(bench) == [[]] * 400


def test_a_field_out_of_reach_does_not_matter() -> None:
    bench = Bench()
    bench.world.put("red", 2)
    bench.world.put("blue", 3)
    field(bench, 1)
    field(bench, 3)
    assert scans(bench) == [[]] * 400


def test_how_far_and_how_often_neighbours_bleed_are_parameters() -> None:
    bench = Bench(bleeding=Bleeding(reach_mm=101.0, read=1.0, garbled=0.0))
    bench.world.put("red", 3)
    field(bench, 1)
    field(bench, 3)
    assert share(scans(bench), RED_BYTES) == 1.0


def test_currents_are_added_up() -> None:
    bench = Bench()
    assert bench.radio.current_ma == pytest.approx(8 * 0.045)
    bench.wake()
    assert bench.radio.current_ma == pytest.approx(8 * 36)
    for square in (1, 3, 7):
        field(bench, square)
    assert bench.radio.current_ma == pytest.approx(5 * 36 + 3 * 110)
    field(bench, 3, on=False)
    assert bench.radio.current_ma == pytest.approx(6 * 36 + 2 * 110)
    assert bench.radio.peak_ma == pytest.approx(5 * 36 + 3 * 110)
    assert (bench.radio.most_fields, bench.radio.closest) == (3, 2)


def test_times_are_added_up() -> None:
    bench = Bench()
    bench.radio.start_anew()
    field(bench, 1)
    bench.time.advance(2.0)
    field(bench, 2)
    bench.time.advance(1.0)
    field(bench, 1, on=False)
    bench.time.advance(4.0)
    assert bench.radio.field_s == pytest.approx(2.0 + 2 * 1.0 + 4.0)
    charge = 2 * (110 + 7 * 0.045) + (220 + 6 * 0.045) + 4 * (110 + 7 * 0.045)
    assert bench.radio.charge_mas == pytest.approx(charge)
    bench.radio.start_anew()
    assert (bench.radio.field_s, bench.radio.closest, bench.radio.most_fields) == (0.0, None, 1)


def test_a_change_announced_ahead_happens_in_its_time() -> None:
    bench = Bench()
    bench.radio.switch(1, "field on", bench.time.now_s())
    bench.radio.switch(1, "field off", bench.time.now_s() + 0.5)
    bench.radio.switch(2, "field on", bench.time.now_s() + 0.6)
    bench.time.advance(0.4)
    assert set(bench.radio.fields_on()) == {1}
    bench.time.advance(0.3)
    assert set(bench.radio.fields_on()) == {2}
    assert bench.radio.closest is None


def test_a_reader_that_falls_asleep_or_loses_power_has_no_field() -> None:
    bench = Bench()
    bench.wake()
    for square, change in ((1, "asleep"), (2, "unpowered")):
        field(bench, square)
        bench.radio.switch(square, change, bench.time.now_s())  # type: ignore[arg-type] # one of two words
    assert bench.radio.fields_on() == {}
    assert bench.radio.current_ma == pytest.approx(6 * 36 + 0.045)


def test_closeness_counts_rows_and_columns() -> None:
    places = {n: (55.0 * (n % 8), 55.0 * (n // 8)) for n in range(64)}
    bench = Bench({n + 1: place for n, place in places.items()})
    field(bench, 1)
    field(bench, 1 + 2 * 8 + 3)
    assert bench.radio.closest == 3
    field(bench, 64)
    assert bench.radio.closest == 3
    field(bench, 64 - 9)
    assert bench.radio.closest == 1


def test_what_is_no_uid_is_refused() -> None:
    with pytest.raises(ValueError, match="'0401' is no UID of a tag: it takes 4, 7 or 10 bytes"):
        tag_of(Uid("0401"))


def test_a_closed_radio_looks_at_the_world_no_more() -> None:
    bench = Bench()
    bench.radio.close()
    bench.world.put("red", 1)
    assert bench.radio.scan(1) == []


def test_a_lone_reader_has_a_radio_too() -> None:
    bench = Bench()
    radio = Radio(bench.world, {1: (0.0, 0.0)}, bench.time, rng=bench.radio.rng)
    bench.world.put("red", 1)
    assert [tag.uid for tag in radio.scan(1)] == [RED_BYTES]
    assert radio.closest is None


def test_a_tag_is_read_as_its_place_and_height_allow() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    bench.radio.set_spot(1, "near left", 0.0)
    field(bench, 1)
    assert share(scans(bench), RED_BYTES) == 1.0
    bench.world.place("red", "near left")
    assert share(scans(bench), RED_BYTES) == 0.0
    bench.world.place("red", "centre", 20.0)
    assert share(scans(bench), RED_BYTES) == 1.0
    bench.radio.set_range(1, 19.0)
    assert share(scans(bench), RED_BYTES) == 0.0


def test_one_reader_alone_may_read_a_tag_of_another_square() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    bench.radio.set_stray(2, 1, 0.5)
    field(bench, 2)
    assert share(scans(bench, 2), RED_BYTES) == pytest.approx(0.5, abs=0.08)
    assert scans(bench, 3) == [[]] * 400


def test_the_tag_on_the_upper_end_is_read_as_often_as_was_set() -> None:
    bench = Bench()
    bench.world.put("red", 1)
    field(bench, 1)
    crown = bytes.fromhex(RED_CROWN)
    assert share(scans(bench), crown) == 0.0
    bench.radio.set_upper(0.25)
    found = scans(bench)
    assert share(found, crown) == pytest.approx(0.25, abs=0.08)
    assert share(found, RED_BYTES) == 1.0
