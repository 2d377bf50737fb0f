"""Makes the view of a track: the kinds of its squares, and the runners of the box."""

import msgspec

from controller.game.editions.rulesets import DEFAULT_EDITION, load_edition, load_track
from controller.game.pieces import PIECES
from controller.game.rules import BadSetup
from controller.game.rules.ruleset.track import Track
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views import words
from web.views.shapes.game import PieceView, SquareOfTrack, TrackView


def track(snapshot: Snapshot | None, say: Speech) -> TrackView:
    """Return the track, and the runners of the box; the usual track without a game."""
    setup = snapshot.setup if snapshot is not None else None
    edition = setup.edition if setup is not None else DEFAULT_EDITION
    if snapshot is not None and snapshot.state is not None:
        return track_view(edition, snapshot.state.rules.track, say)
    try:
        course = load_track(load_edition(edition).options["track"])
    except BadSetup:  # the file of the last game's edition has gone, or has mistakes now
        edition = DEFAULT_EDITION
        course = load_track(load_edition(edition).options["track"])
    return track_view(edition, course, say)


def track_view(edition: str, course: Track, say: Speech) -> TrackView:
    """Return the track of an edition, and the runners of the box."""
    kinds = [*course.kinds, "HOME"]
    called = words.board_words(edition)
    return TrackView(
        edition=edition,
        edition_name=words.edition_name(edition),
        home=course.home,
        squares=tuple(
            SquareOfTrack(at, kind, words.kind_name(kind, say, called))
            for at, kind in enumerate(kinds, start=1)
        ),
        colours=tuple(
            PieceView(**msgspec.structs.asdict(piece), name=words.colour_name(piece.colour, say))
            for piece in PIECES
        ),
    )
