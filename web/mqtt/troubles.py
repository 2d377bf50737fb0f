"""The reasons why a broker is not connected: typed, in words for the log and for the pages."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from web.languages.language import Speech, in_english, mark

NO_SUCH_HOST: Final = mark("There is no computer named {host} in this network.")
NO_ANSWER: Final = mark(
    "{host} does not answer on port {port}. Is it switched on, and in the same network?"
)
NOTHING_LISTENS: Final = mark(
    "{host} answers, but nothing listens on port {port}. Is the broker running, and is this its "
    "port?"
)
BLOCKED: Final = mark(
    "This computer keeps the board from reaching {host}. The guide to MQTT says how to allow the "
    "address; then try again."
)
UNREACHABLE: Final = mark("{host} cannot be reached on port {port}: {reason}.")
NOT_TLS: Final = mark("{host} does not speak TLS on port {port}. Is this its port for TLS?")
UNSIGNED: Final = mark(
    "The certificate of {host} cannot be trusted: it is signed by nobody whom the board trusts. "
    "“ca” in the board file can name the certificates to trust."
)
EXPIRED: Final = mark(
    "The certificate of {host} cannot be trusted: it has expired. Is the board's date right?"
)
OTHER_NAME: Final = mark(
    "The certificate of {host} cannot be trusted: it is for another name or address. Type the "
    "address that it is for."
)
UNTRUSTED: Final = mark("The certificate of {host} cannot be trusted: {reason}.")
WRONG_LOGIN: Final = mark("The broker at {host} refuses this user and password.")
LOGIN_NEEDED: Final = mark("The broker at {host} asks for a user and a password.")
REFUSED: Final = mark("The broker at {host} refuses the board: {reason}.")
UNREADABLE: Final = mark(
    "The broker at {host} does not let the board read {topic}. Allow it there: the guide to MQTT "
    "lists the topics."
)
NO_BROKER: Final = mark(
    "{host} answers on port {port}, but not as an MQTT broker. Is this its port, and does it ask "
    "for TLS?"
)
LOST: Final = mark("The connection to the broker at {host} was lost: {reason}.")
ANOTHER_OF_THIS_ID: Final = mark(
    "Each connection to the broker at {host} ends soon: the network is bad, or another board has "
    "this board's id. Was a card copied? The guide to MQTT says how to give the copy an id of its "
    "own."
)
PASSWORD_UNREADABLE: Final = mark(
    "The file with the password of the MQTT broker, {file}, cannot be read: {reason}. Correct "
    "“password_file”, or let hareboard read the file."
)
CERTIFICATES_UNUSABLE: Final = mark(
    "The certificates for the MQTT broker, {file}, cannot be used: {reason}. Correct “ca”: a file "
    "of certificates in PEM form."
)

_VERIFY_CODES: Final = {
    10: EXPIRED,
    18: UNSIGNED,
    19: UNSIGNED,
    20: UNSIGNED,
    21: UNSIGNED,
    62: OTHER_NAME,
    64: OTHER_NAME,
}
"""Source: OpenSSL, X509_STORE_CTX_get_error(3), `X509_V_ERR_...`."""


@dataclass(frozen=True)
class BrokerTrouble:
    """Why a broker is not connected, or of no full use.

    Attributes:
        template: the sentence, with its facts in braces: one of this module's.
        facts: values for the braces.
    """

    template: str
    facts: Mapping[str, str | int] = field(default_factory=dict)

    def sentence(self, say: Speech) -> str:
        """Return it in a language."""
        return say._(self.template, **self.facts)

    def __str__(self) -> str:
        return self.sentence(in_english())


class BrokerUnusable(Exception):
    """The settings of a broker cannot be used.

    Attributes:
        trouble: why, and what to do.
    """

    def __init__(self, trouble: BrokerTrouble) -> None:
        super().__init__(str(trouble))
        self.trouble = trouble


def untrusted(host: str, error: ssl.SSLCertVerificationError) -> BrokerTrouble:
    """Return why the certificate of a broker is not trusted."""
    template = _VERIFY_CODES.get(error.verify_code, UNTRUSTED)
    return BrokerTrouble(template, {"host": host, "reason": error.verify_message})
