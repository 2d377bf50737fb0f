"""Transfers over the wires to readers: what was sent, polled and received, and when.

In a trace each is a line (docs/traces.md):

    {"at_s": 0.012311, "wire": 5, "took_s": 0.00011, "sent": "0000ff02fed4022a00"}
    {"at_s": 0.013402, "wire": 5, "took_s": 6.6e-05, "status": "00"}
    {"at_s": 0.014471, "wire": 5, "took_s": 6.6e-05, "status": "01"}
    {"at_s": 0.014540, "wire": 5, "took_s": 9e-05, "got": "0000ff00ff00"}
    {"at_s": 0.021210, "wire": 9, "took_s": 0.0001, "status": "", "error": "unacknowledged"}
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

WireError = Literal["unacknowledged", "bus-error"]
"""Refusal of a transfer: by the chip on I2C, or by the bus or port."""

MOST_BYTES: Final = 4096
"""Most bytes of one transfer in a trace."""
LONGEST_S: Final = 3600.0
"""Longest transfer in a trace."""
ROUNDING: Final = 6
"""Decimals of a time in a trace."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One transfer between a driver and the chip of a square.

    Attributes:
        square: the square of the chip.
        at_s: its beginning, on the board's clock.
        took_s: its duration.
        sent: bytes of the driver, lowest bit first undone; None if it only listened.
        status: status byte that was asked for; empty if it was refused, None if not asked for.
        got: bytes received, with everything before and after the frame; None if not asked for.
        error: why it failed; None if it did not.
    """

    square: int
    at_s: float
    took_s: float = 0.0
    sent: bytes | None = None
    status: bytes | None = None
    got: bytes | None = None
    error: WireError | None = None

    @property
    def end_s(self) -> float:
        """Time at which it was over."""
        return self.at_s + self.took_s


def line_of(transfer: Transfer) -> dict[str, Any]:
    """Return the keys of a transfer in a trace, without its time."""
    line: dict[str, Any] = {"wire": transfer.square, "took_s": round(transfer.took_s, ROUNDING)}
    for key in ("sent", "status", "got"):
        data = getattr(transfer, key)
        if data is not None:
            line[key] = data.hex()
    if transfer.error is not None:
        line["error"] = transfer.error
    return line


def transfer_of(line: dict[str, Any], square: int, at_s: float) -> Transfer:
    """Take the keys of a transfer from a line of a trace.

    Raises:
        KeyError: a key is missing.
        ValueError: a value is invalid.
    """
    took_s = line.pop("took_s")
    if type(took_s) not in (int, float) or not 0 <= took_s < LONGEST_S:
        raise ValueError(f"{took_s!r:.40} is no duration in seconds")
    error = line.pop("error", None)
    if error is not None and error not in get_args(WireError):
        raise ValueError(f"“error” is one of {', '.join(get_args(WireError))}")
    sent, status, got = (_bytes(line, key) for key in ("sent", "status", "got"))
    if sent is not None and not (status is None and got is None):
        raise ValueError("a transfer that sends a frame receives nothing")
    if (sent, status, got) == (None, None, None):
        raise ValueError("“sent”, “status” and “got” are missing: a transfer has one of them")
    if status is not None and len(status) != (error is None):
        raise ValueError("“status” is one byte, and empty if there is an “error”")
    if error is not None and got:
        raise ValueError("a transfer that failed has received nothing")
    return Transfer(square, at_s, float(took_s), sent, status, got, error)


def _bytes(line: dict[str, Any], key: str) -> bytes | None:
    if key not in line:
        return None
    text = line.pop(key)
    try:
        data = bytes.fromhex(text)
        if data.hex() == text and len(data) <= MOST_BYTES:
            return data
    except (TypeError, ValueError):
        pass
    raise ValueError(f"“{key}” is no row of bytes in lower-case hexadecimal digits")
