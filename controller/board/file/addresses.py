"""Names and addresses of computers."""

import re
from ipaddress import ip_address
from typing import Final

_NAME: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


def is_host(text: str) -> bool:
    """Return True if a text is the name or the address of a computer."""
    try:
        ip_address(text)
    except ValueError:
        return bool(_NAME.fullmatch(text)) and not re.fullmatch(r"[\d.]+", text)
    return True
