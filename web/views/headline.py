"""The headline of a view: the most important fact in a few words."""

from typing import Final

from controller.game.rules import State, legal
from controller.game.rules.finish import side_of
from controller.table.referee import Errand
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views.board_trouble import may_go_elsewhere
from web.views.opponents import errands_of_others

MOVED: Final = frozenset({"misplaced", "crowded"})
"""Mismatches of a runner that was moved where it may not go."""


def headline(snapshot: Snapshot, seat: int | None, say: Speech) -> str:
    """Return the most important fact in a few words, for the seat's player or for all."""
    return _headed(snapshot, seat, say)[0]


def seat_named(snapshot: Snapshot, say: Speech) -> int | None:
    """Return the seat whose player the headline for all names; None if it names none or several."""
    return _headed(snapshot, None, say)[1]


def _headed(snapshot: Snapshot, seat: int | None, say: Speech) -> tuple[str, int | None]:
    state, finding = snapshot.state, snapshot.finding
    if snapshot.trouble:
        return say._("The game has to wait"), None
    if snapshot.next_setup is not None:
        names = [player.name for player in snapshot.next_setup.seats]
        return say._("Next race: {names}", names=say.listed(names)), None
    if state is None:
        return say._("No game yet"), None
    names = [player.name for player in snapshot.seating.players]
    lesson = snapshot.lesson
    if state.to_act is None and lesson is None:
        return _won(state, names, seat, say), state.ranking[0]
    if snapshot.paused:
        return say._("The game is paused"), None
    if finding.put_back and snapshot.take_back is not None:
        owner = snapshot.take_back
        if owner == seat:
            return say._("Take back your move?"), owner
        return say._("Take back {name}'s move?", name=names[owner]), owner
    if finding.mismatches:
        return _out_of_place(snapshot, state, seat, say)
    if lesson is not None and lesson.done:
        learner = lesson.part.seat
        return say._("Well done, {name}", name=names[learner]), learner
    assert state.to_act is not None
    name = names[state.to_act]
    if finding.candidate is not None and finding.candidate.action.kind in ("forward", "back"):
        square = finding.candidate.square
        if seat == state.to_act:
            return move_of_yours(square, state.rules.home, say), seat
        if square == state.rules.home:
            return say._("{name} to HOME", name=name), state.to_act
        return say._("{name} to square {square}", name=name, square=square), state.to_act
    if seat == state.to_act:
        return _yours_due(state, say), seat
    if errands := errands_of_others(snapshot):
        return _errand(snapshot, state, errands[0], say)
    if state.to_act in snapshot.seating.opponents:
        return _opponents_due(snapshot, state, name, say), state.to_act
    return _due(state, name, say), state.to_act


def _won(state: State, names: list[str], seat: int | None, say: Speech) -> str:
    """Say who has won: with teams the whole team has (R11.1)."""
    winner, teams = state.ranking[0], state.rules.options.teams or ()
    winners, name = side_of(winner, teams), names[winner]
    if seat in winners:
        return say._("Your team has won the race") if teams else say._("You have won the race")
    if teams:
        name = team_name(teams.index(winners), say)
    return say._("{name} has won the race", name=name)


def team_name(team: int, say: Speech) -> str:
    """Name a team by its number, counted from 0."""
    return say._("Team {letter}", letter="ABC"[team])


def move_of_yours(square: int, home: int, say: Speech) -> str:
    """Describe a move to the player who makes it."""
    if square == home:
        return say._("You run HOME")
    return say._("You move to square {square}", square=square)


def _out_of_place(
    snapshot: Snapshot, state: State, seat: int | None, say: Speech
) -> tuple[str, int | None]:
    faults = snapshot.finding.mismatches
    if went_wrong(snapshot):
        mover = state.to_act
        assert mover is not None
        if snapshot.lesson is not None:
            return say._("Try again, {name}", name=snapshot.seating.players[mover].name), mover
        if seat == mover:
            return say._("You can't go there"), mover
        return say._("{name} can't go there", name=snapshot.seating.players[mover].name), mover
    if all(fault.kind == "stranger" for fault in faults):
        return say._("Something doesn't belong there"), None
    return say.n_("A runner is out of place", "Runners out of place", len(faults)), None


def went_wrong(snapshot: Snapshot) -> bool:
    """Check whether all is in place but a runner that was moved where it may not go."""
    faults = snapshot.finding.mismatches
    return len(faults) == 1 and faults[0].kind in MOVED and may_go_elsewhere(faults[0], snapshot)


def _errand(snapshot: Snapshot, state: State, task: Errand, say: Speech) -> tuple[str, int | None]:
    players = snapshot.seating.players
    owner = next(seat for seat, each in enumerate(players) if task.colour in each.colours)
    name = players[owner].name
    if task.square == task.belongs:
        return say._("Turn {name}'s runner over", name=name), owner
    if task.belongs == 0:
        return say._("Move {name}'s runner to START", name=name), owner
    if task.belongs == state.rules.home:
        return say._("Move {name}'s runner to HOME", name=name), owner
    square = task.belongs
    return say._("Move {name}'s runner to square {square}", name=name, square=square), owner


def _opponents_due(snapshot: Snapshot, state: State, name: str, say: Speech) -> str:
    """Describe the due action of a computer opponent; people roll and deal for it."""
    match what_is_due(state):
        case "deal":
            return say._("Deal the hare cards for {name}", name=name)
        case "roll":
            return say._("Roll the die for {name}", name=name)
        case "number":
            return say._("Draw a number for {name}", name=name)
        case "move" | "gift" | "ten":
            if snapshot.opponent_waits:
                return say._("{name} waits for the board", name=name)
            return say._("{name} thinks", name=name)
        case _:
            return _due(state, name, say)


def _yours_due(state: State, say: Speech) -> str:
    """Describe the due action to the player who is to act."""
    match what_is_due(state):
        case "gift":
            return say._("Do you keep the gift?")
        case "miss":
            return say._("You miss this turn")
        case "deal":
            return say._("Deal the hare cards")
        case "roll":
            return say._("Roll the die")
        case "number":
            return say._("Draw a number")
        case "ten":
            return say._("Draw or pay ten?")
        case "chew":
            return say._("You chew a lettuce")
        case "back":
            return say._("You must go back")
        case "restart":
            return say._("You must start again")
        case "rest":
            return say._("You sleep on")
        case _:
            return say._("Your move")


def _due(state: State, name: str, say: Speech) -> str:
    """Describe the due action to all others."""
    match what_is_due(state):
        case "gift":
            return say._("{name}: keep the gift?", name=name)
        case "miss":
            return say._("{name} misses a turn", name=name)
        case "deal":
            return say._("{name} deals the hare cards", name=name)
        case "roll":
            return say._("{name} rolls the die", name=name)
        case "number":
            return say._("{name} draws a number", name=name)
        case "ten":
            return say._("{name}: draw or pay ten?", name=name)
        case "chew":
            return say._("{name} chews a lettuce", name=name)
        case "back":
            return say._("{name} must go back", name=name)
        case "restart":
            return say._("{name} must start again", name=name)
        case "rest":
            return say._("{name} sleeps on", name=name)
        case _:
            return say._("{name} to move", name=name)


def what_is_due(state: State) -> str:
    """Return the prompt, a missed turn or what the seat to act has to do; else a move."""
    assert state.to_act is not None
    holder = state.seats[state.to_act]
    if state.prompt == "gift":
        return "gift"
    if holder.miss:
        return "miss"
    if state.prompt == "roll" and state.rules.options.hare == "table-1974":
        return "number"  # on one of the cards that take the place of a die (R8.3)
    if state.prompt != "move":
        return state.prompt
    owed = {runner.obligation for runner in holder.runners}
    due = next((each for each in ("chew", "back", "rest") if each in owed), "move")
    if due == "back" and all(each.kind == "restart" for each in legal(state)):
        return "restart"  # no tortoise is free behind it (R8.4): everybody sees that
    return due
