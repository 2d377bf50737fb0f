"""The simulated world: wooden pieces with tags, and the hands that move them.

It is driven from the world's side only: a hand lifts, puts down, slides, turns over or
knocks a piece, or presses a button. Sensing it is the board's task
(`hardware.simulated.direct`). Everything here is safe to call from any thread.
"""

import json
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Literal, Protocol, get_args

from hardware.errors import NoSuchPlace
from hardware.ports import ButtonName, Uid

BUTTONS: Final[tuple[ButtonName, ...]] = get_args(ButtonName)
LARGEST_MEMORY_BYTES: Final = 1 << 20
"""Size of the largest file of places that is read."""
"""Every button a board may have."""

Spot = Literal["centre", "far left", "far right", "near left", "near right"]
"""Place on a square, as seen from the near side of the board, that of its last row."""


class Listener(Protocol):
    """Listener to presses."""

    def __call__(self, button: ButtonName, *, held: bool) -> None:
        """A button was pressed and let go, or held."""
        ...


@dataclass(frozen=True, slots=True)
class Piece:
    """A runner made of wood.

    Attributes:
        name: its name for people.
        base: the tag under its foot.
        crown: the tag on its head, None if it has none.
        square: its square, None beside the board.
        face_down: True if it stands on its head.
        in_hand: True if a hand holds it over the board.
        spot: where on its square it stands.
        lifted_mm: height of what lies under it.
    """

    name: str
    base: Uid
    crown: Uid | None
    square: int | None = None
    face_down: bool = False
    in_hand: bool = False
    spot: Spot = "centre"
    lifted_mm: float = 0.0

    @property
    def lower_tag(self) -> Uid | None:
        """Tag that a reader below would see."""
        return self.crown if self.face_down else self.base

    @property
    def upper_tag(self) -> Uid | None:
        """Tag on the other end, which a reader below may see through the piece."""
        return self.base if self.face_down else self.crown


def standing(pieces: Iterable[Piece]) -> Mapping[int, tuple[Piece, ...]]:
    """Return the pieces on each square that has any."""
    on: dict[int, tuple[Piece, ...]] = {}
    for piece in pieces:
        if piece.square is not None:
            on[piece.square] = (*on.get(piece.square, ()), piece)
    return on


class World:
    """All pieces and buttons of one board.

    Args:
        squares: number of squares with a reader and a light, numbered from 1.
        pieces: the pieces, at first beside the board.
        buttons: the buttons the board has.
        memory: file in which the places of the pieces outlive the program, as wood outlives
            a power cut; None to forget them.
    """

    def __init__(
        self,
        squares: int,
        pieces: Iterable[Piece],
        buttons: Iterable[ButtonName] = BUTTONS,
        memory: Path | None = None,
    ) -> None:
        self.squares = squares
        self.buttons = tuple(buttons)
        self._pieces = {piece.name: piece for piece in pieces}
        self._memory = memory
        self._changes = 0
        self._lock = threading.RLock()
        self._watchers: list[Callable[[], None]] = []
        self._listeners: list[Listener] = []
        if memory is not None and memory.exists():
            self._recall(memory)
        self._standing = standing(self._pieces.values())

    # Looking

    def pieces(self) -> tuple[Piece, ...]:
        """Return every piece in its present state."""
        with self._lock:
            return tuple(self._pieces.values())

    def numbered_pieces(self) -> tuple[int, tuple[Piece, ...]]:
        """Return how many changes there have been, and every piece after the last of them."""
        with self._lock:
            return self._changes, tuple(self._pieces.values())

    def piece(self, name: str) -> Piece:
        """Return one piece in its present state.

        Raises:
            NoSuchPlace: there is no piece of that name.
        """
        with self._lock:
            if name not in self._pieces:
                known = ", ".join(self._pieces)
                raise NoSuchPlace(f"There is no piece called {name!r}; there are {known}.")
            return self._pieces[name]

    def tags_on(self, square: int) -> tuple[Uid, ...]:
        """Return the tags near the reader of a square."""
        here = self._standing.get(square, ())
        return tuple([piece.lower_tag for piece in here if piece.lower_tag is not None])

    def upper_tags_on(self, square: int) -> tuple[Uid, ...]:
        """Return the tags on the upper ends of the pieces on a square."""
        here = self._standing.get(square, ())
        return tuple([piece.upper_tag for piece in here if piece.upper_tag is not None])

    # Moving pieces, pressing buttons

    def lift(self, name: str) -> None:
        """Take a piece off its square, into the hand."""
        self._change(name, lambda piece: replace(piece, square=None, in_hand=True))

    def put(self, name: str, square: int, *, face_down: bool | None = None) -> None:
        """Set a piece down on a square, the present or a given way up.

        Raises:
            NoSuchPlace: there is no such square or piece.
        """
        self._check(square)
        down = self.piece(name).face_down if face_down is None else face_down
        self._change(
            name, lambda piece: replace(piece, square=square, face_down=down, in_hand=False)
        )

    def place(self, name: str, spot: Spot, lifted_mm: float = 0.0) -> None:
        """Move a piece to another place on its square, or put something under it."""
        self._change(name, lambda piece: replace(piece, spot=spot, lifted_mm=lifted_mm))

    def slide(self, name: str, square: int) -> None:
        """Push a piece onto a square without lifting it."""
        self._check(square)
        self._change(name, lambda piece: replace(piece, square=square, in_hand=False))

    def turn(self, name: str) -> None:
        """Turn a piece the other way up where it stands."""
        self._change(name, lambda piece: replace(piece, face_down=not piece.face_down))

    def knock(self, name: str) -> None:
        """Knock a piece off the board: it comes to stand beside it, upright."""
        self._change(
            name, lambda piece: replace(piece, square=None, face_down=False, in_hand=False)
        )

    def carry(self, piece: Piece, square: int, *, face_down: bool) -> None:
        """Set a piece down, on square 0 beside the board, unless it was touched since.

        Args:
            piece: what it was when it was looked at.
            square: where to.
            face_down: True to set it on its crown.
        """
        with self._lock:
            if self.piece(piece.name) is not piece:
                return
            self._pieces[piece.name] = replace(
                piece, square=square or None, face_down=face_down, in_hand=False
            )
            self._count()
        self._changed()

    def add(self, piece: Piece) -> None:
        """Bring another thing to the table, such as a bank card."""
        with self._lock:
            self._pieces[piece.name] = piece
            self._count()
        self._changed()

    def remove(self, name: str) -> None:
        """Take such a thing away again; nothing happens if it is not there."""
        with self._lock:
            if self._pieces.pop(name, None) is None:
                return
            self._count()
        self._changed()

    def press(self, button: ButtonName, *, held: bool = False) -> None:
        """Press a button and let it go, or hold it for the time of a long press.

        Raises:
            NoSuchPlace: the board has no such button.
        """
        if button not in self.buttons:
            known = ", ".join(self.buttons)
            raise NoSuchPlace(f"There is no button {button!r}; there are {known}.")
        for listener in tuple(self._listeners):
            listener(button, held=held)

    # Listeners

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after every change, from the changing thread; return how to stop."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def on_press(self, pressed: Listener) -> Callable[[], None]:
        """Call a listener at every press, from the pressing thread; return how to stop."""
        self._listeners.append(pressed)
        return lambda: self._listeners.remove(pressed)

    def _check(self, square: int) -> None:
        if not 1 <= square <= self.squares:
            raise NoSuchPlace(f"The board has squares 1 to {self.squares}, not {square}.")

    def _change(self, name: str, changed: Callable[[Piece], Piece]) -> None:
        with self._lock:
            self._pieces[name] = changed(self.piece(name))
            self._count()
        self._changed()

    def _count(self) -> None:
        """Count a change, and note what stands where now. Its caller holds the lock."""
        self._changes += 1
        self._standing = standing(self._pieces.values())

    def _changed(self) -> None:
        with self._lock:
            if self._memory is not None:
                self._remember(self._memory)
        for watcher in tuple(self._watchers):
            watcher()

    def _remember(self, memory: Path) -> None:
        # Not synced: this file stands for the wood, which no controller stores.
        text = json.dumps({name: asdict(piece) for name, piece in self._pieces.items()})
        draft = memory.with_suffix(".new")
        # A full disk does not prevent moves of pieces.
        with suppress(OSError):
            draft.write_text(text, "utf-8")
            draft.replace(memory)

    def _recall(self, memory: Path) -> None:
        try:
            if not memory.is_file() or memory.stat().st_size > LARGEST_MEMORY_BYTES:
                return
            places = json.loads(memory.read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            return  # The squares of the pieces are lost; they are beside the board.
        for name, piece in self._pieces.items():
            place = places.get(name) if isinstance(places, Mapping) else None
            if isinstance(place, Mapping) and place.get("square") in range(1, self.squares + 1):
                down = place.get("face_down") is True
                self._pieces[name] = replace(piece, square=place["square"], face_down=down)
