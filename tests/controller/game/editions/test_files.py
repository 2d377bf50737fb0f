"""R1.3, R8.3, R13.1: files of one's own beside the shipped ones."""

from pathlib import Path

import platformdirs
import pytest

from controller.game.editions.files import FOLDER_VARIABLE, own_folder, unused
from controller.game.editions.rulesets import edition_ids, load_edition, load_track, make_ruleset
from controller.game.rules import BadSetup
from tests.controller.game.editions.conftest import Put
from tests.support.rules.positions import actions, play, position

LONG = "H C H 3 C H F 2 4 L " + "T C " * 27
"""One square more than a printed board has."""


def test_ones_own_files_lie_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE)
    home = platformdirs.user_data_dir("hareboard", appauthor=False)
    assert own_folder() == Path(home) / "rules"
    monkeypatch.setenv(FOLDER_VARIABLE, "~/our-rules")
    assert own_folder() == Path("~/our-rules").expanduser()


def test_a_folder_that_is_not_there_is_an_empty_one(own: Path) -> None:
    assert not own.exists()
    assert len(edition_ids()) == 10
    assert make_ruleset().track.name == "B"


def test_a_track_of_64_squares_is_loaded_and_played_to_home_at_65_r1_3(put: Put) -> None:
    put("tracks/long.toml", f'provenance = "A page."\nsquares = "{LONG}"\n')
    rules = make_ruleset(options={"track": "long"})
    assert (rules.home, rules.track.name, rules.track.provenance) == (65, "long", "A page.")
    state = position([62, 64, 0], carrots=[13, 11, 65], lettuces=0, to_act=1, track="long")
    assert actions(state) == ["b", "f65", "draw", "pay"]
    assert play(state, "f65").seats[1].runners[0].at == 65


def test_squares_may_stand_close_together(put: Put) -> None:
    put("tracks/short.toml", 'squares = "HC L\\nT2"')
    assert load_track("short").kinds == ("H", "C", "L", "T", "2")


def test_an_edition_is_added_without_touching_code_r13_1(put: Put, parlett: str) -> None:
    put("tracks/long.toml", f'squares = "{LONG}"')
    text = parlett.replace("\n4 = 65\n", "\n4 = 95\n").replace('track = "B"', 'track = "long"')
    put("editions/our-own.toml", text)
    assert "our-own" in edition_ids()
    rules = make_ruleset("our-own", 4)
    assert (rules.edition, rules.options.start_carrots, rules.home) == ("our-own", 95, 65)


def test_a_change_of_a_file_counts_at_once(put: Put, parlett: str) -> None:
    put("editions/our-own.toml", parlett)
    assert make_ruleset("our-own", 4).options.start_carrots == 65
    path = put("editions/our-own.toml", parlett.replace("\n4 = 65\n", "\n4 = 95\n"))
    assert make_ruleset("our-own", 4).options.start_carrots == 95
    path.unlink()
    assert "our-own" not in edition_ids()


def test_the_table_of_the_die_is_replaced_by_ones_own_r8_3(put: Put) -> None:
    shipped = make_ruleset("abacus-2000").table
    put("tables/die-table.toml", f"rows = {[['miss'] * 6] * 6}")
    assert make_ruleset("abacus-2000").table == (("miss",) * 6,) * 6
    assert make_ruleset("intellect-1974").table[3] == ("ten", *("chew-lettuce",) * 5)
    (own_folder() / "tables" / "die-table.toml").unlink()
    assert make_ruleset("abacus-2000").table == shipped


def test_a_shipped_deck_is_replaced_by_ones_own(put: Put) -> None:
    put("decks/number-cards.toml", 'cards = ["+5", "0", "-10"]')
    assert make_ruleset("devir-2014").deck == ("+5", "0", "-10")


def test_a_deck_takes_the_place_of_one_of_its_own_kind_only(put: Put) -> None:
    put("decks/number-cards.toml", 'cards = ["show"]')
    with pytest.raises(BadSetup, match="cards of “number-cards” are for text-cards, not for"):
        make_ruleset("devir-2014")


def test_an_edition_has_a_deck_of_its_own(put: Put, parlett: str) -> None:
    put("decks/my-cards.toml", 'cards = ["show", "shuffle"]')
    put("editions/our-own.toml", 'deck = "my-cards"\n' + parlett)
    assert make_ruleset("our-own").deck == ("show", "shuffle")
    assert len(make_ruleset("parlett-2018").deck) == 15
    # Played by another hare rule it takes the usual cards of that.
    assert "+25" in make_ruleset("our-own", options={"hare": "number-cards"}).deck


def test_an_edition_has_a_table_of_its_own(put: Put, parlett: str) -> None:
    put("tables/my-table.toml", f"rows = {[['free'] * 6] * 2}")
    text = parlett.replace('hare = "text-cards"', 'hare = "die-table"')
    put("editions/our-own.toml", 'table = "my-table"\n' + text)
    assert make_ruleset("our-own").table == (("free",) * 6,) * 2
    assert len(make_ruleset("our-own", options={"hare": "table-1974"}).table) == 6


@pytest.mark.parametrize("name", ["parlett-2018", "Parlett-2018"])
def test_a_shipped_edition_stays_as_it_is(put: Put, parlett: str, name: str) -> None:
    before = make_ruleset("parlett-2018")
    put(f"editions/{name}.toml", parlett.replace("3 = 65", "3 = 99"))
    assert make_ruleset("parlett-2018") == before
    assert len(edition_ids()) == 10
    sentence = "“parlett-2018” is a shipped edition, which stays as it is; give yours another name."
    assert unused() == (f"{name}.toml: {sentence}",)


def test_a_shipped_track_stays_as_it_is(put: Put) -> None:
    put("tracks/B.toml", 'squares = "C"')
    assert load_track("B").home == 64


def test_a_file_with_an_odd_name_is_not_used_and_said_so(put: Put, parlett: str) -> None:
    put("editions/our own.toml", parlett)
    assert len(edition_ids()) == 10
    assert "letters, digits" in unused()[0]


@pytest.mark.parametrize(
    "name",
    ["", "..", "../editions/parlett-2018", "/etc/passwd", "parlett-2018.toml", "PARLETT-2018"],
)
def test_an_edition_goes_by_its_exact_name(own: Path, name: str) -> None:
    with pytest.raises(BadSetup) as refused:
        load_edition(name)
    assert refused.value.code == "unknown-edition"


def test_what_a_shipped_file_holds_cannot_be_changed() -> None:
    edition = load_edition("parlett-2018")
    with pytest.raises(TypeError):
        edition.options["lettuces"] = 9  # type: ignore[index]  # what is tried
    assert load_edition("parlett-2018") is edition
