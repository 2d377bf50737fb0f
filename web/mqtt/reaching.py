"""Finds out why a broker cannot be reached: its name, its port, its certificate."""

import errno
import socket
import ssl
from typing import Final

from controller.board.file.broker import BrokerSettings
from web.mqtt.troubles import (
    BLOCKED,
    CERTIFICATES_UNUSABLE,
    NO_ANSWER,
    NO_BROKER,
    NO_SUCH_HOST,
    NOT_TLS,
    NOTHING_LISTENS,
    UNREACHABLE,
    BrokerTrouble,
    BrokerUnusable,
    untrusted,
)

CONNECT_WITHIN_S: Final = 5.0


def why_not(settings: BrokerSettings) -> BrokerTrouble:
    """Return why a broker does not answer; tries it once more.

    Raises:
        BrokerUnusable: the certificates to trust cannot be read.
    """
    return unreachable(settings) or BrokerTrouble(NO_BROKER, _facts(settings))


def unreachable(settings: BrokerSettings) -> BrokerTrouble | None:
    """Connect to a broker's port, with TLS if the settings say so; return why that fails.

    Raises:
        BrokerUnusable: the certificates to trust cannot be read.
    """
    facts, secure = _facts(settings), trust(settings) if settings.tls else None
    try:
        with socket.create_connection(
            (settings.host, settings.port_used), CONNECT_WITHIN_S
        ) as plain:
            return None if secure is None else _without_tls(secure, plain, facts)
    except socket.gaierror:
        return BrokerTrouble(NO_SUCH_HOST, facts)
    except ConnectionRefusedError:
        return BrokerTrouble(NOTHING_LISTENS, facts)
    except PermissionError:
        return BrokerTrouble(BLOCKED, facts)
    except OSError as error:
        if isinstance(error, TimeoutError) or error.errno in (errno.EHOSTUNREACH, errno.ETIMEDOUT):
            return BrokerTrouble(NO_ANSWER, facts)
        return BrokerTrouble(UNREACHABLE, {**facts, "reason": error.strerror or str(error)})


def trust(settings: BrokerSettings) -> ssl.SSLContext:
    """Return a TLS context that verifies certificate and name.

    Raises:
        BrokerUnusable: the certificates to trust cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=settings.ca)
    except OSError as error:
        facts = {"file": settings.ca or "", "reason": error.strerror or str(error)}
        raise BrokerUnusable(BrokerTrouble(CERTIFICATES_UNUSABLE, facts)) from error


def _without_tls(
    secure: ssl.SSLContext, plain: socket.socket, facts: dict[str, str | int]
) -> BrokerTrouble | None:
    """Return what a broker does instead of TLS with a certificate that can be trusted."""
    try:
        secure.wrap_socket(plain, server_hostname=str(facts["host"])).close()
    except ssl.SSLCertVerificationError as error:
        return untrusted(str(facts["host"]), error)
    except OSError:
        return BrokerTrouble(NOT_TLS, facts)
    return None


def _facts(settings: BrokerSettings) -> dict[str, str | int]:
    return {"host": settings.host, "port": settings.port_used}
