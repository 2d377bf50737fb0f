"""What a start does before the first page is answered: no more than a game needs."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.support.end_to_end.program import simulation

ON_DEMAND: Final = (
    "adafruit_tca9548a",
    "babel",
    "controller.appliance.network",
    "controller.board.plan",
    "controller.bootstrap.calibration",
    "controller.bootstrap.coprocessors",
    "controller.game.opponents.characters",
    "controller.game.opponents.process",
    "controller.game.records",
    "controller.maintenance.calibration.actor",
    "controller.maintenance.doctor.case",
    "controller.table.opponents.mind",
    "hardware.lights.client",
    "hardware.pn532.i2c",
    "hardware.pn532.raspberry",
    "hardware.pn532.tap",
    "hardware.pn532.uart",
    "hardware.scanner",
    "hardware.simulated.rp2040",
    "hardware.trace",
    "jeepney",
    "platformdirs",
    "prometheus_client",
    "segno",
    "serial",
    "subprocess",
    "tomlkit",
    "urllib.request",
    "web.api.metrics",
    "web.api.openapi",
    "web.api.operations",
    "web.modes.calibration",
    "webbrowser",
)
"""Imported by who calls the doctor, calibrates, draws a QR code, writes a board file and so on."""


def test_until_the_first_page_nothing_is_imported_that_only_others_need(tmp_path: Path) -> None:
    program = simulation(tmp_path, under=(sys.executable, "-X", "importtime"))
    try:
        program.wait_until_ready()
        with program.stream("/board") as page:
            assert b"</html>" in page.read()
        told = program.errors
    finally:
        program.close()
    imported = re.findall(r"^import time: .*\| +(\S+)$", told, re.MULTILINE)
    assert "web.modes.game_app" in imported
    early = {
        name
        for name in imported
        if any(name == each or name.startswith(f"{each}.") for each in ON_DEMAND)
    }
    assert not early


def test_the_pages_are_imported_without_collecting_and_left_out_of_later_collections() -> None:
    script = (
        "import gc; from web.commands.main import cli; "
        "before = [each['collections'] for each in gc.get_stats()]; "
        "cli.get_command(None, 'simulate'); "
        "print(before == [each['collections'] for each in gc.get_stats()], "
        "gc.isenabled(), gc.get_freeze_count() > len(gc.get_objects()))"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["True", "True", "True"]
