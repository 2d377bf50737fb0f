"""Runs hareboard in an interpreter that lacks what Python on Windows lacks.

Libraries keep what they found here, on a system of another kind: they know Windows themselves.
Source: the availability notes of the standard library's documentation.
"""

import errno
import os
import select
import signal
import socket
import subprocess  # noqa: F401 - it and the libraries are loaded before anything is taken away
import sys

import flask  # noqa: F401 - as above
import platformdirs  # noqa: F401 - as above
import serial.tools.list_ports  # noqa: F401 - as above
import waitress  # noqa: F401 - as above

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
NAMES = (
    (errno, ("EREMOTEIO",)),
    (os, ("fork", "getegid", "geteuid", "getgid", "getgroups", "getuid", "openpty", "ttyname")),
    (select, ("epoll", "poll")),
    (signal, ("SIGHUP", "SIGKILL", "SIGQUIT", "pthread_sigmask")),
    (socket, ("AF_UNIX", "TCP_USER_TIMEOUT")),
)

for module in MODULES:
    sys.modules[module] = None  # type: ignore[assignment]  # importing it fails now
for place, names in NAMES:
    for name in names:
        delattr(place, name)

from web.commands.main import main  # noqa: E402 - it finds no more than is left

sys.argv[0] = "hareboard"
main()
