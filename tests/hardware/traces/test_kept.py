"""Each trace that is kept leads to the sightings it must, and to the right placement."""

from collections.abc import Iterator

import pytest

from controller.config import Settings
from controller.game.pieces import Colour, Tag
from controller.table.tracker import Placement, Tracker
from hardware.ports import BLIND, BoardEvent, Pressed, ReaderChanged, Reading, Sighting
from hardware.trace import read_trace
from tests.hardware.traces.make import FOLDER, sighted
from tests.hardware.traces.situations import BANK_CARD, SITUATIONS
from tests.hardware.traces.stage import BLUE, RED, RED_CROWN, replayed

TAGS = {RED: Tag("red", "base"), RED_CROWN: Tag("red", "crown"), BLUE: Tag("blue", "base")}
FIRST_LOOK_S = Settings().first_look_s


def kept(name: str) -> str:
    return (FOLDER / f"{name}.jsonl").read_text("utf-8")


def readings(name: str) -> list[Reading]:
    said = read_trace(kept(name).splitlines(keepends=True))
    return [each for each in said if isinstance(each, Reading)]


def placements(events: list[BoardEvent]) -> Iterator[Placement]:
    """What the tracker believes after each event; it is told of readers as at the table."""
    tracker = Tracker(TAGS)
    out: set[int] = set()
    due_s: dict[int, float] = {}
    for event in events:
        for square in [each for each, at_s in due_s.items() if at_s <= event.at_s]:
            tracker = tracker.read_again(square, due_s.pop(square))
            yield tracker.placement
        match event:
            case Sighting():
                tracker = tracker.see(event)
                yield tracker.placement
            case ReaderChanged(square, state, at_s):
                if state in BLIND and square not in out:
                    out.add(square)
                    due_s.pop(square, None)
                    tracker = tracker.read_no_more(square, at_s)
                    yield tracker.placement
                elif state not in BLIND and square in out:
                    out.discard(square)
                    due_s[square] = at_s + FIRST_LOOK_S
            case Pressed():
                pass
    for square, at_s in due_s.items():
        tracker = tracker.read_again(square, at_s)
        yield tracker.placement


def test_every_trace_in_the_folder_is_a_situation() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(SITUATIONS)
    assert {path.stem for path in FOLDER.glob("*.expected")} == set(SITUATIONS)


@pytest.mark.parametrize("name", SITUATIONS)
def test_it_leads_to_the_sightings_it_must(name: str) -> None:
    assert sighted(replayed(kept(name))) == (FOLDER / f"{name}.expected").read_text("utf-8")


@pytest.mark.parametrize("name", SITUATIONS)
def test_runners_are_believed_where_they_were_and_nowhere_else(name: str) -> None:
    situation = SITUATIONS[name]
    believed = list(placements(replayed(kept(name))))
    colours: tuple[Colour, ...] = ("red", "blue")
    for colour in colours:
        been = situation.been.get(colour, (None,))
        squares = [placement.spot(colour).square for placement in believed]
        assert set(squares) <= {None, *been}
        assert squares[-1] == been[-1]
        assert not believed[-1].spot(colour).face_down
    assert believed[-1].strangers == situation.strangers
    assert not believed[-1].unread


@pytest.mark.parametrize("name", SITUATIONS)
def test_runners_are_believed_in_the_order_in_which_they_were_there(name: str) -> None:
    believed = list(placements(replayed(kept(name))))
    for colour, been in SITUATIONS[name].been.items():
        squares = [each.spot(colour).square for each in believed]  # type: ignore[arg-type] # a name
        stops = [
            here
            for here, before in zip(squares, [None, *squares], strict=False)
            if here is not None and here != before
        ]
        assert stops == [square for square in been if square is not None]


# Each trace has what it is kept for.


def test_crosstalk_has_strays_garbled_uids_and_squares_read_alone() -> None:
    said = readings("crosstalk")
    strays = [each for each in said if RED in each.uids and each.square not in (2, 6)]
    garbled = [each for each in said if set(each.uids) - {RED, BLUE}]
    assert min(len(strays), len(garbled), sum(each.alone for each in said)) > 10


def test_the_weak_tag_flickers() -> None:
    red = [RED in each.uids for each in readings("weak-tag") if each.square == 3]
    assert red.count(False) > 5
    assert red.count(True) > 5


def test_the_reader_that_is_out_goes_all_the_way() -> None:
    states = [
        each.state for each in replayed(kept("reader-out")) if isinstance(each, ReaderChanged)
    ]
    assert states[:3] == ["suspect", "resetting", "quarantined"]
    assert states[-2:] == ["back", "healthy"]


def test_the_bank_card_has_four_bytes_and_lies_beside_a_runner() -> None:
    assert {RED, BANK_CARD} in [set(each.uids) for each in readings("bank-card")]


def test_corrupt_replies_fail_readings_of_every_square() -> None:
    failed = [each for each in readings("corrupt-replies") if each.failure is not None]
    assert {each.square for each in failed} == {1, 2, 3, 4}
    assert {each.failure for each in failed} >= {"no-ack", "bad-reply"}
