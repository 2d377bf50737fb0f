"""Resolving an edition and the wishes of the players into the options of one game (R13)."""

from typing import Any

from tests.naive.data import EDITIONS, HARE_RULES, TRACKS

_WORDS: dict[str, list[str]] = {
    "hare": HARE_RULES,
    "home_limit": ["place", "flat-20"],
    "equal": ["again", "nothing"],
    "give_ten": ["cascade", "all-or-nothing"],
    "finish": ["play-on", "first-home"],
}
_SWITCHES = [
    "first_runner_lettuces",
    "skip_occupied_carrots",
    "ten_may_be_declined",
    "baulk",
    "open_hands",
]
_LEAST: dict[str, int] = {
    "start_carrots": 0,
    "lettuces": 0,
    "restart_carrots": 15,
    "restore_carrots": 0,
}
_NAMES = {*_WORDS, *_SWITCHES, *_LEAST, "track", "runners", "patch_total", "teams"}


def resolve(edition: str, seats: int, wishes: dict[str, Any] | None = None) -> dict[str, Any]:
    """Give every option its value for this edition and number of seats (R13, R13.1)."""
    if edition not in EDITIONS:
        raise ValueError(f"unknown edition {edition!r}")
    if type(seats) is not int or not 2 <= seats <= 6:
        raise ValueError("R2.1: two to six seats")
    given = dict(wishes or {})
    for name in given:
        if name not in _NAMES:
            raise ValueError(f"unknown option {name!r}")
    book = EDITIONS[edition]

    def value(name: str, default: Any) -> Any:
        return given.get(name, default)

    runners = value("runners", 2 if seats == 2 else 1)
    start = value("start_carrots", _starting_carrots(book, seats, runners))
    hare = value("hare", book["hare"])
    patch_total = value("patch_total", book["patch_total"])
    restart = book["restart"]
    if restart is None and type(start) is int:
        restart = max(15, start)
    baulk = book["baulk"]
    if baulk is None:
        baulk = patch_total is not None
    options = {
        "track": value("track", book["track"]),
        "runners": runners,
        "start_carrots": start,
        "lettuces": value("lettuces", 5 if runners == 2 else 3),
        "hare": hare,
        "home_limit": value("home_limit", book["home_limit"]),
        "first_runner_lettuces": value("first_runner_lettuces", book["first_runner_lettuces"]),
        "restart_carrots": value("restart_carrots", restart),
        "restore_carrots": value("restore_carrots", book["restore"]),
        "equal": value("equal", book["equal"]),
        "give_ten": value("give_ten", book["give_ten"]),
        "skip_occupied_carrots": value("skip_occupied_carrots", hare != "deck-1978"),
        "ten_may_be_declined": value("ten_may_be_declined", hare == "deck-1978"),
        "patch_total": patch_total,
        "baulk": value("baulk", baulk),
        "finish": value("finish", "play-on"),
        "open_hands": value("open_hands", False),
        "teams": value("teams", None),
    }
    _check(options, seats)
    return options


def _starting_carrots(book: dict[str, Any], seats: int, runners: int) -> int:
    """R13 for one runner each (two seats count as three, R10.0), R10.1 for two runners each."""
    if runners == 2:
        return int(book["start_two"])
    return int(book["start"][min(max(seats, 3), 5) - 3])


def _check(options: dict[str, Any], seats: int) -> None:
    """Refuse values that no game can have (R2.4, R10.0, R13.1)."""
    if not isinstance(options["track"], str) or options["track"] not in TRACKS:
        raise ValueError("track")
    for name, words in _WORDS.items():
        if options[name] not in words:
            raise ValueError(name)
    for name in _SWITCHES:
        if type(options[name]) is not bool:
            raise ValueError(name)
    for name, least in _LEAST.items():
        if type(options[name]) is not int or options[name] < least:
            raise ValueError(name)
    if type(options["runners"]) is not int or options["runners"] not in (1, 2):
        raise ValueError("runners")
    if options["runners"] == 2 and seats > 3:
        raise ValueError("R10.0: runners")
    total = options["patch_total"]
    if total is not None and (type(total) is not int or total < seats * options["start_carrots"]):
        raise ValueError("R2.4: patch_total")
    if options["teams"] is not None:
        _check_teams(options["teams"], seats)


def _check_teams(teams: Any, seats: int) -> None:
    """R11.1: two pairs of four, three pairs or two threes of six, never two of a team together."""
    if not isinstance(teams, list) or not all(isinstance(team, list) for team in teams):
        raise ValueError("teams")
    members = [seat for team in teams for seat in team]
    if not all(type(seat) is int for seat in members) or sorted(members) != list(range(seats)):
        raise ValueError("teams")
    sizes = [len(team) for team in teams]
    if (seats, sizes) not in [(4, [2, 2]), (6, [2, 2, 2]), (6, [3, 3])]:
        raise ValueError("teams")
    for team in teams:
        if any((seat + 1) % seats in team for seat in team):
            raise ValueError("R11.1: neighbours in a team")
