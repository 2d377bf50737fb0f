"""The view of each onlooker.

Everything secret is left out here, on the server: a view is made for one seat, or for spectators.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from controller.game.editions.rulesets import DEFAULT_EDITION
from controller.game.pieces import Colour
from controller.game.rules import State
from controller.game.rules.legal import owing
from controller.game.rules.moves import TORTOISE_CARROTS, price
from controller.game.rules.ruleset.track import TORTOISE
from controller.game.setup import Setup
from controller.game.turn_clock import Reminder
from controller.light.frames import one_round
from controller.table.lit_squares import destination, runners_moved
from controller.table.referee import FACE_DOWN, Candidate
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views import board_trouble, words
from web.views.actions_seen import card_seen, last_move_seen, log_seen, take_back_seen
from web.views.hand import hand
from web.views.headline import headline, seat_named
from web.views.instruction import instruction
from web.views.lesson import lesson_seen
from web.views.opponents import shown_to
from web.views.other_board import other_board_seen
from web.views.read_aloud import read_aloud
from web.views.shapes.view import (
    Blind,
    ClockSeen,
    ErrandSeen,
    LitSquare,
    MismatchSeen,
    Ranked,
    RunnerSeen,
    SeatSeen,
    TableSeen,
    Understood,
    View,
)
from web.views.squares import does_there
from web.views.words import Teller

UNDERSTOOD: Final = {
    ("move", False): (mark("You move to square {square}."), mark("{name} to square {square}.")),
    ("move", True): (
        mark("You move to square {square} once everything else is in place."),
        mark("{name} to square {square}, once everything else is in place."),
    ),
    ("home", False): (mark("You run HOME."), mark("{name} to HOME.")),
    ("home", True): (
        mark("You run HOME once everything else is in place."),
        mark("{name} to HOME, once everything else is in place."),
    ),
    ("chew", False): (mark("You chew a lettuce."), mark("{name} chews a lettuce.")),
    ("chew", True): (
        mark("You chew a lettuce once everything else is in place."),
        mark("{name} chews a lettuce once everything else is in place."),
    ),
    ("rest", False): (mark("You sleep on."), mark("{name} sleeps on.")),
    ("rest", True): (
        mark("You sleep on once everything else is in place."),
        mark("{name} sleeps on once everything else is in place."),
    ),
}
"""What the board proposes, and whether it waits, as told to the mover and to all others."""


def view(
    snapshot: Snapshot,
    seat: int | None,
    say: Speech,
    taken: Collection[int],
    board: str,
    on_screen: Collection[int] = (),
) -> View:
    """Return the view of a seat, or of a spectator.

    Args:
        snapshot: the snapshot to show.
        seat: the seat of the view; None for a spectator's.
        say: the language of its sentences.
        taken: the seats that a phone holds.
        board: the board's id.
        on_screen: the seats that the screen at the board holds.

    Raises:
        LookupError: there is no such seat in the game.
    """
    snapshot = shown_to(snapshot, say)
    state = snapshot.state
    if seat is not None and (state is None or not 0 <= seat < len(state.seats)):
        raise LookupError(f"there is no seat {seat}")
    table = words.teller(snapshot, state, say) if state is not None else None
    seen = View(
        board=board,
        version=snapshot.version,
        revision=snapshot.revision,
        phase=snapshot.phase,
        paused=snapshot.paused,
        can_mend=snapshot.can_mend,
        headline=headline(snapshot, seat, say),
        named=seat_named(snapshot, say),
        instruction=instruction(snapshot, seat, say),
        edition_name=_edition_name(snapshot),
        setup=_setup(snapshot),
        lettuces_each=state.rules.options.lettuces if state else None,
        to_act=state.to_act if state else None,
        prompt=state.prompt if state else None,
        seats=_seats(snapshot, state, taken, on_screen, say),
        card=card_seen(snapshot, state, table, seat),
        table=_table(snapshot, state, table, seat),
        lights=() if seat is not None else _lights(snapshot, state, table),
        take_back=take_back_seen(snapshot, table, seat),
        log=log_seen(snapshot, state, table, seat),
        last_move=last_move_seen(snapshot),
        clock=_clock(snapshot),
        ranking=_ranking(snapshot, state),
        trouble=None if snapshot.trouble is None else words.held_up(say),
        look=snapshot.look,
        lights_trouble=(
            None
            if snapshot.lights_trouble is None
            else words.lights_out(snapshot.lights_trouble, say)
        ),
        rescued=None if snapshot.rescued is None else words.saved(snapshot.rescued, say),
        lesson=lesson_seen(snapshot, say),
        other_board=other_board_seen(snapshot, say),
        me=None if seat is None or state is None else hand(snapshot, state, seat, say),
    )
    return msgspec.structs.replace(seen, spoken=read_aloud(seen, snapshot, seat, say))


def _setup(snapshot: Snapshot) -> Setup | None:
    """Return the set-up, without what tells the two boards of a race apart."""
    setup = snapshot.setup
    return None if setup is None else msgspec.structs.replace(setup, together=msgspec.UNSET)


def _edition_name(snapshot: Snapshot) -> str:
    return words.edition_name(snapshot.setup.edition if snapshot.setup else DEFAULT_EDITION)


def _seats(
    snapshot: Snapshot,
    state: State | None,
    taken: Collection[int],
    on_screen: Collection[int],
    say: Speech,
) -> tuple[SeatSeen, ...]:
    if state is None:
        return ()
    runners_each = state.rules.options.runners
    arrivals = [seat for seat, _ in state.home]
    finished = [
        seat for at, seat in enumerate(arrivals) if arrivals[: at + 1].count(seat) == runners_each
    ]
    teams = state.rules.options.teams or ()
    return tuple(
        SeatSeen(
            seat=seat,
            name=player.name,
            opponent=player.opponent or None,
            elsewhere=_elsewhere(snapshot, seat),
            taken=seat in taken,
            screen=seat in on_screen,
            lettuces=holder.lettuces,
            misses_turn=holder.miss,
            carrots=holder.carrots if state.rules.options.open_hands else None,
            team=next((number for number, team in enumerate(teams) if seat in team), None),
            arrived=finished.index(seat) + 1 if seat in finished else None,
            runners=tuple(
                _runner(state, seat, index, player.colours[index], say)
                for index in range(len(holder.runners))
            ),
        )
        for seat, (player, holder) in enumerate(
            zip(snapshot.seating.players, state.seats, strict=True)
        )
    )


def _elsewhere(snapshot: Snapshot, seat: int) -> str | None:
    race = snapshot.together
    here = race is None or seat not in snapshot.seating.elsewhere
    return None if here or race is None else race.other_name


def _runner(state: State, seat: int, index: int, colour: Colour, say: Speech) -> RunnerSeen:
    runner = state.seats[seat].runners[index]
    arrived = (seat, index) in state.home
    return RunnerSeen(
        runner=index,
        colour=colour,
        position=state.position(seat, index),
        square=runner.at,
        place=words.place(runner.at, state.rules.home, say),
        face_down=runner.obligation in FACE_DOWN,
        asleep=runner.obligation == "rest",
        arrived=state.home.index((seat, index)) + 1 if arrived else None,
    )


def _table(
    snapshot: Snapshot, state: State | None, table: Teller | None, seat: int | None
) -> TableSeen:
    finding = snapshot.finding
    if state is None or table is None:
        return TableSeen(None, (), (), (), None)
    candidate = finding.candidate
    understood = None
    if candidate is not None:
        sentence = _understood(candidate, table, seat, held=finding.held)
        understood = Understood(candidate.seat, candidate.square, sentence)
    return TableSeen(
        understood=understood,
        in_hand=finding.in_hand,
        mismatches=tuple(
            MismatchSeen(
                kind=fault.kind,
                colour=fault.colour,
                square=fault.square,
                belongs=fault.belongs,
                sentence=board_trouble.mismatch(
                    fault,
                    state,
                    table,
                    seat,
                    elsewhere=board_trouble.may_go_elsewhere(fault, snapshot),
                ),
            )
            for fault in finding.mismatches
        ),
        errands=tuple(
            ErrandSeen(
                task.colour,
                task.square,
                task.belongs,
                board_trouble.errand(task, table, seat),
            )
            for task in finding.errands
        ),
        blind=_blind(snapshot, state, table, seat),
    )


def _understood(candidate: Candidate, table: Teller, seat: int | None, *, held: bool) -> str:
    """Describe the action that the board proposes, and the reason it waits."""
    kind: str = candidate.action.kind
    if kind not in ("chew", "rest"):
        kind = "home" if candidate.square == table.home else "move"
    yours, theirs = UNDERSTOOD[kind, held]
    facts = {"name": table.name(candidate.seat), "square": candidate.square}
    return table.say._(yours if candidate.seat == seat else theirs, **facts)


def _blind(snapshot: Snapshot, state: State, table: Teller, seat: int | None) -> Blind | None:
    """Return the squares that the board cannot see: for a seat, its destinations now.

    A square without a reader is reported only to a seat that may go there.
    """
    squares = {square for square in snapshot.blind if square <= state.rules.home}
    if seat is None:
        squares -= snapshot.absent
    else:
        mine = state.to_act == seat and state.prompt == "move"
        squares &= {destination(state, each) or 0 for each in snapshot.actions} if mine else set()
    if not squares or state.prompt == "over":
        return None
    sentence = board_trouble.unseen(squares, table.home, table.say, here=seat is not None)
    return Blind(tuple(sorted(squares)), sentence)


def _lights(snapshot: Snapshot, state: State | None, table: Teller | None) -> tuple[LitSquare, ...]:
    """Return the lit squares; not a number that is drawn, which only people at the board know."""
    if snapshot.digits is not None:
        return ()
    lit = []
    for square, meaning in sorted(snapshot.lights.items()):
        brightest = bytes(max(one_round(meaning, snapshot.look), key=sum)).hex()
        cost = gain = sentence = None
        if state and table and state.to_act is not None and meaning.startswith("may-go"):
            cost, gain = _price(snapshot, state, square)
            sentence = does_there(table, state, square)
        lit.append(LitSquare(square, meaning, brightest, cost, gain, sentence))
    return tuple(lit)


def _price(snapshot: Snapshot, state: State, square: int) -> tuple[int | None, int | None]:
    """Return what a move to a lit square costs or draws; of two runners' the better one.

    Everybody sees which runners may move. Which one can pay is no affair of others (R2.3).
    """
    assert state.to_act is not None
    runners = state.seats[state.to_act].runners
    moved = runners_moved(snapshot.seating, snapshot.finding)
    leaving = owing(state.seats[state.to_act], "leave")
    places = [
        runner.at
        for index, runner in enumerate(runners)
        if runner.at < state.rules.home
        and leaving in (None, index)
        and (not moved or (state.to_act, index) in moved)
    ]
    if state.rules.kinds[square] == TORTOISE:
        gains = [at - square for at in places if state.rules.back_to[at] == square]
        return None, TORTOISE_CARROTS * max(gains, default=0)
    return min((price(state.rules, at, square) for at in places if at < square), default=None), None


def _clock(snapshot: Snapshot) -> ClockSeen | None:
    clock = snapshot.clock
    if clock is None or snapshot.thinking.asked is None:
        return None
    return ClockSeen(
        turn=snapshot.thinking.turn,
        runs=snapshot.thinking.since_s is not None,
        remind_s=clock.after_s if isinstance(clock, Reminder) else None,
        move_s=None if isinstance(clock, Reminder) else clock.move_s,
        reserves_s=snapshot.reserves_left_s,
    )


def _ranking(snapshot: Snapshot, state: State | None) -> tuple[Ranked, ...]:
    if state is None or snapshot.lesson is not None:
        return ()
    return tuple(
        Ranked(place, seat, snapshot.seating.players[seat].name)
        for place, seat in enumerate(state.ranking, start=1)
    )
