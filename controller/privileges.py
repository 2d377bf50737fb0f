"""Gives up root's rights before a command works on files of another user.

An administrator calls `sudo hareboard journal check` on a folder that belongs to the service. As
root the command would follow the links in it, and open whatever device a board file names.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

with suppress(ImportError):  # Windows has no pwd, and no root
    import pwd

CALLER: Final = "SUDO_UID"
"""Set by sudo: user ID of who called it. What is theirs may lead root wherever they like."""


class Owner(NamedTuple):
    """User that a file or a folder above it belongs to."""

    uid: int
    gid: int


def foreign_owner(path: Path) -> Owner | None:
    """Return the user who can change where a path leads; None for root or who called sudo."""
    trusted = {"0", os.environ.get(CALLER, "0")}
    for each in _on_the_way(path):
        if str(each.st_uid) not in trusted:
            return Owner(each.st_uid, each.st_gid)
    return None


def become_owner(*paths: Path) -> None:
    """Stop being root, for good, if one of the paths is another user's; become that user.

    Does nothing for anybody but root, and on Windows. The home folder becomes that user's, too.

    Raises:
        OSError: the rights cannot be given up.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    owner = next(filter(None, map(foreign_owner, paths)), None)
    if owner is None:
        return
    try:
        user = pwd.getpwuid(owner.uid)
    except KeyError:
        os.setgroups([])
    else:
        os.initgroups(user.pw_name, user.pw_gid)
        os.environ["HOME"] = user.pw_dir
        owner = Owner(owner.uid, user.pw_gid)
    os.setgid(owner.gid)
    os.setuid(owner.uid)


def _on_the_way(path: Path) -> Iterator[os.stat_result]:
    """Yield the state of every folder and link on the way to a path, the outermost first."""
    whole = path.absolute()
    for named in (whole, Path(os.path.realpath(whole))):
        for each in (*reversed(named.parents), named):
            with suppress(OSError):
                yield each.lstat()
