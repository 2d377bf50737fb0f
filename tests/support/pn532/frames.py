"""Frames of the PN532, written down as the tables in its user manual are."""


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


def frame(body: str) -> bytes:
    """A frame around what is between length and checksum, TFI included."""
    data = hexed(body)
    length = len(data)
    return bytes((0, 0, 0xFF, length, -length & 0xFF, *data, -sum(data) & 0xFF, 0))


LIST = hexed("00 00 ff 04 fc d4 4a 02 00 e0 00")
FIELD_OFF = hexed("00 00 ff 04 fc d4 32 01 00 f9 00")
NONE = hexed("00 00 ff 03 fd d5 4b 00 e0 00")
