"""Whatever stands in a board file: it is a board, or everything wrong with it is told."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from controller.board import BadFile, Problem, read_board
from controller.board.examples import example_names, example_path

ODD = st.sampled_from(
    [
        *("0", "-1", "64", "9" * 30, "1.5", "nan", "inf", "true", "1979-05-27", '""', '" "', '"x"'),
        *(
            '"1-64"',
            '"64-1"',
            '"999-1"',
            '"-"',
            '"²"',
            '"GPIO5"',
            '"GP5"',
            '"scanner"',
            '"""\n1 2\n"""',
            '"""\n9999999"""',
        ),
        *("[]", "[[]]", "[1, [2]]", '[["1-8"], 3]', "[true]", "[0x70]", "[-5]", "[[0, 0]]", "[{}]"),
        *("{}", "{ 1 = [0, 0] }", "{ 17 = 3 }", "{ 99999999999 = 1 }", '{ "²" = 1 }'),
    ]
)
KEYS = st.sampled_from(
    [
        *("name", "registers", "exceptions", "squares", "without_reader", "places", "timing"),
        *("supply", "bus", "sck_pin", "number", "max_fields", "load", "corner", "readers"),
        *("lights", "order", "without_light", "per_square", "first", "count", "pin", "currents"),
        *("transport", "select", "sck_pin", "reset_pin", "port"),
        *("driver", "dma", "buttons", "confirm", "tags", "red", "base", "web", "host", "port"),
    ]
)


@given(
    st.sampled_from(example_names()),
    st.lists(st.tuples(st.integers(0, 40), KEYS, ODD, st.booleans()), min_size=1, max_size=3),
)
def test_a_file_of_odd_values_is_read_or_refused(
    name: str, changes: list[tuple[int, str, str, bool]]
) -> None:
    lines = example_path(name).read_text("utf-8").splitlines()
    for at, key, value, insert in changes:
        line = lines[at % len(lines)]
        if insert or "=" not in line:
            lines.insert(at % len(lines), f"{key} = {value}")
        else:
            lines[at % len(lines)] = f"{line.partition('=')[0]}= {value}"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "b.toml"
        path.write_text("\n".join(lines), "utf-8")
        problems: tuple[Problem, ...] = ()
        try:
            assert read_board(path).buses
        except BadFile as error:
            problems = error.problems
    assert all(str(each).startswith("b.toml") for each in problems)
