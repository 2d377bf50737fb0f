"""A network of its own: every port is free in it, and the Internet can be reached."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.support.waiting import until

INSIDE: Final = "HAREBOARD_APPLIANCE_NETWORK"
"""This variable is set for whatever is in one already."""
DEVICE: Final = "tap0"


def in_a_network_of_its_own(*words: str) -> int:
    """Run `python` with some words in a new network (slirp4netns); returns its exit status."""
    command = ["unshare", "--net", sys.executable, *words]
    inside = subprocess.Popen(command, env={**os.environ, INSIDE: "1"})
    until(lambda: _network(inside.pid) != _network(os.getpid()), "there is another network")
    slirp = ["slirp4netns", "--configure", "--mtu=65520", str(inside.pid), DEVICE]
    quiet = subprocess.DEVNULL
    carrying = subprocess.Popen(slirp, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        return inside.wait()
    finally:
        carrying.terminate()
        carrying.wait()


def is_inside() -> bool:
    """Whether this process runs in such a network; waits until it is there."""
    if INSIDE not in os.environ:
        return False
    until(lambda: DEVICE in (name for _, name in socket.if_nameindex()), "the network is there")
    return True


def _network(pid: int) -> str:
    return str(Path(f"/proc/{pid}/ns/net").readlink())
