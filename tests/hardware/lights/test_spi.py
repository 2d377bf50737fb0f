"""The bit stream of lights on an SPI bus, against the timing table of WS2812B."""

from itertools import permutations
from typing import get_args

import pytest

from hardware.errors import NotConnected
from hardware.lights.settings import MOST_SPI_LIGHTS, ColourOrder
from hardware.lights.spi import SpiStrip
from tests.support.lights.bitstream import RecordingBus, decoded

REAL_HZ = 6_250_000
"""What every Raspberry Pi makes of 6.4 MHz: 250, 400 and 500 MHz (up to 4) and 200 MHz (5) are
divided by an even number."""
SPIDEV_BYTES = 4096


@pytest.mark.parametrize("order", get_args(ColourOrder))
def test_lights_take_from_the_wire_the_colours_that_were_shown(order: ColourOrder) -> None:
    bus = RecordingBus()
    strip = SpiStrip(bus, 2, order)
    strip.show([(0x00, 0x55, 0xFF), (0x81, 0x7E, 0x01)])
    wanted = bytes(
        light["RGB".index(colour)]
        for light in (b"\x00\x55\xff", b"\x81\x7e\x01")
        for colour in order
    )
    for hz in (bus.hz, REAL_HZ):
        assert decoded(bus.sent[-1], hz) == wanted


def test_every_byte_survives_the_wire() -> None:
    bus = RecordingBus()
    strip = SpiStrip(bus, 2, "RGB")
    for low in range(0, 256, 6):
        values = [(low + n) % 256 for n in range(6)]
        strip.show([(values[0], values[1], values[2]), (values[3], values[4], values[5])])
        assert decoded(bus.sent[-1], REAL_HZ) == bytes(values)


def test_there_are_all_orders_of_three_colours() -> None:
    assert {"".join(order) for order in permutations("RGB")} == set(get_args(ColourOrder))


def test_the_longest_strip_has_all_its_bits_in_the_first_go_of_spidev() -> None:
    bus = RecordingBus()
    strip = SpiStrip(bus, MOST_SPI_LIGHTS)
    strip.show([(255, 255, 255)] * MOST_SPI_LIGHTS)
    assert not any(bus.sent[-1][SPIDEV_BYTES:])
    assert len(decoded(bus.sent[-1], REAL_HZ)) == 3 * MOST_SPI_LIGHTS
    with pytest.raises(ValueError, match="161 lights, where an SPI bus drives 1 to 160"):
        SpiStrip(bus, MOST_SPI_LIGHTS + 1)


def test_a_bus_that_refuses_says_what_to_do_and_may_come_back() -> None:
    bus = RecordingBus()
    strip = SpiStrip(bus, 1, "RGB")
    bus.broken = True
    with pytest.raises(NotConnected, match="Is SPI switched on"):
        strip.show([(1, 2, 3)])
    bus.broken = False
    strip.show([(1, 2, 3)])
    assert decoded(bus.sent[-1], REAL_HZ) == b"\x01\x02\x03"


def test_a_closed_strip_has_let_go_of_the_bus() -> None:
    bus = RecordingBus()
    strip = SpiStrip(bus, 1)
    strip.close()
    strip.close()
    assert bus.closed
    assert len(bus.sent) == 2
    with pytest.raises(NotConnected, match="closed"):
        strip.show([(1, 2, 3)])
