"""Looking how everything is: the service, what runs, the computer."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from controller.appliance.standing import ComputerNow, Running, Standing
from controller.appliance.supervisor import Supervisor
from controller.doctor.case import reachable
from controller.doctor.checks.supply import degrees_of, voltage_of
from controller.doctor.network import Network
from controller.doctor.site import Site


def look(
    site: Site, supervisor: Supervisor, addresses: Iterable[tuple[str, int]], folder: Path
) -> Standing:
    """How everything is just now. Changes nothing.

    Args:
        site: the computer.
        supervisor: who looks after the service.
        addresses: hosts and ports at which the pages may be.
        folder: where the games are kept.
    """
    asked = urls(addresses)
    return Standing(
        made_at=site.now().isoformat(timespec="seconds"),
        version=site.version_of("hareboard") or "",
        service=supervisor.state(),
        running=ask(site.network, asked),
        asked=asked,
        computer=ComputerNow(
            temperature_c=degrees_of(site),
            voltage=voltage_of(site),
            folder=str(folder),
            free_bytes=_free(site, folder),
        ),
    )


def urls(addresses: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """By what this computer itself reaches these hosts and ports."""
    return tuple(dict.fromkeys(f"http://{reachable(host)}:{port}" for host, port in addresses))


def ask(network: Network, asked: Iterable[str]) -> Running | None:
    """What the first hareboard says of itself that answers; None if none does."""
    for base in asked:
        answer = network.get(f"{base}/api/status")
        if answer is not None:
            try:
                return msgspec.json.decode(answer[1], type=Running)
            except (msgspec.DecodeError, UnicodeError):
                continue
    return None


def _free(site: Site, folder: Path) -> int | None:
    try:
        return site.free_bytes(folder)
    except OSError:
        return None
