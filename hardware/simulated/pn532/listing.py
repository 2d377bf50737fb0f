"""A chip at work on InListPassiveTarget."""

from hardware.simulated.pn532.radio import Radio
from hardware.simulated.pn532.tags import EmulatedTag
from hardware.simulated.pn532.timing import ChipTiming

MOST_TRIES_AT_A_GLANCE = 1000
"""Most tries to work out at once: after a long time without a poll, only the last ones."""


class Listing:
    """Tries to find tags, one after another; worked out at each poll.

    Args:
        radio: of the tags.
        square: of the reader's field.
        timing: durations of the tries.
        start_s: when the first try begins.
        most: largest number of tags to find.
        tries: number of tries, None to continue until there is a tag.
        wanted: the UID of the only tag that counts, None for any.
        dull: UIDs of tags that are still selected: they miss the first try.
        deaf: True to look for kinds of tags that do not exist here.
    """

    def __init__(
        self,
        radio: Radio,
        square: int,
        timing: ChipTiming,
        start_s: float,
        *,
        most: int,
        tries: int | None,
        wanted: bytes | None = None,
        dull: frozenset[bytes] = frozenset(),
        deaf: bool = False,
    ) -> None:
        self._radio = radio
        self._square = square
        self._timing = timing
        self._most = most
        self._left = tries
        self._wanted = wanted
        self._dull = dull
        self._deaf = deaf
        self._start_s = start_s
        self._end_s: float | None = None
        self._tags: list[EmulatedTag] = []

    def look(self, now_s: float) -> tuple[float, list[EmulatedTag]] | None:
        """Return time and tags of the result, maybe no tags; None while it is running."""
        while True:
            if self._end_s is None:
                self._skip(now_s)
                if now_s < self._start_s:
                    return None
                self._tags = self._found()
                self._end_s = self._start_s + self._takes_s()
            if now_s < self._end_s:
                return None
            end_s, self._end_s = self._end_s, None
            left = self._gone(end_s)
            found = [tag for tag in self._tags if tag.uid not in left]
            self._start_s, self._dull = end_s, frozenset()
            if self._left is not None:
                self._left -= 1
            if found or self._left == 0:
                return end_s, found

    def next_s(self) -> float:
        """Return the time of the next useful poll."""
        return self._start_s if self._end_s is None else self._end_s

    def _skip(self, now_s: float) -> None:
        behind = int((now_s - self._start_s) / self._timing.try_s)
        if self._left is None and behind > MOST_TRIES_AT_A_GLANCE:
            self._start_s += (behind - MOST_TRIES_AT_A_GLANCE) * self._timing.try_s

    def _found(self) -> list[EmulatedTag]:
        if self._deaf:
            return []
        tags = [
            tag
            for tag in self._radio.scan(self._square, self._start_s)
            if tag.uid not in self._dull and self._wanted in (None, tag.uid)
        ]
        # At the first bit in which UIDs differ the tag with a one goes on; bits come lowest first.
        tags.sort(key=lambda tag: [f"{byte:08b}"[::-1] for byte in tag.uid], reverse=True)
        return tags[: self._most]

    def _takes_s(self) -> float:
        timing = self._timing
        selecting_s = sum(
            timing.short_uid_s if len(tag.uid) == 4 else timing.long_uid_s for tag in self._tags
        )
        return selecting_s + (timing.try_s if len(self._tags) in range(self._most) else 0.0)

    def _gone(self, end_s: float) -> frozenset[bytes]:
        """Return the tags that were taken away while being read."""
        if not self._tags:
            return frozenset()
        stood = self._radio.standing(self._square, self._start_s)
        return stood - self._radio.standing(self._square, end_s)
