"""`hareboard board`: what is listed, shown, checked and planned."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.board.examples import example_names, example_path
from controller.cli import cli
from tests.support.board.broken import CO_PROCESSOR, GOOD


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["board", *map(str, words)])


PROTOTYPE = """\
Prototype, 2 by 2
Four readers on one SPI bus, each with a select pin of its own.
4 squares; 4 readers on 1 SPI bus, read in 4 phases of at most 1 field; 4 lights
driven by the helper; 1 button.

Each square, with its phase in brackets:

4 (4)  3 (3)
1 (1)  2 (2)

phase  fields  current  squares
    1       1   218 mA  1
    2       1   218 mA  2
    3       1   218 mA  3
    4       1   218 mA  4

At worst the readers take 218 mA of 1000 mA (80% of 3000 mA less 1400 mA for
everything else). The supply would bear 4 fields at once.
Reading every square once takes at least 70 ms.
While some squares are attended to, none of the others goes unread for longer
than 776 ms.
The first is time on the air, for empty squares; what the bus needs comes on
top. An idle board pauses.

Pins, with their places on the header:
  GPIO5 (pin 29)   “spi-1”: select of square 1
  GPIO6 (pin 31)   “spi-1”: select of square 2
  GPIO9 (pin 21)   “spi-1”: data from the readers (MISO)
  GPIO10 (pin 19)  “spi-1”: data to the readers (MOSI)
  GPIO11 (pin 23)  “spi-1”: clock of all readers (SCK)
  GPIO13 (pin 33)  “spi-1”: select of square 3
  GPIO17 (pin 11)  button “confirm”, to ground
  GPIO18 (pin 12)  data of the lights, by a level shifter
  GPIO19 (pin 35)  “spi-1”: select of square 4

Readers, the squares in the order of their outlets, from 0:
  “spi-1”, select GPIO5    1
  “spi-1”, select GPIO6    2
  “spi-1”, select GPIO13   3
  “spi-1”, select GPIO19   4

At 5 V, at worst:
  readers     218 mA
  lights      200 mA
  computer   1200 mA
  together   1618 mA

All lights fully on would take 244 mA; their budget keeps them to 200 mA.
Used to 80% that needs a supply of 2.5 A; the file has 3 A.

Parts, without wood and wire:
    4  PN532 reader with its antenna
    4  WS2812B light
    1  74AHCT125 level shifter, for the data of the lights
    1  button
   12  NFC tag, NTAG213: one in the base of a runner, one in its crown
    1  power supply, 5 V, 3 A
    1  Raspberry Pi, up to 4: a Raspberry Pi 5 does not drive these lights

Mind:
Analogue sound and lights on GPIO18 disturb each other: put “dtparam=audio=off”
into config.txt.
The lights' driver “ws281x” does not run on a Raspberry Pi 5: there, take driver
= “spi” with number = 1, whose data is on GPIO20, and keep GPIO18 to GPIO21 free
for it.
"""


CO_PROCESSOR_WIRED = """\
Serial ports:
  /dev/ttyACM0  co-processor “scanner-1”

Pins of the co-processor “scanner-1”, with their places on a Raspberry Pi Pico:
  GP2 (pin 4)    select of square 1
  GP3 (pin 5)    select of square 2
  GP4 (pin 6)    select of square 3
  GP5 (pin 7)    select of square 4
  GP10 (pin 14)  button “confirm”, to ground
  GP16 (pin 21)  data from the readers (MISO)
  GP18 (pin 24)  clock of all readers (SCK)
  GP19 (pin 25)  data to the readers (MOSI)
  GP22 (pin 29)  data of the lights, by a level shifter

At 5 V, at worst:
  readers     218 mA
  lights     1000 mA
  together   1218 mA

Used to 80% that needs a supply of 2 A; the file has 5 A.

Parts, without wood and wire:
    4  PN532 reader with its antenna
    1  RP2040 board, as co-processor
    4  WS2812B light
    1  74AHCT125 level shifter, for the data of the lights
    1  button
   12  NFC tag, NTAG213: one in the base of a runner, one in its crown
    1  power supply, 5 V, 5 A
    1  computer with USB: no Raspberry Pi is needed
"""


@pytest.mark.parametrize("words", [(), ("examples",)])
def test_the_examples_are_listed_a_line_each(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[: len(example_names())]] == list(example_names())
    assert lines[-1] == "“hareboard board show NAME” prints one of them, to start from."


@pytest.mark.parametrize("name", example_names())
def test_an_example_is_printed_as_it_is_and_is_fine(name: str, tmp_path: Path) -> None:
    shown = run("show", name)
    assert (shown.exit_code, shown.stdout) == (0, example_path(name).read_text("utf-8"))
    own = tmp_path / "own.toml"
    own.write_text(shown.stdout, "utf-8")
    checked = run("check", own)
    assert checked.exit_code == 0
    assert checked.stdout.startswith("own.toml is fine: ")


def test_a_board_is_planned() -> None:
    assert run("plan", "prototype-2x2").stdout == PROTOTYPE


def test_a_board_on_a_co_processor_is_planned_with_the_pins_of_that(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    path.write_text(CO_PROCESSOR, "utf-8")
    said = run("plan", path).stdout
    assert said[said.index("Serial ports:") :] == CO_PROCESSOR_WIRED


def test_sixty_four_squares_are_planned() -> None:
    text = run("plan", "spi-decoder-64").stdout
    assert "64 squares; 64 readers on 1 SPI bus, read in 9 phases of at most 8 fields; 64\n" in text
    assert "At worst the readers take 2970 mA of 4200 mA" in text
    assert "takes at least 156 ms." in text
    assert "than 1744 ms." in text
    grid = text[text.index("64 (") : text.index("phase  fields")].split("\n\n")[0].splitlines()
    assert [len(line.split(")")) - 1 for line in grid] == [8] * 8


def test_squares_without_a_reader_are_drawn_without_a_phase(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    text = GOOD.replace("columns = 2", "columns = 2\nwithout_reader = 4")
    path.write_text(text.replace('"1-4"', '"1-3"'), "utf-8")
    said = run("plan", path).stdout
    assert "4 squares, 1 without a reader; 3 readers on 1 SPI bus" in said
    assert "4 (-)  3 (3)" in said
    assert "phase  fields  squares\n    1       1  1\n" in said
    assert "Nothing is said of the power supply" in said


@pytest.mark.parametrize("word", ["check", "plan"])
def test_every_mistake_is_told_on_a_line_of_its_own(tmp_path: Path, word: str) -> None:
    path = tmp_path / "b.toml"
    path.write_text(GOOD.replace("stride = 2", "stride = 0").replace('"A board"', "3"), "utf-8")
    result = run(word, path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "b.toml, line 1: name: 3 is not a text with something in it.",
        "b.toml, line 6: [readers] stride: 0 is not a whole number from 1 to 64.",
        f"Error: 2 mistakes in {path}.",
    ]


def test_a_file_that_is_fine_is_said_to_be_with_advice() -> None:
    said = " ".join(run("check", "i2c-multiplexers-64").stdout.split())
    assert said.startswith(
        "i2c-multiplexers-64.toml is fine: 64 squares; 64 readers on 1 I2C bus, read in 9 phases "
        "of at most 8 fields; 128 lights driven by SPI 0; 2 buttons. A Raspberry Pi up to 4 "
        "mishandles"
    )


def test_a_board_is_checked_with_circuit_boards_if_asked() -> None:
    by_hand = run("check", "spi-decoder-64", "--figures").output
    cabled = run("check", "spi-decoder-64", "--figures", "--circuit-boards").output
    assert "feeds of circuit boards: current: the supply's 8 A" in cabled
    assert "feeds of circuit boards" not in by_hand
    assert ("SCK rise time: 96 ns" in by_hand, "SCK rise time: 224 ns" in cabled) == (True, True)


def test_a_board_that_no_circuit_boards_fit_cannot_be_checked_with_them() -> None:
    result = run("check", "co-processors-64", "--circuit-boards")
    assert (result.exit_code, "Check it without --circuit-boards." in result.output) == (1, True)


def test_a_file_goes_before_an_example_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("desk-usb").write_text("name = 3", "utf-8")
    assert run("check", "desk-usb").exit_code == 1


def test_beside_a_missing_file_the_board_files_of_its_folder_are_listed(tmp_path: Path) -> None:
    for name in ("garden", "cellar"):
        example = example_path("desk-usb").read_text("utf-8")
        (tmp_path / f"{name}.toml").write_text(example, "utf-8")
    (tmp_path / "track.toml").write_text('squares = ["hare"]', "utf-8")
    (tmp_path / "broken.toml").write_text("=", "utf-8")
    missing = tmp_path / "my garden.toml"
    assert run("check", missing).stderr == (
        f"Error: There is no file {missing}; did you mean “garden.toml”? Board files in that "
        "folder: cellar.toml, garden.toml. To begin one: hareboard board show prototype-2x2 > "
        f"'{missing}'. The examples: hareboard board.\n"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("show", "desk"), "There is no example “desk”; did you mean “desk-usb”?"),
        (("plan", "spi-decode"), "There is no file or example “spi-decode”; did you mean “spi-"),
        (("check", "none.toml"), "There is no file none.toml. To begin one: hareboard board show"),
        (("check", "/none/b"), "There is no file /none/b. To begin one: hareboard board show"),
        (("plan", "/none/b"), "prototype-2x2 > b.toml. The examples: hareboard board."),
    ],
)
def test_what_is_not_there_is_told(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr
