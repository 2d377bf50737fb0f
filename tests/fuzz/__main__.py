"""Fuzzes parsers of foreign input, all of them or those that are named."""

import importlib.util
import logging
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from tests.fuzz.all_harnesses import HARNESSES
from tests.fuzz.harness import Harness
from tests.fuzz.mutations import inputs

CORPORA: Final = Path("build/fuzz")
"""Inputs that reached new lines, kept from run to run; also those that failed."""
ALL_AT_ONCE: Final = 10**9
HANGS_S: Final = 120
_STATISTIC: Final = re.compile(r"stat::number_of_executed_units: +(\d+)")
_COVERED: Final = re.compile(r"cov: (\d+)")


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(tuple(HARNESSES)))
@click.option("--minutes", default=5.0, show_default=True, help="For each harness.")
@click.option("--seed", default=1, show_default=True, help="Of the chance.")
@click.option("--guided/--by-chance", default=None, help="By Atheris.  [default: if it is there]")
def main(names: Sequence[str], minutes: float, seed: int, *, guided: bool | None) -> None:
    """Fuzz. Exit status 1 if anything was found."""
    if guided is None:
        guided = importlib.util.find_spec("atheris") is not None
    found = 0
    for name in names or HARNESSES:
        harness, begun_s = HARNESSES[name], time.monotonic()
        fuzz = _guided if guided else _by_chance
        told, is_sound = fuzz(harness, minutes * 60, seed)
        found += not is_sound
        print(f"{name}: {told}, {time.monotonic() - begun_s:.0f} s", flush=True)
    sys.exit(1 if found else 0)


def _guided(harness: Harness, within_s: float, seed: int) -> tuple[str, bool]:
    folder = CORPORA / harness.name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        seeds, words = Path(made) / "seeds", Path(made) / "words"
        seeds.mkdir()
        for number, each in enumerate(harness.seeds()):
            (seeds / str(number)).write_bytes(each[: harness.longest])
        words.write_text("".join(f'"{_quoted(each)}"\n' for each in harness.words if each))
        told = subprocess.run(
            [
                *(sys.executable, "-m", "tests.fuzz.guided", harness.name),
                *(
                    f"-max_total_time={within_s:.0f}",
                    f"-seed={seed}",
                    f"-max_len={harness.longest}",
                ),
                *(f"-artifact_prefix={folder}/failed-", f"-timeout={HANGS_S}", "-rss_limit_mb=0"),
                *((f"-dict={words}",) if harness.words else ()),
                *("-print_final_stats=1", str(folder), str(seeds)),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    ended = _STATISTIC.search(told.stdout)
    covered = _COVERED.findall(told.stdout)
    if told.returncode or ended is None:
        print(told.stdout[-6000:])
        return f"FAILED, exit status {told.returncode}", False
    return f"{ended[1]} inputs, {covered[-1] if covered else '?'} branches reached", True


def _by_chance(harness: Harness, within_s: float, seed: int) -> tuple[str, bool]:
    logging.disable()
    until_s = time.monotonic() + within_s
    for count, data in enumerate(inputs(harness, ALL_AT_ONCE, seed)):
        try:
            harness.attempt(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it was found
            print(f"  {data!r}: {type(error).__name__}: {error}")
            return f"FAILED at input {count}", False
        if time.monotonic() > until_s:
            return f"{count + 1} inputs by chance", True
    raise AssertionError("there are enough inputs")


def _quoted(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


if __name__ == "__main__":
    main()
