"""A wiring that comes in parts, because a message is shorter."""

import words

_MOST_BYTES = 4096


class Parts:
    """A wiring that comes in parts."""

    def __init__(self):
        self._text = None

    def take(self, total, offset, part):
        """Take the next part; the text once it is whole, else None.

        Raises:
            ValueError: a part makes no sense; has the reason of PROTOCOL.md, and why.
        """
        if not 0 < total <= _MOST_BYTES:
            raise ValueError(words.BAD_WIRING, b"empty, or too long")
        if offset == 0:
            self._text = b""
        if self._text is None or len(self._text) != offset:
            raise ValueError(words.BAD_MESSAGE, b"a part is missing")
        self._text += part
        if len(self._text) < total:
            return None
        text, self._text = self._text, None
        return text
