"""A line that flips, loses, doubles and inserts bytes: nothing wrong is ever understood.

Frames by themselves for both sides, 100,000 each, in three seconds; then whole boards.
The same in the real MicroPython: tests/firmware/test_bad_frames.py.
"""

import random
from typing import Final

import pytest

from hardware.ports import ReaderChanged
from hardware.scanner.frames import Frame, Unframer, framed
from hardware.scanner.words import HELLO
from tests.support.scanner.ends import DAMAGES, ENDS, Ends, Spoiler, Stream
from tests.support.scanner.whole import BLUE, COARSE_OP_S, DARK, GREEN, RED, WholeBoard

FRAMES: Final = 100_000
LATE_S: Final = 0.01
"""By how much the time of a sighting may be wrong."""
GOOD: Final = Frame(HELLO, 0, 0, b"understood")


@pytest.fixture(scope="module")
def stream() -> Stream:
    return Stream(1, FRAMES)


@pytest.mark.parametrize("end", ENDS)
class TestFrames:
    """Either side's end."""

    def test_whatever_comes_only_what_was_sent_is_understood(
        self, end: Ends, stream: Stream
    ) -> None:
        unframer = end()
        heard = (frame for piece in stream.pieces for frame in unframer.take(piece))
        stream.check(frame.fields for frame in heard)
        assert len(stream.whole) > FRAMES / 3
        assert unframer.dropped > FRAMES / 4

    def test_both_sides_understand_the_same(self, end: Ends, stream: Stream) -> None:
        few = stream.pieces[:20_000]
        host, other = Unframer(), end()
        expected = [frame for piece in few for frame in host.take(piece)]
        assert [frame for piece in few for frame in other.take(piece)] == expected
        assert other.dropped == host.dropped

    @pytest.mark.parametrize("damage", sorted(DAMAGES))
    def test_after_any_damage_the_next_but_one_frame_is_understood(
        self, end: Ends, damage: str
    ) -> None:
        rng = random.Random(1)
        wire = framed(GOOD)
        unframer = end()
        for _ in range(2000):
            list(unframer.take(DAMAGES[damage](wire, rng)))
            list(unframer.take(wire))
            assert list(unframer.take(wire)) == [GOOD]

    @pytest.mark.parametrize("length", [1, 3, 250, 251, 252, 256, 499, 500, 501, 1000, 100_000])
    def test_one_frame_after_garbage_that_ends_is_understood(self, end: Ends, length: int) -> None:
        rng = random.Random(length)
        unframer = end()
        for byte in (1, 2, 255):
            list(unframer.take(bytes((byte,)) * length + b"\0"))
            assert list(unframer.take(framed(GOOD))) == [GOOD]
            list(unframer.take(rng.randbytes(length) + b"\0"))
            assert list(unframer.take(framed(GOOD))) == [GOOD]


class TestWholeBoards:
    """Pieces are moved about while the line is bad."""

    def play(
        self,
        share: float,
        moves: int,
        rests_s: tuple[float, float] = (0.6, 0.9),
        presses: int = 1,
    ) -> WholeBoard:
        """Move pieces; each has to be seen where it is, and nothing that is not so.

        A frame that is lost is sent again after a quarter of a second.

        Args:
            share: part of the frames that is damaged.
            moves: number of moves.
            rests_s: how long a piece stands, chosen at random, in seconds.
            presses: how often a button is pressed at most until it is heard.
        """
        spoil = Spoiler(3, share)
        board = WholeBoard(8, spoil, op_s=COARSE_OP_S)
        board.run_until(lambda: board.is_whole, 10.0)
        board.run(0.1)  # a button pressed before that is held
        uids = {"red": RED, "blue": BLUE}
        rng = random.Random(5)
        stood: list[tuple[float, str, int]] = []
        for move in range(moves):
            piece = rng.choice(sorted(uids))
            square = rng.randrange(1, 9)
            board.world.put(piece, square)
            stood.append((board.clock.now_s(), piece, square))
            board.show([GREEN if each == square else DARK for each in range(1, 9)])
            for _ in range(presses):
                board.press(down=True)
                board.run(0.2)
                board.press(down=False)
                board.run(rng.choice(rests_s))
                if len(board.pressed) == move + 1:
                    break
            assert len(board.pressed) == move + 1
            assert board.lights.duties[square - 1] == GREEN
            assert board.lights.duties.count(GREEN) == 1
            last = {each.uid: each.square for each in board.sightings if each.seen}
            assert last[uids[piece]] == square
        assert spoil.damaged >= share * moves
        for each in board.sightings:
            (name,) = (name for name, uid in uids.items() if uid == each.uid)
            places = [(at_s, square) for at_s, which, square in stood if which == name]
            at = {
                [square for at_s, square in places if at_s <= each.at_s + late_s][-1]
                for late_s in (-LATE_S, 0.0, LATE_S)
                if places[0][0] <= each.at_s + late_s
            }
            assert (each.square in at) if each.seen else at != {each.square}, each
        return board

    @pytest.mark.long
    def test_over_a_good_line(self) -> None:
        board = self.play(0.0, 20)
        assert board.host.state == "ready"

    @pytest.mark.long
    def test_over_a_bad_line_nothing_is_noticed_of_it(self) -> None:
        board = self.play(0.01, 30)
        assert [each for each in board.events if isinstance(each, ReaderChanged)] == []
        assert {each.resets + each.failed for each in board.board.readers()} == {0}

    @pytest.mark.long
    def test_over_a_very_bad_line_all_goes_on(self) -> None:
        # What happens while a lost session begins anew is not heard: pressed again, it is.
        board = self.play(0.1, 40, (4.0, 5.0), presses=3)
        assert [each for each in board.events if isinstance(each, ReaderChanged)] == []
