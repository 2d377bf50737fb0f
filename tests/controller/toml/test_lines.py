"""Each key of a TOML text is found in its line, whatever surrounds it."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.board.examples import example_names, example_path
from controller.toml.lines import Spot, lines_of

AWKWARD = '''\
# a comment with [brackets] and "quotes"
plain = 1 # another = 2
"quoted key" = "a # b" # c
'single.quoted' = 'x = "y"'
a.b . "c\\u0064" = [1, # one
  2, [3,
    "]"], ]

[table]
multi = """
fake = 1
[fake]
\\"""
""""
literal = \'\'\'
also.fake = 2
\'\'\'\'
when = 1979-05-27 07:32:00
inline = { x = 1, y.z = { "}" = "{" }, list = [{ p = 1 }, { q = 2 }] }

[[many]]
n = 1
[many.inner]
deep = true
[[many.each]]
[[many.each]]
m = +inf
[[many]]
[[many.each]]
n = []
'''


def spots(data: object, at: Spot = ()) -> set[Spot]:
    """Everything that is somewhere in what was read."""
    if isinstance(data, dict):
        inner = {(*at, key): value for key, value in data.items()}
    elif isinstance(data, list):
        inner = {(*at, index): value for index, value in enumerate(data)}
    else:
        return set()
    return set(inner) | {spot for key, value in inner.items() for spot in spots(value, key)}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_awkward_texts_are_followed(end: str) -> None:
    text = AWKWARD.replace("\n", end)
    lines = lines_of(text)
    assert set(lines) == spots(tomllib.loads(text))
    at = {spot: AWKWARD.splitlines()[line - 1] for spot, line in lines.items()}
    assert at["a", "b", "cd"].startswith("a.b")
    assert at["a", "b", "cd", 2, 1] == '    "]"], ]'
    assert at["table", "literal"] == "literal = '''"
    assert at["table", "when"].startswith("when")
    assert at["table", "inline", "list", 1, "q"].startswith("inline")
    assert at["many", 0, "each", 1, "m"] == "m = +inf"
    assert at["many", 1] == "[[many]]"
    assert lines["many", 1] > lines["many", 0, "each", 1, "m"]
    assert at["many", 1, "each", 0, "n"] == "n = []"


@pytest.mark.parametrize("name", example_names())
def test_keys_of_the_examples_stand_where_they_are_said_to(name: str) -> None:
    text = example_path(name).read_text("utf-8")
    lines = lines_of(text)
    assert set(lines) == spots(tomllib.loads(text))
    for spot, line in lines.items():
        if isinstance(spot[-1], str):
            assert spot[-1] in text.splitlines()[line - 1]


KEYS = st.sampled_from(["a", "b", "a.b", '"x y"', "'#'", "1", '"\\""', "c . d"])
VALUES = st.recursive(
    st.sampled_from(
        [
            *("1", "-2.5e3", "true", "07:32:00", "2020-01-01 00:00:00Z", "0x70"),
            *('"s"', '"# ] }"', '"\\\\"', '"\\""', "'\\'", '"""\n"\n]"""', "'''a\n''b''''"),
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda each: f"[{' , '.join(each)}]"),
        st.lists(inner, min_size=1, max_size=3).map(
            lambda each: "[ # ]\n" + ",# }\n".join(each) + ",\n]"
        ),
        st.lists(st.tuples(KEYS, inner), max_size=2).map(
            lambda each: f"{{ {', '.join(f'{key}={value}' for key, value in each)} }}"
        ),
    ),
    max_leaves=6,
)
STATEMENTS = st.one_of(
    st.tuples(KEYS, VALUES).map(lambda each: f"  {each[0]} = {each[1]}  # x = 1"),
    KEYS.map(lambda key: f"[ {key} ]"),
    KEYS.map(lambda key: f"[[{key}]] # ]"),
    st.sampled_from(["", "\t", "# [c]"]),
)


@given(st.lists(STATEMENTS, max_size=8))
def test_whatever_the_library_reads_is_followed(statements: list[str]) -> None:
    text = ""
    for statement in statements:  # whatever the library refuses is left out
        try:
            tomllib.loads(f"{text}{statement}\n")
        except tomllib.TOMLDecodeError:
            continue
        text += f"{statement}\n"
    lines = lines_of(text)
    assert set(lines) == spots(tomllib.loads(text))
    assert all(1 <= line <= text.count("\n") for line in lines.values())


@pytest.mark.parametrize("text", ["= 1", "a = 1\n? = 2"])
def test_what_is_not_toml_is_not_followed(text: str) -> None:
    with pytest.raises(IndexError, match="this is not TOML: character"):
        lines_of(text)
