"""Probes the service, the running program and the computer."""

from collections.abc import Iterable
from pathlib import Path

from controller.appliance.service_manager import ServiceManager
from controller.appliance.status.status import BoardStatus, ComputerNow, Running
from controller.json_data import BadJson, from_json
from controller.maintenance.doctor.case import reachable
from controller.maintenance.doctor.checks.supply import degrees_of, voltage_of
from controller.maintenance.doctor.computer import ExaminedComputer
from controller.maintenance.doctor.network import NetworkProbe


def look(
    site: ExaminedComputer,
    service_manager: ServiceManager,
    addresses: Iterable[tuple[str, int]],
    folder: Path,
) -> BoardStatus:
    """Return the status of service, program and computer. Changes nothing.

    Args:
        site: the computer.
        service_manager: service manager.
        addresses: hosts and ports where the pages may be.
        folder: folder of the games.
    """
    asked = urls(addresses)
    return BoardStatus(
        made_at=site.now().isoformat(timespec="seconds"),
        version=site.version_of("hareboard") or "",
        service=service_manager.state(),
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
    """Return the URLs by which this computer itself reaches these hosts and ports."""
    return tuple(dict.fromkeys(f"http://{reachable(host)}:{port}" for host, port in addresses))


def ask(network: NetworkProbe, asked: Iterable[str]) -> Running | None:
    """Return the status from the first hareboard that answers; None if none does."""
    for base in asked:
        answer = network.get(f"{base}/api/status")
        if answer is not None:
            try:
                return from_json(answer[1], Running)
            except BadJson:
                continue
    return None


def _free(site: ExaminedComputer, folder: Path) -> int | None:
    try:
        return site.free_bytes(folder)
    except OSError:
        return None
