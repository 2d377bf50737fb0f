"""Each electrical rule finds the fault it is for."""

import pytest

from controller.board.electronics.circuit import GROUND, CircuitDraft
from controller.board.electronics.rules import electrical_errors


def draft() -> CircuitDraft:
    """A supply of 5 V and one of 3.3 V, and a buffer whose pins are all tied."""
    made = CircuitDraft("A circuit")
    made.supply("5V", 5.0)
    made.supply("3V3", 3.3)
    supply = made.add("P", "supply", "sheet", "hub")
    made.join(supply, **{"+5V": "5V", "GND": GROUND})
    pi = made.add("A", "raspberry-pi", "sheet", "hub")
    made.join_pin(pi, "1", "3V3")
    made.join_pin(pi, "6", GROUND)
    return made


def buffer(made: CircuitDraft, supply: str = "3V3", **pins: str) -> str:
    """A buffer; pins that are not given are tied."""
    chip = made.chip("74ahc125", "sheet", "hub", supply)
    for gate in (1, 2, 3, 4):
        for pin in (f"/OE{gate}", f"A{gate}"):
            made.join(chip, **{pin: pins.get(pin, GROUND)})
    made.join(chip, **{pin: net for pin, net in pins.items() if pin.startswith("Y")})
    return chip


def test_a_circuit_without_a_fault_has_no_error() -> None:
    made = draft()
    buffer(made, Y1="line")
    buffer(made, A1="line")
    assert electrical_errors(made.finish()) == ()


def test_outputs_against_each_other() -> None:
    made = draft()
    for _ in range(2):
        decoder = made.chip("74hc138", "sheet", "hub", "3V3")
        made.join(decoder, **dict.fromkeys(("A0", "A1", "A2", "/E1", "/E2"), GROUND), E3="3V3")
        made.join(decoder, **{"/Y0": "line"})
    assert electrical_errors(made.finish()) == (
        "net line: outputs work against each other: U1 (74HC138) /Y0, U2 (74HC138) /Y0.",
    )


def test_two_gates_that_are_always_on() -> None:
    made = draft()
    buffer(made, Y1="line", Y2="line")
    assert electrical_errors(made.finish()) == (
        "net line: outputs work against each other: U1 (74AHC125) Y1, U1 (74AHC125) Y2.",
    )


def test_an_output_on_a_supply() -> None:
    made = draft()
    decoder = made.chip("74hc138", "sheet", "hub", "3V3")
    made.join(decoder, **dict.fromkeys(("A0", "A1", "A2", "/E1", "/E2"), GROUND), E3="3V3")
    made.join(decoder, **{"/Y0": GROUND})
    assert electrical_errors(made.finish()) == ("net GND: an output is on a supply.",)


def test_an_input_that_floats() -> None:
    made = draft()
    buffer(made, A1="line")
    buffer(made, A1="line")
    assert electrical_errors(made.finish()) == (
        "U1 (74AHC125) A1 floats.",
        "U2 (74AHC125) A1 floats.",
    )


def test_a_pull_up_ends_floating_and_a_gate_that_may_be_off_does_not() -> None:
    made = draft()
    buffer(made, **{"/OE2": "3V3"}, A1="line", Y2="shared")
    made.resistor("line", "3V3", 10_000, "sheet", "hub")
    buffer(made, A1="shared")
    assert electrical_errors(made.finish()) == ("U2 (74AHC125) A1 floats.",)


def test_an_input_without_a_net() -> None:
    made = draft()
    chip = made.chip("74ahc125", "sheet", "hub", "3V3")
    made.join(chip, **{f"/OE{gate}": "3V3" for gate in (1, 2, 3, 4)}, A1="3V3", A2="3V3", A3="3V3")
    assert electrical_errors(made.finish()) == ("U1 (74AHC125) A4 floats.",)


def test_a_net_with_one_pin() -> None:
    made = draft()
    buffer(made, Y1="line")
    assert electrical_errors(made.finish()) == ("net line ends at U1 (74AHC125) Y1.",)


@pytest.mark.parametrize(
    ("vcc", "ground", "errors"),
    [
        (GROUND, GROUND, ["U1 (74HC138) VCC is on GND, 0 V."]),
        ("3V3", "3V3", ["U1 (74HC138) GND is on 3V3, 3.3 V."]),
        ("line", GROUND, ["U1 (74HC138) VCC is on line, which is no supply."]),
    ],
)
def test_a_supply_pin_on_another_supply(vcc: str, ground: str, errors: list[str]) -> None:
    made = draft()
    decoder = made.add("U", "74hc138", "sheet", "hub")
    made.join(decoder, **dict.fromkeys(("A0", "A1", "A2", "/E1", "/E2"), GROUND), E3="3V3")
    made.join(decoder, VCC=vcc, GND=ground)
    made.resistor("line", GROUND, 10_000, "sheet", "hub")
    found = [error for error in electrical_errors(made.finish()) if not error.startswith("net")]
    assert found == errors


def test_a_voltage_that_a_part_does_not_take_and_a_supply_that_nothing_feeds() -> None:
    made = draft()
    made.supply("12V", 12.0)
    buffer(made, supply="12V")
    assert electrical_errors(made.finish()) == (
        "U1 (74AHC125) takes 2 to 5.5 V, and is on 12V, 12 V.",
        "net 12V is not fed.",
    )


def test_a_light_at_five_volts_needs_more_than_a_pin_gives() -> None:
    made = draft()
    made.join_pin("A1", "12", "data")
    light = made.add("D", "ws2812b", "sheet", "hub")
    made.join(light, VDD="5V", GND=GROUND, DIN="data")
    assert electrical_errors(made.finish()) == (
        "D1 (WS2812B) DIN needs 3.5 V, and A1 (Raspberry Pi) GPIO18 gives 3.3 V.",
    )


def test_a_pin_on_two_nets() -> None:
    made = draft()
    chip = buffer(made)
    made.join(chip, A1="3V3")
    assert electrical_errors(made.finish()) == ("U1 (74AHC125) A1 is on 2 nets.",)


def test_a_supply_pin_without_a_supply() -> None:
    made = draft()
    chip = made.add("U", "74hc138", "sheet", "hub")
    made.join(chip, GND=GROUND)
    found = electrical_errors(made.finish())
    assert "U1 (74HC138) VCC is on 0 supplies." in found


def test_a_supply_behind_a_fuse_that_nothing_feeds() -> None:
    made = draft()
    made.supply("row", 3.3)
    made.join(made.add("F", "fuse", "sheet", "hub"), **{"1": "row", "2": "nowhere"})
    made.join(made.add("F", "fuse", "sheet", "hub"), **{"1": "row"})
    buffer(made, supply="row", A1="line")
    assert "net row is not fed." in electrical_errors(made.finish())


def test_a_pin_that_is_joined_twice_is_on_its_net_once() -> None:
    made = draft()
    chip = buffer(made, Y1="line")
    made.join(chip, Y1="line")
    assert len(made.finish().nets["line"]) == 1
