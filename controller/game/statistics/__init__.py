"""Statistics: who ran which races, how, and what came of it.

A race of the journal becomes a result (`results.py`), results are kept in a file of their own
(`book.py`), rated in the order of their ends (`ratings.py`), and asked for in figures
(`figures.py`). Names are what tells people apart: whoever plays under the same name is the same
person.
"""

from controller.game.statistics.book import BOOK_FILE, Book
from controller.game.statistics.figures import House, PersonFigures, house, person, results
from controller.game.statistics.results import RaceAt, RaceOutcome, SeatResult, result_of

__all__ = [
    "BOOK_FILE",
    "Book",
    "House",
    "PersonFigures",
    "RaceAt",
    "RaceOutcome",
    "SeatResult",
    "house",
    "person",
    "result_of",
    "results",
]
