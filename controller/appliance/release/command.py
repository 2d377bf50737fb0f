"""The command `hareboard trust`: whose releases an installed board accepts."""

from pathlib import Path

import click

from controller.appliance.release.archive import BadRelease
from controller.appliance.release.signers import Signers


def trust_command(signers: Signers | None = None) -> click.Command:
    """Return the command `trust`.

    Args:
        signers: the trusted keys; by default those of the installed board.
    """
    keys = signers or Signers()

    @click.command("trust")
    @click.argument("key", metavar="[KEY.pub]", required=False, type=click.Path(path_type=Path))
    @click.option("--name", help="Name of the signer; by default the key's comment.")
    @click.option("--remove", metavar="NAME", help="Trust the keys of NAME no longer.")
    def trust(key: Path | None, name: str | None, remove: str | None) -> None:
        """List, add or remove keys that sign releases.

        “hareboard update” accepts only releases signed by them. Before you add KEY.pub, compare its
        fingerprint with the one that the publisher tells, by another way than the key itself.
        Whoever holds that key can run anything on this computer, as root.
        """
        if key is not None and remove is not None:
            raise click.UsageError("Add a key or remove one, not both.")
        try:
            if remove is not None:
                keys.remove(remove)
            elif key is not None:
                added = keys.add(key, name)
                click.echo(f"Trusted from now on: {added.name} ({added.fingerprint}).")
                return
        except BadRelease as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            raise click.ClickException(_cause(error, key, keys)) from error
        _tell(keys)

    return trust


def _cause(error: OSError, key: Path | None, keys: Signers) -> str:
    """Say why a key could not be added or removed, and what to do."""
    told = f"{error.filename or keys.added}: {error.strerror or error}."
    if isinstance(error, PermissionError):
        return f"{told} Changes need root: sudo hareboard trust."
    if key is not None and not key.exists():
        return f"{told} Copy the publisher's public key to this computer, and name its file."
    if not keys.added.parent.is_dir():
        return f"{told} Install hareboard as a service first: sudo ./systemd/install."
    return f"{told} Is the card full or read-only?"


def _tell(keys: Signers) -> None:
    for signer in keys:
        click.echo(f"{signer.name} ({signer.fingerprint})")
    if not list(keys):
        click.echo("No key is trusted: “hareboard update” accepts no release.")
