"""Every mistake in a board file is told: those of how readers are read."""

from pathlib import Path

import pytest

from tests.support.board.broken import FULL, GOOD, SERIAL, SUPPLY, told


@pytest.mark.parametrize(
    ("text", "right", "wrong", "sentence"),
    [
        (
            GOOD,
            "stride = 2",
            "stride = 0",
            "b.toml, line 6: [readers] stride: 0 is not a whole number from 1 to 64.",
        ),
        (
            GOOD,
            "stride = 2",
            "strid = 2",
            "b.toml, line 6: there is no key “strid” in [readers]; did you mean “stride”?",
        ),
        (
            GOOD,
            "stride = 2",
            "retries = 255",
            "b.toml, line 6: [readers] retries: 255 is not a whole number from 0 to 254.",
        ),
        (
            GOOD,
            "stride = 2",
            'analog = "59 F4 3F"',
            (
                "b.toml, line 6: [readers] analog: “59 F4 3F” is not 11 bytes in hexadecimal, in "
                "quotes, like “59 F4 3F 11 4D 85 61 6F 26 62 87”."
            ),
        ),
        (
            GOOD,
            "stride = 2",
            'module = "rc522"',
            (
                "b.toml, line 6: [readers] module: “rc522” is no module that is known: write "
                "“red-v3”, “red-v3-no-pad”, “adafruit-breakout” or “adafruit-shield”."
            ),
        ),
        (
            GOOD,
            "stride = 2",
            "targets = 3",
            "b.toml, line 6: [readers] targets: 3 is not a whole number from 1 to 2.",
        ),
        (
            GOOD,
            "stride = 2",
            "guard_ms = -1",
            (
                "b.toml, line 6: [readers] guard_ms: -1 is not a number from 0 to 1000, in "
                "milliseconds."
            ),
        ),
        (
            GOOD,
            "stride = 2",
            "idle_after_s = nan",
            (
                "b.toml, line 6: [readers] idle_after_s: nan is not a number from 0 to 86400 (a "
                "day), in seconds."
            ),
        ),
        (
            GOOD,
            "stride = 2",
            "timing = { ack_s = 15 }",
            ("b.toml, line 6: there is no key “ack_s” in [readers.timing]; did you mean “ack_ms”?"),
        ),
        (
            GOOD,
            "stride = 2",
            "supply = 5000",
            (
                "b.toml, line 6: [readers] supply: 5000 is not a section: write "
                "[readers.supply] above its keys."
            ),
        ),
        (
            SUPPLY,
            "supply_ma = 3000\n",
            "",
            "b.toml, line 7: [readers.supply] supply_ma: is missing.",
        ),
        (
            SUPPLY,
            "reserve_ma = 1400",
            "reserve_ma = 2400",
            (
                "b.toml, line 9: [readers.supply] reserve_ma: nothing is left for the readers: "
                "80% of 3000 mA less 2400 mA for everything else."
            ),
        ),
        (
            SUPPLY,
            "reserve_ma = 1400",
            "reserve_ma = 1400\nidle_ma = 110",
            (
                "b.toml, line 10: [readers.supply] idle_ma: a reader takes more with its field "
                "on (110 mA) than with it off (110 mA)."
            ),
        ),
        (
            SUPPLY,
            "reserve_ma = 1400",
            "reserve_ma = 2200",
            (
                "b.toml, line 7: [readers] supply: 4 readers, one field on, take 218 mA of 200 "
                "mA that are left: 80% of 3000 mA less 2200 mA for everything else."
            ),
        ),
        (
            FULL,
            "",
            "",
            (
                "b.toml, line 5: [readers] supply: 64 idle readers already take 2304 mA of 1800 "
                "mA that are left: 80% of 5000 mA less 2200 mA for everything else."
            ),
        ),
        (
            f"{SERIAL}[readers.supply]\nsupply_ma = 3000\nreserve_ma = 2370\n",
            "",
            "",
            (
                "b.toml, line 9: [readers] supply: 1 idle reader already takes 36 mA of 30 mA "
                "that are left: 80% of 3000 mA less 2370 mA for everything else."
            ),
        ),
        (
            FULL.replace("supply_ma = 5000", "supply_ma = 8000"),
            "[readers.supply]",
            "[readers]\nmax_fields = 26\n[readers.supply]",
            (
                "b.toml, line 6: [readers] max_fields: 26 fields among 64 readers take 4228 mA "
                "of 4200 mA that are left (80% of 8000 mA less 2200 mA for everything else); 25 "
                "is the most."
            ),
        ),
        (
            SUPPLY,
            "supply_ma = 3000",
            "supply_ma = 3000\nfield_ma = -1",
            (
                "b.toml, line 9: [readers.supply] field_ma: -1 is not a whole number from 1 to "
                "1000 mA."
            ),
        ),
        (
            SUPPLY,
            "supply_ma = 3000",
            'supply_ma = 3000\nidle_ma = "x"',
            (
                "b.toml, line 9: [readers.supply] idle_ma: “x” is not a whole number from 0 to "
                "1000 mA."
            ),
        ),
    ],
)
def test_a_mistake_is_told(
    tmp_path: Path, text: str, right: str, wrong: str, sentence: str
) -> None:
    assert sentence in told(tmp_path, text, right, wrong)
