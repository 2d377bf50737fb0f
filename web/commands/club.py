"""The command `hareboard club`: the boards of a broker on one screen."""

# ruff: noqa: PLC0415 - the extra `mqtt` is asked for when it is needed

import os
import sqlite3
import threading
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from controller.board.file.addresses import is_host
from controller.board.file.broker import BrokerSettings
from hardware.logs import set_up_logs
from web.commands.serving import data_folder, data_option, reachable
from web.modes.broker import NOT_INSTALLED, is_installed
from web.mqtt.troubles import BrokerUnusable
from web.server.server import CannotListen, Server, stop_on_signals

DEFAULT_PORT: Final = 8065
RESULTS_FILE: Final = "club.sqlite3"


def _broker(
    _context: click.Context, _option: click.Parameter, given: str
) -> tuple[str, int | None]:
    host, _, port = given.partition(":") if given.count(":") == 1 else (given, "", "")
    if not is_host(host) or (port and not (port.isdecimal() and 0 < int(port) <= 65_535)):
        raise click.BadParameter("an address such as 192.168.1.20, or 192.168.1.20:1883.")
    return host, int(port) if port else None


@click.command("club")
@click.option(
    "--broker",
    required=True,
    callback=_broker,
    metavar="ADDRESS[:PORT]",
    help="The MQTT broker that the boards publish to.",
)
@click.option("--tls", is_flag=True, help="Encrypt, and verify the broker's certificate.")
@click.option("--ca", metavar="FILE", help="Certificates to trust.  [default: the system's]")
@click.option("--user", help="Name to log in with at the broker.")
@click.option("--password-file", metavar="FILE", help="File with the password alone.")
@click.option(
    "--table-size",
    type=click.IntRange(2, 6),
    default=4,
    show_default=True,
    help="Most players of a table in the next round.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port of the page; 0 for any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to serve on; 0.0.0.0 lets others in your network look.",
)
@data_option
def club_command(
    broker: tuple[str, int | None],
    ca: str | None,
    user: str | None,
    password_file: str | None,
    table_size: int,
    port: int,
    host: str,
    data: Path | None,
    *,
    tls: bool,
) -> None:
    """Show all boards of an MQTT broker on one page, with the races of the evening.

    It only reads what the boards publish, and keeps results in the data folder. Players are known
    by name where a board publishes names.
    """
    set_up_logs()
    if not is_installed():
        raise click.ClickException(NOT_INSTALLED)
    from web.club.app import create_club_app
    from web.club.club import TOPICS, Club
    from web.club.results import Results
    from web.mqtt.connection import BrokerConnection

    settings = BrokerSettings(
        host=broker[0], port=broker[1], tls=tls, ca=ca, user=user, password_file=password_file
    )
    file = data_folder(data) / RESULTS_FILE
    try:
        club = Club(Results(file, _now()), table_size, _now)
        name = f"hareboard-club-{os.urandom(4).hex()}"
        connection = BrokerConnection(
            settings, name, None, TOPICS, lambda: None, club.hear, takes_retained=True
        )
        server = Server(host, port)
    # SQLite's message may quote bytes that are no text.
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} cannot be used: {error}.") from error
    except (BrokerUnusable, CannotListen) as error:
        raise click.ClickException(str(error)) from error
    ended = threading.Event()
    stop_on_signals(ended.set)
    connection.start()
    click.echo(f"The club screen: http://{reachable(server.host)}:{server.port}/")
    click.echo(f"Results are kept in {file}. Ctrl-C stops.")
    try:
        server.run(create_club_app(club, lambda: connection.trouble, ended.is_set))
    finally:
        connection.stop({})
        club.close()


def _now() -> datetime:
    return datetime.now().astimezone()
