"""Settings kept in flash: wiring, name, number. After a power cut a file is the old or the new."""

import binascii
import json
import os

_WIRING = "wiring.json"
_NAME = "name.json"
STAY = "stay"  # left behind for main.py: do not start


def read_wiring():
    """The wiring as it was written, in bytes; empty if there is none."""
    try:
        with open(_WIRING, "rb") as file:
            return file.read()
    except OSError:
        return b""


def write_wiring(text):
    """Keep the wiring. Raises OSError."""
    _write(_WIRING, text)


def crc(text):
    """What `WELCOME` says of the wiring; 0 for none."""
    return binascii.crc32(text) if text else 0


def read_name():
    """Number and name; 0 and nothing if there are none, or they make no sense."""
    try:
        with open(_NAME, "rb") as file:
            number, name = json.loads(file.read())
            return number & 0xFF, name + ""
    except (OSError, TypeError, ValueError):
        return 0, ""


def write_name(number, name):
    """Keep a number and a name. Raises OSError."""
    _write(_NAME, json.dumps([number, name]).encode())


def stay():
    """Have main.py not start the firmware the next time."""
    _write(STAY, b"")


def _write(path, text):
    new = path + ".new"
    with open(new, "wb") as file:
        file.write(text)
    os.rename(new, path)
