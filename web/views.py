"""What each onlooker may see of a snapshot, as plain JSON values.

Everything secret is left out here, on the server: a view is made for one seat, or for nobody.
"""

from typing import Any

import msgspec

from controller.editions import DEFAULT_EDITION, load_edition, load_track
from controller.game import Ply
from controller.rules import State, legal
from controller.rules.events import CardDrawn, Dealt, Event, Rolled, seen_by
from controller.snapshot import Snapshot
from controller.table.guidance import destination
from controller.table.pieces import PIECES
from controller.table.referee import FACE_DOWN
from web import words
from web.hand import hand

LOG_LENGTH = 40


def view(snapshot: Snapshot, seat: int | None = None) -> dict[str, Any]:
    """The view of a seat, or of a spectator.

    Raises:
        LookupError: there is no such seat in the game.
    """
    state = snapshot.state
    if seat is not None and (state is None or not 0 <= seat < len(state.seats)):
        raise LookupError(f"there is no seat {seat}")
    return {
        "version": snapshot.version,
        "revision": snapshot.revision,
        "phase": snapshot.phase,
        "headline": _headline(snapshot, seat),
        "edition_name": _edition_name(snapshot),
        "setup": msgspec.to_builtins(snapshot.setup),
        "lettuces_each": state.rules.options.lettuces if state else None,
        "to_act": state.to_act if state else None,
        "prompt": state.prompt if state else None,
        "seats": _seats(snapshot, state),
        "card": _card(snapshot, state, seat),
        "table": _table(snapshot, state, seat),
        "take_back": _take_back(snapshot),
        "log": _log(snapshot, state, seat),
        "ranking": _ranking(snapshot, state),
        "trouble": snapshot.trouble,
        "look": msgspec.to_builtins(snapshot.look),
        "lights_trouble": (
            None if snapshot.lights_trouble is None else words.lights_out(snapshot.lights_trouble)
        ),
        "me": None if seat is None or state is None else hand(snapshot, state, seat),
    }


def track(snapshot: Snapshot | None = None) -> dict[str, Any]:
    """The course, and the runners of the box; the usual course where there is no game."""
    setup = snapshot.setup if snapshot is not None else None
    edition = setup.edition if setup is not None else DEFAULT_EDITION
    course = (
        snapshot.state.rules.track
        if snapshot is not None and snapshot.state is not None
        else load_track(load_edition(edition).options["track"])
    )
    kinds = [*course.kinds, "HOME"]
    return {
        "edition": edition,
        "edition_name": load_edition(edition).name,
        "home": course.home,
        "squares": [
            {"square": at, "kind": kind, "name": words.KIND_NAMES[kind]}
            for at, kind in enumerate(kinds, start=1)
        ],
        "colours": [
            {
                "colour": piece.colour,
                "number": piece.number,
                "shape": piece.shape,
                "rgb": piece.rgb,
                "ink": piece.ink,
            }
            for piece in PIECES
        ],
    }


def _edition_name(snapshot: Snapshot) -> str:
    return load_edition(snapshot.setup.edition if snapshot.setup else DEFAULT_EDITION).name


def _headline(snapshot: Snapshot, seat: int | None) -> str:
    state, finding = snapshot.state, snapshot.finding
    if snapshot.trouble:
        return "The game has to wait"
    if state is None:
        return "No game yet"
    names = [player.name for player in snapshot.seating.players]
    if state.to_act is None:
        return f"{names[state.ranking[0]]} has won the race"
    if finding.put_back and snapshot.take_back is not None:
        return f"Take back {names[snapshot.take_back]}'s move?"
    if finding.mismatches:
        return "Put the runners right"
    name = names[state.to_act]
    if finding.candidate is not None and finding.candidate.action.kind in ("forward", "back"):
        return f"{name} to {words.place(finding.candidate.square, state.rules.home)}"
    return _due(state, "You" if seat == state.to_act else name)


def _due(state: State, name: str) -> str:
    """What is due now, of whoever is to act."""
    assert state.to_act is not None
    holder = state.seats[state.to_act]
    yours = name == "You"
    if state.prompt == "gift":
        return "Do you keep the gift?" if yours else f"{name}: keep the gift?"
    if holder.miss:
        return "You miss this turn" if yours else f"{name} misses a turn"
    if state.prompt == "deal":
        return "Deal the hare cards" if yours else f"{name} deals the hare cards"
    if state.prompt == "roll":
        return "Roll the die" if yours else f"{name} rolls the die"
    if state.prompt == "ten":
        return "Draw or pay ten?" if yours else f"{name}: draw or pay ten?"
    owed = {runner.obligation for runner in holder.runners}
    if "chew" in owed:
        return "You chew a lettuce" if yours else f"{name} chews a lettuce"
    if "back" in owed:
        return "You must go back" if yours else f"{name} must go back"
    if "rest" in owed:
        return "You sleep on" if yours else f"{name} sleeps on"
    return "Your move" if yours else f"{name} to move"


def _seats(snapshot: Snapshot, state: State | None) -> list[dict[str, Any]]:
    if state is None:
        return []
    runners_each = state.rules.options.runners
    arrivals = [seat for seat, _ in state.home]
    finished = [
        seat for at, seat in enumerate(arrivals) if arrivals[: at + 1].count(seat) == runners_each
    ]
    teams = state.rules.options.teams or ()
    return [
        {
            "seat": seat,
            "name": player.name,
            "lettuces": holder.lettuces,
            "misses_turn": holder.miss,
            "carrots": holder.carrots if state.rules.options.open_hands else None,
            "team": next((number for number, team in enumerate(teams) if seat in team), None),
            "arrived": finished.index(seat) + 1 if seat in finished else None,
            "runners": [
                _runner(state, seat, index, player.colours[index])
                for index in range(len(holder.runners))
            ],
        }
        for seat, (player, holder) in enumerate(
            zip(snapshot.seating.players, state.seats, strict=True)
        )
    ]


def _runner(state: State, seat: int, index: int, colour: str) -> dict[str, Any]:
    runner = state.seats[seat].runners[index]
    arrived = (seat, index) in state.home
    return {
        "runner": index,
        "colour": colour,
        "position": state.position(seat, index),
        "square": runner.at,
        "place": words.place(runner.at, state.rules.home),
        "face_down": runner.obligation in FACE_DOWN,
        "asleep": runner.obligation == "rest",
        "arrived": state.home.index((seat, index)) + 1 if arrived else None,
    }


def _card(snapshot: Snapshot, state: State | None, seat: int | None) -> dict[str, Any] | None:
    """The last hare card, until somebody does something else than answer it."""
    if state is None:
        return None
    for place, ply in enumerate(reversed(snapshot.plies)):
        for event in reversed(ply.step.events):
            if isinstance(event, CardDrawn | Rolled):
                later = snapshot.plies[len(snapshot.plies) - place :]
                card = _drawn_card(snapshot, state, event, ply, later, seat)
                return {"number": snapshot.played - place, **card}
        if ply.before.prompt == "move":
            return None
    return None


def _drawn_card(
    snapshot: Snapshot,
    state: State,
    drawn: CardDrawn | Rolled,
    ply: Ply,
    later: tuple[Ply, ...],
    seat: int | None,
) -> dict[str, Any]:
    if isinstance(drawn, Rolled):
        name, (title, text) = f"roll-{drawn.value}", words.card(drawn.action)
    else:
        name, (title, text) = drawn.card, words.card(drawn.card)
    after = ply.step.events[ply.step.events.index(drawn) + 1 :]
    answers = tuple(event for each in later for event in each.step.events)
    return {
        "seat": drawn.seat,
        "card": name,
        "title": title,
        "text": text.format(restore=state.rules.options.restore_carrots),
        "outcome": _told(snapshot, (*after, *answers), seat),
    }


def _told(snapshot: Snapshot, events: tuple[Event, ...], seat: int | None) -> str:
    assert snapshot.state is not None
    home = snapshot.state.rules.home
    sentences = [words.happened(seen_by(each, seat), snapshot.seating, home) for each in events]
    return " ".join(sentence for sentence in sentences if sentence)


def _table(snapshot: Snapshot, state: State | None, seat: int | None) -> dict[str, Any]:
    finding = snapshot.finding
    if state is None:
        return {"understood": None, "in_hand": [], "mismatches": [], "errands": [], "blind": None}
    candidate = finding.candidate
    understood = None
    if candidate is not None:
        name = snapshot.seating.players[candidate.seat].name
        to = words.place(candidate.square, state.rules.home)
        turned = {"chew": f"{name} chews a lettuce.", "rest": f"{name} sleeps on."}
        sentence = turned.get(candidate.action.kind, f"{name} to {to}.")
        if finding.held:
            sentence = f"{name} to {to}, once everything else stands right."
        understood = {"seat": candidate.seat, "square": candidate.square, "sentence": sentence}
    return {
        "understood": understood,
        "in_hand": list(finding.in_hand),
        "mismatches": [
            {
                "kind": fault.kind,
                "colour": fault.colour,
                "square": fault.square,
                "belongs": fault.belongs,
                "sentence": words.mismatch(fault, state, snapshot.seating),
            }
            for fault in finding.mismatches
        ],
        "errands": [
            {
                "colour": task.colour,
                "square": task.square,
                "belongs": task.belongs,
                "sentence": words.errand(task, state, snapshot.seating),
            }
            for task in finding.errands
        ],
        "blind": _blind(snapshot, state, seat),
    }


def _blind(snapshot: Snapshot, state: State, seat: int | None) -> dict[str, Any] | None:
    """Squares that the board cannot see: for a seat, those it may go to now.

    That a square has no reader at all is news to nobody but who may go there.
    """
    squares = {square for square in snapshot.blind if square <= state.rules.home}
    if seat is None:
        squares -= snapshot.absent
    else:
        mine = state.to_act == seat and state.prompt == "move"
        squares &= {destination(state, each) or 0 for each in legal(state)} if mine else set()
    if not squares or state.prompt == "over":
        return None
    sentence = words.unseen(squares, state.rules.home, here=seat is not None)
    return {"squares": sorted(squares), "sentence": sentence}


def _take_back(snapshot: Snapshot) -> dict[str, Any] | None:
    if snapshot.take_back is None or not snapshot.plies or snapshot.state is None:
        return None
    seat = snapshot.take_back
    done = _told(snapshot, snapshot.plies[-1].step.events, None)
    return {
        "seat": seat,
        "offered": snapshot.finding.put_back,
        "sentence": f"Take this back? {done}",
    }


def _log(snapshot: Snapshot, state: State | None, seat: int | None) -> list[dict[str, Any]]:
    if state is None:
        return []
    first = snapshot.played - len(snapshot.plies) + 1
    lines = []
    for number, ply in enumerate(snapshot.plies, start=first):
        if isinstance(ply.step.events[0], Dealt) and number == 1:
            continue
        sentence = _told(snapshot, ply.step.events, seat)
        if sentence:
            lines.append({"number": number, "seat": ply.seat, "sentence": sentence})
    return lines[-LOG_LENGTH:]


def _ranking(snapshot: Snapshot, state: State | None) -> list[dict[str, Any]]:
    if state is None:
        return []
    return [
        {"place": place, "seat": seat, "name": snapshot.seating.players[seat].name}
        for place, seat in enumerate(state.ranking, start=1)
    ]
