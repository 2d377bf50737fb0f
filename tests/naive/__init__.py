"""A second, deliberately simple implementation of the rules, to check the fast one against.

It works on plain STATE dicts and on the notation of R14, and recomputes everything at every
step. See README.md for the points that were decided here.
"""

from tests.naive.choices import legal
from tests.naive.counting import divide, perft
from tests.naive.data import TRACKS
from tests.naive.options import resolve
from tests.naive.playing import play
from tests.naive.race import positions
from tests.naive.start import new

__all__ = ["TRACKS", "divide", "legal", "new", "perft", "play", "positions", "resolve"]
