"""The schemas in docs are those of the messages."""

from tools.mqtt_schemas import FILE, schemas


def test_the_schemas_are_up_to_date() -> None:
    assert FILE.read_text("utf-8") == schemas().decode(), "run: python -m tools.mqtt_schemas"
