"""The stored list of partners, with the secret of each pair: a small file beside the journal."""

from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller.atomic_files import keep_whole
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json
from controller.partners.ports import LONGEST_NAME, SECRET_BYTES, Partner

PARTNERS_FILE: Final = "partners.json"
MOST_PARTNERS: Final = 32
OWN_MODE: Final = 0o600


class KeptPartner(msgspec.Struct, frozen=True):
    """A partner, and the secret of the pair."""

    id: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    inviter: bool
    secret: Annotated[bytes, msgspec.Meta(min_length=SECRET_BYTES, max_length=SECRET_BYTES)]

    def __repr__(self) -> str:
        return f"KeptPartner({self.name!r})"

    @property
    def partner(self) -> Partner:
        """The partner, without the secret."""
        return Partner(self.id, self.name, self.inviter)


class _KeptPartners(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    partners: Annotated[tuple[KeptPartner, ...], msgspec.Meta(max_length=MOST_PARTNERS)] = ()


class PartnersUnreadable(Exception):
    """The list of partners cannot be read; says why, and what to do."""


def read_partners(path: Path) -> tuple[KeptPartner, ...]:
    """Read the list, the newest partner last; empty if there is no file.

    Raises:
        PartnersUnreadable: it cannot be read; the file is left as it is.
    """
    try:
        return from_json(read_small(path), _KeptPartners).partners
    except FileNotFoundError:
        return ()
    except (OSError, BadJson) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PartnersUnreadable(
            f"The list of other boards, {path}, cannot be read: {reason}. Restore it from a copy, "
            "or move it away and pair the boards again."
        ) from error


def keep_partners(path: Path, partners: tuple[KeptPartner, ...]) -> None:
    """Write the list, for this program's user alone: the new list is on the disk, or the old one.

    Raises:
        OSError: it cannot be written; the old list is still there.
    """
    keep_whole(path, msgspec.json.encode(_KeptPartners(partners)), OWN_MODE)
