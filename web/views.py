"""What each onlooker may see of a snapshot, as plain JSON values.

Everything secret is left out here, on the server: a view is made for one seat, or for nobody.
"""

from typing import Any

from controller.editions import DEFAULT_EDITION, load_edition, load_track
from controller.game import Ply
from controller.rules import State
from controller.rules.events import CardDrawn, Dealt, Event, seen_by
from controller.snapshot import Snapshot
from controller.table.pieces import PIECES
from web import words
from web.hand import hand

LOG_LENGTH = 40
ANSWERS = ("keep", "discard", "deal", "roll")


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
        "to_act": state.to_act if state else None,
        "prompt": state.prompt if state else None,
        "seats": _seats(snapshot, state),
        "card": _card(snapshot, state, seat),
        "table": _table(snapshot, state),
        "take_back": _take_back(snapshot),
        "log": _log(snapshot, state, seat),
        "ranking": _ranking(snapshot, state),
        "trouble": snapshot.trouble,
        "me": None if seat is None or state is None else hand(snapshot, state, seat),
    }


def track(snapshot: Snapshot) -> dict[str, Any]:
    """The course, and the runners of the box."""
    edition = snapshot.setup.edition if snapshot.setup else DEFAULT_EDITION
    course = (
        snapshot.state.rules.track
        if snapshot.state
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
    if finding.candidate is not None and finding.candidate.action.kind != "chew":
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
    if any(runner.obligation == "chew" for runner in holder.runners):
        return "You chew a lettuce" if yours else f"{name} chews a lettuce"
    return "Your move" if yours else f"{name} to move"


def _seats(snapshot: Snapshot, state: State | None) -> list[dict[str, Any]]:
    if state is None:
        return []
    order = {seat: place for place, (seat, _) in enumerate(state.home, start=1)}
    return [
        {
            "seat": seat,
            "name": player.name,
            "colour": player.colour,
            "lettuces": holder.lettuces,
            "position": state.position(seat),
            "square": holder.runners[0].at,
            "place": words.place(holder.runners[0].at, state.rules.home),
            "face_down": holder.runners[0].obligation in ("chew", "rest"),
            "misses_turn": holder.miss,
            "arrived": order.get(seat),
        }
        for seat, (player, holder) in enumerate(
            zip(snapshot.seating.players, state.seats, strict=True)
        )
    ]


def _card(snapshot: Snapshot, state: State | None, seat: int | None) -> dict[str, Any] | None:
    """The last hare card, until somebody does something else than answer it."""
    if state is None:
        return None
    for place, ply in enumerate(reversed(snapshot.plies)):
        for event in ply.step.events:
            if isinstance(event, CardDrawn):
                later = snapshot.plies[len(snapshot.plies) - place :]
                card = _drawn_card(snapshot, state, event, ply, later, seat)
                return {"number": snapshot.played - place, **card}
        if ply.action.kind not in ANSWERS:
            return None
    return None


def _drawn_card(
    snapshot: Snapshot,
    state: State,
    drawn: CardDrawn,
    ply: Ply,
    later: tuple[Ply, ...],
    seat: int | None,
) -> dict[str, Any]:
    title, text = words.CARDS[drawn.card]
    after = ply.step.events[ply.step.events.index(drawn) + 1 :]
    answers = tuple(event for each in later for event in each.step.events)
    return {
        "seat": drawn.seat,
        "card": drawn.card,
        "title": title,
        "text": text.format(restore=state.rules.options.restore_carrots),
        "outcome": _told(snapshot, (*after, *answers), seat),
    }


def _told(snapshot: Snapshot, events: tuple[Event, ...], seat: int | None) -> str:
    assert snapshot.state is not None
    home = snapshot.state.rules.home
    sentences = [words.happened(seen_by(each, seat), snapshot.seating, home) for each in events]
    return " ".join(sentence for sentence in sentences if sentence)


def _table(snapshot: Snapshot, state: State | None) -> dict[str, Any]:
    finding = snapshot.finding
    if state is None:
        return {"understood": None, "in_hand": [], "mismatches": [], "errands": []}
    candidate = finding.candidate
    understood = None
    if candidate is not None:
        name = snapshot.seating.players[candidate.seat].name
        to = words.place(candidate.square, state.rules.home)
        chews = candidate.action.kind == "chew"
        sentence = f"{name} chews a lettuce." if chews else f"{name} to {to}."
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
    }


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
