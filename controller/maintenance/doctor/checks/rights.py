"""Checks that the user may use the devices the board needs."""

from collections.abc import Iterator

from controller.board.plan.needs import Needs
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding


def rights(case: Case) -> Iterator[DoctorFinding]:
    """Check the groups of the user."""
    needs, who = case.needs, case.site.identity
    wanted = _wanted(needs, pi=case.site.pi is not None) if needs is not None else ()
    if not wanted:
        return
    if who.uid == 0:
        yield DoctorFinding(
            "rights",
            "unknown",
            "This was asked by root, who may do anything.",
            "hareboard itself should not run as root, and whether its user may is not seen so.",
            "Ask again as the user that runs hareboard, without sudo.",
        )
        return
    groups = case.site.groups()
    known = [name for name in wanted if name in groups]
    out = [name for name in known if groups[name][0] not in who.gids]
    later = [name for name in out if who.user in groups[name][1]]
    never = [name for name in out if name not in later]
    if never:
        yield DoctorFinding(
            "rights",
            "bad",
            f"The user {who.user} is not in {_listed(never)}.",
            "The devices of the board belong to these groups; without them opening a device fails "
            "with “permission denied”.",
            f"Run: sudo usermod -aG {','.join(never)} {who.user}. Then log out and in again, or "
            "restart.",
        )
    if later:
        yield DoctorFinding(
            "rights",
            "bad",
            f"The user {who.user} was put into {_listed(later)}, and it does not count yet.",
            "Groups are looked at when somebody logs in.",
            "Log out and in again, or restart.",
        )
    if not known:
        yield DoctorFinding(
            "rights",
            "unknown",
            f"There is none of the groups {', '.join(wanted)} on this system.",
            "It gives rights to its devices in some other way than Raspberry Pi OS does.",
            "See that the user of hareboard may read and write the devices of the board.",
        )
    elif not out:
        yield DoctorFinding("rights", "good", f"The user {who.user} is in {_listed(known)}.")


def _wanted(needs: Needs, *, pi: bool) -> tuple[str, ...]:
    """Return the device groups. Source: Raspberry Pi OS, 99-com.rules of its udev."""
    wanted = {
        "spi": pi and bool(needs.spi),
        "i2c": pi and bool(needs.i2c),
        "gpio": pi and bool(needs.pins),
        "dialout": any(port.startswith("/dev/") for port in needs.ports),
    }
    return tuple(name for name, is_wanted in wanted.items() if is_wanted)


def _listed(names: list[str]) -> str:
    return f"the group{'' if len(names) == 1 else 's'} {', '.join(names)}"
