"""The game that a command line asks for: people, computer opponents, programs."""

# ruff: noqa: PLC0415 - what a game does not need is imported on demand

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from controller.game.pieces import COLOURS, Player
from controller.game.rules import BadSetup
from controller.game.setup import Setup, check_players

DEFAULT_NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")
ALONE: Final = (
    "This game is for two to six players, not 1. To race against the computer, add "
    "--opponents strategist-2,walker."
)


def setup_of(
    players: int | None,
    names: str | None,
    opponents: str | None,
    pace_s: float,
    programs: Collection[str] = (),
) -> Setup | None:
    """Return the game asked for on the command line, or None."""
    if players is None and names is None and opponents is None:
        return None
    if players is None and names is None:
        players = 1
    given = [name.strip() for name in names.split(",")] if names is not None else []
    if players is not None and names is not None and len(given) != players:
        raise BadSetup("bad-request", f"--players says {players}, --names has {len(given)}.")
    chosen: list[tuple[str, str | UnsetType]]
    chosen = [(name, UNSET) for name in given or DEFAULT_NAMES[:players]]
    characters = [name.strip() for name in opponents.split(",")] if opponents else []
    chosen += [
        (_title(character, characters[:number].count(character), programs), character)
        for number, character in enumerate(characters)
    ]
    if len(chosen) == 1 and not characters:
        raise BadSetup("bad-request", ALONE)
    each = 2 if len(chosen) == 2 else 1  # R10.1
    colours = [COLOURS[number % len(COLOURS)] for number in range(each * len(chosen))]
    seats = tuple(
        Player(name, tuple(colours[seat * each : (seat + 1) * each]), opponent)
        for seat, (name, opponent) in enumerate(chosen)
    )
    setup = Setup(seats, pace_s=pace_s if characters else UNSET)
    check_players(setup)
    return setup


def commands_of(programs: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the words of each program's command, by the opponent's name."""
    if not programs:
        return {}
    from controller.game.opponents.programs.named import BadCommand, words_of

    try:
        pairs = (program.partition("=") for program in programs)
        return {name: words_of(name, command) for name, _, command in pairs}
    except BadCommand as error:
        raise BadSetup("bad-request", str(error)) from error


def _title(character: str, before: int, programs: Collection[str] = ()) -> str:
    """Return the name of a seat for a character; others of the same kind may sit before it."""
    from controller.game.opponents.characters import UnknownOpponent, find_opponent
    from web.views.opponents import usual_name

    try:
        if character not in programs:
            find_opponent(character)
    except UnknownOpponent as error:
        raise BadSetup("bad-request", str(error)) from error
    title = usual_name(character)
    return f"{title} {before + 1}" if before else title
