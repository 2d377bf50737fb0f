"""Tags, and what they answer to the chip that has selected one."""

from dataclasses import dataclass
from typing import Final

from hardware.ports import Uid

CASCADE: Final = 0x88
"""Cascade tag: precedes the first part of a UID that continues in another part."""
READ: Final = 0x30
GET_VERSION: Final = 0x60
AUTHENTICATE: Final = frozenset({0x60, 0x61})
NTAG213_VERSION: Final = bytes.fromhex("0004040201000f03")
NTAG213_PAGES: Final = 45


@dataclass(frozen=True, slots=True)
class EmulatedTag:
    """Data a tag sends when it is selected.

    Attributes:
        atqa: two bytes in the order in which the PN532 passes them on.
        sak: the tag's kind: 00 for an NTAG, 08 for a MIFARE Classic.
        uid: 4, 7 or 10 bytes.
    """

    atqa: bytes
    sak: int
    uid: bytes

    def described(self, number: int) -> bytes:
        """Return the tag's entry in a reply to InListPassiveTarget."""
        return bytes([number]) + self.atqa + bytes([self.sak, len(self.uid)]) + self.uid

    def answer(self, request: bytes) -> bytes | None:
        """Return the tag's answer to a command, None if it keeps silent."""
        if len(self.uid) == 4:
            return self._classic(request)
        if request == bytes([GET_VERSION]):
            return NTAG213_VERSION
        if len(request) == 2 and request[0] == READ and request[1] < NTAG213_PAGES:
            pages = self._pages()
            return b"".join(pages[(request[1] + offset) % NTAG213_PAGES] for offset in range(4))
        return None

    def _classic(self, request: bytes) -> bytes | None:
        if len(request) == 12 and request[0] in AUTHENTICATE:
            return b"" if request[2:8] == b"\xff" * 6 else None
        if len(request) == 2 and request[0] == READ and request[1] < 64:
            if request[1] == 0:
                check = self.uid[0] ^ self.uid[1] ^ self.uid[2] ^ self.uid[3]
                return (self.uid + bytes([check, self.sak]) + self.atqa[::-1]).ljust(16, b"\x00")
            if request[1] % 4 == 3:
                return bytes(6) + bytes.fromhex("ff078069") + bytes(6)
            return bytes(16)
        return None

    def _pages(self) -> list[bytes]:
        uid = self.uid
        first = CASCADE ^ uid[0] ^ uid[1] ^ uid[2]
        second = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        known = [
            uid[:3] + bytes([first]),
            uid[3:7],
            bytes([second, 0x48, 0, 0]),
            bytes.fromhex("e1101200"),
        ]
        return known + [bytes(4)] * (NTAG213_PAGES - len(known))


_KINDS: Final = {
    4: (bytes.fromhex("0004"), 0x08),
    7: (bytes.fromhex("0044"), 0x00),
    10: (bytes.fromhex("0084"), 0x00),
}


def tag_of(uid: Uid) -> EmulatedTag:
    """Return the tag with a UID: MIFARE Classic with 4 bytes, else NTAG213.

    Raises:
        ValueError: no tag has such a UID.
    """
    code = bytes.fromhex(uid)
    if len(code) not in _KINDS:
        raise ValueError(f"{uid!r} is no UID of a tag: it takes 4, 7 or 10 bytes")
    atqa, sak = _KINDS[len(code)]
    return EmulatedTag(atqa, sak, code)


def wanted_uid(initiator_data: bytes) -> bytes | None:
    """Return the UID that a host asks for; None for any, or if invalid.

    Source: PN532 user manual UM0701-02, 7.3.5: long UIDs come with cascade tags.
    """
    match len(initiator_data):
        case 4:
            return initiator_data
        case 8:
            return initiator_data[1:]
        case 12:
            return initiator_data[1:4] + initiator_data[5:]
    return None
