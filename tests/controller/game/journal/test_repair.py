"""Damaged journals: kept aside, and what can be saved of them goes on."""

import logging
import random
import sys
from pathlib import Path

import pytest

from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.files.file_format import JournalBusy, Row
from controller.game.journal.journal import (
    Journal,
    JournalDamaged,
    JournalForeign,
    JournalUnwritable,
)
from controller.game.journal.kept_games import kept_games
from controller.game.journal.repair import (
    open_journal,
    readable_rows,
    whole_games,
    write_journal,
)
from tests.controller.game.journal.test_journal_versions import of_format
from tests.support.disk import no_room_in
from tests.support.journal.files import PAGE, alter, contents, leave_damaged, rows

GAMES = 12
BITS = 60


@pytest.fixture
def whole(path: Path) -> bytes:
    """A journal of some games and several pages; returns the file."""
    journal = Journal(path)
    for _ in range(GAMES):
        journal.append("begin", "{}" * 100)
        for number in range(40):
            journal.append("play", f"f{number}")
    journal.close()
    return path.read_bytes()


def spoil(path: Path, whole: bytes, page: int) -> None:
    path.write_bytes(whole[: page * PAGE] + b"\xaa" * PAGE + whole[(page + 1) * PAGE :])


def test_a_page_of_garbage_takes_no_time_without_end(path: Path) -> None:
    """It looks like a leaf with a thousand entries, each with a head of all the rest."""
    leaf = b"\x0d\x00\x00\x03\xe8\x00\x00\x00" + b"\x08\x00" * 1000
    endless = b"\xff" * 9 + b"\x01" + b"\xff" * 9
    path.write_bytes((leaf.ljust(2048, b"\x00") + endless).ljust(PAGE, b"\x01"))
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        assert readable_rows(path) == []
    finally:
        sys.setprofile(None)
    assert calls < 100_000


def test_of_a_journal_that_is_whole_every_entry_can_be_read(path: Path, whole: bytes) -> None:
    assert readable_rows(path) == [Row(*row) for row in rows(path)]
    assert whole_games(readable_rows(path)) == readable_rows(path)
    assert path.read_bytes() == whole


def test_whatever_page_is_spoiled_the_rest_goes_on_and_nothing_is_invented(
    path: Path, whole: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    before = rows(path)
    saved = []
    for page in range(len(whole) // PAGE):
        spoil(path, whole, page)
        damaged = path.read_bytes()
        open_journal(path).close()
        kept = path.with_name(f"journal.damaged-{page + 1}.sqlite")
        assert kept.read_bytes() == damaged
        assert str(kept) in caplog.text
        found = rows(path)
        assert set(found) <= set(before)
        saved.append(len(found))
    assert len(saved) > 5
    assert max(saved) == len(before), "a page that has no entries costs none"
    assert min(saved) > len(before) // 2
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_one_action_that_was_saved_is_told_in_the_singular(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    leave_damaged(path)
    open_journal(path).close()
    assert "What could be saved of it goes on: 1 action of 1 game. Please look" in caplog.text


def test_a_bit_that_has_changed_within_an_entry_costs_what_follows_and_no_more(
    path: Path, whole: bytes
) -> None:
    before = rows(path)
    number = 30
    entry = Row(*before[number - 1])
    at = whole.index(f"{entry.text}{entry.written_at}{entry.checksum}".encode()) + len("f")
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    with pytest.raises(JournalDamaged, match=f"entry {number} is not as it was written"):
        Journal(path)
    with pytest.raises(JournalDamaged, match=f"entry {number} is not as it was written"):
        kept_games(path)
    open_journal(path).close()
    game = len(before) // GAMES
    assert rows(path) == before[: number - 1] + before[game:]


def test_a_game_that_lost_its_end_is_listed_with_what_is_left(path: Path, whole: bytes) -> None:
    each = len(rows(path)) // GAMES
    ends = {1 + game * each: (game + 1) * each for game in range(GAMES)}
    first, last = 1 + 3 * each, 1 + 11 * each
    alter(path, f"UPDATE entry SET text = 'f9' WHERE id IN ({first + 30}, {last + 20})")
    journal = open_journal(path)
    left = {**ends, first: first + 29, last: last + 19}
    entries = {row.id: row for row in readable_rows(path)}
    assert journal.newest(GAMES) == tuple(
        (game, end, entries[end].checksum) for game, end in reversed(left.items())
    )
    journal.close()


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        (b"kind TEXT", b"kind TE\xffT"),
        (b"(kind IN", b"(kind\xffIN"),
        (b"CREATE TABLE sqlite_sequence", b"CREATE TAB\xffE sqlite_sequence"),
        (b"    text TEXT", b"    tent TEXT"),
        (b"\n    checksum", b"\n    chocksum"),
    ],
)
def test_a_journal_whose_tables_are_damaged_loses_nothing(
    path: Path, whole: bytes, table: bytes, damage: bytes
) -> None:
    before = rows(path)
    assert table in whole
    path.write_bytes(whole.replace(table, damage))
    with pytest.raises(JournalDamaged, match=f"{path} is damaged"):
        Journal(path)
    open_journal(path).close()
    assert rows(path) == before


def test_an_entry_without_its_text_is_damage(path: Path, whole: bytes) -> None:
    lengths = whole.index(b"\x06\x00\x15\x13")  # of the texts of an entry: “play” and three letters
    path.write_bytes(whole[: lengths + 3] + b"\x00" + whole[lengths + 4 :])
    with pytest.raises(JournalDamaged, match=f"{path} is damaged"):
        kept_games(path)
    open_journal(path).close()
    assert kept_games(path)


def test_whichever_bit_changes_nothing_is_invented(path: Path, whole: bytes) -> None:
    before = set(rows(path))
    rng = random.Random(64)
    for _ in range(BITS):
        bit = rng.randrange(len(whole) * 8)
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        try:
            found = Journal(path)
        except JournalForeign:
            continue
        except JournalDamaged:
            assert set(readable_rows(path)) <= before, f"bit {bit}"
        else:
            found.close()
            assert set(rows(path)) == before, f"bit {bit}"


def test_of_a_journal_of_an_earlier_format_too_what_can_be_read_goes_on(path: Path) -> None:
    before = of_format(2, path, games=40)
    whole = path.read_bytes()
    spoil(path, whole, len(whole) // PAGE - 1)
    open_journal(path).close()
    found = rows(path)
    assert len(found) > len(before) // 2
    assert set(found) <= set(before)


def test_what_follows_a_gap_stands_only_in_games_begun_after_it() -> None:
    lines = "begin {}|play f3|aside|begin {}|play f5|aside|load 1|play f4|begin {}|play f7"
    split = [line.partition(" ") for line in lines.split("|")]
    entries = [
        Row(number, kind, text, "1978-11-01")
        for number, (kind, _, text) in enumerate(split, start=1)
    ]
    assert whole_games(entries) == entries
    lost = [row for row in entries if row.id != 5]
    assert [row.id for row in whole_games(lost)] == [1, 2, 3, 4, 9, 10]
    assert [row.id for row in whole_games(entries[1:])] == [4, 5, 6, 9, 10]


def test_numbers_go_on_after_the_last_that_was_saved(path: Path, whole: bytes) -> None:
    spoil(path, whole, 1)
    journal = open_journal(path)
    last = journal.version
    assert last > 0
    assert journal.append("begin", "{}") == last + 1
    journal.close()


@pytest.mark.parametrize("content", [b"carrots and lettuces\n" * 400, b"\x00" * PAGE])
def test_what_is_no_database_at_all_is_kept_and_a_new_journal_begun(
    path: Path, content: bytes
) -> None:
    path.write_bytes(content)
    journal = open_journal(path)
    assert journal.version == 0
    journal.close()
    assert path.with_name("journal.damaged-1.sqlite").read_bytes() == content


def test_what_is_anothers_is_left_as_it_is(path: Path) -> None:
    alter(path, "CREATE TABLE recipes (carrots)")
    before = contents(path.parent)
    with pytest.raises(JournalForeign, match="some other program"):
        open_journal(path)
    assert contents(path.parent) == before


def test_a_journal_in_use_is_not_rescued(path: Path, whole: bytes) -> None:
    journal = Journal(path)
    with pytest.raises(JournalBusy):
        open_journal(path)
    journal.close()
    assert path.read_bytes() == whole


def test_without_room_the_damaged_one_stays_where_it_was(path: Path, whole: bytes) -> None:
    spoil(path, whole, 1)
    damaged = path.read_bytes()
    with no_room_in(path.parent), pytest.raises(JournalUnwritable, match="the disk not full"):
        open_journal(path)
    assert path.read_bytes() == damaged
    open_journal(path).close()
    assert rows(path)


def test_where_the_new_one_cannot_be_written_the_damaged_one_stays(path: Path) -> None:
    damaged = b"carrots and lettuces\n" * 400
    path.write_bytes(damaged)
    path.with_name(f"{path.name}.rescuing-journal").mkdir()
    with pytest.raises(JournalUnwritable, match="rescuing cannot be written"):
        open_journal(path)
    assert path.read_bytes() == damaged


def test_a_cut_while_it_is_put_in_its_place_is_no_matter(path: Path, whole: bytes) -> None:
    spoil(path, whole, 2)
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"of the damaged one")
    path.with_name(f"{path.name}.rescued").write_bytes(whole)
    open_journal(path).close()
    assert path.read_bytes() == whole
    assert not log.exists()


def test_what_was_saved_is_noted_until_it_has_been_seen(path: Path) -> None:
    leave_damaged(path)
    assert DamageNote(path).read() is None
    for number in (1, 2):
        open_journal(path).close()
        assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", actions=1, games=1)
        assert len(list(path.parent.glob("*.damaged-*"))) == 1, f"start {number}"
    DamageNote(path).seen()
    open_journal(path).close()
    assert DamageNote(path).read() is None
    DamageNote(path).seen()


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff", b'{"kept": 1, "actions": 1, "games": 1}'])
def test_a_note_that_cannot_be_read_is_in_nobodys_way(
    path: Path, text: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.with_name("journal.sqlite.damaged.json").write_bytes(text)
    assert DamageNote(path).read() is None
    assert "cannot be read" in caplog.text


def test_where_the_note_cannot_be_removed_the_log_says_so(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.with_name("journal.sqlite.damaged.json").mkdir()
    DamageNote(path).seen()
    assert "cannot be removed" in caplog.text


@pytest.mark.parametrize("number", [1, 127, 128, 1 << 40, 1 << 62])
def test_entries_of_any_number_can_be_read(path: Path, number: int) -> None:
    Journal(path).close()
    row = Row(number, "play", "f5", "1978-11-01T20:00:00+00:00")
    alter(
        path,
        f"INSERT INTO entry VALUES ({number}, 'play', 'f5', '{row.written_at}', '{row.checksum}')",
    )
    assert readable_rows(path) == [row]


def test_an_entry_with_anything_else_than_text_is_none(path: Path) -> None:
    alter(path, "CREATE TABLE entry (id INTEGER PRIMARY KEY, kind, text, written_at, checksum)")
    alter(path, "INSERT INTO entry VALUES (1, 'play', 5, '1978-11-01', '-')")
    assert readable_rows(path) == []


def test_a_new_journal_for_which_there_is_no_room_is_told(path: Path) -> None:
    rows_of_it = [Row(1, "begin", "{}" * PAGE, "1978-11-01")]
    with no_room_in(path.parent), pytest.raises(JournalUnwritable, match="cannot be written"):
        write_journal(path, rows_of_it)
