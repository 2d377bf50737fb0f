"""What the doctor finds, in the language of the page."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog

from controller.maintenance.doctor.examination import examine
from controller.maintenance.doctor.findings import (
    DoctorFinding,
    Sentence,
    counted_sentence,
    sentence,
)
from tests.support.doctor import (
    rows_of_the_board,
    rows_of_the_computer,
    rows_of_the_day,
    rows_of_the_voice,
)
from tests.support.doctor.computers import Computer
from tests.support.doctor.situations import Row
from tools.messages import ids_of, template
from web.languages.language import Speech, in_english, speech
from web.views.findings import in_words

ROWS: Final = [
    *rows_of_the_board.ROWS,
    *rows_of_the_computer.ROWS,
    *rows_of_the_day.ROWS,
    *rows_of_the_voice.ROWS,
]
QUOTES: Final = frozenset({"board", "libraries", "system"})
"""Checks whose findings may be quotes alone: of the board file, of names and versions."""


def sentences(said: object) -> Iterator[Sentence]:
    """Every sentence in a sentence, with those in its facts and after it."""
    if isinstance(said, tuple):
        for each in said:
            yield from sentences(each)
    elif isinstance(said, Sentence):
        yield said
        yield from sentences((*said.facts.values(), *said.then))


def german(*messages: tuple[Any, Any], context: str | None = None) -> Speech:
    """A German of a few messages."""
    catalogue = Catalog("de", fuzzy=False)
    for message, said in messages:
        catalogue.add(message, said, context=context)
    return Speech("de", catalogue)


def found_in(row: Row, folder: Path) -> tuple[DoctorFinding, ...]:
    computer = Computer(folder)
    for change in row[2]:
        change(computer)
    return examine(computer.case()).findings


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]}-{row[1]}-{row[3][:30]}" for row in ROWS])
def test_every_sentence_of_the_doctor_is_a_message(row: Row, tmp_path: Path) -> None:
    for finding in found_in(row, tmp_path):
        assert isinstance(finding.found, Sentence) or finding.check in QUOTES, finding
        assert isinstance(finding.why, Sentence) or not finding.why, finding
        assert isinstance(finding.do, Sentence) or not finding.do, finding
        for said in sentences((finding.found, finding.why, finding.do)):
            message = template().get(said.template)
            assert message is not None, said.template
            assert ids_of(message)[1:] == ((said.plural,) if said.plural else ())


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_a_translation_it_is_said_in_english(language: str, tmp_path: Path) -> None:
    say = german() if language == "de" else in_english()
    for finding in found_in(("readers", "good", [], "", ""), tmp_path):
        if finding.check != "clock":  # its date is German even so
            assert in_words(finding.found, say) == str(finding.found)


def test_what_follows_a_sentence_is_translated_too() -> None:
    say = german(("Run: {command}.", "Ausführen: {command}."), ("Then rest.", "Dann ausruhen."))
    said = sentence("Run: {command}.", command="ls") + sentence("Then rest.") + "" + "Line 3."
    assert str(said) == "Run: ls. Then rest. Line 3."
    assert in_words(said, say) == "Ausführen: ls. Dann ausruhen. Line 3."


def test_a_quote_that_is_a_message_is_translated() -> None:
    assert in_words("It's dark.", german(("It's dark.", "Es ist dunkel."))) == "Es ist dunkel."
    assert in_words("", german()) == ""


@pytest.mark.parametrize(("count", "said"), [(1, "1 Gruppe: spi"), (2, "2 Gruppen: spi")])
def test_a_count_has_its_own_plural_in_every_language(count: int, said: str) -> None:
    one, many = "{count} group: {name}", "{count} groups: {name}"
    say = german(((one, many), ("{count} Gruppe: {name}", "{count} Gruppen: {name}")))
    assert in_words(counted_sentence(one, many, count, name="spi"), say) == said


def test_colours_are_translated_and_listed() -> None:
    say = speech("de")
    assert in_words(sentence("{colour}", colour="red"), say) == "Rot"
    listed = sentence("{colours}", colours=("red", "green", "black"))
    assert in_words(listed, say) == "Rot, Grün und Schwarz"
    assert str(listed) == "red, green and black"


def test_sentences_among_the_facts_are_translated() -> None:
    pins = sentence("{package} (for the pins)", package="gpiod")
    say = german(("{package} (for the pins)", "{package} (für die Anschlüsse)"))
    said = sentence("{packages}", packages=(pins, "lgpio"))
    assert in_words(said, say) == "gpiod (für die Anschlüsse) und lgpio"


def test_a_date_is_written_as_in_the_language() -> None:
    said = sentence("{time} UTC", time=datetime(2026, 12, 24, 17, 30, tzinfo=UTC))
    assert str(said) == "24 December 2026, 17:30 UTC"
    assert in_words(said, german()) == "24. Dezember 2026, 17:30 UTC"
