"""Takes apart what a PN532 says of the tags that it has listed. Source: UM0701-02, 7.3.5."""

import micropython

MOST = 2  # tags of a reader
UID = 11  # bytes kept for one: its length and up to ten


@micropython.native
def keep(data, at, length, uids, found):
    """Add the UIDs of a listing to those that were found before.

    Args:
        data: the chip's answer.
        at: where the listing begins in it: with how many tags there are.
        length: of the listing.
        uids: of the reader's tags, `UID` bytes each.
        found: how many of them there are.

    Returns:
        How many there are then; -1 if the listing does not add up.
    """
    count, end = data[at], at + length
    if not count:
        return found if length == 1 else -1
    at += 1
    if count > MOST:
        return -1
    for number in range(1, count + 1):
        if at + 5 > end:
            return -1
        size = data[at + 4]
        if data[at] != number or (size != 4 and size != 7 and size != 10):
            return -1
        sak = data[at + 3]
        uid = at + 5
        at = uid + size
        if sak & 0x20:
            if at >= end:
                return -1
            at += data[at]  # the answer to select counts its own length byte
        if at > end:
            return -1
        if found < MOST and not _is_known(data, uid, size, uids, found):
            to = UID * found
            uids[to] = size
            for k in range(size):
                uids[to + 1 + k] = data[uid + k]
            found += 1
    return found if at == end else -1


@micropython.native
def _is_known(data, uid, size, uids, found):
    for tag in range(found):
        same = uids[UID * tag] == size
        for k in range(size):
            same = same and uids[UID * tag + 1 + k] == data[uid + k]
        if same:
            return True
    return False
