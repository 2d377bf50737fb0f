"""The pages: a port to serve them on, and an address at which phones reach them."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.maintenance.doctor.case import LOCAL, Case, reachable
from controller.maintenance.doctor.findings import DoctorFinding
from controller.maintenance.doctor.network import Port

OK: Final = 200

PORT: Final[Mapping[Port, tuple[str, str]]] = {
    "taken": (
        "Another program is using port {port}.",
        (
            "Find it: sudo ss -ltnp 'sport = :{port}'. End it, or choose another port: port in "
            "[web] of the board file, or --port."
        ),
    ),
    "forbidden": (
        "The user {user} may not use port {port}.",
        "Choose a port from 1024 on: port in [web] of the board file, or --port.",
    ),
    "no-address": (
        "“{host}” is no address of this computer.",
        'Write host = "0.0.0.0" in [web] of the board file, or --host 0.0.0.0: all addresses.',
    ),
}
"""Faults of the port, and their remedies."""


def port(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the pages can be served."""
    if case.table is not None and case.table.alive:
        yield DoctorFinding("port", "good", f"hareboard is running, on port {case.port}.")
        return
    if case.table is not None:
        yield DoctorFinding(
            "port",
            "bad",
            f"hareboard answers on port {case.port}, and says that its game has stopped.",
            "The pages are there, but nothing on them moves any more.",
            "Restart it: sudo systemctl restart hareboard, or Ctrl-C and start it again. The game "
            "goes on where it was. If it happens again, make a bundle: hareboard doctor --bundle.",
        )
        return
    state = case.site.network.port(case.host, case.port)
    if state == "free":
        yield DoctorFinding(
            "port", "good", f"hareboard is not running; port {case.port} is free for it."
        )
        return
    found, do = PORT[state]
    said = {"port": case.port, "host": case.host, "user": case.site.identity.user}
    yield DoctorFinding(
        "port",
        "bad",
        found.format(**said),
        "hareboard cannot serve its pages there, and does not start.",
        do.format(**said),
    )


def phones(case: Case) -> Iterator[DoctorFinding]:
    """Check whether phones reach the pages."""
    urls = [_url(address, case.port) for address in case.site.network.addresses()]
    if case.table is not None and any(_answers(case, url) for url in urls):
        answering = ", ".join(url for url in urls if _answers(case, url))
        yield DoctorFinding("phones", "good", f"Phones in the same network open {answering}.")
    elif case.host in LOCAL:
        yield DoctorFinding(
            "phones",
            "advice",
            f"The pages are served to this computer only ({case.host}).",
            "Phones cannot open them.",
            'Write host = "0.0.0.0" in [web] of the board file, or start hareboard with '
            "--host 0.0.0.0.",
        )
    elif not urls:
        yield DoctorFinding(
            "phones",
            "advice",
            "This computer is in no network.",
            "Phones cannot reach it.",
            "Join the Wi-Fi of the phones: sudo nmtui; or let the computer be one itself: "
            "sudo nmcli device wifi hotspot.",
        )
    elif case.table is None:
        yield DoctorFinding(
            "phones",
            "unknown",
            f"hareboard is not running. Phones would open {', '.join(urls)}.",
            "Whether they get through is seen only while it runs.",
            "Start hareboard, then ask again.",
        )
    else:
        yield DoctorFinding(
            "phones",
            "bad",
            f"hareboard is running, and does not answer at {', '.join(urls)}.",
            "Phones cannot open the pages.",
            "Was it started with another --host or --port? If there is a firewall, open the port: "
            f"sudo ufw allow {case.port}/tcp.",
        )


def _answers(case: Case, url: str) -> bool:
    answer = case.site.network.get(f"{url}healthz")
    return answer is not None and answer[0] == OK


def _url(address: str, port: int) -> str:
    return f"http://{reachable(address)}:{port}/"
