"""Who may sign releases: trusted keys of OpenSSH, and the check of a signature.

Keys are lines of `allowed_signers`, see ssh-keygen(1). The publisher's come with each release
(`systemd/signers`), further ones are added by the administrator (`hareboard trust`).
"""

import base64
import hashlib
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from controller.appliance.machine import HOME
from controller.appliance.release.archive import BadRelease
from controller.atomic_files import keep_whole
from controller.foreign_files import NotPlainFile, read_small

SHIPPED: Final = files("controller.appliance.install") / "system" / "signers"
"""A file in a wheel while a Debian package is configured."""
ADDED: Final = Path(HOME) / "signers"
NAMESPACE: Final = "hareboard-release"
"""What a signature is for: one that the same key has made for something else does not count."""
KEYGEN: Final = "ssh-keygen"
PATIENCE_S: Final = 60.0
READABLE: Final = 0o644


@dataclass(frozen=True)
class Signer:
    """A trusted key.

    Attributes:
        name: who signs with it.
        key: type and public key, in one text.
    """

    name: str
    key: str

    @property
    def line(self) -> str:
        """Its line in a file of trusted keys."""
        return f'{self.name} namespaces="{NAMESPACE}" {self.key}\n'

    @property
    def fingerprint(self) -> str | None:
        """Fingerprint, as publishers tell it: `SHA256:…`; None if it is no key."""
        kind, _, text = self.key.partition(" ")
        try:
            data = base64.b64decode(text, validate=True)
        except ValueError:
            return None
        if data[:4] != len(kind).to_bytes(4) or data[4 : 4 + len(kind)] != kind.encode():
            return None
        return f"SHA256:{base64.b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')}"


@dataclass(frozen=True)
class Signers:
    """The trusted keys.

    Attributes:
        shipped: file of keys that came with the release.
        added: file of keys that the administrator has added.
    """

    shipped: Traversable = SHIPPED
    added: Path = ADDED

    def __iter__(self) -> Iterator[Signer]:
        """Yield all trusted keys."""
        for path in (self.shipped, self.added):
            yield from _signers(path)

    def add(self, path: Path, name: str | None) -> Signer:
        """Trust a key.

        Args:
            path: file of the public key.
            name: name of the signer; by default the key's comment.

        Raises:
            BadRelease: the file is no public key of OpenSSH.
            OSError: the key cannot be saved.
        """
        try:
            words = read_small(path).decode(errors="replace").split()
        except NotPlainFile:
            words = []
        called = name or (words[2] if len(words) > 2 else "publisher")
        signer = Signer("".join(called.split()), " ".join(words[:2]))
        if not _is_name(signer.name) or signer.fingerprint is None:
            raise BadRelease(
                f"{path} is no public key of OpenSSH. Name the file that ends in .pub: one line, "
                "as ssh-ed25519 AAAA… NAME."
            )
        self._write([*(each for each in _signers(self.added) if each != signer), signer])
        return signer

    def remove(self, name: str) -> None:
        """Trust the keys of this name no longer.

        Raises:
            BadRelease: there is none, or it came with the release.
            OSError: the change cannot be saved.
        """
        added = list(_signers(self.added))
        if name not in {each.name for each in added}:
            raise BadRelease(f"No key of {name} was added here: “hareboard trust” lists them.")
        self._write(each for each in added if each.name != name)

    def check(self, name: str, archive: Path, signature: Path) -> str:
        """Return the name of who has signed a release.

        Args:
            name: file name of the release, for messages.
            archive: the file.
            signature: file of its signature.

        Raises:
            BadRelease: the file was changed, or nobody trusted has signed it.
        """
        trusted = list(self)
        if not trusted:
            raise BadRelease(
                f"{name} cannot be checked: no key is trusted here yet. Get the public key "
                "of whoever publishes your hareboard, compare its fingerprint with theirs, and "
                "run: sudo hareboard trust KEY.pub."
            )
        told = _run("-Y", "check-novalidate", "-n", NAMESPACE, "-s", str(signature), file=archive)
        if told.returncode:
            raise BadRelease(
                f"{name} is not what was signed: it was changed, or did not arrive whole. "
                "Get it and its signature again. Nothing was installed."
            )
        for signer in trusted:
            if self._has_signed(signer, archive, signature):
                return signer.name
        key = told.stdout.decode(errors="replace").strip().rpartition(" ")[2]
        names = ", ".join(sorted({each.name for each in trusted}))
        raise BadRelease(
            f"{name} is signed by a key that is not trusted here ({key}); trusted are: "
            f"{names}. If the publisher has a new key, see “hareboard trust --help”. Nothing was "
            "installed."
        )

    def _has_signed(self, signer: Signer, archive: Path, signature: Path) -> bool:
        only = signature.with_name("signer")
        only.write_text(signer.line, "utf-8")
        words = ("-n", NAMESPACE, "-f", str(only), "-I", signer.name, "-s", str(signature))
        return _run("-Y", "verify", *words, file=archive).returncode == 0

    def _write(self, signers: Iterable[Signer]) -> None:
        keep_whole(self.added, "".join(each.line for each in signers).encode())
        self.added.chmod(READABLE)


def _signers(path: Traversable) -> Iterator[Signer]:
    try:
        lines = path.read_bytes().decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        words = [word for word in line.split() if not word.startswith("namespaces=")]
        if len(words) > 2 and not line.startswith("#"):
            yield Signer(words[0], " ".join(words[1:3]))


def _is_name(name: str) -> bool:
    """Check that a name is one principal of ssh-keygen: no list, no pattern."""
    return name.isprintable() and not set(name) & set(',*?!"#')


def _run(*words: str, file: Path) -> subprocess.CompletedProcess[bytes]:
    """Run ssh-keygen on a file.

    Raises:
        BadRelease: it is missing.
    """
    command: Sequence[str] = (KEYGEN, *words)
    try:
        with file.open("rb") as data:
            return subprocess.run(
                command, stdin=data, capture_output=True, timeout=PATIENCE_S, check=False
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadRelease(
            f"Signatures cannot be checked: {KEYGEN} does not run ({error}). It is in the package "
            "openssh-client: sudo apt install openssh-client."
        ) from error
