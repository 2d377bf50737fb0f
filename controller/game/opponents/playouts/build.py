"""Compiles the compact rules beside their sources, unless that is done already.

    python -m controller.game.opponents.playouts.build [--tidy]

Python imports what is compiled instead of the source of the same name. It needs a C compiler,
Python's headers and the extra `fast`; `--tidy` needs none of them, and only removes what was
compiled of an older source.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

HERE: Final = Path(__file__).parent
PACKAGE: Final = "controller.game.opponents.playouts"
DIRECTIVES: Final = {
    "language_level": "3",
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "cpow": True,
}


def tidy() -> bool:
    """Remove what is older than a source, or not whole; return whether anything is left."""
    newest = max(path.stat().st_mtime for path in [*HERE.glob("*.py"), *HERE.glob("*.pxd")])
    compiled = [*HERE.glob("*.so"), *HERE.glob("*.pyd")]
    whole = len(compiled) == len([*HERE.glob("*.pxd")])
    if whole and all(path.stat().st_mtime >= newest for path in compiled):
        return True
    for path in compiled:
        path.unlink()
    return False


def build() -> None:
    """Compile all modules that have C types beside them.

    Without the compiler's debugging data, and less optimised than usual, that takes half as long.
    """
    from Cython.Build import cythonize  # noqa: PLC0415 - not in a base installation
    from setuptools import Extension, setup  # noqa: PLC0415 - a base installation lacks it

    with TemporaryDirectory() as folder:
        extensions = cythonize(  # type: ignore[no-untyped-call]  # Cython's
            [
                Extension(
                    f"{PACKAGE}.{types.stem}",
                    [str(types.with_suffix(".py"))],
                    extra_compile_args=["-O2", "-g0"],
                )
                for types in HERE.glob("*.pxd")
            ],
            build_dir=folder,
            compiler_directives=DIRECTIVES,
            quiet=True,
        )
        setup(
            script_args=["--quiet", "build_ext", "--build-temp", folder, "--build-lib", folder],
            ext_modules=extensions,
        )
        # All at once: each class needs those before it compiled as well.
        for compiled in Path(folder, *PACKAGE.split(".")).iterdir():
            if compiled.suffix in (".so", ".pyd"):
                shutil.copy(compiled, HERE)


if __name__ == "__main__":
    if not tidy() and "--tidy" not in sys.argv:
        build()
