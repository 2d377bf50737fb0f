"""Locks: what is read of them, and which wheels they let in."""

import pytest

from controller.appliance.machine import InstallError
from controller.appliance.release.locked import lock_of

FIRST, SECOND = "a" * 64, "b" * 64
TEXT = f"""# What a board installs.
--only-binary flask
--only-binary adafruit-pureio

flask==3.1.3 \\
    --hash=sha256:{FIRST} \\
    --hash=sha256:{SECOND}
    # via hareboard (pyproject.toml)
adafruit-pureio==1.1.12 --hash=sha256:{FIRST}
cobs==1.2.2 ; platform_machine == 'aarch64' \\
    --hash=sha256:{FIRST}
"""


def test_versions_and_hashes_are_read() -> None:
    lock = lock_of(TEXT)
    assert lock.versions == {"flask": "3.1.3", "adafruit-pureio": "1.1.12", "cobs": "1.2.2"}
    assert lock.hashes["flask"] == {FIRST, SECOND}
    assert lock.wheel_only == {"flask", "adafruit-pureio"}


@pytest.mark.parametrize(
    ("wheel", "digest"),
    [
        ("flask-3.1.3-py3-none-any.whl", SECOND),
        ("Adafruit_PureIO-1.1.12-py3-none-any.whl", FIRST),
        ("cobs-1.2.2-cp311-cp311-linux_aarch64.whl", "c" * 64),  # compiled: of locked sources
    ],
)
def test_what_is_locked_is_let_in(wheel: str, digest: str) -> None:
    lock_of(TEXT).check(wheel, digest)


@pytest.mark.parametrize(
    ("wheel", "digest", "why"),
    [
        ("flask-3.1.3-py3-none-any.whl", "c" * 64, "none of the hashes in the lock"),
        ("flask-3.1.2-py3-none-any.whl", FIRST, "is not in the lock"),
        ("flasks-3.1.3-py3-none-any.whl", FIRST, "is not in the lock"),
        ("cobs-1.2.3-cp311-cp311-linux_aarch64.whl", FIRST, "is not in the lock"),
        ("flask.py", FIRST, "is not in the lock"),
    ],
)
def test_what_is_not_locked_is_refused(wheel: str, digest: str, why: str) -> None:
    with pytest.raises(InstallError, match=f"{wheel} .*{why}"):
        lock_of(TEXT).check(wheel, digest)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("waitress==3.0.2", "no hash for waitress"),
        ("waitress==3.0.2 --hash=md5:00", "no hash for waitress"),
        ("waitress==3.0.2\n    --hash=sha256:" + FIRST, "no version in its line"),
        ("waitress>=3 --hash=sha256:" + FIRST, "no version in its line"),
        ("--extra-index-url https://example.org", "no version in its line"),
    ],
)
def test_a_lock_without_a_version_or_a_hash_is_refused(line: str, why: str) -> None:
    with pytest.raises(InstallError, match=why):
        lock_of(f"{TEXT}{line}\n")
