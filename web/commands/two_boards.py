"""Two simulated boards side by side: paired with each other, through a broker on this machine."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import AnyStr, Final

import click
import tomlkit

from controller.atomic_files import keep_whole, make_folder
from controller.board.examples import example_path
from controller.board.file.broker_writing import with_broker
from controller.partners.kept_partners import (
    PARTNERS_FILE,
    KeptPartner,
    PartnersUnreadable,
    keep_partners,
    read_partners,
)
from controller.partners.letters import is_installed
from controller.partners.ports import SECRET_BYTES
from web.server.server import stop_on_signals

EXAMPLE: Final = "spi-decoder-64"
"""The board that both are wired as."""
NAMES: Final = ("Board 1", "Board 2")
LOOPBACK: Final = "127.0.0.1"
BROKER_WITHIN_S: Final = 15.0
LOOK_S: Final = 0.05
STOP_S: Final = 5.0
SYSTEM_FOLDERS: Final = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where Mosquitto is installed without being in everybody's PATH."""

NOTHING_INSTALLED: Final = (
    "Two boards need paho-mqtt, cryptography and spake2. Install them: pip install "
    "'hareboard[mqtt]'."
)
NO_BROKER: Final = (
    "Two boards need a broker. Install Mosquitto (Debian: sudo apt install mosquitto), or the one "
    "in Python: pip install 'hareboard[broker]'."
)


def run_two_boards(folder: Path, port: int, options: Sequence[str]) -> None:
    """Start a broker and two boards; return when one of the boards has ended.

    Args:
        folder: the folder of all files; each board has one of its own in it.
        port: port of the first board's pages, the second has the next one; 0 for any free ports.
        options: more options of `hareboard simulate` for both.

    Raises:
        ClickException: something is missing.
        SystemExit: at a stop signal, or with the status of the board that has ended.
    """
    if not is_installed() or find_spec("paho") is None:
        raise click.ClickException(NOTHING_INSTALLED)
    stop_on_signals(lambda: None)
    with ExitStack() as stack:
        broker_port = stack.enter_context(local_broker(folder))
        try:
            files = prepare_boards(folder, broker_port)
        except (OSError, PartnersUnreadable) as error:
            raise click.ClickException(f"The two boards cannot be prepared: {error}") from error
        click.echo(
            "Put the windows of the two boards side by side. To race together, press “Race” on the "
            "page /partners of one, and join on that page of the other. Ctrl-C stops both."
        )
        ended = threading.Event()
        boards = [
            stack.enter_context(_board(file, name, port + number if port else 0, options, ended))
            for number, (file, name) in enumerate(zip(files, NAMES, strict=True))
        ]
        ended.wait()
        raise SystemExit(max(board.wait() if board.poll() is not None else 0 for board in boards))


def prepare_boards(folder: Path, broker_port: int) -> tuple[Path, ...]:
    """Write the board file of each board, and pair them unless they are; return the files.

    Args:
        folder: the folder of all files.
        broker_port: port of the broker.

    Raises:
        OSError: something cannot be written.
        PartnersUnreadable: a board's list of partners cannot be read.
    """
    files = []
    for number, name in enumerate(NAMES, 1):
        own = folder / f"board-{number}"
        make_folder(own)
        file = own / "board.toml"
        text = file.read_text("utf-8") if file.exists() else _named(name)
        keys: dict[str, str | int | bool | None] = {
            "host": LOOPBACK,
            "port": broker_port,
            "names": True,
        }
        keep_whole(file, with_broker(text, keys).encode())
        files.append(file)
    kept = [read_partners(file.with_name(PARTNERS_FILE)) for file in files]
    if not {each.id for each in kept[0]} & {each.id for each in kept[1]}:
        pair, secret = secrets.token_hex(16), secrets.token_bytes(SECRET_BYTES)
        for here, there in ((0, 1), (1, 0)):
            partner = KeptPartner(pair, NAMES[there], here == 0, secret)
            keep_partners(files[here].with_name(PARTNERS_FILE), (*kept[here], partner))
    return tuple(files)


@contextmanager
def local_broker(folder: Path) -> Iterator[int]:
    """Run a broker that only this machine reaches: Mosquitto, or else aMQTT; yield its port.

    Args:
        folder: where its settings and its log are kept.

    Raises:
        ClickException: there is none, or it does not start.
    """
    with socket.create_server((LOOPBACK, 0)) as free:
        port: int = free.getsockname()[1]
    name, command = _broker(folder, port)
    log = folder / "broker.log"
    with (
        log.open("wb") as out,
        _ended_with(
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )
        ) as process,
    ):
        until_s = time.monotonic() + BROKER_WITHIN_S
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > until_s:
                raise click.ClickException(f"{name} does not start: {log} says why.")
            time.sleep(LOOK_S)
        click.echo(f"Two simulated boards, paired through {name} on this machine")
        yield port


def _broker(folder: Path, port: int) -> tuple[str, tuple[str, ...]]:
    """Return name and command of the broker."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *SYSTEM_FOLDERS))
    mosquitto = shutil.which("mosquitto", path=path)
    if mosquitto is not None:
        settings = folder / "mosquitto.conf"
        keep_whole(settings, f"listener {port} {LOOPBACK}\nallow_anonymous true\n".encode())
        return "Mosquitto", (mosquitto, "-c", str(settings))
    if find_spec("amqtt") is not None:
        settings = folder / "amqtt.json"  # JSON is YAML, which it reads
        keep_whole(
            settings,
            json.dumps(
                {
                    "listeners": {"default": {"type": "tcp", "bind": f"{LOOPBACK}:{port}"}},
                    "plugins": {
                        "amqtt.plugins.authentication.AnonymousAuthPlugin": {
                            "allow_anonymous": True
                        }
                    },
                }
            ).encode(),
        )
        script = "from amqtt.scripts.broker_script import main; main()"
        return "aMQTT", (sys.executable, "-c", script, "-c", str(settings))
    raise click.ClickException(NO_BROKER)


@contextmanager
def _board(
    file: Path, name: str, port: int, options: Sequence[str], ended: threading.Event
) -> Iterator["subprocess.Popen[str]"]:
    """Run a board, and say what it says, after its name."""
    command = (
        *(sys.executable, "-c", "from web.commands.main import main; main()", "simulate"),
        *("--board", f"sim://{file}", "--data", str(file.parent), "--port", str(port), *options),
    )
    with _ended_with(
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C stops this program, which stops the boards
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        )
    ) as process:
        said = process.stdout
        assert said is not None, "it is a pipe"

        def relay() -> None:
            with said:
                for line in said:
                    click.echo(f"{name} | {line.rstrip()}")
            process.wait()
            ended.set()

        relaying = threading.Thread(target=relay, name=name, daemon=True)
        relaying.start()
        yield process
    relaying.join(STOP_S)


@contextmanager
def _ended_with(process: "subprocess.Popen[AnyStr]") -> "Iterator[subprocess.Popen[AnyStr]]":
    """End a process at the end of the context."""
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _named(name: str) -> str:
    document = tomlkit.parse(example_path(EXAMPLE).read_text("utf-8"))
    document["name"] = name
    return tomlkit.dumps(document)


def _answers(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), LOOK_S).close()
    except OSError:
        return False
    return True
