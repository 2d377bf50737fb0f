"""A table is read by its declared shape, and all that is wrong with it is told at once."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from controller.toml import BadFile, Limits, TomlSection

Fruit = Literal["apple", "pear", "plum"]


def _even(value: object) -> int:
    if type(value) is not int:
        raise ValueError("this is no number.")
    wrong = [f"{each} is odd." for each in (value, value // 10) if each % 2]
    if wrong:
        raise ValueError(*wrong)
    return value


class Crate(msgspec.Struct, frozen=True, kw_only=True):
    """A section."""

    fruit: Fruit
    weight_g: Annotated[float, Limits(0.5, 1000, " g")] = 100


class Shed(msgspec.Struct, frozen=True, kw_only=True):
    """A file with a key of every type."""

    name: str
    about: str = ""
    doors: Annotated[int, Limits(1, 4)] = 1
    locked: bool = False
    shelves: Annotated[int, _even] | None = None
    crate: Crate | None = None
    prices: dict[Fruit, Annotated[int, Limits(0, 9)] | None] = {}
    rows: dict[Literal["left", "right"], str] | None = None
    tools: list[TomlSection] = []
    notes: TomlSection | None = None
    other: object = None


class Ladder(msgspec.Struct, frozen=True):
    """Keys of one kind of tool."""

    steps: Annotated[int, Limits(1, 20)]


class Hose(msgspec.Struct, frozen=True):
    """Keys of another."""

    length_m: Annotated[float, Limits(1, 50)] = 10


class ToolKeys(msgspec.Struct, frozen=True):
    """Keys of every tool."""

    kind: object
    owner: str = "Ann"


def problems(text: str, shape: type[object] = Shed) -> list[str]:
    """What is wrong with a file."""
    table = TomlSection.of_text(text, "s.toml")
    with pytest.raises(BadFile) as caught:
        table.finish(table.read(shape))
    return [str(each).removeprefix("s.toml") for each in caught.value.problems]


def test_a_file_of_the_declared_shape_is_read() -> None:
    table = TomlSection.of_text(
        """\
name = "Shed"
doors = 2
locked = true
shelves = 24
other = [1, "x"]
rows = { right = "r", left = "l" }
[crate]
fruit = "pear"
weight_g = 20
[prices]
plum = 3
apple = 0
""",
        "s.toml",
    )
    assert table.finish(table.read(Shed)) == Shed(
        name="Shed",
        doors=2,
        locked=True,
        shelves=24,
        crate=Crate(fruit="pear", weight_g=20),
        prices={"plum": 3, "apple": 0},
        rows={"right": "r", "left": "l"},
        other=[1, "x"],
    )


def test_what_is_left_out_has_its_default_and_may_be_written_too() -> None:
    for text in ('name = "S"', 'name = "S"\nabout = ""'):
        assert TomlSection.of_text(text, "s.toml").read(Shed) == Shed(name="S")


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = 'doors = 5\nnaem = "S"\n[crate]\nweight_g = nan\n[prices]\nfig = 1\nplum = 10\n'
    assert problems(text) == [
        ", line 1: doors: 5 is not a whole number from 1 to 4.",
        ", line 2: there is no key “naem”; did you mean “name”?",
        ", line 3: [crate] fruit: is missing.",
        ", line 4: [crate] weight_g: nan is not a number from 0.5 to 1000 g.",
        ", line 6: there is no key “fig” in [prices].",
        ", line 7: [prices] plum: 10 is not a whole number from 0 to 9.",
        ": name: is missing.",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("doors = 2.0", "doors: 2.0 is not a whole number from 1 to 4."),
        ("doors = true", "doors: true is not a whole number from 1 to 4."),
        (f"doors = 1{'0' * 400}", f"doors: 1{'0' * 38}… is not a whole number from 1 to 4."),
        ("locked = 1", "locked: 1 is neither true nor false."),
        ('about = " "', "about: “ ” is not a text with something in it."),
        ("about = 3", "about: 3 is not a text with something in it."),
        ("shelves = 2.5", "shelves: this is no number."),
        ("crate = 3", "crate: 3 is not a section: write [crate] above its keys."),
        ("notes = []", "notes: [] is not a section: write [notes] above its keys."),
        ("tools = 3", "tools: this is 3: write [[tools]] above the keys of each."),
        (
            "tools = {}",
            (
                "tools: this is a section in single brackets: write [[tools]] above the keys of "
                "each."
            ),
        ),
        (
            'crate = { fruit = "peer" }',
            ("[crate] fruit: “peer” is not “apple”, “pear” or “plum”; did you mean “pear”?"),
        ),
        ("crate = { fruit = 3 }", "[crate] fruit: 3 is not “apple”, “pear” or “plum”."),
        ('rows = { left = "l" }', "[rows] right: is missing."),
    ],
)
def test_a_wrong_value_is_told(line: str, sentence: str) -> None:
    assert problems(f'name = "S"\n{line}\n') == [f", line 2: {sentence}"]


def test_a_number_too_long_for_a_float_is_told() -> None:
    (said,) = problems(f'fruit = "plum"\nweight_g = 1{"0" * 400}', Crate)
    assert said.endswith("… is not a number from 0.5 to 1000 g.")


def test_a_function_may_tell_several_mistakes_of_one_value() -> None:
    assert problems('name = "S"\nshelves = 35\n') == [
        ", line 2: shelves: 35 is odd.",
        ", line 2: shelves: 3 is odd.",
    ]


def test_a_section_that_is_missing_is_told_with_its_brackets() -> None:
    class Orchard(msgspec.Struct):
        """A file that needs a section."""

        crate: Crate

    assert problems("", Orchard) == [": crate: is missing: write [crate] above its keys."]


TOOLS: dict[str, type[Ladder | Hose]] = {"ladder": Ladder, "hose": Hose}


def test_some_keys_depend_on_a_word() -> None:
    table = TomlSection.of_text('kind = "hose"\nowner = "Ben"\nlength_m = 5', "s.toml")
    assert table.read_variant(ToolKeys, "kind", TOOLS) == (ToolKeys("hose", "Ben"), Hose(5))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('kind = "ladder"\nsteps = 3', None),
        (
            'kind = "hose"\nsteps = 3',
            ", line 2: there is no key “steps” with kind = “hose”.",
        ),
        ('kind = "hos"\nlength_m = 5', ", line 1: kind: “hos” is not “ladder” or “hose”; did you"),
        ("steps = 3", ": kind: is missing."),
        ('kind = "ladder"', ": steps: is missing."),
    ],
)
def test_a_key_of_another_word_is_told(text: str, told: str | None) -> None:
    table = TomlSection.of_text(text, "s.toml")
    found = table.read_variant(ToolKeys, "kind", TOOLS)
    if told is None:
        assert table.finish(found)
        return
    with pytest.raises(BadFile) as caught:
        table.finish(found)
    (said,) = caught.value.problems
    assert str(said).startswith(f"s.toml{told}")


def test_a_section_is_checked_further_by_the_code_that_knows_more() -> None:
    text = 'name = "S"\n[[tools]]\n[[tools]]\nkind = [\n1,\n2]\n'
    table = TomlSection.of_text(text, "s.toml")
    shed = table.read(Shed)
    first, second = table.inners("tools")
    assert ("kind" in first, first.line(), second.line("kind", 1)) == (False, 2, 6)
    assert second.value("kind", 1) == 2
    second.refuse("kind", "2 is too many.", 1)
    with pytest.raises(BadFile, match=r"^s\.toml, line 6: \[\[tools\]\] kind: 2 is too many\.$"):
        table.finish(shed)


def test_a_slip_of_syntax_is_told_with_its_line_and_column() -> None:
    with pytest.raises(BadFile) as caught:
        TomlSection.of_text("a = 1\nb = 1 2", "s.toml")
    (problem,) = caught.value.problems
    assert problem.line == 2
    assert problem.reason.endswith("(column 7).")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "s.toml: it cannot be read: No such file or directory."),
        (b"\xff\xfe", "s.toml: it is not a text file in UTF-8."),
        (b"a = [1,", "s.toml: Invalid value (at end of document)."),
        (
            b"a = 1\na = 2\n",
            "s.toml, line 2: this name is written twice: leave one out (column 6).",
        ),
        (b"a = " + b"9" * 5000, "s.toml: a number is too long, or lists lie too deep"),
        (b"a = " + b"[" * 50_000, "s.toml: a number is too long, or lists lie too deep"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, content: bytes | None, told: str) -> None:
    if content is not None:
        (tmp_path / "s.toml").write_bytes(content)
    with pytest.raises(BadFile) as caught:
        TomlSection.of(tmp_path / "s.toml")
    assert str(caught.value).startswith(told)


def test_a_mark_some_editors_write_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_bytes(b'\xef\xbb\xbfname = "S"')
    assert TomlSection.of(tmp_path / "s.toml").read(Shed) == Shed(name="S")
