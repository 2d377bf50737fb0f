"""README's table of lights is that of the data."""

from tools.lights_table import README, with_table


def test_the_table_of_readme_is_made_from_the_data() -> None:
    text = README.read_text("utf-8")
    assert text == with_table(text), "write it anew: python -m tools.lights_table"
