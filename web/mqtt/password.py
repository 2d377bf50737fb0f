"""Reads the password of a broker, which is in a file of its own."""

from pathlib import Path

from controller.board.file.broker import BrokerSettings
from web.mqtt.troubles import PASSWORD_UNREADABLE, BrokerTrouble, BrokerUnusable


def saved_password(settings: BrokerSettings) -> str | None:
    """Read the password of a broker.

    Raises:
        BrokerUnusable: it cannot be read.
    """
    if settings.password_file is None:
        return None
    try:
        return Path(settings.password_file).read_text("utf-8").strip()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        facts = {"file": settings.password_file, "reason": reason}
        raise BrokerUnusable(BrokerTrouble(PASSWORD_UNREADABLE, facts)) from error
