"""What a board file says of lights, buttons, tags and pages is passed on."""

import pytest

from controller.board import BadFile, WebSettings, parse_board
from controller.board.file.broker import BrokerSettings
from controller.board.file.voice import BoardVoice
from controller.game.pieces import Tag
from hardware.lights.settings import HelperDriver, LightCurrents, LightSettings, SpiDriver
from hardware.presses import ButtonSettings
from tests.support.board.broken import GOOD, LIT, SPI_LIT

PIN = 'pin = "GPIO18"'


def lights(more: str, text: str = LIT) -> LightSettings:
    """The lights of a board of 2 x 2, with more keys."""
    found = parse_board(text.replace("[lights.currents]", f"{more}\n[lights.currents]"), "b").lights
    assert found is not None
    return found


def test_a_board_without_these_sections_has_none_of_them() -> None:
    board = parse_board(GOOD, "b.toml")
    assert (board.lights, board.buttons, dict(board.tags)) == (None, None, {})
    assert board.web == WebSettings(host="0.0.0.0", port=8064)


def test_what_is_left_out_of_lights_is_usual() -> None:
    one_each = {1: (0,), 2: (1,), 3: (2,), 4: (3,)}
    assert lights("") == LightSettings(one_each, 4, HelperDriver())
    assert lights("", SPI_LIT) == LightSettings(one_each, 4, SpiDriver())


def test_lights_are_told_all_the_file_says() -> None:
    found = lights(
        'dma = 8\nsocket = "/tmp/lights"\ncolour_order = "RGB"\ngamma = 1\nbrightness = 0.5\n'
        "budget_ma = 300\nundervoltage = 0.25\ncount = 5"
    )
    assert found.driver == HelperDriver(18, 8, "/tmp/lights")
    assert (found.order, found.gamma, found.brightness) == ("RGB", 1, 0.5)
    assert (found.budget_ma, found.undervoltage, found.count) == (300, 0.25, 5)
    assert found.currents == LightCurrents(dark_ma=1)


# Square 4 lies above 1, and 3 above 2.
@pytest.mark.parametrize(
    ("keys", "over"),
    [
        ('order = "track"', [1, 2, 3, 4]),
        ('order = "serpentine"', [1, 2, 3, 4]),
        ('order = "serpentine"\ncorner = "top-right"', [3, 4, 1, 2]),
        ('order = "serpentine"\ndirection = "up"', [1, 4, 3, 2]),
        ('order = "rows"', [4, 3, 1, 2]),
        ('order = "rows"\ncorner = "bottom-right"', [2, 1, 3, 4]),
        ('order = "columns"', [4, 1, 3, 2]),
        ('order = "columns"\ncorner = "bottom-right"', [2, 3, 1, 4]),
        ("per_square = 2", [1, 1, 2, 2, 3, 3, 4, 4]),
        ("first = 2", [None, None, 1, 2, 3, 4]),
        ("without_light = [2]", [1, 3, 4]),
        ('squares = ["4-3", "-", "1-2", 1]', [4, 3, None, 1, 2, 1]),
        ('squares = "1-3"\nwithout_light = 4', [1, 2, 3]),
    ],
)
def test_the_strip_runs_as_it_is_said(keys: str, over: list[int | None]) -> None:
    found = lights(keys)
    assert {light: square for square, under in found.squares.items() for light in under} == {
        light: square for light, square in enumerate(over) if square is not None
    }
    assert found.count == len(over)


def test_a_strip_turns_at_the_end_of_each_line_of_a_board_of_any_shape() -> None:
    text = LIT.replace("count = 4\ncolumns = 2", 'places = """\n1 - 2\n- - -\n4 3 -\n"""')
    assert lights('order = "serpentine"\ncorner = "top-left"', text).squares == {
        1: (0,),
        2: (1,),
        3: (2,),
        4: (3,),
    }


def test_buttons_may_be_left_out_and_are_told_in_seconds() -> None:
    assert parse_board(LIT, "b.toml").buttons == ButtonSettings(
        {"confirm": "GPIO17", "take-back": "GPIO27"}
    )
    text = LIT.replace(
        'confirm = "GPIO17"\ntake_back = "GPIO27"',
        'carrot_draw = "D4"\ncarrot_pay = "gpio5"\npull = "down"\ndebounce_ms = 50\nhold_s = 2',
    )
    assert parse_board(text, "b.toml").buttons == ButtonSettings(
        {"carrot-draw": "GPIO4", "carrot-pay": "GPIO5"}, pull_up=False, debounce_s=0.05, hold_s=2
    )


def test_uids_are_read_however_they_are_written() -> None:
    assert dict(parse_board(LIT, "b.toml").tags) == {
        "04a1b2c3d4e5f6": Tag("red", "base"),
        "04a1b2c4": Tag("red", "crown"),
        "04a1b2c3d4e5f7": Tag("blue", "base"),
    }


def test_pages_are_served_where_the_file_says() -> None:
    assert parse_board(LIT, "b.toml").web == WebSettings(port=8080)
    text = LIT.replace("port = 8080", "metrics = true")
    assert parse_board(text, "b.toml").web == WebSettings(metrics=True)
    text = LIT.replace("port = 8080", 'proxy = "127.0.0.1"')
    assert parse_board(text, "b.toml").web == WebSettings(proxy="127.0.0.1")
    for host in ("127.0.0.1", "::1", "hareboard.local"):
        text = LIT.replace("port = 8080", f'host = "{host}"')
        assert parse_board(text, "b.toml").web == WebSettings(host=host)


def test_programs_that_may_be_opponents_have_names_and_words() -> None:
    assert dict(parse_board(GOOD, "b.toml").opponents) == {}
    section = "\n[opponents]\nmine = \"/opt/mine/play --style 'very bold'\"\n"
    assert dict(parse_board(GOOD + section, "b.toml").opponents) == {
        "mine": ("/opt/mine/play", "--style", "very bold")
    }


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('walker = "x"', "“walker” is the name of an opponent that there is."),
        ('mine = ""', "“” is not a text with something in it."),
        ('mine = "\'"', "No closing quotation"),
        ("mine = 3", "[opponents] mine: 3 is not a text with something in it."),
    ],
)
def test_a_program_without_name_or_command_is_told(line: str, why: str) -> None:
    with pytest.raises(BadFile) as told:
        parse_board(f"{GOOD}\n[opponents]\n{line}\n", "b.toml")
    assert why in str(told.value)


def broker(more: str) -> BrokerSettings | None:
    return parse_board(f"{GOOD}\n[mqtt]\n{more}\n", "b.toml").broker


def test_a_board_without_mqtt_publishes_nothing() -> None:
    assert parse_board(GOOD, "b.toml").broker is None


def test_a_broker_has_the_usual_ports_unless_told() -> None:
    assert broker('host = "ours.local"') == BrokerSettings(host="ours.local")
    ports = [
        found.port_used
        for more in ("", "tls = true", "port = 11883")
        if (found := broker(f'host = "192.168.1.20"\n{more}'))
    ]
    assert ports == [1883, 8883, 11883]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("tls = true", "[mqtt] host: is missing."),
        ('host = "http://ours"', "“http://ours” is no name or address of a broker"),
        ('host = "ours"\nlanguage = "nl"', "[mqtt] language: “nl” is not “en”, “de”"),
        ('host = "ours"\nnames = 1', "1 is neither true nor false."),
    ],
)
def test_a_mistake_about_the_broker_is_named(more: str, said: str) -> None:
    with pytest.raises(BadFile) as error:
        broker(more)
    assert said in str(error.value)


def voice(more: str) -> BoardVoice | None:
    return parse_board(f"{GOOD}\n[voice]\n{more}\n", "b.toml").voice


def test_a_board_has_a_loudspeaker_if_its_file_has_the_section() -> None:
    assert parse_board(GOOD, "b.toml").voice is None
    assert voice("") == BoardVoice(language="en", detail="moves", volume=1.0)
    more = 'language = "de"\ndetail = "all"\nvolume = 0.5\ndevice = "plughw:1"\nvoices = "/v"'
    assert voice(more) == BoardVoice(
        language="de", detail="all", volume=0.5, device="plughw:1", voices="/v"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('language = "nl"', "[voice] language: “nl” is not “en”, “de”"),
        ('detail = "much"', "[voice] detail: “much” is not “turn”, “moves” or “all”."),
        ("volume = 2", "[voice] volume: 2 is not"),
        ("volume = 0", "[voice] volume: 0 is not"),
        ('device = ""', "“” is not a text with something in it."),
        ('voices = "voices"', "“voices” is no path of a folder that begins with “/”."),
        ("speed = 2", "there is no key “speed” in [voice]"),
    ],
)
def test_a_mistake_about_the_loudspeaker_is_named(more: str, said: str) -> None:
    with pytest.raises(BadFile) as error:
        voice(more)
    assert said in str(error.value)


def test_an_amplifier_takes_pins_that_lights_would_take() -> None:
    assert voice("i2s = true") == BoardVoice(i2s=True)
    lights = '[lights]\ndriver = "ws281x"\n'
    with pytest.raises(BadFile) as error:
        voice(f"i2s = true\n{lights}")
    assert "[voice] i2s: the amplifier needs GPIO18, which is already used by" in str(error.value)
