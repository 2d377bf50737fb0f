"""What can go wrong with a chip, and that it recovers."""

import random
import threading

import pytest

from hardware.simulated.pn532.faults import EVERY_FAULT, FAULTS, HANGS, Faults, Odds
from tests.support.simulated_pn532.bench import ACK, CONFIGURE, NACK, Bench, frame, reply
from tests.support.waiting import PATIENCE_S

VERSION = reply("03 32 01 06 07")
PORTS = reply("0d 3f 06 00")
SURE = Odds(late_s=0.05, corrupt=1.0, resets=1.0, busy=1.0, stale=1.0)


@pytest.fixture
def bench() -> Bench:
    bench = Bench(odds=SURE)
    bench.ready_chip()
    return bench


def says(bench: Bench, body: str) -> list[bytes]:
    """All a chip has to say to a command within a tenth of a second."""
    bench.chip.write(frame(body), anew=True)
    said = []
    for _ in range(200):
        bench.time.advance(0.0005)
        if bench.chip.ready():
            said.append(bench.chip.take())
    return said


def test_every_fault_has_a_description() -> None:
    assert set(FAULTS) == {
        "silent",
        "slow",
        "stuck_ready",
        "corrupt",
        "resets_itself",
        "lost_power",
        "busy",
        "stale",
    }
    assert set(EVERY_FAULT) - set(FAULTS) == {HANGS}
    assert all(title and text.endswith(".") for title, text in EVERY_FAULT.values())


def test_a_fault_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no fault 'tired'; there are silent, slow"):
        Faults().set("tired", on=True)


def test_faults_are_switched_on_and_off() -> None:
    faults = Faults()
    faults.set("slow", on=True)
    faults.set("stale", on=True)
    faults.set("slow", on=False)
    assert faults.active == {"stale"}
    faults.clear()
    assert faults.active == frozenset()


def test_a_silent_chip_answers_nothing_and_drops_its_field(bench: Bench) -> None:
    bench.ask("32 01 01")
    bench.chip.write(frame("02"), anew=True)
    bench.chip.faults.set("silent", on=True)
    assert bench.radio.fields_on() == {}
    assert bench.wait(bench.chip, 0.1) == b""
    assert says(bench, "02") == []
    bench.chip.faults.set("silent", on=False)
    assert says(bench, "02") == [ACK, VERSION]
    assert bench.chip.configured


def test_whoever_sends_a_chip_that_hangs_something_comes_back_once_it_is_mended(
    bench: Bench,
) -> None:
    bench.chip.faults.set(HANGS, on=True)
    back = threading.Event()

    def send() -> None:
        bench.chip.write(frame("02"), anew=True)
        back.set()

    sender = threading.Thread(target=send)
    sender.start()
    assert not back.wait(0.05)
    bench.chip.faults.clear()
    assert back.wait(PATIENCE_S)
    sender.join()
    assert bench.wait(bench.chip, 0.001) == ACK


def test_a_slow_chip_acknowledges_in_time_and_answers_late(bench: Bench) -> None:
    bench.chip.faults.set("slow", on=True)
    bench.chip.write(frame("02"), anew=True)
    assert bench.wait(bench.chip, 0.001) == ACK
    assert bench.wait(bench.chip, 0.05) == b""
    assert bench.wait(bench.chip, 0.003) == VERSION


def test_a_chip_stuck_ready_repeats_what_it_said_last(bench: Bench) -> None:
    assert bench.ask("02") == VERSION
    bench.chip.faults.set("stuck_ready", on=True)
    assert bench.chip.ready()
    assert [bench.chip.take(), bench.chip.take()] == [VERSION, VERSION]
    bench.chip.faults.clear()
    assert not bench.chip.ready()
    assert says(bench, "0c") == [ACK, PORTS]


def test_a_corrupt_chip_spoils_what_passes_in_both_directions() -> None:
    faults = Faults(lambda: random.Random(1), SURE)
    faults.set("corrupt", on=True)
    spoilt = [faults.spoil(VERSION) for _ in range(200)]
    assert all(arrived != VERSION for arrived in spoilt)
    lengths = {len(arrived) for arrived in spoilt}
    assert min(lengths) < len(VERSION) < max(lengths)
    flips = [
        sum((one ^ other).bit_count() for one, other in zip(arrived, VERSION, strict=True))
        for arrived in spoilt
        if len(arrived) == len(VERSION)
    ]
    assert set(flips) <= {1, 2, 3}
    bench = Bench(odds=Odds(corrupt=0.5))
    bench.ready_chip()
    bench.chip.faults.set("corrupt", on=True)
    answers = [says(bench, "02") for _ in range(100)]
    assert [] in answers, "a spoilt command is not acknowledged"
    assert [ACK, VERSION] in answers
    assert any(len(said) == 2 and said[0] == ACK and said[1] != VERSION for said in answers)
    bench.chip.faults.clear()
    assert says(bench, "02") == [ACK, VERSION]


def test_a_chip_that_resets_itself_has_to_be_woken_and_configured(bench: Bench) -> None:
    bench.ask("32 01 01")
    bench.chip.faults.set("resets_itself", on=True)
    assert says(bench, "02") == []
    assert (bench.chip.mode, bench.radio.fields_on()) == ("starting", {})
    bench.chip.faults.clear()
    assert says(bench, "02") == []
    bench.chip.wake("spi")
    assert says(bench, "02") == [ACK, VERSION]
    assert not bench.chip.configured


def test_a_chip_without_power_draws_nothing_and_starts_afresh(bench: Bench) -> None:
    before_ma = bench.radio.current_ma
    bench.ask("32 01 01")
    bench.chip.faults.set("lost_power", on=True)
    assert bench.radio.current_ma == pytest.approx(before_ma - 36)
    assert not bench.chip.is_there()
    bench.chip.wake("spi")
    bench.chip.reset()
    assert says(bench, "02") == []
    bench.chip.faults.set("lost_power", on=False)
    assert bench.chip.mode == "starting"
    bench.chip.wake("spi")
    assert says(bench, CONFIGURE) == [ACK, reply("15")]


def test_power_that_was_away_for_a_moment_between_two_looks_is_noticed(bench: Bench) -> None:
    bench.chip.faults.set("lost_power", on=True)
    bench.chip.faults.set("lost_power", on=False)
    assert not bench.chip.configured


def test_a_chip_needs_its_plug_and_its_power(bench: Bench) -> None:
    bench.chip.faults.set("lost_power", on=True)
    bench.chip.cut_power()
    bench.chip.faults.set("lost_power", on=False)
    modes = [bench.chip.mode]
    bench.chip.restore_power()
    modes.append(bench.chip.mode)
    assert modes == ["unpowered", "starting"]


def test_a_busy_chip_does_not_listen(bench: Bench) -> None:
    bench.chip.faults.set("busy", on=True)
    assert says(bench, "02") == []
    assert not bench.chip.is_there()
    bench.chip.faults.clear()
    assert says(bench, "02") == [ACK, VERSION]


def test_a_stale_chip_gives_the_answer_before(bench: Bench) -> None:
    bench.ask("02")
    bench.chip.faults.set("stale", on=True)
    assert says(bench, "0c") == [ACK, VERSION]
    bench.chip.faults.clear()
    bench.chip.write(NACK, anew=True)
    assert bench.wait(bench.chip, 0.01) == PORTS


def test_a_hanging_chip_cannot_be_woken(bench: Bench) -> None:
    bench.chip.reset()
    bench.chip.faults.set("silent", on=True)
    bench.chip.wake("spi")
    assert bench.chip.mode == "starting"
