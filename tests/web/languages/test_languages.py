"""Every message is there in every language, and nothing is said past the catalogues."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from babel.messages.catalog import Catalog
from flask.testing import FlaskClient

from controller.game.journal.kept_games import kept_games
from controller.game.rules import why
from controller.table.past_games import story_of
from tests.support.checkout import ROOT
from tests.support.table.tabletop import NAMES, Tabletop
from tests.support.tiers import sample
from tests.support.web.abroad import abroad, foreign, wide
from tests.support.web.views import editions, rulebook, story, track, view, why_not
from tests.web.views.test_words import SETTINGS
from tools.messages import as_text, load, path_of, problems, template, updated
from web.languages.catalogue import FOLDER
from web.languages.language import ELISION, ENGLISH, LANGUAGES, PLURALS, speech
from web.pages.assets import shipped
from web.views import refusals, words

OTHERS: Final = [language for language in LANGUAGES if language != ENGLISH]
PLIES: Final = 60
SENTENCE: Final = 35
"""Letters of a text that no two languages have in common by chance."""
SCRIPTS: Final = ROOT / "web" / "static" / "js"


# The catalogues


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_says_everything_and_nothing_else(language: str) -> None:
    assert problems(load(language), template()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_kept_as_the_tool_writes_it(language: str) -> None:
    written = as_text(updated(load(language), template())).decode()
    # As text: of two large rows of bytes, pytest looks for their difference for an hour.
    assert path_of(language).read_text("utf-8") == written, "run: python -m tools.messages update"


def test_no_sentence_was_taken_over_from_another_language() -> None:
    said: dict[tuple[str, str], str] = {}
    taken_over = []
    for language in OTHERS:
        for message in load(language):
            text = message.string
            if not isinstance(text, str) or text == message.id:
                continue
            if len(re.sub(r"\{\w+\}", "", text)) < SENTENCE:
                continue
            first = said.setdefault((str(message.id), text), language)
            if first != language:
                taken_over.append(f"{first}, {language}: {text}")
    assert taken_over == []


def test_there_is_a_catalogue_for_every_language_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.po")} == set(OTHERS)


def small(*messages: tuple[Any, Any], plurals: str = "nplurals=2; plural=(n != 1);") -> Catalog:
    """A catalogue of a few messages and what they are in German."""
    catalogue = Catalog("de", fuzzy=False)
    catalogue.mime_headers = [("Plural-Forms", plurals)]
    for message, said in messages:
        catalogue.add(message, said)
    return catalogue


HELLO: Final = ("Hello, {name}.", "Hallo, {name}.")
CARROTS: Final = (("{count} carrot", "{count} carrots"), ("{count} Karotte", "{count} Karotten"))


def test_nothing_is_wrong_with_a_catalogue_that_says_everything() -> None:
    assert problems(small(HELLO, CARROTS), small(HELLO, CARROTS)) == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ((), "“Hello, {name}.”: missing"),
        (((HELLO[0], ""),), "“Hello, {name}.”: missing"),
        ((HELLO, ("Bye.", "Ade.")), "“Bye.”: stale, nothing says it any more"),
        (((HELLO[0], "Hallo."),), "“Hello, {name}.”: “Hallo.” names [], not ['name']"),
        (((HELLO[0], "Hallo, {Name}."),), "names ['Name'], not ['name']"),
        (((HELLO[0], "Hallo, {name."),), "has odd braces"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(said: tuple[Any, ...], wrong: str) -> None:
    (problem,) = problems(small(*said), small(HELLO))
    assert wrong in problem


@pytest.mark.parametrize(
    ("forms", "wrong"),
    [
        (("{count} Karotte", ""), "missing"),
        (("{count} Karotte",), "1 forms, and 2 are needed"),
        (("{count} Karotte", "Karotten"), "“Karotten” names [], not ['count']"),
    ],
)
def test_plural_forms_are_looked_at_one_by_one(forms: tuple[str, ...], wrong: str) -> None:
    (problem,) = problems(small((CARROTS[0], forms)), small(CARROTS))
    assert wrong in problem


def test_a_guess_is_no_translation() -> None:
    guessed = small(HELLO)
    guessed[HELLO[0]].flags.add("fuzzy")
    (problem,) = problems(guessed, small(HELLO))
    assert "fuzzy" in problem


def test_plurals_that_the_scripts_do_not_know_are_refused() -> None:
    (problem,) = problems(small(HELLO, plurals="nplurals=2; plural=(n > 2);"), small(HELLO))
    assert "its plurals" in problem


def test_bringing_a_catalogue_up_to_date_keeps_what_is_right() -> None:
    stale = small(HELLO, ("Bye.", "Ade."))
    wanted = small((HELLO[0], ""), (CARROTS[0], ("", "")))
    fresh = updated(stale, wanted)
    assert fresh[HELLO[0]].string == HELLO[1]
    assert fresh.get("Bye.") is None
    assert problems(fresh, wanted) == ["“{count} carrot”: missing"]


def test_a_catalogue_notes_files_and_no_lines() -> None:
    text = as_text(template()).decode()
    assert "#: web/views/words.py" in text
    assert not re.search(r"^#: .*\.(py|js|html):\d", text, re.MULTILINE)


def test_the_scripts_know_the_plurals_there_are() -> None:
    source = (SCRIPTS / "lib" / "text.js").read_text("utf-8")
    assert all(f'"{plural}"' in source for plural in PLURALS)


# A language in which nothing reads as English


SENTENCES: Final = frozenset(
    (
        *(
            "headline",
            "instruction",
            "sentence",
            "sentences",
            "title",
            "text",
            "outcome",
            "label",
            "here",
        ),
        *("risk", "place", "places", "trouble", "lights_trouble", "group", "summary"),
        "rescued",
        *("may_be_none", "message", "name", "level"),
    )
)
"""Where something is said to people."""
CODES: Final = frozenset(
    (
        *("board", "phase", "prompt", "colour", "kind", "card", "action", "theme", "edition"),
        *("code", "option", "value", "chance", "id", "default", "shape", "rgb", "ink", "colours"),
        *("edition_name", "begun_at", "meaning", "opponent", "detail", "question"),
    )
)
"""What is for programs, and what is never translated."""
KNOWN: Final = (*NAMES, "und", "oder")
"""Players, and the words by which Babel joins them."""
FOR_PROGRAMS: Final = frozenset({"setup", "look"})
NUMBERED: Final = re.compile(r"[+-]?\d+")


def english_in(values: Any, path: str = "") -> Iterator[str]:
    """Every text of a view that is said to people, and not in the language of the phone."""
    if isinstance(values, dict):
        for key, value in values.items():
            yield from english_in(value, f"{path}.{key}")
    elif isinstance(values, list | tuple):
        for value in values:
            yield from english_in(value, path)
    elif isinstance(values, str) and values and not _abroad_enough(values, path):
        yield f"{path}: {values}"


def _abroad_enough(text: str, path: str) -> bool:
    keys = path.split(".")
    if keys[-1] in CODES or FOR_PROGRAMS & set(keys) or {"editions", "options"} <= set(keys):
        return True
    if keys[-1] == "name" and keys[-2] in ("seats", "players", "ranking", "editions"):
        return True
    assert keys[-1] in SENTENCES, f"{path}: is this said to people?"
    if keys[-1] == "title" and (NUMBERED.fullmatch(text) or text in ("A", "B")):
        return True
    rest = re.sub(rf"\b({'|'.join(KNOWN)})\b", "", text)
    return text.startswith("⟦") and not re.search("[A-Za-z]", rest)


def test_english_is_found_where_it_is() -> None:
    assert list(english_in({"headline": "Your move"})) == [".headline: Your move"]
    assert list(english_in({"headline": f"{wide('Hello')} and more"}))
    assert not list(english_in({"headline": f"{wide('To you,')} Ann", "phase": "setup"}))


@pytest.mark.parametrize(("seats", "options"), sample(20, SETTINGS))
def test_no_english_is_said_abroad(tmp_path: Path, seats: int, options: dict[str, Any]) -> None:
    rng = random.Random(seats)
    table = Tabletop(tmp_path, seats, options=options)
    try:
        assert not list(english_in(rulebook(table.snapshot, abroad())))
        for _ in range(PLIES):
            seat = table.state.to_act
            if seat is None:
                break
            snapshot = table.snapshot
            for reader in (None, *range(seats)):
                assert not list(english_in(view(snapshot, reader, abroad(), (0,), "board")))
            square = rng.randrange(snapshot.state.rules.home + 1) if snapshot.state else 0
            assert not list(english_in(why_not(snapshot, rng.randrange(seats), square, abroad())))
            me = view(snapshot, seat, abroad(), (), "board")["me"]
            moves = [each["action"] for each in (*me["destinations"], *me["choices"])]
            table.phone(NAMES[seat], rng.choice(moves))
    finally:
        table.session.close()
    (kept,) = kept_games(tmp_path / "journal.sqlite")
    told = story(story_of(kept), abroad())
    assert len(told["turns"]) >= PLIES or told["over"]
    assert not list(english_in(told))


@pytest.mark.parametrize("hedgehog", [False, True])
def test_no_reason_is_given_in_english(tmp_path: Path, *, hedgehog: bool) -> None:
    table = Tabletop(tmp_path, 3)
    tried = (
        "f11",
        "f64",
        "f65",
        "f0",
        "b",
        "draw",
        "pay",
        "chew",
        "restart",
        "roll 3",
        "fly",
        "f5",
    )
    told = [
        refusals.reason(each, abroad(), hedgehog=hedgehog)
        for text in tried
        for each in why(table.state, text)
    ]
    table.session.close()
    assert len(told) >= len(tried) - 1
    assert all(each.startswith("⟦") for each in told)
    said = [foreign("hedgehog") in each for each in told]
    assert any(said) == hedgehog


def test_set_up_and_track_are_told_abroad(tmp_path: Path) -> None:
    table = Tabletop(tmp_path, 3)
    assert not list(english_in(editions(abroad())))
    assert not list(english_in(track(table.snapshot, abroad())))
    table.session.close()


def test_what_has_a_hedgehog_is_told_with_one_everywhere() -> None:
    pairs = list(words.HEDGEHOG.items())
    assert all("tortoise" in usual and "hedgehog" in own for usual, own in pairs)
    assert all(usual.replace("tortoise", "hedgehog") == own for usual, own in pairs)
    by_hand = {
        message.id
        for message in template()
        if isinstance(message.id, str) and re.search(r"\btortoise", message.id, re.IGNORECASE)
    }
    in_games = {each for each in by_hand if _is_of_a_game(each)}
    assert in_games <= {usual for usual, _ in pairs} | {"tortoise"}


OF_A_GAME: Final = frozenset(
    f"web/{name}.py" for name in ("words", "happenings", "wood", "refusals", "hand", "views", "why")
)
"""Where the sentences of a game are."""


def _is_of_a_game(message: str) -> bool:
    found = template().get(message) or template().get(message, "square")
    assert found is not None
    files = {file for file, _ in found.locations}
    return bool(files & OF_A_GAME)


def test_scripts_get_their_words_and_no_others() -> None:
    told = abroad().for_scripts(shipped().modules("all")).messages
    in_scripts = [
        message
        for message in template()
        if message.id and any(file.endswith(".js") for file, _ in message.locations)
    ]
    assert len(told) == len(in_scripts)
    few = abroad().for_scripts(shipped().modules("lights")).messages
    assert set(few) < set(told)
    assert speech(ENGLISH).for_scripts(shipped().modules("all")).messages == {}


def test_a_page_asks_for_the_words_of_its_own_script(client: FlaskClient) -> None:
    page = shipped().read("bundles/watch.js").decode()
    address = re.search(r'from "(/words/[^"]+)";', page)
    assert address is not None
    assert address[1] == "/words/watch.js"
    assert client.get(address[1]).mimetype == "text/javascript"
    assert client.get("/words/nowhere.js").status_code == 404


@pytest.mark.parametrize(
    ("names", "last", "joined"),
    [
        (("Ana", "Inés"), "and", "Ana e Inés"),
        (("Ana", "Hilario"), "and", "Ana e Hilario"),
        (("Ana", "Hierro"), "and", "Ana y Hierro"),
        (("Ana", "Ben", "Iris"), "and", "Ana, Ben e Iris"),
        (("Ana", "Óscar"), "and", "Ana y Óscar"),
        (("siete", "ocho"), "or", "siete u ocho"),
        (("Ana", "Ben"), "or", "Ana o Ben"),
    ],
)
def test_spanish_words_give_way_to_the_name_after_them(
    names: tuple[str, ...], last: Literal["and", "or"], joined: str
) -> None:
    assert speech("es").listed(names, last=last) == joined


@pytest.mark.parametrize(
    ("language", "name", "told"),
    [
        ("fr", "Ida", "Annuler le coup d\u2019Ida\u202f?"),
        ("fr", "Élodie", "Annuler le coup d\u2019Élodie\u202f?"),
        ("fr", "Tom", "Annuler le coup de Tom\u202f?"),
        ("ca", "Ida", "Es desfà la jugada d\u2019Ida?"),
    ],
)
def test_words_give_way_to_a_vowel_after_them(language: str, name: str, told: str) -> None:
    assert speech(language)._("Take back {name}'s move?", name=name) == told


def test_the_scripts_know_which_languages_elide() -> None:
    elide = re.search(r"const ELIDES = (\[.*?\])", (SCRIPTS / "lib/text.js").read_text("utf-8"))
    assert elide is not None
    assert json.loads(elide[1]) == list(ELISION)
