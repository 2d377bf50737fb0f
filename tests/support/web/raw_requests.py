"""Requests as bytes, mostly malformed, and what a server answers to them.

Three generators that share no code with the server or with its tests: noise, mutations of good
requests, and a grammar with odd values in every place.
"""

import random
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

TIMEOUT_S: Final = 20.0
PATHS: Final = (
    "/", "/board", "/setup", "/watch", "/seat/0", "/join", "/host", "/lights", "/rules", "/card",
    "/workshop", "/story", "/healthz", "/metrics", "/api/openapi.json", "/api/watch", "/api/me",
    "/api/seats/0", "/api/seats/0/why/22", "/api/seats/0/play", "/api/seats/9/live",
    "/api/watch/live", "/api/games", "/api/games/mend", "/api/confirm", "/api/undo", "/api/join",
    "/api/join/code", "/api/host", "/api/table", "/api/status", "/api/rules", "/api/lights",
    "/api/simulator/hand", "/api/simulator/live", "/api/editions", "/static/icon.svg",
    "/static/sheets/board+parts+watch.css", "/sw.js", "/manifest.webmanifest",
)  # fmt: skip
METHODS: Final = ("GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "DELETE", "TRACE")
ODD_METHODS: Final = ("get", "G\x00T", "", "CONNECT", "PRI", "A" * 300, "GÉT")
ODD_PATHS: Final = (
    "*", "", "//", "http://[", "http://board/", "/%", "/%zz", "/%00", "/a%0aFORGED", "/%c2%9b",
    "/..%2f..%2fetc/passwd", "/static/../../etc/passwd", "/static/%2e%2e/x", "/\xff", "/?%ff=%",
    "/api/seats/99999999999999999999", "/api/seats/-1", "/api/seats/0/why/x", "/api/games/%ff",
    "/" + "a" * 9000, "/?" + "a=b&" * 3000, "/#x", "/;x=y", "/\t", "board:80",
    "/static/sheets/parts+board.css", "/static/x/css/base.css", "/api/join/tap/%00",
)  # fmt: skip
VERSIONS: Final = ("HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0")
ODD_VERSIONS: Final = ("HTTP/2.0", "HTTP/9.9", "http/1.1", "HTTP/1.1 x", "", "HTTP/1.", "HTTP/-1.1")
ODD_HOSTS: Final = (
    "a..b", "a" * 64, "", "[", "[::1", "[::1%25eth0]", "board:99999", "board:x", "a, b", "a@b",
    "\xff", "b\x00d", ".", "localhost.", "[::ffff:127.0.0.1]", "xn--", "a/b", "a?b", "a b",
)  # fmt: skip
ODD: Final = (
    "", " ", "\x00", "\xff\xfe", "a" * 5000, "-1", "0x10", "1e9", "99999999999999999999", "+1",
    "null", "http://[", "http://a..b", '"', '"\\', ";", ",", ",,,", "=;=", "%", "*", "bytes=0-",
    "bytes=-1,5-2,a", 'W/"', "gzip;q=x", "de;q=9,*;q=-1", "text/html;q=0", "\x85", "(", "a: b",
    "application/json; charset=\xff", "multipart/form-data", "multipart/form-data; boundary=",
    "Basic \xff", "100-continue", "chunked", "gzip, chunked", "close", "upgrade", "websocket",
    "127.0.0.1", "for=\"[::1", "Mon, 99 Foo 0000 99:99:99 GMT", "identity;q=0",
)  # fmt: skip
HEADERS: Final = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection",
    "Content-Encoding", "Content-Length", "Content-Type", "Cookie", "Date", "Expect", "Forwarded",
    "If-Modified-Since", "If-None-Match", "If-Range", "Origin", "Range", "Referer", "Te",
    "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests", "User-Agent", "Via",
    "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "X\x00", "", "A B",
    "Content_Length", "Host",
)  # fmt: skip
BODIES: Final = (
    b"", b"{}", b"null", b"[]", b"{", b'{"a":', b"\xff", b'{"seat":0,"code":"\\ud800"}',
    b'{"action":"f5","version":1e400}', b'{"action":"f5","version":' + b"9" * 400 + b"}",
    b'{"seats":[],"options":' + b"[" * 5000 + b"]" * 5000 + b"}", b'{"pin":"' + b"0" * 9000 + b'"}',
    b'{"seats":[{"name":"\\u0000","colours":["red"]}]}', b"[" * 9000, b'{"by":"game","version":-1}',
    b'{"pieces":{"red":22}}', b" " * 20_000, b"\x00" * 100,
)  # fmt: skip
LUMPS: Final = (b"\r\n", b"\r", b"\n", b"\x00", b"\xff", b":", b" ", b"%0a", b"\r\n\r\n", b"," * 40)


def noise(rng: random.Random) -> bytes:
    """Bytes by chance."""
    return rng.randbytes(rng.choice((1, 20, 500, 40_000))) + rng.choice((b"", b"\r\n\r\n"))


def good(rng: random.Random) -> bytes:
    """A request that a page might send."""
    body = rng.choice(BODIES[:2])
    method = "POST" if body else "GET"
    lines = [f"{method} {rng.choice(PATHS)} HTTP/1.1", "Host: localhost"]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def mutated(rng: random.Random) -> bytes:
    """A good request with some mistakes."""
    request = bytearray(good(rng))
    for _ in range(rng.randint(1, 6)):
        if not request:
            break
        start = rng.randrange(len(request))
        end = min(len(request), start + rng.choice((1, 2, 8, 40)))
        match rng.randrange(5):
            case 0:
                request[start] ^= 1 << rng.randrange(8)
            case 1:
                del request[start:end]
            case 2:
                request[start:start] = request[start:end] * rng.choice((1, 2, 100))
            case 3:
                request[start:start] = rng.choice(LUMPS)
            case _:
                request[start:end] = rng.randbytes(end - start)
    return bytes(request)


def composed(rng: random.Random) -> bytes:
    """A request with odd values in some places."""

    def either(usual: Sequence[str], odd: Sequence[str], chance: float = 0.15) -> str:
        return rng.choice(odd if rng.random() < chance else usual)

    body = rng.choice(BODIES)
    method = either(METHODS, ODD_METHODS, 0.05)
    path = either(PATHS, ODD_PATHS)
    lines = [f"{method} {path} {either(VERSIONS, ODD_VERSIONS, 0.05)}"]
    if rng.random() < 0.95:
        lines.append(f"Host: {either(('localhost', 'board.local:8064', '[::1]'), ODD_HOSTS)}")
    if rng.random() < 0.7:
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
    elif rng.random() < 0.5:
        lines.append("Transfer-Encoding: chunked")
        size = rng.choice((f"{len(body):x}", "-1", "zz", "ffffffffffffffff", "0", ""))
        body = size.encode() + b"\r\n" + body + rng.choice((b"\r\n0\r\n\r\n", b"0\r\n", b""))
    lines += [f"{rng.choice(HEADERS)}: {rng.choice(ODD)}" for _ in range(rng.randrange(4))]
    head = rng.choice(("\r\n",) * 20 + ("\n", "\r")).join(lines)
    return head.encode("latin-1") + b"\r\n\r\n" + body


GENERATORS: Final[tuple[Callable[[random.Random], bytes], ...]] = (
    noise,
    mutated,
    mutated,
    composed,
    composed,
    composed,
)


def raw_request(rng: random.Random) -> bytes:
    """A request of one of the generators."""
    return rng.choice(GENERATORS)(rng)


@dataclass
class RawAnswers:
    """What was answered.

    Attributes:
        statuses: how many answers had each status; 0: none.
        wrong: requests that were answered with a status of the server's own failures.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[tuple[int, bytes]] = field(default_factory=list)

    def add(self, request: bytes, status: int) -> None:
        """Take in one answer. Only 503 is described in docs/api.md."""
        self.statuses[status] += 1
        if status >= 500 and status != 503:
            self.wrong.append((status, request))


def status_of(port: int, request: bytes, since: str = "127.0.0.1") -> int:
    """Send a request, say that nothing follows, and return the status; 0 without an answer."""
    there = ("127.0.0.1", port)
    with socket.create_connection(there, TIMEOUT_S, (since, 0)) as client:
        try:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            said = b""
            while len(said) < 12 and (more := client.recv(4096)):
                said += more
        except OSError as error:
            if isinstance(error, TimeoutError):
                raise
            return 0  # it has hung up, before or after an answer
    return int(said[9:12]) if said.startswith(b"HTTP/1.") else 0
