"""What can be found of a board: its file, tags, readers, lights."""

import re

from controller.board.examples import example_path
from hardware.ports import ReaderHealth
from tests.support.board.broken import CO_PROCESSORS
from tests.support.doctor.computers import (
    BOARD,
    I2C_BOARD,
    LIGHTS,
    SCANNER_BOARD,
    SOCKET,
    SPI_LIGHTS,
    USB_BOARD,
    adds,
    case_with,
    network,
    pi_5,
    running,
    with_board,
    writes,
)
from tests.support.doctor.situations import (
    CONFIG,
    Row,
    crownless,
    dead,
    probed,
    reader,
    readers,
    refuses,
)

REGISTERS = example_path("spi-shift-register-64").read_text("utf-8")
MULTIPLEXERS = I2C_BOARD.replace("count = 2", "count = 4").replace(
    '[["1"], ["2"]]', '[["1-2"], ["3-4"]]'
)

ONE_ON_A_PICO = (
    SCANNER_BOARD.replace("count = 4", "count = 1")
    .replace("columns = 2", "columns = 1")
    .replace('"1-4"', '"1"')
)
NO_FIRMWARE = "The co-processor at /dev/ttyACM0 does not answer: has it its firmware?"
NO_CROWNS = re.sub(r", crown = \"\w+\"", "", BOARD)
ONE_ON_I2C = (
    I2C_BOARD.replace("multiplexers = [0x70, 0x71]\n", "")
    .replace('[["1"], ["2"]]', "[1]")
    .replace("= 2\n", "= 1\n")
)

ROWS: list[Row] = [
    # The board file and its tags
    ("board", "unknown", [with_board(None)], "No board file was named", "hareboard doctor my-"),
    (
        "board",
        "bad",
        [with_board(BOARD.replace("stride = 2", "strid = 2"))],
        "my-board.toml, line 7: there is no key “strid” in [readers]; did you mean “stride”?",
        "board check",
    ),
    (
        "board",
        "advice",
        [with_board(BOARD.replace("[readers.supply]\nsupply_ma = 5000\n", ""))],
        "Nothing is said of the power supply",
        "",
    ),
    ("board", "good", [], "no mistakes. Squares: 4. Readers: 4 (buses: spi-1).", ""),
    (
        "board",
        "good",
        [with_board(SCANNER_BOARD.replace("count = 4\n", "count = 5\nwithout_reader = 5\n"))],
        "reader: 1. Lights: 5, driven by the co-processor “scanner-1”. Buttons: 1.",
        "",
    ),
    ("board", "good", [with_board(BOARD + LIGHTS)], "Lights: 4, driven by the helper.", ""),
    (
        "board",
        "good",
        [with_board(USB_BOARD + '[lights]\ndriver = "spi"\ncount = 1\n')],
        "Lights: 1, driven by SPI bus 0.",
        "",
    ),
    ("tags", "advice", [with_board(BOARD.split("[tags]")[0])], "has no [tags]", "/workshop"),
    (
        "tags",
        "advice",
        [with_board(BOARD.replace("pink", "#"))],
        "The tag of the pink runner is not known.",
        "/workshop",
    ),
    (
        "tags",
        "advice",
        [with_board(BOARD.replace("pink", "#").replace("red", "#"))],
        "The tags of these runners are not known: red and pink.",
        "/workshop",
    ),
    (
        "tags",
        "advice",
        [with_board(NO_CROWNS)],
        "The tags in the crowns of these runners are not known: red,",
        "/workshop",
    ),
    ("tags", "advice", [crownless], "in the crown of the red runner", "nothing to do"),
    ("tags", "good", [], "All six runners are known", ""),
    # The readers
    (
        "readers",
        "bad",
        [readers(*map(reader, (1, 2, 4)), dead(3))],
        "its reader has never answered (No answer). It is on “spi-1”, row line 1, column",
        "solder",
    ),
    (
        "readers",
        "bad",
        [readers(*map(reader, (2, 3, 4)), reader(1, state="resetting"))],
        "Square 1: its reader no longer answers. It is on “spi-1”, row line 0, column",
        "select wire",
    ),
    (
        "readers",
        "bad",
        [readers(*map(reader, (1, 2)), dead(3), dead(4))],
        "None of the 2 readers on “spi-1”, row line 1 answers (No answer): squares 3, 4.",
        "its address, and the chip there",
    ),
    (
        "readers",
        "bad",
        [readers(*map(dead, (1, 2, 3, 4)))],
        "None of the 4 readers on “spi-1” answers (No answer): squares 1-4.",
        "reset and enable",
    ),
    (
        "readers",
        "bad",
        [with_board(I2C_BOARD), readers(reader(1), dead(2))],
        "It is on “i2c-1”, multiplexer 0x71, channel 0.",
        "its wires SDA and SCL",
    ),
    (
        "readers",
        "bad",
        [with_board(SCANNER_BOARD), readers(*map(dead, (1, 2, 3, 4)))],
        "None of the 4 readers on “scanner-1” answers (No answer): squares 1-4.",
        "reset and enable wires, and the co-processor itself, at /dev/ttyACM0.",
    ),
    (
        "readers",
        "bad",
        [
            with_board(SCANNER_BOARD),
            readers(*(reader(square, good=0, trouble=NO_FIRMWARE) for square in (1, 2, 3, 4))),
        ],
        "“scanner-1” answers (The co-processor at /dev/ttyACM0 does not answer: has it its",
        "Look after the co-processor first",
    ),
    (
        "readers",
        "bad",
        [
            with_board(ONE_ON_A_PICO),
            readers(reader(1, good=0, trouble=NO_FIRMWARE)),
        ],
        "has never answered (The co-processor at /dev/ttyACM0 does not answer: has it its",
        "Look after the co-processor first",
    ),
    (
        "readers",
        "bad",
        [with_board(SCANNER_BOARD), readers(*map(reader, (1, 2, 4)), dead(3))],
        "It is on “scanner-1”, select wire GP4.",
        "solder",
    ),
    (
        "readers",
        "bad",
        [with_board(CO_PROCESSORS), readers(*map(reader, (1, 2, 3)), dead(4))],
        "It is on “scanner-2”, register 0, output 0.",
        "solder",
    ),
    (
        "readers",
        "bad",
        [
            with_board(REGISTERS),
            readers(*map(dead, range(1, 9)), *map(reader, range(9, 65))),
        ],
        "None of the 8 readers on “lower half”, register 0 answers (No answer): squares 1-8.",
        "the chip there",
    ),
    (
        "readers",
        "bad",
        [with_board(MULTIPLEXERS), readers(reader(1), reader(2), dead(3), dead(4))],
        "None of the 2 readers on “i2c-1”, multiplexer 0x71 answers",
        "the chip there",
    ),
    (
        "readers",
        "bad",
        [
            with_board(ONE_ON_I2C),
            readers(reader(1, state="quarantined", trouble="No answer.")),
        ],
        "Square 1: its reader no longer answers (No answer). It is on “i2c-1”.",
        "its wires SDA and SCL",
    ),
    (
        "readers",
        "bad",
        [with_board(USB_BOARD), readers(reader(1, good=0))],
        "Square 1: its reader has never answered. It is on “uart-1”, /dev/ttyUSB0.",
        "that TX leads to RX",
    ),
    (
        "readers",
        "bad",
        [readers(dead(1), dead(2), dead(3), reader(4, good=0, trouble="Noise."))],
        "None of the 4 readers on “spi-1” answers: squares 1-4.",
        "reset and enable",
    ),
    (
        "readers",
        "advice",
        [readers(*map(reader, (1, 2, 3)), reader(4, good=30, failed=12, resets=2))],
        "Square 4: 12 of 42 readings failed. It was reset 2 times. It is on",
        "clock_hz",
    ),
    (
        "readers",
        "advice",
        [readers(*map(reader, (1, 2, 3)), reader(4, state="suspect", failed=3))],
        "Square 4: 3 of 403 readings failed. It is on",
        "power",
    ),
    (
        "readers",
        "good",
        [readers(*map(reader, (1, 2, 3, 4)))],
        "Readers that answer well: 4 of 4.",
        "",
    ),
    (
        "readers",
        "good",
        [readers(*map(reader, (1, 2, 3)), reader(4, state="absent", good=0))],
        "Readers that answer well: 3 of 3.",
        "",
    ),
    (
        "readers",
        "good",
        [with_board(None), readers(reader(1))],
        "Readers that answer well: 1 of 1.",
        "",
    ),
    (
        "readers",
        "bad",
        [probed(ReaderHealth(2, "quarantined", 0, 5, 1, None, "No answer."))],
        "Square 2: its reader has never answered",
        "solder",
    ),
    (
        "readers",
        "good",
        [probed(ReaderHealth(2, "healthy", 50, 0, 0, 7.5, ""))],
        "well: 1 of 1.",
        "",
    ),
    ("readers", "bad", [case_with(probe=refuses)], "can't be opened. SPI bus", "rights"),
    ("readers", "unknown", [running(readers=None)], "has the readers to itself", "Stop hareboard"),
    (
        "readers",
        "unknown",
        [running(board="The one in the shed")],
        "plays on another board, “The one in the shed”",
        "Name the board file it was started with",
    ),
    # The lights
    (
        "lights",
        "bad",
        [running(lights="The helper does not answer. Restart it.")],
        "hareboard can't light the squares. The helper does not answer. Restart it.",
        "tries again by itself",
    ),
    ("lights", "good", [with_board(BOARD + LIGHTS)], "helper answers at /run/", ""),
    (
        "lights",
        "bad",
        [with_board(BOARD + LIGHTS), network(lines={})],
        "helper isn't running: there is no /run/hareboard-lights/socket",
        "systemctl start",
    ),
    (
        "lights",
        "bad",
        [with_board(BOARD + LIGHTS), network(lines={SOCKET: "refused"})],
        "Nothing listens at",
        "systemctl restart",
    ),
    (
        "lights",
        "bad",
        [with_board(BOARD + LIGHTS), network(lines={SOCKET: "forbidden"})],
        "The user maja isn't allowed to use the lights' helper",
        "usermod -aG GROUP maja",
    ),
    (
        "lights",
        "bad",
        [with_board(BOARD + LIGHTS), adds("proc/modules", "snd_bcm2835 24576 1 - Live 0x0\n")],
        "Analogue sound is on, and the lights are on GPIO18.",
        "dtparam=audio=off instead of dtparam=audio=on in /boot/firmware/config.txt",
    ),
    (
        "lights",
        "bad",
        [
            with_board(BOARD + LIGHTS),
            writes("proc/modules", None),
            adds(CONFIG, "dtparam=audio=on"),
        ],
        "Analogue sound is on",
        "dtparam=audio=off",
    ),
    (
        "lights",
        "bad",
        [with_board(USB_BOARD + SPI_LIGHTS.replace("4", "1"))],
        "The lights are on SPI bus 0, and the core clock may change.",
        "Write core_freq=500 and core_freq_min=500",
    ),
    (
        "lights",
        "bad",
        [
            with_board(USB_BOARD + SPI_LIGHTS.replace("4", "1")),
            adds(CONFIG, "core_freq=500\n"),
        ],
        "the core clock may change",
        "Write core_freq_min=500, ",
    ),
    (
        "lights",
        "good",
        [
            with_board(USB_BOARD + SPI_LIGHTS.replace("4", "1")),
            adds(CONFIG, "core_freq=500\ncore_freq_min=500\n"),
        ],
        "The core clock is fixed",
        "",
    ),
    (
        "lights",
        "good",
        [with_board(USB_BOARD + '[lights]\ndriver = "spi"\ncount = 1\n'), pi_5],
        "never changes",
        "",
    ),
    (
        "lights",
        "advice",
        [with_board(USB_BOARD + '[lights]\ndriver = "spi"\nnumber = 1\ncount = 1\n')],
        "The lights are on SPI bus 1 of a Raspberry Pi 4.",
        'take SPI bus 0 (GPIO10), or driver = "ws281x"',
    ),
]
