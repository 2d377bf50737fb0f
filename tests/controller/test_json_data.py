"""JSON that others wrote: one error for whatever is wrong with it."""

import msgspec
import pytest

from controller.json_data import BadJson, any_json, from_json


class Kept(msgspec.Struct):
    name: str


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b'{"name": 5}',
        b'{"name": "\xff"}',
        b'{"name": "Ann", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        '{"name": "\udc80"}',
    ],
)
def test_whatever_is_wrong_there_is_one_error(data: bytes | str) -> None:
    with pytest.raises(BadJson, match=r"\w"):
        from_json(data, Kept)


def test_what_others_have_named_a_field_cannot_write_lines_of_a_log() -> None:
    class Strict(msgspec.Struct, forbid_unknown_fields=True):
        name: str

    with pytest.raises(BadJson) as refused:
        from_json(b'{"\\u001b[31m\\nERROR": 5}', Strict)
    assert str(refused.value) == "Object contains unknown field `�[31m�ERROR`"


def test_json_of_any_shape_is_read() -> None:
    assert any_json("[1, {}]") == [1, {}]
    with pytest.raises(BadJson):
        any_json("[" * 100_000)
