"""Writes the table of lights in README anew, from the data.

python -m tools.lights_table
"""

from pathlib import Path
from typing import Final

from controller.light.meanings import meanings

README: Final = Path(__file__).parent.parent / "README.md"
BEGIN: Final = "<!-- The table is made by: python -m tools.lights_table -->\n"
END: Final = "<!-- End of the table. -->\n"


def main() -> None:
    """Write it."""
    README.write_text(with_table(README.read_text("utf-8")), "utf-8")


def with_table(text: str) -> str:
    """README with today's table.

    Raises:
        ValueError: it has no place for a table.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README has no place for the table: it needs {BEGIN!r} and {END!r}")
    return before + BEGIN + table() + END + after


def table() -> str:
    """Every meaning in a line, in the order of the legend."""
    lines = ["| light | movement | what it says |", "|---|---|---|"]
    lines += [f"| {each.title} | {each.moves} | {each.text} |" for each in meanings().values()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
