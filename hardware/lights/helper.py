"""The lights helper: a process of its own that drives the strip by `rpi_ws281x`.

    python -m hardware.lights.helper --socket /run/hareboard-lights/socket --keep

It may need root, and the library may take its process down with it; so it is apart from the game,
and trusts nothing it is told. It needs Python, `rpi_ws281x` and this package. Who may write to
its socket, by file permissions, may speak to it. It goes dark whenever nobody speaks to it, and
at its end; with `--keep` it is started again when it dies or hangs.
"""

import argparse
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Final, NoReturn

from hardware.lights import protocol
from hardware.lights.restart import NOTHING, Report, keep
from hardware.lights.server import LightsServer
from hardware.lights.settings import SOCKET
from hardware.lights.ws281x import Ws281x
from hardware.logs import set_up_logs

TICK_S: Final = 0.25
MOST_TALKING: Final = 16
"""Most programs connected at once; all but one are told to wait."""
MOST_MA: Final = 4000
CALLERS_GROUP: Final = "SUDO_GID"
"""Set by sudo: group ID of who called it."""
SYSTEMD_FD: Final = 3
"""File descriptor of a socket that systemd has opened. Source: sd_listen_fds(3)."""
STOPPING: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def serve(listener: socket.socket, server: LightsServer, report: Report) -> NoReturn:
    """Receive and answer messages until the process is told to stop; always end dark.

    Args:
        listener: a listening socket of packets.
        server: the server that answers.
        report: called several times a second with the set-up of a strip that may be lit.
    """
    talking: set[socket.socket] = set()
    try:
        while True:
            report(protocol.written(server.setup) if server.setup else NOTHING)
            for one in _wait_for([listener, *talking]):
                if one is not listener:
                    if not _hear(one, server):
                        talking.remove(one)
                elif newcomer := _admit(listener, len(talking)):
                    talking.add(newcomer)
            server.tick(time.monotonic())
    finally:
        server.close()


def _wait_for(sockets: list[socket.socket]) -> list[socket.socket]:
    """Return the sockets with news; the process can be stopped here only."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    try:
        ready, _, _ = select.select(sockets, [], [], TICK_S)
    finally:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    return ready


def _admit(listener: socket.socket, talking: int) -> socket.socket | None:
    try:
        newcomer, _ = listener.accept()
    except OSError:  # untested: a client that had come has gone again before this line
        return None
    if talking >= MOST_TALKING:
        newcomer.close()
        return None
    newcomer.setblocking(False)
    return newcomer


def _hear(one: socket.socket, server: LightsServer) -> bool:
    """Answer one message; False if its sender has gone, or does not take the answer."""
    try:
        if packet := one.recv(protocol.LONGEST + 1):
            one.send(server.hear(one, packet, time.monotonic()))
            return True
    except OSError:
        pass
    server.leave(one)
    one.close()
    return False


def given_by_systemd() -> socket.socket | None:
    """Return the listening socket systemd has opened for this process, if any."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    listener = socket.socket(fileno=SYSTEMD_FD)
    # A client may have gone again before it is accepted.
    listener.setblocking(False)
    return listener


def listening(path: Path) -> socket.socket:
    """Return a listening socket for its user and group; replace one without a listener.

    The group is that of who called `sudo`, so that their hareboard reaches a helper that is root.
    A missing folder is made, but none above it.

    Raises:
        OSError: the path cannot be used; with the cause.
    """
    if path.is_socket():
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as other:
            if other.connect_ex(str(path)) == 0:
                raise FileExistsError("a lights helper is running there already")
    elif path.exists():
        raise FileExistsError("there is something else of that name")
    path.parent.mkdir(exist_ok=True)
    # A client that finds it by its name can connect at once.
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(str(unfinished))
    if os.geteuid() == 0:
        os.chown(unfinished, -1, int(os.environ.get(CALLERS_GROUP, "-1")))
    unfinished.chmod(0o660)
    listener.listen(MOST_TALKING)
    listener.setblocking(False)
    unfinished.rename(path)
    return listener


def main() -> None:
    """Run the helper."""
    arguments = _arguments()
    set_up_logs()
    for number in STOPPING:
        signal.signal(number, _stop)
    listener = given_by_systemd()
    ours = listener is None
    if listener is None:
        try:
            listener = listening(arguments.socket)
        except OSError as error:
            sys.exit(f"The lights helper cannot listen at {arguments.socket}: {error}.")
    try:
        _work(listener, arguments.most_ma, once=not arguments.keep)
    finally:
        listener.close()
        if ours:
            arguments.socket.unlink(missing_ok=True)


def _work(listener: socket.socket, most_ma: int, *, once: bool) -> NoReturn:
    def work(report: Report) -> None:
        # A stop in the middle of a frame would leave it on the strip.
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        serve(listener, LightsServer(Ws281x, most_ma), report)

    def darken(left: bytes) -> None:  # untested: only in a keeper's child: coverage does not see it
        if isinstance(setup := protocol.read(left), protocol.LightsSetup):
            LightsServer(Ws281x, most_ma).darken(setup)

    if once:
        work(lambda _: None)
    keep(work, darken)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.lights.helper",
        description="Drive the lights of a board with rpi_ws281x, for hareboard.",
    )
    parser.add_argument(
        "--socket", type=Path, default=Path(SOCKET), metavar="PATH", help=f"default: {SOCKET}"
    )
    parser.add_argument(
        "--most-ma",
        type=int,
        default=MOST_MA,
        metavar="MA",
        help=f"maximum current budget, in milliamperes; default: {MOST_MA}",
    )
    parser.add_argument(
        "--keep", action="store_true", help="restart the driver process when it dies"
    )
    return parser.parse_args()


def _stop(_number: int, _frame: object) -> NoReturn:
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(0)


if __name__ == "__main__":
    main()
