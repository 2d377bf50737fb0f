"""The letters of a board whose partners are kept in a folder."""

from pathlib import Path

from controller.partners.kept_partners import PARTNERS_FILE
from controller.partners.letters import PartnerLetters
from hardware.clock import MonotonicClock


def letters_of(folder: Path) -> PartnerLetters:
    """The letters of a board."""
    return PartnerLetters(folder / PARTNERS_FILE, MonotonicClock())
