"""Checks that the user may use the devices the board needs."""

from collections.abc import Iterator

from controller.board.plan.needs import Needs
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.findings import DoctorFinding, counted_sentence, sentence


def rights(case: Case) -> Iterator[DoctorFinding]:
    """Check the groups of the user."""
    needs, who = case.needs, case.site.identity
    sound = case.board is not None and case.board.voice is not None
    pi = case.site.pi is not None
    wanted = _wanted(needs, pi=pi, sound=sound) if needs is not None else ()
    if not wanted:
        return
    if who.uid == 0:
        yield DoctorFinding(
            "rights",
            "unknown",
            sentence("The doctor is run by root, who is allowed to do anything."),
            sentence(
                "hareboard itself shouldn't run as root, and this doesn't show what its user is "
                "allowed to do."
            ),
            sentence("Check again as the user that runs hareboard, without sudo."),
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
            counted_sentence(
                "The user {user} is not in the group {groups}.",
                "The user {user} is not in the groups {groups}.",
                len(never),
                user=who.user,
                groups=", ".join(never),
            ),
            sentence(
                "The devices of the board belong to these groups; for anyone else opening a device "
                "fails with “{error}”.",
                error="permission denied",
            ),
            sentence(
                "Run: {command}. Then log out and in again, or restart.",
                command=f"sudo usermod -aG {','.join(never)} {who.user}",
            ),
        )
    if later:
        yield DoctorFinding(
            "rights",
            "bad",
            counted_sentence(
                "The user {user} was added to the group {groups}, but that has no effect yet.",
                "The user {user} was added to the groups {groups}, but that has no effect yet.",
                len(later),
                user=who.user,
                groups=", ".join(later),
            ),
            sentence("A new group takes effect at the next log-in."),
            sentence("Log out and in again, or restart."),
        )
    if not known:
        yield DoctorFinding(
            "rights",
            "unknown",
            sentence("This system has none of these groups: {groups}.", groups=", ".join(wanted)),
            sentence("It gives rights to its devices in another way than Raspberry Pi OS does."),
            sentence(
                "Make sure that the user of hareboard may read and write the devices of the board."
            ),
        )
    elif not out:
        yield DoctorFinding(
            "rights",
            "good",
            counted_sentence(
                "The user {user} is in the group {groups}.",
                "The user {user} is in the groups {groups}.",
                len(known),
                user=who.user,
                groups=", ".join(known),
            ),
        )


def _wanted(needs: Needs, *, pi: bool, sound: bool) -> tuple[str, ...]:
    """Return the device groups. Source: Raspberry Pi OS, 99-com.rules of its udev."""
    wanted = {
        "spi": pi and bool(needs.spi),
        "i2c": pi and bool(needs.i2c),
        "gpio": pi and bool(needs.pins),
        "audio": sound,
        "dialout": any(port.startswith("/dev/") for port in needs.ports),
    }
    return tuple(name for name, is_wanted in wanted.items() if is_wanted)
