"""Board files that are right, to be broken, and what is then said of them."""

from pathlib import Path
from typing import Final

import pytest

from controller.board import BadFile, read_board

GOOD: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
stride = 2
[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO26"]
squares = "1-4"
"""

DECODER: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
stride = 2
[[readers.bus]]
transport = "spi"
select = "decoder"
row_pins = ["GPIO5"]
column_pins = ["GPIO6"]
enable_pin = "GPIO13"
squares = [["1-2"], ["4-3"]]
"""

REGISTER: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
stride = 2
[[readers.bus]]
transport = "spi"
select = "shift-register"
data_pin = "GPIO5"
clock_pin = "GPIO6"
latch_pin = "GPIO13"
registers = 1
squares = "1-4"
"""

MULTIPLEXER: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
stride = 2
[[readers.bus]]
transport = "i2c"
multiplexers = [0x70, 0x77]
squares = [["1-2"], ["4-3"]]
"""

SERIAL: Final = """\
name = "A board"
[squares]
count = 1
columns = 1
[[readers.bus]]
transport = "uart"
port = "/dev/ttyUSB0"
square = 1
"""

DRAWN: Final = """\
name = "A board"
[squares]
places = [[0, 0], [0, 1], [1, 1], [1, 0]]
[readers]
[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO26"]
squares = "1-4"
"""

SUPPLY: Final = GOOD.replace(
    "[[readers.bus]]", "[readers.supply]\nsupply_ma = 3000\nreserve_ma = 1400\n[[readers.bus]]"
)

LIT: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
supply = { supply_ma = 5000 }
[[readers.bus]]
transport = "uart"
port = "/dev/ttyUSB0"
square = 1
[[readers.bus]]
transport = "i2c"
number = 3
multiplexers = [0x70]
squares = "4-2"
[lights]
driver = "ws281x"
pin = "GPIO18"
[lights.currents]
dark_ma = 1
[buttons]
confirm = "GPIO17"
take_back = "GPIO27"
[tags]
red = { base = "04A1B2C3D4E5F6", crown = "04 A1 B2 C4" }
blue = { base = "04:a1:b2:c3:d4:e5:f7" }
[web]
port = 8080
"""

SPI_LIT: Final = LIT.replace('"ws281x"\npin = "GPIO18"', '"spi"\nnumber = 0')

CO_PROCESSOR: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
supply = { supply_ma = 5000 }
[[readers.bus]]
transport = "scanner"
port = "/dev/ttyACM0"
squares = "1-4"
[lights]
driver = "scanner"
count = 4
[buttons]
port = "/dev/ttyACM0"
confirm = "GP10"
"""

CO_PROCESSORS: Final = """\
name = "A board"
[squares]
count = 4
columns = 2
[readers]
stride = 2
[[readers.bus]]
transport = "scanner"
port = "/dev/ttyACM0"
squares = [2, "-", 1]
[[readers.bus]]
transport = "scanner"
port = "socket://localhost:7000"
reset_pin = "GP26"
sck_pin = "GP10"
mosi_pin = "GP11"
miso_pin = "GP12"
select = "shift-register"
data_pin = "GP3"
clock_pin = "GP2"
latch_pin = "GP4"
registers = 1
squares = "4-3"
"""

FULL: Final = """\
name = "A board"
[squares]
count = 64
columns = 8
[readers.supply]
supply_ma = 5000
[[readers.bus]]
transport = "i2c"
multiplexers = [0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77]
squares = "1-64"
"""

SECOND_BUS: Final = """\
[[readers.bus]]
name = "two"
transport = "uart"
port = "/dev/ttyUSB0"
square = 4
"""


def problems(path: Path, text: str) -> list[str]:
    """What is wrong with a board file of this text."""
    file = path / "b.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadFile) as caught:
        read_board(file)
    return [str(problem) for problem in caught.value.problems]


def told(folder: Path, text: str, right: str, wrong: str) -> list[str]:
    """What is wrong with a board file once something right in it is replaced."""
    assert right in text
    return problems(folder, text.replace(right, wrong, 1) if right else text)
