"""Constants that a firmware module has once more: they are those of the module they belong to.

MicroPython looks a constant of another module up by its name, each time; its own costs nothing.
"""

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from hardware.simulated.rp2040.firmware import FIRMWARE

MODULES: Final = sorted(path.stem for path in FIRMWARE.glob("*.py"))


def constants(module: str) -> Iterator[tuple[str, int]]:
    """Numbers with names: `A = 1`, `A = const(1)` and `A, B = range(2)`."""
    tree = ast.parse((FIRMWARE / f"{module}.py").read_text("utf-8"))
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        (target,), value = node.targets, node.value
        function = (
            value.func.id
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
            else ""
        )
        if isinstance(value, ast.Call) and function in ("const", "range"):
            value = value.args[0]
        try:
            number = ast.literal_eval(value)
        except ValueError:
            continue
        if isinstance(target, ast.Name) and isinstance(number, int):
            yield target.id, number
        elif isinstance(target, ast.Tuple) and function == "range":
            names = [each.id for each in target.elts if isinstance(each, ast.Name)]
            yield from zip(names, range(number), strict=True)


PUBLIC: Final = {
    name: (number, module)
    for module in MODULES
    for name, number in constants(module)
    if not name.startswith("_")
}
ONCE_MORE: Final = {
    (module, name): number
    for module in MODULES
    for name, number in constants(module)
    if name.startswith("_") and name[1:] in PUBLIC
}


@pytest.mark.parametrize(("module", "name"), ONCE_MORE)
def test_a_constant_that_is_written_twice_is_the_same(module: str, name: str) -> None:
    number, owner = PUBLIC[name[1:]]
    assert ONCE_MORE[module, name] == number, f"{name} of {module}.py, {name[1:]} of {owner}.py"


def test_those_of_the_hot_paths_are_among_them() -> None:
    assert {("steps", "_USUAL"), ("steps", "_OFF"), ("steps", "_LIT")} <= set(ONCE_MORE)
    assert {("readers", "_OVER"), ("readers", "_PHASE"), ("readers", "_ROW")} <= set(ONCE_MORE)
    assert {("readers", "_FAILURE"), ("report", "_UID"), ("chips", "_FIRMWARE")} <= set(ONCE_MORE)
