"""Reads [mqtt]: the MQTT broker that a board publishes to."""

from typing import Annotated, Final, Literal

import msgspec

from controller.board.file.addresses import is_host
from controller.toml import Limits
from controller.toml.mistakes import shown
from controller.toml.shapes import as_text

PLAIN_PORT: Final = 1883
TLS_PORT: Final = 8883


def _broker(value: object) -> str:
    host = as_text(value)
    if is_host(host):
        return host
    raise ValueError(f"{shown(value)} is no name or address of a broker, such as “192.168.1.20”.")


class BrokerSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The broker of a board, and what is published there.

    Attributes:
        host: name or address of the broker.
        port: its port; 1883, or 8883 with TLS, unless given.
        tls: True to encrypt the connection, with a verified certificate.
        ca: file with the certificates to trust; None for those the system trusts.
        user: name to log in with; None for none.
        password_file: file with the password alone; None for none.
        names: True to publish the players' names; otherwise their colours stand for them.
        commands: True to take commands, from whoever may write to the broker.
        home_assistant: True to let Home Assistant discover the board.
        language: code of the language of the published sentences.
    """

    host: Annotated[str, _broker]
    port: Annotated[int, Limits(1, 65_535)] | None = None
    tls: bool = False
    ca: str | None = None
    user: str | None = None
    password_file: str | None = None
    names: bool = False
    commands: bool = False
    home_assistant: bool = True
    language: Literal["en", "de", "fr", "it", "es", "ca", "pt"] = "en"

    @property
    def port_used(self) -> int:
        """Port of the broker."""
        if self.port is not None:
            return self.port
        return TLS_PORT if self.tls else PLAIN_PORT
