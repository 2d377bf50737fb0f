"""Redacts private data: addresses, names, paths.

Redacts too much rather than too little: anything that looks like a UID or an address goes.
The same value gets the same replacement throughout a bundle, so that lines can be compared.
"""

import ipaddress
import re
from collections.abc import Iterable, Mapping
from typing import Final

from hardware.ports import Uid

USUAL: Final = frozenset({"pi", "root", "hareboard", "admin", "user", "raspberrypi", "localhost"})
"""Common names of users and computers, which identify no person."""
KEPT_ADDRESSES: Final = frozenset({"127.0.0.1", "0.0.0.0", "::", "::1"})
PRIVATE: Final = re.compile(
    r"ssid|psk|wpa|wi-?fi|wlan|passw|passphrase|secret|token|credential|api.?key", re.I
)
"""A line of a file or log with one of these in it is left out whole."""
OF_THE_GAME: Final = re.compile(r"carrot|lettuce|\bhands?\b", re.I)
"""Also a line of a log with one of these: it may contain a player's hand."""
AT_THE_START: Final = re.compile(r"Hare & Tortoise on|\bjoin\b|\bPIN\b")
"""Also one with these: the start-up lines contain the board's title, and how to join."""
LEFT_OUT: Final = "(a line was left out)"

_HOME: Final = re.compile(r"(?:/home/|/Users/)[^/\s:;,'\"”)]+|/root(?![\w-])")
_HOST_OF_URL: Final = re.compile(r"(?<=://)(?:[^/\s@]*@)?([A-Za-z][\w.-]*|\[[0-9a-fA-F:]+\])")
_LOCAL_NAME: Final = re.compile(r"\b[\w-]+\.(?:local|lan|home|fritz\.box|internal)\b", re.I)
_IPV4: Final = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_IPV6: Final = re.compile(r"(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?(?![\w:])", re.I)
_BYTES: Final = re.compile(
    r"(?<![\w:-])[0-9a-f]{2}(?:([ :-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){2,}\b", re.I
)
_HEX: Final = re.compile(r"(?<![0-9a-z])(?:0x)?[0-9a-f]{8,}(?![0-9a-z])", re.I)
_COMMENT: Final = re.compile(r"""^((?:[^#"']|"(?:\\.|[^"\\])*"|'[^']*')*)#.*$""")


class Redactor:
    """Redacts UIDs, names, addresses and home folders.

    Args:
        uids: known UIDs, each with its replacement: `red base`.
        names: names of players, in any spelling.
        accounts: names of users and of the computer.
    """

    def __init__(
        self, uids: Mapping[Uid, str], names: Iterable[str] = (), accounts: Iterable[str] = ()
    ) -> None:
        self._names: dict[str, dict[str, str]] = {}
        self._uids = {str(uid): called for uid, called in uids.items()}
        words = [(name, "player") for name in names]
        words += [(name, "name") for name in accounts if name.lower() not in USUAL]
        words = [(name.strip(), kind) for name, kind in words if name.strip()]
        self._words = [
            (re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I), self._called(kind, name.lower()))
            for name, kind in sorted(words, key=lambda word: -len(word[0]))
        ]

    def text(self, text: str) -> str:
        """Return a redacted text."""
        text = _HOME.sub("~", text)
        for word, called in self._words:
            text = word.sub(called, text)
        text = _HOST_OF_URL.sub(self._host, text)
        text = _LOCAL_NAME.sub(lambda found: self._called("host", found[0].lower()), text)
        text = _BYTES.sub(self._number, text)
        text = _IPV4.sub(self._address, text)
        text = _IPV6.sub(self._address, text)
        return _HEX.sub(self._number, text)

    def file(self, text: str) -> str:
        """Return a configuration file redacted and without comments, line for line."""
        return self._lines(map(_without_comment, text.split("\n")), PRIVATE)

    def log(self, text: str) -> str:
        """Return a log redacted, line for line."""
        return self._lines(text.split("\n"), PRIVATE, OF_THE_GAME, AT_THE_START)

    def _lines(self, lines: Iterable[str], *private: re.Pattern[str]) -> str:
        return "\n".join(
            LEFT_OUT if any(each.search(line) for each in private) else self.text(line)
            for line in lines
        )

    def _host(self, found: re.Match[str]) -> str:
        host = found[1].strip("[]").lower()
        return found[1] if host in USUAL | KEPT_ADDRESSES else self._called("host", host)

    def _address(self, found: re.Match[str]) -> str:
        said = found[0].partition("%")[0]
        try:
            address = ipaddress.ip_address(said)
        except ValueError:  # a time of day, or a version
            return found[0]
        # 0.x.x.x is never a host's address (RFC 6890), and looks like a version.
        if str(address) in KEPT_ADDRESSES or (address.version == 4 and said.startswith("0.")):
            return found[0]
        return self._called("address", str(address))

    def _number(self, found: re.Match[str]) -> str:
        number = re.sub(r"[ :-]", "", found[0].lower().removeprefix("0x"))
        if number in self._uids:
            return f"({self._uids[number]})"
        return self._called("number", number)

    def _called(self, kind: str, secret: str) -> str:
        known = self._names.setdefault(kind, {})
        return known.setdefault(secret, f"({kind} {len(known) + 1})")


def _without_comment(line: str) -> str:
    """Return a line up to its comment; up to its first `#` if its quotes do not pair."""
    found = _COMMENT.match(line)
    if found is not None:
        return found[1].rstrip()
    return line.partition("#")[0].rstrip() if _odd(line) else line


def _odd(line: str) -> bool:
    return line.count('"') % 2 == 1 or line.count("'") % 2 == 1
