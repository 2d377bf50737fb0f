"""The broker's part of a board file is written, and everything else is kept."""

import tomllib

from controller.board.file.broker_writing import with_broker, without_broker
from tests.support.board.broken import GOOD

KEYS = {"host": "broker.local", "user": "board"}


def test_a_key_without_a_value_leaves_the_file() -> None:
    text = with_broker(GOOD, KEYS)
    assert tomllib.loads(text)["mqtt"] == KEYS
    text = with_broker(text, {"user": None, "port": None})
    assert tomllib.loads(text)["mqtt"] == {"host": "broker.local"}


def test_without_its_part_the_file_is_as_it_was() -> None:
    assert tomllib.loads(without_broker(with_broker(GOOD, KEYS))) == tomllib.loads(GOOD)
    assert without_broker(GOOD) == GOOD
