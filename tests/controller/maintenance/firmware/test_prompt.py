"""mpremote that does not do what it should."""

import pytest

from controller.maintenance.firmware import prompt
from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.prompt import Mpremote


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (("sh", "-c", "echo hello"), "“hello”"),
        (("true",), "“”"),
        (("sh", "-c", "echo '{}'"), "“{}”"),
        (("sh", "-c", 'echo \'{"name": 1, "version": 2}\''), '“{"name": 1, "version": 2}”'),
    ],
)
def test_an_answer_that_makes_no_sense_is_told(program: tuple[str, ...], said: str) -> None:
    with pytest.raises(FirmwareError, match="could not be found out") as trouble:
        Mpremote(program).look("X")
    assert f"it answered {said}." in str(trouble.value)


def test_one_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "LOOK_S", 0.05)
    with pytest.raises(FirmwareError, match="at X has stopped answering mpremote"):
        Mpremote(("sh", "-c", "exec sleep 60")).reset("X")


def test_one_that_fails_says_why() -> None:
    with pytest.raises(FirmwareError, match=r"did not get on .* \(exit status 3\)"):
        Mpremote(("sh", "-c", "exit 3")).reset("X")
    with pytest.raises(FirmwareError, match=r"did not get on .* \(no device found\)"):
        Mpremote(("sh", "-c", "echo no device found; exit 1")).reset("X")
