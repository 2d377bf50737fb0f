"""`hardware/modules`: data of modules and parts, each figure with a source."""

from itertools import pairwise

import pytest

from hardware.modules.catalogue import modules, reader_names, wire_data

BUSES = ({"SCK", "MOSI", "MISO", "SS"}, {"SDA", "SCL"}, {"TXD", "RXD"})


@pytest.mark.parametrize("key", modules())
def test_each_figure_has_a_source_and_an_assumption_says_so(key: str) -> None:
    for name, figure in modules()[key].figures.items():
        assert figure.value > 0, name
        assert figure.source, name
        if "no document found" in figure.source:
            assert figure.sure == "assumed", name


@pytest.mark.parametrize("key", modules())
def test_each_pin_of_a_module_has_one_kind_and_ground_is_a_supply(key: str) -> None:
    module = modules()[key]
    numbers = [number for pins in module.pins.values() for number in pins]
    assert len(numbers) == len(set(numbers))
    for kind, pins in module.pins.items():
        assert ("GND" in pins.values()) <= (kind in ("supply", "passive")), "of a plug: passive"


@pytest.mark.parametrize("key", reader_names())
def test_a_reader_has_a_pin_for_each_wire_of_each_bus(key: str) -> None:
    module = modules()[key]
    for bus in BUSES:
        assert bus <= {*module.roles}
    assert {"VCC", "GND"} <= {*module.roles}
    assert all(module.pin_kind(number) for number in module.roles.values())
    assert {"field_ma", "idle_ma", "input_pf", "output_ohm"} <= {*module.figures}
    assert ("RSTPDN" in module.roles) == ("reset_pull_up_ohm" in module.figures)


def test_wires_and_fuses_go_from_thin_to_thick() -> None:
    gauges, ratings = wire_data().stranded.gauges, wire_data().fuses.ratings_a
    for thin, thick in pairwise(gauges):
        assert thin.mm2 < thick.mm2
        assert thin.awg > thick.awg
        assert thin.ohm_per_m > thick.ohm_per_m
        assert thin.most_a < thick.most_a
    assert list(ratings) == sorted(set(ratings))


@pytest.mark.parametrize(
    ("key", "pins"), [("74hc138", 16), ("74hc595", 16), ("74ahc125", 14), ("tca9548a", 24)]
)
def test_a_chip_has_every_pin_of_its_package(key: str, pins: int) -> None:
    numbers = {int(number) for each in modules()[key].pins.values() for number in each}
    assert numbers == set(range(1, pins + 1))


def test_a_module_has_no_pins_but_its_own() -> None:
    header = modules()["raspberry-pi-header"]
    assert header.pin_number("GPIO2") == "3"
    with pytest.raises(KeyError, match="GPIO99"):
        header.pin_number("GPIO99")


def test_lights_with_a_fourth_colour_are_not_offered() -> None:
    """A light takes three bytes: with four, colours shift along the strip."""
    light = modules()["ws2812b"]
    offered = [*light.sold_as, *light.instead]
    assert all("not the kind with white" in each for each in offered if each.startswith("SK6812"))
