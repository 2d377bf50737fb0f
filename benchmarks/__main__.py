"""Prints the measurements: all of them, or those that are named."""

import os
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Final

import click

from benchmarks import (
    advice,
    companion,
    companion_load,
    games,
    journal,
    lesson,
    light,
    lights,
    opponents,
    phone,
    pico,
    process,
    rules,
    scanner,
    scanner_host,
    sensing,
    servers,
    service,
    siege,
    thinking,
    two_boards,
    voice,
)
from benchmarks.figures import CannotMeasure, Figures, table

MEASUREMENTS: Final[dict[str, tuple[str, Callable[[], Figures]]]] = {
    "rules": ("The rules", rules.measure),
    "sensing": ("Sixty-four readers, on virtual time", sensing.measure),
    "scanner": ("The same at a co-processor", scanner.measure),
    "light": ("From hand to light", light.measure),
    "lights": ("What the lights cost", lights.measure),
    "phone": ("From hand to phone", phone.measure),
    "voice": ("From a move to the loudspeaker", voice.measure),
    "pages": ("Opening a page on a slow phone", companion.measure),
    "load": ("A hundred phones look on", companion_load.measure),
    "opponents": ("What opponents cost", opponents.measure),
    "advice": ("What hints and analyses cost", advice.measure),
    "journal": ("What the journal writes", journal.measure),
    "games": ("A board with ten thousand games", games.measure),
    "process": ("The program", process.measure),
    "service": ("The service on a board", service.measure),
}


ON_REQUEST: Final[dict[str, tuple[str, Callable[[], Figures]]]] = {
    "lit": ("Sixty-four readers, runners put down", sensing.measure_lit),
    "lit-as-reported": (
        "Sixty-four readers as reported, runners put down",
        sensing.measure_lit_as_reported,
    ),
    "hour": ("An hour of sixty-four readers, on virtual time", sensing.measure_an_hour),
    "host": ("Eight co-processors at one host, on virtual time", scanner_host.measure_host),
    "scanner-puts": ("Runners put above one co-processor", scanner.measure_puts),
    "pico": ("The same on an emulated RP2040", pico.measure),
    "pico-eight": ("The same on eight emulated RP2040s", pico.measure_eight),
    "pico-puts": ("Runners put on lit squares above an emulated RP2040", pico.measure_puts),
    "lesson": ("How long the lesson takes", lesson.measure),
    "raw": ("A hundred thousand raw requests", siege.measure_raw),
    "servers": ("A hundred streams in different servers", servers.measure),
    "thinking": ("Sensing while an opponent thinks", thinking.measure_beside),
    "two-boards": ("Two boards that race together", two_boards.measure),
    "siege": ("One address does what it can", siege.measure_siege),
}
"""What takes so long, or loads the machine so much, that it is measured only if it is named."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice((*MEASUREMENTS, *ON_REQUEST)))
def main(names: tuple[str, ...]) -> None:
    """Measure and print. Exit status 1 if something could not be measured."""
    started_s = time.monotonic()
    print(f"hareboard {version('hareboard')}, {_machine()}")
    missing = False
    for name in names or tuple(MEASUREMENTS):
        title, measure = {**MEASUREMENTS, **ON_REQUEST}[name]
        print(f'\n{title}: make bench ARGS="{name}"')
        try:
            for line in table(measure()):
                print(line, flush=True)
        except CannotMeasure as error:
            missing = True
            print(f"  not measured: {error}")
    print(f"\n{time.monotonic() - started_s:.0f} s in all.")
    sys.exit(1 if missing else 0)


def _machine() -> str:
    load = f"load {os.getloadavg()[0]:.1f} at the start"
    python = f"Python {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, {load}"


if __name__ == "__main__":
    main()
