"""The pages: a port to serve them on, and an address at which phones reach them."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.maintenance.doctor.case import LOCAL, Case, reachable
from controller.maintenance.doctor.findings import DoctorFinding, Sentence, sentence
from controller.maintenance.doctor.network import Port

OK: Final = 200
RADIOS: Final = "/sys/class/rfkill/rfkill*/type"
"""Source: Linux, Documentation/ABI/stable/sysfs-class-rfkill."""

PORT: Final[Mapping[Port, tuple[Sentence, Sentence]]] = {
    "taken": (
        sentence("Another program is using port {port}."),
        sentence(
            "Find it: sudo ss -ltnp 'sport = :{port}'. End it, or choose another port: “port” in "
            "[web] of the board file, or --port."
        ),
    ),
    "forbidden": (
        sentence("The user {user} isn't allowed to use port {port}."),
        sentence("Choose a port from 1024 on: “port” in [web] of the board file, or --port."),
    ),
    "no-address": (
        sentence("“{host}” is not an address of this computer."),
        sentence(
            'For all addresses, write host = "0.0.0.0" in [web] of the board file, or start '
            "hareboard with --host 0.0.0.0."
        ),
    ),
}
"""Faults of the port, and their remedies."""


def port(case: Case) -> Iterator[DoctorFinding]:
    """Check whether the pages can be served."""
    if case.table is not None and case.table.alive:
        running = sentence("hareboard is running, on port {port}.", port=case.port)
        yield DoctorFinding("port", "good", running)
        return
    if case.table is not None:
        yield DoctorFinding(
            "port",
            "bad",
            sentence(
                "hareboard answers on port {port}, but says that its game has stopped.",
                port=case.port,
            ),
            sentence("The pages are there, but nothing on them moves any more."),
            sentence(
                "Restart it: sudo systemctl restart hareboard, or Ctrl-C and start it again. The "
                "game continues where it was. If it happens again, make a bundle: hareboard "
                "doctor --bundle."
            ),
        )
        return
    state = case.site.network.port(case.host, case.port)
    if state == "free":
        free = sentence("hareboard isn't running; port {port} is free for it.", port=case.port)
        yield DoctorFinding("port", "good", free)
        return
    found, do = PORT[state]
    facts = {"port": case.port, "host": case.host, "user": case.site.identity.user}
    yield DoctorFinding(
        "port",
        "bad",
        found.about(**facts),
        sentence("hareboard can't serve its pages there, so it doesn't start."),
        do.about(**facts),
    )


def phones(case: Case) -> Iterator[DoctorFinding]:
    """Check whether phones reach the pages."""
    urls = [_url(address, case.port) for address in case.site.network.addresses()]
    if case.table is not None and any(_answers(case, url) for url in urls):
        answering = ", ".join(url for url in urls if _answers(case, url))
        open_it = sentence("Phones in the same network open {addresses}.", addresses=answering)
        yield DoctorFinding("phones", "good", open_it)
    elif case.host in LOCAL:
        yield DoctorFinding(
            "phones",
            "advice",
            sentence("The pages are served to this computer only ({host}).", host=case.host),
            sentence("Phones can't open the pages."),
            sentence(
                'Write host = "0.0.0.0" in [web] of the board file, or start hareboard with '
                "--host 0.0.0.0."
            ),
        )
    elif not urls and _is_wifi_off(case):
        yield DoctorFinding(
            "phones",
            "advice",
            sentence("This computer isn't in any network, and its Wi-Fi is switched off."),
            sentence("Phones can't reach it, and it can't open a Wi-Fi of its own."),
            sentence(
                "Set the country where the Wi-Fi is used: {command}, “Localisation Options”, "
                "“WLAN Country”. On other systems: {other}.",
                command="sudo raspi-config",
                other="sudo rfkill unblock wifi",
            ),
        )
    elif not urls:
        yield DoctorFinding(
            "phones",
            "advice",
            sentence("This computer isn't in any network."),
            sentence("Phones can't reach it."),
            sentence(
                "Join the phones' Wi-Fi: sudo nmtui. Or let the computer make its own Wi-Fi: sudo "
                "nmcli device wifi hotspot."
            ),
        )
    elif case.table is None:
        yield DoctorFinding(
            "phones",
            "unknown",
            sentence(
                "hareboard isn't running. Phones would open {addresses}.",
                addresses=", ".join(urls),
            ),
            sentence("Whether phones get through can only be checked while it is running."),
            sentence("Start hareboard, then check again."),
        )
    else:
        yield DoctorFinding(
            "phones",
            "bad",
            sentence(
                "hareboard is running, but doesn't answer at {addresses}.",
                addresses=", ".join(urls),
            ),
            sentence("Phones can't open the pages."),
            sentence(
                "Was it started with another --host or --port? If there is a firewall, open the "
                "port: {command}.",
                command=f"sudo ufw allow {case.port}/tcp",
            ),
        )


def _is_wifi_off(case: Case) -> bool:
    """Check whether a radio is blocked, as a Raspberry Pi's is until its country is set."""
    site = case.site
    return any(
        site.text(path) == "wlan" and site.whole(path.removesuffix("type") + "soft") == 1
        for path in site.glob(RADIOS)
    )


def _answers(case: Case, url: str) -> bool:
    answer = case.site.network.get(f"{url}healthz")
    return answer is not None and answer[0] == OK


def _url(address: str, port: int) -> str:
    return f"http://{reachable(address)}:{port}/"
