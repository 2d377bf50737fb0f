"""Profiles by name or file: how emulated chips behave."""

from pathlib import Path
from typing import Final

from controller.bootstrap.address import BadAddress
from hardware.errors import NotConnected
from hardware.simulated.pn532.profile import BY_THE_MANUAL, PROFILES, Profile

NAMES: Final = {name.replace(" ", "-"): profile for name, profile in PROFILES.items()}


def profile_named(name: str | None) -> Profile:
    """Return a profile by its name, or from the file that “hareboard trace profile” made.

    Args:
        name: a name or a path; None for chips by the manual.

    Raises:
        BadAddress: the file is no profile.
        NotConnected: it cannot be read.
    """
    if name is None:
        return BY_THE_MANUAL
    if name in NAMES:
        return NAMES[name]
    from controller.bootstrap.trace.measured import read_profile  # noqa: PLC0415 - seldom needed

    try:
        return read_profile(Path(name).read_bytes(), name)
    except OSError as error:
        known = ", ".join(NAMES)
        raise NotConnected(
            f"Cannot read {name}: {error.strerror}. A profile is a file or one of {known}."
        ) from error
    except ValueError as error:
        raise BadAddress(f"{name} is no profile: {error}.") from error
