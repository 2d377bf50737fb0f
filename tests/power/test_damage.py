"""The files of a killed board are damaged: no confirmed action is lost without a word."""

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.power.damage import (
    COPY,
    FRAME,
    HEADER,
    LOG,
    Damage,
    Killed,
    checksums,
    flipped,
    misread_bits,
    words_unnoticed,
)
from tests.power.disk import BLOCK
from tests.power.evening import IN_MEMORY
from tests.support.tiers import few_or

FRAMES = 300
SEED = 64


@pytest.fixture(scope="module")
def killed() -> Killed:
    return Killed(FRAMES, SEED)


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=IN_MEMORY) as made:
        yield Path(made)


def chosen(most: int, count: int) -> list[range]:
    """So many places, spread evenly, the last one among them."""
    places = {most - 1 - number * most // count for number in range(count)}
    return [range(place, place + 1) for place in sorted(places)]


def test_whatever_word_of_the_log_changes_its_frame_is_refused(
    killed: Killed, folder: Path
) -> None:
    log, rng = killed.files[LOG], random.Random(SEED)
    assert words_unnoticed() == []
    assert list(checksums(log)) == [True] * (killed.frames + 1)
    for frame in rng.sample(range(killed.frames), 20):
        last = killed.last_before(frame, folder)
        bit = (HEADER + frame * FRAME) * 8 + rng.randrange(FRAME * 8)
        assert killed.read_by_sqlite(flipped(log, bit), folder) == last <= len(killed.rows)


@pytest.mark.parametrize("count", few_or(3, 40))
def test_no_damage_to_the_log_loses_a_confirmed_action(
    killed: Killed, folder: Path, count: int
) -> None:
    """At every frame: `python -m tests.power.damage`."""
    rng = random.Random(SEED)
    for places in chosen(killed.frames, count):
        for damage in killed.log_damages(places, rng):
            assert killed.outcome(damage, folder) in ("whole", "recovered"), damage[:2]
    bits = rng.sample(range(HEADER * 8), count)
    for damage in (each for bit in bits for each in killed.head_damages(range(bit, bit + 1))):
        assert killed.outcome(damage, folder) == "recovered", damage[:2]


@pytest.mark.parametrize("count", few_or(3, 40))
def test_no_damage_to_the_copy_loses_or_invents_an_action(
    killed: Killed, folder: Path, count: int
) -> None:
    for places in chosen(killed.blocks, count):
        for damage in killed.copy_damages(places, random.Random(SEED)):
            assert killed.outcome(damage, folder) == "whole", damage[:2]


@pytest.mark.parametrize("count", few_or(1, 4))
def test_whichever_bit_of_the_copy_changes_no_other_entry_is_read(
    killed: Killed, count: int
) -> None:
    for places in chosen(killed.blocks, count):
        assert misread_bits(killed, places) == []


def test_either_file_beside_the_journal_may_be_gone(killed: Killed, folder: Path) -> None:
    outcomes = {each.kind: killed.outcome(each, folder) for each in killed.without()}
    assert outcomes == {f"{LOG} gone": "recovered", f"{COPY} gone": "whole"}


@pytest.mark.parametrize("count", few_or(4, 100))
def test_damage_to_both_is_never_silent(killed: Killed, folder: Path, count: int) -> None:
    for damage in killed.damages_of_both(count, random.Random(SEED)):
        assert killed.outcome(damage, folder) not in ("silent", "invented"), damage[:2]


def test_what_both_have_lost_is_told(killed: Killed, folder: Path) -> None:
    """The first frame is damaged, and in the copy an entry in the middle."""
    middle = killed.blocks // 2 * BLOCK
    log = flipped(killed.files[LOG], (HEADER + FRAME // 2) * 8)
    copy = killed.files[COPY]
    spoiled = copy[:middle] + bytes(BLOCK) + copy[middle + BLOCK :]
    both = {**killed.files, COPY: spoiled, LOG: log}
    assert killed.outcome(Damage("both", 0, both), folder) == "recovered", "later frames have it"
    both[LOG] = log[: HEADER + FRAME]
    assert killed.outcome(Damage("both, and the log cut short", 0, both), folder) == "reported"
