"""Editions, tracks and decks: the data files beside the rules, read and checked.

Source: R1.3, R13.
"""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from controller.rules import BadSetup, Options, Ruleset, Track, build_ruleset
from controller.rules.track import KINDS

DEFAULT_EDITION: Final = "parlett-2018"
DATA: Final = Path(__file__).parent / "rules"
TEAMS: Final = ((4, [2, 2]), (6, [2, 2, 2]), (6, [3, 3]))
"""Seats, and how many of them each team has (R11.1)."""

_T = TypeVar("_T")


class TwoRunners(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat with two runners starts with (R10.1)."""

    start_carrots: int
    lettuces: int


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One edition of the game, as its data file has it.

    `options` are those of `Options` that do not follow from the number of seats; `baulk` may
    also be `"with-patch-total"` there: on in every game with a limited patch (R13).
    """

    name: str
    provenance: str
    start_carrots: dict[str, int]
    two_runners: TwoRunners
    options: dict[str, Any]


class TrackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A track as its data file has it: kinds separated by blanks, square 1 first."""

    name: str
    provenance: str
    squares: str


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pile of cards as its data file has it."""

    provenance: str
    cards: tuple[str, ...]


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as its data file has it: a row for each roll, a column for each position."""

    provenance: str
    rows: tuple[tuple[str, ...], ...]


def edition_ids() -> tuple[str, ...]:
    """The ids of all editions there are."""
    return tuple(sorted(path.stem for path in (DATA / "editions").glob("*.toml")))


def load_edition(edition: str) -> Edition:
    """Read an edition's data file.

    Raises:
        BadSetup: there is no such edition (`unknown-edition`).
    """
    known = edition_ids()
    if edition not in known:
        raise BadSetup(
            "unknown-edition", f"There is no edition “{edition}”{_meant(edition, known)}"
        )
    return _read(DATA / "editions" / f"{edition}.toml", Edition)


def load_track(name: str) -> Track:
    """Read a track's data file.

    Raises:
        BadSetup: there is no such track, or it names a kind of square there is not.
    """
    known = sorted(path.stem for path in (DATA / "tracks").glob("*.toml"))
    if name not in known:
        raise BadSetup("bad-option", f"There is no track “{name}”{_meant(name, known)}")
    data = _read(DATA / "tracks" / f"{name}.toml", TrackFile)
    kinds = tuple(data.squares.split())
    for square, kind in enumerate(kinds, start=1):
        if kind not in KINDS:
            raise BadSetup("bad-option", f"Track {name}, square {square}: no kind “{kind}”.")
    return Track(data.name, kinds, data.provenance)


def make_ruleset(
    edition: str = DEFAULT_EDITION, seats: int = 3, options: Mapping[str, Any] | None = None
) -> Ruleset:
    """The rules of an edition for so many seats, with the house rules of one game.

    Args:
        edition: an edition's id.
        seats: how many seats; the starting carrots depend on it.
        options: options that differ from the edition's, by name.

    Raises:
        BadSetup: an unknown edition, option or value.
    """
    resolved = resolve(load_edition(edition), seats, options or {})
    deck = DATA / "decks" / f"{resolved.hare}.toml"
    table = DATA / "tables" / f"{resolved.hare}.toml"
    return build_ruleset(
        edition,
        resolved,
        load_track(resolved.track),
        _read(deck, DeckFile).cards if deck.exists() else (),
        _read(table, TableFile).rows if table.exists() else (),
    )


def resolve(edition: Edition, seats: int, given: Mapping[str, Any]) -> Options:
    """Every option of one game: what is given, and the edition's for all others.

    Raises:
        BadSetup: an unknown option or an impossible value, named.
    """
    known = Options.__struct_fields__
    for key in given:
        if key not in known:
            raise BadSetup("bad-option", f"There is no option “{key}”{_meant(key, known)}")
    runners = given.get("runners", 2 if seats == 2 else 1)
    two = runners == 2
    one = edition.start_carrots.get(str(max(seats, 3)), 65)  # two seats start like three: R10.0
    start = edition.two_runners.start_carrots if two else one
    hare = given.get("hare", edition.options.get("hare"))
    defaults: dict[str, Any] = {
        "patch_total": None,
        **edition.options,
        "runners": runners,
        "start_carrots": start,
        "skip_occupied_carrots": hare != "deck-1978",
        "ten_may_be_declined": hare == "deck-1978",
        "baulk": _baulk(edition, given),
        "teams": None,
    }
    if two:
        defaults["lettuces"] = edition.two_runners.lettuces
    try:
        options = msgspec.convert({**defaults, **given}, Options)
    except msgspec.ValidationError as error:
        raise BadSetup("bad-option", f"Options: {error}.") from error
    _check(options, seats)
    return options


def _check(options: Options, seats: int) -> None:
    """Refuse what has the right type and makes no game."""
    allowed = {2: (1, 2), 3: (1, 2)}.get(seats, (1,))
    if options.runners not in allowed:
        raise BadSetup("bad-option", f"runners: {options.runners} do not go with {seats} seats.")
    least = {"start_carrots": 0, "lettuces": 0, "restart_carrots": 15, "restore_carrots": 0}
    for key, minimum in least.items():
        if getattr(options, key) < minimum:
            raise BadSetup("bad-option", f"{key}: {getattr(options, key)} is below {minimum}.")
    dealt = seats * options.start_carrots
    if options.patch_total is not None and options.patch_total < dealt:
        raise BadSetup("bad-option", f"patch_total: {dealt} carrots are dealt out already.")
    if options.teams is not None:
        _check_teams(options.teams, seats)


def _check_teams(teams: tuple[tuple[int, ...], ...], seats: int) -> None:
    """Refuse teams that cannot sit at this table (R11.1)."""
    if (seats, [len(team) for team in teams]) not in TEAMS:
        raise BadSetup("bad-option", "teams: four play as two pairs, six as pairs or threes.")
    if sorted(seat for team in teams for seat in team) != list(range(seats)):
        raise BadSetup("bad-option", f"teams: each of the seats 0 to {seats - 1} is in one team.")
    for team in teams:
        for seat in team:
            if (seat + 1) % seats in team:
                raise BadSetup("bad-option", f"teams: {seat} sits next to one of its own team.")


def _baulk(edition: Edition, given: Mapping[str, Any]) -> Any:
    """Whether baulking is on; some editions have it wherever the patch is limited (R13)."""
    baulk = edition.options.get("baulk")
    if baulk == "with-patch-total":
        return given.get("patch_total", edition.options.get("patch_total")) is not None
    return baulk


def _meant(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean “{near[0]}”?" if near else "."


def _read(path: Path, shape: type[_T]) -> _T:
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), shape)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadSetup("bad-option", f"{path.name}: {error}.") from error
