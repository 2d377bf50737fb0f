"""All harnesses by name."""

from typing import Final

from tests.fuzz.club import CLUB
from tests.fuzz.files import FILES
from tests.fuzz.harness import Harness
from tests.fuzz.partners import PARTNERS
from tests.fuzz.races import RACES
from tests.fuzz.recordings import RECORDINGS
from tests.fuzz.requests import REQUESTS
from tests.fuzz.texts import TEXTS
from tests.fuzz.wires import WIRES

HARNESSES: Final[dict[str, Harness]] = {
    each.name: each
    for each in (*TEXTS, *FILES, *WIRES, *REQUESTS, *PARTNERS, *RACES, *CLUB, *RECORDINGS)
}
