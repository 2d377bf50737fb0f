"""What a hundred event streams cost in different HTTP servers: why the streams are our own.

Each server runs the same small application in a process of its own. Those that are not installed
are left out: .venv/bin/pip install cheroot gevent granian hypercorn uvicorn a2wsgi
"""

import contextlib
import os
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from flask import Flask, Response, request

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds, percentile
from controller.watchers import Watchers
from web.server.broadcaster import STREAM
from web.server.event_stream import Feed

STREAMS: Final = 100
SLOW_SOCKETS: Final = 400
ROUNDS: Final = 30
PATIENCE_S: Final = 20.0
REQUEST: Final = "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"

_APP: Final = "from benchmarks.servers import application; app = application(); "
SERVERS: Final = {
    "hareboard": _APP + "from web.server.server import Server; Server('127.0.0.1', PORT).run(app)",
    "waitress": _APP + "import waitress; waitress.serve(app, listen='127.0.0.1:PORT', threads=120, "
    "connection_limit=1000)",
    "cheroot": _APP + "from cheroot.wsgi import Server; "
    "Server(('127.0.0.1', PORT), app, numthreads=120).start()",
    "uvicorn": _APP + "import uvicorn; from a2wsgi import WSGIMiddleware; "
    "uvicorn.run(WSGIMiddleware(app, workers=120), port=PORT, log_level='error')",
    "hypercorn": _APP + "import asyncio; from hypercorn.asyncio import serve; "
    "from hypercorn.config import Config; from hypercorn.middleware import AsyncioWSGIMiddleware; "
    "from concurrent.futures import ThreadPoolExecutor; config = Config(); "
    "config.bind = ['127.0.0.1:PORT']; loop = asyncio.new_event_loop(); "
    "loop.set_default_executor(ThreadPoolExecutor(120)); "
    "loop.run_until_complete(serve(AsyncioWSGIMiddleware(app), config))",
    "granian": "from granian import Granian; Granian('benchmarks.servers:application', "
    "factory=True, port=PORT, interface='wsgi', blocking_threads=120, log_enabled=False).serve()",
    "gevent": "from gevent import monkey; monkey.patch_all(); " + _APP + "from gevent.pywsgi "
    "import WSGIServer; WSGIServer(('127.0.0.1', PORT), app, log=None).serve_forever()",
}
"""Programs, with PORT for the port; a hundred and twenty threads where a stream holds one."""


def application() -> Flask:
    """Return an application: POST / counts, GET /events tells every count."""
    app = Flask(__name__)
    watchers = Watchers()

    @app.route("/", methods=["GET", "POST"])
    def count() -> str:
        if request.method == "POST":
            watchers.call()
        return str(watchers.calls)

    @app.get("/events")
    def events() -> Response:
        feed = Feed(_counts(watchers), watchers)
        request.environ[STREAM] = feed
        return Response(feed, mimetype="text/event-stream")

    return app


def _counts(watchers: Watchers) -> Iterator[bytes | None]:
    told = -1
    while True:
        calls = watchers.calls
        yield f"data: <{calls}>\n\n".encode() if calls != told else None
        told = calls


def measure() -> Figures:
    """Threads, memory and delay of a hundred streams, beside sockets that send slowly."""
    if not Path("/proc/self").exists():
        raise CannotMeasure("Memory is read from /proc, which only Linux has.")
    for name, program in SERVERS.items():
        try:
            yield from _measured(name, program)
        except CannotMeasure as error:
            yield Figure(name, "not measured", str(error))


def _measured(name: str, program: str) -> Figures:
    with _running(program) as (process, port), contextlib.ExitStack() as open_sockets:
        _answered(port)
        before_kib, _threads = _use(process.pid)
        streams = [open_sockets.enter_context(_connected(port)) for _ in range(STREAMS)]
        for each in streams:
            each.sendall(REQUEST.format(method="GET", path="/events").encode())
        _read_until(streams, b"<0>")
        after_kib, threads = _use(process.pid)
        yield Figure(f"{name}: threads with {STREAMS} streams", str(threads))
        yield Figure(f"{name}: memory for them", f"{(after_kib - before_kib) / 1024:.1f} MiB")
        delays_s = [_told_after_s(port, streams, number) for number in range(1, ROUNDS)]
        yield Figure(f"{name}: last stream told, median", milliseconds(percentile(delays_s, 50)))
        for _ in range(SLOW_SOCKETS):
            open_sockets.enter_context(_connected(port)).sendall(b"GET / HTTP/1.1\r\nHost: l")
        delays_s = [_told_after_s(port, streams, ROUNDS + number) for number in range(ROUNDS)]
        slow = f"with {SLOW_SOCKETS} half requests open"
        yield Figure(f"{name}: the same {slow}", milliseconds(percentile(delays_s, 50)))


@contextlib.contextmanager
def _running(program: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-c", program.replace("PORT", str(port))],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        until_s = time.monotonic() + PATIENCE_S
        while not _listens(port):
            if process.poll() is not None:
                assert process.stderr is not None
                raise CannotMeasure(process.stderr.read().strip().rpartition("\n")[2])
            if time.monotonic() > until_s:
                raise CannotMeasure(f"It did not listen within {PATIENCE_S:.0f} s.")
            time.sleep(0.05)
        yield process, port
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.communicate()


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), _connected(port):
        return True
    return False


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)


def _answered(port: int) -> None:
    with _connected(port) as asking:
        asking.sendall(REQUEST.format(method="GET", path="/").encode())
        if not asking.recv(4096):
            raise CannotMeasure("A request was not answered.")


def _told_after_s(port: int, streams: list[socket.socket], count: int) -> float:
    begun_s = time.monotonic()
    with _connected(port) as asking:
        asking.sendall(REQUEST.format(method="POST", path="/").encode())
        _read_until(streams, b"<%d>" % count)
    return time.monotonic() - begun_s


def _read_until(streams: list[socket.socket], told: bytes) -> None:
    """Read every stream until it has told a count."""
    read = dict.fromkeys(streams, b"")
    until_s = time.monotonic() + PATIENCE_S
    with selectors.DefaultSelector() as waiting:
        for each in streams:
            waiting.register(each, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(max(0, until_s - time.monotonic()))
            if not ready:
                raise CannotMeasure(
                    f"{len(waiting.get_map())} of {len(streams)} streams were told nothing "
                    f"within {PATIENCE_S:.0f} s."
                )
            for key, _ in ready:
                stream = key.fileobj
                assert isinstance(stream, socket.socket)
                read[stream] += stream.recv(65536)
                if told in read[stream]:
                    waiting.unregister(stream)


def _use(pid: int) -> tuple[int, int]:
    """Return resident memory in KiB, and threads, of a program and its children."""
    kib = threads = 0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for each in (str(pid), *children):
        status = Path(f"/proc/{each}/status").read_text()
        found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
        running = re.search(r"^Threads:\s+(\d+)$", status, re.MULTILINE)
        assert found is not None
        assert running is not None
        kib += int(found[1])
        threads += int(running[1])
    return kib, threads
